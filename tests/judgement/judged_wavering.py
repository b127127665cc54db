"""Eyes that waver honestly: as often right about a cell as they say, and what becomes of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import exp
from random import Random

from judged_evenings import Picture, evening
from judged_keeper import SeeingKeeper
from judged_sightings import places

from companion.games.base import Checkpoint, Setup
from companion.reconcile import OTHER
from companion.service.reports.report import Report, Status
from companion.sightings.sighting import Likelihoods

WAVERING = 0.03
"""Share of cells of which a picture says little."""

LEAD = 4.0
"""Nats by which one content is likelier there than another, at most."""

POOR = 0.1
"""Share of the cubes that are moved to a wrong number by people who count poorly."""

NOT_WAVERING = ("place", "broken")
"""Kinds of cells that hold several tiles."""


class Counting(StrEnum):
    """How people move their cubes."""

    NOT = "not at all"
    RIGHTLY = "rightly"
    AS_TOLD = "as the companion says"
    POORLY = "now and then one or two too far"


@dataclass
class People:
    """Those at the table: whether they answer questions, and where their cubes stand."""

    counting: Counting = Counting.NOT
    answering: bool = True
    cubes: Sequence[int] = ()

    def move(self, picture: Picture, told: Sequence[int | None], chance: Random) -> None:
        """Move the cubes after a tiling, to totals that were ``told`` or counted."""
        if self.counting is Counting.AS_TOLD:
            self.cubes = [new or old for new, old in zip(told, self.cubes, strict=True)]
        elif self.counting is not Counting.NOT:
            poorly = self.counting is Counting.POORLY
            slips = [poorly and chance.random() < POOR for _ in self.cubes]
            self.cubes = [
                total + slip * chance.randint(1, 2)
                for total, slip in zip(picture.scores, slips, strict=True)
            ]


Eyes = Callable[[Setup, Picture, Random], Mapping[tuple[int, str], Likelihoods]]
"""What some cells of a picture seem to hold."""


def game_with_wavering_eyes(
    monkeypatch, setup: Setup, seed: int, people: People | None = None, eyes: Eyes | None = None
) -> Counter[str]:
    """Play a random game, questions answered rightly; return what came of it, counted."""
    eyes = eyes or wavering
    whole, chance, counts = evening(setup, seed), Random(seed), Counter[str]()
    people, table, confirmed = people or People(), SeeingKeeper(monkeypatch, setup), {}
    people.cubes, told, slips = [0] * setup.players, (), Random(seed)
    for before, picture in pairwise((None, *whole.pictures)):
        if picture.moment.checkpoint is Checkpoint.TILED:
            people.move(picture, told, slips)
        seeming = eyes(setup, picture, chance)
        report = table.show(picture.moment, picture.boards, (), seeming, people.cubes)
        counts["questions"] += report.status is Status.QUESTION
        if people.answering:
            report = answered(table, report, picture)
        told = report.scores
        counts["alarms"] += report.status is Status.VIOLATION
        counts["put right"] += report.anew
        if report.answered is not None:
            confirmed[report.answered.number] = before.boards
        if report.status is Status.READ:
            confirmed[table.keeper.sitting.history[-1].entry.number] = picture.boards
    held = {p.entry.number: p.entry.boards for p in table.keeper.sitting.history}
    pairs = [(held[n], boards) for n, boards in confirmed.items() if n in held]
    counts["wrong boards"] = sum(
        _differ(*each) for pair in pairs for each in zip(*pair, strict=True)
    )
    counts["games"] = 1
    counts["right totals"] = table.keeper.result().scores == whole.result.scores
    return counts


def wavering(
    setup: Setup, picture: Picture, chance: Random
) -> Mapping[tuple[int, str], Likelihoods]:
    """Return what some cells seem to hold, as often right as the nats say."""
    found = {}
    for seat, lying in enumerate(picture.boards):
        for place in places(setup.game, setup.variant):
            if place.kind in NOT_WAVERING or chance.random() > WAVERING:
                continue
            truth, lead = lying.get(place.cell), chance.uniform(0.0, LEAD)
            rivals = [each for each in place.contents if each != truth]
            rival = None if truth and chance.random() < 0.5 else chance.choice(rivals)
            right = chance.random() < 1 / (1 + exp(-lead))
            ahead, behind = (truth, rival) if right else (rival, truth)
            found[seat, place.cell] = {ahead: 0.0, behind: -lead}
    return found


def answered(table: SeeingKeeper, report: Report, picture: Picture) -> Report:
    """Return the report after all questions have been answered rightly, or put aside."""
    while report.status is Status.QUESTION:
        question = report.question
        lies = picture.boards[question.seat]
        so = tuple(lies.get(cell) for cell in question.cells)
        if so not in (options := question.options) and OTHER not in options:
            return table.keeper.answer(0)
        report = table.keeper.answer(options.index(so if so in options else OTHER))
    return report


def _differ(read: Mapping[str, object], truth: Mapping[str, object]) -> bool:
    broken = {"broken": None}
    return {**read, **broken} != {**truth, **broken}
