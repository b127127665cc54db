"""The state after something has happened: a frame looked at, one that failed, a correction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.base import Cells, Checkpoint, Result, Step
from companion.games.played import Played
from companion.reconcile import BoardReading
from companion.service.bulletin.state import Entry, Happened, Phase, Stage, State
from companion.service.bulletin.whole_round import sheet_of, tiled_round, totals_before
from companion.service.reports.report import Answered, BoardReport, Report, Status
from companion.sightings.sighting import BoardSighting, View
from companion.sitting import Change, Sitting, asks_of, misfits

STAGE_OF = {
    Status.READ: Stage.PLAYING,
    Status.WAITING: Stage.LOST,
    Status.VIOLATION: Stage.VIOLATION,
    Status.QUESTION: Stage.QUESTION,
    Status.NOT_EMPTY: Stage.NOT_EMPTY,
}
"""The status of a frame's report -> where the evening stands after it."""


def looked(
    state: State,
    entry: Entry,
    report: Report,
    result: Result,
    *,
    sitting: Sitting | None,
    over: bool,
) -> State:
    """Return the state after a frame has been looked at, whatever its status.

    ``sitting`` is as the frame left it, None where none is kept; ``over`` tells that no further
    frame can come.
    """
    held = sitting if entry.status == Status.READ.value else None
    tiled = tiled_round(held)
    sheet = sheet_of(tiled) if tiled else report.breakdown
    has_lines = any(sheet)
    confirmed = confirmed_totals(state, entry, result, sitting)
    moved = state.confirmed is not None and confirmed != state.confirmed
    before = state.confirmed if moved else state.before
    ended = over or result.complete
    return replace(
        state,
        stage=Stage.OVER if ended else STAGE_OF[report.status],
        phase=Phase.OVER if ended else Phase.SHOWN,
        picture=entry.picture,
        report=report,
        before=totals_before(held) or before,
        confirmed=confirmed,
        announced=announced_totals(state, entry),
        sheet=sheet if has_lines else state.sheet,
        sheet_round=entry.round if has_lines else state.sheet_round,
        boards=boards_after(state, report),
        boards_before=boards_before(state),
        history=(*replaced(state.history, sitting), with_totals(entry, state, result)),
        result=result,
        trouble="",
        happened=report.status,
        changed=(),
    )


def answered(state: State, late: Answered, kept: str) -> State:
    """Return the state in which the last picture asked about at a moment is a reading after all."""
    asked = Entry.of(late.moment, Status.QUESTION.value)
    at = (asked.status, asked.checkpoint, asked.round, asked.seat)
    lines = list(state.history)
    for n in reversed(range(len(lines))):
        if (lines[n].status, lines[n].checkpoint, lines[n].round, lines[n].seat) == at:
            read = Status.READ.value
            kept = kept or lines[n].kept
            lines[n] = replace(lines[n], status=read, number=late.number, kept=kept)
            break
    return replace(state, history=tuple(lines))


def with_totals(entry: Entry, state: State, result: Result) -> Entry:
    """Return a line of the history with what its totals were, or come to at the end of the game."""
    if entry.status != "read":
        return entry
    if entry.checkpoint == Checkpoint.OFFER_END:
        return replace(entry, before=state.confirmed or ())
    return replace(entry, scores=result.scores) if result.complete else entry


def boards_after(state: State, report: Report) -> Mapping[int, Cells]:
    """Return what lies on each board; while one is covered, all are shown as they were."""
    if report.status is Status.WAITING:
        return state.boards
    return {**state.boards, **{one.seat: one.cells for one in report.boards}}


def boards_before(state: State) -> Mapping[int, Cells]:
    """Return the boards before a frame; what was asked about or refused then did not hold."""
    held = state.report is None or state.report.status in (Status.READ, Status.WAITING)
    return state.boards if held else state.boards_before


def confirmed_totals(
    state: State, entry: Entry, result: Result, sitting: Sitting | None
) -> tuple[int, ...] | None:
    """Return the totals that hold after ``entry``; what a frame announces holds only later.

    Without a ``sitting`` they are those of the frame, but at an offer's end, which only announces.
    """
    if result.complete:
        return result.scores
    if entry.status != "read":
        return state.confirmed
    if sitting is not None:
        return sitting.table.scores if sitting.history else state.confirmed
    known = tuple(score for score in entry.scores if score is not None)
    told = entry.checkpoint != Checkpoint.OFFER_END and len(known) == state.setup.players
    return known if told else state.confirmed


def replaced(history: Sequence[Entry], sitting: Sitting | None) -> Iterator[Entry]:
    """Yield the lines of the history; a reading whose moment was looked at anew holds no more."""
    holding = {played.entry.number for played in sitting.history} if sitting else set()
    for entry in history:
        gone = sitting is not None and entry.number is not None and entry.number not in holding
        yield replace(entry, status="undone") if gone else entry


