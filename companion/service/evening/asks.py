"""What the evening can be told or asked: by people, by the camera, by its own eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.base import Content, Moment
from companion.journal import Backup, Seating
from companion.journal.kept_values import Corners
from companion.ports import Gesture, Picture
from companion.service.bulletin.state import Preview as Found
from companion.service.reports.report import Report


@dataclass(frozen=True, slots=True)
class Press:
    """A player's turn is done; ``seat`` is None on the button that all share."""

    seat: int | None = None
    gesture = Gesture.PRESS


@dataclass(frozen=True, slots=True)
class Hold:
    """The round is to be scored; in a game of turns: this seat passes."""

    seat: int | None = None
    gesture = Gesture.HOLD


@dataclass(frozen=True, slots=True)
class Still:
    """The table has come to rest; with a simulated table: it is time for the next picture."""

    seat: None = None
    gesture = Gesture.PRESS


@dataclass(frozen=True, slots=True)
class SkipTiles:
    """The tiles are not shown: the game begins without."""


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """A phone sent a picture of the table; it is taken once, however often it is sent.

    ``name`` is the phone's own for it.  ``corners`` (by seat) say where the boards lie in it, and
    ``owner`` whose single board it shows, where people said so.  As it may come late, ``late`` says
    for what it was taken (``due.mark``): it counts for nothing else (None: for what is due then).
    """

    picture: Picture
    name: str
    seat: int | None = None
    gesture: Gesture = Gesture.PRESS
    owner: int | None = None
    corners: Corners | None = None
    late: str | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The last reading is to be taken back.

    ``reading`` is the number of the one that is meant (None: whichever is the last by now).
    """

    reading: int | None = None


@dataclass(frozen=True, slots=True)
class PutBack:
    """The reading that was taken back last is to hold again.

    ``reading`` is the number it had (None: whichever was the last to be taken back).
    """

    reading: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The open question is answered with one of its options; ``question`` is its id, if known."""

    option: int
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """What really lay on some cells of a seat's board (None: nothing).

    ``reading`` is the number of the reading that is meant (None: what is shown now); ``was`` is
    what the page showed on these cells, so that two people do not correct each other unseen.
    """

    seat: int
    cells: Mapping[str, Content | None]
    reading: int | None = None
    was: Mapping[str, Content | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """What a seat's total really was after a reading (None: the last one)."""

    seat: int
    score: int
    reading: int | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """What no camera sees; of a reading, or (None) of the last one that asked, or of the next."""

    told: Mapping[str, Any]
    reading: int | None = None


@dataclass(frozen=True, slots=True)
class LayByHand:
    """All boards as people say they lie, where the camera cannot look.

    ``late`` says for what they were laid (``due.mark``): they count for nothing else (None: for
    what is due then).
    """

    boards: tuple[Mapping[str, Content], ...]
    gesture: Gesture = Gesture.PRESS
    seat: int | None = None
    late: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What is typed so far on the page for a new game: names and values; nothing: forget it."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Take a picture and show which boards are found, for the game that is being prepared."""

    seating: Seating


@dataclass(frozen=True, slots=True)
class Begin:
    """Open a sitting; one that is open is put aside.  ``coach``: everybody wants the coach."""

    seating: Seating
    coach: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: names by seat, and the colours they are shown in (empty: as they are)."""

    names: tuple[str, ...]
    colours: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody plays for a while: no picture comes, and buttons only end the pause."""

    on: bool


@dataclass(frozen=True, slots=True)
class Again:
    """Begin the same game anew, with the same people; ``starter`` begins (None: as before)."""

    starter: int | None = None


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Go on with a sitting of the journal."""

    sitting: int


@dataclass(frozen=True, slots=True)
class Restore:
    """A backup that was found whole takes the place of everything that is kept."""

    backup: Backup


@dataclass(frozen=True, slots=True)
class Bare:
    """The boards in the picture are empty, whatever seems to lie on them."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The game in the picture is under way: totals by seat, its round, who began it if known."""

    scores: tuple[int, ...]
    round: int
    starter: int | None = None


@dataclass(frozen=True, slots=True)
class ByItself:
    """Let pictures come by themselves when the table is still, or only on a press."""

    on: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A picture has been read.

    ``kept`` is its name in the journal, ``kept_before`` that of the one before it, if that was
    taken over only now.
    """

    moment: Moment
    report: Report
    picture: int
    file: str
    kept: str
    kept_before: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """A picture could not be taken or read; ``lost`` where a board is nowhere to be found."""

    moment: Moment
    error: Exception
    picture: int = 0
    file: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Previewed:
    """A preview is there."""

    preview: Found


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera gives no pictures any more; ``looked``: none that was asked for, either."""

    sentence: str
    looked: bool = False


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera gives pictures again."""


@dataclass(frozen=True, slots=True)
class Room:
    """The disk that was full has room again."""


Ask = (
    Press | Hold | Still | Sent | Undo | PutBack | Answer | Correct | CorrectScore | Tell
    | LayByHand | Seat | Pause | Draft | Preview | Begin | Again | TakeUp | Restore | Bare
    | TakeOver | ByItself | SkipTiles | Looked | Failed | Previewed | CameraGone | CameraBack
    | Room
)  # fmt: skip
"""Everything the table of transitions has a column for."""
