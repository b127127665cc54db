"""An evening whose every picture is known beforehand, with any keeper one likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.base import Moment, Setup
from companion.journal import Journal, Seating
from companion.ports import Camera
from companion.service.evening.evening import Evening
from companion.service.evening.guides import Script, Tape
from companion.service.evening.place import Looker, Place


class Live(Evening):
    """A sitting under way on a table that shows one picture after the other.

    ``moments`` tell for each picture of the camera what it is taken for.
    """

    def __init__(
        self,
        setup: Setup,
        camera: Camera,
        moments: Sequence[Moment],
        keeper: Callable[[], Looker],
        *,
        autoplay: bool = False,
        interval_s: float = 4.0,
    ) -> None:
        """Open the sitting; ``start`` sets it going.  ``keeper`` makes a fresh one."""
        super().__init__(
            self._place_for, Journal(None), autoplay=autoplay, interval_s=interval_s, setup=setup
        )
        self._camera = camera
        self._moments = moments
        self._make_keeper = keeper
        self.open(self._place_for(Seating(setup)))

    def _place_for(self, seating: Seating) -> Place:
        """Return the one place there is; whoever sits there plays what was photographed."""
        tape = Tape(self._camera)
        return Place(
            Seating(self.state.setup, seating.names),
            tape,
            Script(self._moments, tape),
            keeper=lambda record: self._make_keeper(),
            plain=lambda: self._make_keeper(),
        )
