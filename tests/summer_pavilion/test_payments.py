"""Payments: what left the table beside the boards against what a space costs (SP-R20, SP-R23)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.events import Confirmed
from companion.games import game as rules_of
from companion.games.base import FIRST, Checkpoint, Moment, Setup, Table
from companion.games.offer import Offer, Since
from companion.games.summer_pavilion.tiles import COLOURS
from companion.service.sitting.judgement.takes import Offers
from companion.sitting import apply, opened
from companion.vision.loose.tiles import LooseTable, LooseTile

GAME = rules_of(Setup("summer-pavilion"))
BESIDE = "green green green orange orange purple purple red"


def found(came, left, *, was=BESIDE, old=({}, {}), number=1):
    """What is found when ``came`` is placed by seat 0 and ``left`` still lies beside the boards."""
    table = Table(GAME.setup, number, Checkpoint.PLACED, old, (5, 5))
    moment = Moment(Checkpoint.PLACED, number, 0)
    boards = ({**old[0], **came}, old[1])
    before, now = (
        GAME.offer(table, moment, boards, Offer((), {}, Counter(each.split())), followed=True)
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


def whole(number, *boards, kept=(), lying=20):
    """Whether ``lying`` tiles beside the boards are all of them in the first picture of a round."""
    before = ({}, dict.fromkeys(kept, "red"))
    checkpoint = Checkpoint.SETUP if number == 1 else Checkpoint.PASSED
    table = Table(GAME.setup, number - 1, checkpoint, before, (5, 5))
    seen = Offer((), {}, {"green": lying, FIRST: 1})
    return GAME.offer(
        table, Moment(Checkpoint.PLACED, number, 0), boards, seen, followed=False
    ).complete


def test_the_first_picture_of_a_round_must_show_what_was_dealt_less_what_was_paid():
    """R6, R20: five displays of four tiles for two players, with or without ten in the supply."""
    board = {"star/6/3": "green"}
    assert [lying for lying in range(40) if whole(1, board, {}, lying=lying)] == [17, 27]


def test_kept_tiles_lie_beside_the_boards_again():
    """R41; where people forget to put them back, they still lie on the corners."""
    board, kept = {"star/6/3": "green"}, ("corner/0", "corner/1")
    assert [n for n in range(40) if whole(2, board, {}, kept=kept, lying=n)] == [19, 29]
    still = dict.fromkeys(kept, "red")
    assert [n for n in range(40) if whole(2, board, still, kept=kept, lying=n)] == [17, 27]


def test_won_tiles_lie_beside_the_boards():
    """R30: a window brings three; several tiles since the last picture are all paid for."""
    board = {"star/6/5": "green", "star/6/6": "green"}
    assert [n for n in range(40) if whole(1, board, {}, lying=n)] == [12, 22]


def test_a_round_that_was_joined_or_missed_tells_not_what_must_lie_there():
    seen, boards = Offer((), {}, {"green": 17}), ({"star/6/3": "green"}, {})
    for number, before in ((1, ()), (3, ({}, {}))):
        table = Table(GAME.setup, 1, Checkpoint.PASSED, before, (5, 5))
        moment = Moment(Checkpoint.PLACED, number, 0)
        assert not GAME.offer(table, moment, boards, seen, followed=False).complete


def heap(names, doubtful=0):
    """The tiles beside the boards; of the first ``doubtful`` the colour is not sure."""
    tiles = []
    for number, name in enumerate(names.split()):
        told = dict.fromkeys((*COLOURS, FIRST), -12.0) | {name: 0.0}
        if number < doubtful:
            told["yellow" if name != "yellow" else "orange"] = -0.5
        tiles.append(LooseTile(name, 0.0, 30.0 * number, "table", told))
    return LooseTable(0, tuple(tiles))


def told_in_an_evening(*heaps):
    """What is said of the payments of a round: in turn two seats fill space 1, 2, 3 of a star."""
    state, offers, notices = opened(Setup("summer-pavilion", first_player=0)), Offers(), []
    state, boards = apply(state, Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {}))), [{}, {}]
    for number, lying in enumerate(heaps):
        moment = Moment(Checkpoint.PLACED, 1, number % 2)
        boards[number % 2] = {**boards[number % 2], f"star/6/{number + 1}": "green"}
        verdict = offers.judge(state, moment, tuple(boards), lying)
        state = apply(state, Confirmed(moment, tuple(boards)))
        offers.keep(state.history[-1].entry.number, verdict)
        notices.append([said.message for _, said in verdict.notices])
    return notices


MANY = "red " * 10
SHORT = "This space costs 2 tiles; gone from beside the board: 1."


def test_a_payment_is_judged_once_all_tiles_were_seen_in_the_round():
    """R20: 20 tiles were dealt; space 1 costs one, space 2 two of them, but one is gone."""
    first, second = heap(MANY + "green " * 9), heap(MANY + "green " * 8)
    assert told_in_an_evening(first, second) == [[], [SHORT]]
    assert told_in_an_evening(heap(MANY + "green " * 8), heap(MANY + "green " * 7)) == [[], []]


def test_colours_that_are_not_sure_at_first_do_not_keep_later_payments_from_being_judged():
    first = heap("green " * 9 + MANY, doubtful=2)
    second, third = heap(MANY + "green " * 7), heap(MANY + "green " * 5)
    said = told_in_an_evening(first, second, third)
    assert said == [[], [], ["This space costs 3 tiles; gone from beside the board: 2."]]
