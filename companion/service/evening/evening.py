"""The running companion: an evening as an explicit state machine.

One thread does everything that changes anything, in the order it was asked for; what to do is
looked up in ``transitions.TABLE``.  Taking and reading a picture happens in a second thread (the
``Eye``), so that the evening answers meanwhile.  Whatever is confirmed is in the journal before it
is put up on the bulletin, where every page reads it.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from threading import Thread
from typing import Any

from companion.errors import CorrectionRefused
from companion.games.base import Moment, Setup
from companion.journal import Journal
from companion.ports import Gesture
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import Stage, State
from companion.service.evening import asks
from companion.service.evening.asks import Ask
from companion.service.evening.checked_input import told as told_of
from companion.service.evening.due import on_turn
from companion.service.evening.handlers.opening import open_at, take_up_last
from companion.service.evening.look import Recorder
from companion.service.evening.lookout import Eye
from companion.service.evening.place import Keeper, Looker, Opener, Place, as_keeper
from companion.service.evening.stillness import Stillness, glance
from companion.service.evening.transitions import TABLE
from companion.service.ops.failures import log
from companion.service.pictures.album import Album
from companion.sitting import Sitting

Watch = Callable[[str], AbstractContextManager[object]]
"""Notes that a piece of work is under way, for the watchdog."""

STOP_S = 0.8
"""How long the end may take: as much again is left for the pages."""

Told = tuple[Ask, "Future[State]"]


def advance_of(sitting: int) -> str:
    """Return under which name it is kept what people say of a sitting's next picture."""
    return f"told/{sitting}"


