"""Once tiles of all colours are known, these tell what tiles are called, not the colours' words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards import load
from companion.neural_network.encoders import FACE, FACE_SIDE, SIDE
from companion.vision.cells.looks import Looks
from companion.vision.cells.recognition import name_loose

DUEL = load("azul-duel")
COLOURS = range(len(DUEL.colours))
INKS = ((150, 70, 30), (40, 180, 230), (40, 40, 190), (45, 40, 40), (170, 170, 60))
"""Blue, yellow, red, black and turquoise, as they usually are: blue, green, red."""


def face(colour):
    return np.full((FACE_SIDE, FACE_SIDE, 3), INKS[colour], np.uint8)


def said_of_tiles(called, known=COLOURS):
    """What is said (5, 5) of tiles in all inks, each ``called`` so in a set, some being known."""
    board = replace(DUEL, colours=tuple(called))
    tops = np.full((len(COLOURS), SIDE, SIDE, 3), 190, np.uint8)
    for colour in COLOURS:
        tops[colour][FACE, FACE] = face(colour)
    looks = Looks({called[colour]: (face(colour),) for colour in known})
    return name_loose(tops, board, (), looks).lies[:, : len(COLOURS)]


def called_otherwise(by):
    return [*DUEL.colours[by:], *DUEL.colours[:by]]


@pytest.mark.parametrize("by", COLOURS)
def test_a_set_is_read_as_it_was_shown_whatever_its_colours_are_called(by):
    said = said_of_tiles(called_otherwise(by))
    assert (said.argmax(axis=1) == COLOURS).all()
    assert said == pytest.approx(said_of_tiles(DUEL.colours), abs=1e-4)


def test_as_long_as_one_colour_was_not_shown_names_tell_of_it():
    *some, last = COLOURS
    usual, turned = (said_of_tiles(called_otherwise(by), some)[last] for by in (0, 1))
    assert usual.argmax() == last
    assert usual[last] - usual[0] > turned[last] - turned[0] + 1
