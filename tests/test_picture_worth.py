"""What boards in a single picture would score if the round ended now, and the game with it."""

import pytest

from companion.boards import load
from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Step
from companion.service.pictures.judgement import Given, judge
from tests.clear_boards import seen_clearly

GOALS = ("G1", "G5", "G7")


def worth(game, *boards, totals=None, goals=()):
    """What is said of boards that are seen clearly, with 10 points each where nothing is said."""
    board = load(game)
    seen = [seen_clearly(board, cells, seat=seat) for seat, cells in enumerate(boards)]
    given = Given(totals=totals or (10,) * len(boards), goals=goals)
    judged = judge(board, seen, given)
    assert not any(each.reading.problems for each in judged)
    return [each.worth for each in judged]


def dome_tiles(*turned):
    """A dome with these tiles, the first one top left."""
    return {f"place/{n // 3}/{n % 3}": TURNED[tile][turn] for n, (tile, turn) in enumerate(turned)}


MINE = dome_tiles((2, 0), (1, 0), (5, 0))
SPECIAL = dome_tiles((1, 0), (7, 0), (5, 0))
YOURS = dome_tiles((3, 0), (4, 0), (6, 0))


def test_bonuses_count_with_the_tiles_of_the_round_on_the_wall():
    row = {"wall/0/0": "blue", "wall/0/1": "yellow", "wall/0/2": "red", "wall/0/3": "black"}
    (mine,) = worth("azul", {**row, "line/0/0": "white"})
    assert mine.points == 5
    assert mine.ending == (Step("rows", 2, "AZ-R38"),)
    assert mine.total == 10 + 5 + 2


def test_goals_of_duel_count_with_the_tiles_of_the_round_on_the_dome():
    """R56: the goals come after the tiling; a blue tile fills the upper left dome tile (R64)."""
    lies = {"dome/0/0": "red", "dome/1/0": "turquoise", "dome/1/1": "black", "line/0/0": "blue"}
    mine, _ = worth("azul-duel", {**MINE, **lies}, YOURS, goals=GOALS)
    assert mine.points == 2 + 2
    assert mine.bonuses == {"G1": 0, "G5": 3, "G7": 1}
    assert mine.total == 10 + 4 + 3 + 3
    assert mine.wins


def test_the_special_tile_that_a_tile_brings_counts_for_goals_too():
    """R44: the special tile is placed with the third coloured tile of its dome tile."""
    lies = {"dome/1/0": "black", "dome/1/1": "yellow", "line/0/0": "turquoise"}
    mine, _ = worth("azul-duel", {**SPECIAL, **lies}, YOURS, goals=GOALS)
    assert mine.steps[-1] == Step("dome/0/0", 1, "DU-R44")
    assert mine.bonuses == {"G1": 0, "G5": 3, "G7": 1}


def test_a_tie_of_duel_is_shared_where_nobody_sees_the_starting_player_tile():
    """R57: its holder wins a tie; no other board has more, whoever that is."""
    assert [each.wins for each in worth("azul-duel", MINE, YOURS, goals=GOALS)] == [True, True]


def test_a_tie_of_duel_is_won_by_who_has_the_starting_player_tile():
    """R57, and R48: the tile costs 2, so its holder stood 2 points higher before."""
    boards = MINE, {**YOURS, "start": "first"}
    first, second = worth("azul-duel", *boards, totals=(10, 12), goals=GOALS)
    assert first.total == second.total == 10
    assert (first.wins, second.wins) == (False, True)


MORE = [pytest.param(*laid, marks=pytest.mark.long) for laid in ((1, 1), (2, 1), (2, 2), (4, 3))]
"""Dome tiles laid in between the first one and the last."""


@pytest.mark.parametrize(("mine", "yours"), [(1, 0), (4, 4), *MORE])
def test_dome_tiles_of_duel_may_still_be_to_come(mine, yours):
    """R10, R14: the picture may show the midst of phase 1, and is worth what lies there by then."""
    laid = [(tile, 0) for tile in (1, 7, 5, 2)], [(tile, 0) for tile in (3, 4, 6, 8)]
    one, other = dome_tiles(*laid[0][:mine]), dome_tiles(*laid[1][:yours])
    first, second = worth("azul-duel", {**one, "line/0/0": "turquoise"}, other, goals=GOALS)
    assert (first.points, second.points) == (1, 0)


def test_both_boards_of_duel_are_of_one_round():
    """R14: who has one dome tile is in round 1, who has six in round 3."""
    six = dome_tiles(*((tile, 0) for tile in (3, 4, 6, 8, 9, 10)))
    board, lying = load("azul-duel"), (dome_tiles((1, 0)), six)
    seen = [seen_clearly(board, cells, seat=seat) for seat, cells in enumerate(lying)]
    one, other = (each.reading.problems for each in judge(board, seen, Given()))
    assert [problem.rule for problem in (*one, *other)] == ["DU-R14"]
