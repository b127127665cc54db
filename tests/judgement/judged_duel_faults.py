"""What people do wrong at Azul Duel, as (rule, cell, wrong board)."""

from __future__ import annotations

import test_duel_faults as known
from judged_wall_faults import but

from companion.games.azul_duel.catalogue import COLOURS, TURNED
from companion.games.azul_duel.reading.cells import DOME_IDS, LINE_IDS, PLACE_IDS, read_board
from companion.games.base import FIRST, Checkpoint

TURN, OPENING = Checkpoint.TURN, Checkpoint.OPENING
OFFER_END, TILED = Checkpoint.OFFER_END, Checkpoint.TILED


def told(fault):
    """Return a fault of the rules' own tests in the form used here."""

    def ways(chance, cells, before, setup):
        for rule, cell, wrong in fault(chance, dict(cells), dict(before)):
            yield rule.removeprefix("DU-"), cell, wrong

    ways.__name__ = fault.__name__
    return ways


def two_dome_tiles_at_the_opening(chance, cells, before, setup):
    place = chance.choice([place for place in PLACE_IDS if place not in cells])
    yield "R10", place, but(cells, (), {place: free_tile(cells)})


def free_tile(cells):
    """Return a dome tile that this board does not have; the other may, in another turn."""
    laid = {place for place in read_board(cells).places if place}
    return next(turns[0] for turns in TURNED.values() if not laid & set(turns))


def one_dome_tile_too_many(chance, cells, before, setup):
    free = [place for place in PLACE_IDS if place not in cells]
    if free:
        place = chance.choice(free)
        yield "R14", place, but(cells, (), {place: free_tile(cells)})


def dome_tile_forgotten(chance, cells, before, setup):
    new = [place for place in PLACE_IDS if place in cells and place not in before]
    if new:
        yield "R14", None, but(cells, new[-1:], {})


def tile_on_the_dome_too_early(chance, cells, before, setup):
    board = read_board(cells)
    for cell, name in enumerate(DOME_IDS):
        if name not in cells and board.space(cell) in COLOURS:
            yield "R34", name, but(cells, (), {name: board.space(cell)})


def two_lines_in_one_turn(chance, cells, before, setup):
    new = [c for c in cells if c.startswith("line") and c not in before]
    empty = [row for row in range(6) if LINE_IDS[row][0] not in cells]
    if new and empty:
        cell = LINE_IDS[chance.choice(empty)][0]
        yield "R27", cell, but(cells, (), {cell: cells[new[0]]})


def dome_tile_and_tiles(chance, cells, before, setup):
    new = [c for c in cells if c.startswith("place") and c not in before]
    empty = [row for row in range(6) if LINE_IDS[row][0] not in cells]
    if len(new) == 1 and empty:
        cell = LINE_IDS[chance.choice(empty)][0]
        yield "R12", cell, but(cells, (), {cell: chance.choice(COLOURS)})


def starting_tile_gone(chance, cells, before, setup):
    if before.get("start") == FIRST:
        yield "R48", None, but(cells, ("start",), {})


def starting_tile_gone_in_phase_1(chance, cells, before, setup):
    if before.get("start") == cells.get("start") == FIRST:
        yield "R48", None, but(cells, ("start",), {})


def starting_tile_without_tiles(chance, cells, before, setup):
    laid = [c for c in cells if c.startswith("place") and c not in before]
    tiles = [c for c in cells if c.startswith("line") and c not in before]
    if laid and not tiles and "start" not in cells and "broken" not in cells:
        yield "R23", "start", but(cells, (), {"start": FIRST})


def rest_of_a_line_pushed_to_the_left(chance, cells, before, setup):
    """The line moved and was not cleared: nobody is told to push what is thrown away (R28)."""
    for row in range(1, 6):
        tiles = [cell for cell in LINE_IDS[row] if cell in before]
        if len(tiles) > 1 and known.came(cells, before, row) and tiles[0] not in cells:
            rest = {cell: before[cell] for cell in tiles[1:]}
            yield "R39", tiles[1], but(cells, (), rest)


SEEN_AT_OFFER_END = [f for f in known.AT_OFFER_END if f is not known.five_broken_tiles]
"""No camera sees how high a stack is: five broken tiles are told."""

FAULTS = {
    OPENING: (two_dome_tiles_at_the_opening,),
    TURN: (
        told(known.mixed_line),
        told(known.gap_in_a_line),
        told(known.dome_tile_turned),
        told(known.line_that_lost_a_tile),
        tile_on_the_dome_too_early,
        two_lines_in_one_turn,
        dome_tile_and_tiles,
        starting_tile_gone_in_phase_1,
        starting_tile_without_tiles,
    ),
    OFFER_END: (*map(told, SEEN_AT_OFFER_END), one_dome_tile_too_many, dome_tile_forgotten),
    TILED: (
        *map(told, known.AT_TILED),
        one_dome_tile_too_many,
        starting_tile_gone,
        rest_of_a_line_pushed_to_the_left,
    ),
}
