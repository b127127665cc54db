"""Pictures that belong to no sitting: sent, read, corrected, and forgotten.

Nothing of them is written anywhere.  The newest few are kept in memory, as nobody says when they
have seen enough.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from companion.arrays import Points
from companion.boards import Board, load
from companion.boards.board_family import printed_alike
from companion.boards.board_files import Printing
from companion.ports import Picture
from companion.service.pictures.album import Print
from companion.service.pictures.photograph import photograph
from companion.service.pictures.single_picture import Looked, find_boards, look_at

KEPT = 8
"""Pictures kept: about ten megabytes each."""

READ = 4
"""Readings kept of each picture: with other corners, or as another game."""

Corners = tuple[tuple[tuple[float, float], ...], ...]
"""Four points (x, y) in pixels for each board."""


@dataclass(frozen=True)
class Wanted:
    """As what a picture is to be read: a game's boards, where they are found or said to lie."""

    game: str
    variant: str = "coloured"
    players: int = 2
    corners: Corners | None = None

    @property
    def board(self) -> Board:
        """The board of the game."""
        return load(self.game, self.variant)

    @property
    def alike(self) -> tuple[Printing, ...]:
        """The games and sides whose boards nobody can tell from this one in a picture, and it."""
        return printed_alike(self.board)


@dataclass
class _Sheet:
    """A picture on the desk, and what was read in it."""

    picture: Picture
    looked: OrderedDict[Wanted, Looked] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)


class Desk:
    """The newest pictures that were sent, by the names their senders made.  Safe in any thread."""

    def __init__(self, kept: int = KEPT) -> None:
        """Begin empty; keep the newest ``kept``."""
        self._kept = kept
        self._sheets: OrderedDict[str, _Sheet] = OrderedDict()
        self._lock = Lock()

    def lay(self, name: str, data: bytes) -> None:
        """Take a picture as it was sent; one that is here already, sent again, changes nothing.

        Raises ``PictureError`` where it is none that can be taken.
        """
        if self.picture(name) is not None:
            return
        sheet = _Sheet(photograph(data))
        with self._lock:
            self._sheets.setdefault(name, sheet)
            while len(self._sheets) > self._kept:
                self._sheets.popitem(last=False)

    def picture(self, name: str) -> Print | None:
        """Return a picture as pages show it; None where it is not (or no longer) here."""
        sheet = self._sheet(name)
        if sheet is None:
            return None
        height, width = sheet.picture.pixels.shape[:2]
        return Print(sheet.picture.jpeg, name, width, height)

    def look(self, name: str, wanted: Wanted) -> Looked | None:
        """Return what a picture shows; None where it is gone.  Raises ``BoardNotFound``."""
        sheet = self._sheet(name)
        if sheet is None:
            return None
        with sheet.lock:
            if wanted not in sheet.looked:
                sheet.looked[wanted] = _read(sheet.picture, wanted)
                while len(sheet.looked) > READ:
                    sheet.looked.popitem(last=False)
            return sheet.looked[wanted]

    def _sheet(self, name: str) -> _Sheet | None:
        with self._lock:
            return self._sheets.get(name)


def _read(picture: Picture, wanted: Wanted) -> Looked:
    board = wanted.board
    corners: list[Points] = (
        find_boards(picture.pixels, board, wanted.players)
        if wanted.corners is None
        else [np.array(each, float) for each in wanted.corners]
    )
    return look_at(picture.pixels, board, corners)
