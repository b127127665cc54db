"""Things with height: tiles, dome tiles, the score cube, each a prism with sides and a top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.boards import PLACE, Board, Cell
from companion.boards.outlines import tile_outline
from companion.fields import Point
from companion.games.base import Content
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.printings.canvas import SHIFT, fixed
from companion.printings.dome_tiles import dome_face
from companion.printings.edition import Edition
from companion.printings.inks import Ink
from companion.printings.ornaments import around
from companion.printings.tiles import RHOMBUS_REACH, shaped_face
from hardware.table.picture.plane import blend
from hardware.table.picture.table_scene import LooseTile, Seated

CHIP = "chip:"
"""Before the faces of a bonus chip, to tell it from a tile of the same colour."""

CARD: Ink = (120, 140, 150)
PAPER: Ink = (224, 238, 244)
CUBE_MM = 8.0
CUBE: Ink = (44, 40, 38)
CHIP_MM = 2.0
"""Thickness of a bonus chip."""

STRAY_MM = 0.7
"""Standard deviation of how far beside its middle a tile lies."""

STRAY_TURN = 0.03
"""Standard deviation of a tile's turn, radians."""

SPRITE_SCALE = 2.0
FILLED_BEYOND = 0.5


@dataclass(frozen=True)
class Played:
    """Which board is played on, and in which printing."""

    board: Board
    edition: Edition


@dataclass(frozen=True)
class Solid:
    """A prism on the table: its footprint (N, 2) mm, where it stands and ends, how it looks.

    ``picture`` (with alpha) covers the square around ``centre_mm`` of half width ``reach_mm``,
    turned by ``turn``.
    """

    footprint: Points
    bottom_mm: float
    top_mm: float
    side: Ink
    picture: Image
    centre_mm: Point
    reach_mm: float
    turn: float


def on_board(played: Played, seated: Seated, seed: str) -> Iterator[Solid]:
    """Yield all that lies on one board; ``seed`` decides how crooked."""
    board = played.board
    for place in board.places:
        spaces = seated.cells.get(place.cell)
        if isinstance(spaces, tuple):
            yield _dome(played, seated.pose, place.centre_mm, spaces)
    for id, content in seated.cells.items():
        if not id.startswith(PLACE):
            yield from _stack(played, seated, board.cell(id), content, seed)
    yield from _markers(board, seated, seed)


def loose(played: Played, tile: LooseTile) -> Solid:
    """Return a tile that lies beside the boards."""
    return _tile(played, tile.content, tile.place_mm, tile.turn, 0.0)


def _stack(
    played: Played, seated: Seated, cell: Cell, content: Content, seed: str
) -> Iterator[Solid]:
    """Yield the tile on a cell, or the tiles of its stack, bottom first."""
    board = played.board
    tiles: Sequence[str | None] = (content,) if isinstance(content, str) else content
    if cell.kind == "store":
        tiles = [f"{CHIP}{tile}" for tile in tiles]
    bottom = BOARD_MM + _under(board, seated, cell)
    for level, tile in enumerate(tiles):
        chance = Random(f"{seed}/{cell.id}/{level}/{tile}")
        stray = (chance.gauss(0, STRAY_MM), chance.gauss(0, STRAY_MM))
        at = (cell.centre_mm[0] + stray[0], cell.centre_mm[1] + stray[1])
        x, y = seated.pose.place(np.array([at]))[0]
        turn = seated.pose.turn + np.radians(cell.angle_deg) + chance.gauss(0, STRAY_TURN)
        yield _tile(played, tile or board.colours[0], (float(x), float(y)), float(turn), bottom)
        bottom += board.tile.height_mm


def _under(board: Board, seated: Seated, cell: Cell) -> float:
    """Return the height of the dome tile under a cell, if there is one."""
    if board.dome_tile is None or cell.kind != "dome":
        return 0.0
    place = f"{PLACE}{(cell.row or 0) // 2}/{(cell.col or 0) // 2}"
    return board.dome_tile.height_mm if place in seated.cells else 0.0


def _tile(played: Played, content: str, centre: Point, turn: float, bottom: float) -> Solid:
    tile = played.board.tile
    outline = tile_outline(tile.shape, (0.0, 0.0), tile.size_mm, 0.0)
    footprint = Pose(*centre, turn).place(np.array(outline))
    picture, reach = tile_top(played.edition, tile.shape, tile.size_mm, content)
    top = bottom + (CHIP_MM if content.startswith(CHIP) else tile.height_mm)
    side = CARD if content.startswith(CHIP) else played.edition.pieces[content].side
    return Solid(footprint, bottom, top, side, picture, centre, reach, turn)


def _dome(played: Played, pose: Pose, centre: Point, spaces: tuple[str | None, ...]) -> Solid:
    kind = played.board.dome_tile
    assert kind is not None
    half = kind.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    footprint = pose.place(square + np.array(centre))
    x, y = pose.place(np.array([centre]))[0]
    picture = _dome_top(played.edition, kind.size_mm, spaces)
    at, top = (float(x), float(y)), BOARD_MM + kind.height_mm
    return Solid(footprint, BOARD_MM, top, CARD, picture, at, half, pose.turn)


