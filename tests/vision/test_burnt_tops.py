"""Tops that a lamp burns white: which they are, and what they still tell of their colours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn import AZUL, camera_over

from companion.boards import load
from companion.geometry.camera import BOARD_MM, Pose
from companion.neural_network.attention import Answers
from companion.neural_network.slots import EMPTY, SLOTS, slot_of, tile_cells
from companion.vision.cells.contents import likelihoods_of
from companion.vision.cells.seen import see_cells

DAYLIGHT, WARM = (180, 180, 180), (120, 140, 190)
"""Paper under two lights, blue, green, red."""

POSE = Pose(-130.0, -130.0, 0.0)
VIEW = camera_over(0.0, 60.0)

LINE = tuple(f"line/3/{n}" for n in range(4))
COUNT = len(tile_cells(AZUL))
NUMBERS = [[cell.id for cell in tile_cells(AZUL)].index(each) for each in LINE]


def seen_with(board, paper, spot, top):
    """The cells of a board of plain paper, one ``spot`` (N, 2) mm of it burnt by a lamp."""
    image = np.full((1232, 1640, 3), paper, np.uint8)
    there = VIEW.project(POSE.place(spot), BOARD_MM + board.tile.height_mm)
    cv2.fillPoly(image, [there.round().astype(np.int32)], top)
    return see_cells(image, VIEW, {0: POSE}, board)[0]


def lit(board, seen):
    return [cell.id for cell, is_lit in zip(tile_cells(board), seen.lit, strict=True) if is_lit]


@pytest.mark.parametrize(
    ("paper", "top", "burnt"),
    [
        (DAYLIGHT, (250, 252, 255), True),
        (WARM, (165, 252, 255), True),  # the lamp itself: blue alone is not cut off
        (WARM, (80, 252, 255), False),  # a bright yellow tile
        (WARM, (130, 150, 205), False),  # a white tile, a little lighter than paper
    ],
)
def test_a_cell_counts_as_lit_where_the_camera_shows_the_lamp(paper, top, burnt):
    middle = np.array([AZUL.cell("wall/2/2").centre_mm])
    square = middle + 11 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    assert lit(AZUL, seen_with(AZUL, paper, square, top)) == ["wall/2/2"] * burnt


@pytest.mark.parametrize(("share", "burnt"), [(1.0, True), (0.7, True), (0.5, False)])
def test_of_a_round_top_the_corners_around_it_do_not_count(share, burnt):
    duel = load("azul-duel")
    turns = np.linspace(0, 2 * np.pi, 40)
    disc = np.column_stack((np.cos(turns), np.sin(turns))) * duel.tile.size_mm / 2
    spot = np.array([duel.cell("line/3/2").centre_mm]) + disc * share**0.5
    assert lit(duel, seen_with(duel, DAYLIGHT, spot, (255, 255, 255))) == ["line/3/2"] * burnt


class TestWhatTheyTell:
    """Four tiles of one line that all look a little blacker than blue."""

    def told(self, burnt):
        """What is told of all cells when the first of the line are burnt."""
        lies = np.full((COUNT, SLOTS), -20.0, np.float32)
        lies[:, EMPTY] = 0
        lies[NUMBERS, EMPTY] = -6
        lies[NUMBERS, slot_of("black", AZUL)] = 2
        nothing = np.zeros(COUNT, np.float32)
        said = Answers(
            lies,
            lies,
            np.zeros((COUNT, 2)),
            nothing,
            nothing,
            nothing - 9,
            lies,
            0 * lies,
            lies,
        )
        lies[NUMBERS, slot_of("blue", AZUL)] = -1
        lit = np.zeros(COUNT, bool)
        lit[NUMBERS[:burnt]] = True
        return likelihoods_of(said, AZUL, ~np.zeros(COUNT, bool), lit)

    def blacker(self, told):
        """By how many nats the whole line is likelier black than blue."""
        return sum(told[cell]["black"] - told[cell]["blue"] for cell in LINE)

    @pytest.mark.parametrize("burnt", [2, 3, 4])
    def test_all_burnt_tiles_of_a_board_tell_of_their_colours_as_much_as_one(self, burnt):
        clear = self.told(0)
        one = self.blacker(clear) / 4
        assert self.blacker(self.told(burnt)) == pytest.approx((4 - burnt + 1) * one, rel=1e-3)

    def test_a_burnt_tile_alone_is_told_as_it_looks(self):
        assert self.told(1) == self.told(0)

    def test_that_tiles_lie_there_is_told_as_before(self):
        clear, burnt = self.told(0), self.told(4)
        for cell in (*LINE, "wall/0/0"):
            assert burnt[cell][None] == pytest.approx(clear[cell][None], abs=1e-5)
            assert np.exp(list(burnt[cell].values())).sum() == pytest.approx(1, abs=1e-3)
