"""One camera and all board poses from everything visible at once (bundle adjustment on a plane).

Two brackets on one edge leave the far edge of a board uncertain by tens of pixels; held to the
common table plane they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

from companion.arrays import Points, Vector
from companion.chosen_numbers import FAR_OFF, NO_BETTER
from companion.geometry.camera import Camera, Pose, outline_px
from companion.geometry.misses import (
    CENTRE,
    POSES,
    SHIFT,
    TURN,
    Frame,
    Sight,
    misses,
    rows_of,
)
from companion.geometry.optics import USUAL, Optics, centre_of, centre_px

Errors = Callable[[Vector], tuple[Vector, Vector]]
"""From a point to what is off there (R,), and its slopes (R, V)."""

Table = tuple[Camera, dict[int, Pose]]
"""The camera of a frame and the pose of each board, by seat."""


def solve_table(
    sights: Mapping[int, Sequence[Sight]],
    size: tuple[int, int],
    guess: Table | None = None,
    optics: Optics = USUAL,
) -> Table:
    """Return the camera and each board's pose for a picture of ``size`` (width, height) pixels.

    ``sights`` maps seat to what is seen of its board.  Without a ``guess`` the first sight of every
    board must be of whole points, and one of them of at least four.  ``optics`` is what is known
    of the lens.
    """
    frame = Frame(size, optics.fitting(size))
    seats = sorted(sights, key=lambda seat: -len(sights[seat][0].pixels))
    if guess is None:
        found = _first_guess({seat: sights[seat][0] for seat in seats}, seats, frame)
    else:
        found = _values(guess, seats, frame)
    errors = partial(misses, rows=rows_of(sights, seats), frame=frame)
    off, _ = errors(found, bound=FAR_OFF[0])
    for bound in _bounds(float(np.median(np.abs(off)))):
        found = least_squares(partial(errors, bound=bound), found)
    return _camera(found, frame), _poses(found, seats)


def outlines(table: Table, size_mm: tuple[float, float]) -> dict[int, Points]:
    """Return the corners (4, 2) of all boards in pixels, by seat."""
    camera, poses = table
    return {seat: outline_px(camera, pose, size_mm) for seat, pose in poses.items()}


def _bounds(off: float) -> Iterator[float]:
    """Yield the bounds to solve with from where most points are ``off`` by so much."""
    yield from (bound for bound, tighter in pairwise(FAR_OFF) if off > tighter)
    yield FAR_OFF[-1]


def least_squares(errors: Errors, start: Vector) -> Vector:
    """Return the minimum of the summed squares near ``start`` (Levenberg-Marquardt)."""
    point, damping = start, 1e-3
    error, slopes = errors(point)
    for _ in range(50):
        normal, pull = slopes.T @ slopes, slopes.T @ error
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -pull)
        trial, trial_slopes = errors(point + step)
        if trial @ trial >= error @ error:
            damping *= 10
            if damping > 1e6:
                break
            continue
        small = error @ error - trial @ trial < NO_BETTER * (error @ error)
        point, error, slopes, damping = point + step, trial, trial_slopes, damping / 10
        if small:
            break
    return point


def _first_guess(sights: Mapping[int, Sight], seats: list[int], frame: Frame) -> Vector:
    """Take the camera from the board seen best, the others from their points on its plane."""
    best = sights[seats[0]]
    focal, size = frame.focal_px, frame.size
    matrix = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    solid = np.column_stack((best.board_mm, np.zeros(len(best.board_mm))))
    _, turn, shift = cv2.solvePnP(solid, best.pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    lens = [0.0, frame.optics.k1, *frame.optics.centre]
    head = np.concatenate((lens, turn.ravel(), shift.ravel()))
    camera = _camera(head, frame)
    poses = [fit_pose(sights[s].board_mm, camera.lower(sights[s].pixels)) for s in seats[1:]]
    return np.concatenate([head, *([p.x_mm, p.y_mm, p.turn] for p in poses)])


def fit_pose(board_mm: Points, table_mm: Points) -> Pose:
    """Return the rigid placement that takes board points nearest to table points (Procrustes)."""
    centre, goal = board_mm.mean(axis=0), table_mm.mean(axis=0)
    a, b = board_mm - centre, table_mm - goal
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    at = goal - Pose(0.0, 0.0, turn).place(centre[None])[0]
    return Pose(float(at[0]), float(at[1]), float(turn))


def _values(table: Table, seats: list[int], frame: Frame) -> Vector:
    """Write a table as the solver's vector, its origin moved to the first seat's board."""
    camera, poses = table
    home = poses[seats[0]]
    c, s = np.cos(home.turn), np.sin(home.turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    shift = camera.rotation @ np.array([home.x_mm, home.y_mm, 0.0]) + camera.shift
    turn = cv2.Rodrigues(camera.rotation @ spin)[0].ravel()
    stretch = np.log(camera.focal_px / frame.focal_px)
    rest = []
    for seat in seats[1:]:
        x, y, _ = spin.T @ np.array([poses[seat].x_mm - home.x_mm, poses[seat].y_mm - home.y_mm, 0])
        rest.append([x, y, poses[seat].turn - home.turn])
    lens = [stretch, camera.k1, *centre_of(frame.size, camera.centre_px)]
    return np.concatenate([lens, turn, shift, *rest])


def _camera(values: Vector, frame: Frame) -> Camera:
    rotation = np.asarray(cv2.Rodrigues(values[TURN])[0], float)
    focal = frame.focal_px * float(np.exp(values[0]))
    right, down = values[CENTRE].tolist()
    centre = centre_px(frame.size, (right, down))
    return Camera(focal, centre, float(values[1]), rotation, values[SHIFT])


def _poses(values: Vector, seats: list[int]) -> dict[int, Pose]:
    rest = [Pose(float(x), float(y), float(t)) for x, y, t in values[POSES:].reshape(-1, 3)]
    return dict(zip(seats, [Pose(0.0, 0.0, 0.0), *rest], strict=True))
