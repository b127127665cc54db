"""The score cubes as witnesses: people who move a cube have counted too."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_keeper import JOINED, SeeingKeeper
from judged_wavering import Counting, People, game_with_wavering_eyes

from companion.events import CellCorrected, Confirmed
from companion.games.base import Checkpoint, Moment, Setup
from companion.service.reports.report import Status
from companion.service.sitting.judgement.cubes import Cubes, nats, said
from companion.sightings.sighting import BoardSighting, View
from companion.sitting import apply, fold, opened

OFFER, TILED = Moment(Checkpoint.OFFER_END, 3), Moment(Checkpoint.TILED, 3)
NEXT = Moment(Checkpoint.OFFER_END, 4)
TOTALS = (5, 9)

FLOOR = {"floor/0": "first", "floor/1": "blue"}
OFFERED = ({"line/0/0": "blue"} | FLOOR, {"line/3/0": "white"})
SCORED = ({"wall/0/0": "blue"}, {"line/3/0": "white"})
LATER = ({"wall/0/0": "blue", "line/1/0": "red"}, {"line/3/0": "white", "floor/0": "first"})
RIGHT, WITHOUT_THE_BLUE = (4, 9), (5, 9)
"""One point for the tile that is placed; two spaces of the floor line cost two, one costs one."""

HIDDEN = (0, "floor/1")
BARE_BY_ONE = {HIDDEN: {None: 0.0, "blue": -1.0}}
BARE_BY_SEVEN = {HIDDEN: {None: 0.0, "blue": -7.0}}


def misread(table, seeming=BARE_BY_ONE):
    """Show the offer's end; the blue tile on the floor line is not seen."""
    report = table.show(OFFER, OFFERED, seeming=seeming, cubes=TOTALS)
    assert report.status is Status.READ
    assert report.scores == WITHOUT_THE_BLUE
    return report


def test_a_cube_that_people_moved_elsewhere_decides_a_doubt(table):
    misread(table)
    report = table.show(TILED, SCORED, cubes=RIGHT)
    assert report.scores == RIGHT
    assert table.records[-2] == CellCorrected(0, 0, "floor/1", "blue")
    assert [notice.cells for notice in report.boards[0].notices] == [("floor/1",)]


def test_it_does_so_after_a_restart_too(table):
    misread(table)
    table.restart([0])
    assert table.show(TILED, SCORED, cubes=RIGHT).scores == RIGHT
    assert CellCorrected(0, 0, "floor/1", "blue") in table.records


def test_it_may_have_been_moved_late(table):
    misread(table)
    assert not table.show(TILED, SCORED, cubes=TOTALS).anew
    report = table.show(NEXT, LATER, cubes=RIGHT)
    assert report.anew
    assert table.keeper.sitting.table.scores == RIGHT


@pytest.mark.parametrize(("stand", "notices"), [(RIGHT, []), (TOTALS, ["track/5"])])
def test_where_no_picture_shows_the_tiling_it_stands_on_what_that_brought(table, stand, notices):
    """People had moved it, and were told to move it back to the total of the round before."""
    table.show(OFFER, OFFERED, cubes=TOTALS)
    report = table.show(NEXT, LATER, cubes=stand)
    assert report.status is Status.READ
    cells = [notice.cells for board in report.boards for notice in board.notices]
    assert [cell for (cell,) in filter(None, cells)] == notices


def test_it_decides_nothing_that_was_clearly_seen(table):
    """People miscount as well: what was surely bare stays bare, and the cube is to be moved."""
    misread(table, BARE_BY_SEVEN)
    report = table.show(TILED, SCORED, cubes=RIGHT)
    assert report.scores == WITHOUT_THE_BLUE
    assert not report.anew
    assert [notice.cells for notice in report.boards[0].notices] == [("track/4",)]


@pytest.mark.parametrize("stands", [WITHOUT_THE_BLUE, (17, 9), (None, None)])
def test_one_that_fits_what_was_read_or_nothing_at_all_changes_nothing(table, stands):
    misread(table)
    assert not table.show(TILED, SCORED, cubes=stands).anew


def test_one_that_stands_where_the_companion_said_is_no_witness(table):
    """Else a mistake of ours, obeyed, would speak for itself."""
    known = misread(table).scores
    boards = [BoardSighting(seat, View.CLEAR, score_marker=at) for seat, at in enumerate((5, 11))]
    assert Cubes({0: 3, 1: 9}).seen(boards, known) == Cubes({0: 5, 1: 11}, {1: 11})


def test_people_know_the_totals_of_the_moment_before_and_not_of_the_same():
    offered = apply(opened(JOINED), Confirmed(OFFER, OFFERED))
    assert said(offered, TILED) == RIGHT
    assert said(offered, OFFER) == TOTALS


