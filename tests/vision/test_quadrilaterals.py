"""Four corners in a picture, and boards turned where they lie."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.camera import Pose, board_corners
from companion.geometry.quadrilaterals import (
    clockwise,
    counter_clockwise,
    go_round,
    grown,
    holds,
)

QUAD = np.array([[10.0, 12.0], [90.0, 8.0], [97.0, 80.0], [5.0, 88.0]])
SQUARE = (259.0, 259.0)


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_corners_in_any_order_are_put_clockwise_from_the_one_up_on_the_left(order):
    assert clockwise(QUAD[list(order)]) == pytest.approx(QUAD)


def test_only_clockwise_corners_go_round_a_board():
    assert go_round(QUAD)
    assert not go_round(QUAD[::-1])
    assert not go_round(QUAD[[0, 2, 1, 3]]), "they cross"
    assert not go_round(QUAD * 1e-4), "they lie within a pixel"
    assert not go_round(QUAD * 1e300), "no number says how they turn"


@given(st.floats(0.1, 10))
def test_what_has_grown_and_shrunk_again_is_as_it_was(times):
    assert grown(grown(QUAD, times), 1 / times) == pytest.approx(QUAD)


def test_a_quadrilateral_holds_what_has_its_middle_within_it():
    beside = QUAD + [200.0, 0.0]
    assert holds(QUAD, grown(QUAD, 3))
    assert not holds(QUAD, beside)


def test_boards_are_told_counter_clockwise_from_the_lower_left():
    lower_left, lower_right, above = QUAD + [0, 300], QUAD + [300, 300], QUAD + [150, 0]
    ordered = counter_clockwise([above, lower_right, lower_left])
    assert [each.tolist() for each in ordered] == [
        each.tolist() for each in (lower_left, lower_right, above)
    ]


@given(st.floats(-500, 500), st.floats(-500, 500), st.floats(-3, 3), st.integers(-4, 4))
def test_a_square_board_turned_by_quarters_covers_the_same_place(x, y, turn, quarters):
    pose, corners = Pose(x, y, turn), board_corners(SQUARE)
    turned = pose.turned(quarters * np.pi / 2, SQUARE)
    there = np.roll(pose.place(corners), -quarters, axis=0)
    assert turned.place(corners) == pytest.approx(there, abs=1e-6)
