"""Spaces for any tile are told from those for special ones by all that one picture shows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import load
from companion.neural_network.attention import Answers
from companion.neural_network.slots import ANY_SLOT, DOME, EMPTY, KINDS, SLOTS, SPECIAL_SLOT
from companion.neural_network.slots import tile_cells as cells_of
from companion.sightings.any_or_special import odds_together
from companion.vision.cells.contents import prints_of
from companion.vision.cells.dome_spaces import told_together

DUEL = load("azul-duel")
CELLS = cells_of(DUEL)
IS_DOME = np.array([KINDS.index(cell.kind) == DOME for cell in CELLS])
ODDS = st.lists(st.floats(-20, 20), min_size=1, max_size=8).map(np.array)


def says(spaces):
    """Answers of two boards, ``spaces`` (M,) of the first being surely one or the other: odds."""
    count = 2 * len(CELLS)
    lies, prints = np.full((2, count, SLOTS), -9.0, np.float32)
    lies[:, EMPTY] = prints[:, 0] = 9
    for n, odds in zip(np.flatnonzero(IS_DOME), spaces, strict=False):
        prints[n, 0], prints[n, ANY_SLOT], prints[n, SPECIAL_SLOT] = -9, odds / 2, -odds / 2
    nothing = np.zeros(count, np.float32)
    off = np.zeros((count, 2), np.float32)
    return Answers(lies, prints, off, nothing, nothing, nothing - 9, off, 0 * lies, off)


def shown(answers, board=0):
    """What each dome tile's space of a board likeliest shows."""
    part = answers.of_cells(slice(board * len(CELLS), (board + 1) * len(CELLS)))
    likely = [each for each, dome in zip(prints_of(part, DUEL), IS_DOME, strict=True) if dome]
    return [max(each, key=each.get) for each in likely]


def together(answers):
    return told_together(answers, np.tile(IS_DOME, 2), DUEL)


def test_what_all_others_of_a_kind_say_puts_a_doubtful_space_right():
    odds = [-1.5, -1.0, -0.6, 0.9, -7.4, -6.9, -7.2]
    assert shown(says(odds))[:4] == ["special", "special", "special", "any"]
    assert shown(together(says(odds)))[:7] == ["any"] * 4 + ["special"] * 3


def test_spaces_of_one_kind_alone_stay_what_they_are():
    assert shown(together(says([-6.1, -5.7, -4.8])))[:3] == ["special"] * 3
    assert shown(together(says([5.2, 6.4, 7.1])))[:3] == ["any"] * 3


def test_how_likely_a_space_has_a_colour_stays_as_it_is():
    before = says([-1.5, -1.0, 0.9, -7.4, -6.9])
    before.prints[np.flatnonzero(IS_DOME)[:5], 0] = -1.0
    after = together(before)
    for was, now in zip(prints_of(before, DUEL), prints_of(after, DUEL), strict=True):
        assert now["blue"] == pytest.approx(was["blue"], abs=1e-4)
        assert now["red"] == pytest.approx(was["red"], abs=1e-4)


def test_only_bare_spaces_in_sight_are_asked_and_count():
    answers = says([-1.5, -1.0, 0.9, -7.4, -6.9])
    first, second = np.flatnonzero(IS_DOME)[:2]
    answers.lies[first, [0, EMPTY]] = 9, -9  # a tile lies there
    answers.hidden[second] = 9
    after = together(answers)
    assert (after.prints[[first, second]] == answers.prints[[first, second]]).all()
    assert shown(after)[:5] == ["special", "special", "any", "special", "special"]
    assert (after.prints[~np.tile(IS_DOME, 2)] == answers.prints[~np.tile(IS_DOME, 2)]).all()


@given(ODDS, st.randoms())
def test_it_makes_no_difference_in_which_order_spaces_are_asked(odds, chance):
    order = chance.sample(range(len(odds)), len(odds))
    assert odds_together(odds[order]) == pytest.approx(odds_together(odds)[order])


@given(st.floats(-20, 20))
def test_a_space_alone_stays_as_likely_as_it_was(odds):
    assert odds_together(np.array([odds])) == pytest.approx(np.array([odds]))


@given(ODDS)
def test_the_likelier_of_two_spaces_stays_the_likelier(odds):
    assert (np.diff(odds_together(np.sort(odds))) > -1e-9).all()
