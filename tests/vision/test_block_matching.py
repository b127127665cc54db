"""Many little pictures looked for at once."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from drawn import camera_over

from companion.boards import load
from companion.geometry.block_matching import displacements
from companion.geometry.camera import Pose
from companion.vision.locate.follow import follow, landmarks_of, look_there

CHANCE = np.random.default_rng(7)
PRINT = cv2.GaussianBlur(CHANCE.integers(0, 256, (300, 300)).astype(np.uint8), (0, 0), 2.0)
PLACES = [(40 + 30 * n, 250 - 30 * n) for n in range(7)]


def cut(picture, places, half):
    return np.stack([picture[y - half : y + half + 1, x - half : x + half + 1] for x, y in places])


@pytest.mark.parametrize(("right", "down"), [(0, 0), (2, -1), (-7, 7)])
def test_blocks_are_seen_where_they_moved_to(right, down):
    moved = np.roll(PRINT, (down, right), axis=(0, 1))
    off, match = displacements(cut(moved, PLACES, 16), cut(PRINT, PLACES, 9))
    assert np.abs(off - [right, down]).max() < 0.3
    assert match == pytest.approx(1.0, abs=1e-3)


def test_half_a_pixel_is_told():
    there = np.array([[1, 0, 0.5], [0, 1, -0.25]])
    moved = cv2.warpAffine(PRINT, there, PRINT.shape)
    off, _ = displacements(cut(moved, PLACES, 11), cut(PRINT, PLACES, 9))
    assert np.abs(off - [0.5, -0.25]).max() < 0.15


def test_what_shows_nothing_matches_nothing():
    plain = np.full((1, 23, 23), 90, np.uint8)
    _, match = displacements(plain, cut(PRINT, PLACES[:1], 9))
    assert abs(match[0]) < 0.01


def test_a_board_without_any_print_cannot_be_followed():
    """No landmark is chosen on it; that must not be an error."""
    board, camera = load("azul"), camera_over()
    image = np.full((1232, 1640, 3), 120, np.uint8)
    landmarks = landmarks_of(np.full((430, 430), 120, np.uint8), board)
    assert not len(landmarks.middles)
    known = SimpleNamespace(landmarks=landmarks, shown=0)
    assert follow(image, camera, Pose(0.0, 0.0, 0.0), board, known) is None
    assert look_there(image, camera, Pose(0.0, 0.0, 0.0), known).share == 0.0
