"""Faults put into evenings as sightings: what is said of them, and how the evening goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from judged_course import MOST_QUESTIONS, answered, difference, expected
from judged_evenings import Evening, Picture
from judged_forgetting import Taken
from judged_sightings import sighting
from judged_slowly import slow_verdict

from companion.events import Confirmed, Refused
from companion.games.base import Cells, Checkpoint
from companion.reconcile import Reading, reconcile
from companion.sitting import Sitting, apply, opened

MOST = 3
"""Violations said of a faulty board at most."""


Faults = Mapping[Checkpoint, Sequence[Any]]


@dataclass
class Findings:
    """How many faults of each name there were, and what was wrong with what was said of them.

    ``unnamed`` are those of which the rule was not said, on whatever cell.
    """

    faults: Counter[str] = field(default_factory=Counter)
    unnamed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def put_in(
    evening: Evening, faults: Faults, chance: Random, found: Findings, share: float = 1.0
) -> None:
    """Follow an evening; show a share of its pictures with a fault first, then as they are.

    Nothing is taken over while a fault is on the table; with the next legal picture the evening
    goes on, its scores right.
    """
    state = opened(evening.setup)
    for picture in evening.pictures:
        before, moment = state.before(picture.moment), picture.moment
        if chance.random() < share:
            some = faults.get(moment.checkpoint, ())
            state = _with_faults(evening, state, picture, some, chance, found)
            reading = _read(evening, state, moment, picture.boards, chance)
            if not reading.legal or reading.question is not None:
                found.wrong.append(f"{moment}: not right again: {reading}")
        truth = (expected(state, before, moment, s, b) for s, b in enumerate(picture.boards))
        state = apply(state, Confirmed(moment, tuple(truth)))
        if picture.scores is not None and state.table.scores != picture.scores:
            found.wrong.append(f"{moment}: {state.table.scores} not {picture.scores}")


def _read(evening: Evening, state: Sitting, moment: Any, boards: Any, chance: Random) -> Reading:
    """Return what is read of boards; a question is answered with what lies there."""
    before = state.before(moment)
    known = before.boards or ({},) * evening.setup.players
    pairs = zip(boards, known, strict=True)
    seen = [sighting(evening.setup, lying, old, chance) for lying, old in pairs]
    told = {}
    for _ in range(MOST_QUESTIONS):
        reading = reconcile(state.game, before, moment, answered(seen, told, {}))
        asked = reading.question
        if asked is None or not reading.legal:
            break
        lies = [boards[asked.seat].get(cell) for cell in asked.cells]
        told |= {(asked.seat, c): content for c, content in zip(asked.cells, lies, strict=True)}
    return reading


def _with_faults(
    evening: Evening,
    state: Sitting,
    picture: Picture,
    faults: Sequence[Any],
    chance: Random,
    found: Findings,
) -> Sitting:
    """Show each seat's board with the fault that was had least so far."""
    moment, before = picture.moment, state.before(picture.moment)
    seats = [moment.seat] if moment.seat is not None else range(evening.setup.players)
    for seat in seats:
        lying, old = picture.boards[seat], before.boards[seat]
        for fault in sorted(faults, key=lambda fault: found.faults[fault.__name__]):
            ways = list(fault(chance, lying, old, evening.setup))
            chance.shuffle(ways)
            certain = (way for way in ways if _certain(state, picture, seat, way[2]))
            way = next(certain, None)
            if way is None:
                continue
            rule, cell, wrong = way
            found.faults[fault.__name__] += 1
            boards = [*picture.boards[:seat], wrong, *picture.boards[seat + 1 :]]
            reading = _read(evening, state, moment, boards, chance)
            if not any(one.rule.endswith(f"-{rule}") for one in reading.boards[seat].problems):
                found.unnamed.append(f"{fault.__name__} {moment} {difference(lying, wrong)}")
            for complaint in _complaints(reading, seat, rule, cell, wrong):
                made, new = difference(lying, wrong), difference(old, lying)
                found.wrong.append(f"{fault.__name__} {moment} {made} ({complaint}); right: {new}")
            read = tuple(board.cells for board in reading.boards)
            assert apply(state, Refused(moment, read, (rule,))) == state
            break
    return state


def _certain(state: Sitting, picture: Picture, seat: int, wrong: Cells) -> bool:
    """Tell whether no turns that nobody saw explain a board: then the fault must be named."""
    boards = (*picture.boards[:seat], wrong, *picture.boards[seat + 1 :])
    base = state.before(picture.moment)
    return not slow_verdict(Taken(state, base, picture, picture.moment, boards), boards)


def _complaints(
    reading: Reading, seat: int, rule: str, cell: str | None, wrong: Cells
) -> list[str]:
    said = reading.boards[seat].problems
    rules = [problem.rule for problem in said]
    complaints = []
    named = [p for p in said if p.rule.endswith(f"-{rule}") and (cell is None or cell in p.cells)]
    if not named:
        complaints.append(f"{rule} on {cell} not among {[(p.rule, p.cells) for p in said]}")
    if len(said) > MOST:
        complaints.append(f"too much said: {rules}")
    if any(board.problems for s, board in enumerate(reading.boards) if s != seat):
        complaints.append("another board is accused")
    if any(set(problem.cells) - set(wrong) for problem in said):
        complaints.append("an empty space is named")
    return complaints
