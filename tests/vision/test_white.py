"""A board's white: how bright light falls on it, and what colour all light on the table has."""

from __future__ import annotations

from typing import ClassVar

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.geometry.bracket import arm_corners
from companion.geometry.camera import Camera, Pose, board_corners
from companion.vision.chosen import NOISY
from companion.vision.photometry.white import WHITE_LEVEL, under_white, whites_of

VIEW = Camera(1400.0, (819.5, 615.5), 0.0, np.eye(3), np.array([0.0, 0.0, 900.0]))
"""A camera right over the table's origin."""

CARD, NIGHT, SLEEVE = (180, 205, 210), (90, 50, 40), (60, 20, 20)


def test_white_is_put_at_its_level_and_nothing_above_the_brightest():
    white = np.array([150.0, 180.0, 220.0])
    pixels = np.array([[[150, 180, 220], [0, 0, 0], [255, 255, 255]]], np.uint8)
    told = under_white(pixels, white)
    assert told[0, 0] == pytest.approx([WHITE_LEVEL] * 3, abs=1)
    assert told[0, 1].tolist() == [0, 0, 0]
    assert told[0, 2].max() == 255


class TestWhite:
    """All boards lie under light of one colour; how much of it falls on each differs."""

    poses: ClassVar = {0: Pose(-270.0, -120.0, 0.0), 1: Pose(10.0, -120.0, 0.2)}

    def whites(self, *papers):
        """The whites of two boards side by side, all paper."""
        board = load("azul")
        image = np.zeros((1232, 1640, 3), np.uint8)
        for pose, paper in zip(self.poses.values(), papers, strict=True):
            corners = VIEW.project(pose.place(board_corners(board.size_mm)))
            cv2.fillPoly(image, [corners.round().astype(np.int32)], paper)
        return whites_of(image, VIEW, self.poses, board)

    def test_one_paper_is_as_bright_as_light_falls_on_it(self):
        whites = self.whites((150, 180, 200), (75, 90, 100))
        assert whites[0] == pytest.approx([150, 180, 200], abs=1)
        assert whites[1] == pytest.approx([75, 90, 100], abs=1)

    def test_coloured_paper_beside_a_lighter_one_is_not_taken_for_white(self):
        whites = self.whites((160, 190, 200), (100, 180, 240))
        assert whites[1] == pytest.approx(np.array([0.8, 0.95, 1.0]) * 240, abs=2)
        assert whites[0] == pytest.approx([160, 190, 200], abs=1)

    def bracketed(self, paper, arms, *, brackets=True):
        """The white of a board, all one colour, whose brackets' white arms have some colours."""
        board = load("azul")
        image = np.zeros((1232, 1640, 3), np.uint8)
        pose = self.poses[1]
        print_ = VIEW.project(pose.place(board_corners(board.size_mm)))
        cv2.fillPoly(image, [print_.round().astype(np.int32)], paper)
        for corner, colour in enumerate(arms):
            square = arm_corners(corner, board.size_mm, white=True)
            wide = square.mean(axis=0) + 2 * (square - square.mean(axis=0))
            outline = VIEW.project(pose.place(wide))
            cv2.fillPoly(image, [outline.round().astype(np.int32)], colour)
        return whites_of(image, VIEW, {1: pose}, board, brackets=brackets)[1]

    def test_board_that_is_dark_all_over_is_seen_under_the_white_of_its_brackets(self):
        assert self.bracketed(NIGHT, [CARD] * 4) == pytest.approx(CARD, abs=1)

    def test_arm_under_a_sleeve_is_not_what_tells(self):
        assert self.bracketed(NIGHT, [SLEEVE, CARD, SLEEVE, SLEEVE]) == pytest.approx(CARD, abs=1)

    def test_paper_is_its_own_white_beside_brackets_of_another_one(self):
        assert self.bracketed((130, 150, 165), [CARD] * 4) == pytest.approx([130, 150, 165], abs=1)

    def test_what_lies_where_no_bracket_is_tells_nothing(self):
        assert self.bracketed(NIGHT, [CARD] * 4, brackets=False) == pytest.approx(NIGHT, abs=1)

    def test_dark_boards_have_a_white(self):
        assert self.whites((0, 0, 0), (0, 0, 0))[0].min() == NOISY
