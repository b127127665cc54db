"""Taking a picture and having it read, away from the evening's own thread."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import BoardNotFound, CameraLost, JournalError
from companion.events import Event, Opened
from companion.games.base import Checkpoint, Moment
from companion.journal import Journal
from companion.ports import Picture
from companion.service.bulletin.state import Phase, Stage, State
from companion.service.evening.asks import Ask, CameraGone, Failed, Looked, Previewed, Sent
from companion.service.evening.guides import decoded
from companion.service.evening.place import Place, Report, taps_from
from companion.service.ops.failures import log, log_failure, sentence_of
from companion.service.sitting.handheld import HandheldKeeper

if TYPE_CHECKING:
    from companion.service.evening.evening import Evening


PROGRESS_S = 0.25
"""A picture that takes longer than this to take is worth a word when it is there."""


class Recorder:
    """Writes a keeper's events into the journal, each before anything is made of it.

    ``jpeg`` is the picture being read (None: people did it by hand); it is kept with the first
    event that comes of it.  A picture that cannot be kept costs no event.
    """

    def __init__(self, journal: Journal, sitting: int) -> None:
        """Write events of ``sitting``."""
        self._journal = journal
        self._sitting = sitting
        self.jpeg: bytes | None = None
        self.kept = ""
        self.notice = ""
        self.full = False

    def __call__(self, event: Event) -> None:
        """Write one event; the first of a sitting is in the journal already."""
        if isinstance(event, Opened):
            return
        self._journal.append(self._sitting, event, self._picture())

    def see(self, jpeg: bytes | None) -> None:
        """Take ``jpeg`` for the picture of the events to come."""
        self.jpeg, self.kept = jpeg, ""

    def _picture(self) -> str | None:
        if self.jpeg is not None and not self.kept:
            try:
                self.kept = self._journal.keep_picture(self.jpeg, self._sitting)
                self.notice, self.full = "", False
            except JournalError as error:
                log.warning("%s", error)
                self.notice, self.full = str(error), error.full
        return self.kept or None if self.jpeg is not None else None


def look_at(evening: Evening, moment: Moment, shown: int = 0, sent: Sent | None = None) -> None:
    """Have the next picture taken and read for ``moment``; what comes of it is told later.

    With ``shown``, the number of a picture, that one is read again, and taken as people see it;
    with ``sent`` it is the one that a phone sent.
    """
    moment = evening.with_told(moment)
    evening.moment = moment
    if evening.state.stage is not Stage.CAMERA_GONE:
        evening.stage_before = evening.state.stage
    place = evening.open_place()
    place.guide.taken()
    evening.publish(
        lambda state: replace(
            state, stage=Stage.LOOKING, phase=Phase.LOOKING, happened="looking", doing="taking"
        )
    )
    evening.eye.do(lambda: look(evening, place, moment, shown, sent))


def look(
    evening: Evening, place: Place, moment: Moment, shown: int = 0, sent: Sent | None = None
) -> Ask:
    """Take the picture and read it, in the eye's thread; whatever fails is told, not raised."""
    number, file, started = shown, "", time.monotonic()
    try:
        *earlier, picture = pictures(evening, place, shown, sent)
        if sent is not None:
            point_out(evening, sent)
        number, file = shown or evening.album.add(picture), picture.name
        evening.recorder.see(picture.jpeg)
        if time.monotonic() - started > PROGRESS_S:
            evening.bulletin.change(reading)
        with evening.watch("reading a picture"):
            report = None if shown else not_empty(place, moment, picture)
            before = [one.pixels for one in earlier]
            report = report or evening.open_keeper().look(picture.pixels, moment, *before)
        return Looked(moment, report, number, file, evening.recorder.kept)
    except CameraLost as error:
        return CameraGone(str(error))
    except Exception as error:  # an evening does not end with a bad picture
        lost = isinstance(error, BoardNotFound)
        return Failed(moment, error, number, file, lost=lost)
    finally:
        evening.recorder.see(None)


def pictures(evening: Evening, place: Place, shown: int, sent: Sent | None) -> list[Picture]:
    """Return the pictures of the moment: one shown again, one that was sent, or new ones."""
    if shown:
        return shown_again(evening, shown)
    return taken(evening, place) if sent is None else [sent.picture]


def point_out(evening: Evening, sent: Sent) -> None:
    """Tell a keeper of handheld pictures what people said of this one."""
    keeper = evening.open_keeper()
    if isinstance(keeper, HandheldKeeper):
        keeper.point_out(taps_from(sent.corners), sent.owner)


def taken(evening: Evening, place: Place) -> list[Picture]:
    """Take as many pictures of the moment as must agree."""
    with evening.watch("taking a picture"):
        if evening.rewind:
            place.camera.rewind()
            evening.rewind = False
        return [place.camera.frame() for _ in range(place.agreeing)]


def shown_again(evening: Evening, number: int) -> list[Picture]:
    """Return a picture that was taken before; raises ``PictureError`` where it is gone."""
    kept = evening.album.get(number)
    return [decoded(str((evening.state.report or {}).get("file", "")), kept.jpeg if kept else b"")]


def not_empty(place: Place, moment: Moment, picture: Picture) -> Report | None:
    """Return what lies on boards that this picture should show empty; None where nothing does."""
    if place.first is None or moment.checkpoint is not Checkpoint.SETUP:
        return None
    return place.first(picture.pixels)


def reading(state: State) -> State:
    """Return the state with the picture taken, and being read."""
    return replace(state, doing="reading") if state.stage is Stage.LOOKING else state


def find_boards(evening: Evening, place: Place) -> Ask:
    """Take a picture and say which boards are found, in the eye's thread."""
    number = 0
    try:
        with evening.watch("taking a picture"):
            picture = place.camera.frame()
        number = evening.album.add(picture)
        with evening.watch("looking for the boards"):
            report = place.plain().look(picture.pixels, Moment(Checkpoint.SETUP, 0)).to_json()
    except Exception as error:  # whoever prepares a game is told why
        sentence = sentence_of(error)
        log_failure(sentence, error)
        return Previewed({"picture": number, "boards": [], "sentence": sentence})
    boards = [
        {"seat": one["seat"], "view": one.get("view"), "corners_px": one.get("corners_px")}
        for one in report["boards"]
    ]
    return Previewed({"picture": number, "boards": boards, "sentence": ""})
