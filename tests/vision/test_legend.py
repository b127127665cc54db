"""Whether a board shows its own game's colours."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import load
from companion.games.base import Setup
from companion.vision import eyes
from companion.vision.cells.legend import disorder
from companion.vision.sighting import View
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

COLOURS = np.repeat(np.arange(5), 5)
SETS = ("azul", "azul-mini", "master-chocolatier", "summer-pavilion")


def looks(seed, noise):
    """Five colours, five spaces of each, and how these look."""
    chance = np.random.default_rng(seed)
    return (chance.normal(size=(5, 8))[COLOURS] + noise * chance.normal(size=(25, 8))).astype("f4")


@given(st.integers(0, 999), st.permutations(range(5)))
def test_what_the_colours_are_called_makes_no_difference(seed, names):
    seen = looks(seed, 0.5)
    renamed = np.array(names)[COLOURS]
    assert disorder(seen, renamed) == pytest.approx(disorder(seen, COLOURS), rel=1e-4)


@given(st.integers(0, 999))
def test_spaces_of_a_colour_that_look_alike_are_in_order(seed):
    assert disorder(looks(seed, 0.0), COLOURS) == pytest.approx(0.0, abs=1e-6)
    assert disorder(looks(seed, 0.2), COLOURS) < 0.5


@given(st.integers(0, 999))
def test_colours_that_say_nothing_of_looks_are_in_no_order(seed):
    nothing = np.random.default_rng(seed).normal(size=(25, 64)).astype("f4")
    assert 0.8 < disorder(nothing, COLOURS) < 1.2


def test_spaces_that_all_look_the_same_are_in_no_order_but_no_error():
    assert disorder(np.ones((25, 8), np.float32), COLOURS) == 0.0


def home_made(board, chance):
    """The same board with the colours of its spaces wherever somebody liked them."""
    own = [cell.colour for cell in board.cells if cell.colour in board.colours]
    chance.shuffle(own)
    cells = (
        replace(cell, colour=own.pop()) if cell.colour in board.colours else cell
        for cell in board.cells
    )
    return replace(board, cells=tuple(cells))


def views(game, *, home_made_colours, empty=True):
    """Return how the eyes see two boards without tiles, as a reference or in a later picture."""
    table = simulated_sitting(Setup(game, players=2), 11).steps[0].scene
    board = load(game)
    printed = home_made(board, Random(11)) if home_made_colours else board
    image = picture_of(replace(table, board=printed), "wall").pixels
    sighting, _ = eyes.look(image, eyes.begin(image, board, 2, empty=empty))
    return [each.view for each in sighting.boards]


@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize("game", SETS)
def test_home_made_colours_are_no_board_of_the_game(game, empty):
    assert views(game, home_made_colours=True, empty=empty) == [View.UNKNOWN] * 2


@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize("game", SETS)
def test_the_games_own_colours_are_one(game, empty):
    assert views(game, home_made_colours=False, empty=empty) == [View.CLEAR] * 2
