"""Buttons in, light and tone out: what joins a panel to the running companion."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Event, Thread

from companion.ports import Buttons, Buzzer, Gesture, Lamps, Signal

log = logging.getLogger(__name__)

Actions = Mapping[Gesture, Callable[[int | None], object]]
"""What each gesture does; it is handed the seat, None for a shared button."""

Announcements = Callable[[float], Iterable[Signal | None]]
"""Yields whatever is to be announced, and None when nothing was for so many seconds."""

LOOK_S = 1.0
"""How often the threads look whether all is over."""


class PanelLoop:
    """Listens to every set of buttons and announces every new state, in threads of its own.

    What an action raises is logged: the buttons go on.
    """

    def __init__(
        self,
        buttons: Sequence[Buttons],
        lamps: Lamps,
        buzzer: Buzzer | None,
        announcements: Announcements,
        actions: Actions,
    ) -> None:
        """Prepare; ``start`` sets it going."""
        self._buttons = tuple(buttons)
        self._lamps = lamps
        self._buzzer = buzzer
        self._announcements = announcements
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
        for signal in self._announcements(LOOK_S):
            if self._over.is_set():
                return
            if signal is not None:
                self._say(signal)

    def _say(self, signal: Signal) -> None:
        says = (self._lamps.show, *([] if self._buzzer is None else [self._buzzer.play]))
        for say in says:
            try:
                say(signal)
            except Exception as error:  # a lamp that fails must not silence the buzzer, or the next
                log.warning("%s could not be announced (%s)", signal, error)
