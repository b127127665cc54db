"""A question that was open when the companion was switched off: the kept picture asks it again."""

from __future__ import annotations

import json

import pytest
from judged_keeper import SeeingKeeper, picture
from test_questions import MARKED, PAVILION, SETUP, star
from test_without_answer import EVEN, FULL, OFFER, OFFERED, SCORED, TILED, UNSURE, asked

from companion import events
from companion.events import Confirmed, Unanswered, Undone
from companion.games.base import Checkpoint, Moment
from companion.reconcile import OTHER
from companion.service.reports.report import Answered, Status

ANY = {UNSURE: dict.fromkeys(("red", "black", "white", "yellow", "blue"), 0.0)}
"""Five colours as likely as each other: three are offered, and something else."""

TWO = {**EVEN, (1, "line/3/0"): {"white": 0.0, "yellow": -0.01}}


def switched_off_and_on(table):
    """Go on from what the journal has: the events as they are written, and the picture."""
    number = len(table._shown) - 1
    kept = [events.from_json(json.loads(json.dumps(events.to_json(e)))) for e in table.records]
    table.keeper._judge._events = tuple(kept)
    table.restart([])
    waits = table.keeper.events[-1]
    return table.keeper.look_again(picture(number), waits)


def test_the_same_is_asked_and_answered_as_without_a_restart(table):
    before = asked(table)
    report = switched_off_and_on(table)
    assert (report.status, report.question) == (Status.QUESTION, before.question)
    read = table.answer(report, ("black",))
    assert (read.status, read.scores) == (Status.READ, (5, 9))
    assert table.records[-1] == Confirmed(OFFER, OFFERED)


def test_so_it_is_after_two_restarts(table):
    before = asked(table)
    switched_off_and_on(table)
    assert switched_off_and_on(table).question == before.question


def test_where_people_play_on_the_next_picture_tells(table):
    asked(table)
    switched_off_and_on(table)
    report = table.show(TILED, SCORED)
    assert report.answered == Answered(0, OFFER)
    assert table.records[-3:] == [
        Confirmed(OFFER, OFFERED), Unanswered(0), Confirmed(TILED, SCORED),
    ]  # fmt: skip


def test_so_it_does_where_the_press_was_for_the_same_moment(table):
    asked(table)
    switched_off_and_on(table)
    table.keeper.expect(lambda sitting: TILED)
    assert table.show(OFFER, SCORED).moment == TILED


def test_what_was_answered_before_it_is_not_asked_again(table):
    first = asked(table, seeming=TWO)
    second = table.keeper.answer(first.question.options.index(("black",)))
    assert second.status is Status.QUESTION
    assert second.question.cells != first.question.cells
    report = switched_off_and_on(table)
    assert report.question == second.question
    assert table.answer(report, ("white",)).status is Status.READ
    assert table.records[-1] == Confirmed(OFFER, OFFERED)


def test_what_people_said_it_is_not_is_not_offered_again(table):
    first = table.show(OFFER, OFFERED, seeming=ANY)
    second = table.answer(first, OTHER)
    report = switched_off_and_on(table)
    assert report.question == second.question
    assert not {*first.question.options} & {*report.question.options} - {OTHER}


def test_an_answer_given_before_it_stays_given_where_people_play_on(table):
    first = asked(table, seeming=TWO)
    table.keeper.answer(first.question.options.index(("red",)))
    switched_off_and_on(table)
    red = (FULL | {"line/1/0": "red"}, OFFERED[1])
    tiled = ({"wall/0/0": "blue", "line/1/0": "red"}, SCORED[1])
    assert table.show(TILED, tiled).answered == Answered(0, OFFER)
    assert table.records[-3] == Confirmed(OFFER, red)


def test_an_order_is_asked_again_too(monkeypatch):
    table = SeeingKeeper(monkeypatch, PAVILION)
    table.show(SETUP, ({}, {}))
    moment = Moment(Checkpoint.PLACED, 1, None, MARKED)
    first = table.show(moment, (star(1, 2, 3), star(1, 2, 3)))
    assert switched_off_and_on(table).question == first.question
    second = table.keeper.answer(0)
    assert second.question.seat == 1
    assert switched_off_and_on(table).question == second.question, "the first order is known"
    assert table.keeper.answer(0).status is Status.READ
    assert set(table.records[-1].moment.told["order"]) == {"0", "1"}


def test_what_was_wrong_asks_again_whether_a_tile_was_misread(table):
    table.show(OFFER, OFFERED)
    wrong = (SCORED[0] | {"line/1/0": "red"}, SCORED[1])
    before = table.show(TILED, wrong)
    assert before.status is Status.VIOLATION
    report = switched_off_and_on(table)
    assert (report.status, report.question) == (Status.VIOLATION, before.question)
    assert table.answer(report, ("black",)).status is Status.READ
    assert table.records[-1] == Confirmed(TILED, SCORED)


def test_what_is_taken_back_after_its_answer_is_gone(table):
    asked(table)
    table.answer(switched_off_and_on(table), ("black",))
    table.keeper.amend(Undone())
    assert table.show(TILED, SCORED).answered is None


@pytest.mark.parametrize("seeming", [EVEN, TWO])
def test_nothing_of_it_counts_before_it_is_answered(table, seeming):
    asked(table, seeming=seeming)
    switched_off_and_on(table)
    assert table.keeper.sitting.history == ()
