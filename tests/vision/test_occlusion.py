"""What hides cells: hands, of which a cell alone is only a doubt, and lamps that boards mirror."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import AZUL, SEATS, Table, camera_over, picture

from companion.chosen_numbers import MOSTLY, SURELY_HIDDEN
from companion.neural_network.slots import SLOTS, tile_cells
from companion.vision.cells.contents import likelihoods_of
from companion.vision.cells.legend import is_unknown
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.recognition import glance
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.occlusion import Hidden

COUNT = len(tile_cells(AZUL))
FIRST = np.arange(COUNT) == 0
TWO = np.arange(COUNT) < 2
NONE = np.zeros(COUNT, bool)


@pytest.fixture(scope="module")
def bare_board():
    """The cells of a board without tiles, and what is said of them."""
    view = camera_over()
    cells = see_cells(picture(Table(), view), view, SEATS, AZUL)[0]
    return cells, glance(AZUL, cells_of([cells], [nothing_bare(AZUL)]), NOTHING_KNOWN)[0]


def hidden(bare_board, logits, white=0.0, **said):
    """What is hidden where cells have these logits, and so much of them is white."""
    cells, answers = bare_board
    answers = replace(answers, hidden=np.asarray(logits, float), **said)
    return Hidden.of(answers, replace(cells, white=white * np.ones(COUNT)), AZUL)


def logits(which, value):
    """The logit ``value`` of the cells ``which``, and of all others one that says no."""
    return np.where(which, value, -5.0)


@pytest.mark.parametrize("which", [FIRST, TWO], ids=["one cell", "two cells"])
def test_one_cell_has_to_be_covered_surely(bare_board, which):
    assert not hidden(bare_board, logits(which, SURELY_HIDDEN - 0.1)).covered.any()
    assert (hidden(bare_board, logits(which, SURELY_HIDDEN + 0.1)).covered == which).all()


def test_beside_a_cell_that_surely_is_others_that_seem_to_be_covered_are(bare_board):
    found = hidden(bare_board, np.where(FIRST, SURELY_HIDDEN + 0.1, logits(TWO, 0.1)))
    assert (found.covered == TWO).all()


def test_of_a_cell_that_may_be_covered_less_is_known_the_likelier_it_is(bare_board):
    _, answers = bare_board

    def spread(logit):
        said = replace(answers, hidden=logits(FIRST, logit))
        nats = likelihoods_of(said, AZUL, ~NONE, NONE)[tile_cells(AZUL)[0].id]
        return max(nats.values()) - min(nats.values())

    spreads = [spread(logit) for logit in (-1.0, 0.5, 1.5, 2.5)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > 5 > 2 > spreads[2]


def test_nothing_that_lies_over_a_board_is_burnt_white(bare_board):
    found = hidden(bare_board, logits(TWO, 5.0), white=MOSTLY + 0.1)
    assert not found.covered.any()
    assert (found.dazzled == TWO).all()


def test_at_the_edge_of_light_cells_are_hidden_in_part_by_it_but_a_hand_beside_it_is_one(
    bare_board,
):
    three, five = np.arange(COUNT) < 3, np.arange(COUNT) < 5
    white = np.where(three, MOSTLY + 0.1, 0.3)
    edges = hidden(bare_board, logits(five, 2.0), white=white)
    assert not edges.covered.any()
    assert (edges.dazzled == five).all()
    hand = hidden(bare_board, logits(five, 2.0), white=np.where(three, MOSTLY + 0.1, 0.0))
    assert (hand.covered == (five & ~three)).all()


def test_light_hides_what_the_model_is_in_doubt_of(bare_board):
    unsure = np.where(FIRST[:, None], 0.0, bare_board[1].lies)
    found = hidden(bare_board, logits(NONE, 0.0), white=MOSTLY + 0.1, lies=unsure)
    assert found.dazzled[0]
    assert not hidden(bare_board, logits(NONE, 0.0), lies=unsure).dazzled.any()


def test_burnt_tiles_whose_colours_are_told_by_one_voice_are_hidden_together(bare_board):
    """One of them may be told alone; of two that look alike nobody knows what either is."""
    likelier = np.full(SLOTS, -9.0) + 9.0 * (np.arange(SLOTS) < 5) + 2.2 * (np.arange(SLOTS) == 1)
    alone, both = (
        hidden(
            bare_board,
            logits(NONE, 0.0),
            white=np.where(which, MOSTLY + 0.1, 0.0),
            lies=np.where(which[:, None], likelier, bare_board[1].lies),
        )
        for which in (FIRST, TWO)
    )
    assert not alone.dazzled.any()
    assert (both.dazzled == TWO).all()


def test_a_cell_beyond_the_picture_is_not_called_hidden(bare_board):
    cells, answers = bare_board
    beyond = replace(cells, inside=~TWO), replace(answers, hidden=logits(TWO, 5.0))
    assert not hidden(beyond, logits(TWO, 5.0)).cells.any()


def test_what_light_or_a_hand_hides_does_not_make_a_board_another_games(bare_board):
    cells, answers = bare_board
    half = np.arange(COUNT) % 2 == 0

    def unknown(white, hidden):
        said = replace(answers, fits=np.where(half, -50.0, 5.0), hidden=logits(half, hidden))
        return is_unknown(said, nothing_bare(AZUL), replace(cells, white=half * white), AZUL)

    assert unknown(0.0, -5.0)
    assert not unknown(MOSTLY + 0.1, -5.0)
    assert not unknown(0.0, 5.0)
