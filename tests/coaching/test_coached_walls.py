"""The coach of Azul, Mini and Chocolatier: what the same takes could have brought."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_watcher import goal, most_possible, rounds
from wall_tables import cells

from companion.events import Confirmed, Opened, ScoreCorrected
from companion.games import lesson
from companion.games.advice import Chance, Move, Silence
from companion.games.base import Checkpoint, Moment, Setup
from companion.sitting import fold

AZUL = Setup("azul", first_player=0)
EMPTY = cells("""
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
""")


def sitting(*boards, setup=AZUL, number=1, before=None, told=None):
    """Return a sitting in which seat 0 had these boards at the end of an offer and of a tiling."""
    events = [Opened(setup), Confirmed(Moment(Checkpoint.SETUP, 0), (EMPTY, EMPTY))]
    if before is not None:
        events.append(Confirmed(Moment(Checkpoint.TILED, number - 1), (before, EMPTY)))
    at = (Checkpoint.OFFER_END, Checkpoint.TILED)[: len(boards)]
    events += [
        Confirmed(Moment(checkpoint, number, told=told or {}), (board, EMPTY))
        for checkpoint, board in zip(at, boards, strict=True)
    ]
    return fold(events)


def said(*boards, **how):
    """Return what the coach says to seat 0."""
    return lesson(sitting(*boards, **how)).seats[0]


def test_one_blue_too_many_for_its_line_would_have_filled_another():
    """Three blue came to line 2 and one fell; in line 3 all three complete it, and none falls."""
    offer = cells("""
        .|.....
       bb|.....
      ...|.....
     ....|.....
    .....|.....
    b......
    """)
    tiled = cells("""
        .|.....
       ..|.b...
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    possible = said(offer, tiled).possible
    assert (possible.points, possible.best, possible.more) == (0, 1, 1)
    assert [(step.cell, step.points, step.rule) for step in possible.steps] == [
        ("wall/2/2", 1, "AZ-R26")
    ]
    assert possible.moves == (
        Move("blue", 2, "line/1", "line/2"),
        Move("blue", 1, "floor", "line/2"),
    )


