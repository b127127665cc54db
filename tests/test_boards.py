"""The boards: what the rulebooks show, where the print has it, and damaged files."""

import json
from dataclasses import FrozenInstanceError

import pytest

from companion import boards
from companion.boards import board_files
from companion.boards.outlines import rhombus
from companion.errors import BoardDataError

WALL_GAMES = ("azul", "azul-mini", "master-chocolatier")
SIDES = sorted(board_files.FILES)


@pytest.mark.parametrize("side", SIDES, ids="-".join)
def test_every_board_loads_once_with_unique_cells(side):
    board = boards.load(*side)
    assert (board.game, board.variant) == side
    assert len({cell.id for cell in board.cells}) == len(board.cells)
    assert boards.load(*side) is board


@pytest.mark.parametrize("game", WALL_GAMES)
def test_a_wall_game_has_25_wall_15_line_and_7_floor_places(game):
    board = boards.load(game)
    assert [len(board.of_kind(kind)) for kind in ("wall", "line", "floor")] == [25, 15, 7]
    assert [cell.value for cell in board.of_kind("floor")] == [-1, -1, -2, -2, -2, -3, -3]
    assert all(cell.col <= cell.row for cell in board.of_kind("line"))


@pytest.mark.parametrize("game", WALL_GAMES)
def test_every_row_and_column_of_the_coloured_wall_has_every_colour(game):
    board = boards.load(game)
    wall = {(cell.row, cell.col): cell.colour for cell in board.of_kind("wall")}
    for n in range(5):
        assert sorted(wall[n, other] for other in range(5)) == sorted(board.colours)
        assert sorted(wall[other, n] for other in range(5)) == sorted(board.colours)


@pytest.mark.parametrize("game", WALL_GAMES)
def test_the_grey_side_is_the_same_board_without_printed_walls(game):
    coloured, grey = boards.load(game), boards.load(game, "grey")
    assert {cell.colour for cell in grey.of_kind("wall")} == {None}
    for printed, plain in zip(coloured.cells, grey.cells, strict=True):
        assert (printed.id, printed.centre_mm) == (plain.id, plain.centre_mm)


def test_a_line_is_filled_from_the_wall_outwards():
    board = boards.load("azul")
    x = [board.cell(f"line/4/{k}").centre_mm[0] for k in range(5)]
    assert x == sorted(x, reverse=True)
    assert x[0] < board.cell("wall/4/0").centre_mm[0]


def test_the_score_track_counts_from_0_to_100():
    board = boards.load("azul")
    assert [cell.value for cell in board.of_kind("track")] == list(range(101))
    low, _, high, _ = board.of_kind("track")[0].polygon_mm
    assert (high[0] - low[0], high[1] - low[1]) == pytest.approx((11.58, 11.91))


def test_mini_has_sliders_and_a_clear_panel():
    board = boards.load("azul-mini")
    assert board.panel == "clear"
    assert board.cell("tens/12").value == 12
    assert board.cell("units/9").value == 9


def test_each_star_of_the_summer_pavilion_has_its_colour_and_six_numbers():
    board = boards.load("summer-pavilion")
    assert board.cell("star/0/1").colour == "any"
    for star in range(7):
        spaces = [cell for cell in board.of_kind("space") if cell.star == star]
        assert [cell.number for cell in spaces] == [1, 2, 3, 4, 5, 6]
        assert len({cell.colour for cell in spaces}) == 1
    assert {ornament.kind for ornament in board.ornaments} == {"pillar", "statue", "window"}


def test_the_grey_stars_take_every_colour():
    board = boards.load("summer-pavilion", "grey")
    assert {cell.colour for cell in board.of_kind("space")} == {"any"}


def test_a_dome_tile_of_duel_covers_four_spaces():
    board = boards.load("azul-duel")
    assert board.dome_tile is not None
    assert len(board.dome_tile.places) == 9
    for place in board.dome_tile.places:
        row, col = (2 * int(part) for part in place.id.split("/"))
        corners = [board.cell(f"dome/{row + a}/{col + b}") for a in (0, 1) for b in (0, 1)]
        middle = [sum(cell.centre_mm[axis] for cell in corners) / 4 for axis in (0, 1)]
        assert middle == pytest.approx(place.centre_mm)


