"""Cells that are not sure, held against their bare spaces and the tiles that are known."""

from __future__ import annotations

import numpy as np
import pytest
from test_tiles_before import ALL, AZUL, NUMBERS, OTHER, SPACE, TILE, WALL, answers, windows

from companion.boards import load
from companion.neural_network.attention import Answers
from companion.neural_network.encoders import FACE_SIDE, SIDE, describe_faces, face_of
from companion.neural_network.slots import EMPTY, SLOTS, slot_of, tile_cells
from companion.neural_network.weights import weights
from companion.vision.cells.contents import bareness
from companion.vision.cells.known_tiles import by_known_tiles
from companion.vision.cells.looks import NOTHING_KNOWN, Looks

DOUBT = {None: 0.7, "black": 0.3}
RATHER_A_TILE = {None: 0.3, "black": 0.7}
NONE = np.zeros_like(ALL)


def known(colour, ink):
    """The look of one tile."""
    return Looks().learn(colour, np.full((FACE_SIDE, FACE_SIDE, 3), ink, np.uint8))


BLACK = known("black", TILE)


def bare(ink, chances, looks=BLACK, seen_bare=ALL):
    """How likely a cell is bare that looks so, and of which the eyes say so much."""
    said = by_known_tiles(answers(chances), windows(ink), seen_bare, looks, AZUL)
    return float(bareness(said, AZUL)[NUMBERS[WALL]])


def test_what_looks_like_a_known_tile_rather_than_like_its_space_is_one():
    assert bare(TILE, DOUBT) < 0.5


def test_what_looks_like_its_space_rather_than_like_a_known_tile_is_bare():
    assert bare(SPACE, RATHER_A_TILE) > 0.5


@pytest.mark.parametrize(
    ("ink", "more"),
    [
        (TILE, {"looks": NOTHING_KNOWN}),
        (TILE, {"looks": known("red", TILE)}),
        (TILE, {"seen_bare": NONE}),
        (OTHER, {}),
    ],
    ids=["no tile known", "none of its colour", "never seen bare", "like neither"],
)
def test_otherwise_the_eyes_are_believed(ink, more):
    assert bare(ink, DOUBT, **more) == pytest.approx(0.7, abs=0.001)


def test_so_they_are_where_they_are_sure():
    assert bare(TILE, {None: 0.999, "black": 0.001}) == pytest.approx(0.999, abs=1e-4)


def test_of_other_cells_nothing_is_changed():
    said = answers(DOUBT)
    told = by_known_tiles(said, windows(TILE), ALL, BLACK, AZUL)
    others = np.arange(len(ALL)) != NUMBERS[WALL]
    assert (told.lies[others] == said.lies[others]).all()


def test_a_dome_tile_may_print_just_what_tiles_look_like():
    """What was seen bare there is the board, which it covers."""
    duel = load("azul-duel")
    cells = tile_cells(duel)
    at = next(n for n, cell in enumerate(cells) if cell.kind == "dome")
    lies = np.full((len(cells), SLOTS), -12.0, np.float32)
    lies[:, EMPTY] = 0.0
    lies[at, [EMPTY, slot_of("black", duel)]] = np.log([0.7, 0.3])
    nothing, none = np.zeros((len(cells), 3)), np.zeros((len(cells), SLOTS), np.float32)
    seen = np.full((len(cells), SIDE, SIDE, 3), TILE, np.uint8)
    spaces = describe_faces(face_of(np.full_like(seen, SPACE)), weights())
    said = Answers(
        lies * weights()["temperature"], none, nothing[:, :2], *nothing.T, nothing, none, spaces
    )
    told = by_known_tiles(said, seen, np.ones(len(cells), bool), BLACK, duel)
    assert bareness(told, duel)[at] == pytest.approx(0.7, abs=0.001)
