"""All that can be wrong with a board, each with its rule and the tiles that lie wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from one_board import problems
from pavilion import cell
from pavilion_tables import PASSED, PLACED, SETUP, cells, reader, rules_and_cells

from companion.games.summer_pavilion.layout import ALL_CELLS
from companion.games.summer_pavilion.tiles import COLOURS

GAME = reader()
GREY = reader("grey")


def wrong(game, now, before="", at=PLACED):
    """Return rule and cells of every problem of a board."""
    old = None if before is None else cells(before)
    return rules_and_cells(problems(game, cells(now), old, at))


def c(*names):
    return tuple(map(cell, names))


def test_a_legal_board_has_no_problems():
    assert wrong(GAME, "LF-1 UR-6 CT-1:red CT-4:blue") == []
    assert wrong(GREY, "LF-1:red LF-2:red UR-1:red UR-2:blue UR-6:green CT-1:red") == []


def test_at_set_up_the_boards_are_empty():
    assert wrong(GAME, "LF-1", None, SETUP) == [("SP-R5", c("LF-1"))]
    assert wrong(GAME, "", None, SETUP) == []


def test_a_wrong_colour_on_a_coloured_star():
    assert wrong(GAME, "LF-1 LF-2:red") == [("SP-R21", c("LF-2"))]
    (problem,) = problems(GAME, cells("LF-2:red"), {}, PLACED)
    assert problem.message == "A red tile lies on the left star: only purple fits there."
    (problem,) = problems(GAME, cells("LF-2:orange"), {}, PLACED)
    assert problem.message.startswith("An orange tile lies on the left star")


def test_a_colour_twice_on_the_middle_star_blames_the_new_tile():
    assert wrong(GAME, "CT-1:red CT-4:red", "CT-1:red") == [("SP-R22", c("CT-4"))]
    assert wrong(GAME, "CT-1:red CT-4:red") == [("SP-R22", c("CT-1", "CT-4"))]
    assert wrong(GAME, "CT-1:red CT-4:red", None) == [("SP-R22", c("CT-1", "CT-4"))]


def test_all_problems_are_named_not_only_the_first():
    found = wrong(GAME, "CT-1:red CT-2:red CT-3:blue CT-4:blue LF-1:red UL-1:blue corner/0:red")
    assert sorted(rule for rule, _ in found) == [
        "SP-R21",
        "SP-R21",
        "SP-R22",
        "SP-R22",
        "SP-R36",
    ]


@pytest.mark.parametrize(
    ("now", "before", "blamed"),
    [
        ("LF-1:red LF-2:red LF-3:blue", "LF-1:red LF-2:red", ("LF-3",)),
        ("LF-1:red LF-2:blue LF-3:red", "LF-1:red LF-2:blue", ("LF-3",)),
        ("LF-1:red LF-2:blue LF-3:red LF-4:green", "LF-1:red LF-2:blue", ("LF-3",)),
        ("LF-1:red LF-2:red LF-3:blue", "LF-1:red", ("LF-2", "LF-3")),
        ("LF-1:red LF-2:red LF-3:blue", "", ("LF-1", "LF-2", "LF-3")),
        ("LF-1:red LF-2:red LF-3:blue", None, ("LF-1", "LF-2", "LF-3")),
        ("CT-1:red CT-2:red CT-3:blue", "CT-1:red CT-2:red", ("CT-3",)),
    ],
)
def test_on_the_other_side_a_star_is_of_one_colour_or_of_different_ones(now, before, blamed):
    assert wrong(GREY, now, before) == [("SP-R47", c(*blamed))]


def test_a_tile_moved_to_another_space():
    assert wrong(GAME, "LF-2", "LF-1") == [("SP-R18", c("LF-2"))]


def test_a_tile_taken_away_names_no_empty_space():
    assert wrong(GAME, "", "LF-1") == [("SP-R18", ())]
    assert wrong(GAME, "UR-1", "LF-1") == [("SP-R18", ())], "a new one of another colour may stay"
    (problem,) = problems(GAME, {}, cells("LF-1"), PASSED)
    assert "purple tile is gone from the left star" in problem.message


def test_a_tile_on_an_occupied_space():
    assert wrong(GREY, "LF-1:blue", "LF-1:red") == [("SP-R19", c("LF-1"))]


def test_corner_spaces_take_tiles_only_when_passing():
    assert wrong(GAME, "LF-1 corner/0:red", "LF-1") == [("SP-R36", ("corner/0",))]
    assert wrong(GAME, "LF-1 corner/0:red", "LF-1", PASSED) == []
    assert wrong(GAME, "LF-1 corner/0:red", "LF-1 corner/0:red") == []
    assert wrong(GAME, "LF-1 corner/0:red", "LF-1 corner/0:blue") == [("SP-R36", ("corner/0",))]


def test_who_places_has_no_kept_tiles_on_corners():
    found = wrong(GAME, "LF-1 LF-2 corner/3:red", "LF-1 corner/3:red")
    assert found == [("SP-R41", ("corner/3",))]


def test_what_is_no_tile_of_a_colour_or_lies_elsewhere():
    board = {
        "star/0/1": "first",
        "corner/1": ("red", "blue"),
        "star/1/1": ("purple",),
        "pillar": "red",
    }
    found = rules_and_cells(problems(GAME, board, {}, PASSED))
    assert found == [
        ("SP-R19", ("star/0/1",)),
        ("SP-R36", ("corner/1",)),
        ("SP-R19", ("star/1/1",)),
        ("SP-R19", ("pillar",)),
    ]


def test_more_than_22_tiles_of_a_colour():
    board = {cell(f"{star}-{k}"): "red" for star in ("CT", "LF", "UL", "UR") for k in range(1, 7)}
    assert [rule for rule, _ in rules_and_cells(problems(GREY, board, None, PLACED))] == ["SP-R5"]


CONTENTS = st.sampled_from([*COLOURS, "first", "special", ("red", None), (), None])
BOARDS = st.dictionaries(st.sampled_from([*sorted(ALL_CELLS), "floor/0"]), CONTENTS)


@given(BOARDS, st.none() | BOARDS, st.sampled_from([SETUP, PLACED, PASSED]), st.booleans())
@settings(deadline=None)
def test_problems_never_raise_and_never_name_an_empty_space(board, before, at, grey):
    found = problems(GREY if grey else GAME, board, before, at)
    for rule, where in rules_and_cells(found):
        assert rule.startswith("SP-R")
        assert set(where) <= set(board)
