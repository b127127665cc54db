"""What boards of one set show each other of their print."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import AZUL, INK, SEATS, Brush, Table, camera_over, picture

from companion.neural_network.slots import tile_cells
from companion.vision.cells import recognition
from companion.vision.cells.contents import bareness
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.recognition import glance, read_cells
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.cells.shared_print import Sharing
from companion.vision.cells.windows import layout_of

COUNT = len(tile_cells(AZUL))
NUMBERS = {cell.id: n for n, cell in enumerate(tile_cells(AZUL))}
BARE = np.ones(COUNT)
SOME = (np.arange(COUNT) % 3 == 0).astype(float)


def two_boards():
    """The cells of two boards with one print and no tiles, from so far above that none leans."""
    view = camera_over()
    seen = see_cells(picture(Table(), view), view, SEATS, AZUL).values()
    return [replace(each, leans=0 * each.leans) for each in seen]


def looked_at(*seen, given=None):
    """The cells of boards; those ``given`` of the last one are known to have been bare."""
    known = [nothing_bare(AZUL)] * len(seen)
    if given is not None:
        known[-1] = known[-1].with_cells(given, seen[-1].base)
    return cells_of(seen, known)


def sharing_of(cells, chances, off=None):
    """The boards after a comparison that said how likely cells lie bare, and how far ``off``."""
    chances = np.array(chances)
    off = np.zeros((*chances.shape, 2)) if off is None else off
    inside = cells.inside.reshape(chances.shape)
    return Sharing(cells, AZUL, np.where(inside, chances, 0.0), off, np.full(chances.shape, 0.2))


def shown(cells, *chances, off=None):
    """The cells as their boards show each other."""
    return sharing_of(cells, chances, off).seen_elsewhere()


class TestASetHasOnePrint:
    def test_a_cell_never_seen_bare_is_known_by_another_board_that_is_bare_there(self):
        one, other = two_boards()
        cells = looked_at(one, other)
        known = shown(cells, SOME, BARE)
        assert known.given[:COUNT].all()
        assert (known.bare[:COUNT] == other.base).all()
        assert (known.given[COUNT:] == (SOME > 0)).all(), "only what is bare tells anything"
        assert (known.bare[COUNT:][SOME > 0] == one.base[SOME > 0]).all()
        assert (known.spaces == cells.spaces).all(), "how a board itself looks stays"

    def test_the_surest_board_tells(self):
        one, other = two_boards()
        third = replace(other, base=np.minimum(other.base, 254) + np.uint8(1))
        chances = (BARE, 0.6 * BARE, 0.9 * BARE)
        known = shown(looked_at(one, other, third), *chances)
        assert (known.bare[:COUNT] == third.base).all()
        assert (known.bare[COUNT : 2 * COUNT] == one.base).all()

    def test_what_was_confirmed_bare_is_surer_than_what_seems_so(self):
        one, other = two_boards()
        known = shown(looked_at(one, other, given=SOME > 0), 0.9 * BARE, 0 * BARE)
        assert (known.given[:COUNT] == (SOME > 0)).all()
        assert known.given[COUNT:].all()

    def test_what_was_seen_bare_stays_as_it_was_seen(self):
        one, other = two_boards()
        cells = looked_at(one, other, given=BARE > 0)
        known = shown(cells, BARE, BARE)
        assert (known.bare[COUNT:] == cells.bare[COUNT:]).all()
        assert (known.told[COUNT:] == cells.told[COUNT:]).all()

    def test_it_counts_as_if_it_had_been_seen_on_the_board_itself(self):
        one, other = two_boards()
        known = shown(looked_at(one, other), SOME, BARE)
        own = nothing_bare(AZUL).with_cells(BARE > 0, other.base)
        seen = cells_of([one], [own])
        for name in ("told", "prints", "given", "bare"):
            assert getattr(known, name)[:COUNT] == pytest.approx(getattr(seen, name), abs=1e-4)

    @pytest.mark.parametrize("chances", [0 * BARE, 0.4 * BARE])
    def test_where_nothing_seems_bare_nothing_is_told(self, chances):
        cells = looked_at(*two_boards())
        assert shown(cells, chances, chances) is cells

    def test_a_board_alone_tells_nothing_of_itself(self):
        cells = looked_at(two_boards()[0])
        assert shown(cells, BARE) is cells

    def test_a_space_before_which_a_tile_leans_tells_nothing(self):
        one, other = two_boards()
        left, tile = (NUMBERS[f"wall/2/{column}"] for column in (2, 3))
        leaning = replace(other, leans=other.leans + [-0.3, 0.0])
        chances = np.where(np.arange(COUNT) == tile, 0.0, BARE)
        known = shown(looked_at(one, leaning), 0.9 * BARE, chances)
        assert np.flatnonzero(~known.given[:COUNT]).tolist() == sorted([tile, left])
        upright = shown(looked_at(one, other), 0.9 * BARE, chances)
        assert np.flatnonzero(~upright.given[:COUNT]).tolist() == [tile]

    def test_a_space_that_the_picture_does_not_show_tells_nothing(self):
        one, other = two_boards()
        cut = replace(other, inside=SOME > 0)
        known = shown(looked_at(one, cut), 0.9 * BARE, BARE)
        assert (known.given[:COUNT] == (SOME > 0)).all()

    @pytest.mark.parametrize("light", [(0.5, 0.75, 1.1), (1.1, 0.9, 0.6)], ids=["lamp", "window"])
    def test_a_board_under_another_light_has_the_same_print(self, light):
        one, other = two_boards()
        lit = np.clip(other.base * np.array(light), 0, 255).astype(np.uint8)
        cells = looked_at(one, replace(other, base=lit))
        assert shown(cells, SOME, BARE).given[:COUNT].all()

    def test_a_single_space_does_not_tell_whether_boards_have_one_print(self):
        one, other = two_boards()
        only = np.arange(COUNT) == 3
        cells = looked_at(one, other)
        assert shown(cells, only, BARE) is cells

    def test_boards_of_another_printing_tell_nothing(self):
        """Who lost a board and bought another edition's has two prints on one table."""
        one, other = two_boards()
        inverted = replace(other, base=255 - other.base, top=255 - other.top)
        cells = looked_at(one, inverted)
        assert shown(cells, BARE, BARE) is cells


