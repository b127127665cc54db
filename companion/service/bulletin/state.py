"""What the running companion shows: one small value, complete in itself, with a version.

A page that has one state needs nothing that came before it, so a phone that slept loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.base import Cells, Checkpoint, Moment, Result, Setup, Step, Table
from companion.service.bulletin.call import Called
from companion.service.reports.report import Report, Status
from companion.sightings.sighting import BoardSighting
from companion.sitting import Change, Misfit


class Stage(StrEnum):
    """Where the evening stands; what each input does then is told in ``transitions``."""

    IDLE = "idle"
    """No sitting is open."""
    SET_UP = "set-up"
    """The empty boards have not been seen yet."""
    NOT_EMPTY = "not-empty"
    """Tiles were seen where empty boards were wanted; people say what is right."""
    PLAYING = "playing"
    """Waiting for a button."""
    LOOKING = "looking"
    """A picture is being taken and read."""
    QUESTION = "question"
    """The picture can be read in two ways; somebody should say which is right."""
    VIOLATION = "violation"
    """Something lies where the rules forbid it."""
    LOST = "lost"
    """A board is covered, or gone."""
    CAMERA_GONE = "camera-gone"
    """There is no camera; the game goes on by hand."""
    PAUSED = "paused"
    """Nobody plays for a while."""
    OVER = "over"
    """The game is over."""


class Phase(StrEnum):
    """What the companion is doing."""

    READY = "ready"
    LOOKING = "looking"
    SHOWN = "shown"
    FAILED = "failed"
    OVER = "over"


class Happened(StrEnum):
    """What brought a state, where it was no picture that was read: that has its ``Status``."""

    NOTHING = ""
    LOOKING = "looking"
    FAILED = "failed"
    UNDONE = "undone"
    PUT_BACK = "put-back"
    CORRECTED = "corrected"
    TOLD = "told"
    BY_HAND = "by-hand"
    SKIPPED = "skipped"
    """People go on without showing the tiles."""
    RESUMED = "resumed"
    PAUSED = "paused"
    GONE_ON = "gone-on"
    CAMERA_GONE = "camera-gone"
    CAMERA_BACK = "camera-back"


class Doing(StrEnum):
    """What takes a while now."""

    NOTHING = ""
    TAKING = "taking"
    READING = "reading"


class ClubLine(StrEnum):
    """Whether the club's broker listens."""

    NONE = ""
    """There is no club."""
    JOINED = "joined"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: a frame, its picture's number and what was made of it.

    ``status`` is that of the frame's report (``read``, ``violation`` ...), or ``failed``; a reading
    that was taken back is ``undone``, and one that people gave by hand is ``by-hand``.  ``number``
    is that of the reading in the sitting, by which it is corrected (None: nothing was taken over);
    ``kept`` the hash under which the journal has the picture; ``before`` the totals that hold until
    a tiling brings the announced ``scores``.
    """

    picture: int
    file: str
    checkpoint: str
    round: int
    status: str
    scores: tuple[int | None, ...] = ()
    seat: int | None = None
    number: int | None = None
    kept: str = ""
    before: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        moment: Moment,
        status: str,
        *,
        picture: int = 0,
        file: str = "",
        scores: tuple[int | None, ...] = (),
        number: int | None = None,
        kept: str = "",
    ) -> Entry:
        """Return the line for a moment and what was made of it."""
        return cls(
            picture=picture,
            file=file,
            checkpoint=moment.checkpoint.value,
            round=moment.round,
            status=status,
            scores=scores,
            seat=moment.seat,
            number=number,
            kept=kept,
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """Which boards are found for a game that is prepared, in the picture with this number.

    ``number`` counts the looks; where none was possible the ``sentence`` says why.
    """

    picture: int
    boards: tuple[BoardSighting, ...] = ()
    sentence: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything a page needs to know about the sitting, at one version.

    ``report`` is what was said of the last frame, ``picture`` the
    number under which its picture can be had (0: none yet), ``sheet`` the last score sheet with
    any line in it (of a tiled round all of its lines) and ``sheet_round`` the round it belongs to.
    ``confirmed`` are the totals that hold, ``before`` those that held before them (of a tiled
    round before all of it), ``announced`` those the coming tiling leads to.
    ``boards`` are the cells last seen on each seat's board, dome tiles among them as ``place/0/1``,
    ``boards_before`` those of the frame before that was neither asked about nor refused: a board
    that is covered for a moment is shown as it was. ``names`` are the players' names by seat
    (empty: nobody gave any), ``colours`` what each is shown in (empty: the colour of its number),
    ``table`` is what the rules know after the last reading that holds.

    ``due`` is what the next press of the shared button is for, ``due_own`` that of a player's own,
    ``due_hold`` the next hold, ``due_by_rules`` what comes next by the rules, whatever a recorded
    game shows, ``turn`` the seat on turn where that is known.  ``happened`` says what brought this
    state (``read``, ``undone``, ``corrected`` ...) and ``changed`` the totals a correction changed;
    ``misfits`` are boards of readings that hold but no longer follow from what was corrected.
    ``doing`` is what takes a while now (``taking`` a picture, ``reading`` it).  ``reading`` is the
    number of the last reading that holds, ``undone`` the one that was taken back last and can be
    put back.  ``preview`` has the boards found for a game that is being prepared.  ``notice`` is a
    sentence to know of that stops nothing.  ``club`` is ``joined`` while the club's broker listens,
    ``away`` while it does not, empty where there is no club; ``called`` is whom the club has drawn
    to play here, and ``begun`` the draw whose game was begun last.  ``handheld`` tells that phones
    take the pictures, ``buttons`` that the table has buttons of its own.
    """

    setup: Setup
    frames: int
    version: int = 1
    phase: Phase = Phase.READY
    autoplay: bool = False
    interval_s: float = 0.0
    picture: int = 0
    report: Report | None = None
    confirmed: tuple[int, ...] | None = None
    before: tuple[int, ...] | None = None
    announced: tuple[int | None, ...] = ()
    sheet: tuple[tuple[Step, ...], ...] = ()
    sheet_round: int = 0
    boards: Mapping[int, Cells] = field(default_factory=dict)
    boards_before: Mapping[int, Cells] = field(default_factory=dict)
    history: tuple[Entry, ...] = ()
    result: Result | None = None
    trouble: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    table: Table | None = None
    due: Moment | None = None
    due_own: Moment | None = None
    due_hold: Moment | None = None
    due_by_rules: Moment | None = None
    turn: int | None = None
    stage: Stage = Stage.SET_UP
    sitting: int | None = None
    reading: int | None = None
    undone: int | None = None
    happened: Happened | Status = Happened.NOTHING
    doing: Doing = Doing.NOTHING
    changed: tuple[Change, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    preview: Preview | None = None
    notice: str = ""
    club: ClubLine = ClubLine.NONE
    called: Called | None = None
    begun: str = ""
    handheld: bool = False
    buttons: bool = False

    @property
    def awaited(self) -> Called | None:
        """Who was drawn to play here, while their game is not begun."""
        return None if self.called is None or self.called.draw == self.begun else self.called

    @property
    def open_report(self) -> Report | None:
        """What was said of the last picture; None where a later one that was no use overtook it.

        What was asked or refused then cannot be answered any more: another picture is due. A
        reading that was confirmed holds all the same.
        """
        overtaken = self.stage is Stage.LOST and bool(self.trouble)
        confirmed = self.report is not None and self.report.status is Status.READ
        return None if overtaken and not confirmed else self.report

    @property
    def others_awaited(self) -> bool:
        """Whether boards were seen by themselves, and others are still to be photographed."""
        seen = self.report if self.stage is Stage.LOST and not self.trouble else None
        return seen is not None and bool(seen.missing) and not seen.unclear

    @property
    def may_be_bare(self) -> bool:
        """Whether people may say that the boards in the picture of the set-up are bare."""
        seen = self.report
        if seen is None or self.stage is not Stage.LOST:
            return self.stage is Stage.NOT_EMPTY
        return seen.moment.checkpoint is Checkpoint.SETUP and seen.only_covered

    @property
    def shown(self) -> int:
        """How many frames have been shown so far."""
        return len(self.history)


def with_call(state: State, called: Called | None) -> State:
    """Return the state after the club's call; a game of just these people is theirs already."""
    theirs = called and called.plays(state.setup.game, state.names)
    under_way = state.sitting is not None and state.stage is not Stage.OVER
    begun = called.draw if called and theirs and under_way else state.begun
    return replace(state, called=called, begun=begun)
