"""Whose boards a picture shows, from whatever side it was taken."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phone_eye import eye_in_hand

from companion.boards import load
from companion.games.base import Setup
from companion.geometry.camera import Pose, board_corners
from companion.service.sitting.handheld.owners import ALIKE, SURE, by_layout, sure, with_tiles
from companion.service.sitting.handheld.surroundings import Onto, around, likeness
from companion.sightings.sighting import BoardSighting, View
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of
from hardware.table.picture.table_layout import poses

BOARD = load("azul")
TURNS = st.floats(0, 2 * np.pi)
SHIFTS = st.floats(-500, 500)


def seen_from(pose, turn, x, y):
    """The pose on a table whose corner is elsewhere, as another picture would have it."""
    c, s = np.cos(turn), np.sin(turn)
    return Pose(
        c * pose.x_mm - s * pose.y_mm + x, s * pose.x_mm + c * pose.y_mm + y, pose.turn + turn
    )


def looking_like(cells):
    """A board on which these tiles are seen, and nothing anywhere else."""
    every = [f"wall/{row}/{column}" for row in range(5) for column in range(5)]
    told = {cell: {None: 0.0, "red": -6.0, "blue": -6.0} for cell in every}
    told |= {
        cell: {None: -6.0, "red": -6.0, "blue": -6.0, lies: 0.0} for cell, lies in cells.items()
    }
    return BoardSighting(0, View.CLEAR, cells=told)


@given(TURNS, SHIFTS, SHIFTS, st.permutations(range(3)))
def test_three_boards_are_told_apart_by_how_they_lie(turn, x, y, order):
    lay = poses(BOARD, 3)
    found = [seen_from(lay[seat], turn, x, y) for seat in order]
    ways = by_layout(found, dict(enumerate(lay)), BOARD.size_mm)
    assert ways[0].seats == tuple(order)
    assert sure(ways)


@given(TURNS, SHIFTS, SHIFTS)
def test_two_boards_that_face_each_other_look_alike_from_both_sides(turn, x, y):
    lay = (Pose(0.0, 200.0, 0.0), Pose(259.0, 0.0, np.pi))
    found = [seen_from(one, turn, x, y) for one in lay]
    assert not sure(by_layout(found, dict(enumerate(lay)), BOARD.size_mm))


def test_tiles_tell_what_the_table_does_not():
    lay = (Pose(0.0, 200.0, 0.0), Pose(259.0, 0.0, np.pi))
    lying = ({"wall/0/0": "blue", "wall/1/1": "blue"}, {"wall/3/0": "red", "wall/4/2": "red"})
    ways = by_layout(lay, dict(enumerate(lay)), BOARD.size_mm)
    for order in ((0, 1), (1, 0)):
        told = with_tiles(ways, [looking_like(lying[seat]) for seat in order], lying)
        assert told[0].seats == order
        assert sure(told)


def test_empty_boards_that_look_alike_are_asked_about():
    lay = (Pose(0.0, 200.0, 0.0), Pose(259.0, 0.0, np.pi))
    ways = by_layout(lay, dict(enumerate(lay)), BOARD.size_mm)
    assert not sure(with_tiles(ways, [looking_like({}), looking_like({})], ({}, {})))


@pytest.mark.parametrize("shoved", range(4))
def test_one_board_that_was_put_elsewhere_confuses_nobody(shoved):
    lay = dict(enumerate(poses(BOARD, 4)))
    found = [one if seat != shoved else Pose(one.x_mm + 60, one.y_mm + 30, one.turn + 0.2)
             for seat, one in lay.items()]  # fmt: skip
    first, second, *others = by_layout(found, lay, BOARD.size_mm)
    # Four boards in two rows look alike from two sides, and from no other.
    assert {first.seats, second.seats} == {(0, 1, 2, 3), (2, 3, 0, 1)}
    assert second.nats > others[0].nats


def test_what_lies_around_tells_boards_apart_that_face_each_other():
    step = simulated_sitting(Setup("azul", first_player=0), 1, brackets=False).steps[0]
    lay = dict(enumerate(seated.pose for seated in step.scene.seats))
    chance = Random("around")

    def photograph():
        eye = eye_in_hand(BOARD, list(lay.values()), chance)
        return picture_of(replace(step.scene, eye=eye), "").pixels, eye.camera

    before = around(*photograph(), lay, BOARD.size_mm)
    outline = board_corners(BOARD.size_mm)
    there = np.concatenate([pose.place(outline) for pose in lay.values()])
    turned = np.concatenate([lay[seat].place(outline) for seat in (1, 0)])
    for _ in range(3):
        picture, camera = photograph()
        right = likeness(before, picture, camera, Onto.of(there, there))
        assert right - likeness(before, picture, camera, Onto.of(there, turned)) > SURE / ALIKE


def test_a_single_board_is_told_by_its_tiles():
    lay = dict(enumerate(poses(BOARD, 2)))
    lying = ({"wall/0/0": "blue", "wall/1/1": "blue"}, {"wall/3/0": "red", "wall/4/2": "red"})
    ways = by_layout([Pose(0, 0, 1.0)], lay, BOARD.size_mm)
    assert not sure(ways)
    told = with_tiles(ways, [looking_like(lying[1])], lying)
    assert told[0].seats == (1,)
