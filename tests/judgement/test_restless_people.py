"""People who answer at random, take back, correct and play on: nothing breaks, all is on record."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from judged_evenings import evening
from judged_keeper import SeeingKeeper
from judged_wavering import wavering

from companion.errors import CorrectionRefused
from companion.events import ScoreCorrected, Undone
from companion.games.base import Setup
from companion.service.reports.report import Status
from companion.sitting import fold

SETUPS = {
    "azul": Setup("azul", players=3),
    "azul-mini": Setup("azul-mini"),
    "azul-duel": Setup("azul-duel", goals=("G1", "G5", "G8")),
    "summer-pavilion": Setup("summer-pavilion"),
}
UNDONE = 5
"""Readings that are taken back in one evening at most, so that it comes to an end."""


class Restless:
    """An evening of people who do at random what people may do at each picture."""

    def __init__(self, monkeypatch, setup: Setup, seed: int) -> None:
        self.pictures, self.chance = evening(setup, seed).pictures, Random(seed)
        self.table, self.setup = SeeingKeeper(monkeypatch, setup), setup
        self.cubes: list[int | None] = [None] * setup.players
        self.did = Counter[str]()

    def play(self) -> None:
        at = 0
        while at < len(self.pictures):
            self._meddle(self._press(at))
            sitting = self.table.keeper.sitting
            assert fold(self.table.records).history == sitting.history
            at += self.chance.random() < 0.85  # else they press again for the same
        self.table.keeper.result()

    def _press(self, at: int):
        picture, later = self.pictures[at], self.pictures[min(at + 1, len(self.pictures) - 1)]
        if picture.scores and self.setup.game in ("azul", "azul-mini") and self._now(0.8):
            self.cubes = list(picture.scores)
        if self._now(0.5):
            self.table.keeper.expect(lambda sitting: later.moment)
        shown = later if self._now(0.1) else picture
        seeming = wavering(self.setup, shown, self.chance)
        return self.table.show(picture.moment, shown.boards, (), seeming, self.cubes)

    def _meddle(self, report) -> None:
        keeper = self.table.keeper
        self.did[report.status] += 1
        self.did["late"] += report.answered is not None
        try:
            if report.status is Status.QUESTION and self._now(0.5):
                keeper.answer(self.chance.randrange(len(report.question.options)))
            elif self._now(0.1) and self.did["undone"] < UNDONE:
                keeper.amend(Undone())
                self.did["undone"] += 1
            elif self._now(0.05) and keeper.sitting.history:
                keeper.amend(ScoreCorrected(keeper.sitting.history[-1].entry.number, 0, 7))
        except CorrectionRefused:
            self.did["refused"] += 1

    def _now(self, chance: float) -> bool:
        return self.chance.random() < chance


def play(monkeypatch, name: str, seeds: range) -> Counter[str]:
    """Play random evenings; return what happened in them, counted."""
    monkeypatch.setattr("judged_wavering.WAVERING", 0.12)
    did = Counter[str]()
    for seed in seeds:
        people = Restless(monkeypatch, SETUPS[name], seed)
        people.play()
        did += people.did
    print(name, dict(did))
    return did


@pytest.mark.parametrize(
    "name", ["azul", pytest.param("azul-mini", marks=pytest.mark.long), "azul-duel"]
)
def test_whatever_people_do_the_record_is_the_sitting(monkeypatch, name):
    did = play(monkeypatch, name, range(1))
    assert did[Status.READ] > did[Status.VIOLATION]
    assert did["undone"]


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_so_it_is_in_many_evenings(monkeypatch, name):
    did = play(monkeypatch, name, range(3, 23))
    assert did["late"], "some question was answered by a later picture"
