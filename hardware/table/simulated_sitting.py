"""A whole simulated sitting: players, faults and light turned into scenes, one per picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from companion.arrays import HALF_PIXEL, Points
from companion.boards import load
from companion.games import story
from companion.games.base import Cells, Moment, Setup
from companion.games.table_story import Shot
from companion.geometry.camera import BOARD_MM, board_corners
from hardware.table.dressing import dressed, first_scene
from hardware.table.faults import Faults
from hardware.table.hand_mistakes import MISTAKES
from hardware.table.mishaps import lasting, obscured
from hardware.table.picture.table_scene import TableScene

TAP_PX = 2.5
"""Standard deviation of a finger on a phone, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class SimulatedStep:
    """One press of the button: what the camera sees (None: nothing), for which moment.

    ``fault`` names what is wrong with this picture, None when it can be read and is legal;
    ``boards`` is what lies on the boards by seat, ``scores`` the totals once it is confirmed.
    """

    scene: TableScene | None
    moment: Moment
    boards: tuple[Cells, ...]
    scores: tuple[int, ...]
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class SimulatedSitting:
    """Everything there is to a simulated evening; ``taps`` is None where brackets lie."""

    setup: Setup
    steps: tuple[SimulatedStep, ...]
    taps: Mapping[int, Points] | None

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What each picture is taken for, in order."""
        return tuple(step.moment for step in self.steps)


def simulated_sitting(
    setup: Setup,
    seed: int = 0,
    faults: Faults | None = None,
    *,
    brackets: bool = True,
    turns: bool = False,
) -> SimulatedSitting:
    """Return a whole game played at the simulated table; the same seed gives the same evening.

    Without ``brackets`` it comes with tapped corners, a few pixels off.  ``turns`` asks for a
    picture after every turn where the game allows it.
    """
    chance = Random(f"evening {seed}")
    board = load(setup.game, setup.variant)
    scene = first_scene(board, setup.players, seed, brackets=brackets)
    evening = _Evening(scene, faults or Faults(), chance)
    shots = story(setup, turns=turns)(seed, Random(f"players {seed}"))
    steps = tuple(step for shot in shots for step in evening.live(shot))
    return SimulatedSitting(setup, steps, None if brackets else taps(scene, chance))


def taps(scene: TableScene, chance: Random) -> dict[int, Points]:
    """Return the corners (4, 2) of every board as somebody taps them in the first picture."""
    corners = board_corners(scene.board.size_mm)
    return {
        seat: scene.eye.camera.project(seated.pose.place(corners), BOARD_MM)
        + HALF_PIXEL
        + np.array([[chance.gauss(0, TAP_PX) for _ in range(2)] for _ in range(4)])
        for seat, seated in enumerate(scene.seats)
    }


class _Evening:
    """Goes from checkpoint to checkpoint and remembers how the table stands."""

    def __init__(self, scene: TableScene, faults: Faults, chance: Random) -> None:
        self._table = scene
        self._faults = faults
        self._chance = chance
        self._before: tuple[Cells, ...] = ({},) * len(scene.seats)
        self._count = 0

    def live(self, shot: Shot) -> list[SimulatedStep]:
        """Return the pictures of one checkpoint: those that go wrong, then the right one."""
        first = self._count == 0
        if not first:
            self._table = lasting(self._table, self._faults, self._chance)
        right = dressed(self._table, shot)
        wrong = [] if first else self._wrong(right, shot)
        self._before = shot.boards
        return [*wrong, self._step(right, shot, shot.boards, None)]

    def _wrong(self, right: TableScene, shot: Shot) -> list[SimulatedStep]:
        steps = []
        lying = self._mistaken(shot)
        if lying:
            scene = dressed(self._table, replace(shot, boards=lying))
            steps.append(self._step(scene, shot, lying, "mistakes"))
        for name in ("hands", "black", "dropped"):
            if self._faults.happens(name, self._chance):
                scene_or_none = obscured(right, name, self._chance)
                steps.append(self._step(scene_or_none, shot, shot.boards, name))
        return steps

    def _mistaken(self, shot: Shot) -> tuple[Cells, ...] | None:
        """Return the boards with one mistake on one of them, where somebody makes one."""
        if not self._faults.happens("mistakes", self._chance):
            return None
        seat = shot.moment.seat
        seats = list(range(len(shot.boards))) if seat is None else [seat]
        tries = [(s, name) for s in seats for name in MISTAKES]
        self._chance.shuffle(tries)
        for who, name in tries:
            before, cells = self._before[who], shot.boards[who]
            lying = MISTAKES[name](self._table.board, before, cells, self._chance)
            if lying is not None and _fresh(lying, before, name):
                return (*shot.boards[:who], lying, *shot.boards[who + 1 :])
        return None

    def _step(
        self, scene: TableScene | None, shot: Shot, boards: tuple[Cells, ...], fault: str | None
    ) -> SimulatedStep:
        self._count += 1
        numbered = replace(scene, exposure=self._count) if scene else None
        return SimulatedStep(numbered, shot.moment, boards, shot.scores, fault)


def _fresh(lying: Cells, before: Cells, name: str) -> bool:
    """Tell whether a mistake concerns what was laid since the last picture."""
    changed = {id for id, each in lying.items() if before.get(id) != each}
    kinds = {"wrong-space": ("wall", "dome", "star")}.get(name, ("line",))
    return any(id.startswith(kinds) for id in changed)
