"""Who begins the next round where no camera shows the starting player marker (R36)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.base import FIRST, Checkpoint, Moment, Setup

TURN, OFFER_END, TILED = Checkpoint.TURN, Checkpoint.OFFER_END, Checkpoint.TILED
SPECIAL = Setup("master-chocolatier", first_player=1, options={"special_factories": True})
FULL = {f"floor/{place}": "red" for place in range(7)}


def starter(boards, setup=SPECIAL, **told):
    """Return who begins after an offer, seat 1 having begun it."""
    game = games.game(setup)
    return game.advance(game.empty_table(), Moment(OFFER_END, 1, told=told), boards).table.starter


@pytest.mark.parametrize(
    ("boards", "told", "seat"),
    [
        (({"floor/0": FIRST}, {}), {}, 0),
        (({}, {}), {"free_floor": 0}, 0),
        (({}, {}), {}, None),
        (({}, {}), {"free_floor": None}, 1),
        ((FULL, {}), {}, None),
        ((FULL, {}), {"free_floor": None}, 0),
        ((FULL, {}), {"free_floor": 0}, 0),
        ((FULL, {}), {"free_floor": 1}, None),
        ((FULL, {}), {"starter": 0}, 0),
        ((FULL, {}), {"starter": 7}, None),
        ((FULL, {}), {"starter": "me"}, None),
    ],
    ids=[
        "on a floor",
        "on the display with the 0",
        "whose display nobody told",
        "nobody holds the display, so it was not taken",
        "there or beside the full floor",
        "nobody holds the display, so it is beside the full floor",
        "one seat has both",
        "two seats have one",
        "told",
        "told of nobody",
        "told in other words",
    ],
)
def test_where_the_marker_lies_with_special_factories(boards, told, seat):
    assert starter(boards, **told) == seat


def test_on_a_full_floor_the_marker_lies_where_the_table_says():
    beside, last = (
        Setup("azul", first_player=1, options={"marker_on_full_floor": where})
        for where in ("beside", "last-space")
    )
    assert starter((FULL, {}), beside) == 0
    assert starter((FULL, {}), last) == 1, "it would be seen, so nobody took it"
    assert starter((FULL, FULL), beside) is None


@pytest.mark.parametrize(("answer", "begins"), [("same", 2), ("next", 0)])
def test_who_begins_where_nobody_took_the_marker_is_as_the_table_says(answer, begins):
    """Section 9, ``untaken_marker_next_start``; after the last seat comes the first."""
    options = {"untaken_marker_next_start": answer}
    setup = Setup("azul", players=3, first_player=2, options=options)
    assert starter(({}, {}, {}), setup) == begins


def test_what_cannot_be_known_is_asked_and_told():
    game = games.game(SPECIAL)
    offer = game.advance(game.empty_table(), Moment(OFFER_END, 1), (FULL, {})).table
    assert game.told(offer, Moment(TILED, 1)) == ("starter",)
    told = game.advance(offer, Moment(TILED, 1, told={"starter": 1}), ({}, {}))
    assert told.table.starter == 1
    known = replace(offer, starter=0)
    assert game.told(known, Moment(TILED, 1)) == ()


def test_the_first_turn_of_a_round_tells_who_began_it():
    game = games.game(SPECIAL)
    before = replace(game.empty_table(), boards=({}, {}), checkpoint=TILED, round=1, starter=None)
    moment = Moment(TURN, 2)
    one, both = (
        ({}, {"line/1/0": "red", "line/1/1": "red"}),
        ({"line/0/0": "red"}, {"line/1/0": "red"}),
    )
    assert game.advance(before, moment, one).table.starter is None, "a tile may lie on the 0"
    assert game.advance(before, moment, both).table.starter is None
    azul = games.game(Setup("azul"))
    table = replace(azul.empty_table(), boards=({}, {}), checkpoint=TILED, round=1, starter=None)
    assert azul.advance(table, moment, one).table.starter == 1
    assert azul.advance(replace(table, starter=0), moment, one).table.starter == 0
