"""One picture judged by itself: what lies there by the rules, and what it is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.boards import GAMES, load
from companion.neural_network.slots import tile_cells
from companion.service.pictures.judgement import judge
from companion.sightings.sighting import BoardSighting, View
from tests.clear_boards import seen_clearly


def test_the_marker_may_lie_on_a_board_that_the_picture_does_not_show():
    """Nobody says that all boards of the game are in the picture, so no tile is made the marker."""
    board = load("azul")
    unsure = seen_clearly(board, {"floor/0": "black", "floor/1": "yellow"})
    unsure.cells["floor/1"]["first"] = -2.5
    for boards in ([unsure], [unsure, seen_clearly(board, {}, seat=1)]):
        first, *_ = judge(board, boards)
        assert first.reading.cells["floor/1"] == "yellow"


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_board_is_legal_and_worth_nothing(game):
    board = load(game)
    (judged,) = judge(board, [seen_clearly(board, {})])
    assert judged.reading.cells == {}
    assert judged.reading.problems == ()
    assert judged.worth is not None
    assert not judged.worth.points


def test_floor_lines_cost_what_they_can_where_the_total_is_not_known():
    board = load("azul")
    floor = {"floor/0": "red", "floor/1": "red", "floor/2": "blue"}
    (judged,) = judge(board, [seen_clearly(board, floor)])
    assert judged.worth.points == -4
    (judged,) = judge(board, [seen_clearly(board, floor, score_marker=1)])
    assert judged.worth.points == -1, "a total never falls below 0"


def test_whatever_lies_wrong_is_named_and_no_board_is_said_to_have_to_be_empty():
    """That is one problem for each board, however much lies there, and seemed the least."""
    board = load("azul")
    gaps = {"line/1/1": "red", "line/2/1": "blue", "line/4/3": "black"}
    (judged,) = judge(board, [seen_clearly(board, gaps)])
    assert {problem.rule for problem in judged.reading.problems} == {"AZ-R14"}


def test_nothing_is_made_up_for_cells_that_are_not_seen():
    board = load("azul")
    lies = {"line/0/0": "red", "wall/0/2": "red"}
    hidden = seen_clearly(board, lies, unseen=frozenset({"wall/0/2"}))
    (judged,) = judge(board, [hidden])
    assert "wall/0/2" not in judged.reading.cells


def test_what_is_not_made_out_says_nothing_of_the_others():
    board = load("azul")
    lies = {"line/1/0": "red", "line/1/1": "red"}
    every = dict.fromkeys((cell.id for cell in tile_cells(board)), "red")
    lost = BoardSighting(0, View.LOST)
    strange = replace(seen_clearly(board, every), view=View.UNKNOWN, score_marker=0)
    for other in (lost, strange):
        first, second = judge(board, [other, seen_clearly(board, lies, seat=1, score_marker=0)])
        assert (first.reading.cells, first.worth) == ({}, None)
        assert second.reading.cells == lies
        assert second.worth.points == 1
        assert not second.worth.wins
    assert [each.worth for each in judge(board, [lost, lost])] == [None, None]