class Evening:
    """The companion at work, safe to use from any thread.

    ``ask`` returns at once with a future of the state that came of it; ``bulletin`` has every
    state, ``album`` the last pictures, ``journal`` everything that was ever confirmed.
    """

    def __init__(
        self,
        opener: Opener,
        journal: Journal,
        *,
        autoplay: bool = False,
        interval_s: float = 4.0,
        setup: Setup | None = None,
        watch: Watch = nullcontext,
    ) -> None:
        """Prepare everything, with no sitting open; ``start`` sets it going.

        ``setup`` is what is shown while there is none.
        """
        first = State(
            setup or Setup("azul"), 0, stage=Stage.IDLE, autoplay=autoplay,
            interval_s=interval_s, notice=journal.notice,
        )  # fmt: skip
        self.bulletin = Bulletin(first)
        self.album = Album()
        self.journal = journal
        self.opener = opener
        self.watch = watch
        self.eye = Eye(self.ask, lambda: glance(self))
        self.stillness = Stillness()
        self.place: Place | None = None
        self.keeper: Looker | None = None
        self.number: int | None = None
        self.recorder = Recorder(journal, 0)
        self.moment: Moment | None = None
        self.told: dict[str, Any] = {}
        self.stage_before = Stage.IDLE
        self.rewind = False
        self.sent: list[str] = []
        self.notice = ""
        self.full = False
        self.pressed_by: int | None = None
        self.remembered: Ask | None = None
        self._deferred: list[Told] = []
        self._asked: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._doing: Future[State] = Future()
        self._thread = Thread(target=self._run, name="companion-evening", daemon=True)

    # What everybody may call.

    @property
    def state(self) -> State:
        """The latest state."""
        return self.bulletin.latest

    def start(self) -> None:
        """Set the evening going; with autoplay it looks at the first picture at once."""
        self.eye.start()
        self._thread.start()
        if self.state.autoplay:
            self.ask(asks.Still())

    def go_on(self) -> bool:
        """Take up the sitting that was open when the companion stopped, if there was one.

        To be called before ``start``; a sitting that cannot be gone on with is said in the notice.
        """
        number = take_up_last(self)
        if number is None:
            return False
        try:
            TABLE[self.state.stage][asks.TakeUp](self, asks.TakeUp(number))
        except Exception as error:
            log.warning("%s", error)
            self.notice = str(error)
            self.publish(lambda state: state)
            return False
        return True

    def open(self, place: Place) -> None:
        """Open a sitting at ``place``; to be called before ``start``."""
        open_at(self, place, self.journal.begin(place.seating))
        self.bulletin = Bulletin(replace(self.state, version=1))

    def ask(self, ask: Ask) -> Future[State]:
        """Ask for something; the future has the state after it, or why it was refused."""
        future: Future[State] = Future()
        self._asked.put((ask, future))
        return future

    def press(self, seat: int | None = None) -> Future[State]:
        """Do as a button does: this player's turn is done, or the table is ready to be seen."""
        return self.ask(asks.Press(seat))

    def hold(self, seat: int | None = None) -> Future[State]:
        """Do as a button held does: score the round, or pass."""
        return self.ask(asks.Hold(seat))

    def double(self, seat: int | None = None) -> Future[State]:
        """Do as a button pressed twice does: take the last reading back."""
        return self.ask(asks.Undo())

    def restart(self) -> Future[State]:
        """Begin the same game anew, with an empty history."""
        return self.ask(asks.Again())

    def set_autoplay(self, on: bool) -> Future[State]:
        """Let pictures come by themselves, or only when the button is pressed."""
        future = self.ask(asks.ByItself(on))
        if self._thread.is_alive():
            wait([future], timeout=1.0)
        return future

    def stop(self) -> None:
        """End the threads and every page's stream, within ``STOP_S``.

        A picture that takes longer to be read is dropped; it counts for nothing, or is in the
        journal already.
        """
        deadline = time.monotonic() + STOP_S
        self.bulletin.close()
        self.eye.stop()
        self._asked.put(None)
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self.eye.wait(max(0.0, deadline - time.monotonic()))

    # What the verbs of the table use, in the evening's own thread.

    @property
    def sitting(self) -> Sitting | None:
        """The open sitting; None where there is none, or one that is only looked at."""
        found = getattr(self.keeper, "sitting", None)
        return found if isinstance(found, Sitting) else None

    def open_place(self) -> Place:
        """Return where the sitting is played; refuses where none is open."""
        if self.place is None:
            raise CorrectionRefused("no game is under way; begin one on the page for a new game")
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

    def reading(self, wanted: int | None) -> int:
        """Return the reading that is meant: the last one where nobody says."""
        number = self.last_number() if wanted is None else wanted
        if number is None:
            raise CorrectionRefused("nothing has been read yet that could be corrected")
        return number

    def tell_next(self, told: Mapping[str, Any]) -> None:
        """Keep what people say of the next picture until there is one, over a restart too."""
        self.told = {**self.told, **told}
        if self.number is not None and self.sitting is not None:
            kept = {"after": self.sitting.numbered, "told": self.told}
            self.journal.keep_draft(advance_of(self.number), kept)

    def recall_told(self) -> None:
        """Take up what people had said of the next picture, where none has come since."""
        kept = None if self.number is None else self.journal.draft(advance_of(self.number))
        if kept and self.sitting is not None and kept["after"] == self.sitting.numbered:
            self.told = told_of(self.sitting.table.setup, kept["told"])

    def with_told(self, moment: Moment) -> Moment:
        """Return a moment with what people have said in advance."""
        return replace(moment, told={**moment.told, **self.told}) if self.told else moment

    @contextmanager
    def picture_of_events(self, number: int) -> Iterator[Recorder]:
        """Let a picture of the album be the one that events come from."""
        taken = self.album.get(number)
        self.recorder.see(taken.jpeg if taken else None)
        try:
            yield self.recorder
        finally:
            self.recorder.see(None)

    def defer(self, ask: Ask) -> None:
        """Do this when the picture has been read; whoever asked waits as long."""
        self._deferred.append((ask, self._doing))
        self._doing = Future()

    def publish(self, how: Callable[[State], State]) -> State:
        """Put up a new state, with what follows from the sitting filled in."""
        return self.bulletin.change(lambda state: self._filled_in(how(state)))

    def _filled_in(self, state: State) -> State:
        sitting = self.sitting
        notice = self.recorder.notice or self.notice or self.journal.notice
        doing = state.doing if state.stage is Stage.LOOKING else ""
        state = replace(state, doing=doing, notice=notice)
        if sitting is None:
            return replace(state, table=None)
        holding = {played.entry.number for played in sitting.history}
        return replace(
            state,
            table=sitting.table,
            misfits=tuple(one for one in state.misfits if one.reading in holding),
            reading=self.last_number(),
            due=self._due(sitting, Gesture.PRESS),
            due_own=self._due(sitting, Gesture.PRESS, seat=0),
            due_hold=self._due(sitting, Gesture.HOLD),
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

    # The thread.

    def _run(self) -> None:
        while (told := self._next()) is not None:
            self._do(*told)
            while self.state.stage is not Stage.LOOKING and (waiting := self._waiting()):
                self._do(*waiting)

    def _next(self) -> Told | None:
        """Wait for the next thing asked for; where pictures come by time, for the time."""
        while True:
            timeout = self._pause_s()
            try:
                return self._asked.get(timeout=timeout)
            except queue.Empty:
                return asks.Still(), Future()

    def _pause_s(self) -> float | None:
        """Return after how long a picture comes by itself; None where none does."""
        state, place = self.state, self.place
        idle = state.stage in (Stage.LOOKING, Stage.OVER, Stage.IDLE, Stage.PAUSED)
        if place is None or place.live or idle or not state.autoplay:
            return None
        return state.interval_s

    def _waiting(self) -> Told | None:
        """Return what was put off until the picture was read."""
        if self._deferred:
            return self._deferred.pop(0)
        if self.remembered is not None:
            ask, self.remembered = self.remembered, None
            return ask, Future()
        return None

    def _do(self, ask: Ask, future: Future[State]) -> None:
        self._doing, before = future, self.state.stage
        try:
            TABLE[self.state.stage][type(ask)](self, ask)
        except Exception as error:
            if not isinstance(error, CorrectionRefused):
                log.warning("%s could not be done (%s)", type(ask).__name__, error)
            future.set_exception(error)
            return
        if self._doing is future:
            future.set_result(self.state)
        if self.state.stage is Stage.OVER and before is not Stage.OVER:
            self.journal.back_up()
