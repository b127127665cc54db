"""The picture of the empty boards, of which all later ones are compared with the best."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.games.base import Checkpoint, Moment, Setup
from companion.service.reports.report import Status
from companion.service.sitting.keeper import Keeper
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

SETUP = Setup("azul", first_player=0)
BEGINNING = Moment(Checkpoint.SETUP, 0)


@pytest.fixture(scope="module")
def empty():
    """Two empty boards."""
    return picture_of(simulated_sitting(SETUP, 3).steps[0].scene, "").pixels


@pytest.fixture(scope="module")
def with_arm(empty):
    """The same with an arm over the first."""
    corners = eyes.corners_of(eyes.begin(empty, load("azul"), 2))[0]
    x, y = corners.mean(axis=0).astype(int).tolist()
    picture = empty.copy()
    cv2.ellipse(picture, (x, y), (110, 60), 20, 0, 360, (120, 150, 210), -1)
    return cv2.GaussianBlur(picture, (0, 0), 1)


def windows(keeper):
    return keeper.scene.known[0].bare.windows.astype(int)


def test_a_hand_over_the_set_up_is_no_part_of_the_reference(empty, with_arm):
    keeper, other = Keeper(SETUP, None), Keeper(SETUP, None)
    assert keeper.look(with_arm, BEGINNING).status is Status.WAITING
    assert keeper.look(empty, BEGINNING).status is Status.READ
    other.look(empty, BEGINNING)
    assert np.abs(windows(keeper) - windows(other)).max() == 0


def test_looks_that_were_learned_outlive_another_picture_of_the_set_up(empty):
    keeper = Keeper(SETUP, None)
    keeper.look(empty, BEGINNING)
    learned = keeper.scene.looks.learn("red", np.zeros((20, 20, 3), np.uint8))
    keeper._scene = replace(keeper.scene, looks=learned)
    keeper.look(empty, BEGINNING)
    assert "red" in keeper.scene.looks.colours


def test_people_may_know_that_nothing_is_over_the_boards(empty, with_arm):
    keeper = Keeper(SETUP, None)
    keeper.look(with_arm, BEGINNING)
    with keeper.taking_for_bare():
        report = keeper.look(with_arm, BEGINNING)
    assert report.status is Status.READ
    assert keeper.sitting.table.boards == ({}, {})
    assert keeper.look(with_arm, Moment(Checkpoint.OFFER_END, 1)).status is not Status.VIOLATION