def test_a_round_that_could_not_have_gone_better_says_so():
    offer = cells("""
        y|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    tiled = cells("""
        .|.y...
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    possible = said(offer, tiled).possible
    assert (possible.points, possible.more, possible.moves) == (1, 0, ())


def test_what_may_have_come_in_one_take_is_never_torn_apart():
    """Two red on line 2 and one on the floor may have been one take of three.

    Apart they would complete lines 1 and 2; together they complete line 3 alone.
    """
    offer = cells("""
        .|.....
       rr|.....
      ...|.....
     ....|.....
    .....|.....
    r......
    """)
    tiled = cells("""
        .|.....
       ..|...r.
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    possible = said(offer, tiled).possible
    assert possible.best == 1
    assert {move.target for move in possible.moves} == {"line/2"}


def test_tiles_on_the_floor_beside_an_incomplete_line_were_taken_apart():
    """The line had room, so the red tile on the floor was laid there, and fits in line 1."""
    offer = cells("""
        .|.....
       ..|.....
      .rr|.....
     ....|.....
    .....|.....
    r......
    """)
    tiled = cells("""
        .|.....
       ..|.....
      .rr|.....
     ....|.....
    .....|.....
    .......
    """)
    possible = said(offer, tiled).possible
    assert possible.best == 2
    assert possible.moves == (
        Move("red", 2, "line/2", "line/1"),
        Move("red", 1, "floor", "line/0"),
    )


def test_a_colour_that_lies_in_a_row_is_not_proposed_there():
    """R17: row 1 has yellow already, so the yellow tile on the floor had to go elsewhere."""
    before = cells("""
        .|.y...
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    offer = dict(before) | {"floor/0": "yellow"}
    possible = said(offer, before, before=before, number=2).possible
    assert (possible.points, possible.best) == (-1, 0)
    assert [(move.source, move.target) for move in possible.moves] == [("floor", "line/1")]


def test_a_full_floor_line_hides_what_was_taken():
    offer = cells("""
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    bbyyrrk
    """)
    advice = said(offer, EMPTY)
    assert advice.possible is None
    assert advice.silence is Silence.FULL_FLOOR


def test_nothing_is_said_of_an_offer_nobody_saw():
    events = [
        Opened(AZUL),
        Confirmed(Moment(Checkpoint.SETUP, 0), (EMPTY, EMPTY)),
        Confirmed(Moment(Checkpoint.TILED, 1), (EMPTY, EMPTY)),
    ]
    assert lesson(fold(events)).seats[0].silence is Silence.UNSEEN


def test_whoever_holds_the_0_display_may_have_a_tile_nobody_sees():
    setup = Setup("master-chocolatier", options={"special_factories": True}, first_player=0)
    told = {"free_floor": 0}
    advice = lesson(sitting(EMPTY, EMPTY, setup=setup, told=told))
    assert advice.seats[0].silence is Silence.ZERO_DISPLAY
    assert advice.seats[1].silence is None


def test_nothing_is_said_while_a_round_is_under_way():
    offer = sitting(EMPTY)
    assert lesson(offer) is None
    assert lesson(sitting()) is None


def test_the_goals_that_are_open():
    """Row 1 lacks white; column 1 lacks all but its top; four blue lie, row 5 lacks it."""
    wall = cells("""
        .|byrk.
       ..|.b...
      ...|..b..
     ....|...b.
    ..bbb|.....
    .......
    """)
    advice = said(wall, wall, before=wall, number=2)
    row, column, blue = (
        goal(advice, "row", 0),
        goal(advice, "column", 0),
        goal(advice, "colour", "blue"),
    )
    assert (row.missing, row.points, row.rule) == (("wall/0/4",), 2, "AZ-R38")
    assert [(need.colour, need.tiles) for need in row.needs] == [("white", 1)]
    assert row.chance is Chance.NEXT
    assert (column.points, column.tiles) == (7, 2 + 3 + 4 + 5)
    assert column.chance is Chance.UNSURE
    assert (blue.points, blue.missing, blue.tiles) == (10, ("wall/4/4",), 2)
    assert blue.needs[0].left == 20 - 4
    assert blue.chance is Chance.NEXT


def test_a_line_of_another_colour_has_to_go_first():
    wall = cells("""
        .|.....
       ..|.....
      ...|.....
     ....|.....
    ...rr|byk.w
    .......
    """)
    wall = {cell: colour for cell, colour in wall.items() if "wall" not in cell}
    open_ = said(wall, wall, before=wall, number=2)
    assert goal(open_, "colour", "red").tiles == 1 + 2 + 3 + 4 + (5 - 2)
    assert goal(open_, "colour", "blue").chance is Chance.IN_TIME


def test_a_column_of_the_grey_side_that_no_colour_fits_is_closed():
    """Row 2 lacks red alone, and red lies in the column of its empty space already."""
    grey = Setup("azul", "grey", first_player=0)
    wall = cells("""
        .|....r
       ..|bykw.
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    advice = said(wall, wall, before=wall, number=2, setup=grey)
    assert goal(advice, "row", 1).chance is Chance.CLOSED
    assert goal(advice, "column", 4).chance is Chance.CLOSED
    assert goal(advice, "row", 2).chance is not Chance.CLOSED


def test_no_goals_are_named_when_the_game_is_over():
    full = cells("""
        .|byrkw
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    told = lesson(sitting(full, full, before=full, number=2))
    assert told.rounds_left == 0
    assert [(one.goals, one.possible.more) for one in told.seats] == [((), 0), ((), 0)]


KINDS = {
    "azul": Setup("azul", players=4, first_player=0),
    "grey": Setup("azul", "grey", players=4, first_player=0),
    "mini": Setup("azul-mini", players=3, first_player=0),
}


@pytest.mark.parametrize("setup", KINDS.values(), ids=KINDS.keys())
@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_more_is_promised_than_the_best_of_all_ways_to_lay_the_takes(setup, seed):
    for seen, played in rounds(setup, seed):
        for seat, advice in enumerate(lesson(played).seats if lesson(played) else ()):
            if advice.possible is None:
                continue
            most = most_possible(setup, seen.start[seat], seen.takes[seat])
            assert advice.possible.points <= advice.possible.best <= most
            told = sum(step.points for step in advice.possible.steps)
            assert told == (advice.possible.best if advice.possible.more else 0)
            if advice.possible.more and setup.variant != "grey":
                assert advice.possible.moves


@pytest.mark.parametrize("setup", KINDS.values(), ids=KINDS.keys())
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_closed_is_never_completed(setup, seed):
    closed = [set() for _ in range(setup.players)]
    for _, played in rounds(setup, seed):
        told = lesson(played)
        for seat, advice in enumerate(told.seats if told else ()):
            done = {(g.kind, g.which) for g in advice.goals if g.chance is Chance.DONE}
            assert not done & closed[seat]
            closed[seat] |= {(g.kind, g.which) for g in advice.goals if g.chance is Chance.CLOSED}


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_as_many_rounds_come_as_the_coach_says_are_certain(seed):
    setup = KINDS["azul"]
    told = [lesson(played) for _, played in rounds(setup, seed)]
    for number, one in enumerate(told):
        if one is not None:
            assert len(told) - 1 - number >= one.rounds_left


@pytest.mark.parametrize("reading", [0, 1], ids=["before the offer", "at its end"])
def test_a_total_that_was_put_right_is_what_a_floor_line_costs(reading):
    """With 20 points nothing is given back for a score below 0 (R31), whenever 20 was said."""
    tiled = EMPTY | {"line/4/0": "blue", "line/4/1": "blue"}
    offer = tiled | {"floor/0": "first", "floor/1": "blue", "floor/2": "blue"}
    events = [
        Opened(AZUL),
        Confirmed(Moment(Checkpoint.SETUP, 0), (EMPTY, EMPTY)),
        Confirmed(Moment(Checkpoint.OFFER_END, 1), (offer, EMPTY)),
        ScoreCorrected(reading, 0, 20),
        Confirmed(Moment(Checkpoint.TILED, 1), (tiled, EMPTY)),
    ]
    (possible, other) = (seat.possible for seat in lesson(fold(events)).seats)
    assert (possible.points, possible.best) == (-4, 0)
    assert possible.moves == (Move("blue", 2, "floor", "line/1"),)
    assert other.more == 0
