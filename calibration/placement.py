"""Does the camera hang well?  Boards in view, tiles large enough, tilt, sharpness, glare."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.findings import Finding, Level, graded
from calibration.sharpness import edge_width
from companion.arrays import Image, Points, to_gray
from companion.boards import Board
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners, outline_px
from companion.geometry.solve import Table

RIM_PX = 15.0
"""A board this near to the picture's edge leaves it with the first nudge."""

TILE_WARN_PX, TILE_BAD_PX = 20.0, 13.0
TILT_WARN_DEG, TILT_BAD_DEG = 25.0, 45.0
BLUR_WARN_PX, BLUR_BAD_PX = 5.0, 8.0
"""Width of a printed edge in the picture, from dark to light."""

WHITE = 250
"""Level from which all three channels are burnt out."""

SPOT_MM = 9.0
"""A burnt-out spot of less than this diameter is gloss on a tile and does no harm."""

SPOT_BAD_SHARE = 0.06


def check_placement(image: Image, table: Table, board: Board) -> tuple[Finding, ...]:
    """Return what there is to say of where the camera hangs.

    ``image`` (H, W, 3) uint8 BGR shows the empty boards; ``table`` is the camera and the boards'
    poses found in it (``finding.by_brackets`` or ``settle.settle``).
    """
    camera, poses = table
    findings = [_tilt(camera)]
    for seat, pose in sorted(poses.items()):
        findings += _of_board(image, camera, pose, board, seat)
    return tuple(findings)


def _of_board(
    image: Image, camera: Camera, pose: Pose, board: Board, seat: int
) -> Iterator[Finding]:
    corners = outline_px(camera, pose, board.size_mm)
    size = (image.shape[1], image.shape[0])
    yield _in_view(corners, size, seat)
    yield _tile_size(camera, pose, board, seat)
    mask = _mask(corners, size)
    if mask.any():
        yield _sharp(image, mask, seat)
        yield _glare(image, mask, _px_per_mm(camera, pose, board), seat)


def _in_view(corners: Points, size: tuple[int, int], seat: int) -> Finding:
    rim = float(np.minimum(corners, np.array(size) - 1 - corners).min())
    level = graded(rim, RIM_PX, 0.0)
    where = f"board {seat + 1} is {abs(rim):.0f} pixels"
    sentence = {
        Level.GOOD: f"{where} from the edge of the picture or more",
        Level.WARN: f"{where} from the edge of the picture; move it inwards or the camera up",
        Level.BAD: f"{where} outside the picture; move it inwards or the camera up",
    }[level]
    return Finding("in-view", level, _capital(sentence), seat, {"rim_px": rim})


def _tile_size(camera: Camera, pose: Pose, board: Board, seat: int) -> Finding:
    per_mm = _px_per_mm(camera, pose, board)
    pixels = per_mm * board.tile.size_mm
    level = graded(pixels, TILE_WARN_PX, TILE_BAD_PX)
    sentence = f"A tile on board {seat + 1} is {pixels:.0f} pixels wide"
    if level is not Level.GOOD:
        sentence += (
            f", {TILE_WARN_PX:.0f} should be the least; lower the camera or let it take "
            "larger pictures"
        )
    return Finding("tile-size", level, sentence, seat, {"tile_px": pixels, "px_per_mm": per_mm})


def _tilt(camera: Camera) -> Finding:
    degrees = float(np.degrees(np.arccos(np.clip(camera.rotation[2, 2], -1.0, 1.0))))
    height = float(camera.position_mm[2])
    level = graded(degrees, TILT_WARN_DEG, TILT_BAD_DEG)
    sentence = f"The camera hangs {height / 10:.0f} cm over the table, tilted {degrees:.0f} degrees"
    if level is not Level.GOOD:
        sentence += "; hang it more over the middle, or tiles hide what is behind them"
    return Finding("tilt", level, sentence, None, {"tilt_deg": degrees, "height_mm": height})


def _sharp(image: Image, mask: NDArray[np.bool_], seat: int) -> Finding:
    width = edge_width(to_gray(image), mask)
    level = graded(width, BLUR_WARN_PX, BLUR_BAD_PX)
    sentence = f"Printed edges of board {seat + 1} are {width:.1f} pixels wide"
    if level is not Level.GOOD:
        sentence += "; focus the camera, wipe its lens, or give it more light"
    return Finding("sharpness", level, sentence, seat, {"edge_px": width})


def _glare(image: Image, mask: NDArray[np.bool_], per_mm: float, seat: int) -> Finding:
    """Look for burnt-out spots: the mirror images of lamps."""
    burnt = ((image.min(axis=2) >= WHITE) & mask).astype(np.uint8)
    round_ = max(3, round(SPOT_MM * per_mm) // 2 * 2 + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round_, round_))
    whole = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, disc)
    count, _, stats, middles = cv2.connectedComponentsWithStats(whole)
    spots = tuple(
        (
            float(middles[n][0]),
            float(middles[n][1]),
            float(np.sqrt(stats[n, cv2.CC_STAT_AREA] / np.pi)),
        )
        for n in range(1, count)
    )
    share = float(whole.sum() / mask.sum())
    level = Level.GOOD if not spots else Level.BAD if share > SPOT_BAD_SHARE else Level.WARN
    sentence = f"Nothing glares on board {seat + 1}"
    if spots:
        sentence = (
            f"A lamp glares on {100 * share:.0f} % of board {seat + 1}, in {len(spots)} "
            f"place{'s' if len(spots) > 1 else ''}; move the lamp or the board"
        )
    return Finding("glare", level, sentence, seat, {"share": share}, spots)


def _px_per_mm(camera: Camera, pose: Pose, board: Board) -> float:
    """Return how many pixels a millimetre has where a board is seen smallest."""
    corners = board_corners(board.size_mm)
    step = np.array([[1.0, 0.0], [0.0, 1.0]])
    points = np.concatenate([np.stack((corner, *(corner + step))) for corner in corners])
    seen = camera.project(pose.place(points), BOARD_MM).reshape(4, 3, 2)
    return float(np.linalg.norm(seen[:, 1:] - seen[:, :1], axis=2).min())


def _mask(corners: Points, size: tuple[int, int]) -> NDArray[np.bool_]:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return mask > 0


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