class TestWhatSeemsBare:
    def said(self):
        cells = cells_of(two_boards()[:1], [nothing_bare(AZUL)])
        return glance(AZUL, cells, NOTHING_KNOWN)[0]

    def test_a_bare_board_does(self):
        assert (bareness(self.said(), AZUL) > 0.5).mean() > 0.9

    def test_what_something_hides_does_not(self):
        said = self.said()
        hidden = np.where(SOME > 0, 1.0, -1.0)
        chances = bareness(replace(said, hidden=hidden), AZUL)
        assert (chances[SOME > 0] == 0).all()
        assert (chances[SOME == 0] > 0.5).mean() > 0.9


class TestBoardsThatLieALittleBesideWhereTheyWereFound:
    def test_windows_are_moved_over_each_other(self):
        one, other = two_boards()
        beside = replace(other, base=np.roll(other.base, 2, axis=2))  # two pixels to the right
        off = np.zeros((2, COUNT, 2))
        off[1, :, 0] = 2.0  # as the cells say: a pixel is a millimetre
        known = shown(looked_at(one, beside), SOME, BARE, off=off)
        inner = known.bare[:COUNT, 4:-4, 4:-4].astype(int)
        assert np.abs(inner - other.base[:, 4:-4, 4:-4]).mean() < 1.5

    def test_a_board_may_seem_turned_and_stretched(self):
        middles = layout_of(AZUL).middles - layout_of(AZUL).middles.mean(axis=0)
        off = np.zeros((2, COUNT, 2))
        off[1] = 0.5 + middles @ np.array([[0.004, 0.01], [-0.01, 0.004]])
        off[1, SOME > 0] += 3.0  # what is said of tiles is not print
        sharing = sharing_of(looked_at(*two_boards()), (BARE, BARE - SOME), off)
        found = layout_of(AZUL).in_mm(sharing._between(1, 0))
        truth = 0.5 + middles @ np.array([[0.004, 0.01], [-0.01, 0.004]])
        assert np.abs(found - truth).max() < 0.1

    def test_where_nothing_is_bare_on_both_they_lie_where_they_were_found(self):
        sharing = sharing_of(looked_at(*two_boards()), (SOME, 1 - SOME), np.ones((2, COUNT, 2)))
        assert (sharing._between(0, 1) == 0).all()


