"""Drawn printings: of every seed its own, always alike, and no two tiles that nobody could tell."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import to_lab
from companion.boards import GAMES, load
from companion.games.base import FIRST, SPECIAL
from companion.printings.canvas import Canvas
from companion.printings.dome_tiles import dome_face
from companion.printings.edition import edition
from companion.printings.faces import AGED, board_face
from companion.printings.ornaments import KINDS, ornament
from companion.printings.presswork import printed_face
from companion.printings.spaces import RELIEF, print_relief
from companion.printings.tiles import RHOMBUS_REACH, shaped_face, tile_face

SEEDS = range(60_000_000, 60_000_012)


def main_colour(face):
    """The mean L*a*b* of a face."""
    return to_lab(face.astype(np.float32)).reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize("game", GAMES)
def test_a_printing_is_the_same_every_time(game):
    board = load(game)
    one, again = (board_face(edition.__wrapped__(7, board.colours), board, 1.5) for _ in range(2))
    assert np.array_equal(one, again)
    other = board_face(edition(8, board.colours), board, 1.5)
    assert np.abs(one.astype(int) - other).mean() > 5


@pytest.mark.parametrize("game", GAMES)
def test_a_face_is_as_large_as_the_board(game):
    board = load(game)
    width, height = board.size_mm
    face = board_face(edition(3, board.colours), board, 2.0)
    assert face.shape == (round(2 * height), round(2 * width), 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_kinds_of_tiles_look_alike(seed):
    colours = load("azul").colours
    faces = [tile_face(edition(seed, colours), colour, 40) for colour in colours]
    for n, one in enumerate(faces):
        for other in faces[n + 1 :]:
            assert np.abs(one.astype(int) - other).mean() > 4


def test_named_printings_have_the_colours_of_their_names():
    for seed in SEEDS:
        pieces = edition(seed, load("azul").colours, named=True).pieces
        bodies = {c: np.array(pieces[c].body, np.float32) for c in ("black", "white")}
        lightness = {c: to_lab(body)[0] for c, body in bodies.items()}
        swapped = pieces["black"].ink != pieces["black"].body
        assert lightness["black"] < lightness["white"] or swapped
        blue, _, red = pieces["red"].body
        assert red > blue
        blue, _, red = pieces["blue"].body
        assert blue > red


CALLED = {
    "red": (-40, 35), "orange": (0, 45), "yellow": (15, 85), "green": (60, 185),
    "turquoise": (150, 210), "blue": (175, 260), "purple": (240, 340),
}  # fmt: skip
"""Hues, in degrees, that go by a name."""


@pytest.mark.parametrize("game", ["azul", "azul-duel", "summer-pavilion"])
def test_no_named_printing_calls_a_colour_by_the_name_of_another(game):
    """A simulated table whose yellow tiles are red would be read rightly by nobody."""
    for seed in range(150):
        pieces = edition(seed, load(game).colours, named=True).pieces
        for colour in CALLED.keys() & pieces.keys():
            blue, green, red = (value / 255 for value in pieces[colour].body)
            hue = 360 * colorsys.rgb_to_hls(red, green, blue)[0]
            least, most = CALLED[colour]
            assert least <= hue <= most or least <= hue - 360 <= most, (seed, colour)


def test_ornaments_are_the_same_figure_at_every_size():
    misses = []
    for n in range(30):
        small, large = ornament(f"figure {n}", 24), ornament(f"figure {n}", 96)
        shrunk = large.reshape(24, 4, 24, 4).mean(axis=(1, 3))
        misses.append(np.abs(small - shrunk).mean())
    assert np.mean(misses) < 0.1, "thin lines are thicker on small tiles, no more"
    assert max(misses) < 0.25


def test_every_kind_of_ornament_is_drawn():
    covers = [float(ornament(f"kind {n}", 32).mean()) for n in range(200)]
    assert min(covers) == 0.0, "some tiles are plain"
    assert max(covers) > 0.6, "some are nearly covered"
    assert len(KINDS) > 10


def test_a_rhombus_has_room_for_its_corners():
    face = shaped_face(edition(3, load("summer-pavilion").colours), "red", "rhombus", 40)
    assert face.shape[0] == 80
    assert RHOMBUS_REACH > 3**0.5


def test_marker_and_special_tiles_belong_to_every_set():
    assert {FIRST, SPECIAL} < set(edition(5, ("blue", "red")).pieces)


def test_dome_tiles_show_their_four_spaces():
    made = edition(11, load("azul-duel").colours)
    red = dome_face(made, 43.0, ("red", "red", "red", "red"), 2.0)
    blue = dome_face(made, 43.0, ("red", "red", "red", "blue"), 2.0)
    same = np.abs(red.astype(int) - blue).max(axis=2) < 3
    assert same[:40, :40].all()
    assert not same[46:, 46:].all()
    assert np.linalg.norm(main_colour(red) - main_colour(blue)) > 0


def test_some_printings_are_stained_like_old_parchment_here_and_there():
    board = load("azul")
    aged = [s for s in SEEDS if edition(s, board.colours).chance("age").random() < AGED]
    assert 0 < len(aged) < len(SEEDS)
    printing = edition(aged[0], board.colours)
    canvas = Canvas((100, 80), 2.0, printing.paper)
    canvas.stain(1, (110, 190, 235), 0.3, 12)
    changed = np.abs(canvas.picture.astype(int) - printing.paper).max(axis=2) > 3
    assert 0.1 < changed.mean() < 0.7


def test_prints_are_paler_than_tiles_or_stronger_and_never_quite_their_colours():
    """Where prints were always paler, the eyes would take the more vivid one for the tile."""
    stronger = []
    for seed in SEEDS:
        made = edition(seed, load("azul").colours)
        for colour in ("red", "blue", "yellow"):
            body = np.array(made.pieces[colour].body, np.uint8)[None, None]
            print_ = printed_face(replace(made, manner="plain"), colour, 8, made.paper)
            tile, printed = (np.linalg.norm(main_colour(face)[1:]) for face in (body, print_))
            stronger.append(printed > tile)
    assert 0.03 < np.mean(stronger) < 0.5


def test_some_printings_have_shadows_beside_their_spaces_that_no_tile_throws():
    board = load("azul")
    made = [edition(seed, board.colours) for seed in SEEDS]
    deep = [each.chance("relief wall").random() < RELIEF for each in made]
    assert 0 < sum(deep) < len(deep)
    shadowy = replace(made[deep.index(True)], paper=(250, 250, 250), line=(20, 20, 20))
    canvas = Canvas(board.size_mm, 4.0, shadowy.paper)
    cell = board.cell("wall/2/2")
    print_relief(canvas, shadowy, cell, 10.0)
    x, y = (round(4 * each) for each in cell.centre_mm)
    around = canvas.picture[y - 60 : y + 60, x - 60 : x + 60].mean(axis=2)
    assert around.min() < 180, "dark under the space"
    assert (canvas.picture.mean(axis=2) < 240).sum() < 60 * 60, "and nowhere else"
