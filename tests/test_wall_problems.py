"""What is wrong with a board: every rule a camera can see broken, by its id and its cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_board import problems
from wall_tables import EMPTY, cells, changed

from companion import games
from companion.games.base import FIRST, Checkpoint, Moment, Setup

COLOURED = games.game(Setup("azul"))
GREY = games.game(Setup("azul", variant="grey"))
OFFER_END, TURN, TILED = Checkpoint.OFFER_END, Checkpoint.TURN, Checkpoint.TILED

LATER = cells("""
        .|.y...
       ..|....k
      .ww|.....
     ....|.....
    ...rr|....b
    .......
""")
"""A board in round two, before its second offer."""


LAST_OFFER, LAST_TILING = Moment(OFFER_END, 0), Moment(TILED, 0)
"""When the picture before shows the round before."""


def found(drawing, before=None, at=OFFER_END, game=COLOURED, **between):
    """Return the problems as (rule number, cells) pairs."""
    board = drawing if isinstance(drawing, dict) else cells(drawing)
    return [
        (problem.rule.removeprefix("AZ-"), problem.cells)
        for problem in problems(game, board, before, at, **between)
    ]


def test_legal_boards_have_no_problem():
    assert found(EMPTY) == []
    assert found(LATER, LATER) == []
    assert found(changed(LATER, line_2_2="white", floor_0=FIRST), LATER) == []


def test_a_line_of_two_colours_names_every_tile_of_the_line():
    board = changed(LATER, line_4_2="blue", line_4_3="red")
    assert ("R15", ("line/4/0", "line/4/1", "line/4/2", "line/4/3")) in found(board, LATER)


def test_a_replaced_tile_in_a_line_is_a_mixed_line_and_nothing_else():
    assert found(changed(LATER, line_2_0="yellow"), LATER) == [("R15", ("line/2/0", "line/2/1"))]


def test_a_gap_in_a_line_names_the_tiles_beyond_it():
    board = changed(LATER, line_4_3="red")
    assert found(board, LATER) == [("R14", ("line/4/3",))]


def test_a_tile_slid_away_from_the_wall_is_a_gap_and_nothing_else():
    board = changed(LATER, line_2_0=None, line_2_2="white")
    assert found(board, LATER) == [("R14", ("line/2/1", "line/2/2"))]


def test_a_tile_on_a_wall_space_of_another_colour():
    assert found(changed(LATER, wall_0_0="red"), LATER) == [("R22", ("wall/0/0",))]
    assert found(changed(LATER, wall_0_1="red"), LATER) == [("R22", ("wall/0/1",))]
    assert found(changed(LATER, wall_0_0="red")) == [("R22", ("wall/0/0",))]


def test_a_tile_on_its_own_space_before_the_tiling():
    assert found(changed(LATER, wall_0_0="blue"), LATER) == [("R22", ("wall/0/0",))]
    assert found(changed(LATER, wall_0_0="blue")) == []


def test_a_tile_missing_from_the_wall_names_no_cell():
    assert found(changed(LATER, wall_0_1=None), LATER) == [("R22", ())]


def test_a_line_of_a_colour_its_wall_row_has():
    board = changed(LATER, line_1_0="black", line_1_1="black")
    assert found(board, LATER) == [("R17", ("line/1/0", "line/1/1"))]
    assert found(board) == [("R17", ("line/1/0", "line/1/1"))]


def test_a_wall_tile_on_a_wrong_space_does_not_forbid_its_colour():
    board = changed(LATER, wall_2_0="white")
    assert found(board, LATER) == [("R22", ("wall/2/0",))]


def test_tiles_taken_out_of_a_line():
    assert found(changed(LATER, line_4_1=None), LATER) == [("R25", ("line/4/0",))]
    assert found(changed(LATER, line_4_0=None, line_4_1=None), LATER) == [("R25", ())]


def test_the_floor_line_has_no_gap_and_one_marker():
    assert found(changed(LATER, floor_1="red", floor_2=FIRST), LATER) == [
        ("R18", ("floor/1", "floor/2"))
    ]
    assert found(changed(LATER, floor_0=FIRST, floor_1=FIRST), LATER) == [
        ("R11", ("floor/0", "floor/1"))
    ]


def test_the_marker_belongs_on_the_floor():
    assert ("R11", ("line/3/0",)) in found(changed(LATER, line_3_0=FIRST), LATER)
    assert ("R11", ("wall/3/0",)) in found(changed(LATER, wall_3_0=FIRST), LATER)


def test_tiles_of_one_turn_in_two_lines():
    board = changed(LATER, line_0_0="white", line_3_0="white")
    assert found(board, LATER, TURN) == [("R13", ("line/0/0", "line/3/0"))]
    assert found(board, LATER, TURN, other={"line/0/0": "red"}) == []


def test_two_turns_without_a_press_are_no_problem():
    board = changed(LATER, line_0_0="white", line_3_0="black", floor_0="black")
    assert found(board, LATER, TURN, other={"line/0/0": "red"}) == []


def test_floor_tiles_stay_until_the_tiling():
    before = changed(LATER, line_0_0="red", floor_0="red", floor_1="blue")
    fewer, other = changed(before, floor_1=None), changed(before, floor_0="yellow")
    assert found(fewer, before, TURN) == [("R32", ())]
    assert found(other, before, TURN) == [("R32", ("floor/0",))]


def test_an_emptied_floor_is_a_tiling_that_was_not_photographed():
    before = changed(LATER, floor_0="red", floor_1="blue")
    assert found(LATER, before, TURN, was=LAST_OFFER) == []


def test_all_problems_are_reported_not_just_the_first():
    board = changed(LATER, line_4_2="blue", wall_0_0="red", floor_1="red", line_1_0="black")
    assert {rule for rule, _ in found(board, LATER)} == {"R15", "R22", "R18", "R17"}


def test_a_board_may_follow_an_offer_whose_tiling_was_not_photographed():
    before = cells("""
        b|.....
       .r|.....
      ...|.....
     ....|.....
    .....|.....
    1......
    """)
    board = changed(before, line_0_0=None, wall_0_0="blue", floor_0=None, line_1_1="red")
    assert found(board, before, was=LAST_OFFER) == []


FULL = cells("""
        b|.y...
       kk|w....
      .ww|.....
     ....|.....
    rrrrr|....b
    1yy....
