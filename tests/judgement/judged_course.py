"""The way of a sighting to the sitting, as the keeper goes it, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from judged_evenings import Evening, Picture
from judged_sightings import Seen, sighting

from companion.events import Confirmed
from companion.games.base import FIRST, Cells, Checkpoint, Content, Moment, Table
from companion.reconcile import OTHER, BoardReading, Contents, Question, Reading, Without, reconcile
from companion.sitting import Sitting, apply, opened

Spoil = Callable[[list[Seen], Picture, Sitting, Random], None]
MOST_QUESTIONS = 12


@dataclass
class Tally:
    """What became of the boards of many pictures, and how long it took."""

    boards: int = 0
    right: int = 0
    silent: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    questions: int = 0
    ms: list[float] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Return the figures in one line."""
        self.ms.sort()
        middle = self.ms[len(self.ms) // 2] if self.ms else 0.0
        return (
            f"{self.boards:6} boards, {self.right:6} right, {self.questions:5} questions, "
            f"{len(self.lost)} not among the answers, {len(self.alarms)} alarms, "
            f"{len(self.silent)} silently wrong, {len(self.scores)} scores wrong; "
            f"{middle:.1f} ms, at most {self.ms[-1] if self.ms else 0:.0f}"
        )


def follow(evening: Evening, tally: Tally, chance: Random, spoil: Spoil | None = None) -> None:
    """Take an evening through reconciliation and fold, picture by picture.

    Where a picture is read wrongly the truth is confirmed instead, so that every picture counts
    for itself.
    """
    state = opened(evening.setup)
    for picture in evening.pictures:
        before = state.before(picture.moment)
        known = before.boards or ({},) * evening.setup.players
        seen = [
            sighting(evening.setup, lying, old, chance)
            for lying, old in zip(picture.boards, known, strict=True)
        ]
        if spoil is not None:
            spoil(seen, picture, state, chance)
        boards = judge(state, picture, seen, tally)
        state = apply(state, Confirmed(picture.moment, boards))
        if picture.scores is not None and state.table.scores != picture.scores:
            tally.scores.append(f"{picture.moment}: {state.table.scores} not {picture.scores}")
    if state.game.result(state.table) != evening.result:
        tally.scores.append(f"result {state.game.result(state.table)} not {evening.result}")


def judge(
    state: Sitting, picture: Picture, seen: Sequence[Seen], tally: Tally
) -> tuple[Cells, ...]:
    """Return the boards as read, or as they lie where they were read wrongly."""
    before = state.before(picture.moment)
    truth = [
        expected(state, before, picture.moment, seat, b) for seat, b in enumerate(picture.boards)
    ]
    told: dict[tuple[int, str], Content | None] = {}
    refused: dict[tuple[int, str], set[Content | None]] = {}
    for _ in range(MOST_QUESTIONS):
        started = time.process_time()
        reading = reconcile(state.game, before, picture.moment, answered(seen, told, refused))
        tally.ms.append(1e3 * (time.process_time() - started) / len(seen))
        asked = reading.question
        if asked is None or (not reading.legal and _truth(asked, truth) not in asked.options):
            break
        tally.questions += 1
        right = _truth(asked, truth)
        if right not in asked.options and OTHER in asked.options:
            (cell,) = asked.cells
            refused.setdefault((asked.seat, cell), set()).update(o[0] for o in asked.options if o)
            continue
        if right not in asked.options:
            tally.lost.append(f"{picture.moment}: {asked} not {right}")
            tally.boards += len(seen)
            return tuple(truth)
        told |= {(asked.seat, c): content for c, content in zip(asked.cells, right, strict=True)}
    else:
        tally.lost.append(f"{picture.moment}: asked more than {MOST_QUESTIONS} times")
        tally.boards += len(seen)
        return tuple(truth)
    return _counted(reading, picture, truth, tally)


def _truth(asked: Question, truth: Sequence[Cells]) -> Contents:
    return tuple(truth[asked.seat].get(cell) for cell in asked.cells)


def answered(
    seen: Sequence[Seen],
    told: Mapping[tuple[int, str], Content | None],
    refused: Mapping[tuple[int, str], set[Content | None]],
) -> list[Seen]:
    """Return the sightings with what was answered as certain, or as out of the question."""
    sure = [dict(each) for each in seen]
    for (seat, cell), contents in refused.items():
        sure[seat][cell] = Without(sure[seat][cell], contents)
    for (seat, cell), content in told.items():
        sure[seat][cell] = {content: 0.0}
    return sure


def expected(state: Sitting, before: Table, moment: Moment, seat: int, board: Cells) -> Cells:
    """Return a board as it can be known: of a stack what was known before, and its top."""
    if "broken" not in board:
        return board
    for part in state.game.successors(before, moment)[seat]:
        if part.cells == ("broken",):
            stack = board["broken"]
            known = [c for c in part.options[0][0] if isinstance(c, tuple) and c[-1] == stack[-1]]
            if moment.checkpoint is Checkpoint.OFFER_END:
                known = [c for c in known if len(c) == len(stack)]
            same = min(known, key=len, default=stack)
            return {**board, "broken": same}
    return board


def _counted(
    reading: Reading, picture: Picture, truth: Sequence[Cells], tally: Tally
) -> tuple[Cells, ...]:
    for board, lying in zip(reading.boards, truth, strict=True):
        tally.boards += 1
        wrong = difference(board.cells, lying)
        wrong = {cell: both for cell, both in wrong.items() if cell not in left_open(board, lying)}
        if board.problems:
            tally.alarms.append(f"{picture.moment}: {wrong} {[p.rule for p in board.problems]}")
        elif wrong and reading.legal:
            tally.silent.append(f"{picture.moment}: {wrong}")
        else:
            tally.right += not wrong
    return tuple(truth)


def left_open(board: BoardReading, lying: Cells) -> set[str]:
    """Return the cells in doubt on which no point depends, so that nobody is asked about them."""
    open_floor = {
        cell
        for doubt in board.doubts
        for cell in doubt.cells
        if cell.startswith("floor/")
        if not {FIRST, None} & {board.cells.get(cell), lying.get(cell)}
    }
    return open_floor | ({"broken"} if _left_broken(board, lying) else set())


def _left_broken(board: BoardReading, lying: Cells) -> bool:
    """Tell whether a broken stack is in doubt, and no tile is claimed that may not lie there."""
    tops = {
        lies[-1] if lies else None
        for doubt in board.doubts
        if doubt.cells == ("broken",)
        for lies in doubt.options
    }
    read, truth = board.cells.get("broken", ()), lying.get("broken", ())
    return len(tops) > 1 and (not read or (read[-1] is None and len(read) <= len(truth)))


def difference(one: Cells, other: Cells) -> Mapping[str, tuple[object, object]]:
    """Return the cells on which two boards differ."""
    cells = Counter((*one, *other))
    return {c: (one.get(c), other.get(c)) for c in cells if one.get(c) != other.get(c)}
