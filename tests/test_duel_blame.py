"""Of several things that look wrong on a board of Azul Duel only the one to put right is named."""

import pytest
from test_duel_problems import ACQUIRED, AFTER, IMPOSSIBLE, TWO_OF_THREE, but, found

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Checkpoint, Moment

PAIR = {"chip/0": "blue+red", "chip/1": "blue+red"}
TWO_LACK_ONE = ACQUIRED | {"line/2/1": "red"} | PAIR
"""The pair pays for what line 3 lacks, or line 4, and not for both."""
RED_CAME = but(AFTER, "line/2/0") | {"dome/2/2": "red"}
CLEARED = ("line/3/0", "line/3/1", "line/3/2")


def test_chips_that_pay_for_one_of_two_lines_name_the_tiles_of_both():
    both = but(RED_CAME, *CLEARED) | {"dome/3/2": "blue"}
    wrong = found(both, TWO_LACK_ONE, Checkpoint.TILED)
    assert wrong == {("DU-R37", ("dome/2/2", "dome/3/2"))}


@pytest.mark.parametrize(
    ("cell", "tile", "rules"),
    [
        ("dome/3/3", "blue", {"DU-R34"}),
        ("dome/3/2", "red", {"DU-R34"}),
        ("dome/3/2", "first", {"DU-R34", "DU-R23"}),
    ],
)
def test_a_tile_that_lies_wrong_takes_no_chips_from_one_that_lies_right(cell, tile, rules):
    """R37: the pair pays for the red tile, as the other one goes back."""
    lying = but(RED_CAME, *CLEARED) | {cell: tile}
    wrong = found(lying, TWO_LACK_ONE, Checkpoint.TILED)
    assert wrong == {(rule, (cell,)) for rule in rules}


@pytest.mark.parametrize(
    ("gone", "rule", "left"),
    [
        (("line/3/1",), "DU-R39", ("line/3/0", "line/3/2")),
        (("line/5/0",), "DU-R39", ("line/5/1",)),
    ],
)
def test_a_gap_that_is_to_be_filled_up_is_no_other_fault(gone, rule, left):
    assert found(but(AFTER, *gone), ACQUIRED, Checkpoint.TILED) == {(rule, left)}


def test_nor_is_one_in_a_line_that_waits_complete_or_must_break():
    """R35, R36: its tiles are put back, or broken, and none is pushed to the right."""
    waits = but(ACQUIRED, "start", "broken") | {f"line/4/{k}": "black" for k in range(5)}
    waits = waits | {"line/1/0": "yellow", "line/1/1": "yellow"}
    wrong = found(but(waits, "line/4/0"), waits, Checkpoint.TILED)
    assert {rule for rule, cells in wrong if "line/4/1" in cells} == {"DU-R35"}
    breaks = {f"place/0/{k}": TURNED[tile][0] for k, tile in enumerate((7, 13, 9))}
    breaks |= {"line/1/0": "yellow", "line/1/1": "yellow"}
    wrong = found(but(breaks, "line/1/0"), breaks, Checkpoint.TILED)
    assert wrong == {("DU-R36", ("line/1/1",))}


def test_the_starting_player_tile_brings_no_special_tile_either_where_a_game_is_joined():
    """R40, R23: only where nothing was seen before does no other rule forbid it there."""
    wrong = found(TWO_OF_THREE | {"dome/1/1": "first"}, None, Checkpoint.TURN)
    assert {rule for rule, _ in wrong} == {"DU-R23"}


@pytest.mark.parametrize(
    ("after", "before", "wrong"),
    [
        (AFTER, ACQUIRED, set()),
        (but(AFTER, "line/2/0") | {"dome/2/3": "yellow"}, ACQUIRED, {("DU-R34", ("dome/2/3",))}),
        (but(AFTER, "dome/1/0", "dome/1/1"), ACQUIRED, {("DU-R34", ())}),
        (but(ACQUIRED, "broken"), but(ACQUIRED, "line/1/1"),
         {("DU-R34", ("line/1/0", "line/1/1"))}),
        (AFTER | {"line/1/0": "yellow"}, ACQUIRED, {("DU-R39", ("line/1/0",))}),
        (IMPOSSIBLE, IMPOSSIBLE, {("DU-R36", ("line/0/0",))}),
    ],
    ids=["right", "another colour", "cleared", "filled and left", "not cleared", "never placed"],
)  # fmt: skip
def test_what_goes_wrong_in_phase_2_after_turns_is_named_by_its_rule(after, before, wrong):
    """Nobody pressed at the end of phase 1, so lines may have grown since."""
    assert found(after, before, Checkpoint.TILED, was=Moment(Checkpoint.TURN, 1)) == wrong