""")
"""The end of an offer: lines 1, 2 and 5 are complete."""

RIGHT = cells("""
        .|by...
       ..|w...k
      .ww|.....
     ....|.....
    .....|.r..b
    .......
""")
"""The same board after a right tiling."""


def test_a_right_tiling_has_no_problem():
    assert found(RIGHT, FULL, TILED) == []


def test_a_complete_line_that_was_not_moved():
    board = changed(RIGHT, wall_0_0=None, line_0_0="blue")
    assert found(board, FULL, TILED) == [("R22", ("line/0/0",))]


def test_a_complete_line_that_vanished():
    assert found(changed(RIGHT, wall_0_0=None), FULL, TILED) == [("R22", ())]


def test_a_line_that_was_not_cleared_after_its_tile_moved():
    board = changed(RIGHT, line_1_0="black", line_1_1="black")
    assert found(board, FULL, TILED) == [("R24", ("line/1/0", "line/1/1"))]
    board = changed(RIGHT, line_1_1="black")
    assert found(board, FULL, TILED) == [("R24", ("line/1/1",))]


def test_a_tile_put_one_space_wrong():
    board = changed(RIGHT, wall_0_0=None, wall_0_2="blue")
    assert found(board, FULL, TILED) == [("R22", ("wall/0/2",))]


def test_an_incomplete_line_stays():
    assert found(changed(RIGHT, line_2_0=None, line_2_1=None), FULL, TILED) == [("R25", ())]
    moved = changed(RIGHT, line_2_0=None, line_2_1=None, wall_2_1="white")
    assert found(moved, FULL, TILED) == [("R23", ("wall/2/1",))]


def test_a_floor_line_that_was_not_emptied():
    assert found(changed(RIGHT, floor_0="yellow"), FULL, TILED) == [("R32", ("floor/0",))]


def test_a_second_tile_in_a_row():
    assert found(changed(RIGHT, wall_0_2="red"), FULL, TILED) == [("R22", ("wall/0/2",))]


def test_a_tiling_whose_offer_was_not_photographed():
    before = changed(LATER)
    after = changed(LATER, line_2_0=None, line_2_1=None, wall_2_1="white", wall_3_0="red")
    assert found(after, before, TILED, was=LAST_TILING) == []
    wrong = changed(after, wall_2_1=None, wall_2_0="black")
    assert found(wrong, before, TILED, was=LAST_TILING) == [("R22", ("wall/2/0",))]
    assert found(changed(after, line_3_0="red"), before, TILED, was=LAST_TILING) == [
        ("R24", ("line/3/0",))
    ]


def test_a_complete_line_after_the_tiling_when_nothing_was_seen_before():
    assert found(FULL, None, TILED) == [
        ("R32", ("floor/0", "floor/1", "floor/2")),
        ("R22", ("line/0/0",)),
        ("R22", ("line/1/0", "line/1/1")),
        ("R22", tuple(f"line/4/{place}" for place in range(5))),
    ]


def test_tiles_before_the_game():
    assert found(changed({}, line_0_0="red"), None, Checkpoint.SETUP) == [("R4", ("line/0/0",))]


GREY_FULL = cells("""
        b|.r...
       kk|b....
      ...|.....
     ....|.....
    .....|.....
    .......