def announced_totals(state: State, entry: Entry) -> tuple[int | None, ...]:
    """Return the totals the coming tiling leads to; empty when none is due."""
    if entry.status != "read":
        return state.announced
    return entry.scores if entry.checkpoint == Checkpoint.OFFER_END else ()


def failed(state: State, entry: Entry, sentence: str, *, over: bool) -> State:
    """Return the state after a frame that could not be looked at; the game stays as it was."""
    return replace(
        state,
        phase=Phase.OVER if over else Phase.FAILED,
        history=(*state.history, entry),
        trouble=sentence,
        happened=Happened.FAILED,
        changed=(),
    )


def caught_up(state: State, sitting: Sitting, result: Result) -> State:
    """Return the state with what a frame brought before it failed: that is on record already."""
    told = {entry.number for entry in state.history}
    for played in sitting.history:
        if played.entry.number not in told:
            late = Answered(played.entry.number, played.entry.moment)
            state = answered(state, late, "")
    return restated(state, sitting, result, state.happened)


def restated(
    state: State,
    sitting: Sitting,
    result: Result,
    happened: Happened | Status,
    changed: Sequence[Change] = (),
) -> State:
    """Return the state that follows from the sitting alone, after a correction or a new start.

    What the last picture showed of it (corners, the picture itself) stays where it is of the same
    reading.
    """
    last = sitting.history[-1] if sitting.history else None
    scores = [played.outcome.table.scores for played in sitting.history]
    if result.complete:
        scores[-1] = result.scores  # with the bonuses, as the last picture brought them
    now = scores[-1] if scores else None
    earlier = [each for each in scores if each != now]
    sheet, number = _last_sheet(sitting)
    holding = {played.entry.number: played for played in sitting.history}
    return replace(
        state,
        stage=_stage(sitting, result),
        phase=Phase.OVER if result.complete else Phase.SHOWN if last else Phase.READY,
        report=None if last is None else report_of(last, state.report, asks_of(sitting, last)),
        confirmed=now,
        before=totals_before(sitting) or (earlier[-1] if earlier else None),
        announced=_announced(last),
        sheet=sheet,
        sheet_round=number,
        boards=_lying(last),
        boards_before=state.boards,
        history=tuple(_line(entry, holding, result) for entry in state.history),
        result=result,
        trouble="",
        happened=happened,
        changed=tuple(changed),
        misfits=misfits(sitting),
    )


def report_of(played: Played, shown: Report | None = None, asks: Sequence[str] = ()) -> Report:
    """Return a reading in the form of a frame's report; from ``shown`` what the picture told."""
    same = shown if shown is not None and shown.reading == played.entry.number else None
    seen = {} if same is None else {one.seat: one.seen for one in same.boards}
    return Report(
        played.entry.moment,
        Status.READ,
        tuple(_board(s, cells, seen.get(s)) for s, cells in enumerate(played.entry.boards)),
        played.outcome.announced,
        played.outcome.steps,
        asks=tuple(asks),
        file="" if same is None else same.file,
        reading=played.entry.number,
    )


def _board(seat: int, cells: Cells, seen: BoardSighting | None) -> BoardReport:
    """Return a board with what is right on it; where it lay is as it was seen."""
    where = seen or BoardSighting(seat, View.CLEAR)
    return BoardReport(replace(where, cells={}, chips={}), BoardReading(cells, (), ()))


def _lying(last: Played | None) -> Mapping[int, Cells]:
    return dict(enumerate(last.entry.boards)) if last else {}


def _announced(last: Played | None) -> tuple[int | None, ...]:
    offered = last is not None and last.entry.moment.checkpoint is Checkpoint.OFFER_END
    return last.outcome.announced if last is not None and offered else ()


def _last_sheet(sitting: Sitting) -> tuple[tuple[tuple[Step, ...], ...], int]:
    """Return the last score sheet with a line in it, and its round."""
    if (tiled := tiled_round(sitting)) and any(sheet := sheet_of(tiled)):
        return sheet, tiled[-1].entry.moment.round
    for played in reversed(sitting.history):
        if any(played.outcome.steps):
            return played.outcome.steps, played.entry.moment.round
    return (), 0


def _stage(sitting: Sitting, result: Result) -> Stage:
    if result.complete:
        return Stage.OVER
    return Stage.PLAYING if sitting.history else Stage.SET_UP


def _line(entry: Entry, holding: Mapping[int, Played], result: Result) -> Entry:
    """Return a line of the history as it stands now: corrected, or taken back."""
    if entry.number is None:
        return entry
    played = holding.get(entry.number)
    if played is None:
        return replace(entry, status="undone")
    return line(entry, played, result if entry.number == max(holding) else None)


def line(entry: Entry, played: Played, result: Result | None) -> Entry:
    """Return a line of the history with the totals of its reading; of the last, the ``result``."""
    if entry.checkpoint == Checkpoint.OFFER_END:
        return replace(entry, scores=played.outcome.announced, before=played.base.scores)
    ended = result is not None and result.complete
    return replace(entry, scores=result.scores if result and ended else played.outcome.announced)
