"""Pictures of a table, drawn exactly where a known camera sees things.

Flat shapes with height, nothing more: they say whether geometry is right, never how well real
tables are read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np

from companion.boards import Board, Cell, load
from companion.geometry.bracket import tag_corners
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners

SIZE = (1640, 1232)
AZUL = load("azul")
SEATS: Mapping[int, Pose] = {0: Pose(-150.0, 40.0, 0.04), 1: Pose(110.0, -60.0, np.pi - 0.1)}
"""Two players opposite each other, not quite straight."""

INK = {
    "blue": (190, 110, 30),
    "yellow": (50, 190, 240),
    "red": (60, 60, 200),
    "black": (75, 70, 60),
    "white": (240, 240, 235),
    "first": (200, 220, 235),
}
"""Tile colours, blue green red."""

PAPER = (205, 225, 235)
BORDER_MM = 9.6
FRAME = (110, 60, 35)
LINE = (90, 110, 120)
TABLE = (70, 95, 120)
FINE = 16
"""Parts of a pixel in which OpenCV is given coordinates."""


def camera_over(
    x: float = 0.0,
    y: float = 250.0,
    height: float = 850.0,
    k1: float = 0.0,
    zoom: float = 0.78,
    roll: float = 0.0,
    size: tuple[int, int] = SIZE,
) -> Camera:
    """Return a camera ``height`` mm above (x, y) that looks at the table's middle (0, 0)."""
    place = np.array([x, y, -height])
    ahead = -place / np.linalg.norm(place)
    right = np.cross([np.sin(roll), np.cos(roll), 0.0], ahead)
    right /= np.linalg.norm(right)
    turn = np.array([right, np.cross(ahead, right), ahead])
    centre = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Camera(zoom * max(size), centre, k1, turn, -turn @ place)


@dataclass(frozen=True)
class Table:
    """What there is to be seen: boards by seat, tiles and score cubes on them, brackets.

    ``shoved`` says how many mm a bracket (by its tag) lies beside its place.
    """

    poses: Mapping[int, Pose] = field(default_factory=lambda: dict(SEATS))
    tiles: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    cubes: Mapping[int, int] = field(default_factory=dict)
    brackets: bool = True
    shoved: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    board: Board = AZUL

    def with_pose(self, seat: int, pose: Pose) -> Table:
        """Return the table with one board somewhere else."""
        return replace(self, poses={**self.poses, seat: pose})


KEPT: OrderedDict[str, np.ndarray] = OrderedDict()


def picture(
    table: Table,
    camera: Camera | None = None,
    *,
    light: float = 1.0,
    noise: float = 1.5,
    blur: float = 0.7,
    seed: int = 1,
    size: tuple[int, int] = SIZE,
) -> np.ndarray:
    """Return what ``camera`` sees, (H, W, 3) uint8 BGR: the last few are kept."""
    what = repr((table, camera, light, noise, blur, seed, size))
    if what not in KEPT:
        drawn = _drawn(table, camera or camera_over(), size)
        KEPT[what] = _photographed(drawn, light, noise, blur, seed)
        while len(KEPT) > 8:
            KEPT.popitem(last=False)
    return KEPT[what].copy()


def _drawn(table, camera, size):
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = TABLE
    for seat, pose in table.poses.items():
        brush = Brush(canvas, camera, pose)
        if table.brackets:
            brush.brackets(seat, table)
        brush.face(table.board)
    for seat, pose in table.poses.items():
        brush = Brush(canvas, camera, pose)
        brush.tiles(table.board, table.tiles.get(seat, {}))
        if seat in table.cubes:
            brush.cube(table.board, table.cubes[seat])
    return canvas


def _photographed(canvas, light, noise, blur, seed):
    rng = np.random.default_rng(seed)
    seen = cv2.GaussianBlur(canvas, (0, 0), blur).astype(np.float32) * light
    seen += noise * rng.standard_normal(seen.shape, np.float32)
    return np.clip(seen.round(), 0, 255).astype(np.uint8)


