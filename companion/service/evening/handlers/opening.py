"""Sittings are opened, left and taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from companion.arrays import Image
from companion.errors import CompanionError, CorrectionRefused, JournalError, PictureError
from companion.events import Asked, Confirmed, Refused
from companion.games import NAMES
from companion.games.base import Checkpoint, Setup
from companion.journal import NEW_GAME, Recorded, Seating, Unreadable, coach_of
from companion.journal.player_names import check_told_apart
from companion.sentence import Sentence
from companion.service.bulletin import after
from companion.service.bulletin.state import Entry, Happened, Phase, Stage, State, with_call
from companion.service.evening import asks, checked_input
from companion.service.evening.context import Context
from companion.service.evening.handlers import boards_so_far, phones
from companion.service.evening.handlers.waiting_picture import reopen
from companion.service.evening.look import find_boards
from companion.service.evening.place import Looker, Memory, Place, as_keeper
from companion.service.evening.recorder import Recorder
from companion.service.evening.told_ahead import recall_told
from companion.service.ops.failures import log, log_failure, sentence_of
from companion.service.pictures.photograph import picture_from
from companion.service.reports.report import Status
from companion.service.sitting.keeper import Located
from companion.service.sitting.taps import Taps
from companion.sitting import fold

STATUS_OF = {
    Confirmed: Status.READ,
    Refused: Status.VIOLATION,
    Asked: Status.QUESTION,
}
"""What was made of a picture -> how its line of the history says it."""

RECALLED = 14
"""Pictures the eyes learn from again: a whole game of five rounds, the latest of a longer one."""


def keep_draft(context: Context, ask: asks.Draft) -> None:
    """Keep what is typed for a new game as it is typed; nothing else knows of it."""
    context.journal.keep_draft(NEW_GAME, ask.fields or None)


def preview(context: Context, ask: asks.Preview) -> None:
    """Take a picture and show which boards are found; a game under way goes on meanwhile."""
    place = context.opener(ask.seating)
    context.aside(lambda: find_boards(context, place))


def previewed(context: Context, ask: asks.Previewed) -> None:
    """Show which boards are found."""
    before = context.state.preview
    found = replace(ask.preview, number=1 if before is None else before.number + 1)
    context.publish(lambda state: replace(state, preview=found))


def begin(context: Context, ask: asks.Begin) -> None:
    """Open a sitting that people have set up; one that is open is put aside."""
    check_told_apart(ask.seating.names)
    # The place first: where there can be none, the game under way goes on.
    place = context.opener(replace(ask.seating, chosen=True))
    put_aside(context)
    sitting = context.journal.begin(place.seating)
    if ask.coach:
        wish_coach(context, sitting, list(range(place.seating.setup.players)))
    open_at(context, place, sitting)
    context.rewind = True


def wish_coach(context: Context, sitting: int, seats: object) -> None:
    """Keep which seats want the coach in a new sitting; a full disk costs that, not the game."""
    try:
        context.journal.keep_draft(coach_of(sitting), seats)
    except JournalError as error:
        log_failure(str(error), error)


def again(context: Context, ask: asks.Again) -> None:
    """Begin the same game anew, with the same people and an empty history."""
    place = context.opener(rematch(context.open_place().seating, ask.starter))
    put_aside(context)
    open_at(context, place, context.journal.begin(place.seating))
    context.rewind = True


def rematch(seating: Seating, starter: int | None) -> Seating:
    """Return the seating of another game, from its very beginning, where ``starter`` begins."""
    setup = replace(seating.setup, scores=None, round=0)
    if starter is None:
        return replace(seating, setup=setup)
    if not 0 <= starter < setup.players:
        raise checked_input.nobody_at(starter)
    if setup.first_player is None:
        raise CorrectionRefused("who begins is drawn in this game; begin it without saying who")
    return replace(seating, setup=replace(setup, first_player=starter), chosen=True)


def open_at(context: Context, place: Place, sitting: int) -> None:
    """Let a new sitting be the open one."""
    recorder = Recorder(context.journal, sitting)
    try:
        keeper = place.keeper(recorder)
    except Exception as error:
        sentence = sentence_of(error)
        log_failure(sentence, error)
        context.publish(lambda state: replace(state, phase=Phase.FAILED, trouble=sentence))
        raise
    context.put_in(place, sitting, recorder, keeper)
    context.publish(lambda old: fresh(old, place, sitting))


def fresh(old: State, place: Place, sitting: int) -> State:
    """Return the first state of a sitting."""
    setup = place.seating.setup
    state = State(
        setup,
        place.guide.frames,
        autoplay=old.autoplay,
        interval_s=old.interval_s,
        names=place.seating.names,
        colours=place.seating.colours,
        stage=Stage.SET_UP,
        sitting=sitting,
        handheld=place.handheld,
        buttons=old.buttons,
        club=old.club,
        begun=old.begun,
    )
    return with_call(state, old.called)


def put_aside(context: Context) -> None:
    """Note in the journal that people leave the open sitting, unless it is over.

    That another could not be gone on with has been said then.
    """
    context.notice = ""
    number, stage = context.number, context.state.stage
    if number is not None and stage is not Stage.OVER:
        context.journal.put_aside(number)


def take_up(context: Context, ask: asks.TakeUp) -> None:
    """Go on with a sitting of the journal."""
    kept = context.journal.sitting(ask.sitting)
    place = context.opener(kept.seating)
    if place.resumed is None:
        raise CorrectionRefused(
            "this table plays games that were photographed before; begin one anew instead"
        )
    recorded = context.journal.recorded(kept.id)
    recorder = Recorder(context.journal, kept.id)
    keeper = gone_on(context, place, kept.id, recorded, recorder)
    if kept.id != context.number:
        put_aside(context)
    context.journal.take_up(kept.id)
    context.put_in(place, kept.id, recorder, keeper)
    recall_told(context)
    phones.recall(context)
    context.publish(lambda old: resumed(fresh(old, place, kept.id), keeper, recorded))
    reopen(context, recorded)


def gone_on(
    context: Context,
    place: Place,
    number: int,
    recorded: Sequence[Recorded],
    recorder: Recorder,
) -> Looker:
    """Return who keeps a sitting from now on; without its pictures where they are of no use.

    All that was confirmed is in its events.
    """
    assert place.resumed is not None
    try:
        return place.resumed(memory_of(context, number, recorded), recorder)
    except Exception as error:
        log_failure(f"sitting {number} goes on without its pictures ({error})", error)
    try:
        return place.resumed(Memory(tuple(one.event for one in recorded)), recorder)
    except CompanionError:
        raise
    except Exception as error:
        raise JournalError(
            Sentence(
                "sitting {number} cannot be gone on with ({error}); it stays in the history",
                number=number,
                error=f"{type(error).__name__}: {error}",
            )
        ) from error


def restore(context: Context, ask: asks.Restore) -> None:
    """Let a backup take the place of everything that is kept; no sitting is open then."""
    kept = context.journal.restore(ask.backup.journal, ask.backup.jpegs())
    log.warning("a backup was restored; what was kept before is %s", kept.name)
    context.take_out(Recorder(context.journal, 0))
    context.publish(idle)


def idle(old: State) -> State:
    """Return the state in which no sitting is open."""
    state = State(
        Setup(NAMES[0]),
        0,
        autoplay=old.autoplay,
        interval_s=old.interval_s,
        stage=Stage.IDLE,
        buttons=old.buttons,
        club=old.club,
        begun=old.begun,
    )
    return with_call(state, old.called)


def memory_of(context: Context, number: int, recorded: Sequence[Recorded]) -> Memory:
    """Return what is left of a sitting: its events, and pictures as far as they are kept."""
    events = tuple(one.event for one in recorded)
    read = [one.picture for one in recorded if isinstance(one.event, Confirmed)]
    entries = [played.entry for played in fold(events).history]
    seen = tuple(
        (partial(kept_picture, context, read[one.number]), one.number)
        for one in entries[-RECALLED:]
    )
    begun = bool(entries) and entries[0].moment.checkpoint is Checkpoint.SETUP
    empty = empty_boards(context, number, read[entries[0].number]) if begun else ()
    last = boards_so_far.last_boards(context.journal, number, entries[-1].number) if entries else ()
    boards = tuple((partial(kept_picture, context, one.picture), one.corners) for one in last)
    return Memory(events, empty, seen, boards)


def empty_boards(context: Context, number: int, last: str | None) -> tuple[Located, ...]:
    """Return what is left of the pictures of the empty boards, the ``last`` of them on record."""
    several = boards_so_far.empty_boards(context.journal, number)
    shown: list[tuple[str | None, Taps | None]] = [(one.picture, one.corners) for one in several]
    if last not in [name for name, _ in shown]:
        shown = [(last, None)]
    return tuple((partial(kept_picture, context, name), corners) for name, corners in shown)


def kept_picture(context: Context, name: str | None) -> Image | None:
    """Return a picture of the journal; None where it is gone: the eyes do without it."""
    jpeg = context.journal.pictures.get(name) if name else None
    try:
        return None if jpeg is None else picture_from("of the journal", jpeg).pixels
    except PictureError as error:
        log_failure(str(error), error)
        return None


def resumed(state: State, keeper: Looker, recorded: tuple[Recorded, ...]) -> State:
    """Return the state of a sitting that goes on."""
    with_lines = replace(state, history=lines_of(recorded))
    sitting = as_keeper(keeper).sitting
    return after.restated(with_lines, sitting, keeper.result(), Happened.RESUMED)


def lines_of(recorded: tuple[Recorded, ...]) -> tuple[Entry, ...]:
    """Return the lines of the history that a sitting's events tell of: one for each picture.

    What became of a picture later, answered or judged again, stands in the place it had.
    """
    lines: list[Entry] = []
    numbers = count()
    for one in recorded:
        event, kept = one.event, one.picture or ""
        if not isinstance(event, Confirmed | Refused | Asked):
            continue
        number = next(numbers) if isinstance(event, Confirmed) else None
        line = Entry.of(event.moment, STATUS_OF[type(event)].value, number=number, kept=kept)
        waited = (n for n, each in enumerate(lines) if each.number is None and each.kept == kept)
        at = next(waited, len(lines)) if kept else len(lines)
        lines[at : at + 1] = [line]
    return tuple(lines)


def take_up_last(context: Context) -> int | None:
    """Return the sitting that was open when the companion stopped; None when there was none.

    One that the configuration opened, and in which nothing was read yet, does not count: another
    may have been configured since.
    """
    last = context.journal.last_played()
    if last is None or isinstance(last, Unreadable):
        return None if last is None else last.id
    return last.id if last.events > 1 or last.seating.chosen else None
