"""Buttons in, light and tone out: what joins a panel to the running companion."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread

from companion.ports import Buttons, Buzzer, Gesture, Lamps, Signal
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import Phase, Stage, State

log = logging.getLogger(__name__)

Actions = Mapping[Gesture, Callable[[int | None], object]]
"""What each gesture does; it is handed the seat, None for a shared button."""

LOOK_S = 1.0
"""How often the threads look whether all is over."""

BY_STAGE = {
    Stage.LOOKING: Signal.LOOKING,
    Stage.QUESTION: Signal.QUESTION,
    Stage.NOT_EMPTY: Signal.QUESTION,
    Stage.VIOLATION: Signal.VIOLATION,
    Stage.LOST: Signal.LOST,
    Stage.CAMERA_GONE: Signal.LOST,
    Stage.OVER: Signal.OVER,
}
"""Where the evening stands -> what is announced; anywhere else it is what happened last."""


def signal_of(state: State) -> Signal:
    """Return what a state is announced by."""
    if state.stage in BY_STAGE:
        return BY_STAGE[state.stage]
    if state.phase is Phase.FAILED:
        return Signal.LOST
    return Signal.READ if state.happened == "read" else Signal.QUIET


def news(state: State) -> tuple[object, ...]:
    """Return what makes a state news: the same announcement of the same picture is none."""
    return signal_of(state), state.picture, state.reading


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
        told = news(self._bulletin.latest)
        for state in self._bulletin.follow(LOOK_S):
            if self._over.is_set():
                return
            if state is not None and news(state) != told:
                told = news(state)
                self._say(signal_of(state))

    def _say(self, signal: Signal) -> None:
        try:
            self._lamps.show(signal)
            if self._buzzer is not None:
                self._buzzer.play(signal)
        except Exception as error:  # a lamp that fails must not end the announcements
            log.warning("%s could not be announced (%s)", signal, error)
