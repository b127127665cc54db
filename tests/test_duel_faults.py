"""Faults put into random games of Azul Duel: each is found, by its rule and on its cells."""

import random

import pytest
from duel_tables import any_action, builder
from duel_watcher import GOALS, Watcher

from companion.games import game
from companion.games.azul_duel.catalogue import COLOURS, LYING, TURNED
from companion.games.azul_duel.reading.cells import DOME_IDS, LINE_IDS, PLACE_IDS, read_board
from companion.games.base import Checkpoint, Setup


def but(cells, gone, change):
    """Return the cells without some of them, and with others changed."""
    return {cell: lies for cell, lies in (cells | change).items() if cell not in gone}


def tiles_of(cells, row):
    return [cell for cell in LINE_IDS[row] if cell in cells]


def another(chance, colour):
    return chance.choice([other for other in COLOURS if other != colour])


def mixed_line(chance, cells, before):
    for row in range(1, 6):
        tiles = tiles_of(cells, row)
        if len(tiles) > 1:
            cell = chance.choice(tiles)
            yield "DU-R29", cell, but(cells, (), {cell: another(chance, cells[cell])})


def gap_in_a_line(chance, cells, before):
    for row in range(1, 6):
        tiles = tiles_of(cells, row)
        if tiles and len(tiles) <= row:
            end = LINE_IDS[row][len(tiles)]
            yield "DU-R28", end, but(cells, (chance.choice(tiles),), {end: cells[tiles[0]]})


def dome_tile_turned(chance, cells, before):
    for place in PLACE_IDS:
        if place in before:
            tile, turn = LYING[cells[place]]
            other = TURNED[tile][(turn + chance.randrange(1, 4)) % 4]
            yield "DU-R17", place, but(cells, (), {place: other})


def dome_tile_moved(chance, cells, before):
    empty = [place for place in PLACE_IDS if place not in cells]
    for place in PLACE_IDS:
        if place in before and empty:
            there = chance.choice(empty)
            yield "DU-R17", there, but(cells, (place,), {there: cells[place]})


def special_tile_too_early(chance, cells, before):
    board = read_board(cells)
    for cell, name in enumerate(DOME_IDS):
        if board.space(cell) == "special" and name not in cells:
            yield "DU-R40", name, but(cells, (), {name: "special"})


def special_tile_missing(chance, cells, before):
    for cell, name in enumerate(DOME_IDS):
        if cells.get(name) == "special":
            (neighbour,) = [n for n in (DOME_IDS[cell ^ 1],) if n in cells]
            yield "DU-R40", neighbour, but(cells, (name,), {})


def tile_of_another_colour(chance, cells, before):
    board = read_board(cells)
    for cell, name in enumerate(DOME_IDS):
        if name in cells and board.space(cell) in COLOURS:
            yield "DU-R34", name, but(cells, (), {name: another(chance, cells[name])})


def tile_without_a_dome_tile(chance, cells, before):
    board = read_board(cells)
    for cell, name in enumerate(DOME_IDS):
        if board.space(cell) is None:
            yield "DU-R34", name, but(cells, (), {name: chance.choice(COLOURS)})


def five_broken_tiles(chance, cells, before):
    yield "DU-R32", "broken", but(cells, (), {"broken": (None,) * 4 + ("red",)})


def line_that_lost_a_tile(chance, cells, before):
    for row in range(1, 6):
        had, tiles = tiles_of(before, row), tiles_of(cells, row)
        if had == tiles and len(tiles) > 1:
            yield "DU-R39", tiles[0], but(cells, tiles[-1:], {})


def line_not_cleared(chance, cells, before):
    for row in range(1, 6):
        tiles = tiles_of(before, row)
        if len(tiles) > 1 and not tiles_of(cells, row) and came(cells, before, row):
            rest = {cell: before[cell] for cell in tiles[1:]}
            yield "DU-R39", tiles[1], but(cells, (), rest)


def forgotten_line(chance, cells, before):
    for row in range(1, 6):
        tiles, tile = tiles_of(before, row), came(cells, before, row)
        specials = any(lies == "special" and c not in before for c, lies in cells.items())
        if len(tiles) == row + 1 and tile and not specials:
            yield "DU-R34", tiles[0], but(cells, tile, {cell: before[cell] for cell in tiles})


def came(cells, before, row):
    """Return the cells of a dome row that gained a coloured tile."""
    new = [cell for cell in DOME_IDS[6 * row : 6 * row + 6] if cell in cells and cell not in before]
    return [cell for cell in new if cells[cell] != "special"]


def broken_tiles_left(chance, cells, before):
    yield "DU-R47", "broken", but(cells, (), {"broken": ("red",)})


AT_OFFER_END = (
    mixed_line,
    gap_in_a_line,
    dome_tile_turned,
    dome_tile_moved,
    special_tile_too_early,
    tile_of_another_colour,
    tile_without_a_dome_tile,
    five_broken_tiles,
    line_that_lost_a_tile,
)
AT_TILED = (
    gap_in_a_line,
    dome_tile_turned,
    special_tile_too_early,
    special_tile_missing,
    tile_of_another_colour,
    line_not_cleared,
    forgotten_line,
    broken_tiles_left,
)


@pytest.fixture(scope="module")
def watched():
    """Four games as seen, each picture with the tables before it."""
    found, rules = [], game(Setup("azul-duel", goals=GOALS))
    with pytest.MonkeyPatch.context() as monkeypatch:
        for seed in (2, 13):
            for choose in (any_action, builder):
                table = rules.empty_table()
                for picture in Watcher(monkeypatch).play(seed, choose)[0]:
                    found.append((picture, table))
                    table = rules.advance(table, picture.moment, picture.boards).table
                monkeypatch.undo()
    return rules, found


@pytest.mark.parametrize(
    ("checkpoint", "fault"),
    [(Checkpoint.OFFER_END, fault) for fault in AT_OFFER_END]
    + [(Checkpoint.TILED, fault) for fault in AT_TILED],
)
def test_a_fault_is_found_by_its_rule_on_its_cell(checkpoint, fault, watched):
    rules, pictures = watched
    chance, found = random.Random(1), 0
    for picture, table in pictures:
        if picture.moment.checkpoint is not checkpoint:
            continue
        for seat, (cells, before) in enumerate(zip(picture.boards, table.boards, strict=True)):
            for rule, cell, wrong in fault(chance, cells, before):
                said = rules.problems_at(table, picture.moment, seat, wrong)
                assert any(p.rule == rule and cell in p.cells for p in said), (cell, said)
                assert all(set(p.cells) <= set(wrong) for p in said)
                found += 1
    assert found > 3
