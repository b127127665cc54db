"""How boards may lie at the next moment, and where the companion comes in late."""

import pytest
from one_board import agree
from pavilion import cell
from pavilion_tables import PASSED, PLACED, SETUP, allows, cells, moment, reader, table

from companion.games.base import Moment

GAME = reader()
GREY = reader("grey")


def test_set_up_boards_are_empty():
    parts = GAME.successors(GAME.empty_table(), Moment(SETUP, 0))
    assert all(allows(each, {}) for each in parts)
    assert not allows(parts[0], cells("LF-1"))


def test_every_seat_may_have_placed_since_a_press_may_have_been_forgotten():
    parts = GAME.successors(table(GAME, "LF-1", "UR-1"), moment(PLACED, 0))
    assert allows(parts[0], cells("LF-1 UL-5 CT-3:blue"))
    assert not allows(parts[0], cells("LF-1 UL-5:red"))
    assert not allows(parts[0], cells("UL-5"))
    assert not allows(parts[0], cells("LF-1 corner/0:red"))
    assert allows(parts[1], cells("UR-1"))
    assert allows(parts[1], cells("UR-1 UR-2 corner/0:red"))


def test_another_tile_than_that_of_the_turn_is_unusual():
    before = table(GAME, "LF-1", "UR-1")
    one, two = cells("LF-1 LF-2"), cells("UR-1")
    assert GAME.surprise(before, moment(PLACED, 0), (one, two)) == 0
    assert GAME.surprise(before, moment(PLACED, 1), (one, two)) > 0
    assert GAME.surprise(before, moment(PASSED, 0), (one, two)) > 0
    assert GAME.surprise(before, moment(PLACED, 0), (one, {**two, "corner/0": "red"})) > 0


def test_without_a_seat_anyone_may_have_placed():
    parts = GAME.successors(table(GAME), moment(PLACED, None))
    assert allows(parts[0], cells("LF-1"))
    assert allows(parts[1], cells("UR-1"))


def test_the_middle_star_takes_only_new_colours():
    parts = GAME.successors(table(GAME, "CT-1:red"), moment(PLACED, 0))
    assert allows(parts[0], cells("CT-1:red CT-2:blue"))
    assert not allows(parts[0], cells("CT-1:red CT-2:red"))


def test_who_passes_fills_corners_and_who_has_passed_stays():
    passing = GAME.successors(table(GAME, "LF-1"), moment(PASSED, 0))
    assert allows(passing[0], cells("LF-1 corner/0:red corner/1:red corner/2:blue corner/3:green"))
    assert allows(passing[0], cells("LF-1 LF-2")), "placed before, without a press"
    kept = table(GAME, "LF-1 corner/0:red", facts={"passed": (0,)})
    later = GAME.successors(kept, moment(PLACED, 1))
    assert allows(later[0], cells("LF-1 corner/0:red"))
    assert not allows(later[0], cells("LF-1"))
    assert not allows(later[0], cells("LF-1 LF-2 corner/0:red"))
    assert allows(later[1], cells("UR-1"))


def test_in_a_new_round_the_corners_are_empty_again():
    kept = table(GAME, "LF-1 corner/0:red", facts={"passed": (0, 1)})
    parts = GAME.successors(kept, moment(PLACED, 0, 2))
    assert allows(parts[0], cells("LF-1 LF-2"))
    assert not allows(parts[0], cells("LF-1 corner/0:red"))


@pytest.mark.parametrize(
    ("lying", "may", "may_not"),
    [
        ("", "LF-1:red LF-2:red LF-5:red", ""),
        ("LF-1:red", "LF-2:red LF-3:red", "LF-2:red LF-3:blue"),
        ("LF-1:red", "LF-2:blue LF-3:green", "LF-2:blue LF-3:red"),
        ("LF-1:red LF-2:red", "LF-3:red LF-6:red", "LF-3:blue"),
        ("LF-1:red LF-2:blue", "LF-3:green", "LF-3:blue"),
    ],
)
def test_on_the_other_side_the_second_tile_decides(lying, may, may_not):
    parts = GREY.successors(table(GREY, lying), moment(PLACED, 0))
    assert allows(parts[0], cells(f"{lying} {may}"))
    assert not may_not or not allows(parts[0], cells(f"{lying} {may_not}"))


