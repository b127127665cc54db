"""The clear panel that lies over Mini's print: a rim and a dimple in every space, all shining."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from companion.arrays import Points
from companion.boards import Board, Cell
from companion.geometry.camera import BOARD_MM
from companion.printings.canvas import SHIFT, fixed
from companion.training.factory.drawing import Drawing

HEIGHT_MM = 2.0
KINDS = ("wall", "line", "floor")


def lay_panel(drawing: Drawing, board: Board, chance: Random) -> None:
    """Lay a clear panel over a board's print, as milky as it happens to be: it mirrors lamps."""
    drawing.matt *= chance.choice((0.0, 0.3, 1.0))
    haze, tint = chance.uniform(0, 0.4), round(chance.uniform(150, 235))
    milk = np.full_like(drawing.image, tint)
    drawing.image = np.asarray(cv2.addWeighted(drawing.image, 1 - haze, milk, haze, 0), np.uint8)
    rim, dimple = chance.uniform(0.9, 1.08), chance.choice((0.0, chance.uniform(0.1, 0.4)))
    levels = [round(chance.uniform(0, 170)) for _ in range(3)]
    for cell in board.of_kind(*KINDS):
        _space(drawing, board, cell, rim, dimple, levels)


def _space(
    drawing: Drawing, board: Board, cell: Cell, rim: float, dimple: float, levels: list[int]
) -> None:
    half = board.tile.size_mm * rim / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    _shine(drawing, square + cell.centre_mm, levels[0], levels[1])
    if dimple:
        turns = np.arange(16) * np.pi / 8
        ring = dimple * board.tile.size_mm * np.column_stack((np.cos(turns), np.sin(turns)))
        _shine(drawing, ring + cell.centre_mm, levels[2], levels[1])


def _shine(drawing: Drawing, outline: Points, towards: int, away: int) -> None:
    """Draw an outline that shines on the sides towards the lamp and is dim on the others."""
    seen = drawing.view.see(outline, BOARD_MM + HEIGHT_MM)
    width = max(1, round(0.7 * drawing.view.px_per_mm))
    ends = np.roll(outline, -1, axis=0)
    facing = ((outline + ends) / 2 - outline.mean(axis=0)) @ np.array(drawing.light.ahead)
    points = fixed(seen).tolist()
    for start, end, lit in zip(points, points[1:] + points[:1], facing < 0, strict=True):
        if lit:
            cv2.line(drawing.shine, start, end, towards, width, cv2.LINE_AA, SHIFT)
        elif away > 90:
            cv2.line(drawing.image, start, end, (away,) * 3, width, cv2.LINE_AA, SHIFT)
