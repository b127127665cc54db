"""When the game is over (R37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.wall.board import Board
from companion.games.wall.data import COPIES, SIZE
from companion.games.wall.rules.scoring import has_complete_row
from companion.games.wall.rules.tiling import columns_for, stick


def game_is_over(
    boards: Sequence[Board], grey: bool, play_on: bool, free: Sequence[int] = ()
) -> bool:
    """Tell whether the game ends after this tiling: somebody has a complete row (R37).

    ``free`` are the tiles in bag and lid by colour, where they are known.

    It can happen that no tile will ever come to a wall again although no row is complete, most
    easily on the grey side.  The rulebooks do not speak of it; option ``no_placement_left`` ends
    the game then, ``play_on`` goes on without end.
    """
    if any(has_complete_row(board.wall) for board in boards):
        return True
    return not play_on and not placement_left(boards, grey, free)


def placement_left(boards: Sequence[Board], grey: bool, free: Sequence[int] = ()) -> bool:
    """Tell whether any tile can still come to any wall, whatever is drawn and played.

    Tiles on walls stay; those on a line stay until the line is complete.  A line that can be
    completed but never placed is stuck then: its tiles come back (R44), and may be what another
    line lacks.
    """
    free, boards = free or loose_tiles(boards), list(boards)
    while not any(row_can_be_filled(board, row, free, grey) for board, row in _rows(boards)):
        stuck = [(s, r) for s, b in enumerate(boards) for r in range(SIZE) if _sticks(b, r, free)]
        if not stuck:
            return False
        for seat, row in stuck:
            boards[seat], _ = stick(boards[seat], row)
        free = loose_tiles(boards)
    return True


def _rows(boards: Sequence[Board]) -> Iterator[tuple[Board, int]]:
    return ((board, row) for board in boards for row in range(SIZE))


def loose_tiles(boards: Sequence[Board]) -> list[int]:
    """Return how many tiles of each colour lie neither on a wall nor on a pattern line."""
    free = [COPIES] * SIZE
    for board in boards:
        for tiles in board.wall:
            for colour in tiles:
                if colour is not None:
                    free[colour] -= 1
        for held, count in board.lines:
            if held is not None:
                free[held] -= count
    return free


def row_can_be_filled(board: Board, row: int, free: Sequence[int], grey: bool) -> bool:
    """Tell whether line ``row`` can be completed and send a tile to the wall."""
    held, tiles = board.lines[row]
    colours = range(SIZE) if held is None else (held,)
    return any(
        free[colour] + tiles > row and columns_for(board, row, colour, grey) for colour in colours
    )


def _sticks(board: Board, row: int, free: Sequence[int]) -> bool:
    """Tell whether line ``row`` can be completed, only to go to the floor line (R44)."""
    colour, tiles = board.lines[row]
    completed = colour is not None and free[colour] + tiles > row
    return completed and colour is not None and not columns_for(board, row, colour, grey=True)
