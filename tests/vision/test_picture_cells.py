"""What one board shows bare, another board of the same set need not show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import AZUL, SEATS, Table, camera_over, picture

from companion.vision.cells.contents import bareness
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.reading import glance
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.cells.slots import tile_cells
from companion.vision.chosen import SHOWN

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


class TestASetHasOnePrint:
    def test_a_cell_never_seen_bare_is_known_by_another_board_that_is_bare_there(self):
        one, other = two_boards()
        cells = looked_at(one, other)
        known = cells.seen_elsewhere(np.array([SOME, BARE]), AZUL)
        assert known.given[:COUNT].all()
        assert (known.bare[:COUNT] == other.base).all()
        assert (known.given[COUNT:] == (SOME > 0)).all(), "only what is bare tells anything"
        assert (known.bare[COUNT:][SOME > 0] == one.base[SOME > 0]).all()
        assert (known.spaces == cells.spaces).all(), "how a board itself looks stays"

    def test_the_surest_board_tells(self):
        one, other = two_boards()
        third = replace(other, base=np.minimum(other.base, 254) + np.uint8(1))
        chances = np.array([BARE, 0.6 * BARE, 0.9 * BARE])
        known = looked_at(one, other, third).seen_elsewhere(chances, AZUL)
        assert (known.bare[:COUNT] == third.base).all()
        assert (known.bare[COUNT : 2 * COUNT] == one.base).all()

    def test_what_was_confirmed_bare_is_surer_than_what_seems_so(self):
        one, other = two_boards()
        known = looked_at(one, other, given=SOME > 0).seen_elsewhere(
            np.array([0.9 * BARE, 0 * BARE]), AZUL
        )
        assert (known.given[:COUNT] == (SOME > 0)).all()
        assert known.given[COUNT:].all()

    def test_what_was_seen_bare_stays_as_it_was_seen(self):
        one, other = two_boards()
        cells = looked_at(one, other, given=BARE > 0)
        known = cells.seen_elsewhere(np.array([BARE, BARE]), AZUL)
        assert (known.bare[COUNT:] == cells.bare[COUNT:]).all()
        assert (known.told[COUNT:] == cells.told[COUNT:]).all()

    def test_it_counts_as_if_it_had_been_seen_on_the_board_itself(self):
        one, other = two_boards()
        known = looked_at(one, other).seen_elsewhere(np.array([SOME, BARE]), AZUL)
        own = nothing_bare(AZUL).with_cells(BARE > 0, other.base)
        seen = cells_of([one], [own])
        for name in ("told", "prints", "given", "bare"):
            assert getattr(known, name)[:COUNT] == pytest.approx(getattr(seen, name), abs=1e-4)

    @pytest.mark.parametrize("chances", [0 * BARE, 0.4 * BARE])
    def test_where_nothing_seems_bare_nothing_is_told(self, chances):
        cells = looked_at(*two_boards())
        assert cells.seen_elsewhere(np.array([chances, chances]), AZUL) is cells

    def test_a_board_alone_tells_nothing_of_itself(self):
        cells = looked_at(two_boards()[0])
        assert cells.seen_elsewhere(BARE[None], AZUL) is cells

    def test_a_space_before_which_a_tile_leans_tells_nothing(self):
        one, other = two_boards()
        left, tile = (NUMBERS[f"wall/2/{column}"] for column in (2, 3))
        leaning = replace(other, leans=other.leans + [-0.3, 0.0])
        chances = np.where(np.arange(COUNT) == tile, 0.0, BARE)
        known = looked_at(one, leaning).seen_elsewhere(np.array([0.9 * BARE, chances]), AZUL)
        assert np.flatnonzero(~known.given[:COUNT]).tolist() == sorted([tile, left])
        upright = looked_at(one, other).seen_elsewhere(np.array([0.9 * BARE, chances]), AZUL)
        assert np.flatnonzero(~upright.given[:COUNT]).tolist() == [tile]

    def test_a_space_that_the_picture_does_not_show_tells_nothing(self):
        one, other = two_boards()
        cut = replace(other, inside=SOME > 0)
        known = looked_at(one, cut).seen_elsewhere(np.array([0.9 * BARE, BARE]), AZUL)
        assert (known.given[:COUNT] == (SOME > 0)).all()

    @pytest.mark.parametrize("light", [(0.5, 0.75, 1.1), (1.1, 0.9, 0.6)], ids=["lamp", "window"])
    def test_a_board_under_another_light_has_the_same_print(self, light):
        one, other = two_boards()
        lit = np.clip(other.base * np.array(light), 0, 255).astype(np.uint8)
        cells = looked_at(one, replace(other, base=lit))
        assert cells.seen_elsewhere(np.array([SOME, BARE]), AZUL).given[:COUNT].all()

    def test_a_single_space_does_not_tell_whether_boards_have_one_print(self):
        one, other = two_boards()
        only = np.arange(COUNT) == 3
        cells = looked_at(one, other)
        assert cells.seen_elsewhere(np.array([only, BARE]), AZUL) is cells

    def test_boards_of_another_printing_tell_nothing(self):
        """Who lost a board and bought another edition's has two prints on one table."""
        one, other = two_boards()
        inverted = replace(other, base=255 - other.base, top=255 - other.top)
        cells = looked_at(one, inverted)
        assert cells.seen_elsewhere(np.array([BARE, BARE]), AZUL) is cells


class TestWhatSeemsBare:
    def said(self):
        cells = cells_of(two_boards()[:1], [nothing_bare(AZUL)])
        return glance(AZUL, [cells], NOTHING_KNOWN)[0]

    def test_a_bare_board_does(self):
        assert (bareness(self.said(), AZUL) > 0.5).mean() > 0.9

    def test_what_something_hides_does_not(self):
        said = self.said()
        hidden = np.where(SOME > 0, SHOWN + 1, SHOWN - 1)
        chances = bareness(replace(said, hidden=hidden), AZUL)
        assert (chances[SOME > 0] == 0).all()
        assert (chances[SOME == 0] > 0.5).mean() > 0.9
