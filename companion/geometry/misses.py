"""How far a camera and the boards' poses miss what is seen, and how that changes with each of them.

The solver's vector is the logarithm of the focal length over the expected one, ``k1``, the lens's
centre (as in ``Optics``), the camera's turn (Rodrigues) and shift, and x, y and turn of every board
but the first, which is the origin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points, Vector
from companion.geometry.optics import Optics, centre_px

LENS, CENTRE, TURN, SHIFT, POSES = slice(0, 4), slice(2, 4), slice(4, 7), slice(7, 10), 10
"""Where in the solver's vector what stands."""


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


@dataclass(frozen=True)
class Frame:
    """What all pictures of a table share: their ``size`` (width, height), and the lens."""

    size: tuple[int, int]
    optics: Optics

    @property
    def focal_px(self) -> float:
        """The focal length that is expected."""
        return self.optics.focal * max(self.size)


@dataclass(frozen=True, eq=False)
class Rows:
    """Everything seen, a row for each point.

    ``solid`` (R, 3) mm is the point on its board, z down into the table; ``goal`` (R, 2) where it
    is seen; ``across`` (R, 2, 2) the two directions in which it counts, in standard deviations a
    pixel, the second nothing where it counts across an edge only; ``counts`` (C,) are the numbers,
    of all 2 R, of those that are something; ``board`` (R,) is the number of its board among all.
    """

    solid: Vector
    goal: Points
    across: Vector
    counts: NDArray[np.intp]
    board: NDArray[np.int64]


def rows_of(sights: Mapping[int, Sequence[Sight]], seats: Sequence[int]) -> Rows:
    """Return all that is seen of the boards, numbered in the order of ``seats``."""
    each = [(n, sight) for n, seat in enumerate(seats) for sight in sights[seat]]
    across = np.concatenate([_across(sight) for _, sight in each])
    return Rows(
        np.concatenate([_solid(sight) for _, sight in each]),
        np.concatenate([sight.pixels for _, sight in each]),
        across,
        np.flatnonzero(across.any(axis=2)),
        np.concatenate([np.full(len(sight.pixels), n) for n, sight in each]),
    )


def _solid(sight: Sight) -> Vector:
    return np.column_stack((sight.board_mm, np.full(len(sight.board_mm), -sight.height_mm)))


def _across(sight: Sight) -> Vector:
    """Return in which directions (N, 2, 2) a sight's points count: across their edges, or all."""
    ways = np.tile(np.eye(2), (len(sight.pixels), 1, 1))
    if sight.normals is not None:
        ways[:, 0], ways[:, 1] = sight.normals, 0.0
    return np.asarray(ways / np.reshape(sight.noise_px, (-1, 1, 1)))


def misses(values: Vector, rows: Rows, frame: Frame, bound: float) -> tuple[Vector, Vector]:
    """Return by how many standard deviations all is off (C + 4,), and its slopes (C + 4, V).

    C are the directions in which points count; the last four are what is known of the lens.  Beyond
    ``bound`` a point counts linearly: one that was taken for another must not bend the table.
    """
    off, slopes = _seen(values, rows, frame)
    eased, factor = _huber(off, bound)
    lens = frame.optics
    spread = (lens.focal_spread, lens.k1_spread, lens.centre_spread, lens.centre_spread)
    known = (values[LENS] - [0.0, lens.k1, *lens.centre]) / spread
    certain = np.zeros((len(spread), len(values)))
    certain[:, LENS] = np.diag(1.0 / np.array(spread))
    return np.concatenate((eased, known)), np.vstack((slopes * factor[:, None], certain))


def _seen(values: Vector, rows: Rows, frame: Frame) -> tuple[Vector, Vector]:
    """Return how far points are off in all directions that count (C,), and the slopes (C, V)."""
    focal, (right, down) = frame.focal_px * np.exp(values[0]), values[CENTRE].tolist()
    x, y = centre_px(frame.size, (right, down))
    lens = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]])
    bend = np.array([values[1], 0, 0, 0])
    spun, place = _placed(values, rows)
    # The slopes by turn (0 to 2), shift (3 to 5), focal lengths (6, 7), centre (8, 9), k1 (10) ...
    seen, by_all = cv2.projectPoints(place, values[TURN], values[SHIFT], lens, bend)
    slope = (rows.across @ by_all.reshape(len(place), 2, -1)).reshape(2 * len(place), -1)
    slope = slope[rows.counts]
    slopes = np.empty((len(slope), len(values)))
    slopes[:, 0], slopes[:, 1] = focal * (slope[:, 6] + slope[:, 7]), slope[:, 10]
    slopes[:, CENTRE] = slope[:, 8:10] * max(frame.size)
    slopes[:, TURN], slopes[:, SHIFT] = slope[:, 0:3], slope[:, 3:6]
    by_place = slope[:, 3:6] @ cv2.Rodrigues(values[TURN])[0][:, :2]
    slopes[:, POSES:] = _by_poses(by_place, spun, rows, (len(values) - POSES) // 3)
    off = rows.across @ (seen[:, 0] - rows.goal)[:, :, None]
    return off.reshape(-1)[rows.counts], slopes


def _placed(values: Vector, rows: Rows) -> tuple[Points, Vector]:
    """Return the rows' points turned as their boards are (R, 2), and on the table (R, 3)."""
    poses = np.vstack((np.zeros(3), values[POSES:].reshape(-1, 3)))[rows.board]
    c, s, (x, y) = np.cos(poses[:, 2]), np.sin(poses[:, 2]), rows.solid[:, :2].T
    spun, place = np.empty((len(x), 2)), np.empty((len(x), 3))
    spun[:, 0], spun[:, 1] = c * x - s * y, s * x + c * y
    place[:, :2], place[:, 2] = spun + poses[:, :2], rows.solid[:, 2]
    return spun, place


def _by_poses(by_place: Points, spun: Points, rows: Rows, others: int) -> Vector:
    """Return the slopes (C, 3 * others) by x, y and turn of every board but the first."""
    points = rows.counts // 2
    board, (x, y) = rows.board[points], spun[points].T
    by_turn = by_place[:, 1] * x - by_place[:, 0] * y
    slopes = np.zeros((len(by_turn), others, 3))
    for other in range(others):
        own = board == other + 1
        slopes[own, other, :2], slopes[own, other, 2] = by_place[own], by_turn[own]
    return slopes.reshape(len(by_turn), 3 * others)


def _huber(off: Vector, bound: float) -> tuple[Vector, Vector]:
    """Return what is off (R,), eased beyond ``bound``, and by how much slopes are eased with it."""
    size = np.abs(off)
    eased = np.sqrt(bound * (2.0 * np.maximum(size, bound) - bound))
    far = size > bound
    return np.where(far, np.sign(off) * eased, off), np.where(far, bound / eased, 1.0)
