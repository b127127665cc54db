"""Debug pictures: a frame with everything the companion sees in it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import PictureError
from companion.games.base import Content
from companion.service.keeper import Keeper
from companion.service.report import BoardReport, Report
from companion.vision.geometry import BOARD_MM
from companion.vision.scene import Scene
from companion.vision.sighting import View

Colour = tuple[int, int, int]

LETTERS = {"black": "K", "brown": "N", "first": "1"}
"""Where a colour's first letter is another's."""

FRAME: dict[View, Colour] = {
    View.CLEAR: (60, 200, 60),
    View.COVERED: (0, 190, 255),
    View.LOST: (60, 60, 230),
}
WRONG: Colour = (40, 40, 240)
UNSURE: Colour = (0, 190, 255)
EMPTY: Colour = (170, 170, 170)
FILLED: Colour = (60, 200, 60)


def draw(image: NDArray[np.uint8], report: Report, keeper: Keeper, path: Path) -> None:
    """Write ``image`` (H, W, 3) BGR with boards, cells, readings and doubts drawn on it."""
    scene = keeper.scene
    if scene is None:
        return
    picture = image.copy()
    for board in report.boards:
        _draw_board(picture, board, scene)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), picture):
        raise PictureError(f"the picture {path} cannot be written; free some space", path=path)


def _draw_board(picture: NDArray[np.uint8], board: BoardReport, scene: Scene) -> None:
    seen = board.seen
    if seen.corners_px is None:
        return
    outline = seen.corners_px.round().astype(np.int32)
    cv2.polylines(picture, [outline], True, FRAME[seen.view], 2, cv2.LINE_AA)
    label = f"seat {seen.seat} {seen.view.value} cube {seen.score_marker}"
    _write(picture, label, outline.min(axis=0) - [0, 6], FRAME[seen.view], 0.5)
    for cell in scene.seen[seen.seat].reading.cells if seen.seat in scene.seen else ():
        _draw_cell(picture, board, scene, cell)


def _draw_cell(picture: NDArray[np.uint8], board: BoardReport, scene: Scene, cell: str) -> None:
    content = board.reading.cells.get(cell) if board.reading else None
    height = BOARD_MM + (scene.board.tile.height_mm if content else 0.0)
    polygon = np.array(scene.board.cell(cell).polygon_mm)
    pose = scene.known[board.seen.seat].pose
    points = scene.camera.project(pose.place(polygon), height).round().astype(np.int32)
    colour = _colour_of(board, cell, content is not None)
    cv2.polylines(picture, [points], True, colour, 2 if colour in (WRONG, UNSURE) else 1)
    if content is not None:
        _write(picture, _letter(content), points.mean(axis=0) + [-5, 5], colour, 0.5)


def _letter(content: Content) -> str:
    """Return one letter a tile, the top of a stack last."""
    parts = content if isinstance(content, tuple) else (content,)
    return "".join("?" if c is None else LETTERS.get(c, c[0].upper()) for c in parts)


def _colour_of(board: BoardReport, cell: str, filled: bool) -> Colour:
    reading = board.reading
    if reading and any(cell in problem.cells for problem in reading.problems):
        return WRONG
    if reading and any(cell in doubt.cells for doubt in reading.doubts):
        return UNSURE
    return FILLED if filled else EMPTY


def _write(
    picture: NDArray[np.uint8], text: str, at: NDArray[np.float64], colour: Colour, size: float
) -> None:
    place = (int(at[0]), int(at[1]))
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
