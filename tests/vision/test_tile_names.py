"""Names of tiles told together: one look has one name, two looks have two."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.boards import load
from companion.neural_network.attention import Answers
from companion.neural_network.slots import EMPTY, SLOTS, tile_cells
from companion.sightings.joint_names import names_together
from companion.vision.cells.tile_names import named_together

GREY = load("azul", "grey")
CELLS = len(tile_cells(GREY))
BROWN, RED, BLUE = 0, 1, 2
NEVER = -12.0
LOOKS = {"dark": 0.0, "brick": 50.0, "net": 100.0}
"""Where the faces of three looks lie: far apart from each other."""


def answers(*tiles):
    """What the cells of a grey board say, the first of them tiles: looks, chances of colours."""
    lies, faces = np.full((CELLS, SLOTS), NEVER), np.zeros((CELLS, 3))
    lies[:, EMPTY] = 0.0
    for n, (look, chances) in enumerate(tiles):
        lies[n, EMPTY] = NEVER
        lies[n, list(chances)] = np.log(list(chances.values()))
        faces[n] = LOOKS[look] + 0.1 * n
    nothing = np.zeros((CELLS, 3))
    said = Answers(
        lies, lies, nothing[:, :2], *nothing.T, nothing, np.zeros((CELLS, SLOTS)), nothing
    )
    return said, faces


def told(*tiles, board=GREY, clear=True):
    """Which colour each of the tiles is taken for, and how surely."""
    said, faces = answers(*tiles)
    (after,) = named_together([said], faces, np.full(CELLS, clear), board)
    nats = (after.lies + after.likeness)[: len(tiles)]
    chances = np.exp(nats) / np.exp(nats).sum(axis=1, keepdims=True)
    return [(int(each.argmax()), float(each.max())) for each in chances]


SURELY_BROWN = {BROWN: 0.97, RED: 0.03}
PERHAPS_BROWN = {BROWN: 0.6, RED: 0.4}


def test_a_look_that_is_unlike_the_brown_one_is_not_brown():
    brick, dark = [("brick", SURELY_BROWN)] * 2, [("dark", PERHAPS_BROWN)] * 2
    *bricks, (one, sure), (other, _) = told(*brick, *dark)
    assert [name for name, _ in bricks] == [BROWN, BROWN]
    assert (one, other) == (RED, RED)
    assert sure > 0.8


def test_a_single_tile_that_looks_otherwise_may_lie_in_another_light():
    *_, (name, _) = told(*[("brick", SURELY_BROWN)] * 2, ("dark", PERHAPS_BROWN))
    assert name == BROWN


def test_tiles_of_one_look_have_one_name():
    names = told(("dark", {RED: 0.9, BROWN: 0.1}), ("dark", PERHAPS_BROWN), ("dark", PERHAPS_BROWN))
    assert {name for name, _ in names} == {RED}


def test_who_is_sure_stands_by_it():
    sure = {BLUE: 0.9999, RED: 0.0001}
    ((name, chance), _) = told(("net", sure), ("dark", {BLUE: 0.6, RED: 0.4}))
    assert name == BLUE
    assert chance == pytest.approx(0.9999, abs=1e-4)


def test_nothing_else_is_told_of_covered_tiles_or_where_a_legend_tells():
    tiles = [("brick", SURELY_BROWN)] * 2 + [("dark", PERHAPS_BROWN)] * 2
    assert {name for name, _ in told(*tiles, clear=False)} == {BROWN}
    assert {name for name, _ in told(*tiles, board=load("azul"))} == {BROWN}


@given(arrays(float, st.tuples(st.integers(1, 4), st.just(5)), elements=st.floats(-9, 0)))
def test_things_that_may_share_names_are_told_each_by_itself(nats):
    alone = np.exp(nats) / np.exp(nats).sum(axis=1, keepdims=True)
    share_any = np.zeros((len(nats), len(nats)), bool)
    assert names_together(nats, share_any, 3.0) == pytest.approx(alone)
    differ = ~np.eye(len(nats), dtype=bool)
    assert names_together(nats, differ, 3.0).sum(axis=1) == pytest.approx(1.0)
    assert names_together(nats, differ, 0.0) == pytest.approx(alone)


def test_what_costs_nothing_to_one_tells_the_other():
    """By hand: two that differ, and must not share one of two names."""
    nats = np.log([[0.75, 0.25], [0.75, 0.25]])
    differ = np.array([[False, True], [True, False]])
    assert names_together(nats, differ, 50.0) == pytest.approx(np.full((2, 2), 0.5))
    nats = np.log([[0.9, 0.1], [0.5, 0.5]])
    assert names_together(nats, differ, 50.0) == pytest.approx(np.array([[0.9, 0.1], [0.1, 0.9]]))
