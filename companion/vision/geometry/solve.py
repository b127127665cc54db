"""One camera and all board poses from everything visible at once (bundle adjustment on a plane).

Two brackets on one edge leave the far edge of a board uncertain by tens of pixels; held to the
common table plane they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from companion.vision.arrays import Points, Vector
from companion.vision.geometry.camera import Camera, Pose
from companion.vision.geometry.optics import USUAL, Optics

BOUNDS = (600.0, 60.0, 6.0)
"""Standard deviations beyond which a point counts linearly, one solution after the other.

From a rough first guess every point is far off: with the last bound alone none would pull harder
than any other, and the solver stays where it is.
"""


@dataclass(frozen=True)
class Sight:
    """Points of one board and where they are seen: (N, 2) mm on the board, (N, 2) pixels.

    ``noise_px`` is for all points or for each (N, 1); ``normals`` (N, 2) unit pixels: set where a
    point is known only across an edge, not along it.  ``height_mm`` is the points' height over the
    table.
    """

    board_mm: Points
    pixels: Points
    noise_px: float | Vector
    height_mm: float = 0.0
    normals: Points | None = None


Table = tuple[Camera, dict[int, Pose]]
"""The camera of a frame and the pose of each board, by seat."""


@dataclass(frozen=True)
class Frame:
    """What all pictures of a table share: their ``size`` (width, height), and the lens."""

    size: tuple[int, int]
    optics: Optics

    @property
    def focal_px(self) -> float:
        """The focal length that is expected."""
        return self.optics.focal * max(self.size)


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
        start = _first_guess({seat: sights[seat][0] for seat in seats}, seats, frame)
    else:
        start = _values(guess, seats, frame)
    found = start
    for bound in BOUNDS:
        miss = partial(_residuals, sights=sights, seats=seats, frame=frame, bound=bound)
        found = least_squares(miss, found)
    return _camera(found, frame), _poses(found, seats)


def least_squares(residuals: Callable[[Vector], Vector], start: Vector) -> Vector:
    """Return the minimum of the summed squares near ``start`` (Levenberg-Marquardt)."""
    point, damping = start, 1e-3
    error = residuals(point)
    for _ in range(50):
        slopes = _jacobian(residuals, point, error)
        normal, pull = slopes.T @ slopes, slopes.T @ error
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -pull)
        trial = residuals(point + step)
        if trial @ trial >= error @ error:
            damping *= 10
            if damping > 1e6:
                break
            continue
        small = error @ error - trial @ trial < 1e-9 * (error @ error)
        point, error, damping = point + step, trial, damping / 10
        if small:
            break
    return point


def _jacobian(residuals: Callable[[Vector], Vector], point: Vector, error: Vector) -> Vector:
    columns = []
    for i, value in enumerate(point):
        step = 1e-6 * max(1.0, abs(value))
        moved = point.copy()
        moved[i] += step
        columns.append((residuals(moved) - error) / step)
    return np.column_stack(columns)


def _first_guess(sights: Mapping[int, Sight], seats: list[int], frame: Frame) -> Vector:
    """Take the camera from the board seen best, the others from their points on its plane."""
    best = sights[seats[0]]
    focal, size = frame.focal_px, frame.size
    matrix = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    solid = np.column_stack((best.board_mm, np.zeros(len(best.board_mm))))
    _, turn, shift = cv2.solvePnP(solid, best.pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    head = np.concatenate(([0.0, frame.optics.k1], turn.ravel(), shift.ravel()))
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
    return np.concatenate([[stretch, camera.k1], turn, shift, *rest])


def _camera(values: Vector, frame: Frame) -> Camera:
    rotation = np.asarray(cv2.Rodrigues(values[2:5])[0], float)
    focal = frame.focal_px * float(np.exp(values[0]))
    centre = frame.optics.centre_px(frame.size)
    return Camera(focal, centre, float(values[1]), rotation, values[5:8])


def _poses(values: Vector, seats: list[int]) -> dict[int, Pose]:
    rest = [Pose(float(x), float(y), float(t)) for x, y, t in values[8:].reshape(-1, 3)]
    return dict(zip(seats, [Pose(0.0, 0.0, 0.0), *rest], strict=True))


def _residuals(
    values: Vector,
    sights: Mapping[int, Sequence[Sight]],
    seats: list[int],
    frame: Frame,
    bound: float,
) -> Vector:
    camera, poses = _camera(values, frame), _poses(values, seats)
    lens = frame.optics
    parts = [np.array([values[0] / lens.focal_spread, (values[1] - lens.k1) / lens.k1_spread])]
    parts += [_miss(camera, poses[seat], sight, bound) for seat in seats for sight in sights[seat]]
    return np.concatenate(parts)


def _miss(camera: Camera, pose: Pose, sight: Sight, bound: float) -> Vector:
    miss = camera.project(pose.place(sight.board_mm), sight.height_mm) - sight.pixels
    if sight.normals is not None:
        miss = np.einsum("ij,ij->i", miss, sight.normals)
    return _huber((miss / sight.noise_px).ravel(), bound)


def _huber(miss: Vector, bound: float) -> Vector:
    """Let far points pull with constant force: a misread tag must not bend the table."""
    far = np.abs(miss) > bound
    eased = np.sign(miss) * np.sqrt(np.maximum(2 * bound * np.abs(miss) - bound**2, 0.0))
    return np.where(far, eased, miss)
