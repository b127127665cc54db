"""The panel without a Pi: buttons pressed by a program, a page or a test, lamps one can ask."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from companion.ports import ButtonEvent, Gesture, Signal
from hardware.panel.button_edges import EdgeButtons
from hardware.panel.gestures import Timing
from hardware.panel.signals import ANNOUNCEMENTS, Lamp, Light

MOST_REMEMBERED = 100


class SimulatedPanel:
    """Buttons, lamps and buzzer in one, with the verbs of the table.

    It is at once a ``Buttons``, a ``Lamps`` and a ``Buzzer``.
    """

    def __init__(self, count: int = 1, timing: Timing | None = None) -> None:
        """Prepare ``count`` buttons, all up, and three lamps, all off."""
        self._edges = EdgeButtons(count, timing or Timing())
        self.signal = Signal.QUIET
        self.played: deque[Signal] = deque(maxlen=MOST_REMEMBERED)

    def press(self, seat: int | None = None) -> None:
        """Do as a player who taps the button."""
        self._edges.say(Gesture.PRESS, seat)

    def hold(self, seat: int | None = None) -> None:
        """Do as a player who holds the button."""
        self._edges.say(Gesture.HOLD, seat)

    def double(self, seat: int | None = None) -> None:
        """Do as a player who taps twice."""
        self._edges.say(Gesture.DOUBLE, seat)

    def move(self, button: int, down: bool) -> None:
        """Push a button down or let it go; what that means is found out as on a real panel."""
        self._edges.edge(button, down)

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next gesture; None when the time is over or the panel is closed."""
        return self._edges.next(timeout_s)

    def show(self, signal: Signal) -> None:
        """Show ``signal`` until the next one."""
        self.signal = signal

    def play(self, signal: Signal) -> None:
        """Note the melody that would sound."""
        if ANNOUNCEMENTS[signal].melody:
            self.played.append(signal)

    @property
    def lamps(self) -> Mapping[Lamp, Light]:
        """The lamps that are on or blinking."""
        return ANNOUNCEMENTS[self.signal].lamps

    def close(self) -> None:
        """Switch off; a waiting ``next`` returns."""
        self.signal = Signal.QUIET
        self._edges.close()
