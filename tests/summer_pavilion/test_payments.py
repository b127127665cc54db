"""Payments: what left the table beside the boards against what a space costs (SP-R20, SP-R23)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games import game as rules_of
from companion.games.base import Checkpoint, Moment, Setup, Table
from companion.games.offer import Offer, Since

GAME = rules_of(Setup("summer-pavilion"))
BESIDE = "green green green orange orange purple purple red"


def found(came, left, *, was=BESIDE, old=({}, {}), number=1):
    """What is found when ``came`` is placed by seat 0 and ``left`` still lies beside the boards."""
    table = Table(GAME.setup, number, Checkpoint.PLACED, old, (5, 5))
    moment = Moment(Checkpoint.PLACED, number, 0)
    boards = ({**old[0], **came}, old[1])
    before, now = (
        GAME.offer(table, moment, boards, Offer((), {}, Counter(each.split())))
        for each in (was, left)
    )
    problems = GAME.take_problems(Since(table, moment, boards, before, now))
    assert not any(each.stops for each in problems)
    return problems


def said(*args, **how):
    """What is told of it."""
    return [
        (each.seat, each.problem.rule, each.problem.cells)
        for each in found(*args, **how)
        if not each.doubtful
    ]


def test_a_space_that_is_paid_for_needs_no_word():
    assert said({"star/6/2": "green"}, "green orange orange purple purple red") == []


def test_wild_tiles_may_pay():
    assert said({"star/6/3": "green"}, "green green orange orange red") == []


def test_a_tile_too_many_may_only_be_hidden():
    left = "orange orange purple purple red"
    assert [each.problem.rule for each in found({"star/6/2": "green"}, left)] == ["SP-R20"]
    assert said({"star/6/2": "green"}, left) == []
    assert said({"star/6/2": "green"}, "green orange purple purple red") == []


def test_too_few_tiles_are_pointed_out():
    left = "green green orange orange purple purple red"
    assert said({"star/6/2": "green"}, left) == [(0, "SP-R20", ("star/6/2",))]


def test_another_colour_that_is_not_wild_is_pointed_out():
    left = "green green orange orange purple purple"
    assert said({"star/6/2": "green"}, left) == [(0, "SP-R23", ("star/6/2",))]


def test_wild_is_another_colour_in_another_round():
    left = "green green orange orange purple red"
    assert said({"star/6/2": "green"}, left, number=1) == []
    assert said({"star/6/2": "green"}, left, number=3) == [(0, "SP-R23", ("star/6/2",))]


def test_wild_tiles_alone_pay_for_no_other_colour():
    """R23: one of the tiles spent, the placed one, has the required colour itself."""
    left = "green green green orange orange red"
    assert said({"star/6/2": "green"}, left) == [(0, "SP-R23", ("star/6/2",))]
    assert said({"star/1/2": "purple"}, left) == [], "R24: purple pays for itself"
    assert said({"star/6/2": "green"}, "green green orange orange purple red") == []


def test_the_tile_that_wild_tiles_pay_for_may_come_out_of_the_hand():
    left = "green green green orange orange red"
    assert said({"star/6/3": "green"}, left) == [(0, "SP-R20", ("star/6/3",))]


def test_wild_tiles_that_are_gone_beyond_the_cost_may_only_be_hidden():
    left = "green green green orange orange red"
    assert {each.problem.rule for each in found({"star/6/1": "green"}, left)} == {
        "SP-R20", "SP-R23"
    }  # fmt: skip
    assert said({"star/6/1": "green"}, left) == []


@pytest.mark.parametrize(
    ("came", "left"),
    [
        ({"star/6/2": "green"}, BESIDE),
        ({"star/6/2": "green"}, "green blue"),
        ({"star/6/2": "green", "star/6/1": "green"}, "green orange orange"),
        ({}, "green orange orange"),
    ],
    ids=["paid out of the hand", "tiles came", "two tiles were placed", "none was placed"],
)
def test_nothing_is_said_where_nothing_is_certain(came, left):
    assert said(came, left) == []


def test_nothing_is_said_where_bonus_tiles_came():
    old = ({"star/6/5": "green"}, {})  # the window's other space
    assert said({"star/6/6": "green"}, "green", old=old) == []
    paid, back = "green " * 6 + "red", "green " * 3 + "red"  # three of the colour that paid
    assert said({"star/6/6": "green"}, back, was=paid, old=old) == []