def test_a_tile_moved_on_its_star_is_a_known_mistake():
    before = table(GAME, "LF-1 LF-2")
    allowed = GAME.successors(before, moment(PLACED, 0))
    known = GAME.mistakes(before, moment(PLACED, 0))
    assert {part.cells for part in known[0]} <= {part.cells for part in allowed[0]}
    assert allows(known[0], cells("LF-1 LF-4"))
    assert not allows(allowed[0], cells("LF-1 LF-4"))
    assert GAME.mistakes(GAME.empty_table(), Moment(SETUP, 0)) == ((), ())


def test_joining_in_mid_game_takes_scores_and_boards_as_they_are():
    game = reader(scores=(31, 12))
    start = game.empty_table()
    assert (start.scores, start.boards) == ((31, 12), ())
    first = moment(PLACED, 0, 3)
    parts = game.successors(start, first)
    lying = cells("LF-1 LF-2 CT-1:red"), cells("UR-4 corner/0:red")
    assert all(map(allows, parts, lying))
    assert not allows(parts[0], cells("LF-1:red"))
    assert game.mistakes(start, first) == ((), ())
    assert game.surprise(start, first, lying) == 0, "nobody knows which tiles are new"
    assert game.problems_at(start, moment(PLACED, 1, 3), 1, lying[1], lying) == ()
    assert game.told(start, first) == ()
    outcome = game.advance(start, first, lying)
    assert outcome.announced == (31, 12)
    assert game.result(start).scores == (31, 12)
    second = game.advance(outcome.table, moment(PLACED, 1, 3), [lying[0], cells("UR-4 UR-5")])
    assert second.announced == (31, 14)


def test_whose_corners_hold_tiles_when_a_game_is_joined_has_passed():
    """SP-R36: kept tiles lie there only after passing, so the turns are those of the others."""
    game = reader(scores=(31, 12, 9), players=3)
    lying = cells("LF-1 LF-2"), cells("UR-4 corner/0:red"), cells("RT-1 corner/2:blue")
    first = game.advance(game.empty_table(), moment(PLACED, 0, 3), lying)
    assert game.passed(first.table) == {1, 2}
    assert first.announced == (31, 12, 9), "what they threw away is in the totals already"
    assert game.acts_again(first.table, moment(PLACED, 0, 3))
    late = cells("UR-4 UR-5 corner/0:red")
    (problem,) = game.problems_at(first.table, moment(PLACED, 1, 3), 1, late)
    assert problem.rule == "SP-R35"
    last = game.advance(first.table, moment(PASSED, 0, 3), lying)
    assert game.passed(last.table) == {0, 1, 2}


def test_who_placed_a_tile_as_a_game_is_joined_has_not_passed():
    """SP-R41: the kept tiles were only not put back yet."""
    game = reader(scores=(31, 12))
    lying = cells("LF-1 corner/3:red"), cells("UR-4")
    assert game.passed(game.advance(game.empty_table(), moment(PLACED, 0, 3), lying).table) == set()


def test_no_more_than_22_tiles_of_a_colour_lie_on_all_boards():
    grey = reader("grey", players=4)
    one_board = {cell(f"{star}-{slot}"): "red" for star in ("LF", "UL") for slot in range(1, 6)}
    boards = [one_board, one_board, {}, {}]
    assert agree(grey, grey.empty_table(), moment(PLACED), boards)
    boards[2] = {cell(f"LF-{slot}"): "red" for slot in range(1, 4)}
    assert not agree(grey, grey.empty_table(), moment(PLACED), boards)