@pytest.mark.parametrize("side", SIDES, ids="-".join)
def test_an_outline_surrounds_its_cell(side):
    for cell in boards.load(*side).cells:
        corners = len(cell.polygon_mm)
        assert corners >= 4
        middle = [sum(point[axis] for point in cell.polygon_mm) / corners for axis in (0, 1)]
        assert middle == pytest.approx(cell.centre_mm, abs=0.02)


def test_a_computed_rhombus_lies_as_the_printed_ones():
    cell = boards.load("summer-pavilion").cell("star/0/2")
    computed = rhombus(cell.centre_mm, 24, cell.angle_deg)
    for corner, printed in zip(computed, cell.polygon_mm, strict=True):
        assert corner == pytest.approx(printed, abs=0.02)


def test_a_board_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        boards.load("azul").game = "chess"


def test_an_unknown_cell_is_a_key_error():
    with pytest.raises(KeyError, match="wall/9/9"):
        boards.load("azul").cell("wall/9/9")


@pytest.mark.parametrize("side", [("azul-duel", "grey"), ("azul", "green"), ("chess", "coloured")])
def test_a_board_that_does_not_exist_is_refused_with_the_choices(side):
    with pytest.raises(BoardDataError, match="choose one of: azul coloured") as caught:
        boards.load(*side)
    assert caught.value.name == side[0]


def test_a_missing_file_is_a_damaged_installation(monkeypatch):
    monkeypatch.setitem(board_files.FILES, ("azul", "lost"), ("companion.games.azul", "lost.json"))
    with pytest.raises(BoardDataError, match=r"lost\.json of azul cannot be read .* install"):
        boards.load("azul", "lost")


def small_board(**changes):
    """A faultless little board, with ``changes``."""
    cell = {"id": "wall/0/0", "kind": "wall", "row": 0, "col": 0, "centre_mm": [5, 5]}
    board = {
        "game": "azul",
        "size_mm": [10, 10],
        "tile": {"shape": "square", "size_mm": 2, "height_mm": 1},
        "colours": ["blue"],
        "cells": [cell],
    }
    return board | changes, cell


def test_the_little_board_itself_is_faultless():
    board = boards.parse(json.dumps(small_board()[0]))
    assert board.cell("wall/0/0").polygon_mm == ((4, 4), (6, 4), (6, 6), (4, 6))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": None}, "game is missing"),
        ({"size_mm": [10]}, "size_mm must have 2 entries, but has 1"),
        ({"size_mm": ["a", 1]}, r'size_mm\[0\] must be a number, not "a"'),
        ({"tile": {"shape": "star"}}, 'tile.shape is "star", but must be one of square'),
        ({"tile": {"shape": "rhombus", "size_mm": 2}}, "tile.side_mm is missing"),
        ({"colours": "blue"}, "colours must be a list"),
        ({"cells": []}, "has no cells"),
        ({"cells": {}}, "cells must be a list"),
    ],
)
def test_a_damaged_board_file_says_where(change, complaint):
    with pytest.raises(BoardDataError, match=f"board.json is wrong: .*{complaint}"):
        boards.parse(json.dumps(small_board(**change)[0]))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"centre_mm": [5, 11]}, "lies beside the board"),
        ({"colour": "pink"}, "the colour 'pink'"),
        ({"row": 1.5}, "row must be a whole number"),
        ({"polygon_mm": [[1, 2], [3]]}, r"polygon_mm\[1\] must have 2 entries"),
    ],
)
def test_a_damaged_cell_says_where(change, complaint):
    board, cell = small_board()
    with pytest.raises(BoardDataError, match=r"cells\[0\].*" + complaint):
        boards.parse(json.dumps(board | {"cells": [cell | change]}))


def test_a_cell_twice_is_refused():
    board, cell = small_board()
    with pytest.raises(BoardDataError, match=r"cells\[1\] is 'wall/0/0' a second time"):
        boards.parse(json.dumps(board | {"cells": [cell, cell]}))


@pytest.mark.parametrize("text", ["", "{", "[1,", b"\xff\xfe", "[" * 100_000])
def test_what_is_no_json_is_said_to_be_none(text):
    with pytest.raises(BoardDataError, match="no JSON"):
        boards.parse(text)
