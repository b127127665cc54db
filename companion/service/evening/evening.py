"""The running companion: an evening as an explicit state machine.

One thread does everything that changes anything, in the order it was asked for; what to do is
looked up in ``transitions.TABLE``.  Taking and reading a picture happens in a second thread (the
``Lookout``), so that the evening answers meanwhile.  Whatever is confirmed is in the journal before
it is put up on the bulletin, where every page reads it.
"""

from __future__ import annotations

import queue
import time
from concurrent.futures import Future, wait
from contextlib import nullcontext
from dataclasses import replace
from threading import Thread

from companion.errors import CorrectionRefused
from companion.games import NAMES
from companion.games.base import Setup
from companion.journal import Journal
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import Stage, State
from companion.service.evening import asks
from companion.service.evening.asks import Ask
from companion.service.evening.context import Context, Watch
from companion.service.evening.glance import glance
from companion.service.evening.handlers.opening import open_at, take_up_last
from companion.service.evening.lookout import Lookout
from companion.service.evening.place import Opener, Place
from companion.service.evening.recorder import Recorder
from companion.service.evening.transitions import TABLE
from companion.service.ops.failures import log
from companion.service.pictures.album import Album
from companion.sitting import Sitting

STOP_S = 0.8
"""How long the end may take: as much again is left for the pages."""

Told = tuple[Ask, "Future[State]"]


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
            setup or Setup(NAMES[0]), 0, stage=Stage.IDLE, autoplay=autoplay,
            interval_s=interval_s, notice=journal.notice,
        )  # fmt: skip
        # Each needs the other: the lookout asks for the context only when it first glances.
        self.lookout = Lookout(self.ask, lambda: glance(self.context))
        self.context: Context = Context(
            opener, journal, Bulletin(first), watch, self.lookout.do, Recorder(journal, 0)
        )
        self._deferred: list[Told] = []
        self._asked: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._run, name="companion-evening", daemon=True)

    # What everybody may call.

    @property
    def state(self) -> State:
        """The latest state."""
        return self.context.state

    @property
    def bulletin(self) -> Bulletin:
        """Every state, for whoever follows them."""
        return self.context.bulletin

    @property
    def album(self) -> Album:
        """The last pictures."""
        return self.context.album

    @property
    def journal(self) -> Journal:
        """Everything that was ever confirmed."""
        return self.context.journal

    @property
    def place(self) -> Place | None:
        """Where the open sitting is played; None where none is open."""
        return self.context.place

    @property
    def sitting(self) -> Sitting | None:
        """The open sitting; None where there is none, or one that is only looked at."""
        return self.context.sitting

    def start(self) -> None:
        """Set the evening going; with autoplay it looks at the first picture at once."""
        self.lookout.start()
        self._thread.start()
        if self.state.autoplay:
            self.ask(asks.Still())

    def go_on(self) -> bool:
        """Take up the sitting that was open when the companion stopped, if there was one.

        To be called before ``start``; a sitting that cannot be gone on with is said in the notice.
        """
        number = take_up_last(self.context)
        if number is None:
            return False
        try:
            TABLE[self.state.stage][asks.TakeUp](self.context, asks.TakeUp(number))
        except Exception as error:
            log.warning("%s", error)
            self.context.notice = str(error)
            self.context.publish(lambda state: state)
            return False
        return True

    def open(self, place: Place) -> None:
        """Open a sitting at ``place``; to be called before ``start``."""
        open_at(self.context, place, self.journal.begin(place.seating))
        # Opening put up a second state before anybody could see the first.
        self.context.bulletin = Bulletin(replace(self.state, version=1))

    def ask(self, ask: Ask) -> Future[State]:
        """Ask for something; the future has the state after it, or why it was refused."""
        future: Future[State] = Future()
        self._asked.put((ask, future))
        return future

    def waiting(self, name: str) -> asks.Sent | None:
        """Return what a phone sent under this name and waits while another picture is read.

        Asked for once more it takes no more room: its picture is unpacked already.
        """
        sent = [ask for ask, _ in tuple(self._deferred) if isinstance(ask, asks.Sent)]
        return next((ask for ask in sent if ask.name == name), None)

    def press(self, seat: int | None = None) -> Future[State]:
        """Do as a button does: this player's turn is done, or the table is ready to be seen."""
        return self.ask(asks.Press(seat))

    def hold(self, seat: int | None = None) -> Future[State]:
        """Do as a button held does: score the round, or pass."""
        return self.ask(asks.Hold(seat))

    def double(self, seat: int | None = None) -> Future[State]:
        """Do as a button pressed twice does: take the last reading back."""
        return self.ask(asks.Undo())

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
        self.bulletin.close()  # first, so that the pages' streams end while the threads do
        self.lookout.stop()
        self._asked.put(None)
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self.lookout.wait(max(0.0, deadline - time.monotonic()))

    # The thread.

    def _run(self) -> None:
        while (told := self._next()) is not None:
            self._do(*told)
            # One at a time: what has waited may look at the table again, and the rest waits on.
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
        ask, self.context.remembered = self.context.remembered, None
        return None if ask is None else (ask, Future())

    def _do(self, ask: Ask, future: Future[State]) -> None:
        before = self.state.stage
        try:
            TABLE[before][type(ask)](self.context, ask)
        except Exception as error:
            if not isinstance(error, CorrectionRefused):
                log.warning("%s could not be done (%s)", type(ask).__name__, error)
            self.context.deferred = []
            future.set_exception(error)
            return
        if not self._put_off(future):
            future.set_result(self.state)
        # The copy comes last: whoever asked has the answer already.
        if self.state.stage is Stage.OVER and before is not Stage.OVER:
            self.journal.back_up()

    def _put_off(self, future: Future[State]) -> bool:
        """Tell whether a handler put off what was asked; whoever asked waits for that, then."""
        deferred, self.context.deferred = self.context.deferred, []
        self._deferred += [(ask, future) for ask in deferred]
        return bool(deferred)
