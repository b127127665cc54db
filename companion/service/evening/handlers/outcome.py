"""What becomes of a picture: it is put up with what was read, or why it was no use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.errors import JournalError
from companion.games.base import Checkpoint
from companion.reconcile import Question
from companion.service.bulletin import after
from companion.service.bulletin.state import Entry, Happened, Stage, State
from companion.service.evening import asks
from companion.service.evening.asks import Looked
from companion.service.evening.context import Context
from companion.service.evening.handlers import boards_so_far
from companion.service.evening.handlers.refusals import no_question
from companion.service.evening.place import Keeper
from companion.service.ops.failures import log_failure, sentence_of
from companion.service.reports.report import Report, Status, WhoseBoard, question_id


def looked(context: Context, ask: asks.Looked) -> None:
    """Put up what was read."""
    context.moment = ask.moment
    history = context.state.history
    again = bool(history) and history[-1].picture == ask.picture
    show(context, ask, instead=again)


def show(context: Context, seen: asks.Looked, *, instead: bool = False) -> None:
    """Put up a report: what holds now, or what is wrong, or what must be asked.

    It comes ``instead`` of the last line of the history where the same picture was judged anew.
    """
    place = context.open_place()
    number = None
    if seen.report.status is Status.READ and seen.moment.checkpoint is Checkpoint.TILES:
        place.guide.taught()  # what the tiles look like is no reading of the game
    elif seen.report.status is Status.READ:
        number = context.last_number()
    report = replace(slim(seen.report), file=seen.file, reading=number)
    if number is not None or report.status is Status.QUESTION:
        context.told = {}  # of a picture that counts for nothing it was not said
    if report.status is Status.QUESTION and isinstance(report.question, Question):
        context.recorder.asks()  # whose board it is may be asked of a later picture
    # Before the state is put up: what is due then depends on what the guide has heard.
    if report.answered is not None:
        place.guide.read(report.answered.number, report.answered.moment)
    if number is not None:
        place.guide.read(number, seen.moment)
    boards_so_far.keep(context, seen)
    entry = line_of(seen, report)
    result = context.open_keeper().result()
    over = place.guide.over

    def put_up(state: State) -> State:
        before = replace(state, history=state.history[:-1]) if instead else state
        if report.answered is not None:
            before = after.answered(before, report.answered, seen.kept_before)
        if report.anew and context.sitting is not None:
            before = after.restated(before, context.sitting, result, state.happened)
        new = after.looked(before, entry, report, result, sitting=context.sitting, over=over)
        return still_gone(context, state, new)

    context.publish(put_up)


def line_of(seen: asks.Looked, report: Report) -> Entry:
    """Return the line of the history for a picture and what was read in it."""
    return Entry.of(
        seen.moment,
        report.status.value,
        picture=seen.picture,
        file=seen.file,
        scores=report.scores,
        number=report.reading,
        kept=seen.kept,
    )


def skip_tiles(context: Context, ask: asks.SkipTiles) -> None:
    """Go on without the tiles being shown, from what was read last."""
    context.open_place().guide.taught()
    context.moment = None
    keeper, asked = context.full_keeper(), open_question(context)
    restated = partial(
        after.restated, sitting=keeper.sitting, result=keeper.result(), happened=Happened.SKIPPED
    )
    context.publish(lambda state: still_gone(context, state, restated(state)))
    ask_again(context, asked)


def still_gone(context: Context, before: State, state: State) -> State:
    """Return a state in which the camera is gone as it was before, unless the game is over."""
    if before.stage is not Stage.CAMERA_GONE or state.stage is Stage.OVER:
        return state
    context.stage_before = state.stage
    return replace(state, stage=before.stage, phase=before.phase, trouble=before.trouble)


def open_question(context: Context) -> Report | None:
    """Return the report of the picture that people are asked about, or when the camera is back."""
    state = context.state
    stage = context.stage_before if state.stage is Stage.CAMERA_GONE else state.stage
    asked = state.report if stage is Stage.QUESTION else None
    return asked if asked and asked.question is not None else None


def ask_again(context: Context, asked: Report | None) -> None:
    """Judge the picture again about which people are ``asked``, after something else was said.

    Its question stays open, unless it has become clear; whose board it is nothing else tells.
    """
    if asked is not None and isinstance(asked.question, WhoseBoard):
        context.publish(lambda state: replace(state, stage=Stage.QUESTION, report=asked))
    elif asked is not None:
        judge_again(context, lambda keeper: keeper.tell({}), asked)


def slim(report: Report) -> Report:
    """Return a report without its likelihoods: many states are kept, and no page shows them."""
    boards = (replace(one, seen=replace(one.seen, cells={})) for one in report.boards)
    return replace(report, boards=tuple(boards))


def failed(context: Context, ask: asks.Failed) -> None:
    """Say why a picture was no use; the game stays as it was."""
    sentence = sentence_of(ask.error)
    log_failure(sentence, ask.error)
    context.full = isinstance(ask.error, JournalError) and ask.error.full
    entry = Entry.of(ask.moment, "failed", picture=ask.picture, file=ask.file)
    over = context.open_place().guide.over
    catch_up(context)
    stage = Stage.OVER if over else Stage.LOST if ask.lost else context.stage_before
    context.publish(
        lambda state: replace(after.failed(state, entry, sentence, over=over), stage=stage)
    )


def catch_up(context: Context) -> None:
    """Put up what counts already of a picture that failed half-way, as on a disk that is full.

    What was asked before is open no more then.
    """
    sitting = context.sitting
    if sitting is None or sitting.table is context.state.table:
        return
    result = context.full_keeper().result()
    context.stage_before = context.publish(
        lambda state: after.caught_up(state, sitting, result)
    ).stage


def judge_again(
    context: Context, judge: Callable[[Keeper], Report], shown: Report | None = None
) -> None:
    """Put up what becomes of the same picture, the one that is ``shown``, with what people said.

    It stays one of the moment it was taken for, whatever was to be looked at since and failed.
    """
    history, shown = context.state.history, shown or context.state.report
    assert shown is not None
    context.moment = shown.moment
    asked = next(line for line in reversed(history) if line.status != "failed")
    with context.picture_of_events(asked.picture) as recorder:
        report = judge(context.full_keeper())
        kept, before = recorder.kept, recorder.kept_before
        seen = Looked(shown.moment, report, asked.picture, asked.file, kept, before)
    show(context, seen, instead=asked is history[-1])


def answer(context: Context, ask: asks.Answer) -> None:
    """Answer the open question; the same picture is judged again."""
    report = context.state.report
    asked = None if report is None else report.question
    if asked is None or (ask.question is not None and ask.question != question_id(asked)):
        no_question(context, ask)
    judge_again(context, lambda keeper: keeper.answer(ask.option))
