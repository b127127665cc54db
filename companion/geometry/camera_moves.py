"""A camera that moved: how it was turned, and where the table is for it, which did not move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.geometry.solve import Table, fit_pose


def keep_origin(table: Table, before: Mapping[int, Pose], size_mm: tuple[float, float]) -> Table:
    """Return the same camera and poses in the table coordinates of the poses ``before``.

    What lies beside the boards, as displays do, is then where it was.  Boards that were nudged in
    the same moment share their movement: nothing else tells the camera's from theirs.
    """
    camera, poses = table
    corners = board_corners(size_mm)
    now = np.concatenate([poses[seat].place(corners) for seat in poses])
    then = np.concatenate([before[seat].place(corners) for seat in poses])
    way = fit_pose(now, then)
    return _moved(camera, way), {seat: way.compose(pose) for seat, pose in poses.items()}


def _moved(camera: Camera, way: Pose) -> Camera:
    """Return the camera for points that went ``way``: they are taken back before it sees them."""
    c, s = np.cos(way.turn), np.sin(way.turn)
    back = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    rotation = camera.rotation @ back
    shift = camera.shift - rotation @ np.array([way.x_mm, way.y_mm, 0.0])
    return replace(camera, rotation=rotation, shift=shift)


def turned_to_see(camera: Camera, lies: Pose, seems: Pose, size_mm: tuple[float, float]) -> Camera:
    """Return the camera turned so that what ``lies`` there is seen where it now ``seems`` to be."""
    corners = board_corners(size_mm)
    now, before = (camera.eye(pose.place(corners), BOARD_MM) for pose in (seems, lies))
    now, before = (ways / np.linalg.norm(ways, axis=1, keepdims=True) for ways in (now, before))
    left, _, right = np.linalg.svd(now.T @ before)  # Wahba's problem
    turn = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return replace(camera, rotation=turn @ camera.rotation, shift=turn @ camera.shift)
