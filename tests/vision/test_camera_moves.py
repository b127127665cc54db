"""A camera that is solved again keeps the coordinates of the table."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import AZUL, SEATS, SIZE, camera_over

from companion.geometry.camera import Pose
from companion.geometry.camera_moves import keep_origin
from companion.geometry.solve import fit_pose
from companion.vision.locate.bump import solve_again
from companion.vision.locate.follow import Followed

POINTS = np.array([[0.0, 0.0], [330.0, 10.0], [-120.0, 240.0], [80.0, -300.0]])


def elsewhere(way):
    """The same camera over the same boards, told in coordinates that went ``way``."""
    camera, corners = camera_over(), np.array([[0.0, 0.0], [250.0, 0.0], [0.0, 250.0]])
    poses = {s: fit_pose(corners, way.place(pose.place(corners))) for s, pose in SEATS.items()}
    home = fit_pose(way.place(POINTS), POINTS)
    return keep_origin((camera, SEATS), poses, AZUL.size_mm), (camera, poses, home)


@pytest.mark.parametrize("way", [Pose(0, 0, 0), Pose(40, -25, 0.3), Pose(-300, 120, 2.9)])
def test_the_picture_shows_the_same_in_the_old_coordinates(way):
    (camera, poses), (was, before, home) = elsewhere(way)
    for height in (0.0, 5.0):
        then = was.project(home.place(way.place(POINTS)), height)
        assert camera.project(way.place(POINTS), height) == pytest.approx(then, abs=1e-6)
    for seat, pose in poses.items():
        assert pose.place(POINTS) == pytest.approx(before[seat].place(POINTS), abs=1e-6)


def test_one_nudged_board_moves_the_table_by_its_share():
    nudged = {**SEATS, 0: Pose(SEATS[0].x_mm + 10, SEATS[0].y_mm, SEATS[0].turn)}
    _, poses = keep_origin((camera_over(), nudged), SEATS, AZUL.size_mm)
    moved = [np.hypot(poses[s].x_mm - SEATS[s].x_mm, poses[s].y_mm - SEATS[s].y_mm) for s in SEATS]
    assert max(moved) < 8.0


def test_a_camera_is_solved_again_only_where_all_boards_are_found_and_none_fits():
    """Where a lost board lies now nobody knows, and one that fits is seen by the same camera."""
    places = np.array([[x, y] for x in (20.0, 130.0, 240.0) for y in (20.0, 130.0, 240.0)])
    stretched, fitting = (
        {seat: Followed(pose, places, 1.0, by * places) for seat, pose in SEATS.items()}
        for by in (0.01, 0.0)
    )
    assert solve_again(SIZE, camera_over(), stretched) is not None
    assert solve_again(SIZE, camera_over(), {**stretched, 1: None}) is None
    assert solve_again(SIZE, camera_over(), {**stretched, 1: fitting[1]}) is None
