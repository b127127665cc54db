"""What the evening does when it is told something: the verbs of the table of transitions.

Each is called with the evening and what it was told, in the evening's own thread.  What a verb
raises is the answer to whoever asked; the sitting is then as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import CorrectionRefused, JournalError
from companion.events import (
    Confirmed,
    Event,
    ScoreCorrected,
    ToldCorrected,
    Undone,
)
from companion.games.base import Cells, Moment
from companion.sentence import Sentence
from companion.service.bulletin import after
from companion.service.bulletin.state import Entry, Phase, Stage, State
from companion.service.evening import checked_input
from companion.service.evening.asks import Looked
from companion.service.evening.look import look_at
from companion.service.ops.failures import log_failure, sentence_of
from companion.service.sitting.corrections import corrections
from companion.sitting import Sitting, changes, misfits

if TYPE_CHECKING:
    from companion.service.evening import asks
    from companion.service.evening.evening import Evening
    from companion.service.evening.place import Keeper, Report


BY_PHONE = "a phone takes this game's pictures; open the page Camera on it and press there"


def nothing(evening: Evening, ask: object) -> None:
    """Do nothing."""


def no_game(evening: Evening, ask: object) -> None:
    """Refuse: there is no game under way."""
    raise CorrectionRefused("no game is under way; begin one on the page for a new game")


def no_question(evening: Evening, ask: object) -> None:
    """Refuse: nothing was asked."""
    raise CorrectionRefused("this question is no longer open; look at what is shown now")


def not_now(evening: Evening, ask: object) -> None:
    """Refuse: this belongs to another page of the evening."""
    raise CorrectionRefused("this cannot be done now; begin with the page for a new game")


def later(evening: Evening, ask: asks.Ask) -> None:
    """Do it as soon as the picture has been read."""
    evening.defer(ask)


def remember(evening: Evening, ask: asks.Press | asks.Hold) -> None:
    """Remember one press for when the picture has been read.

    An impatient second press of the same button is no turn of its own; where every picture comes
    from a script, it asks for the next one.
    """
    played_before = evening.place is not None and not evening.place.live
    if played_before or (ask.seat is not None and ask.seat != evening.pressed_by):
        evening.remembered = ask


def look(evening: Evening, ask: asks.Press | asks.Hold | asks.Still) -> None:
    """Take a picture for what is due, and have it read."""
    place = evening.open_place()
    if place.handheld:
        raise CorrectionRefused(BY_PHONE)
    moment = place.guide.next(ask.gesture, ask.seat, evening.sitting)
    evening.pressed_by = ask.seat
    look_at(evening, moment)


def look_again(evening: Evening, ask: asks.Press | asks.Still) -> None:
    """Take another picture for the same moment; of a script, the next one."""
    place = evening.open_place()
    if evening.moment is None or not place.live or place.handheld:
        look(evening, ask)
    else:
        look_at(evening, evening.moment)


def look_by_itself(evening: Evening, ask: asks.Still) -> None:
    """Take a picture where people want them to come by themselves."""
    if evening.state.autoplay:
        look(evening, ask)


def nothing_unless_played_before(evening: Evening, ask: asks.Still) -> None:
    """Wait for the answer; of a game that was played before, go on."""
    if not evening.open_place().live:
        look(evening, ask)


def by_itself(evening: Evening, ask: asks.ByItself) -> None:
    """Let pictures come by themselves, or only on a press."""
    evening.publish(lambda state: replace(state, autoplay=ask.on))


def looked(evening: Evening, ask: asks.Looked) -> None:
    """Put up what was read."""
    evening.told = {}
    history = evening.state.history
    again = bool(history) and history[-1].picture == ask.picture
    show(evening, ask, instead=again)


def show(evening: Evening, seen: asks.Looked, *, instead: bool = False) -> None:
    """Put up a report: what holds now, or what is wrong, or what must be asked.

    It comes ``instead`` of the last line of the history where the same picture was judged anew.
    """
    place, moment = evening.open_place(), seen.moment
    report = seen.report.to_json() | {"file": seen.file}
    number = evening.last_number() if report["status"] == "read" else None
    if moment.seat is not None:
        report["seat"] = moment.seat
    if number is not None:
        place.guide.read(number)
        report["reading"] = number
    entry = Entry(
        seen.picture,
        seen.file,
        moment.checkpoint.value,
        moment.round,
        report["status"],
        tuple(report.get("scores") or ()),
        moment.seat,
        number,
        seen.kept,
    )
    result = evening.open_keeper().result()
    over = place.guide.over

    def put_up(state: State) -> State:
        before = replace(state, history=state.history[:-1]) if instead else state
        return after.looked(before, entry, report, result, over=over)

    evening.publish(put_up)


def failed(evening: Evening, ask: asks.Failed) -> None:
    """Say why a picture was no use; the game stays as it was."""
    sentence = sentence_of(ask.error)
    log_failure(sentence, ask.error)
    evening.full = isinstance(ask.error, JournalError) and ask.error.full
    entry = Entry(
        ask.picture, ask.file, ask.moment.checkpoint.value, ask.moment.round, "failed",
        seat=ask.moment.seat,
    )  # fmt: skip
    over = evening.open_place().guide.over
    stage = Stage.OVER if over else Stage.LOST if ask.lost else evening.stage_before
    evening.publish(
        lambda state: replace(after.failed(state, entry, sentence, over=over), stage=stage)
    )


def camera_gone(evening: Evening, ask: asks.CameraGone) -> None:
    """Say that the camera is gone; people go on by hand, and the camera is looked for."""
    if evening.state.stage is not Stage.LOOKING:
        evening.stage_before = evening.state.stage
    evening.publish(
        lambda state: replace(
            state, stage=Stage.CAMERA_GONE, phase=Phase.FAILED, trouble=ask.sentence,
            happened="camera-gone",
        )
    )  # fmt: skip


def camera_back(evening: Evening, ask: asks.CameraBack) -> None:
    """Go on where the evening stood before the camera went."""
    evening.publish(
        lambda state: replace(
            state, stage=evening.stage_before, trouble="", happened="camera-back",
            phase=Phase.SHOWN if state.report else Phase.READY,
        )
    )  # fmt: skip


def room(evening: Evening, ask: object) -> None:
    """Take back what was said of a full disk."""
    recorder = evening.recorder
    recorder.notice, recorder.full = "", False
    if evening.full:
        evening.full = False
        evening.publish(
            lambda state: replace(
                state, trouble="", phase=Phase.SHOWN if state.report else Phase.READY
            )
        )
    else:
        evening.publish(lambda state: state)


def answer(evening: Evening, ask: asks.Answer) -> None:
    """Answer the open question; the same picture is judged again."""
    open_ = (evening.state.report or {}).get("question") or {}
    if not open_ or (ask.question is not None and ask.question != open_["id"]):
        no_question(evening, ask)
    judge_again(evening, lambda keeper: keeper.answer(ask.option))


def judge_again(evening: Evening, judge: Callable[[Keeper], Report]) -> None:
    """Put up what becomes of the same picture, with what people said of it."""
    history, moment = evening.state.history, evening.moment
    assert moment is not None
    asked = next(line for line in reversed(history) if line.status != "failed")
    with evening.picture_of_events(asked.picture) as recorder:
        report = judge(evening.full_keeper())
        seen = Looked(moment, report, asked.picture, asked.file, recorder.kept)
    show(evening, seen, instead=asked is history[-1])


def undo(evening: Evening, ask: object) -> None:
    """Take back the last reading that holds."""
    number = evening.last_number()
    amend(evening, (Undone(),), "undone")
    if number is not None:
        evening.open_place().guide.undone(number)


def correct(evening: Evening, ask: asks.Correct) -> None:
    """Put right what lay on some cells in a reading that holds."""
    number = evening.reading(ask.reading)
    lying = checked_input.cells_of_reading(evening.full_keeper().sitting, number, ask.seat)
    wanted = checked_input.wanted(evening.state.setup, lying, ask)
    if wanted:
        sitting = evening.full_keeper().sitting
        amend(evening, corrections(sitting, number, ask.seat, wanted), "corrected")


def correct_picture(evening: Evening, ask: asks.Correct) -> None:
    """Put right what was misread in the picture that is shown; what is legal then is taken over."""
    if ask.reading is not None:
        correct(evening, ask)
        return
    report, moment = dict(evening.state.report or {}), evening.moment
    boards = checked_input.cells_of_report(report)
    if not 0 <= ask.seat < len(boards) or moment is None:
        raise CorrectionRefused(
            Sentence("nobody sits at seat {seat}; choose one of the boards", seat=ask.seat)
        )
    wanted = checked_input.wanted(evening.state.setup, boards[ask.seat], ask)
    laid = checked_input.laid(boards, ask.seat, wanted)
    wrong = checked_input.problems(evening.full_keeper().sitting, moment, laid)
    report["boards"] = checked_input.reported(report["boards"], laid, wrong)
    report |= {"status": "violation", "question": None}
    if any(wrong):
        evening.publish(lambda state: redrawn(state, report))
        return
    picture = evening.state.picture
    with evening.picture_of_events(picture):
        confirm_by_hand(evening, moment, laid, "corrected", picture)


def redrawn(state: State, report: dict[str, Any]) -> State:
    """Return the state with another report of the same picture, nothing taken over."""
    return replace(
        state, report=report, stage=Stage.VIOLATION, happened="corrected",
        boards=after.boards_after(state, report),
    )  # fmt: skip


def correct_score(evening: Evening, ask: asks.CorrectScore) -> None:
    """Put a total right."""
    number = evening.reading(ask.reading)
    amend(evening, (ScoreCorrected(number, ask.seat, ask.score),), "corrected")


def tell(evening: Evening, ask: asks.Tell) -> None:
    """Say what no camera sees: of a reading that asked for it, else of the next picture."""
    told = checked_input.told(evening.state.setup, ask.told)
    asked = set((evening.state.report or {}).get("asks", ()))
    if ask.reading is None and not asked & set(told):
        evening.tell_next(told)
        return
    amend(evening, (ToldCorrected(evening.reading(ask.reading), told),), "told")


def tell_of_picture(evening: Evening, ask: asks.Tell) -> None:
    """Say what no camera sees and may make the picture legal; it is judged again then."""
    told = checked_input.told(evening.state.setup, ask.told)
    asked = set((evening.state.report or {}).get("asks", ()))
    if ask.reading is not None or not asked & set(told):
        tell(evening, ask)
        return
    judge_again(evening, lambda keeper: keeper.tell(told))


def lay_by_hand(evening: Evening, ask: asks.LayByHand) -> None:
    """Confirm boards that people laid down on a page, for the moment that is due."""
    moment = evening.open_place().guide.next(ask.gesture, ask.seat, evening.sitting)
    moment = evening.with_told(moment)
    boards = checked_input.boards_by_hand(evening.state.setup, ask.boards)
    confirm_by_hand(evening, moment, boards, "by-hand")


def confirm_by_hand(
    evening: Evening, moment: Moment, boards: tuple[Cells, ...], happened: str, picture: int = 0
) -> None:
    """Let boards count that no picture showed so."""
    result = evening.full_keeper().result

    def with_line(state: State, sitting: Sitting) -> State:
        last = sitting.history[-1]
        number = last.entry.number
        entry = Entry(
            picture, "", moment.checkpoint, moment.round, "by-hand", (), moment.seat, number
        )
        return replace(state, history=(*state.history, after.line(entry, last, result())))

    amend(evening, (Confirmed(moment, boards),), happened, with_line)
    evening.told = {}


def amend(
    evening: Evening,
    events: Sequence[Event],
    happened: str,
    then: Callable[[State, Sitting], State] = lambda state, sitting: state,
) -> None:
    """Let corrections that belong together happen, and put up what follows from them."""
    keeper = evening.full_keeper()
    before = keeper.sitting
    for event in events:
        keeper.amend(event)
    changed = changes(before, keeper.sitting)
    unfit = misfits(keeper.sitting)
    gone = evening.state.stage is Stage.CAMERA_GONE
    result = keeper.result()

    def put_up(state: State) -> State:
        new = after.restated(state, keeper.sitting, result, happened, changed, unfit)
        if gone and new.stage is not Stage.OVER:
            evening.stage_before = new.stage
            new = replace(new, stage=Stage.CAMERA_GONE, phase=state.phase, trouble=state.trouble)
        return then(new, keeper.sitting)

    evening.publish(put_up)
