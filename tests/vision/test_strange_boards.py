"""Boards that are none of the game's, beside one that is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest
from test_legend import home_made

from companion.boards import load
from companion.games.base import Setup
from companion.sightings.sighting import View
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

OF_ANOTHER_GAME = (
    ("azul", "summer-pavilion"),
    ("azul", "azul-duel"),
    ("azul-mini", "summer-pavilion"),
    ("master-chocolatier", "summer-pavilion"),
    ("summer-pavilion", "azul"),
    ("azul-duel", "azul"),
)
LEAST_ALIKE = (("azul", "azul-duel"), ("summer-pavilion", "azul"))
"""The walls of three games are laid out alike: one of them shows what is told of all."""

LONG = pytest.mark.long


@cache
def under_way(game):
    """A table of two on which tiles lie, its picture, and where the boards' corners are."""
    table = simulated_sitting(Setup(game, players=2), 17).steps[1].scene
    image = picture_of(table, "wall").pixels
    return table, image, eyes.corners_of(eyes.begin(image, load(game), 2, empty=False))


def between(corners, image):
    """Which pixels (H, W, 1) lie between corners."""
    mask = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), corners.round().astype(int), 1)
    return mask[..., None] > 0


def with_a_board_of(other, game):
    """The game's picture, in which the first player has another game's board, and the corners."""
    (_, there, theirs), (_, image, corners) = under_way(other), under_way(game)
    places = (each[0].astype(np.float32) for each in (theirs, corners))
    to = cv2.getPerspectiveTransform(*places)
    laid = cv2.warpPerspective(there, to, image.shape[1::-1])
    return np.where(between(corners[0], image), laid, image), corners


def with_home_made_colours(game):
    """The game's picture, in which the first player has a home-made wall, and the corners."""
    table, image, corners = under_way(game)
    board = home_made(load(game), Random(11))
    laid = picture_of(replace(table, board=board), "wall").pixels
    return np.where(between(corners[0], image), laid, image), corners


def boards_between(corners, image, game):
    """What is seen of the boards between corners that somebody tapped."""
    scene = eyes.begin(image, load(game), len(corners), corners, empty=False, whole=False)
    return eyes.look(image, scene)[0].boards


def wrong(board, table, by=0.0):
    """Which cells of a board are not read as they lie on the table, ``by`` so many nats or more."""
    lies = table.seats[board.seat].cells
    return {id for id, told in board.cells.items() if max(told.values()) - told[lies.get(id)] > by}


@pytest.mark.parametrize(
    ("game", "other"),
    [pytest.param(*pair, marks=[LONG] * (pair not in LEAST_ALIKE)) for pair in OF_ANOTHER_GAME],
)
def test_a_board_of_another_game_is_unknown_and_the_true_one_clear(game, other):
    image, corners = with_a_board_of(other, game)
    views = [board.view for board in boards_between(corners, image, game)]
    assert views == [View.UNKNOWN, View.CLEAR]


@pytest.mark.parametrize(
    "game",
    [
        *("azul", "summer-pavilion"),
        *(pytest.param(game, marks=LONG) for game in ("azul-mini", "master-chocolatier")),
    ],
)
def test_home_made_colours_are_unknown_and_the_games_own_clear(game):
    image, corners = with_home_made_colours(game)
    views = [board.view for board in boards_between(corners, image, game)]
    assert views == [View.UNKNOWN, View.CLEAR]


@LONG
@pytest.mark.parametrize(("game", "other"), OF_ANOTHER_GAME)
def test_the_true_board_is_read_no_worse_than_alone(game, other):
    image, corners = with_a_board_of(other, game)
    _, beside = boards_between(corners, image, game)
    (alone,) = boards_between({1: corners[1]}, image, game)
    surely = wrong(beside, under_way(game)[0], by=1.0)  # corners differ by half a pixel
    assert surely <= wrong(alone, under_way(game)[0])
