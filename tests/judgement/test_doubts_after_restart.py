"""What pictures had left in doubt when the companion was switched off and on again."""

from __future__ import annotations

import pytest
from test_second_thoughts import AFTER, BEFORE, HIDDEN, OFFER, TILED, misread
from test_without_answer import EVEN_FLOOR, LATER, NEXT, SCORED, WITH_FLOOR, asked

from companion.events import CellCorrected
from companion.service.reports.report import Status

UNDECIDED = {HIDDEN: {None: 0.0, "white": -0.1}}


def test_an_earlier_doubt_is_put_right_by_what_comes_after_a_restart(table):
    misread(table)
    table.restart([0])
    report = table.show(TILED, AFTER)
    assert report.status is Status.READ
    assert CellCorrected(0, 0, "wall/1/0", "white") in table.records


def test_without_its_picture_nothing_is_known_of_it(table):
    misread(table)
    table.restart([])
    assert table.show(TILED, AFTER).status is Status.VIOLATION


def test_what_is_in_doubt_is_not_learned_after_a_restart_either(table):
    misread(table)
    table.restart([0])
    assert table.doubted == {0: frozenset({"wall/1/0"})}


def test_what_people_answered_before_a_restart_stays_said(table):
    asked = table.show(OFFER, BEFORE, seeming=UNDECIDED)
    table.answer(asked, [None])
    table.restart([0])
    assert table.doubted == {}
    assert table.show(TILED, AFTER).status is Status.VIOLATION


def unanswered(table):
    """Play on without answering: that nothing lay there is taken."""
    asked(table, WITH_FLOOR, EVEN_FLOOR)
    table.show(TILED, SCORED)
    assert table.keeper.sitting.history[0].entry.boards[0].get("floor/1") is None


def test_what_nobody_answered_before_a_restart_is_in_doubt_still(table):
    unanswered(table)
    table.restart([0, 1])
    assert table.show(NEXT, LATER, cubes=(4, 9)).anew, "the cube was moved late"
    assert table.keeper.sitting.history[0].entry.boards[0]["floor/1"] == "blue"


def test_it_is_in_doubt_no_more_once_somebody_has_put_it_right(table):
    unanswered(table)
    table.restart([0])
    assert table.doubted == {0: frozenset({"floor/1"})}
    table.keeper.amend(CellCorrected(0, 0, "floor/1", "blue"))
    table.restart([0])
    assert table.doubted == {}


def test_nor_where_it_was_answered(table):
    table.answer(asked(table, WITH_FLOOR, EVEN_FLOOR), [None])
    table.show(TILED, SCORED)
    table.restart([0, 1])
    assert not table.show(NEXT, LATER, cubes=(4, 9)).anew


def test_what_people_put_right_before_a_restart_stays_said(table):
    misread(table)
    right = CellCorrected(0, 0, "wall/1/0", "white")
    table.keeper.amend(right)
    table.restart([0])
    assert table.doubted == {}
    assert table.keeper.sitting.table.boards[0]["wall/1/0"] == "white"


def test_eyes_that_never_saw_the_boards_empty_begin_with_the_first_picture(table):
    table.show(OFFER, BEFORE)
    table.show(TILED, AFTER)
    table.restart([0, 1])
    assert table.begun == [0, 0]


@pytest.mark.parametrize("numbers", [[0, 1], [1], []])
def test_nothing_that_was_confirmed_depends_on_kept_pictures(table, numbers):
    table.show(OFFER, BEFORE)
    table.show(TILED, AFTER)
    before = table.keeper.sitting
    table.restart(numbers)
    assert table.keeper.sitting == before
