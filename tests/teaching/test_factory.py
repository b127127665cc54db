"""The factory of labelled cells: what it draws, and that it draws the same again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.neural_network.encoders import SIDE
from companion.neural_network.slots import (
    EMPTY,
    FIRST_SLOT,
    SLOTS,
    SPECIAL_SLOT,
    may_lie,
    tile_cells,
)
from companion.printings.edition import edition
from companion.training.factory.contents import Lying, lying_on, some_domes
from companion.training.factory.covers import cover
from companion.training.factory.drawing import Drawing
from companion.training.factory.drawn_sitting import BOARDS, PICTURES, UNSEEN, sitting
from companion.training.factory.lamp_reflection import mirror_lamp
from companion.training.factory.lighting import Glare, Lamp, light_of
from companion.training.factory.making import making_of
from companion.training.factory.pieces import prisms_of
from companion.training.factory.views import view_of

SEED = 61_000_000
"""Of no seeds that teach, validate or test."""

BOARDS_DRAWN = [
    ("azul", "coloured"),
    ("summer-pavilion", "grey"),
    ("azul-duel", "coloured"),
    *(
        pytest.param(*board, marks=pytest.mark.long)
        for board in (
            *(("azul", "grey"), ("azul-mini", "coloured")),
            *(("master-chocolatier", "coloured"), ("summer-pavilion", "coloured")),
        )
    ),
]


@pytest.mark.parametrize(("game", "variant"), BOARDS_DRAWN)
def test_every_cell_has_its_windows_and_its_truth(game, variant):
    board, drawn = load(game, variant), sitting(SEED, game, variant)
    cells = tile_cells(board)
    count = len(cells)
    assert drawn.windows.shape == (PICTURES, BOARDS, count, 3, SIDE, SIDE, 3)
    assert drawn.leans.shape == drawn.off.shape == (BOARDS, count, 2)
    assert np.abs(drawn.off).max() < 1, "spaces are looked for near where they are"
    for n, cell in enumerate(cells):
        may = {*may_lie(cell.kind, len(board.colours)), UNSEEN}
        assert set(drawn.labels[:, :, n].ravel().tolist()) <= may, cell.id
    assert drawn.prints.min() >= 0
    assert drawn.prints.max() < SLOTS


def test_a_sitting_is_drawn_the_same_again():
    one, again = (sitting(SEED + 1, "azul-duel") for _ in range(2))
    assert np.array_equal(one.windows, again.windows)
    assert np.array_equal(one.labels, again.labels)


def test_a_tile_changes_what_is_seen_and_a_bare_cell_hardly():
    changes = {True: [], False: []}
    for seed in range(SEED + 2, SEED + 8):
        drawn = sitting(seed, "azul")
        if drawn.strange[0]:
            continue
        base, bare = drawn.windows[:, :, :, 0].astype(int), drawn.windows[:, :, :, 2].astype(int)
        away = np.abs(base - bare).mean(axis=(3, 4, 5))
        clear = drawn.hidden == 0
        changes[True] += away[clear & (drawn.labels != EMPTY)].tolist()
        changes[False] += away[clear & (drawn.labels == EMPTY)].tolist()
    assert np.median(changes[True]) > 2 * np.median(changes[False])


def test_positions_are_mostly_legal_and_sometimes_not():
    board, lines = load("azul"), 0
    for n in range(200):
        lying = lying_on(board, Random(f"legal {n}"), {}, marked=False)
        colours = {lying.tops.get(f"line/4/{k}") for k in range(5)} - {None}
        lines += len(colours) <= 1
    assert 150 < lines < 200


def test_one_board_of_a_picture_at_most_has_the_starting_player_marker():
    seen = []
    for seed in range(SEED + 20, SEED + 25):
        boards = (sitting(seed, "azul").labels == FIRST_SLOT).sum(axis=2)
        seen += boards.sum(axis=1).tolist()
    assert set(seen) == {0, 1}


def test_dome_tiles_lie_whole_on_their_places():
    board = load("azul-duel")
    domes = some_domes(board, Random("domes 3"))
    assert all(len(spaces) == 4 for spaces in domes.values())
    drawn = sitting(SEED + 9, "azul-duel")
    kinds = np.array([cell.kind for cell in tile_cells(board)])
    assert (drawn.prints[..., kinds != "dome"] == EMPTY).all()
    assert set(np.unique(drawn.labels)) <= {UNSEEN, *range(5), FIRST_SLOT, SPECIAL_SLOT, EMPTY}


def test_what_covers_a_board_is_where_it_says():
    for n in range(12):
        levels = np.full((300, 400, 3), 150, np.float32)
        before = levels.copy()
        mask = cover(levels, 250.0, Random(f"hand {n}"))
        changed = np.abs(levels - before).max(axis=2)
        assert changed[mask == 255].mean() > changed[mask == 0].mean()


def test_what_drawings_see_is_what_a_camera_sees():
    """Points at heights of their own are seen by one matrix where the table's camera sees them."""
    board, chance = load("azul"), Random("see")
    points = np.array([cell.centre_mm for cell in board.cells])
    heights = np.linspace(0.0, 12.0, len(points))[:, None]
    for _ in range(50):
        view = view_of(board, chance)
        each = [view.project(at[None], mm.item()) for at, mm in zip(points, heights, strict=True)]
        assert np.abs(view.see(points, heights) - np.concatenate(each)).max() < 1e-6


