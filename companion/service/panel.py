"""Buttons in, light and tone out: what joins a panel to the running companion."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread

from companion.ports import Buttons, Buzzer, Gesture, Lamps, Signal
from companion.service.bulletin import Bulletin
from companion.service.state import Phase, State

log = logging.getLogger(__name__)

Actions = Mapping[Gesture, Callable[[int | None], object]]
"""What each gesture does; it is handed the seat, None for a shared button."""

LOOK_S = 1.0
"""How often the threads look whether all is over."""

BY_PHASE = {
    Phase.READY: Signal.QUIET,
    Phase.LOOKING: Signal.LOOKING,
    Phase.FAILED: Signal.LOST,
    Phase.OVER: Signal.OVER,
}
BY_STATUS = {
    "read": Signal.READ,
    "question": Signal.QUESTION,
    "violation": Signal.VIOLATION,
    "waiting": Signal.LOST,
}
"""The status of a frame's report -> what is announced."""


def signal_of(state: State) -> Signal:
    """Return what a state is announced by."""
    if state.phase in BY_PHASE:
        return BY_PHASE[state.phase]
    return BY_STATUS.get((state.report or {}).get("status", ""), Signal.QUIET)


class PanelLoop:
    """Listens to every set of buttons and announces every new state, in threads of its own.

    What an action raises is logged: the buttons go on.
    """

    def __init__(
        self,
        buttons: Sequence[Buttons],
        lamps: Lamps,
        buzzer: Buzzer | None,
        bulletin: Bulletin,
        actions: Actions,
    ) -> None:
        """Prepare; ``start`` sets it going."""
        self._buttons = tuple(buttons)
        self._lamps = lamps
        self._buzzer = buzzer
        self._bulletin = bulletin
        self._actions = actions
        self._over = Event()
        self._threads = [
            Thread(target=self._listen, args=(one,), name=f"companion-buttons-{n}", daemon=True)
            for n, one in enumerate(buttons)
        ]
        self._threads.append(Thread(target=self._announce, name="companion-lamps", daemon=True))

    def start(self) -> None:
        """Start listening and announcing."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End all threads and close the buttons, which wakes those who wait for them."""
        self._over.set()
        for buttons in self._buttons:
            buttons.close()
        for thread in self._threads:
            thread.join(timeout=LOOK_S + 0.5)

    def _listen(self, buttons: Buttons) -> None:
        while not self._over.is_set():
            event = buttons.next(LOOK_S)
            action = self._actions.get(event.gesture) if event else None
            if event is None or action is None:
                continue
            try:
                action(event.seat)
            except Exception:  # whatever the game makes of it, the next press must be heard
                log.exception("a %s of the button could not be followed", event.gesture)

    def _announce(self) -> None:
        shown = Signal.QUIET
        for state in self._bulletin.follow(LOOK_S):
            if self._over.is_set():
                return
            signal = shown if state is None else signal_of(state)
            if state is not None and (signal != shown or state.phase is Phase.SHOWN):
                self._say(signal)
            shown = signal

    def _say(self, signal: Signal) -> None:
        try:
            self._lamps.show(signal)
            if self._buzzer is not None:
                self._buzzer.play(signal)
        except Exception as error:  # a lamp that fails must not end the announcements
            log.warning("%s could not be announced (%s)", signal, error)
