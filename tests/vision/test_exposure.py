"""A camera that exposes otherwise than at set-up: what it cuts off is neither glare nor a tile."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from drawn import AZUL, Table, picture

from companion.geometry.camera import BOARD_MM
from companion.neural_network.slots import tile_cells
from companion.reconcile import likeliest
from companion.sightings.sighting import SEEMING, View
from companion.vision import eyes
from companion.vision.cells.seen import nothing_bare
from companion.vision.learning import learn

TILES = {
    0: {"wall/0/0": "blue", "wall/1/2": "yellow", "line/4/0": "red", "line/4/1": "red"},
    1: {"wall/2/2": "blue", "line/3/0": "black", "floor/1": "yellow"},
}


DOUBT = 2.0
"""Nats that rules overrule without a word."""


def spread(likely):
    """Nats between the likeliest content and the unlikeliest."""
    return max(likely.values()) - min(likely.values())


@pytest.fixture(scope="module")
def scene():
    """The empty table, found by brackets."""
    return eyes.begin(picture(Table()), AZUL, 2)


@pytest.mark.parametrize("gamma", [0.8, 1.0, 1.25])
def test_another_tone_curve_is_read(scene, gamma):
    image = (255 * (picture(Table(tiles=TILES)) / 255) ** gamma).round().astype(np.uint8)
    sighting, _ = eyes.look(image, scene)
    for board in sighting.boards:
        assert likeliest(board.cells) == TILES[board.seat]


def test_a_picture_so_bright_that_paper_is_cut_off_is_no_glare(scene):
    sighting, _ = eyes.look(picture(Table(tiles=TILES), light=1.3), scene)
    for board in sighting.boards:
        assert board.view is View.CLEAR
        assert board.covered | board.dazzled == frozenset()
        assert likeliest(board.cells) == TILES[board.seat]


@cache
def bright():
    return picture(Table(tiles=TILES), light=1.3)


def with_lamp(scene, cell, radius):
    """The bright picture with a lamp mirrored around a cell of the first board."""
    image = bright().copy()
    middle = np.array([AZUL.cell(cell).centre_mm])
    x, y = scene.camera.project(scene.known[0].pose.place(middle), BOARD_MM)[0].round().astype(int)
    return cv2.circle(image, (int(x), int(y)), radius, (255, 255, 255), -1)


COLOURED = [
    cell.id for cell in AZUL.of_kind("wall") if cell.id not in TILES[0] and cell.colour != "white"
]
"""Spaces of the first board that lie bare, but for white ones: these look as white tiles then."""


@pytest.mark.parametrize("radius", [pytest.param(32, marks=pytest.mark.long), 44])
def test_a_lamp_mirrored_on_coloured_print_is_glare_or_print_but_no_tile(scene, radius):
    for cell in COLOURED[::2]:
        board = eyes.look(with_lamp(scene, cell, radius), scene)[0].boards[0]
        assert cell in board.dazzled or cell not in likeliest(board.cells)


def test_nobody_knows_what_lies_where_a_lamp_hides_a_space_and_all_around_it(scene):
    hidden = [
        cell in eyes.look(with_lamp(scene, cell, 44), scene)[0].boards[0].dazzled
        for cell in COLOURED
    ]
    assert sum(hidden) >= 0.9 * len(hidden)


def test_a_lamp_mirrored_over_a_quarter_of_a_board_hides_cells_and_no_hand(scene):
    sighting, _ = eyes.look(with_lamp(scene, "wall/2/3", 90), scene)
    board = sighting.boards[0]
    assert board.view is View.CLEAR
    hidden = board.covered | board.dazzled
    assert len(hidden) > len(board.cells) / 5
    assert max(spread(board.cells[cell]) for cell in hidden) < DOUBT
    shown = {cell: lies for cell, lies in board.cells.items() if cell not in hidden}
    told = {cell: tile for cell, tile in TILES[0].items() if cell not in hidden}
    assert likeliest(shown) == told


def test_a_lamp_mirrored_over_most_of_a_board_is_waited_for_and_called_light(scene):
    sighting, _ = eyes.look(with_lamp(scene, "wall/2/1", 220), scene)
    assert [board.view for board in sighting.boards] == [View.DAZZLED, View.CLEAR]


@pytest.mark.parametrize("radius", [50, 90])
def test_a_hand_beside_a_mirrored_lamp_is_waited_for(scene, radius):
    image = with_lamp(scene, "wall/2/3", radius)
    places = scene.known[0].pose.place(np.array([[0.0, 60.0], [110.0, 190.0]]))
    ends = scene.camera.project(places, BOARD_MM).round().astype(int).tolist()
    cv2.line(image, *ends, (110, 140, 190), 70, cv2.LINE_AA)
    sighting, _ = eyes.look(image, scene)
    assert sighting.boards[0].view in SEEMING


def test_of_a_cell_that_light_hides_it_is_not_learned_what_it_looks_like_bare(scene):
    unknown = replace(scene.known[0], bare=nothing_bare(AZUL))
    joined = replace(scene, known={**scene.known, 0: unknown})
    sighting, after = eyes.look(with_lamp(joined, "wall/2/3", 90), joined)
    bare = learn(after, {0: TILES[0], 1: TILES[1]}).known[0].bare
    hidden = sighting.boards[0].covered | sighting.boards[0].dazzled
    learned = {cell.id for cell, given in zip(tile_cells(AZUL), bare.given, strict=True) if given}
    assert learned
    assert not learned & (hidden | TILES[0].keys())
