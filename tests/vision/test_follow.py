"""Following a board from picture to picture."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import load
from companion.geometry.camera import Pose
from companion.vision.locate import follow as following
from companion.vision.locate.follow import Landmarks, follow

AZUL = load("azul")
MIDDLES = np.stack(np.meshgrid(np.arange(20.0, 220, 40), np.arange(20.0, 220, 40)), -1).reshape(
    -1, 2
)


@pytest.mark.parametrize("overrated", [0.8, 1.0, 1.7, 2.0])
def test_a_board_is_found_however_far_its_blocks_overrate_its_motion(monkeypatch, overrated):
    """Twice as far, and a board would be looked for on either side of its place for ever."""
    there = Pose(1.2, -0.9, 0.0)

    def off(image, camera, pose, landmarks, reach):
        away = overrated * np.array([there.x_mm - pose.x_mm, there.y_mm - pose.y_mm])
        return np.tile(away, (len(landmarks.middles), 1)), np.ones(len(landmarks.middles))

    monkeypatch.setattr(following, "_displacements", off)
    landmarks = Landmarks(MIDDLES, ())
    found = follow(np.zeros((4, 4, 3), np.uint8), None, Pose(0.0, 0.0, 0.0), AZUL, landmarks)
    assert found is not None
    assert found.share == 1.0
    assert np.hypot(found.pose.x_mm - there.x_mm, found.pose.y_mm - there.y_mm) < 0.4
