"""A board that was shoved by about a space while tiles came and went: spaces are alike."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import load
from companion.games.base import Setup
from companion.geometry.camera import BOARD_MM, board_corners
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.faults import USUAL, Faults
from hardware.table.picture.render import picture_of

GREY = Setup("azul", "grey", 2)
SHOVED = Faults(hands=0.2, mistakes=0.1, black=0.1, dropped=0.1, nudge=0.6, bump=0.1, lamp=0.3)


def miss_px(found, scene, seat):
    """How far corners were found from where the board lies."""
    pose, camera = scene.seats[seat].pose, scene.eye.camera
    true = camera.project(pose.place(board_corners(scene.board.size_mm)), BOARD_MM) + 0.5
    return float(np.abs(found[seat] - true).max())


@pytest.mark.parametrize(
    ("faults", "seed", "brackets", "seat", "before", "shoved"),
    [
        pytest.param(USUAL, 9510, True, 0, 6, 7, id="half of its print seems to be near"),
        pytest.param(SHOVED, 9514, True, 1, 3, 4, id="two thirds of it, with brackets"),
        pytest.param(SHOVED, 9514, False, 1, 3, 4, id="two thirds of it, tapped"),
    ],
)
def test_a_board_is_not_taken_for_where_only_a_part_of_it_seems_to_be(
    faults, seed, brackets, seat, before, shoved
):
    sitting = simulated_sitting(GREY, seed, faults, brackets=brackets)
    scenes = [sitting.steps[n].scene for n in (0, before, shoved)]
    first, *later = (picture_of(each, "").pixels for each in scenes)
    scene = eyes.begin(first, load("azul", "grey"), 2, sitting.taps)
    for picture in later:
        _, scene = eyes.look(picture, scene)
    assert miss_px(eyes.corners_of(scene), scenes[-1], seat) < 4
