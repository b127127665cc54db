"""A picture's boards as people read them in a terminal."""

from dataclasses import replace

import pytest

from companion.boards import load
from companion.boards.board_family import printed_alike
from companion.cli.shared.terminal_sheet import _remarks, frame_lines, picture_lines
from companion.games.base import Checkpoint, Moment, Problem
from companion.games.saying import Notice
from companion.reconcile import BoardReading, Doubt
from companion.service.pictures.judgement import NOT_JUDGED, Judged
from companion.service.pictures.picture_report import PictureReport
from companion.service.reports.report import BoardReport, Report, Status
from companion.sightings.sighting import BoardSighting, View
from tests.clear_boards import seen_clearly

DOME = ("black", "yellow", "red", "any")
STACK = (None, "blue")


def test_dome_tiles_and_stacks_are_told_in_words():
    """A letter says no more than that one lies there."""
    board = load("azul-duel")
    lying = {"place/0/1": DOME, "broken": STACK}
    judged = Judged(BoardReading(lying, (), ()), None)  # to explain such a stack takes long
    lines = list(picture_lines(PictureReport(seen_clearly(board, lying), judged), board))
    assert "    place/0/1: black yellow red any" in lines
    assert "    broken: unknown blue" in lines


def test_a_board_of_another_game_is_called_by_what_to_type():
    board, games = load("azul-duel"), (("azul", "grey"), ("azul-mini", "grey"))
    seen = replace(seen_clearly(board, {}), view=View.UNKNOWN, resembles=games)
    report = PictureReport(seen, NOT_JUDGED)
    said = " ".join(line.strip() for line in picture_lines(report, board))
    assert "not the coloured side of azul-duel, but looks like" in said
    assert "--game azul or azul-mini, --variant grey;" in said
    assert report.to_json()["resembles"] == [
        {"game": "azul", "variant": "grey"},
        {"game": "azul-mini", "variant": "grey"},
    ]


def test_the_other_side_of_the_same_game_is_told_from_the_one_named():
    board = load("azul", "grey")
    seen = replace(seen_clearly(board, {}), view=View.UNKNOWN, resembles=(("azul", "coloured"),))
    said = list(picture_lines(PictureReport(seen, NOT_JUDGED), board))
    assert said[1] == "    this is not the grey side of azul, but looks like"
    assert said[2] == "    --game azul, --variant coloured;"


@pytest.mark.parametrize("side", [("azul", "coloured"), ("azul-duel", "coloured")])
def test_what_is_said_of_another_game_fits_a_terminal(side):
    board = load("summer-pavilion", "grey")
    seen = replace(seen_clearly(board, {}), view=View.UNKNOWN, resembles=printed_alike(load(*side)))
    assert all(len(line) <= 80 for line in picture_lines(PictureReport(seen), board))


@pytest.mark.parametrize("view", [View.UNKNOWN, View.LOST])
def test_no_score_cube_is_told_of_a_board_that_is_not_made_out(view):
    board = load("azul")
    seen = seen_clearly(board, {}, score_marker=20)
    known, strange = PictureReport(seen), PictureReport(replace(seen, view=view), NOT_JUDGED)
    assert next(picture_lines(known, board)) == "board 0, marker on 20"
    assert next(picture_lines(strange, board)) == "board 0"
    assert (known.to_json()["score_marker"], strange.to_json()["score_marker"]) == (20, None)


def test_a_doubt_names_dome_tiles_and_stacks_in_words():
    dome, other = ("red", "any", "blue", "black"), ("red", "special", "blue", "black")
    doubt = Doubt(("place/1/2",), (dome, other), dome, 0.6)
    stack = Doubt(("broken",), (("red",), (None, "red"), None), ("red",), 0.6)
    told = "\n".join(_remarks(0, BoardReading({}, (doubt, stack), ()), "azul-duel"))
    assert "place/1/2: red any blue black or red special blue black" in told
    assert "broken: red or unknown red or empty" in told


@pytest.mark.parametrize("view", [view for view in View if view is not View.CLEAR])
def test_of_a_board_that_is_not_read_a_replay_says_what_to_do(view):
    board = BoardReport(BoardSighting(0, view, None), None)
    moment = Moment(Checkpoint.OFFER_END, 1)
    report = Report(moment, Status.WAITING, (board,), (0,), ((),))
    _, said = frame_lines(report, 2, 2, "azul")
    assert "; take the picture again" in said or "; move the lamp" in said or "; check" in said


ON_THE_WALL = Problem("CH-R22", ("line/0/0",), "Row {row} of the wall has {content}.",
                      {"row": 1, "content": "a wall flower"})  # fmt: skip


def test_a_picture_is_told_in_the_words_of_its_own_game():
    """The rules of Master Chocolatier, and the dashboard, call a box what is a wall elsewhere."""
    said = {}
    for game in ("azul", "master-chocolatier"):
        board = load(game)
        judged = Judged(BoardReading({}, (), (ON_THE_WALL,)), None)
        said[game] = "\n".join(picture_lines(PictureReport(seen_clearly(board, {}), judged), board))
    assert "CH-R22 Row 1 of the wall has a wall flower. (line/0/0)" in said["azul"]
    assert "Row 1 of the chocolate box has a wall flower. (line/0/0)" in said["master-chocolatier"]


def test_a_replay_is_told_in_the_words_of_its_own_game():
    reading = BoardReading({}, (), (ON_THE_WALL,))
    notice = Notice((), "Tiles lie on the wall.")
    board = BoardReport(seen_clearly(load("master-chocolatier"), {}), reading, (notice,))
    report = Report(Moment(Checkpoint.TILED, 1), Status.VIOLATION, (board,), (0,), ((),))
    _, problem, told = frame_lines(report, 2, 2, "master-chocolatier")
    assert "Row 1 of the chocolate box has a wall flower." in problem
    assert "Tiles lie in the chocolate box." in told
