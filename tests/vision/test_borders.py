"""A space's border says whether a tile lies on it, even one of the print's very colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.vision.borders import border_kept
from companion.vision.rectify import Flat, flat_size, to_flat

AZUL = load("azul")
WALL = AZUL.of_kind("wall")
CELL = AZUL.cell("wall/2/2")
CREAM, WHITE = (190, 205, 215), (225, 225, 222)
SIDE = (205, 205, 185)
SOFT = 0.9


@pytest.fixture
def board() -> np.ndarray:
    """Return a cream board with white wall spaces, seen from above."""
    width, height = flat_size(AZUL.size_mm)
    image = np.full((height, width, 3), CREAM, np.uint8)
    for cell in WALL:
        lay(image, np.array(cell.polygon_mm), WHITE)
    return image


def lay(image: np.ndarray, outline_mm: np.ndarray, colour: tuple[int, int, int]) -> None:
    """Draw a patch of one colour with a thin dark edge."""
    corners = [to_flat(outline_mm).round().astype(np.int32)]
    cv2.fillPoly(image, corners, colour)
    cv2.polylines(image, corners, True, (140, 150, 155))


def kept(now: np.ndarray, then: np.ndarray, gain: float = 1.0) -> float:
    """Return what the border of ``CELL`` says of bare print."""
    flats = [Flat(cv2.GaussianBlur(each, (0, 0), SOFT)) for each in (now, then)]
    gains = np.full((1, 3), gain, np.float32)
    return float(border_kept(*flats, [CELL], AZUL.tile, gains)[0])


def test_a_bare_space_keeps_its_border_whatever_the_light(board):
    darker = (board * 0.6).astype(np.uint8)
    assert kept(board, board) > 3
    assert kept(darker, board, 0.6) > 3


def test_light_too_bright_for_the_camera_is_expected(board):
    brighter = np.clip(board * 1.2, 0, 255).astype(np.uint8)
    assert kept(brighter, board, 1.2) > 0


@pytest.mark.parametrize("shift", [(-2.0, 1.5), (1.2, 1.2), (0.6, 3.0)])
def test_a_white_tile_on_a_white_space_hides_its_border(board, shift):
    tiled, below = board.copy(), np.array(CELL.polygon_mm)
    body = np.concatenate((below, below + shift)).astype(np.float32)
    lay(tiled, cv2.convexHull(body)[:, 0], SIDE)
    lay(tiled, below + shift, WHITE)
    assert kept(tiled, board) < 0


def test_neighbours_that_lean_over_two_sides_are_no_tile(board):
    leaning = board.copy()
    for name, shift in (("wall/1/2", (0.0, 3.0)), ("wall/2/1", (3.0, 0.0))):
        lay(leaning, np.array(AZUL.cell(name).polygon_mm) + shift, (60, 60, 200))
    assert kept(leaning, board) > 2


def test_the_shade_of_a_neighbour_is_no_tile(board):
    shade = np.clip(np.arange(board.shape[1]) / board.shape[1] * 1.5, 0.4, 1.0)
    assert kept((board * shade[:, None]).astype(np.uint8), board) > 2


def test_where_no_border_is_seen_none_is_missed(board):
    plain = np.full_like(board, 205)
    assert abs(kept(plain, plain)) < 0.5
