"""Everything that lies flat and seldom moves: table, displays, sheets, brackets, board faces."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.fields import Point
from companion.geometry.camera import BOARD_MM, Pose, board_corners
from companion.printings.canvas import SHIFT, fixed
from companion.printings.edition import Edition
from companion.printings.faces import board_face
from companion.printings.inks import mixed
from companion.printings.ornaments import around
from hardware.table.picture.bracket_cards import MARGIN_MM, brackets
from hardware.table.picture.plane import lay
from hardware.table.picture.solids import PAPER, hull_of
from hardware.table.picture.table_scene import Sheet, TableScene
from hardware.table.picture.viewpoint import TABLES, Eye

SURFACES = {
    "oak": ((96, 146, 188), 16.0, (30, 4)),
    "walnut": ((48, 70, 98), 12.0, (44, 5)),
    "cloth": ((84, 104, 62), 7.0, (90, 68)),
}
"""Table top -> colour, unevenness in grey levels, grains down and across the picture."""

DISPLAY_MM = 48.0
"""Radius of a factory display."""

SCALE = 2.0
"""Pixels per millimetre of a drawn face: a little finer than the simulated camera sees it."""

DISPLAY_COLOUR = (162, 124, 82)
EDGE_COLOUR = (58, 66, 78)


def flat_of(scene: TableScene) -> Image:
    """Return the picture (H, W, 3) of all that lies flat, before light; a fresh copy."""
    poses = tuple(seated.pose for seated in scene.seats)
    return _flat(
        scene.eye,
        scene.board,
        poses,
        scene.brackets,
        scene.displays,
        scene.sheets,
        scene.surface,
        scene.seed,
        scene.edition,
    ).copy()


@lru_cache(maxsize=TABLES)
def _flat(
    eye: Eye,
    board: Board,
    poses: tuple[Pose, ...],
    with_brackets: bool,
    displays: tuple[Point, ...],
    sheets: tuple[Sheet, ...],
    surface: str,
    seed: int,
    edition: Edition,
) -> Image:
    image = _table_top(surface, seed, eye.size).copy()
    for place in displays:
        _display(image, eye, place)
    for seat, pose in enumerate(poses):
        if with_brackets:
            cards = brackets(seat, board.size_mm, SCALE)
            lay(image, eye, cards, pose, board.size_mm, 0.0, MARGIN_MM)
    for sheet in sheets:
        lay(image, eye, sheet.picture, sheet.pose, sheet.size_mm, 0.0)
    for pose in poses:
        _edge(image, eye, board, pose)
        lay(image, eye, _face(edition, board), pose, board.size_mm, BOARD_MM)
    return image


@lru_cache(maxsize=TABLES)
def _face(edition: Edition, board: Board) -> Image:
    return board_face(edition, board, SCALE)


@lru_cache(maxsize=TABLES)
def _table_top(surface: str, seed: int, size: tuple[int, int]) -> Image:
    """Return the bare table (H, W, 3) uint8."""
    colour, uneven, grains = SURFACES[surface]
    chance = np.random.default_rng(seed)
    image = np.full((size[1], size[0], 3), colour, np.float32)
    for finer in (1, 3):
        shape = tuple(finer * count for count in grains)
        noise = chance.normal(0, uneven / finer, shape).astype(np.float32)
        image += cv2.resize(noise, size, interpolation=cv2.INTER_CUBIC)[:, :, None]
    return np.clip(image, 0, 255).astype(np.uint8)


def _display(image: Image, eye: Eye, place: Point) -> None:
    rim = _ring(place, DISPLAY_MM)
    cv2.fillConvexPoly(image, fixed(eye.camera.project(rim)), DISPLAY_COLOUR, cv2.LINE_AA, SHIFT)
    inner = _ring(place, 0.86 * DISPLAY_MM)
    colour = mixed(DISPLAY_COLOUR, PAPER, 0.35)
    cv2.polylines(
        image, [fixed(eye.camera.project(inner))], True, colour, 2, cv2.LINE_AA, shift=SHIFT
    )


def _ring(place: Point, radius: float) -> Points:
    """Return points (40, 2) mm around a place."""
    return np.array(around(40, radius)) + place


def _edge(image: Image, eye: Eye, board: Board, pose: Pose) -> None:
    """Draw the cardboard edge under a board's face."""
    corners = pose.place(board_corners(board.size_mm))
    low, high = eye.camera.project(corners), eye.camera.project(corners, BOARD_MM)
    cv2.fillConvexPoly(image, hull_of(low, high), EDGE_COLOUR, cv2.LINE_AA, SHIFT)
