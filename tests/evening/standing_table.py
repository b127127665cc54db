"""A simulated table that stays as its players left it, however often the companion looks."""

from functools import cache

from companion.errors import PictureError
from hardware.table.picture.render import picture_of


class StandingTable:
    """A camera over a table; whoever plays there says with ``play`` that the next step is done.

    The companion looks by itself whether something wrong has been put right, and must not see the
    step after that.
    """

    def __init__(self, steps):
        self._steps = iter(enumerate(steps))
        self.frame = nothing

    def play(self):
        """Let the players do their next step, which every picture shows from now on."""
        number, step = next(self._steps)
        self.frame = cache(lambda: picture_of(step.scene, f"{number:03}.jpg"))

    def rewind(self):
        """Do nothing: nobody plays it twice."""


def nothing():
    """There is no table before the players sit down."""
    raise PictureError("nobody has sat down yet")
