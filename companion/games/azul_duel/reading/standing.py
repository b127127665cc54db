"""What is wrong with a board by itself, whatever lay there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.games.azul_duel.board import CELLS_OF, special_due, special_early
from companion.games.azul_duel.catalogue import (
    BROKEN_PLACES,
    COLOURS,
    LYING,
    PLACES,
    ROWS,
    TILES_PER_COLOUR,
    Spaces,
)
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    DOME_IDS,
    LINE_IDS,
    PLACE_IDS,
    START,
    colour_at,
    read_board,
    spaces_at,
    stack_at,
)
from companion.games.base import ANY, FIRST, SPECIAL, Cells, Content, Problem
from companion.games.saying import Listed

SPECIAL_DUE = "The other three spaces of {place} are filled: put a special tile on {cell}."


def problem(rule: str, cells: Iterable[str], template: str, **values: object) -> Problem:
    """Return a problem of rule ``DU-rule``."""
    return Problem(f"DU-{rule}", tuple(cells), template, values)


def standing_problems(cells: Cells, options: Options) -> Iterator[Problem]:
    """Yield everything that is wrong with a board at any checkpoint."""
    for row in range(ROWS):
        yield from _line(cells, row)
    for place in range(PLACES):
        yield from _dome_tile(cells, place, options)
    yield from _twins(cells, options)
    board = read_board(cells)
    for cell, name in enumerate(DOME_IDS):
        if name in cells:
            yield from _misplaced(cells, name)
            yield from _dome_cell(cells[name], board.space(cell), name)
    yield from _special_tiles(cells)
    yield from _broken(cells)
    yield from _fields(cells)
    yield from _too_many(cells)


def line_tiles(cells: Cells, row: int) -> tuple[str, ...]:
    """Return the cells of pattern line ``row`` on which something lies."""
    return tuple(cell for cell in LINE_IDS[row] if cell in cells)


def _line(cells: Cells, row: int) -> Iterator[Problem]:
    """Yield what is wrong in one pattern line: strange tiles, two colours, gaps."""
    tiles = line_tiles(cells, row)
    for cell in tiles:
        yield from _misplaced(cells, cell)
    colours = sorted({str(cells[c]) for c in tiles if cells[c] in COLOURS})
    if len(colours) > 1:
        text = "Line {line} holds {colours}; a line takes one colour only, so take the others out."
        yield problem("R29", tiles, text, line=row + 1, colours=Listed(colours))
    hole = next((k for k, cell in enumerate(LINE_IDS[row]) if cell not in cells), row + 1)
    beyond = tuple(cell for cell in LINE_IDS[row][hole:] if cell in cells)
    if beyond:
        text = "Line {line} has a gap; push its tiles to the right, towards the dome."
        yield problem("R28", beyond, text, line=row + 1)


def _misplaced(cells: Cells, cell: str) -> Iterator[Problem]:
    """Yield what is wrong when no coloured tile lies on a cell made for one."""
    content = cells.get(cell)
    if content == FIRST:
        text = "The starting player tile lies on {cell}; it belongs on its own field."
        yield problem("R23", (cell,), text, cell=cell)
    elif content == SPECIAL and cell not in DOME_IDS:
        text = "A special tile lies on {cell}; it goes on a special space of the dome only."
        yield problem("R40", (cell,), text, cell=cell)


def _dome_tile(cells: Cells, place: int, options: Options) -> Iterator[Problem]:
    """Yield what is wrong with a dome tile: not one of those in the box (R4)."""
    cell = PLACE_IDS[place]
    if cell not in cells:
        return
    spaces = spaces_at(cells, place)
    known = spaces is not None and (
        spaces in LYING or (options.dome_tiles == "free" and _three_colours(spaces))
    )
    if not known:
        text = "No dome tile of the box looks like the one on {cell}; look at it once more."
        yield problem("R4", (cell,), text, cell=cell)


def _three_colours(spaces: Spaces) -> bool:
    """Tell whether a dome tile has three different colours and one other space."""
    colours = {space for space in spaces if space in COLOURS}
    return len(colours) == 3 and (ANY in spaces or SPECIAL in spaces)


def _twins(cells: Cells, options: Options) -> Iterator[Problem]:
    """Yield dome tiles that lie twice though the box has them once (R4)."""
    if options.dome_tiles == "free":
        return
    laid: dict[int, list[str]] = {}
    for place in range(PLACES):
        spaces = spaces_at(cells, place)
        if spaces in LYING:
            laid.setdefault(LYING[spaces][0], []).append(PLACE_IDS[place])
    for places in laid.values():
        if len(places) > 1:
            text = "The same dome tile lies {times} times, but the box has it once; look again."
            yield problem("R4", places, text, times=len(places))


def _dome_cell(content: Content, space: str | None, name: str) -> Iterator[Problem]:
    """Yield what is wrong with a tile on a dome cell that shows ``space`` (R34, R40, R41)."""
    if space is None:
        text = "A tile lies on {cell}, where no dome tile is; take it back to its line."
        yield problem("R34", (name,), text, cell=name)
    elif content == SPECIAL and space != SPECIAL:
        text = "A special tile lies on {cell}, which is {space}; it goes on a special space only."
        rule = "R41" if space == ANY else "R40"
        yield problem(rule, (name,), text, cell=name, space=space)
    elif content in COLOURS and space == SPECIAL:
        text = "A {colour} tile lies on the special space {cell}; only a special tile goes there."
        yield problem("R40", (name,), text, cell=name, colour=content)
    elif content in COLOURS and space not in (content, ANY):
        text = "A {colour} tile lies on {cell}, which is {space}; put it on a space of its colour."
        yield problem("R34", (name,), text, cell=name, colour=content, space=space)


def _special_tiles(cells: Cells) -> Iterator[Problem]:
    """Yield special tiles that are missing or too early (R40)."""
    board = read_board(cells)
    for place in range(PLACES):
        due, early = special_due(board, place), special_early(board, place)
        if due is not None:
            others = tuple(DOME_IDS[cell] for cell in CELLS_OF[place] if cell != due)
            values = {"place": PLACE_IDS[place], "cell": DOME_IDS[due]}
            yield problem("R40", others, SPECIAL_DUE, **values)
        if early is not None:
            text = "The special tile on {cell} comes too early: fill the other three spaces first."
            yield problem("R40", (DOME_IDS[early],), text, cell=DOME_IDS[early])


def _broken(cells: Cells) -> Iterator[Problem]:
    """Yield what is wrong on the broken-tile space (R32)."""
    stack = stack_at(cells)
    if len(stack) > BROKEN_PLACES:
        text = "{tiles} tiles lie on the broken-tile space; it holds 4, the others go in the tower."
        yield problem("R32", (BROKEN,), text, tiles=len(stack))
    if FIRST in stack or SPECIAL in stack:
        text = "Only coloured tiles go on the broken-tile space; take the other one off."
        yield problem("R32", (BROKEN,), text)


def _fields(cells: Cells) -> Iterator[Problem]:
    """Yield tiles on fields that are not for them: the starting player's, printed numbers."""
    if cells.get(START, FIRST) != FIRST:
        text = "Only the starting player tile lies on its field; put the other tile away."
        yield problem("R23", (START,), text)
    for cell in cells:
        if cell.split("/")[0] not in ("line", "dome", "place", "chip", BROKEN, START):
            text = "A tile lies on {cell}; tiles go in a pattern line or on the broken-tile space."
            yield problem("R27", (cell,), text, cell=cell)


def _too_many(cells: Cells) -> Iterator[Problem]:
    """Yield colours of which a single board shows more tiles than the box has (R6)."""
    ids = (*sum(LINE_IDS, ()), *DOME_IDS)
    found = Counter(colour_at(cells, cell) for cell in ids)
    for colour in COLOURS:
        if found[colour] > TILES_PER_COLOUR:
            lying = tuple(cell for cell in ids if cells.get(cell) == colour)
            text = "{tiles} {colour} tiles lie here, but the box has 13; look at them once more."
            yield problem("R6", lying, text, tiles=found[colour], colour=colour)
