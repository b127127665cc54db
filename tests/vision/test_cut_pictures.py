"""Pictures that somebody cut to size before they were read: the lens looks beside their middle."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import AZUL, SEATS, Table, camera_over, picture

from companion.geometry.camera import BOARD_MM, board_corners, outline_px
from companion.service.pictures.single_picture import look_at

SIZE = (2460, 1848)
ROOM_PX = 25


LESS_ASLANT = [pytest.param(*at, marks=pytest.mark.long) for at in ((430, 720), (300, 800))]


@pytest.mark.parametrize(("y", "height"), [(550, 600), *LESS_ASLANT])
def test_the_far_board_cut_out_of_a_picture_lies_between_its_corners(y, height):
    """Taken for a whole picture it would lie 15 pixels or more beside them: no lens shows it so."""
    camera, pose = camera_over(x=-120, y=y, height=height, size=SIZE), SEATS[1]
    whole = picture(Table(brackets=False), camera, size=SIZE)
    corners = outline_px(camera, pose, AZUL.size_mm)
    left, top = np.floor(corners.min(axis=0)).astype(int) - ROOM_PX
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + ROOM_PX
    cut, corners = whole[top:bottom, left:right], corners - [left, top]
    scene = look_at(cut.copy(), AZUL, [corners + 0.5]).scene
    there = scene.known[0].pose.place(board_corners(AZUL.size_mm))
    assert np.linalg.norm(scene.camera.project(there, BOARD_MM) - corners, axis=1).max() < 4.0
