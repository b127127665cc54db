"""All that is wrong with a board, each with its rule: colours, moved tiles, corner spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.base import Boards, Cells, Checkpoint, Problem, Problems
from companion.games.summer_pavilion.layout import (
    ALL_CELLS,
    CELLS,
    CORNER_CELLS,
    STAR_NAMES,
    STARS,
    Side,
)
from companion.games.summer_pavilion.reading.span import Span, colour_of, new_cells
from companion.games.summer_pavilion.reading.star_problems import star_faults
from companion.games.summer_pavilion.tiles import TILES_PER_COLOUR


def standing(side: Side, board: Cells, before: Cells | None = None) -> Iterator[Problem]:
    """Yield what is wrong with tiles and stars; complete play asks it too.

    Without ``before`` nobody knows which tiles are new.
    """
    yield from _not_tiles(board)
    yield from _too_many(board)
    for star in range(STARS):
        yield from star_faults(side, star, board, before)


def _not_tiles(board: Cells) -> Iterator[Problem]:
    """Yield what lies where no tile may, or is not one tile of a colour."""
    for cell, content in board.items():
        if cell not in ALL_CELLS:
            text = "A tile lies beside the spaces: put it on an empty space of a star."
            yield Problem("SP-R19", (cell,), text)
        elif isinstance(content, tuple):
            rule = "SP-R36" if cell in CORNER_CELLS else "SP-R19"
            text = "Several tiles lie on one space: each space takes a single tile."
            yield Problem(rule, (cell,), text)
        elif colour_of(content) is None:
            text = "Only tiles of the six colours go on the board: take away what is no tile."
            yield Problem("SP-R19", (cell,), text)


def _too_many(board: Cells) -> Iterator[Problem]:
    counts = Counter(content for content in board.values() if isinstance(content, str))
    for colour, number in counts.items():
        if number > TILES_PER_COLOUR and colour_of(colour) is not None:
            cells = tuple(cell for cell, content in board.items() if content == colour)
            text = "There are only {there} {colour} tiles in the game, not {number}."
            values = {"there": TILES_PER_COLOUR, "colour": colour, "number": number}
            yield Problem("SP-R5", cells, text, values)


def _changed(board: Cells, before: Cells) -> Iterator[Problem]:
    """Yield tiles that were covered, moved or taken away: a placed tile stays."""
    new = new_cells(before, board)
    for cell in CELLS:
        colour = before.get(cell)
        if colour is None or colour == board.get(cell):
            continue
        values = {"colour": colour, "star": STAR_NAMES[CELLS.index(cell) // 6]}
        if cell in board:
            text = "Another tile lies where {colour} lay on the {star} star: placed tiles stay."
            yield Problem("SP-R19", (cell,), text, values)
            continue
        moved = tuple(other for other in new if board[other] == colour)
        text = (
            "A {colour} tile of the {star} star was moved: put it back, new tiles come from"
            " beside the board."
            if moved
            else "A {colour} tile is gone from the {star} star: put it back, placed tiles stay."
        )
        yield Problem("SP-R18", moved, text, values)


def _corner_problems(board: Cells, before: Cells) -> Iterator[Problem]:
    """Yield tiles put on corners without passing, or left there when a new round has begun."""
    new = tuple(cell for cell in CORNER_CELLS if cell in board and board[cell] != before.get(cell))
    left = tuple(cell for cell in CORNER_CELLS if cell in board and cell not in new)
    if new:
        text = "Corner spaces take tiles only when you pass: put these beside the board."
        yield Problem("SP-R36", new, text)
    if left and new_cells(before, board):
        text = (
            "Kept tiles still lie on corner spaces: in a new round they go back beside the board,"
            " and after passing no tile is placed."
        )
        yield Problem("SP-R41", left, text)


def problems_at(side: Side, span: Span, seat: int, board: Cells, boards: Boards) -> Problems:
    """Return everything that is wrong with a seat's board at a moment; see ``Game.problems_at``."""
    if span.at is Checkpoint.SETUP:
        text = "The boards are empty before the game: put all tiles into the bag."
        return (Problem("SP-R5", tuple(board), text),) if board else ()
    if span.joined:
        return tuple(standing(side, board))
    before = span.boards[seat]
    found = [*standing(side, board, before), *_changed(board, before)]
    if seat in span.passed:
        found += _after_passing(span, seat, board)
    elif seat == span.placed_last(boards):
        found += _corner_problems(board, before)
    return tuple(found)


def _after_passing(span: Span, seat: int, board: Cells) -> Iterator[Problem]:
    """Yield what changed on a board whose owner has passed in this round (SP-R35, SP-R36)."""
    before = span.boards[seat]
    placed, kept = new_cells(before, board), span.kept_now(seat, board)
    if placed:
        text = (
            "This player has passed in this round: take the tile back. If a new round has begun,"
            " first say who else has passed."
        )
        yield Problem("SP-R35", placed, text)
    if kept:
        text = "This player has passed already: no more tiles come to the corner spaces."
        yield Problem("SP-R36", kept, text)
    if any(cell in before and cell not in board for cell in CORNER_CELLS):
        text = "A kept tile is gone from a corner space: it stays there until the next round."
        yield Problem("SP-R36", (), text)
