"""Debug pictures: a frame with everything the companion sees in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.arrays import Image, Points, Vector
from companion.boards import Cell
from companion.boards.cell_places import axes_of
from companion.geometry.camera import BOARD_MM
from companion.neural_network.encoders import FACE_SIDE, face_of
from companion.neural_network.slots import tile_cells
from companion.service.reports.letters import letters_of
from companion.service.reports.picture_file import write_picture
from companion.service.reports.report import BoardReport
from companion.sightings.sighting import View
from companion.vision.cells.inks import Inks, inks_of, segment
from companion.vision.scene import Scene

Colour = tuple[int, int, int]

FRAME: dict[View, Colour] = {
    View.CLEAR: (60, 200, 60),
    View.COVERED: (0, 190, 255),
    View.DAZZLED: (0, 190, 255),
    View.LOST: (60, 60, 230),
    View.UNKNOWN: (60, 60, 230),
}
WRONG: Colour = (40, 40, 240)
UNSURE: Colour = (0, 190, 255)
DOTTED = 4
"""Every how many pixels of a tile's face a dot shows what it was taken for."""

LETTER = 1 / 55
"""Size of letters for each pixel of a cell's side: they are then 0.4 of it high."""

EMPTY: Colour = (170, 170, 170)
FILLED: Colour = (60, 200, 60)
SHADE: Colour = (0, 0, 0)


def draw(image: Image, boards: Sequence[BoardReport], scene: Scene, path: Path) -> None:
    """Write ``image`` (H, W, 3) BGR with boards, cells, readings and doubts drawn on it."""
    picture = image.copy()
    for board in boards:
        _draw_board(picture, board, scene)
    write_picture(picture, path)


def _draw_board(picture: Image, board: BoardReport, scene: Scene) -> None:
    seen = board.seen
    if seen.corners_px is None:
        return
    outline = seen.corners_px.round().astype(np.int32)
    side = _side_of(board, scene)
    cv2.polylines(picture, [outline], True, FRAME[seen.view], _pen(2, side), cv2.LINE_AA)
    label = f"seat {seen.seat} {seen.view.value} cube {seen.score_marker}"
    above = np.maximum(outline.min(axis=0) - [0, side / 5], [0, side / 2])  # not over the edge
    _write(picture, label, above, FRAME[seen.view], side)
    if seen.seat not in scene.seen:
        return
    _draw_segments(picture, board, scene, side)
    for cell in tile_cells(scene.board):
        _draw_cell(picture, board, scene, cell, side)


def _side_of(board: BoardReport, scene: Scene) -> float:
    """Return the pixels of a cell's side on a board, by which everything drawn on it grows."""
    areas = [
        cv2.contourArea(_seen_at(np.array(cell.polygon_mm), board, scene, cell).astype(np.float32))
        for cell in tile_cells(scene.board)
    ]
    return float(np.sqrt(np.median(areas)))


def _pen(wide: int, side: float) -> int:
    """Return the pixels of a line so ``wide`` where cells have a ``side`` of thirty pixels."""
    return max(wide, round(wide * side / 30))


def _draw_segments(picture: Image, board: BoardReport, scene: Scene, side: float) -> None:
    """Dot each cell with the set's colours for which its pixels were taken."""
    inks = inks_of(scene.looks, scene.board.colours)
    dots = _dots(inks)
    faces = face_of(scene.seen[board.seen.seat].cells.top)[:, 2::DOTTED, 2::DOTTED]
    steps = (np.arange(2, FACE_SIDE, DOTTED) + 0.5) / FACE_SIDE - 0.5
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    for cell, labels in zip(tile_cells(scene.board), segment(faces, inks), strict=True):
        places = cell.centre_mm + grid @ axes_of(cell, scene.board.tile)
        points = _seen_at(places, board, scene, cell).round().astype(int)
        for (x, y), label in zip(points, labels.ravel(), strict=True):
            if label >= 0:
                cv2.circle(picture, (int(x), int(y)), _pen(1, side), dots[label], -1, cv2.LINE_AA)


def _dots(inks: Inks) -> list[Colour]:
    """Return the commonest colour of each colour's tiles."""
    lab = np.array([each[0] for each in inks.values()], np.float32)[None]
    levels = np.clip(255 * cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0], 0, 255).astype(int)
    return [(blue, green, red) for blue, green, red in levels.tolist()]


def _draw_cell(picture: Image, board: BoardReport, scene: Scene, cell: Cell, side: float) -> None:
    content = board.reading.cells.get(cell.id) if board.reading else None
    points = _seen_at(np.array(cell.polygon_mm), board, scene, cell)
    colour = _colour_of(board, cell.id, content is not None)
    thick = _pen(2 if colour in (WRONG, UNSURE) else 1, side)
    cv2.polylines(picture, [points.round().astype(np.int32)], True, colour, thick)
    if content is not None:
        _write(
            picture, letters_of(content), points.mean(axis=0) + [-side / 6, side / 6], colour, side
        )


def _seen_at(places_mm: Points, board: BoardReport, scene: Scene, cell: Cell) -> Points:
    """Return the pixels of places on a board: on the tile that lies on a cell, or on its print."""
    filled = board.reading is not None and cell.id in board.reading.cells
    height = BOARD_MM + (scene.board.tile.height_mm if filled else 0.0)
    return scene.camera.project(scene.known[board.seen.seat].pose.place(places_mm), height)


def _colour_of(board: BoardReport, cell: str, filled: bool) -> Colour:
    reading = board.reading
    if reading and any(cell in problem.cells for problem in reading.problems):
        return WRONG
    if reading and any(cell in doubt.cells for doubt in reading.doubts):
        return UNSURE
    return FILLED if filled else EMPTY


def _write(picture: Image, text: str, at: Vector, colour: Colour, side: float) -> None:
    """Write dark on all sides first; a wider pen would set letters farther apart (OpenCV 5)."""
    (x, y), pen = at.astype(int).tolist(), _pen(1, side)
    dark = [((x + right, y + down), SHADE) for right in (-pen, pen) for down in (-pen, pen)]
    size = max(side * LETTER, 0.4)
    for place, ink in (*dark, ((x, y), colour)):
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, pen, cv2.LINE_AA)
