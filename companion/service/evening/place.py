"""What the service needs of a keeper, and of the place a sitting is played at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, cast

from companion.arrays import Image
from companion.errors import CorrectionRefused
from companion.events import Asked, Event, Refused
from companion.games.base import Cells, Moment, Result
from companion.journal import Seating
from companion.ports import Camera
from companion.service.evening.guides import Guide
from companion.service.reports.report import Report
from companion.service.sitting.first_look import first_look
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper
from companion.service.sitting.judgement.judge import Due, Record
from companion.service.sitting.keeper import Keeper as RealKeeper
from companion.service.sitting.keeper import Located, Seen
from companion.service.sitting.lens_and_print import NOTHING, Calibrated
from companion.service.sitting.taps import Taps, taps_of
from companion.sitting import Change, Sitting


class Looker(Protocol):
    """Who reads the boards of one sitting and knows how it stands."""

    def look(self, image: Image, moment: Moment, *earlier: Image) -> Report:
        """Read one picture, (H, W, 3) BGR, taken at ``moment``, as far as earlier ones agree."""

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""


class Keeper(Looker, Protocol):
    """A looker that keeps a sitting, lets it be corrected and answers its own questions."""

    @property
    def sitting(self) -> Sitting:
        """The sitting as far as it has come."""

    def expect(self, due: Due) -> None:
        """Say what the next picture may be for if the question stays open and the game goes on."""

    def taking_for_bare(self) -> AbstractContextManager[None]:
        """Take boards looked at meanwhile for bare, whatever seems to lie there."""

    def look_again(self, image: Image, waits: Asked | Refused) -> Report:
        """Read a picture, (H, W, 3) BGR, that waited for a word before a restart."""

    def answer(self, option: int) -> Report:
        """Answer the open question and judge the same picture again."""

    def tell(self, told: Mapping[str, Any]) -> Report:
        """Judge the same picture again, with what no camera sees told."""

    def amend(self, *events: Event) -> tuple[Change, ...]:
        """Let events that belong together happen, all of them or none.

        Raises ``CorrectionRefused`` with nothing changed.
        """

    def teach(self, boards: Sequence[Cells]) -> None:
        """Let the eyes learn that this is what the last picture shows."""


def as_keeper(looker: Looker | None) -> Keeper:
    """Return a looker that keeps a sitting as a keeper; one that only looks is refused."""
    if looker is None or not hasattr(looker, "amend"):
        raise CorrectionRefused("this game is only looked at; nothing in it can be corrected")
    return cast(Keeper, looker)


@dataclass(frozen=True)
class Memory:
    """What a sitting that is taken up again left behind.

    ``empty`` brings the pictures of the empty boards, with where these lie in them; ``seen`` those
    that were confirmed, with the numbers of their readings; ``last``, where that is noted, those
    that show each board as it was read last.
    """

    events: tuple[Event, ...]
    empty: tuple[Located, ...] = ()
    seen: tuple[Seen, ...] = ()
    last: tuple[Located, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where a sitting is played: the camera over it, who says what comes next, who reads it.

    ``keeper`` makes one for a new sitting, ``resumed`` one that goes on from what is remembered
    (None: this place cannot go on with anything), ``plain`` one that only says which boards it
    finds.  ``live`` tells that the camera sees what happens now, and not
    a game that was played before; ``agreeing`` is how many pictures must agree before one counts.
    ``first`` looks at a picture that should show empty boards and returns what lies on them, None
    where nothing does; without it that is believed.  It is told what people say of a picture from a
    phone: where the boards lie, and whose single board it shows.  ``handheld`` tells that phones
    send the pictures, and no button takes any.
    """

    seating: Seating
    camera: Camera
    guide: Guide
    keeper: Callable[[Record], Looker]
    plain: Callable[[], Looker]
    resumed: Callable[[Memory, Record], Looker] | None = None
    live: bool = False
    agreeing: int = 1
    first: Callable[[Image, Taps | None, int | None], Report | None] | None = None
    handheld: bool = False


Opener = Callable[[Seating], Place]
"""Makes the place for a sitting; raises a ``CompanionError`` where there can be none."""


def real_place(
    seating: Seating,
    camera: Camera,
    guide: Guide,
    *,
    taps: Taps | None = None,
    live: bool,
    agreeing: int = 1,
    calibrated: Calibrated = NOTHING,
) -> Place:
    """Return the place of a sitting that is read with the companion's own eyes."""
    corners = taps_of(seating) if taps is None else taps
    setup = seating.setup
    kind = HandheldKeeper if seating.handheld else RealKeeper

    def plain() -> RealKeeper:
        return kind(setup, corners, rules=False, calibrated=calibrated)

    def first(image: Image, shown: Taps | None, whose: int | None) -> Report | None:
        looker = plain()
        if isinstance(looker, HandheldKeeper):
            looker.point_out(shown, whose)
        return first_look(looker, calibrated.board(setup.game, setup.variant), image)

    def resumed(memory: Memory, record: Record) -> RealKeeper:
        kept = setup, corners, memory.events, memory.empty
        return kind.resume(
            *kept, seen=memory.seen, last=memory.last, record=record, calibrated=calibrated
        )

    return Place(
        seating,
        camera,
        guide,
        keeper=lambda record: kind(setup, corners, record=record, calibrated=calibrated, live=live),
        plain=plain,
        resumed=resumed if live else None,
        live=live,
        agreeing=1 if seating.handheld else agreeing,
        first=first if live else None,
        handheld=seating.handheld,
    )
