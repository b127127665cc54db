"""Who says what a picture is for: the rules, or the script of a game that was played before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from companion.boards import load
from companion.errors import CompanionError, PictureError
from companion.games.base import Checkpoint, Moment
from companion.journal import Seating
from companion.ports import Camera, Gesture, Picture
from companion.service.evening.due import due
from companion.service.pictures.photograph import picture_from
from companion.service.sitting.tile_lesson import usual_places
from companion.sitting import Sitting, same_moment
from companion.sitting_folder.told import TILES

NOTHING: Mapping[str, str] = MappingProxyType({})


class Guide(Protocol):
    """Says what each picture is for."""

    frames: int
    """How many pictures there are; 0 where nobody can know."""

    def next(self, gesture: Gesture, seat: int | None, sitting: Sitting | None) -> Moment:
        """Return what the picture is for that is taken now; raises ``CorrectionRefused``."""

    def taken(self) -> None:
        """Hear that this picture is being taken."""

    def read(self, number: int, moment: Moment) -> None:
        """Hear that the picture of ``moment`` became the reading ``number``."""

    def undone(self, number: int) -> None:
        """Hear that the reading ``number`` was taken back."""

    def put_back(self, number: int) -> None:
        """Hear that what was taken back last holds again, as the reading ``number``."""

    def taught(self) -> None:
        """Hear that the tiles were shown, or that people go on without."""

    @property
    def over(self) -> bool:
        """Whether no further picture can come."""


class ByRules:
    """Follows the game as its checkpoints tell; people press when they like.

    Where people want to show the tiles, that comes after the empty boards, once.  A hold goes past
    it: whoever plays without the page is never kept from the game by it.
    """

    frames = 0
    over = False

    def __init__(self, *, turns: bool = False, to_show: Mapping[str, str] = NOTHING) -> None:
        """With ``turns`` the shared button is pressed after every turn.

        ``to_show`` says which tile lies where on the first board to be learned: cell -> colour.
        """
        self._turns = turns
        self._to_show = to_show

    def next(self, gesture: Gesture, seat: int | None, sitting: Sitting | None) -> Moment:
        """Return what the confirmed history makes due."""
        if sitting is None:
            raise ValueError("the rules can only guide a sitting that is kept")
        empty = bool(sitting.history) and sitting.table.checkpoint is Checkpoint.SETUP
        if self._to_show and empty and gesture is Gesture.PRESS:
            return Moment(Checkpoint.TILES, 0, told={TILES: {"0": dict(self._to_show)}})
        return due(sitting, gesture, seat, turns=self._turns)

    def taken(self) -> None:
        """Nothing to remember: what was not confirmed is due again."""

    def read(self, number: int, moment: Moment) -> None:
        """Nothing to remember: the sitting tells."""

    def undone(self, number: int) -> None:
        """Nothing to remember: the sitting tells."""

    def put_back(self, number: int) -> None:
        """Nothing to remember: the sitting tells."""

    def taught(self) -> None:
        """Remember that no tile is to be shown any more."""
        self._to_show = NOTHING


def by_rules(seating: Seating) -> ByRules:
    """Return the guide of a sitting that is played now, as it was set up."""
    setup = seating.setup
    shows = seating.show_tiles and not setup.round  # whoever joins has no empty boards to show on
    board = load(setup.game, setup.variant)
    return ByRules(turns=seating.turns, to_show=usual_places(board) if shows else NOTHING)


class Script:
    """Follows the pictures of a game that was played before, one after the other.

    Every picture has its moment, whatever became of the one before.  Undo goes back to the picture
    that was taken back, so that the next press shows it again.
    """

    def __init__(self, moments: Sequence[Moment], tape: Tape) -> None:
        """Stand before the first picture."""
        self.frames = len(moments)
        self._moments = moments
        self._tape = tape
        self._place = 0
        self._readings: dict[int, int] = {}
        self._undone: list[int | None] = []

    @property
    def over(self) -> bool:
        """Whether the last picture has been shown."""
        return self._place >= self.frames

    def next(self, gesture: Gesture, seat: int | None, sitting: Sitting | None) -> Moment:
        """Return the moment of the picture that comes next."""
        if self.over:
            raise PictureError("there is no further picture; start again from the first")
        return self._moments[self._place]

    def taken(self) -> None:
        """Go on to the next picture."""
        self._place += 1

    def read(self, number: int, moment: Moment) -> None:
        """Remember which picture became the reading ``number``: the last of its moment.

        Of one that none was said to be of it is the picture shown last.
        """
        shown = enumerate(self._moments[: self._place])
        of_it = (n for n, each in shown if same_moment(each, moment))
        self._readings[number] = max(of_it, default=self._place - 1)

    def undone(self, number: int) -> None:
        """Go back to the picture that became the reading ``number``; by hand none did."""
        picture = self._readings.pop(number, None)
        self._undone.append(picture)
        if picture is not None:
            self._go(picture)

    def put_back(self, number: int) -> None:
        """Go on behind the picture that was taken back last."""
        picture = self._undone.pop()
        if picture is not None:
            self._readings[number] = picture
            self._go(picture + 1)

    def _go(self, place: int) -> None:
        self._place = place
        self._tape.go(place)

    def taught(self) -> None:
        """Nothing to remember: the script has its pictures."""


class Tape:
    """A camera that remembers every picture it took, and can show one again."""

    def __init__(self, camera: Camera) -> None:
        """Record what ``camera`` takes."""
        self._camera = camera
        self._taken: list[tuple[str, bytes] | CompanionError] = []
        self._place = 0

    def frame(self) -> Picture:
        """Return the next picture: again the one that was taken here, or a new one."""
        self._place += 1
        if self._place > len(self._taken):
            return self._record()
        again = self._taken[self._place - 1]
        if isinstance(again, CompanionError):
            raise again
        return picture_from(*again)

    def rewind(self) -> None:
        """Stand before the first picture again."""
        self._camera.rewind()
        self._taken.clear()
        self._place = 0

    def go(self, place: int) -> None:
        """Stand before picture ``place``, which has been taken."""
        self._place = min(place, len(self._taken))

    def _record(self) -> Picture:
        try:
            picture = self._camera.frame()
        except CompanionError as error:
            self._taken.append(error)
            raise
        self._taken.append((picture.name, picture.jpeg))
        return picture
