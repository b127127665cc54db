"""One tile that lies wrong is one reason with one place to mend, whatever it leaves behind."""

from __future__ import annotations

import pytest
from one_board import problems
from wall_tables import cells, changed

from companion import games
from companion.games.base import Checkpoint, Setup

COLOURED, GREY = games.game(Setup("azul")), games.game(Setup("azul", variant="grey"))
TURN, TILED = Checkpoint.TURN, Checkpoint.TILED

FULL = cells("""
        b|.y...
       kk|w....
      .ww|.....
     ....|.....
    .....|.r..b
    1yy....
""")
"""The end of an offer: lines 1 and 2 are complete."""

RIGHT = cells("""
        .|by...
       ..|w...k
      .ww|.....
     ....|.....
    .....|.r..b
    .......
""")
"""The same board after a right tiling."""


def said(board, before, at, game=COLOURED):
    """Return rule numbers, cells and sentences."""
    return [
        (problem.rule.removeprefix("AZ-"), problem.cells, problem.message)
        for problem in problems(game, board, before, at)
    ]


@pytest.mark.parametrize(
    ("there", "rule"),
    [("wall_3_4", "R22"), ("wall_3_1", "R23"), ("wall_0_2", "R22")],
    ids=["wrong colour", "own colour of another row", "row of another complete line"],
)
def test_the_tile_of_a_complete_line_in_another_row(there, rule):
    """R22: the line is told complete only once its tile is not on the wall at all."""
    board = changed(RIGHT, wall_1_4=None, **{there: "black"})
    cell = there.replace("_", "/")
    told = "This black tile belongs in row 2 of the wall."
    assert said(board, FULL, TILED) == [(rule, (cell,), told)]


def test_a_tile_of_a_line_that_was_not_complete_leaves_no_gap_that_is_told_too():
    """R14, R22, R25."""
    told = "This white tile belongs in pattern line 3."
    for place in ("line_2_0", "line_2_1"):
        tiled = changed(RIGHT, **{place: None}, wall_3_0="white")
        assert said(tiled, FULL, TILED) == [("R22", ("wall/3/0",), told)]
        early = changed(FULL, **{place: None}, wall_3_0="white")
        assert said(early, FULL, TURN) == [("R22", ("wall/3/0",), told)]


def test_a_tile_that_just_came_to_a_line_leaves_no_gap_that_is_told_too():
    """R14, R22."""
    told = "This red tile belongs in pattern line 4."
    for there in ("wall/3/0", "wall/3/4"):
        board = {**FULL, "line/3/1": "red", there: "red"}
        assert said(board, FULL, TURN) == [("R22", (there,), told)]


def test_a_tile_of_the_wall_that_lies_in_another_place_is_not_told_missing():
    """R22."""
    moved = changed(FULL, wall_1_0=None, wall_3_0="white")
    told = "This white tile belongs in row 2 of the wall."
    assert said(moved, FULL, TURN) == [("R22", ("wall/3/0",), told)]
    slid = changed(FULL, wall_1_0=None, wall_1_2="white")
    told = "This white tile belongs on another space of row 2 of the wall."
    assert said(slid, FULL, TURN) == [("R22", ("wall/1/2",), told)]


def test_a_tile_of_the_floor_line_on_the_wall_leaves_no_gap_that_is_told_too():
    """R18, R22, R32."""
    board = changed(FULL, floor_1=None, wall_2_2="yellow")
    told = "This yellow tile belongs on the floor line."
    assert said(board, FULL, TURN) == [("R22", ("wall/2/2",), told)]


def test_a_floor_line_from_which_a_tile_was_taken_has_a_gap_and_nothing_else():
    """R18, R32."""
    board = changed(FULL, floor_1=None)
    assert [told[:2] for told in said(board, FULL, TURN)] == [("R18", ("floor/2",))]


def test_what_is_wrong_besides_is_said_as_well():
    board = changed(RIGHT, wall_1_4=None, wall_3_4="black", floor_0="red")
    rules = [(rule, cells) for rule, cells, _ in said(board, FULL, TILED)]
    assert rules == [("R22", ("wall/3/4",)), ("R32", ("floor/0",)), ("R22", ())]


GREY_FULL = cells("""
        b|.r...
       bb|k....
      ...|..b..
     ..rr|.....
    .....|.....
    .......
""")


def both(first, second):
    """Return the tiling of both lines, each to a column of its row."""
    board = changed(GREY_FULL, line_0_0=None, line_1_0=None, line_1_1=None)
    return {**board, f"wall/0/{first}": "blue", f"wall/1/{second}": "blue"}


def test_grey_side_two_tiles_either_of_which_can_be_the_stray_one_are_one_problem():
    """R43: both had to come, and both have other spaces."""
    (told,) = said(both(3, 3), GREY_FULL, TILED, GREY)
    assert told[:2] == ("R43", ("wall/0/3", "wall/1/3"))
    assert "one of these tiles needs another space" in told[2]
    assert said(both(3, 4), GREY_FULL, TILED, GREY) == []


def test_grey_side_the_upper_tile_lies_right_where_no_other_space_takes_it():
    """R43: from top to bottom."""
    narrow = changed(GREY_FULL, wall_0_0="yellow", wall_0_4="white")
    board = changed(narrow, line_0_0=None, line_1_0=None, line_1_1=None)
    board |= {"wall/0/3": "blue", "wall/1/3": "blue"}
    assert [told[:2] for told in said(board, narrow, TILED, GREY)] == [("R43", ("wall/1/3",))]


def test_grey_side_two_tiles_of_which_nobody_knows_when_they_came_are_one_problem():
    """R43."""
    board = {"wall/0/3": "blue", "wall/1/3": "blue"}
    assert [told[:2] for told in said(board, None, TILED, GREY)] == [
        ("R43", ("wall/0/3", "wall/1/3"))
    ]


def test_grey_side_a_tile_that_nothing_brought_is_told_for_that_alone():
    """R22, R23: another space would not do."""
    twice = changed(both(3, 4), wall_3_2="blue")
    assert [told[:2] for told in said(twice, GREY_FULL, TILED, GREY)] == [("R23", ("wall/3/2",))]
    early = changed(GREY_FULL, wall_3_2="blue")
    assert [told[:2] for told in said(early, GREY_FULL, TURN, GREY)] == [("R22", ("wall/3/2",))]


def test_grey_side_a_tile_exchanged_on_the_wall_blames_none_that_had_to_come():
    """R43: what lies there now did not lie there before."""
    before = changed(GREY_FULL, wall_2_0="red")
    board = changed(both(0, 4), wall_2_0="blue")
    assert {cells for _, cells, _ in said(board, before, TILED, GREY)} == {("wall/2/0",)}