def test_mirrored_light_lightens_what_is_dark_the_most():
    """Light adds before a camera stores its root: ornaments wash out long before paper is white."""
    board, chance = load("azul"), Random("glare")
    view = view_of(board, chance)
    plain = replace(light_of(chance), lamp=None, glares=(), tint=(1.0, 1.0, 1.0), level=1.0)
    plain = replace(plain, gleam=(1.0, 1.0, 1.0))
    glaring = replace(plain, glares=(Glare((0.5, 0.5), wide=5.0, strength=100.0),), matt=0.0)
    added = []
    for grey in (30, 200):
        levels = []
        for light in (plain, glaring):
            drawing = Drawing(view, light)
            drawing.image[:] = grey
            levels.append(drawing.finished()[0].mean())
        added.append(levels[1] - levels[0])
    assert added[0] > 2 * added[1] > 0


def under_lamp(bevel, gleam=(1.0, 1.0, 1.0)):
    """What a lamp mirrored in a tile adds to a picture (H, W, 3), and its top's outline (N, 2)."""
    board, chance = load("azul"), Random("lamp")
    view, printing = view_of(board, chance), edition(SEED, board.colours)
    light = replace(light_of(chance), lamp=None, glares=(), gleam=gleam, tint=(1.0, 1.0, 1.0))
    lamp = Lamp(place=(0.5, 0.5), wide=1.0, soft=0.0, astray=0.0, strength=400.0)
    lying, making = Lying({"wall/2/2": "blue"}, {}, {}), replace(making_of(chance), bevel=bevel)
    seen = []
    for each in (light, replace(light, lamp=lamp)):
        drawing = Drawing(view, each)
        (prism,) = prisms_of(board, printing, lying, making, view, Random("tile"))
        drawing.put(prism, Random("shine"))
        seen.append(drawing.finished()[0])
    return seen[1] - seen[0], view.see(prism.outline, prism.top_mm)


def filled(shape, outline):
    top = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(top, outline.round().astype(np.int32), 255)
    return top


def test_a_lamp_mirrored_in_a_tile_whitens_its_top_and_leaves_the_print():
    """Such a tile keeps its label: how far its colour can be told is to be learned."""
    brighter, outline = under_lamp(bevel=0.0)
    top = filled(brighter.shape, outline)
    assert brighter[cv2.erode(top, np.ones((5, 5), np.uint8)) > 0].min() > 100
    assert np.abs(brighter[cv2.dilate(top, np.ones((9, 9), np.uint8)) == 0]).max() < 1


def test_the_rim_of_a_tile_keeps_its_colour_beside_a_mirrored_lamp():
    """It slopes another way than the top: that a tile lies there is seen by it, and which."""
    brighter, outline = under_lamp(bevel=0.2)
    middle = outline.mean(axis=0)
    level, rim = (filled(brighter.shape, middle + (outline - middle) * far) for far in (0.6, 0.95))
    top = filled(brighter.shape, outline)
    assert brighter[level > 0].min() > 100
    assert np.median(brighter[(top > 0) & (rim == 0)]) < 20


def test_a_lamp_beside_a_window_is_mirrored_in_its_own_colour():
    warm, _ = under_lamp(bevel=0.0, gleam=(0.5, 0.9, 1.0))
    white, _ = under_lamp(bevel=0.0)
    blue, green, red = (warm[white[..., 0] > 100].mean(axis=0) / 255).tolist()
    assert blue < green < red


def test_a_soft_lamp_fades_from_tile_to_tile_and_a_hard_one_ends():
    square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    levels = {}
    for soft in (0.0, 1.0):
        lamp = Lamp(place=(0.5, 0.5), wide=0.2, soft=soft, astray=0.0, strength=200.0)
        shine = np.zeros((100, 100), np.float32)
        for left in (50, 62, 74, 86):
            mirror_lamp(shine, lamp, square + [left, 45], Random("still"))
        levels[soft] = [float(shine[50, left + 5]) for left in (50, 62, 74, 86)]
    assert levels[0.0] == pytest.approx([200.0, 200.0, 0.0, 0.0], abs=1)
    bright, dimmer, dim, none = levels[1.0]
    assert 180 > bright > dimmer > dim > none == 0
