"""A complete position of a wall game, the actions that change it, and the words for both.

Positions are plain tuples: immutable, comparable, hashable, and quick to make.  Colours are
numbers 0 to 4 (see ``board``), tiles on displays are counted per colour.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.games.common.tuples import maker
from companion.games.wall.board import Board
from companion.games.wall.data import SIZE

Counts = tuple[int, ...]
"""How many tiles of each colour, in the order of the colours; ``()`` stands for none at all."""

NO_TILES: Counts = (0,) * SIZE

CENTRE = -1
"""``Take.source`` for the centre of the table."""

FLOOR = SIZE
"""``Take.line`` for the floor line."""


class Phase(StrEnum):
    """Where in a round a position stands."""

    OFFER = "offer"
    TILING = "tiling"
    """The grey side only: a player chooses a space of the wall."""
    DEAL = "deal"
    """Chance is needed and the position has no generator: ``deal`` goes on."""
    OVER = "over"


class Take(NamedTuple):
    """Take all tiles of a colour from one place and put them in one line (R9, R10, R13).

    ``dropped`` tiles go to the floor although the line has room (``allow_partial_floor``);
    ``left`` are the colours that effect 4 passes to the left neighbour, the others go right.
    """

    source: int
    colour: int
    line: int
    dropped: int = 0
    left: tuple[int, ...] = ()


class Place(NamedTuple):
    """Move the tile of a complete line to a space of the grey wall (R43)."""

    row: int
    column: int


Action = Take | Place


class Position(NamedTuple):
    """Everything there is to know between two actions.

    ``displays``: tiles on each display; ``sides``: its gold side, None where it lies blue side up
    (empty without special factories); ``marker``: who took the starting player marker this round,
    None while it lies in the centre; ``starter``: who began this round; ``turn``: whose action is
    next; ``seed``: the random generator with ``round`` as its state, None where deals are given.
    """

    displays: tuple[Counts, ...]
    centre: Counts
    marker: int | None
    turn: int
    starter: int
    boards: tuple[Board, ...]
    bag: Counts
    lid: Counts
    round: int
    phase: Phase
    seed: int | None = None
    sides: tuple[str | None, ...] = ()

    def tiles_on(self, source: int) -> Counts:
        """Return what lies on a display, or in the centre."""
        return self.centre if source == CENTRE else self.displays[source]

    @property
    def needs_deal(self) -> bool:
        """Whether the next round waits for tiles given from outside."""
        return self.phase is Phase.DEAL

    @property
    def over(self) -> bool:
        """Whether the game has ended (R37)."""
        return self.phase is Phase.OVER


new_position = maker(Position)


class Deal(NamedTuple):
    """The tiles of a round given from outside, one count per display (R5, R33).

    With special factories also the gold ``sides``, and the colour of the ``extra`` tile where
    effect 1 draws one.  The effects themselves are carried out by the engine.
    """

    displays: tuple[Counts, ...]
    sides: tuple[str | None, ...] = ()
    extra: int | None = None
