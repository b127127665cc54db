"""A camera that exposes otherwise than at set-up: what it cuts off is neither glare nor a tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn import AZUL, Table, picture
from hypothesis import given
from hypothesis import strategies as st

from companion.reconcile import likeliest
from companion.vision import eyes
from companion.vision.geometry import BOARD_MM
from companion.vision.light import WHITEST, Light
from companion.vision.palette import shown
from companion.vision.sighting import View

TILES = {
    0: {"wall/0/0": "blue", "wall/1/2": "yellow", "line/4/0": "red", "line/4/1": "red"},
    1: {"wall/2/2": "blue", "line/3/0": "black", "floor/1": "yellow"},
}
WHITE = np.full(3, 235.0)


@pytest.fixture(scope="module")
def scene():
    """The empty table, found by brackets."""
    return eyes.begin(picture(Table()), AZUL, 2)


def light(power, gain):
    """Light of a tone curve and an even gain."""
    slopes = np.zeros((3, 3))
    slopes[0] = np.log(gain)
    return Light(np.full(3, power), slopes, np.zeros((1, 2)), np.zeros((1, 3)))


@given(st.floats(0.75, 1.3), st.floats(0.5, 1.2), st.floats(1, 255))
def test_what_a_light_does_is_taken_back(power, gain, level):
    lit, place = light(power, gain / 255 ** (power - 1)), np.array([[100.0, 100.0]])
    now = lit.expect(np.full((1, 1, 3), level, np.float32), place)
    if now.max() < WHITEST:
        assert lit.back(now, place) == pytest.approx(level, abs=0.2)


@pytest.mark.parametrize("gamma", [0.8, 1.0, 1.25])
def test_another_tone_curve_is_found(scene, gamma):
    image = (255 * (picture(Table(tiles=TILES)) / 255) ** gamma).round().astype(np.uint8)
    sighting, after = eyes.look(image, scene)
    for board in sighting.boards:
        assert likeliest(board.cells) == TILES[board.seat]
        assert after.seen[board.seat].light.power == pytest.approx(gamma, abs=0.12)


def test_a_picture_so_bright_that_paper_is_cut_off_is_no_glare(scene):
    sighting, _ = eyes.look(picture(Table(tiles=TILES), light=1.3), scene)
    for board in sighting.boards:
        assert board.view is View.CLEAR
        assert board.covered == frozenset()
        assert likeliest(board.cells) == TILES[board.seat]


def test_a_lamp_mirrored_on_coloured_print_is_glare(scene):
    image = picture(Table(tiles=TILES), light=1.3)
    pose = scene.known[0].pose
    middle = np.array([AZUL.cell("wall/3/3").centre_mm])
    x, y = scene.camera.project(pose.place(middle), BOARD_MM)[0].round().astype(int)
    cv2.circle(image, (int(x), int(y)), 32, (255, 255, 255), -1)
    sighting, _ = eyes.look(image, scene)
    assert "wall/3/3" in sighting.boards[0].covered


def test_white_and_cream_are_the_same_where_both_are_cut_off():
    colours = np.array([[95, -1, -7], [92, -3, 9], [50, 12, -54]], np.float32)
    most = np.array([[255.0] * 3, [190.0] * 3], np.float32)
    open_, cut = shown(colours, WHITE, most)
    assert open_ == pytest.approx(colours, abs=2.5)
    assert cut[0] == pytest.approx(cut[1], abs=0.5)
    assert np.linalg.norm(cut[2] - cut[0]) > 30