FULL = {"wall/0/2": "red", "wall/3/3": "blue", "wall/1/1": "yellow", "floor/0": "yellow"}
"""Spaces printed with all of their tile's colour, or stained so."""

OTHERS = (
    {"wall/2/1": "white", "wall/4/0": "yellow", "line/3/1": "red", "floor/2": "blue"},
    {"wall/0/4": "white", "wall/2/2": "blue", "line/4/3": "black", "floor/1": "red"},
)


def lies(seats, tiles=None, printed=None, aside=420.0):
    """What lies on those cells of the boards at ``seats``, seen from aside: bare or not."""
    view = camera_over(y=aside)
    image = picture(Table(tiles=dict.fromkeys(SEATS, tiles or {})), view)
    for pose in SEATS.values():
        for cell, colour in (printed or {}).items():
            print_fully(Brush(image, view, pose), np.array(AZUL.cell(cell).polygon_mm), INK[colour])
    seen = see_cells(image, view, SEATS, AZUL)
    cells = cells_of([seen[seat] for seat in seats], [nothing_bare(AZUL)] * len(seats))
    said = read_cells(AZUL, cells, NOTHING_KNOWN)
    which = [NUMBERS[cell] for cell in tiles or printed]
    return [bareness(each, AZUL)[which] > 0.5 for each in said]


def print_fully(brush, shape, ink):
    middle = shape.mean(axis=0)
    brush.fill(shape, ink)
    brush.outline(shape, tuple(0.6 * np.array(ink)), width=2)
    brush.fill(middle + 0.3 * (shape - middle), tuple(0.7 * np.array(ink)))


class TestWhatLooksTheSameOnTwoBoards:
    @pytest.mark.long
    def test_print_that_seems_to_be_tiles_is_oftener_print_where_two_boards_have_it(self):
        tables = [(each, aside) for each in (FULL, *OTHERS) for aside in (420.0, 300.0, 180.0)]
        alone = together = 0
        for printed, aside in tables:
            each = [lies([seat], printed=printed, aside=aside)[0] for seat in SEATS]
            alone += (~np.array(each)).sum()
            together += (~np.array(lies(SEATS, printed=printed, aside=aside))).sum()
        assert alone > len(tables), "these prints are hard"
        assert together <= alone * 2 / 3

    def test_the_same_tiles_on_both_boards_are_tiles(self):
        assert not any(each.any() for each in lies(SEATS, tiles=FULL))

    @pytest.mark.parametrize(("chance", "bare"), [(0.4, False), (0.6, True)])
    def test_both_are_print_where_that_is_likelier_than_that_neither_is(
        self, monkeypatch, chance, bare
    ):
        monkeypatch.setattr(recognition, "bareness", lambda said, board: np.full(COUNT, chance))
        cells = looked_at(*two_boards())
        sharing = sharing_of(cells, [0 * BARE] * 2)
        known = recognition._with_twins(sharing, cells, AZUL, NOTHING_KNOWN)
        assert (known.given == bare).all()

    def test_of_several_boards_the_one_that_looks_most_alike_is_the_twin(self):
        one, other = two_boards()
        third = replace(other, base=255 - other.base)
        sharing = sharing_of(looked_at(one, third, other), [0 * BARE] * 3)
        which, twin = sharing.twins(sharing.cells)
        assert which.all()
        assert (twin[:COUNT] == 2 * COUNT + np.arange(COUNT)).all()
        assert (twin[2 * COUNT :] == np.arange(COUNT)).all()

    def test_only_what_seems_to_be_a_tile_on_two_boards_is_asked_about(self):
        one, other = two_boards()
        cut = replace(other, inside=np.arange(COUNT) != 3)
        sharing = sharing_of(looked_at(one, cut), (SOME, SOME))
        asked = (SOME == 0) & (np.arange(COUNT) != 3)
        assert (sharing.twins(sharing.cells)[0] == np.tile(asked, 2)).all()

    def test_what_was_seen_bare_is_not_asked_about(self):
        one, other = two_boards()
        sharing = sharing_of(looked_at(one, other, given=SOME > 0), (0 * BARE, 0 * BARE))
        assert (sharing.twins(sharing.cells)[0] == np.tile(SOME == 0, 2)).all()

    def test_a_board_alone_has_no_twin(self):
        sharing = sharing_of(looked_at(two_boards()[0]), [0 * BARE])
        assert not sharing.twins(sharing.cells)[0].any()
