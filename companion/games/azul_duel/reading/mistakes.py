"""Mistakes of more than one cell that people make, as options for the parts of ``successors``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.games.azul_duel.board import EMPTY_LINE, ROW_CELLS, Board, Line, with_line
from companion.games.azul_duel.catalogue import COLOURS, PLACES, ROWS, TURNED
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import LINE_IDS, PLACE_IDS, cells_of, read_board
from companion.games.azul_duel.reading.line_outcomes import carry_out, line_outcomes
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.successors import (
    Option,
    band_options,
    band_part,
    new_dome_tiles,
    only,
)
from companion.games.azul_duel.rules.chips import Chips
from companion.games.azul_duel.rules.scoring import place_tile
from companion.games.base import ANY, NOTHING, Cells, Checkpoint, Part
from companion.games.common.span import OFFER


def board_mistakes(span: Span, seat: int) -> tuple[Part, ...]:
    """Return the known mistakes on the board of ``seat`` at the end of a ``span``."""
    cells = span.boards[seat]
    if span.joined or span.tiling_missed:
        return tuple(line_mistakes(row, EMPTY_LINE) for row in range(1, ROWS))
    if span.at in OFFER:
        board = read_board(cells)
        lines = (line_mistakes(row, board.lines[row]) for row in range(1, ROWS))
        return (*lines, _moved_dome_tiles(span, cells))
    if span.at is Checkpoint.TILED and span.offer_seen:
        board, chips = read_board(cells), span.spendable(seat)
        return tuple(_band_mistakes(board, band, chips, span.options) for band in range(3))
    return ()


def line_mistakes(row: int, line: Line) -> Part:
    """Return lines with a gap, and lines of two colours, two tiles or more of each (R28, R29)."""
    size = row + 1
    colours = COLOURS if line.colour is None else (line.colour,)
    gaps = (
        (NOTHING,) * gap + (only(colour),) * tiles + (NOTHING,) * (size - gap - tiles)
        for colour in colours
        for gap in range(1, size)
        for tiles in range(max(1, line.tiles), size - gap + 1)
    )
    return Part(LINE_IDS[row], (*gaps, *_mixed(size, line, colours)))


def _mixed(size: int, line: Line, colours: tuple[str, ...]) -> Iterator[Option]:
    for colour, other in product(colours, COLOURS):
        if colour != other:
            for first in range(max(2, line.tiles), size - 1):
                for rest in range(2, size - first + 1):
                    tiles = (only(colour),) * first + (only(other),) * rest
                    yield tiles + (NOTHING,) * (size - first - rest)


def _moved_dome_tiles(span: Span, cells: Cells) -> Part:
    """Return the places with one of the laid dome tiles moved to another place (R17).

    How many new dome tiles there are is left open: the option is wrong as it is.
    """
    new = new_dome_tiles(span)
    found = []
    for place in range(PLACES):
        spaces = cells.get(PLACE_IDS[place])
        if isinstance(spaces, tuple):
            free = new | NOTHING | frozenset(_turns(spaces))
            kept = [only(cells[c]) if c in cells else free for c in PLACE_IDS]
            found.append(tuple(NOTHING if p == place else kept[p] for p in range(PLACES)))
    return Part(PLACE_IDS, tuple(found))


def _turns(spaces: tuple[str | None, ...]) -> tuple[tuple[str | None, ...], ...]:
    """Return a dome tile in its four orientations."""
    known = next((turns for turns in TURNED.values() if spaces in turns), None)
    return known or (spaces,)


def _band_mistakes(board: Board, band: int, chips: Chips, options: Options) -> Part:
    """Return one line of a band handled wrongly, the other one rightly."""
    upper, lower = 2 * band, 2 * band + 1
    found: list[Cells] = []
    for row, other in ((upper, lower), (lower, upper)):
        for outcome in line_outcomes(board, other, chips):
            after, _ = carry_out(board, other, outcome, options)
            found += _mishandled(board, after, row, options)
    legal = band_part(band, band_options(board, band, chips, options)).options
    part = band_part(band, found)
    return Part(part.cells, tuple(option for option in part.options if option not in legal))


def _mishandled(before: Board, after: Board, row: int, options: Options) -> Iterator[Cells]:
    """Yield ``after`` with line ``row`` handled in each of the ways people get wrong."""
    line = before.lines[row]
    if line.colour is None:
        return
    yield cells_of(after)  # forgotten, though it should move or break (R34, R36)
    yield cells_of(with_line(after, row, EMPTY_LINE))  # thrown away (R34, R35, R39)
    full = line.tiles == row + 1
    for cell in ROW_CELLS[row]:
        if after.dome[cell] is not None or after.space(cell) is None:
            continue
        placed, _ = place_tile(after, cell, line.colour, options)
        fits = after.space(cell) in (line.colour, ANY)
        if fits and full:
            moved = cells_of(placed)
            yield moved  # not cleared, or only the rightmost tile of the line gone (R39)
            yield {at: tile for at, tile in moved.items() if at != LINE_IDS[row][0]}
        if fits != full:
            # a wrong space (R34), or an incomplete line moved (R34, R37)
            yield cells_of(with_line(placed, row, EMPTY_LINE))