@dataclass
class Brush:
    """Draws shapes given in a board's millimetres."""

    canvas: np.ndarray
    camera: Camera
    pose: Pose

    def fill(self, shape, colour, height=BOARD_MM):
        """Fill a polygon (N, 2) mm that lies ``height`` mm over the table."""
        cv2.fillPoly(self.canvas, [self.seen(shape, height)], colour, cv2.LINE_AA, 4)

    def outline(self, shape, colour, height=BOARD_MM, width=1):
        """Draw the border of a polygon."""
        cv2.polylines(self.canvas, [self.seen(shape, height)], True, colour, width, cv2.LINE_AA, 4)

    def seen(self, shape, height):
        """Return a polygon in sixteenths of pixels, its sides cut so that a lens can bend them."""
        points = np.asarray(shape, float)
        closed = [*points, points[0]]
        cut = [a + t * (b - a) for a, b in pairwise(closed) for t in (0, 0.25, 0.5, 0.75)]
        pixels = self.camera.project(self.pose.place(np.array(cut)), height)
        return (pixels * FINE).round().astype(np.int32)

    def face(self, board: Board) -> None:
        """Draw the print: frame, ground, scrawls to follow, every space."""
        self.fill(board_corners(board.size_mm), FRAME)
        self.border(board)
        inner = np.array(board.size_mm) - 2 * BORDER_MM
        self.fill(board_corners((float(inner[0]), float(inner[1]))) + BORDER_MM, PAPER)
        rng = np.random.default_rng(7)
        for _ in range(250):
            at = rng.uniform(6, np.array(board.size_mm) - 6)
            leaf = at + rng.uniform(-4, 4, (3, 2))
            tone = rng.integers(110, 210)
            self.fill(leaf, (int(tone) - 20, int(tone), int(tone)))
        for cell in board.cells:
            self.space(cell)

    def border(self, board: Board) -> None:
        """Draw the dark border tiles that real boards are framed with."""
        rng = np.random.default_rng(11)
        for x in np.arange(0, board.size_mm[0] - BORDER_MM, 18.0):
            for y in np.arange(0, board.size_mm[1] - BORDER_MM, 18.0):
                tone = rng.integers(30, 110, 3).tolist()
                self.fill(np.array([x, y]) + [[0, 0], [16, 0], [16, 16], [0, 16]], tone)

    def space(self, cell: Cell) -> None:
        """Draw one printed space, its colour pale, an ornament in it."""
        shape = np.array(cell.polygon_mm)
        ink = np.array(INK.get(cell.colour or "", (170, 190, 200)), float)
        self.fill(shape, tuple(0.65 * ink + 0.35 * np.array(PAPER)))
        self.outline(shape, LINE)
        if cell.kind in ("wall", "line", "floor"):
            middle = shape.mean(axis=0)
            self.fill(middle + 0.3 * (shape - middle) @ np.array([[0.7, 0.7], [-0.7, 0.7]]), LINE)

    def brackets(self, seat: int, table: Table) -> None:
        """Draw the four brackets of a seat on the table around the board, or where shoved to."""
        codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for corner in range(4):
            tag = tag_corners(corner, table.board.size_mm)
            tag = tag + table.shoved.get(4 * seat + corner, (0.0, 0.0))
            middle = tag.mean(axis=0)
            self.fill(middle + (tag - middle) * 32 / 24, (245, 245, 245), 0.0)
            self.fill(tag, (15, 15, 15), 0.0)
            bits = cv2.aruco.generateImageMarker(codes, 4 * seat + corner, 6)
            down, right = (tag[3] - tag[0]) / 6, (tag[1] - tag[0]) / 6
            for row, column in np.argwhere(bits > 0):
                at = tag[0] + row * down + column * right
                self.fill([at, at + right, at + right + down, at + down], (245, 245, 245), 0.0)

    def tiles(self, board: Board, tiles: Mapping[str, str]) -> None:
        """Draw tiles with their height, those far from the camera first."""
        high = board.tile.height_mm + BOARD_MM
        away = self.camera.position_mm[:2]
        cells = [board.cell(id) for id in tiles]
        where = self.pose.place(np.array([cell.centre_mm for cell in cells]).reshape(-1, 2))
        order = np.argsort(-np.linalg.norm(where - away, axis=1))
        for cell in (cells[n] for n in order):
            shape, colour = np.array(cell.polygon_mm), INK[tiles[cell.id]]
            layers = np.linspace(BOARD_MM, high, 7)
            for layer in layers[:-1]:
                self.fill(shape, tuple(0.6 * np.array(colour)), float(layer))
            self.fill(shape, colour, high)
            if tiles[cell.id] == "white":  # a blank one may be any tile that mirrors a lamp
                middle = np.array(cell.centre_mm)
                self.fill(middle + [[-5, 0], [0, -5], [5, 0], [0, 5]], INK["blue"], high)
            if tiles[cell.id] == "first":
                middle = np.array(cell.centre_mm)
                self.fill(middle + [[-2, -7], [2, -7], [2, 7], [-2, 7]], (30, 30, 30), high)

    def cube(self, board: Board, number: int) -> None:
        """Draw the score cube on its number."""
        square = np.array([[-4, -4], [4, -4], [4, 4], [-4, 4]])
        shape = np.array(board.cell(f"track/{number}").centre_mm) + square
        for height in np.linspace(BOARD_MM, BOARD_MM + 8.0, 7):
            self.fill(shape, (35, 35, 35), float(height))
