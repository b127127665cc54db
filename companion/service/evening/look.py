"""Taking a picture and having it read, away from the evening's own thread."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from companion.errors import BoardNotFound, CameraLost, PictureError
from companion.games.base import Checkpoint, Moment
from companion.ports import Picture
from companion.sentence import Sentence
from companion.service.bulletin.state import Doing, Happened, Phase, Preview, Stage, State
from companion.service.evening.asks import Ask, CameraGone, Failed, Looked, Previewed, Sent
from companion.service.evening.context import Context
from companion.service.evening.place import Place
from companion.service.evening.told_ahead import with_told
from companion.service.ops.failures import log_failure, sentence_of
from companion.service.pictures.photograph import picture_from
from companion.service.reports.report import Report
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper
from companion.service.sitting.taps import taps_from
from companion.sitting import same_moment

PROGRESS_S = 0.25
"""A picture that takes longer than this to take is worth a word when it is there."""


def look_at(context: Context, moment: Moment, shown: int = 0, sent: Sent | None = None) -> None:
    """Have the next picture taken and read for ``moment``; what comes of it is told later.

    With ``shown``, the number of a picture, that one is read again, and taken as people see it;
    with ``sent`` it is the one that a phone sent.
    """
    moment = with_told(context, moment)
    context.moment = moment
    if context.state.stage is not Stage.CAMERA_GONE:
        context.stage_before = context.state.stage
    place = context.open_place()
    place.guide.taken()
    context.publish(
        lambda state: replace(
            state,
            stage=Stage.LOOKING,
            phase=Phase.LOOKING,
            happened=Happened.LOOKING,
            doing=Doing.TAKING,
        )
    )
    context.aside(lambda: look(context, place, moment, shown, sent))


def look(
    context: Context, place: Place, moment: Moment, shown: int = 0, sent: Sent | None = None
) -> Ask:
    """Take the picture and read it, in the eye's thread; whatever fails is told, not raised."""
    number, file, started = shown, "", time.monotonic()
    try:
        *earlier, picture = pictures(context, place, moment, shown, sent)
        if sent is not None:  # before it is read, as reading uses it up
            point_out(context, sent)
        number, file = shown or context.album.add(picture), picture.name
        context.recorder.see(picture.jpeg)
        if time.monotonic() - started > PROGRESS_S:
            context.bulletin.change(reading)
        with context.watch("reading a picture"):
            # One that is shown again is taken as people say it is: bare, or a game under way.
            report = None if shown else not_empty(place, moment, picture, sent)
            before = [one.pixels for one in earlier]
            with said_of(context, moment, shown):
                report = report or context.open_keeper().look(picture.pixels, moment, *before)
        recorder = context.recorder
        if not same_moment(report.moment, moment):  # nobody answered, and the game has gone on
            moment = report.moment
        return Looked(moment, report, number, file, recorder.kept, recorder.kept_before)
    except CameraLost as error:
        return CameraGone(str(error), looked=True)
    except Exception as error:  # an evening does not end with a bad picture
        lost = isinstance(error, BoardNotFound)
        return Failed(moment, error, number, file, lost=lost)
    finally:
        context.recorder.see(None)


def said_of(context: Context, moment: Moment, shown: int) -> AbstractContextManager[None]:
    """Return under what a picture is read: one of the set-up shown again is said to be bare."""
    bare = shown and moment.checkpoint is Checkpoint.SETUP
    return context.full_keeper().taking_for_bare() if bare else nullcontext()


def pictures(
    context: Context, place: Place, moment: Moment, shown: int, sent: Sent | None
) -> list[Picture]:
    """Return the pictures of the moment: one shown again, one that was sent, or new ones."""
    if shown:
        return shown_again(context, shown)
    if sent is not None:
        return [sent.picture]
    new = taken(context, place)
    if moment.checkpoint is not Checkpoint.SETUP:
        check_size(context, new[-1])
    return new


def point_out(context: Context, sent: Sent) -> None:
    """Tell a keeper of handheld pictures what people said of this one."""
    keeper = context.open_keeper()
    if isinstance(keeper, HandheldKeeper):
        keeper.point_out(taps_from(sent.corners), sent.owner)


def taken(context: Context, place: Place) -> list[Picture]:
    """Take as many pictures of the moment as must agree."""
    with context.watch("taking a picture"):
        if context.rewind:
            place.camera.rewind()
            context.rewind = False
        return [place.camera.frame() for _ in range(place.agreeing)]


def check_size(context: Context, picture: Picture) -> None:
    """Refuse a picture of another size than the game's: no board would be where it was.

    The camera cannot know it: the game may have begun before a restart, or weeks ago.
    """
    scene = getattr(context.keeper, "scene", None)
    size = picture.pixels.shape[1::-1]
    if scene is None or size == scene.size:
        return
    now, before = (f"{width} x {height}" for width, height in (size, scene.size))
    raise PictureError(
        Sentence(
            "The camera's picture has {now} pixels and had {before} when the game began; "
            "connect it as it was, or begin a new game.",
            now=now,
            before=before,
        )
    )


def shown_again(context: Context, number: int) -> list[Picture]:
    """Return a picture that was taken before; raises ``PictureError`` where it is gone."""
    kept, report = context.album.get(number), context.state.report
    file = "" if report is None else report.file
    return [picture_from(file, kept.jpeg if kept else b"")]


def not_empty(place: Place, moment: Moment, picture: Picture, sent: Sent | None) -> Report | None:
    """Return what lies on boards that this picture should show empty; None where nothing does."""
    if place.first is None or moment.checkpoint is not Checkpoint.SETUP:
        return None
    shown, whose = (None, None) if sent is None else (taps_from(sent.corners), sent.owner)
    return place.first(picture.pixels, shown, whose)


def reading(state: State) -> State:
    """Return the state with the picture taken, and being read."""
    return replace(state, doing=Doing.READING) if state.stage is Stage.LOOKING else state


def find_boards(context: Context, place: Place) -> Ask:
    """Take a picture and say which boards are found, in the eye's thread."""
    number = 0
    try:
        with context.watch("taking a picture"):
            picture = place.camera.frame()
        number = context.album.add(picture)
        with context.watch("looking for the boards"):
            report = place.plain().look(picture.pixels, Moment(Checkpoint.SETUP, 0))
    except Exception as error:  # whoever prepares a game is told why
        sentence = sentence_of(error)
        log_failure(sentence, error)
        return Previewed(Preview(number, sentence=sentence))
    return Previewed(Preview(number, tuple(one.seen for one in report.boards)))
