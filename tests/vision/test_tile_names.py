"""Names of tiles: by ornaments of spaces and known tiles; together: one look one name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.boards import load
from companion.neural_network.attention import Answers
from companion.neural_network.encoders import FACE, FACE_SIDE, SIDE
from companion.neural_network.slots import EMPTY, SLOTS, slot_of, tile_cells
from companion.sightings.joint_names import names_together
from companion.vision.cells.looks import Looks
from companion.vision.cells.ornament import ornament_alike
from companion.vision.cells.picture_cells import PictureCells
from companion.vision.cells.tile_names import named

AZUL, GREY = load("azul"), load("azul", "grey")
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


def cross():
    """A face with a bright diagonal cross and one arm more: it tells its turns apart."""
    face = np.full((FACE_SIDE, FACE_SIDE, 3), (40, 110, 220), np.uint8)
    for n in range(FACE_SIDE):
        face[n, max(n - 1, 0) : n + 2] = face[n, -n - 2 : FACE_SIDE - n] = (200, 220, 240)
    face[9:11, :10] = (200, 220, 240)
    return face


def ring():
    """A face of the same colours with a ring."""
    y, x = np.indices((FACE_SIDE, FACE_SIDE)) - (FACE_SIDE - 1) / 2
    on = abs(np.hypot(x, y) - 4) < 1.2
    return np.where(on[..., None], (200, 220, 240), (40, 110, 220)).astype(np.uint8)


def window(face):
    """The window that shows a face, dark around it."""
    whole = np.zeros((SIDE, SIDE, 3), np.uint8)
    whole[FACE, FACE] = face
    return whole


def seen_cells(faces, board, top=0, bare=0, given=True):
    """A board's cells as a picture shows them: windows of tops and of bare spaces."""
    printed = np.array([slot_of(cell.colour, board) for cell in tile_cells(board)])
    tops, spaces = (np.zeros((CELLS, SIDE, SIDE, 3), np.uint8) + each for each in (top, bare))
    leans, all_ = np.zeros((CELLS, 2)), np.ones(CELLS, bool)
    told = np.zeros((CELLS, 3))
    return PictureCells(
        tops,
        tops,
        spaces,
        told,
        faces,
        told,
        told,
        all_ & given,
        leans,
        printed,
        printed,
        all_,
        all_,
    )


def told(*tiles, board=GREY, clear=True, known=(), shown=(), **windows):
    """Which colour each tile is taken for, and how surely: faces ``known``, tiles ``shown``."""
    said, faces = answers(*tiles)
    cells = seen_cells(faces, board, **windows)
    looks = Looks({board.colours[slot]: faces for slot, faces in dict(known).items()})
    looks = replace(looks, shown=frozenset(board.colours[slot] for slot in shown))
    (after,) = named([said], cells, np.full(CELLS, clear), board, looks)
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


def test_what_known_tiles_have_told_apart_is_not_told_anew():
    """Two colours may look so much alike that all their tiles seem to be of one look."""
    tiles = ("dark", {RED: 0.9, BROWN: 0.1}), ("dark", PERHAPS_BROWN), ("dark", PERHAPS_BROWN)
    red, blue = ({BROWN: (cross(),), slot: (cross(),)} for slot in (RED, BLUE))
    assert [name for name, _ in told(*tiles, known=red)] == [RED, BROWN, BROWN]
    assert {name for name, _ in told(*tiles, known=blue)} == {RED}


def test_who_is_sure_stands_by_it():
    sure = {BLUE: 0.9999, RED: 0.0001}
    ((name, chance), _) = told(("net", sure), ("dark", {BLUE: 0.6, RED: 0.4}))
    assert name == BLUE
    assert chance == pytest.approx(0.9999, abs=1e-4)


def test_nothing_else_is_told_of_covered_tiles_or_by_looks_where_a_legend_tells():
    tiles = [("brick", SURELY_BROWN)] * 2 + [("dark", PERHAPS_BROWN)] * 2
    assert {name for name, _ in told(*tiles, clear=False)} == {BROWN}
    assert {name for name, _ in told(*tiles, board=AZUL)} == {BROWN}


