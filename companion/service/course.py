"""What the next picture is for, while nobody says otherwise.

A game of rounds goes its way: the empty boards, then each round the end of the offer and the boards
after the tiling.  A picture that was not taken over is taken again for the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from companion.errors import UsageError
from companion.games.base import Checkpoint, Game, Moment, Result
from companion.service.live import Keeper, Report

FIRST = (Checkpoint.SETUP, Checkpoint.OPENING)
"""Before the first round, once."""

EACH_ROUND = (Checkpoint.OFFER_END, Checkpoint.TILED)
"""In every round."""

LONGEST = 400
"""More pictures than any evening takes."""


class Course(Sequence[Moment]):
    """The moments of a sitting as they come: every index is the moment that is due now.

    It goes on when ``confirm`` tells that the picture was taken over.
    """

    def __init__(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Stand before the first moment; ``UsageError`` for a game that goes by turns alone."""
        self._first = tuple(one for one in FIRST if one in checkpoints)
        self._round = tuple(one for one in EACH_ROUND if one in checkpoints)
        if not self._round:
            raise UsageError(
                "this game is scored turn by turn, which 'companion run' cannot lead through yet; "
                "choose another in game.name, or 'companion replay' for photographs of it"
            )
        self._step = 0
        self._lock = Lock()

    @classmethod
    def of(cls, game: Game) -> Course:
        """Return the course of a game."""
        return cls(game.checkpoints)

    @property
    def due(self) -> Moment:
        """The moment that comes next."""
        with self._lock:
            beyond = self._step - len(self._first)
            if beyond < 0:
                return Moment(self._first[self._step], 0)
            rounds, place = divmod(beyond, len(self._round))
            return Moment(self._round[place], rounds + 1)

    def confirm(self) -> None:
        """Go on: the picture for the moment that was due has been taken over."""
        with self._lock:
            self._step += 1

    def begin_again(self) -> None:
        """Stand before the first moment again."""
        with self._lock:
            self._step = 0

    def __len__(self) -> int:
        return LONGEST

    @overload
    def __getitem__(self, index: int) -> Moment: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Moment]: ...

    def __getitem__(self, index: int | slice) -> Moment | Sequence[Moment]:
        if isinstance(index, slice):
            return [self.due for _ in range(*index.indices(len(self)))]
        return self.due


class KeeperOnCourse:
    """A keeper that tells its course when a picture was taken over."""

    def __init__(self, keeper: Keeper, course: Course) -> None:
        """Begin the course again: a new keeper is a new sitting."""
        self._keeper = keeper
        self._course = course
        course.begin_again()

    @classmethod
    def maker(cls, make: Callable[[], Keeper], course: Course) -> Callable[[], Keeper]:
        """Return a maker of keepers on ``course``, as ``Live`` wants one."""
        return lambda: cls(make(), course)

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Report:
        """Read one picture; what was read goes on."""
        report = self._keeper.look(image, moment)
        found: dict[str, Any] = report.to_json()
        if found["status"] == "read":
            self._course.confirm()
        return report

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""
        return self._keeper.result()
