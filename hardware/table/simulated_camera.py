"""The simulated table as a camera: the ``Camera`` protocol over the steps of a sitting."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import PictureError
from companion.ports import Picture
from hardware.table.picture.render import picture_of
from hardware.table.simulated_sitting import SimulatedStep


class SimulatedTable:
    """A camera over a table at which simulated players play.

    Every picture shows the next step of the script, as if they had just pressed the button; a
    picture that the script drops is an error, as with a real camera, and the next one comes.
    """

    def __init__(self, steps: Sequence[SimulatedStep]) -> None:
        """Stand before the first step; nothing is drawn yet."""
        self._steps = tuple(steps)
        self._next = 0

    @property
    def step(self) -> SimulatedStep | None:
        """The step of the last picture; None before the first."""
        return self._steps[self._next - 1] if self._next else None

    def frame(self) -> Picture:
        """Draw the next step; raises ``PictureError`` where the script has no picture."""
        if self._next >= len(self._steps):
            raise PictureError("the simulated game is over; start again from the first picture")
        step, number = self._steps[self._next], self._next
        self._next += 1
        if step.scene is None:
            raise PictureError(
                "the simulated camera gave no picture, as its fault menu asks; take another one"
            )
        return picture_of(step.scene, f"{number:03}.jpg")

    def rewind(self) -> None:
        """Stand before the first step again."""
        self._next = 0
