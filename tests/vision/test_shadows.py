"""A hard shadow over half a board is neither a hand nor a tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn import AZUL, SEATS, SIZE, Table, camera_over, picture

from companion.geometry.camera import BOARD_MM
from companion.reconcile import likeliest
from companion.sightings.sighting import View
from companion.vision import eyes

TILES = {
    0: {"wall/0/0": "blue", "wall/1/2": "yellow", "line/4/0": "red", "line/4/1": "red"},
    1: {"wall/2/2": "blue", "line/3/0": "yellow", "floor/1": "black"},
}


@pytest.fixture(scope="module")
def scene():
    """The empty table, found by brackets."""
    return eyes.begin(picture(Table()), AZUL, 2)


def shaded(image, part, depth):
    """A picture with a shadow over ``part`` of both boards, from each one's left."""
    light = np.ones(SIZE[::-1], np.float32)
    for pose in SEATS.values():
        width, height = AZUL.size_mm
        left, right = -60.0, part * width
        corners = [[left, -60], [right, -60], [right, height + 60], [left, height + 60]]
        seen = camera_over().project(pose.place(np.array(corners, float)), BOARD_MM)
        cv2.fillPoly(light, [seen.round().astype(np.int32)], 1.0 - depth)
    soft = cv2.GaussianBlur(light, (0, 0), 4)
    return (image * soft[..., None]).astype(np.uint8)


@pytest.mark.parametrize("part", [0.2, 0.45, 0.55, 0.8])
def test_a_board_half_in_shadow_is_read(scene, part):
    sighting, _ = eyes.look(shaded(picture(Table(tiles=TILES)), part, 0.4), scene)
    for seen in sighting.boards:
        assert seen.view is View.CLEAR
        assert likeliest(seen.cells) == TILES[seen.seat]


@pytest.mark.parametrize("light", [1.0, 0.6, 0.3])
def test_a_hand_is_seen_in_dim_light_too(scene, light):
    image = picture(Table(tiles=TILES))
    middle = SEATS[0].place(np.array([AZUL.size_mm]) / 2)
    at = camera_over().project(middle, BOARD_MM)[0].round().astype(int)
    cv2.ellipse(image, tuple(int(each) for each in at), (120, 70), 30, 0, 360, (120, 150, 205), -1)
    sighting, _ = eyes.look((image * light).astype(np.uint8), scene)
    assert sighting.boards[0].view is View.COVERED
    assert sighting.boards[1].view is View.CLEAR
