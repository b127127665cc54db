"""What people put right: cells, totals, what no camera sees, whole boards, the last reading.

What a handler raises is the answer to whoever asked; the sitting is then as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.errors import CorrectionRefused
from companion.events import Confirmed, Event, Refused, ScoreCorrected, ToldCorrected, Undone
from companion.games.base import Cells, Checkpoint, Moment, Problem
from companion.service.bulletin import after
from companion.service.bulletin.state import Entry, Happened, Stage, State
from companion.service.evening import asks, checked_input
from companion.service.evening.context import Context
from companion.service.evening.handlers.outcome import (
    ask_again,
    judge_again,
    open_question,
    still_gone,
)
from companion.service.evening.handlers.press import check_seat
from companion.service.evening.told_ahead import tell_next, with_told
from companion.service.reports.report import Report, Status
from companion.service.sitting.amendment import score_corrected
from companion.service.sitting.corrections import corrections
from companion.sitting import Sitting, changes


def undo(context: Context, ask: asks.Undo) -> None:
    """Take back the last reading that holds; refuses where another one was meant.

    Two people who see the same mistake press at once: that takes back one reading, not two.
    """
    number = context.last_number()
    if ask.reading is not None and ask.reading != number:
        raise CorrectionRefused(
            "what you wanted to take back is no longer the last step; look at what is shown now"
        )
    amend(context, (Undone(),), Happened.UNDONE)
    if number is not None:
        context.open_place().guide.undone(number)
        context.publish(lambda state: state)  # what is due where the guide stands now


def put_back(context: Context, ask: asks.PutBack) -> None:
    """Let the reading that was taken back last hold again, with the totals people had put right."""
    sitting = context.full_keeper().sitting
    last = sitting.undone[-1] if sitting.undone else None
    lines = (line for line in context.state.history if last and line.number == last.number)
    was = next(lines, None)
    if last is None or was is None or ask.reading not in (None, last.number):
        raise CorrectionRefused("there is nothing to put back any more; look at what is shown now")
    number, status = sitting.numbered, "read" if was.picture or was.kept else "by-hand"
    totals = (ScoreCorrected(number, seat, score) for seat, score in last.scores.items())

    def with_line(state: State, sitting: Sitting) -> State:
        again = replace(was, status=status, number=number)
        result = context.full_keeper().result()
        return replace(
            state, history=(*state.history, after.line(again, sitting.history[-1], result))
        )

    with context.picture_of_events(was.picture, was.kept):
        amend(context, (Confirmed(last.moment, last.boards), *totals), Happened.PUT_BACK, with_line)
    context.open_place().guide.put_back(number)
    context.publish(lambda state: state)


def correct(context: Context, ask: asks.Correct) -> None:
    """Put right what lay on some cells in a reading that holds."""
    number = context.reading(ask.reading)
    lying = checked_input.cells_of_reading(context.full_keeper().sitting, number, ask.seat)
    wanted = checked_input.wanted(context.state.setup, lying, ask)
    if wanted:
        sitting = context.full_keeper().sitting
        amend(context, corrections(sitting, number, ask.seat, wanted), Happened.CORRECTED)


def correct_picture(context: Context, ask: asks.Correct) -> None:
    """Put right what was misread in the picture that is shown; what is legal then is taken over."""
    if ask.reading is not None:
        correct(context, ask)
        return
    report = context.state.report
    if report is None or not 0 <= ask.seat < len(report.boards):
        raise checked_input.nobody_at(ask.seat)
    boards = [one.cells for one in report.boards]
    wanted = checked_input.wanted(context.state.setup, boards[ask.seat], ask)
    laid = checked_input.laid(boards, ask.seat, wanted)
    moment = report.moment  # whatever was to be looked at since, and failed
    wrong = checked_input.problems(context.full_keeper().sitting, moment, laid)
    picture = context.state.picture
    with context.picture_of_events(picture):
        if any(wrong):
            put_wrong(context, report, laid, wrong)
            return
        confirm_by_hand(context, moment, laid, Happened.CORRECTED, picture)
    context.full_keeper().teach(laid)


def put_wrong(
    context: Context, report: Report, laid: tuple[Cells, ...], wrong: Sequence[tuple[Problem, ...]]
) -> None:
    """Put up what is wrong still once people have said what lies there; nothing is taken over."""
    rules = tuple(problem.rule for found in wrong for problem in found)
    context.full_keeper().amend(Refused(report.moment, laid, rules, by_hand=True))
    boards = checked_input.reported(report.boards, laid, wrong)
    put = replace(report, status=Status.VIOLATION, question=None, boards=boards)
    context.publish(lambda state: redrawn(state, put))


def redrawn(state: State, report: Report) -> State:
    """Return the state with another report of the same picture, nothing taken over."""
    return replace(
        state, report=report, stage=Stage.VIOLATION, happened=Happened.CORRECTED,
        boards=after.boards_after(state, report),
    )  # fmt: skip


def correct_score(context: Context, ask: asks.CorrectScore) -> None:
    """Put a total right."""
    number = context.reading(ask.reading)
    sitting = context.full_keeper().sitting
    amend(context, (score_corrected(sitting, number, ask.seat, ask.score),), Happened.CORRECTED)


def tell(context: Context, ask: asks.Tell) -> None:
    """Say what no camera sees: of a reading that asked for it, else of the next picture."""
    told = checked_input.told(context.state.setup, ask.told)
    asked = asked_of(context.state)
    if ask.reading is None and not asked & set(told):
        tell_next(context, told)
        return
    amend(context, (ToldCorrected(context.reading(ask.reading), told),), Happened.TOLD)


def tell_of_picture(context: Context, ask: asks.Tell) -> None:
    """Say what no camera sees and may make the picture legal; it is judged again then."""
    told = checked_input.told(context.state.setup, ask.told)
    asked = asked_of(context.state)
    if ask.reading is not None or not asked & set(told):
        tell(context, ask)
        return
    judge_again(context, lambda keeper: keeper.tell(told))


def asked_of(state: State) -> frozenset[str]:
    """Return what the last picture would like to be told."""
    return frozenset() if state.open_report is None else frozenset(state.open_report.asks)


def lay_by_hand(context: Context, ask: asks.LayByHand) -> None:
    """Confirm boards that people laid down on a page, for the moment that is due."""
    if ask.late not in (None, context.mark):
        raise CorrectionRefused(
            "the game has moved on since this page was opened; open it again, and lay the boards "
            "as they lie now"
        )
    guide = context.open_place().guide
    check_seat(context, ask.seat)
    moment = guide.next(ask.gesture, ask.seat, context.sitting)
    if moment.checkpoint is Checkpoint.TILES:  # no hand shows what tiles look like: go on without
        guide.taught()
        moment = guide.next(ask.gesture, ask.seat, context.sitting)
    moment = with_told(context, moment)
    boards = checked_input.boards_by_hand(context.state.setup, ask.boards)
    confirm_by_hand(context, moment, boards, Happened.BY_HAND)


def confirm_by_hand(
    context: Context,
    moment: Moment,
    boards: tuple[Cells, ...],
    happened: Happened,
    picture: int = 0,
) -> None:
    """Let boards count that no picture showed so."""
    result = context.full_keeper().result

    def with_line(state: State, sitting: Sitting) -> State:
        last = sitting.history[-1]
        entry = Entry.of(moment, "by-hand", picture=picture, number=last.entry.number)
        return replace(state, history=(*state.history, after.line(entry, last, result())))

    amend(context, (Confirmed(moment, boards),), happened, with_line)
    context.told = {}


def amend(
    context: Context,
    events: Sequence[Event],
    happened: Happened,
    then: Callable[[State, Sitting], State] = lambda state, sitting: state,
) -> None:
    """Let corrections that belong together happen, all or none; put up what follows from them.

    A question that is open stays so, unless a reading was taken back or laid by hand.
    """
    keeper = context.full_keeper()
    before, asked = keeper.sitting, open_question(context)
    keeper.amend(*events)
    changed = changes(before, keeper.sitting)
    result = keeper.result()

    def put_up(state: State) -> State:
        new = after.restated(state, keeper.sitting, result, happened, changed)
        return then(still_gone(context, state, new), keeper.sitting)

    context.publish(put_up)
    if not any(isinstance(event, Confirmed | Undone) for event in events):
        ask_again(context, asked)
