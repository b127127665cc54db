"""Eyes that waver honestly: as often right about a cell as they say, and what becomes of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp
from random import Random

from judged_evenings import Picture, evening
from judged_keeper import SeeingKeeper
from judged_sightings import places

from companion.games.base import Setup
from companion.reconcile import OTHER
from companion.service.reports.report import Report, Status
from companion.vision.sighting import Likelihoods

WAVERING = 0.03
"""Share of cells of which a picture says little."""

LEAD = 4.0
"""Nats by which one content is likelier there than another, at most."""

NOT_WAVERING = ("place", "broken")
"""Kinds of cells that hold several tiles."""


def game_with_wavering_eyes(monkeypatch, setup: Setup, seed: int) -> Counter[str]:
    """Play a random game, questions answered rightly; return what came of it, counted."""
    whole, chance, counts = evening(setup, seed), Random(seed), Counter[str]()
    table, confirmed = SeeingKeeper(monkeypatch, setup), {}
    for picture in whole.pictures:
        seeming = wavering(setup, picture, chance)
        report = table.show(picture.moment, picture.boards, seeming=seeming)
        report = answered(table, report, picture)
        counts["alarms"] += report.status is Status.VIOLATION
        counts["put right"] += report.anew
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
