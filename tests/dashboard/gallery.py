"""Every page of an evening at any of its moments, for any game, number of players and names.

The boards are those of a simulated game, the rules the real ones; the eyes are told what they see.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))

from kitchen import Kitchen

from companion.boards import load
from companion.games.base import Checkpoint, Setup
from companion.geometry.camera import BOARD_MM, board_corners
from companion.journal import Seating, coach_of
from companion.ports import Picture
from companion.reconcile import OTHER, BoardReading, Question
from companion.service.evening import asks
from companion.service.reports.report import BoardReport, Status
from companion.sightings.sighting import BoardSighting, View
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of
from web import create_app

GAMES = ("azul", "azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel")
SHORT = ("Ada", "Ben", "Żaneta", "Oświęcimka")
WIDE = ("W" * 30, "MWMWMWMWMW MWMWMWMWMW MWMWMWMW", "أحمد بن محمد الطويل", "👩‍👩‍👧‍👦" * 4)
HELD = (Checkpoint.OFFER_END, Checkpoint.PASSED)


@dataclass(frozen=True)
class Scene:
    """A moment of an evening: how far it has come (0 to 1), and what the last picture shows."""

    name: str
    far: float
    last: str = ""
    checkpoint: Checkpoint | None = None


SCENES = (
    Scene("set-up", 0),
    Scene("begun", 0.001),
    Scene("announced", 0.6, checkpoint=Checkpoint.OFFER_END),
    Scene("tiled", 0.7, checkpoint=Checkpoint.TILED),
    Scene("violations", 0.5, "violations"),
    Scene("question", 0.5, "question"),
    Scene("covered", 0.5, "waiting"),
    Scene("not-empty", 0, "not-empty"),
    Scene("over", 1),
)


def setup_of(game: str, players: int) -> Setup:
    duel = game == "azul-duel"
    goals = ("G1", "G5", "G8") if duel else ()
    return Setup(game, "coloured", players, None if duel else 0, goals=goals)


@cache
def steps_of(game: str, players: int) -> tuple[Any, ...]:
    return simulated_sitting(setup_of(game, players), 5).steps


@cache
def shot(game: str, players: int) -> Picture:
    """One picture of the game, somewhere in its middle."""
    steps = steps_of(game, players)
    return picture_of(steps[len(steps) // 2].scene, "000.jpg")


class Showing(Kitchen):
    """A kitchen whose camera shows the table, and whose reports know where the boards lie."""

    def __init__(self, game: str, players: int, names: tuple[str, ...]) -> None:
        super().__init__()
        self.setup, self.steps = setup_of(game, players), steps_of(game, players)
        self.camera.frame = lambda: replace(shot(game, players))
        self.evening.open(self.place(Seating(self.setup, names[:players])))
        self.evening.start()
        self.app = create_app(self.evening)

    def play(self, scene: Scene) -> Showing:
        """Go on until the scene is reached."""
        count = round(scene.far * len(self.steps)) or (1 if scene.far else 0)
        if scene.checkpoint in {step.moment.checkpoint for step in self.steps}:
            while self.steps[count - 1].moment.checkpoint is not scene.checkpoint:
                count += 1
        for step in self.steps[:count]:
            if step.moment.told:
                self.evening.ask(asks.Tell(plain(step.moment.told))).result(5)
            held = step.moment.checkpoint in HELD
            self.sees(step.boards, seat=step.moment.seat, hold=held)
        if scene.last:
            self.sees(self.sight(scene.last, count))
        everybody = list(range(self.setup.players))
        self.journal.keep_draft(coach_of(self.evening.state.sitting), everybody)
        self.placed()
        return self

    def sight(self, last: str, count: int) -> Any:
        board = load(self.setup.game, self.setup.variant)
        if last == "question":
            return QUESTION
        if last == "violations":
            first, second, *others = self.steps[count].boards
            return (wrong(board, first), wrong(board, second), *others)
        return last

    def placed(self) -> None:
        """Give the last report the boards' corners, and a question its crops."""
        state = self.evening.state
        if state.report is None:
            return
        scene = self.steps[0].scene
        size = board_corners(load(self.setup.game, self.setup.variant).size_mm)
        boards = []
        for seat, seated in enumerate(scene.seats):
            corners = scene.eye.camera.project(seated.pose.place(size), BOARD_MM)
            found = [one for one in state.report.boards if one.seat == seat]
            one = found[0] if found else BoardReport(BoardSighting(seat, View.COVERED))
            boards.append(replace(one, seen=replace(one.seen, corners_px=corners.round(1))))
        report = replace(state.report, boards=tuple(boards))
        if report.status is Status.QUESTION:
            report = replace(report, question=asked(self.setup))
        if report.status is Status.NOT_EMPTY:
            lying = self.steps[-1].boards[0].items()
            cells = {cell: lies for cell, lies in lying if isinstance(lies, str)}
            first = replace(boards[0], reading=BoardReading(cells, (), ()))
            report = replace(report, boards=(first, *boards[1:]))
        boards_shown = {one.seat: one.cells for one in report.boards}
        new = report.status in (Status.NOT_EMPTY, Status.VIOLATION)
        shown = boards_shown if new else state.boards
        self.evening.bulletin.change(lambda old: replace(old, report=report, boards=shown))

    def end(self) -> None:
        self.evening.stop()


QUESTION = {"options": [({}, {}, {}, {})]}

DOME_TILES = (
    ("red", "any", "blue", "black"),
    ("any", "black", "red", "blue"),
    ("turquoise", "special", "yellow", "turquoise"),
)


def plain(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: plain(one) for name, one in told.items()}
    return [plain(one) for one in told] if isinstance(told, tuple) else told


def asked(setup: Setup) -> Question:
    """A question with the four answers that fit."""
    board = load(setup.game, setup.variant)
    if board.dome_tile is not None:
        return Question(1, ("place/0/1",), (*((tile,) for tile in DOME_TILES), OTHER))
    cell = next(one.id for one in board.cells if one.kind in ("line", "space"))
    return Question(1, (cell,), (*((colour,) for colour in board.colours[:3]), OTHER))


def wrong(board: Any, cells: Any) -> Any:
    """A board on which several things are not allowed."""
    first, second = board.colours[:2]
    if board.game == "summer-pavilion":
        return {**cells, "star/1/1": "green", "star/2/1": "purple", "corner/0": "green"}
    spoiled = {cell: lies for cell, lies in cells.items() if not cell.startswith("line/")}
    return {**spoiled, "line/2/2": first, "line/3/0": first, "line/3/1": second,
            "floor/3": first}  # fmt: skip


def shown(game: str, players: int, scene: Scene, names: tuple[str, ...] = SHORT) -> Showing:
    """An evening at one of its moments."""
    return Showing(game, players, names).play(scene)
