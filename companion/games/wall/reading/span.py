"""What lies between two moments of a sitting of a wall game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import FIRST, Boards, Cells, Checkpoint
from companion.games.common import span
from companion.games.common.span import CARRIED, OFFER
from companion.games.wall.board import LINE_CELLS
from companion.games.wall.data import COPIES, DISPLAYS, PER_DISPLAY, SIZE


def tiles_taken(cells: Cells) -> dict[str, str]:
    """Return the tiles on lines and floor, without the marker."""
    return {
        cell: tile
        for cell, tile in cells.items()
        if cell.startswith(("line/", "floor/")) and isinstance(tile, str) and tile != FIRST
    }


@dataclass(frozen=True, slots=True)
class Span(span.Span):
    """The way from a confirmed table to the moment of the next picture."""

    @property
    def grey(self) -> bool:
        """Whether the one-colour side is played."""
        return self.before.setup.variant == "grey"

    @property
    def joined(self) -> bool:
        """Whether the companion joins in mid-game: no board was seen before, or only empty ones."""
        late = self.before.setup.scores is not None
        return not self.before.boards or (late and self.before.checkpoint is Checkpoint.SETUP)

    @property
    def joined_now(self) -> bool:
        """Whether the game is joined in this very round: totals and walls are those it began on."""
        setup = self.before.setup
        late = setup.scores is not None and setup.round == self.moment.round
        return self.joined or (late and self.same_offer)

    @property
    def carried(self) -> int | None:
        """How many tiles lay on the boards when the round of the moment began, where it is known.

        What is full at the end of an offer leaves with the tiling, to the wall or not (R24, R44).
        """
        if not self.tiling_missed:
            known: int | None = self.before.facts.get(CARRIED)
            return known
        if not self.gap.known:
            return None
        lines = [(cells.keys() & line, line) for cells in self.boards for line in LINE_CELLS]
        return sum(len(tiles) for tiles, line in lines if len(tiles) < len(line))

    def taken(self, boards: Boards) -> int | None:
        """Return how many tiles came to lines and floors this round, where that is known."""
        if self.carried is None or self.at not in OFFER:
            return None
        return sum(len(tiles_taken(cells)) for cells in boards) - self.carried

    def to_come(self, boards: Boards) -> int | None:
        """Return how many of the tiles dealt this round lie on no board yet, where it is known."""
        taken = self.taken(boards)
        if taken is None:
            return None
        walls = sum(cell.startswith("wall/") for cells in boards for cell in cells)
        in_bag_and_lid = COPIES * SIZE - walls - (self.carried or 0)
        return min(DISPLAYS[len(boards)] * PER_DISPLAY, in_bag_and_lid) - taken
