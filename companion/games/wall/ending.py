"""When the game is over (R37)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.wall.board import Board
from companion.games.wall.data import SIZE
from companion.games.wall.scoring import has_complete_row
from companion.games.wall.tiling import columns_for


def game_is_over(boards: Sequence[Board], grey: bool, play_on: bool) -> bool:
    """Tell whether the game ends after this tiling: somebody has a complete row (R37).

    On the grey side it can happen that no wall will ever take a tile again although no row is
    complete.  The rulebooks do not speak of it; option ``no_space_left`` ends the game then,
    ``play_on`` goes on without end.
    """
    if any(has_complete_row(board.wall) for board in boards):
        return True
    return grey and not play_on and not any(space_left(board) for board in boards)


def space_left(board: Board) -> bool:
    """Tell whether a grey wall has a space for a tile of any colour (R43)."""
    return any(
        columns_for(board, row, colour, grey=True) for row in range(SIZE) for colour in range(SIZE)
    )
