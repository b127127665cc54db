"""What the evening's handlers work with: the open sitting, the journal, and what everybody sees.

The evening hands it to every handler.  It knows neither the evening nor the handlers, so that what
they need of each other goes through here and one way only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import CorrectionRefused
from companion.games.base import Moment
from companion.journal import Journal
from companion.ports import Gesture
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import Doing, Stage, State
from companion.service.evening.asks import Ask
from companion.service.evening.due import due, mark, on_turn
from companion.service.evening.lookout import Job
from companion.service.evening.place import Keeper, Looker, Opener, Place, as_keeper
from companion.service.evening.recorder import Recorder
from companion.service.evening.stillness import Stillness
from companion.service.pictures.album import Album
from companion.sitting import Sitting

NO_GAME = "no game is under way; begin one on the page for a new game"
"""Said where something needs a game and none is open."""

Watch = Callable[[str], AbstractContextManager[object]]
"""Notes that a piece of work is under way, for the watchdog."""


@dataclass(slots=True)
class Context:
    """The evening's fields; only handlers, in the evening's own thread, change them.

    ``aside`` has a job done in the second thread.  ``moment`` is what the last picture was for,
    ``told`` what people said of the next one, ``sent`` the names of the pictures phones sent,
    ``stage_before`` where the evening stood before a look, a pause or the camera's end.
    ``rewind`` has the camera begin with its first picture, ``pressed_by`` is the seat whose press
    is being looked at and ``remembered`` the press that waits; ``full`` tells that the disk is.
    """

    opener: Opener
    journal: Journal
    bulletin: Bulletin
    watch: Watch
    aside: Callable[[Job], None]
    recorder: Recorder
    album: Album = field(default_factory=Album)
    stillness: Stillness = field(default_factory=Stillness)
    place: Place | None = None
    keeper: Looker | None = None
    number: int | None = None
    moment: Moment | None = None
    told: dict[str, Any] = field(default_factory=dict)
    stage_before: Stage = Stage.IDLE
    rewind: bool = False
    sent: list[str] = field(default_factory=list)
    notice: str = ""
    full: bool = False
    pressed_by: int | None = None
    remembered: Ask | None = None
    deferred: list[Ask] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The latest state."""
        return self.bulletin.latest

    @property
    def sitting(self) -> Sitting | None:
        """The open sitting; None where there is none, or one that is only looked at."""
        found = getattr(self.keeper, "sitting", None)
        return found if isinstance(found, Sitting) else None

    def put_in(self, place: Place, number: int, recorder: Recorder, keeper: Looker) -> None:
        """Make a sitting the open one; nothing is left of the one before."""
        self.place, self.number, self.recorder, self.keeper = place, number, recorder, keeper
        self.moment, self.told, self.remembered, self.sent = None, {}, None, []
        self.stage_before = Stage.SET_UP

    def take_out(self, recorder: Recorder) -> None:
        """Leave no sitting open."""
        self.place = self.keeper = self.number = self.moment = None
        self.recorder, self.told, self.remembered, self.sent = recorder, {}, None, []

    def open_place(self) -> Place:
        """Return where the sitting is played; refuses where none is open."""
        if self.place is None:
            raise CorrectionRefused(NO_GAME)
        return self.place

    def open_keeper(self) -> Looker:
        """Return who reads the open sitting."""
        self.open_place()
        assert self.keeper is not None
        return self.keeper

    def full_keeper(self) -> Keeper:
        """Return the keeper of the open sitting; refuses where it is only looked at."""
        return as_keeper(self.open_keeper())

    def last_number(self) -> int | None:
        """Return the number of the last reading that holds."""
        sitting = self.sitting
        return sitting.history[-1].entry.number if sitting and sitting.history else None

    @property
    def mark(self) -> str:
        """What names the moment that is due."""
        return mark(self.number, self.state.due, self.last_number())

    def reading(self, wanted: int | None) -> int:
        """Return the reading that is meant: the last one where nobody says."""
        number = self.last_number() if wanted is None else wanted
        if number is None:
            raise CorrectionRefused("nothing has been read yet that could be corrected")
        return number

    @contextmanager
    def picture_of_events(self, number: int, kept: str = "") -> Iterator[Recorder]:
        """Let a picture of the album, or one the journal has ``kept``, be the one of events."""
        taken = self.album.get(number)
        self.recorder.see(taken.jpeg if taken else None, kept)
        try:
            yield self.recorder
        finally:
            self.recorder.see(None)

    def defer(self, ask: Ask) -> None:
        """Have this done when the picture has been read; whoever asked waits as long."""
        self.deferred.append(ask)

    def publish(self, how: Callable[[State], State]) -> State:
        """Put up a new state, with what follows from the sitting filled in."""
        return self.bulletin.change(lambda state: self._filled_in(how(state)))

    def _filled_in(self, state: State) -> State:
        sitting = self.sitting
        notice = self.recorder.notice or self.notice or self.journal.notice
        doing = state.doing if state.stage is Stage.LOOKING else Doing.NOTHING
        state = replace(state, doing=doing, notice=notice)
        if sitting is None:
            return replace(state, table=None)
        holding = {played.entry.number for played in sitting.history}
        looking = state.stage is Stage.LOOKING
        return replace(
            state,
            table=sitting.table,
            misfits=tuple(one for one in state.misfits if one.reading in holding),
            reading=self.last_number(),
            undone=sitting.undone[-1].number if sitting.undone else None,
            # What is looked at is due until it has been seen, wherever a script stands meanwhile.
            due=(looking and state.due) or self._due(sitting, Gesture.PRESS),
            # Whose own button it is makes no difference; somebody's must be named.
            due_own=self._due(sitting, Gesture.PRESS, seat=0),
            due_hold=self._due(sitting, Gesture.HOLD),
            due_by_rules=None if sitting.table.over else due(sitting, turns=False),
            turn=on_turn(sitting) if not sitting.table.over else None,
        )

    def _due(self, sitting: Sitting, gesture: Gesture, seat: int | None = None) -> Moment | None:
        """Return what a button is for; None where it does nothing or nobody knows."""
        place = self.place
        if place is None or place.guide.over or sitting.table.over:
            return None
        try:
            return place.guide.next(gesture, seat, sitting)
        except CorrectionRefused:
            return None
