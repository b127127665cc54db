"""Paying with bonus chips (R37, R38), held against trying every way to lay them out."""

from functools import cache
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.azul_duel.catalogue import CHIP_FACES, CHIPS, COLOURS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.line_outcomes import cheapest, on_lines_that_wait
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.rules.chips import can_pay, payments, pays, without
from companion.games.base import Checkpoint, Moment, Setup

HELD = st.lists(st.sampled_from(CHIP_FACES), max_size=7).map(sorted).map(tuple)
COLOUR = st.sampled_from(COLOURS)


@cache
def lays_out(chips, colour, tiles):
    """Try to take pairs that show the colour, and triples of any kind, until nothing is left."""
    if tiles == 0:
        return not chips
    pairs = [two for two in combinations(chips, 2) if all(colour in c.split("+") for c in two)]
    ways = [*pairs, *combinations(chips, 3)]
    return any(lays_out(without(chips, taken), colour, tiles - 1) for taken in ways)


@given(HELD, COLOUR, st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_chips_pay_exactly_when_they_can_be_laid_out(chips, colour, tiles):
    assert pays(chips, colour, tiles) == lays_out(chips, colour, tiles)


@given(HELD, COLOUR, st.integers(1, 3))
@settings(max_examples=100, deadline=None)
def test_payments_are_all_choices_that_pay_cheapest_first(held, colour, tiles):
    sizes = range(2 * tiles, 3 * tiles + 1)
    wanted = {c for size in sizes for c in combinations(held, size) if pays(c, colour, tiles)}
    found = payments(held, colour, tiles)
    assert set(found) == wanted
    assert len(found) == len(wanted)
    assert [len(spent) for spent in found] == sorted(map(len, wanted))
    assert can_pay(held, colour, tiles) == bool(wanted)
    assert cheapest(held, ((colour, tiles),)) == (found[0] if found else None)


def test_two_lines_share_the_chips():
    held = ("blue+red", "red", "black+blue", "blue")
    assert cheapest(held, (("red", 1), ("blue", 1))) == tuple(sorted(held))
    assert cheapest(held, (("red", 1), ("black", 1))) is None
    assert cheapest(held, ()) == ()


def test_chips_that_pay_for_a_line_that_waits_are_not_taken_for_the_one_that_moved():
    """R37: three chips of any kind paid for turquoise, so the pair that shows black still lies."""
    on_black = ("black+blue", "yellow+black")
    spent = ("black", "blue", "yellow", *on_black)
    waiting = (("black", 1), ("blue", 1))
    assert on_lines_that_wait(spent, (("turquoise", 1),), waiting, False) == on_black
    assert on_lines_that_wait(on_black, (("black", 1),), waiting, False) == ()


def test_chips_may_pay_for_some_of_what_a_waiting_line_lacks_only_where_the_table_allows_it():
    """Section 9, ``chips_partial``: red takes the chips that leave blue a pair."""
    spent, red, blue = ("blue", "blue+red", "red", "red"), (("red", 1),), (("blue", 2),)
    assert on_lines_that_wait(spent, red, blue, True) == ("blue", "blue+red")
    assert on_lines_that_wait(spent, red, blue, False) == without(spent, cheapest(spent, red))


def test_all_chips_may_have_paid_for_the_line_that_moved():
    """R37: three chips of any kind pay for a tile, though two of them would have."""
    assert on_lines_that_wait(("black", "red", "red"), (("red", 1),), (), False) == ()


def test_a_chip_that_is_not_held_cannot_be_spent():
    with pytest.raises(ValueError, match="not in"):
        without(("red",), ("blue",))


def test_each_colour_is_on_six_of_the_twenty_chips():
    assert len(CHIPS) == 20
    for colour in COLOURS:
        assert sum(colour in chip.split("+") for chip in CHIPS) == 6


def test_many_chips_are_sorted_out_while_people_wait():
    """More than lines can take lie idle where presses were missed: once half a minute."""
    lines = (("yellow", 1), ("red", 1), ("blue", 1))
    begun = process_time()
    left = on_lines_that_wait(tuple(sorted(CHIPS[:16])), (("black", 1), ("blue", 1)), lines, True)
    assert len(left) == 12
    assert process_time() - begun < 5


def test_of_chips_that_are_told_there_are_no_more_than_in_the_box():
    told = Moment(Checkpoint.OFFER_END, 1, told={"chips": (10**30, 2)})
    span = Span(games.game(Setup("azul-duel", players=2)).empty_table(), told, Options())
    assert [len(span.told_chips(seat) or ()) for seat in (0, 1)] == [len(CHIPS), 2]
