"""What confirmed boards teach of a set's tiles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards import load
from companion.geometry.camera import Camera, Pose
from companion.neural_network.slots import tile_cells
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.cells.tiles_before import TilesBefore
from companion.vision.learning import learn, learn_looks, look_alike
from companion.vision.locate.follow import landmarks_of
from companion.vision.scene import Known, Scene, Seen

BOARD = load("azul")


@pytest.fixture
def scene():
    """A board just looked at: its pixels mean nothing, the picture shows all of it."""
    camera = Camera(1400.0, (499.5, 499.5), 0.0, np.eye(3), np.array([0.0, 0.0, 900.0]))
    chance = np.random.default_rng(3)
    image = chance.integers(60, 200, (1000, 1000, 3), np.uint8)
    pose, gray = Pose(-130.0, -130.0, 0.0), chance.integers(0, 256, (780, 780), np.uint8)
    cells = see_cells(image, camera, {0: pose}, BOARD)[0]
    tokens = np.zeros((len(tile_cells(BOARD)), 1), np.float32)
    bare, tiles = nothing_bare(BOARD), TilesBefore.none(len(tokens))
    known = Known(pose, landmarks_of(gray, BOARD), 0, lambda: gray, bare, tiles)
    nothing = np.zeros(len(tokens), bool)
    return Scene(BOARD, camera, {0: known}, seen={0: Seen(cells, nothing, {}, tokens)})


def with_burnt(scene, *ids):
    """The same with tops that a lamp burns white."""
    seen = scene.seen[0]
    white = np.array([float(cell.id in ids) for cell in tile_cells(BOARD)])
    return replace(scene, seen={0: replace(seen, cells=replace(seen.cells, white=white))})


def test_a_confirmed_tile_tells_what_its_colour_looks_like(scene):
    confirmed = {0: {"line/2/0": "red", "wall/1/1": "yellow"}}
    assert set(learn(scene, confirmed).looks.faces) == {"red", "yellow"}


def test_a_tile_that_a_lamp_burns_white_tells_nothing_of_its_colour(scene):
    confirmed = {0: {"line/2/0": "red", "wall/1/1": "yellow"}}
    assert set(learn(with_burnt(scene, "line/2/0"), confirmed).looks.faces) == {"yellow"}


def test_a_tile_whose_colour_is_in_doubt_tells_nothing_of_it(scene):
    confirmed = {0: {"line/2/0": "red", "wall/1/1": "yellow"}}
    assert set(learn(scene, confirmed, {0: {"line/2/0"}}).looks.faces) == {"yellow"}


def test_a_white_tile_that_is_shown_teaches_though_daylight_burns_it(scene):
    shown = {0: {"line/4/4": "white"}}
    assert set(learn_looks(with_burnt(scene, "line/4/4"), shown).looks.faces) == {"white"}


def test_what_is_bare_is_remembered_unless_that_is_in_doubt(scene):
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(BOARD))}
    given = learn(scene, {0: {"line/2/0": "red"}}, {0: {"wall/0/0"}}).known[0].bare.given
    kept = scene.seen[0].cells.inside & ~scene.seen[0].hidden
    assert given[numbers["wall/0/1"]]
    assert not given[numbers["wall/0/0"]], "the next picture would confirm a mistake"
    assert not given[numbers["line/2/0"]]
    assert given.sum() == kept.sum() - 2


def test_a_cell_in_doubt_stays_known_as_it_was_seen_bare_before(scene):
    before = learn(scene, {0: {}})
    after = learn(before, {0: {}}, {0: {"wall/0/0"}})
    assert (after.known[0].bare.given == before.known[0].bare.given).all()


def test_a_cell_that_was_seen_bare_once_is_known_as_it_was_then(scene):
    """A tile that was overlooked, and confirmed so, would else be what a bare cell looks like."""
    before = learn(scene, {0: {}})
    seen = before.seen[0]
    darker = replace(seen, cells=replace(seen.cells, base=seen.cells.base // 2))
    after = learn(replace(before, seen={0: darker}), {0: {}})
    assert (after.known[0].bare.windows == before.known[0].bare.windows).all()


def test_a_tile_is_remembered_as_it_was_confirmed_until_its_space_is_confirmed_bare(scene):
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(BOARD))}
    lying = {"line/2/0": "red", "wall/0/0": "blue", "wall/1/1": "yellow"}
    before = learn(scene, {0: lying}, {0: {"wall/1/1"}})
    assert np.flatnonzero(before.known[0].tiles.lay) == [numbers["wall/0/0"]]
    doubted = learn(before, {0: {}}, {0: {"wall/0/0"}})
    assert doubted.known[0].tiles.lay[numbers["wall/0/0"]], "it may lie there still"
    assert not learn(before, {0: {}}).known[0].tiles.lay.any()


def painted(scene, inks):
    """The same with tops of these colours on some cells."""
    top, seen = scene.seen[0].cells.top.copy(), scene.seen[0]
    for n, cell in enumerate(tile_cells(BOARD)):
        if cell.id in inks:
            top[n] = inks[cell.id]
    return replace(scene, seen={0: replace(seen, cells=replace(seen.cells, top=top))})


def test_tiles_shown_as_of_two_colours_look_alike_where_they_do_or_a_lamp_burns_both(scene):
    shown = {0: {"line/4/0": "red", "line/4/1": "blue"}}
    red, blue = (40, 40, 190), (190, 90, 30)
    differing = painted(scene, {"line/4/0": red, "line/4/1": blue})
    assert look_alike(differing, shown) == {}
    assert look_alike(with_burnt(differing, "line/4/0"), shown) == {}
    both = {0: ["line/4/0", "line/4/1"]}
    assert look_alike(with_burnt(differing, *both[0]), shown) == both
    assert look_alike(painted(scene, dict.fromkeys(both[0], red)), shown) == both
