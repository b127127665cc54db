"""Boards as drawings, and what lies over the camera's picture."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typed_reports import board_from

import web
from companion.boards import GAMES, load
from companion.service.pictures.album import Print
from web.views.boards import overlay
from web.views.boards.board_drawing import DRAWN, Marks, draw
from web.views.wording import words

pytestmark = pytest.mark.usefixtures("english")

BOARD = load("azul")
PICTURE = Print(b"", "", 1640, 1232)
SQUARE = [[500.0, 300.0], [860.0, 300.0], [860.0, 660.0], [500.0, 660.0]]


def spot(drawing, id):
    return next(one for one in drawing.spots if one.id == id)


def test_every_place_for_a_tile_is_drawn_and_the_track_is_not():
    drawing = draw(BOARD, {}, Marks())
    assert len(drawing.spots) == 25 + 15 + 7
    assert drawing.y > 80, "the score track is left out"


def test_an_empty_wall_space_shows_its_printed_colour():
    one = spot(draw(BOARD, {}, Marks()), "wall/0/3")
    assert (one.colour, one.printed) == ("", "black")
    assert one.label == "Wall, row 1, space 4: empty"


def test_a_tile_is_named_in_words():
    one = spot(draw(BOARD, {"line/4/2": "blue"}, Marks()), "line/4/2")
    assert (one.colour, one.label) == ("blue", "Pattern line 5, space 3: blue")


def test_of_a_stack_the_top_is_seen():
    assert (
        spot(draw(BOARD, {"floor/0": ["red", None, "blue"]}, Marks()), "floor/0").colour == "blue"
    )
    assert spot(draw(BOARD, {"floor/0": [None]}, Marks()), "floor/0").colour == ""


def test_a_tile_on_its_way_leaves_its_points_on_the_wall():
    drawing = draw(BOARD, {}, Marks(points={"wall/1/2": 10}))
    one = spot(drawing, "wall/1/2")
    assert one.badge == "+10"
    assert "due" in one.flags


def test_floor_spaces_tell_what_they_cost():
    drawing = draw(BOARD, {}, Marks())
    assert [spot(drawing, f"floor/{n}").cost for n in (0, 2, 6)] == ["−1", "−2", "−3"]


@pytest.mark.parametrize(
    "board",
    [("azul", "grey"), ("azul-mini", "coloured"), ("master-chocolatier", "coloured"),
     ("summer-pavilion", "coloured"), ("summer-pavilion", "grey"), ("azul-duel", "coloured")],
)  # fmt: skip
def test_the_boards_of_the_whole_family_can_be_drawn(board):
    known = load(*board)
    drawing = draw(known, {}, Marks())
    assert len(drawing.spots) == len(known.of_kind(*DRAWN)) > 10
    for one in drawing.spots:
        assert drawing.x < one.x < drawing.x + drawing.width
        assert drawing.y < one.y < drawing.y + drawing.height


def test_every_colour_of_the_family_has_its_own_glyph(client):
    html = client.get("/").text
    for game in ("azul", "azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel"):
        for colour in (*load(game).colours, "first", "special"):
            assert f'id="tile-{colour}"' in html


STYLE = Path(web.__file__).parent / "static/boards.css"
CONTENTS = {
    "azul": {"line/1/0": "blue", "floor/0": "first", "floor/1": "red"},
    "master-chocolatier": {"line/1/0": "brown", "wall/0/0": "white"},
    "summer-pavilion": {"star/1/1": "green", "corner/0": "purple"},
    "azul-duel": {
        "place/0/0": ("any", "red", "special", "turquoise"),
        "dome/0/0": "special",
        "chip/0": "black+blue",
        "chip/1": "turquoise+yellow",
        "chip/2": "unknown",
        "broken": ("red", None),
        "start": "first",
    },
}


@pytest.mark.parametrize("game", CONTENTS)
def test_whatever_lies_on_a_board_has_a_fill_and_a_glyph(evening, client, game):
    drawing = draw(load(game), CONTENTS[game], Marks())
    assert {one.id for one in drawing.spots if one.colour} == CONTENTS[game].keys() - {"place/0/0"}
    macro = evening.app.jinja_env.get_template("parts/tiles.html").module.board_spot
    html = "".join(map(macro, drawing.spots)) + client.get("/").text
    style = STYLE.read_text(encoding="utf-8")
    for used in set(re.findall(r'class="ground ([^"]*)"', html)):
        assert f".ground.{used} {{" in style, used
    drawn = set(re.findall(r'<symbol id="([^"]+)"', html))
    assert set(re.findall(r'<use[^>]* href="#([^"]+)"', html)) <= drawn


def test_a_chip_of_two_colours_shows_both():
    one = spot(draw(load("azul-duel"), {"chip/0": "black+blue"}, Marks()), "chip/0")
    assert one.label == "Bonus chips, space 1: black/blue"


def found(**values):
    return board_from({"seat": 0, "corners_px": SQUARE} | values)


def test_a_board_is_outlined_where_it_was_found():
    over = overlay.overlay(3, PICTURE, BOARD, [found()])
    assert over.address == "/frame.jpg?v=3"
    (board,) = over.outlines
    assert board.points.startswith("500.0,300.0 860.0,300.0")
    assert over.names[0].text == "Player 1"


def test_cells_in_question_are_outlined_where_they_lie():
    doubts = [{"cells": ["floor/0"], "options": ["red"], "chosen": "red", "confidence": 0.6}]
    over = overlay.overlay(1, PICTURE, BOARD, [found(doubts=doubts)])
    _, doubtful = over.outlines
    x, y = np.mean([[float(v) for v in p.split(",")] for p in doubtful.points.split()], axis=0)
    assert (x, y) == pytest.approx((500 + 360 * 22.53 / 259, 300 + 360 * 232.06 / 259), abs=0.2)


def test_a_board_that_was_not_found_is_not_drawn():
    over = overlay.overlay(1, PICTURE, BOARD, [found(corners_px=None)])
    assert (over.outlines, over.names) == ((), ())
    assert over.view_box == "0 0 1640 1232"


@given(st.lists(st.tuples(st.floats(0, 1640), st.floats(0, 1232)), min_size=1, max_size=16))
def test_the_shown_part_holds_every_board_and_never_leaves_the_picture(points):
    left, upper, width, height = overlay.view_box(PICTURE, points)
    assert left >= 0
    assert upper >= 0
    assert left + width <= 1640 + 1e-6
    assert upper + height <= 1232 + 1e-6
    for x, y in points:
        assert left - 1e-6 <= x <= left + width + 1e-6
        assert upper - 1e-6 <= y <= upper + height + 1e-6


@given(
    st.lists(st.floats(-40, 40), min_size=8, max_size=8),
    st.floats(0, 259),
    st.floats(0, 259),
)
def test_the_homography_takes_corners_to_corners(shifts, x, y):
    corners = np.array(SQUARE) + np.array(shifts).reshape(4, 2)
    matrix = overlay.homography((259, 259), corners)
    flat = [(0.0, 0.0), (259.0, 0.0), (259.0, 259.0), (0.0, 259.0)]
    assert np.allclose(overlay.mapped(matrix, flat), corners, atol=1e-3)
    assert all(math.isfinite(v) for v in overlay.mapped(matrix, [(x, y)]).ravel())


def test_tiles_have_the_shape_of_their_game():
    shapes = {game: draw(load(game), {}, Marks()).spots[0].shape for game in ("azul", "azul-duel")}
    assert shapes == {"azul": "square", "azul-duel": "round"}
    assert draw(load("summer-pavilion"), {}, Marks()).spots[0].shape == "rhombus"


def test_a_dome_tile_prints_its_four_spaces():
    laid = {"place/1/2": ["red", "any", "special", "blue"]}
    drawing = draw(load("azul-duel"), laid, Marks(new=frozenset(laid)))
    printed = [spot(drawing, f"dome/{cell}").printed for cell in ("2/4", "2/5", "3/4", "3/5")]
    assert printed == ["red", "any", "special", "blue"]
    assert spot(drawing, "dome/0/0").printed == ""
    (plate,) = drawing.plates
    assert plate.flags == "new"
    assert plate.label == "Dome tile, row 2, column 3: red, any colour, special space, blue"


def test_a_tile_on_a_dome_tile_covers_its_print():
    laid = {"place/0/0": ["red", "any", "blue", "black"], "dome/0/1": "yellow"}
    one = spot(draw(load("azul-duel"), laid, Marks()), "dome/0/1")
    assert (one.colour, one.printed) == ("yellow", "any")


def test_a_pile_tells_how_high_it_is():
    one = spot(draw(load("azul-duel"), {"broken": [None, None, "blue"]}, Marks()), "broken")
    assert (one.colour, one.pile, one.cost) == ("blue", "×3", "")


def test_spaces_of_stars_tell_their_price_and_ornaments_what_they_earn():
    drawing = draw(load("summer-pavilion"), {}, Marks())
    assert [spot(drawing, f"star/1/{n}").figure for n in range(1, 7)] == list("123456")
    assert {one.kind: len(one.dots) for one in drawing.ornaments} == {
        "pillar": 1, "statue": 2, "window": 3
    }  # fmt: skip


def test_stars_are_called_by_their_colours_where_they_have_any():
    words.use(board=load("summer-pavilion"))
    assert words.place("star/1/3") == "Purple star, space 3"
    words.use(board=load("summer-pavilion", "grey"))
    assert words.place("star/1/3") == "Star 1, space 3"
    assert words.place("star/0/1") == "Middle star, space 1"


def test_all_spaces_with_a_number_are_called_by_it_and_are_no_space():
    assert words.place("number/2") == "All spaces with number 2"


@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_every_board_has_a_name(game):
    for cell in load(game).cells:
        if cell.kind != "slider":
            assert "/" not in words.place(cell.id), cell.id
