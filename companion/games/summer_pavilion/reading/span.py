"""Boards as they are seen: cells and contents turned into spaces, rounds told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.base import Boards, Cells, Checkpoint
from companion.games.common import span
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, EMPTY, SPACE, Spaces
from companion.games.summer_pavilion.tiles import INDEX

PASSED = "passed"
"""Fact of a table: the seats that have passed in its round."""

MARKER = "marker"
"""Told, and fact of a table once it is: ``{"seat", "tiles"}`` of the starting player marker."""

DISCARDED = "discarded"
"""Told: tiles thrown away on passing; a number, or one number for each seat."""

ORDER = "order"
"""Told where it matters: the cells of the tiles placed since the last picture, first one first.

Of one seat, or by seat where several have placed some.
"""


def colour_of(content: object) -> int | None:
    """Return a tile's colour; None for anything that is not one tile of a colour."""
    return INDEX.get(content) if isinstance(content, str) else None


def spaces_seen(cells: Cells) -> Spaces:
    """Return the spaces of a board; what is no tile of a colour counts as nothing."""
    if not cells:
        return EMPTY
    return tuple(colour_of(cells.get(cell)) for cell in CELLS)


def new_cells(before: Cells, board: Cells) -> tuple[str, ...]:
    """Return the spaces of stars that a tile has come to."""
    return tuple(cell for cell in CELLS if cell in board and cell not in before)


def corners_seen(cells: Cells) -> int:
    """Return how many corner spaces hold a tile."""
    return sum(cell in cells for cell in CORNER_CELLS)


@dataclass(frozen=True, slots=True)
class Span(span.Span):
    """The time from the last confirmed table to the moment of a new picture."""

    @property
    def new_round(self) -> bool:
        """Whether a round has begun in between, so that kept tiles left the corners (SP-R41)."""
        return self.moment.round > self.before.round

    @property
    def passed(self) -> frozenset[int]:
        """The seats that had passed in the round of the moment."""
        return frozenset() if self.new_round else frozenset(self.before.facts.get(PASSED, ()))

    @property
    def now_passed(self) -> frozenset[int]:
        """The seats that pass at the moment: the one named, or all where none is."""
        if self.at is not Checkpoint.PASSED:
            return frozenset()
        seat = self.moment.seat
        return frozenset(range(self.before.setup.players) if seat is None else (seat,))

    @property
    def told_marker(self) -> Mapping[str, Any] | None:
        """The marker as the moment tells of it, if somebody took it."""
        marker: Mapping[str, Any] | None = self.moment.told.get(MARKER)
        return marker if marker and marker.get("seat") is not None else None

    @property
    def told_untaken(self) -> bool:
        """Whether the moment tells that nobody took the marker."""
        return MARKER in self.moment.told and self.told_marker is None

    @property
    def rounds_missed(self) -> bool:
        """Whether a round went by without a picture, so that nobody knows who began this one."""
        return not self.joined and self.moment.round > self.before.round + 1

    @property
    def marker(self) -> Mapping[str, Any] | None:
        """The marker of this round: as it was known before, else as it is told now."""
        return self.known_marker or self.told_marker

    @property
    def known_marker(self) -> Mapping[str, Any] | None:
        """The marker of this round as it was known before the moment."""
        return None if self.new_round else self.before.facts.get(MARKER)

    def discarded(self, seat: int) -> int:
        """Return how many tiles a seat is told to have thrown away at the moment.

        A single number is meant for the seats that pass at the moment.
        """
        told = self.moment.told.get(DISCARDED) or 0
        if isinstance(told, list | tuple):
            return int(told[seat])
        return told if seat in self.now_passed else 0

    def order(self, seat: int) -> tuple[int, ...]:
        """Return the spaces of a seat's new tiles in the order told; empty where nobody told it."""
        told = self.moment.told.get(ORDER) or ()
        cells = told.get(str(seat), ()) if isinstance(told, Mapping) else told
        return tuple(SPACE[cell] for cell in cells if cell in SPACE)

    def placed_last(self, boards: Boards) -> int | None:
        """Return the seat that placed a tile just now and so has not passed, where that is sure.

        Where nobody is named, it is the only one with a new tile.
        """
        if self.at is not Checkpoint.PLACED:
            return None
        if self.moment.seat is not None:
            return self.moment.seat
        grown = [seat for seat, number in enumerate(self.number_placed(boards)) if number]
        return grown[0] if len(grown) == 1 else None

    def number_placed(self, boards: Boards) -> tuple[int, ...]:
        """Return by seat how many tiles came to its stars."""
        pairs = zip(self.boards, boards, strict=False)
        return tuple(len(new_cells(old, now)) for old, now in pairs)

    def kept_now(self, seat: int, cells: Cells) -> tuple[str, ...]:
        """Return the corner spaces with tiles that did not lie there before."""
        before = self.boards[seat]
        return tuple(c for c in CORNER_CELLS if c in cells and cells[c] != before.get(c))

    def seen_to_pass(self, boards: Boards) -> frozenset[int]:
        """Return the seats whose corner spaces show that they passed though nobody pressed.

        Whoever placed a tile just now has not passed, though their corners may not be cleared yet.
        """
        if self.at is Checkpoint.SETUP:
            return frozenset()
        kept = {seat for seat, cells in enumerate(boards) if self.kept_now(seat, cells)}
        return frozenset(kept - self.passed - self.now_passed - {self.placed_last(boards)})
