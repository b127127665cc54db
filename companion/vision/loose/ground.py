"""The table as the set-up picture shows it: what loose tiles are told from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image, Mask, Points, Vector
from companion.vision.geometry.camera import Camera, Pose, board_corners
from companion.vision.locate.brackets import QUADRANT_MM
from companion.vision.loose.displays import Display, find_displays
from companion.vision.loose.tabletop import Bounds, Gains, at, bounds_of, grown, halved, view
from companion.vision.photometry.white import white_of

ARM_MM = 10.0
"""Width of a bracket's arms, which are as long as its quadrant is wide."""

BLUR = 8
REACHES = (3.0, 10.0, 30.0)
"""How much smaller, and how far in its pixels, table colours are spread where boards lie."""

BRACKET_ROOM_MM = 4.0
"""Kept free around brackets: they slip a little when a board is nudged."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The table at set-up, from above at the height of tiles' tops.

    ``picture`` (H, W, 3) uint8 BGR shows ``bounds`` with bare table where boards lie, since they
    may be moved; ``half`` is the same at half size, ``lit`` too, but with the boards, whose light
    is to be compared;
    ``white_places`` (N, 2) mm and ``white_levels`` (N, 3) are the boards' middles and whites;
    ``brackets`` tells whether every board wears them.
    """

    board: Board
    bounds: Bounds
    picture: Image
    half: Image
    lit: Image
    displays: tuple[Display, ...]
    white_places: Points
    white_levels: Vector
    brackets: bool = False


@dataclass(frozen=True, eq=False)
class SetTable:
    """The set-up picture (H, W, 3) uint8 BGR, kept until loose tiles are asked for.

    Most sittings never ask: the survey takes longer than reading all boards.
    """

    image: Image
    camera: Camera
    poses: Mapping[int, Pose]
    board: Board
    brackets: bool

    @cached_property
    def ground(self) -> Ground:
        """The table as it was surveyed, once."""
        return survey(self.image, self.camera, self.poses, self.board, brackets=self.brackets)


def survey(
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    board: Board,
    displays: tuple[Display, ...] | None = None,
    *,
    brackets: bool = False,
) -> Ground:
    """Return what is to be known of the table from the set-up picture (H, W, 3) uint8 BGR.

    ``displays`` are looked for where none are given.
    """
    if displays is None:
        displays = find_displays(image, camera, poses, board)
    bounds = bounds_of(camera, poses.values(), board, image)
    seen = view(image, camera, bounds, board.tile.height_mm)
    middle = np.array([board.size_mm]) / 2
    places = np.concatenate([pose.place(middle) for pose in poses.values()])
    levels = np.array([white_of(image, camera, pose, board) for pose in poses.values()])
    ground = Ground(board, bounds, seen, seen, halved(seen), displays, places, levels, brackets)
    bare = _without(seen, kept_free(ground, poses.values(), BRACKET_ROOM_MM))
    return replace(ground, picture=bare, half=halved(bare))


def _without(picture: Image, boards: Mask) -> Image:
    """Return a view with the table's colour where ``boards`` (h, w) lie, in half its size."""
    size = (boards.shape[1] // BLUR, boards.shape[0] // BLUR)
    table = (~boards).astype(np.float32)
    known = cv2.resize(table, size, interpolation=cv2.INTER_AREA)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    known = np.where((known > 0.99) & (small.max(axis=2) > 0), 1.0, 0.0).astype(np.float32)
    total, weight = np.zeros(small.shape, np.float32), np.full_like(known, 1e-9)
    for reach in REACHES:  # the nearest table counts most, by far
        share = float(0.01 ** REACHES.index(reach))
        weight = weight + share * cv2.GaussianBlur(known, (0, 0), reach)
        total = total + share * cv2.GaussianBlur(small * known[..., None], (0, 0), reach)
    whole = (picture.shape[1], picture.shape[0])
    bare = np.clip(total / weight[..., None], 0, 255).astype(np.uint8)
    cover = cv2.resize(bare, whole, interpolation=cv2.INTER_LINEAR)
    gone = cv2.resize(boards.astype(np.uint8), whole, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.copyTo(cover, gone, picture.copy()), np.uint8)


def kept_free(ground: Ground, poses: Iterable[Pose], room_mm: float) -> Mask:
    """Return where no loose tile is looked for (h, w), half size: boards, brackets, room around."""
    shapes = [grown(ground.board, room_mm)]
    if ground.brackets:
        shapes += [bracket(corner, ground.board.size_mm) for corner in range(4)]
    mask = np.zeros((ground.bounds.height // 2, ground.bounds.width // 2), np.uint8)
    for pose in poses:
        for shape in shapes:
            corners = ground.bounds.to_pixels(pose.place(shape)) / 2
            cv2.fillPoly(mask, [corners.round().astype(np.int32)], 1)
    return np.asarray(mask > 0)


def bracket(corner: int, size_mm: tuple[float, float]) -> Points:
    """Return the outline (8, 2) in mm on the board of the bracket at corner 0 to 3, with room."""
    far, arm, room = QUADRANT_MM, ARM_MM, BRACKET_ROOM_MM
    near, out, end = room, -far - room, far + room
    thin = -arm - room
    points = np.array(
        [[out, out], [near, out], [near, thin], [end, thin], [end, near], [thin, end], [thin, near]]
        + [[out, near]],
        float,
    )
    for _ in range(corner):
        points = np.column_stack((-points[:, 1], points[:, 0]))
    return np.asarray(points + board_corners(size_mm)[corner], float)


def white_at(place: Points, ground: Ground, gains: Gains) -> Vector:
    """Return the white (3,) at a table point (2,) mm: the boards' whites, near ones first.

    ``gains`` (h, w, 3) is how much brighter the table is now.
    """
    away = np.linalg.norm(ground.white_places - place, axis=1)
    weight = 1.0 / np.maximum(away, 1.0) ** 2
    level = weight @ ground.white_levels / weight.sum()
    x, y = ground.bounds.to_pixels(np.asarray(place, float)[None])[0]
    return np.asarray(level * at(gains, x, y), float)