def test_a_tile_has_the_name_of_the_spaces_that_have_its_ornament():
    """Yellow spaces have a cross here, and red ones a ring, both of one orange and red."""
    yellow, red = (AZUL.colours.index(name) for name in ("yellow", "red"))
    printed = np.array([slot_of(cell.colour, AZUL) for cell in tile_cells(AZUL)])
    bare = np.zeros((CELLS, SIDE, SIDE, 3), np.uint8)
    bare[printed == yellow], bare[printed == red] = window(cross()), window(ring())
    tops = np.zeros_like(bare)
    tops[:2] = window(np.rot90(cross())), window(ring())
    unsure = ("dark", {yellow: 0.5, red: 0.5})
    (one, sure), (other, also) = told(unsure, unsure, board=AZUL, top=tops, bare=bare)
    assert (one, other) == (yellow, red)
    assert min(sure, also) > 0.9
    surely = ("dark", {yellow: 0.999, red: 0.001})
    ((name, chance), *_) = told(surely, board=AZUL, top=window(ring()), bare=bare)
    assert (name, chance) == (yellow, pytest.approx(0.999, abs=1e-3)), "who is sure stands by it"


@pytest.mark.parametrize(("board", "shown"), [(AZUL, ()), (GREY, (BROWN, RED))])
def test_a_tile_has_the_name_of_the_known_tiles_that_have_its_ornament(board, shown):
    """One red tile that was known had no ornament: the likest of them counts."""
    tops = np.zeros((CELLS, SIDE, SIDE, 3), np.uint8)
    tops[:2] = window(np.rot90(cross())), window(ring())
    known = {BROWN: (cross(),), RED: (np.zeros_like(ring()), ring())}
    unsure = ("dark", {BROWN: 0.5, RED: 0.5})
    how = {"board": board, "top": tops, "known": known, "shown": shown}
    (one, sure), (other, also) = told(unsure, unsure, **how)
    assert (one, other) == (BROWN, RED)
    assert min(sure, also) > 0.9


def test_where_there_is_no_legend_what_was_only_confirmed_makes_no_name_surer():
    known = {BROWN: (cross(),), RED: (ring(),)}
    ((name, chance),) = told(("dark", PERHAPS_BROWN), top=window(ring()), known=known)
    assert (name, chance) == (BROWN, pytest.approx(0.6, abs=1e-3))


def test_light_that_slopes_over_a_face_is_no_ornament():
    down, across = np.indices((FACE_SIDE, FACE_SIDE))[..., None]
    sloping = [np.uint8(60 + 4 * down + np.zeros(3)), np.uint8(40 + 3 * across + np.zeros(3))]
    assert ornament_alike(np.stack(sloping), np.stack(sloping)) == pytest.approx(0, abs=0.1)


def test_an_ornament_of_which_only_one_colour_is_known_tells_nothing():
    unsure, red = ("dark", {BROWN: 0.6, RED: 0.4}), {RED: (ring(),)}
    shown = {"top": window(ring()), "known": red, "given": False}
    ((name, chance), *_) = told(*[unsure] * CELLS, board=AZUL, **shown)
    assert (name, chance) == (BROWN, pytest.approx(0.6, abs=1e-3))


def test_spaces_that_nobody_saw_bare_count_for_no_colour():
    unsure = ("dark", {0: 0.6, 1: 0.4})
    faces = {"top": window(cross()), "bare": window(ring()), "given": False}
    ((name, chance), *_) = told(*[unsure] * CELLS, board=AZUL, **faces)
    assert (name, chance) == (0, pytest.approx(0.6, abs=1e-3))


def test_an_ornament_is_the_same_in_any_turn_and_any_light():
    faces = np.stack([cross(), ring(), np.zeros_like(ring())])
    darker = [
        (np.rot90(face, turns) * 0.5 + 20).astype(np.uint8) for face in faces for turns in (0, 1)
    ]
    alike = ornament_alike(np.stack(darker), faces)
    assert (alike[:4].argmax(axis=1) == [0, 0, 1, 1]).all()
    assert (alike[:4].max(axis=1) > 0.9).all()
    assert alike[4:] == pytest.approx(0), "what has none is like nothing"
    beside = np.roll(cross(), 1, axis=0)[None]
    assert ornament_alike(beside, faces)[0, 0] > 0.95


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