def test_it_tells_what_a_floor_line_cost_that_no_picture_shows(table):
    """Nobody pressed at the offer's end; the tile brought one point, and two were lost."""
    table.show(OFFER, OFFERED, cubes=TOTALS)
    table.show(TILED, SCORED, cubes=RIGHT)
    tiled = (SCORED[0] | {"wall/1/3": "red"}, SCORED[1])
    report = table.show(Moment(Checkpoint.TILED, 4), tiled, cubes=(3, 9))
    assert report.scores == (3, 9)
    assert table.records[-1].moment.told == {"cubes": {"0": 3}}
    first, second = (one.notices for one in report.boards)
    assert [notice.message for notice in first] == [
        "The floor line of this round was not seen; by the score cube it cost 2."
    ]
    assert "what it cost is missing" in second[0].message, "that cube did not move"
    assert fold(table.records).table == table.keeper.sitting.table


def test_one_that_is_seen_for_the_first_time_after_a_restart_is_none(table):
    misread(table)
    table.restart([])
    table.show(TILED, SCORED, cubes=(7, 9))
    assert table.keeper._judge._thoughts.cubes(table.keeper.sitting, NEXT) == Cubes({0: 7, 1: 9})


def test_a_picture_that_is_judged_again_has_the_same_witnesses(table):
    misread(table)
    table.show(TILED, SCORED, cubes=(17, 9))
    table.keeper.tell({})
    assert table.keeper._judge._thoughts.cubes(table.keeper.sitting, NEXT).moved == {0: 17}


def test_one_that_was_not_moved_is_none_either():
    boards = [BoardSighting(0, View.CLEAR, score_marker=7), BoardSighting(1, View.CLEAR)]
    assert Cubes({0: 7, 1: 3}).seen(boards, (9, 9)) == Cubes({0: 7, 1: 3})


def test_where_the_cubes_are_nothing_illegal_is_excused(table):
    misread(table)
    wrong = (SCORED[0] | {"wall/3/3": "blue"}, SCORED[1])
    assert table.show(TILED, wrong, cubes=RIGHT).status is Status.VIOLATION


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_the_more_cubes_are_right_the_likelier_is_what_was_read(told):
    if not all(told):
        better = sorted(told)
        better[0] = True
        assert nats(better) > nats(told)
    assert nats(told) <= 0.0
    assert nats(told) == nats(told[::-1])


def test_one_more_that_is_right_tells_less_where_people_are_often_wrong():
    assert nats([True]) - nats([False]) == pytest.approx(4.605, abs=0.001), "a hundred numbers"
    poor = nats([False] * 6 + [True]) - nats([False] * 7)
    good = nats([True] * 7) - nats([True] * 6 + [False])
    assert 2.0 < poor < 4.605 < good


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("azul", 1),
        pytest.param("azul", 8, marks=pytest.mark.long),
        pytest.param("azul-mini", 8, marks=pytest.mark.long),
    ],
)
def test_whole_games_go_no_worse_however_people_move_their_cubes(monkeypatch, game, seeds):
    monkeypatch.setattr("judged_wavering.WAVERING", 0.12)

    def played(counting):
        people = People(counting)
        games = (game_with_wavering_eyes(monkeypatch, Setup(game), n, people) for n in range(seeds))
        return sum(games, Counter())

    without = played(Counting.NOT)
    rightly, as_told = played(Counting.RIGHTLY), played(Counting.AS_TOLD)
    print(game, dict(without), dict(rightly))
    assert as_told == without
    assert rightly["right totals"] >= without["right totals"]
    assert rightly["wrong boards"] <= without["wrong boards"]


LAST_ROW = {f"wall/0/{col}": colour for col, colour in
            enumerate(("blue", "yellow", "red", "black", "white"))}  # fmt: skip


@pytest.mark.parametrize(
    ("before", "stands", "said"),
    [
        (5, 10, []), (5, 12, []), (5, 11, [("track/11",)]),
        (96, 1, []), (96, 3, []), (96, 2, [("track/2",)]), (93, 98, []), (93, 100, []),
    ],
)  # fmt: skip
def test_at_the_end_it_may_stand_on_the_total_with_or_without_bonuses(
    monkeypatch, before, stands, said
):
    """A complete row brings two points, which people may have counted already (R38).

    After 100 the track goes round (section 9, ``score_over_max``).
    """
    table = SeeingKeeper(monkeypatch, Setup("azul", first_player=0, round=5, scores=(before, 9)))
    almost = {cell: colour for cell, colour in LAST_ROW.items() if cell != "wall/0/4"}
    table.show(
        Moment(Checkpoint.OFFER_END, 5), (almost | {"line/0/0": "white"}, {"floor/0": "first"})
    )
    report = table.show(Moment(Checkpoint.TILED, 5), (LAST_ROW, {}), cubes=(stands, 8))
    assert report.scores == (before + 5, 8)
    assert table.keeper.result().scores == (before + 7, 8)
    assert [notice.cells for notice in report.boards[0].notices] == said


def test_sliders_are_called_sliders(monkeypatch):
    """MI-R2: a board of Mini has no cube and no track."""
    table = SeeingKeeper(monkeypatch, Setup("azul-mini", first_player=0, round=3, scores=TOTALS))
    misread(table, BARE_BY_SEVEN)
    report = table.show(TILED, SCORED, cubes=RIGHT)
    (notice,) = report.boards[0].notices
    assert (notice.cells, notice.message) == ((), "The sliders show 4; set them to 5.")