""")


def test_grey_side_any_space_without_the_colour_in_row_and_column():
    board = changed(GREY_FULL, line_0_0=None, line_1_0=None, line_1_1=None)
    good = changed(board, wall_0_3="blue", wall_1_4="black")
    assert found(good, GREY_FULL, TILED, GREY) == []
    clash = changed(board, wall_0_0="blue", wall_1_4="black")
    assert found(clash, GREY_FULL, TILED, GREY) == [("R43", ("wall/0/0",))]


def test_the_marker_is_no_colour_that_a_grey_wall_has_twice():
    """R11, R43: it belongs on the floor line, not on another space of the wall."""
    markers = {"wall/0/0": FIRST, "wall/0/3": FIRST}
    assert found(markers, {}, TURN, GREY) == [("R11", ("wall/0/0",)), ("R11", ("wall/0/3",))]


def test_grey_side_a_choice_in_a_higher_row_closes_a_space_below():
    before = cells("""
        b|.....
       bb|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    assert found({"wall/0/2": "blue", "wall/1/2": "blue"}, before, TILED, GREY) == [
        ("R43", ("wall/0/2", "wall/1/2")),
    ]


RED_BELOW = cells("""
        .|.....
       yy|.....
      .bb|.....
     ....|.....
    rrrrr|.....
    .......
""")


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"wall/1/2": "red"}, [("R43", "wall/1/2")]),
        ({"wall/1/0": "yellow", "wall/2/2": "red"}, [("R23", "wall/2/2")]),
    ],
    ids=["another colour than that of the line", "from a line that is not complete"],
)
def test_grey_side_the_tile_of_a_complete_line_lies_right_beside_one_that_may_not_lie_there(
    wrong, named
):
    """R43: the red tile of line 5 has to go to the wall; another red one has no right to."""
    lines = {"line/2/0": "blue", "line/2/1": "blue"}
    board = {**lines, "wall/4/2": "red", **wrong}
    wrong_cells = [(rule, (cell,)) for rule, cell in named]
    assert found(board, RED_BELOW, TILED, GREY) == wrong_cells


STUCK = cells("""
        b|rykw.
       ..|....b
      ...|.....
     ....|.....
    .....|.....
    .......
""")


def test_grey_side_a_stuck_line_goes_to_the_floor():
    cleared = changed(STUCK, line_0_0=None)
    assert found(cleared, STUCK, TILED, GREY) == []
    assert found(STUCK, STUCK, TILED, GREY) == [("R44", ("line/0/0",))]
    forced = changed(cleared, wall_0_4="blue")
    assert found(forced, STUCK, TILED, GREY) == [("R43", ("wall/0/4",))]


@pytest.mark.parametrize("game", [COLOURED, GREY], ids=["coloured", "grey"])
@given(data=st.data())
def test_any_board_at_all_is_answered_without_an_exception(game, data):
    ids = [
        f"{kind}/{row}/{col}" for kind in ("wall", "line") for row in range(5) for col in range(5)
    ]
    ids += [f"floor/{place}" for place in range(7)]
    tiles = st.sampled_from([*game.colours, FIRST, "special", ("blue", None)])
    boards = st.dictionaries(st.sampled_from(ids), tiles, max_size=25)
    board, before = data.draw(boards), data.draw(st.none() | boards)
    for checkpoint in game.checkpoints:
        for problem in problems(game, board, before, checkpoint):
            assert problem.rule.startswith("AZ-R")
            assert set(problem.cells) <= set(board)
            assert "{" not in problem.message


def test_a_line_wrong_before_a_tiling_nobody_saw_is_not_named_when_it_is_gone():
    before = {"wall/0/0": "blue", "line/0/0": "blue", "line/1/0": "blue", "wall/1/0": "blue"}
    for checkpoint in GREY.checkpoints:
        for problem in problems(GREY, {}, before, checkpoint):
            assert problem.cells == ()
