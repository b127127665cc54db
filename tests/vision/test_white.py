"""A board's white: how bright light falls on it, and what colour all light on the table has."""

from __future__ import annotations

from typing import ClassVar

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.chosen_numbers import NOISY
from companion.geometry.bracket import arm_corners
from companion.geometry.camera import Camera, Pose, board_corners
from companion.vision.cells.seen import nothing_bare
from companion.vision.photometry.white import (
    PAPER,
    WHITE_LEVEL,
    share_on_card,
    shares_by_tops,
    under_white,
    whites_of,
)

VIEW = Camera(1400.0, (819.5, 615.5), 0.0, np.eye(3), np.array([0.0, 0.0, 900.0]))
"""A camera right over the table's origin."""

AZUL = load("azul")
CARD, NIGHT, SLEEVE, LAMP = (180, 205, 210), (90, 50, 40), (60, 20, 20), (255, 255, 255)


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
        image = np.zeros((1232, 1640, 3), np.uint8)
        for pose, paper in zip(self.poses.values(), papers, strict=True):
            corners = VIEW.project(pose.place(board_corners(AZUL.size_mm)))
            cv2.fillPoly(image, [corners.round().astype(np.int32)], paper)
        return whites_of(image, VIEW, self.poses, AZUL)

    def test_one_paper_is_as_bright_as_light_falls_on_it(self):
        whites = self.whites((150, 180, 200), (75, 90, 100))
        assert whites[0] == pytest.approx([150, 180, 200], abs=1)
        assert whites[1] == pytest.approx([75, 90, 100], abs=1)

    def test_coloured_paper_beside_a_lighter_one_is_not_taken_for_white(self):
        whites = self.whites((160, 190, 200), (100, 180, 240))
        assert whites[1] == pytest.approx(np.array([0.8, 0.95, 1.0]) * 240, abs=2)
        assert whites[0] == pytest.approx([160, 190, 200], abs=1)

    def test_dark_boards_have_a_white(self):
        assert self.whites((0, 0, 0), (0, 0, 0))[0].min() == NOISY


class TestDarkBoards:
    """What is lightest on a board that is dark all over is no paper: it has a share of white."""

    pose: ClassVar = Pose(10.0, -120.0, 0.2)

    def picture(self, print_, arms=(), patch=None):
        """A board of one colour, its brackets' white arms of some, with a patch of light on it."""
        image = np.zeros((1232, 1640, 3), np.uint8)
        squares = [arm_corners(corner, AZUL.size_mm, white=True) for corner, _ in enumerate(arms)]
        around = [each.mean(axis=0) + 2 * (each - each.mean(axis=0)) for each in squares]
        shapes = [(board_corners(AZUL.size_mm), print_), *zip(around, arms, strict=True)]
        if patch:
            shapes.append((board_corners(AZUL.size_mm) * 0.4, patch))
        for shape, colour in shapes:
            outline = VIEW.project(self.pose.place(shape)).round().astype(np.int32)
            cv2.fillPoly(image, [outline], colour)
        return image

    def on_card(self, print_, arms):
        return share_on_card(self.picture(print_, arms), VIEW, self.pose, AZUL).tolist()

    def by_tops(self, image, tops, known=PAPER):
        where = VIEW, {0: self.pose}, AZUL
        return shares_by_tops(image, where, {0: tops}, {0: np.array(known)})[0].tolist()

    def test_the_white_of_brackets_tells(self):
        wanted = pytest.approx(np.array(NIGHT) / CARD, abs=0.01)
        assert self.on_card(NIGHT, [CARD] * 4) == wanted
        assert self.on_card(NIGHT, [SLEEVE, CARD, CARD, SLEEVE]) == wanted, "a sleeve"
        assert self.on_card(NIGHT, [LAMP, CARD, SLEEVE, SLEEVE]) == wanted, "and a lamp"

    def test_paper_is_its_own_white_beside_brackets_of_another_one(self):
        paper = (130, 150, 165)
        assert self.on_card(paper, [CARD] * 4) == [1, 1, 1]
        assert self.on_card(paper, [CARD, LAMP, CARD, CARD]) == [1, 1, 1], "one mirrors a lamp"

    def test_tops_tell_that_are_far_brighter_than_all_print(self):
        image = self.picture(NIGHT)
        assert self.by_tops(image, 180.0) == pytest.approx(np.array(NIGHT) / 180)
        assert self.by_tops(image, 120.0) == [1, 1, 1], "they may be on paper"
        assert self.by_tops(image, 0.0) == [1, 1, 1], "a lamp burns all of them"

    def test_the_sun_on_a_part_of_a_board_tells_nothing(self):
        """It makes tops bright, but print as well."""
        sunny = self.picture((85, 90, 95), patch=(190, 200, 210))
        assert self.by_tops(sunny, 210.0) == [1, 1, 1]

    def test_what_was_known_of_a_dark_board_stays_while_its_tops_are_bright(self):
        image = self.picture(NIGHT)
        known = self.by_tops(image, 180.0)
        assert self.by_tops(image, 150.0, known) == self.by_tops(image, 200.0, known) == known
        assert self.by_tops(image, 120.0, known) == [1, 1, 1], "it may be paper"

    def test_a_dark_board_tells_of_those_that_are_as_dark_and_of_no_other(self):
        """Of one the tiles are bright; on the others, one as dark and one of paper, none lies."""
        poses = {0: self.pose, 1: Pose(-270.0, -120.0, 0.0), 2: Pose(-130.0, -390.0, 0.0)}
        image = self.picture(NIGHT)
        for seat, print_ in ((1, (80, 45, 40)), (2, (150, 170, 180))):
            outline = VIEW.project(poses[seat].place(board_corners(AZUL.size_mm)))
            cv2.fillPoly(image, [outline.round().astype(np.int32)], print_)
        where, known = (VIEW, poses, AZUL), dict.fromkeys(poses, PAPER)
        told = shares_by_tops(image, where, {0: 180.0, 1: 70.0, 2: 150.0}, known)
        assert told[0] == pytest.approx(np.array(NIGHT) / 180)
        assert told[1] == pytest.approx(np.array((80, 45, 40)) / 180)
        assert told[2].tolist() == [1, 1, 1]
        again = shares_by_tops(image, where, {0: 180.0, 1: 70.0, 2: 150.0}, told)
        assert {seat: share.tolist() for seat, share in again.items()} == {
            seat: share.tolist() for seat, share in told.items()
        }

    def test_white_is_what_the_print_has_a_share_of(self):
        image, share = self.picture(NIGHT), np.array([0.5, 0.25, 0.2])
        whites = whites_of(image, VIEW, {3: self.pose}, AZUL, {3: share})
        assert whites[3] == pytest.approx(np.array(NIGHT) / share, abs=1)


def test_what_was_seen_bare_is_seen_under_the_white_that_is_known_now():
    """Windows that lay under too dark a white are as dark as under the right one."""
    given = np.ones(len(nothing_bare(AZUL).given), bool)
    seen = np.full(nothing_bare(AZUL).windows.shape, 200, np.uint8)
    bare = nothing_bare(AZUL).with_cells(given, seen).with_print_share(np.array([0.25, 0.5, 1.0]))
    assert bare.windows[0, 0, 0].tolist() == [50, 100, 200]
    again = bare.with_print_share(PAPER)
    assert again.windows[0, 0, 0].tolist() == [200, 200, 200]