def _markers(board: Board, seated: Seated, seed: str) -> Iterator[Solid]:
    """Yield the score cube on its track, or the two sliders."""
    if seated.score is None:
        return
    for id in marker_cells(board, seated.score):
        chance = Random(f"{seed}/{id}/cube")
        x, y = board.cell(id).centre_mm
        at = seated.pose.place(np.array([[x + chance.gauss(0, 0.4), y + chance.gauss(0, 0.4)]]))[0]
        turn = seated.pose.turn + chance.gauss(0, 0.15)
        pose = Pose(float(at[0]), float(at[1]), turn)
        half = CUBE_MM / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        picture = np.full((8, 8, 4), (*CUBE, 255), np.uint8)
        top, centre = BOARD_MM + CUBE_MM, (pose.x_mm, pose.y_mm)
        yield Solid(pose.place(square), BOARD_MM, top, (24, 22, 20), picture, centre, half, turn)


def marker_cells(board: Board, score: int) -> tuple[str, ...]:
    """Return the cells on which cube or sliders stand for a score; none where there is no track."""
    if board.of_kind("track"):
        return (f"track/{board.shown(score)}",)
    if board.of_kind("slider"):
        return (f"tens/{min(score // 10, 12)}", f"units/{score % 10}")
    return ()


@lru_cache(maxsize=64)
def _dome_top(edition: Edition, size_mm: float, spaces: tuple[str | None, ...]) -> Image:
    picture = dome_face(edition, size_mm, spaces, 2 * SPRITE_SCALE)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)


@lru_cache(maxsize=64)
def tile_top(edition: Edition, shape: str, size_mm: float, content: str) -> tuple[Image, float]:
    """Return a tile's top (H, W, 4) and half the width (mm) of the square that it shows."""
    outline = np.array(tile_outline(shape, (0.0, 0.0), size_mm, 0.0))
    wide = RHOMBUS_REACH if shape == "rhombus" else 1.0
    side = round(size_mm * SPRITE_SCALE)
    if content.startswith(CHIP):
        face = _chip(edition, content.removeprefix(CHIP), side)
    else:
        face = shaped_face(edition, content, shape, side)
    reach = size_mm * wide / 2
    scale = face.shape[0] / (2 * reach)
    mask = np.zeros(face.shape[:2], np.uint8)
    points = fixed((outline * 0.985 + reach) * scale - 0.5)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, SHIFT)
    return np.dstack((face, mask)), reach


def _chip(edition: Edition, faces: str, side: int) -> Image:
    """Return the face of a bonus chip: paper with a dot of one colour, or two halves."""
    picture = np.full((side, side, 3), PAPER, np.uint8)
    rim = np.array(around(40, 0.3 * side, np.pi / 4)) + side / 2
    for n, colour in enumerate(faces.split("+")):
        half = rim if n == 0 else rim[:21]
        cv2.fillPoly(picture, [half.round().astype(np.int32)], edition.pieces[colour].body)
    return picture


def draw(image: Image, camera: Camera, solids: Sequence[Solid]) -> None:
    """Draw solids into ``image``, lower ones first: no top hides what stands higher."""
    for level in sorted({solid.bottom_mm for solid in solids}):
        here = [solid for solid in solids if solid.bottom_mm == level]
        for solid in here:
            _draw_side(image, camera, solid)
        for solid in here:
            _draw_top(image, camera, solid)


def _draw_side(image: Image, camera: Camera, solid: Solid) -> None:
    low = camera.project(solid.footprint, solid.bottom_mm)
    high = camera.project(solid.footprint, solid.top_mm)
    cv2.fillConvexPoly(image, hull_of(low, high), solid.side, cv2.LINE_AA, SHIFT)


def _draw_top(image: Image, camera: Camera, solid: Solid) -> None:
    r = solid.reach_mm
    square = np.array([[-r, -r], [r, -r], [r, r], [-r, r]])
    corners = Pose(*solid.centre_mm, solid.turn).place(square)
    seen = camera.project(corners, solid.top_mm)
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 2, image.shape[1::-1])
    if (high <= low).any():
        return
    height, width = solid.picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    bend = cv2.getPerspectiveTransform(whole.astype(np.float32), (seen - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    top = cv2.warpPerspective(_dimmed(solid.picture), bend, size, flags=cv2.INTER_LINEAR)
    blend(image[low[1] : high[1], low[0] : high[0]], np.asarray(top, np.uint8))


def _dimmed(picture: Image) -> Image:
    alpha = cv2.merge([picture[:, :, 3]] * 3)
    colours = cv2.multiply(np.ascontiguousarray(picture[:, :, :3]), alpha, scale=1 / 255)
    return np.dstack((colours, picture[:, :, 3]))


def hull_of(*outlines: Points) -> NDArray[np.int32]:
    """Return the convex hull of pixels, ready to be filled.

    OpenCV fills half a pixel beyond a polygon, so the hull is drawn in by as much.
    """
    hull = cv2.convexHull(np.concatenate(outlines).astype(np.float32)).reshape(-1, 2)
    middle, half = hull.mean(axis=0), max(np.sqrt(cv2.contourArea(hull)) / 2, 1.0)
    return fixed(middle + (hull - middle) * (1.0 - FILLED_BEYOND / half))
