"""Tiles that the pictures before showed: looks at what did not change are looks at one tile."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import load
from companion.games.base import Setup
from companion.neural_network.attention import Answers
from companion.neural_network.encoders import SIDE, describe_faces, face_of
from companion.neural_network.slots import EMPTY, SLOTS, slot_of, tile_cells
from companion.neural_network.weights import weights
from companion.vision import eyes, learning
from companion.vision.cells.contents import bareness, chances_on_board
from companion.vision.cells.tiles_before import TilesBefore
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

AZUL = load("azul")
CELLS = tile_cells(AZUL)
NUMBERS = {cell.id: n for n, cell in enumerate(CELLS)}
WALL, LINE = "wall/1/4", "line/2/0"
SPACE, TILE, OTHER = (70, 62, 60), (45, 40, 38), (40, 40, 200)
"""Blue, green and red of a dark space, of the black tile printed on it, and of a red tile."""

ALL = np.ones(len(CELLS), bool)


def windows(ink, cell=WALL):
    """Windows of cells that all look like the bare space, but one that is of another colour."""
    seen = np.full((len(CELLS), SIDE, SIDE, 3), SPACE, np.uint8)
    seen[NUMBERS[cell]] = ink
    return seen


def answers(chances, cell=WALL):
    """What the eyes say of a board: all bare, but of one cell with these chances."""
    lies = np.full((len(CELLS), SLOTS), -12.0, np.float32)
    lies[:, EMPTY] = 0.0
    lies[NUMBERS[cell], EMPTY] = -12.0
    for content, chance in chances.items():
        lies[NUMBERS[cell], slot_of(content, AZUL)] = np.log(chance)
    lies *= weights()["temperature"]
    nothing = np.zeros((len(CELLS), 3), np.float32)
    bare = describe_faces(face_of(windows(SPACE)), weights())
    none = np.zeros((len(CELLS), SLOTS), np.float32)
    return Answers(lies, none, nothing[:, :2], *nothing.T, nothing, none, bare)


def looks(*pictures, cell=WALL):
    """What the last of some pictures says of one cell, of which each is an ink and its chances."""
    known = TilesBefore.none(len(CELLS))
    for ink, chances in pictures:
        said, known = known.seen_again(answers(chances, cell), windows(ink, cell), ALL, AZUL)
    n = NUMBERS[cell]
    colours = dict(zip(AZUL.colours, np.exp(chances_on_board(said, AZUL)[n]), strict=False))
    return float(bareness(said, AZUL)[n]), colours


SURELY_BLACK = {"black": 0.999, None: 0.001}
SEEMS_BARE = {None: 0.99, "black": 0.01}


def test_a_tile_that_looks_as_it_did_is_there_still_though_it_seems_bare():
    bare, _ = looks((TILE, SURELY_BLACK), (TILE, SEEMS_BARE))
    assert bare < 0.5


def test_a_tile_that_was_taken_away_is_gone():
    bare, _ = looks((TILE, SURELY_BLACK), (SPACE, SEEMS_BARE))
    assert bare == pytest.approx(0.99, abs=0.001)


def test_what_never_was_a_tile_is_as_bare_as_it_looks():
    bare, _ = looks((TILE, SEEMS_BARE), (TILE, SEEMS_BARE))
    assert bare == pytest.approx(0.99, abs=0.001)


def test_a_space_that_was_seen_bare_since_has_no_tile_to_remember():
    surely_bare = {None: 0.999, "black": 0.001}
    bare, _ = looks((TILE, SURELY_BLACK), (SPACE, surely_bare), (TILE, SEEMS_BARE))
    assert bare == pytest.approx(0.99, abs=0.001)


def test_what_turns_out_to_be_bare_has_no_tile_to_remember():
    _, known = TilesBefore.none(len(CELLS)).seen_again(
        answers(SURELY_BLACK), windows(TILE), ALL, AZUL
    )
    said, _ = known.without(ALL).seen_again(answers(SEEMS_BARE), windows(TILE), ALL, AZUL)
    assert bareness(said, AZUL)[NUMBERS[WALL]] == pytest.approx(0.99, abs=0.001)


def test_every_look_at_a_tile_tells_its_colour_as_much():
    likely = {"black": 0.9, "blue": 0.1}
    _, colours = looks((TILE, likely), (TILE, likely), (TILE, {"blue": 0.6, "black": 0.4}))
    odds = (9 * 9 * (2 / 3)) ** (1 / 3)
    assert colours["black"] / colours["blue"] == pytest.approx(odds, rel=0.01)


def test_a_tile_of_another_look_is_another_tile():
    _, colours = looks((TILE, {"black": 0.9, "red": 0.1}), (OTHER, {"red": 0.6, "black": 0.4}))
    assert colours["red"] == pytest.approx(0.6, abs=0.01)


def test_a_pattern_line_has_other_tiles_in_every_round():
    round_ = (TILE, {"black": 0.9, "blue": 0.1}), (TILE, {"blue": 0.6, "black": 0.4})
    _, colours = looks(*round_, cell=LINE)
    assert colours["blue"] == pytest.approx(0.6, abs=0.01)


def test_what_is_not_clear_tells_nothing_and_takes_nothing():
    known = TilesBefore.none(len(CELLS))
    hidden = ALL.copy()
    hidden[NUMBERS[WALL]] = False
    _, known = known.seen_again(answers(SURELY_BLACK), windows(TILE), ALL, AZUL)
    _, after = known.seen_again(answers({None: 0.999, "red": 0.001}), windows(OTHER), hidden, AZUL)
    assert after.lay[NUMBERS[WALL]]
    assert after.looks[NUMBERS[WALL]] == 1
    assert (after.faces == known.faces).all()


BLENDING = "wall/1/1"
"""A place in a simulated game whose blue tile is printed just as the place is."""


@pytest.fixture(scope="module")
def steps():
    return simulated_sitting(Setup("azul", players=2), 5023, brackets=True).steps


def seen(steps, step, scene):
    """What a step's picture shows eyes that know a scene, and the scene after it."""
    return eyes.look(picture_of(steps[step].scene, f"{step:03}.jpg").pixels, scene)


@pytest.fixture(scope="module")
def empty(steps):
    return eyes.begin(picture_of(steps[0].scene, "000.jpg").pixels, AZUL, 2)


@pytest.fixture(scope="module")
def confirmed(steps, empty):
    """The scene once the boards were confirmed with the tile, that came with the sixth press."""
    return learning.learn(seen(steps, 6, empty)[1], dict(enumerate(steps[6].boards)))


def bare_by(sighting):
    """By how many nats the place looks bare rather than covered."""
    likely = sighting.boards[0].cells[BLENDING]
    return likely[None] - max(nats for content, nats in likely.items() if content)


def test_a_blending_tile_seems_bare_to_eyes_that_do_not_know_it(steps, empty):
    assert steps[7].boards[0][BLENDING] == "blue"
    assert bare_by(seen(steps, 7, empty)[0]) > 0


def test_a_blending_tile_that_was_confirmed_is_seen(steps, confirmed):
    assert bare_by(seen(steps, 7, confirmed)[0]) < -2


def test_a_blending_tile_is_gone_where_somebody_took_it_away(steps, confirmed):
    assert BLENDING not in steps[5].boards[0]
    assert bare_by(seen(steps, 5, confirmed)[0]) > 6
