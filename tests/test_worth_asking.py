"""What people are asked: where the eyes are overruled, and where points or rules depend on it."""

from __future__ import annotations

import pytest
from test_reconcile import COLOURS, Pairs, cell, only, read

from companion.games.base import Part
from companion.reconcile import OTHER
from companion.reconcile.parts import DISAGREE
from companion.reconcile.questions import ASK, SURE


class Worthless(Pairs):
    """The same, but whatever lies there brings the same points."""

    def successors(self, before, moment):
        options = tuple(only(each, each) for each in COLOURS)
        part = Part(("a", "b"), options, scored=lambda contents: 0)
        return ((part,), (part,))


class Alone(Pairs):
    """One cell for each seat, on which whatever lies there is legal and brings the same points."""

    def successors(self, before, moment):
        part = Part(("a",), tuple(map(only, COLOURS)), scored=lambda contents: 0)
        return ((part,), (part,))

    def problems_at(self, before, moment, seat, board, boards=()):
        return ()


def pair(nats):
    """Two tiles that look red, and blue by so many nats less, together."""
    return {"a": cell(red=0.0, blue=-nats / 2), "b": cell(red=0.0, blue=-nats / 2)}


def test_where_the_rules_overrule_the_eyes_it_is_asked_which_tile_was_misread():
    """Of two pairs that look red only one can be; what is offered may all be wrong."""
    reading = read(pair(SURE + 4.0), pair(SURE + 2.0))
    assert [board.cells["a"] for board in reading.boards] == ["red", "blue"]
    question = reading.question
    assert question is not None
    assert (question.seat, question.cells) == (1, ("a",))
    assert question.options == (("blue",), ("red",), OTHER)


@pytest.mark.parametrize(("nats", "asks"), [(SURE + 0.1, True), (SURE - 0.1, False)])
def test_it_is_asked_only_where_the_eyes_were_sure(nats, asks):
    reading = read(pair(nats + 2.0), pair(nats))
    assert [board.cells["a"] for board in reading.boards] == ["red", "blue"]
    assert (reading.question is not None) is asks


def test_it_is_asked_too_where_what_is_offered_brings_the_same_points():
    """Something else may lie there."""
    seen = ({"a": cell(red=0.0, blue=-SURE - each)} for each in (4.0, 2.0))
    question = read(*seen, game=Alone()).question
    assert question is not None
    assert question.options == (("blue",), ("red",), OTHER)


@pytest.mark.parametrize(("game", "asks"), [(Pairs(), True), (Worthless(), False)])
def test_what_makes_no_difference_to_the_points_is_not_asked(game, asks):
    assert (read(pair(ASK / 2), game=game).question is not None) is asks


@pytest.mark.parametrize("game", [Pairs(), Worthless()])
def test_what_may_be_against_the_rules_is_asked_whatever_it_brings(game):
    nearly = DISAGREE - ASK / 2
    reading = read({"a": cell(red=0.0), "b": cell(blue=0.0, red=-nearly)}, game=game)
    assert reading.legal
    question = reading.question
    assert question is not None
    assert question.options == (("red",), ("blue",))
