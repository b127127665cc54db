"""What one turn can do, judged where nothing but one turn can lie between two pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from wall_tables import EMPTY, cells, changed

from companion import games
from companion.games.base import FIRST, Checkpoint, Moment, Setup
from companion.games.saying import MISSED_PRESS, PERHAPS_MISSED

TURN, OFFER_END, TILED = Checkpoint.TURN, Checkpoint.OFFER_END, Checkpoint.TILED
NOTHING = cells(EMPTY)
BEFORE = cells("""
        .|.y...
       ..|....k
      .ww|.....
     ....|.....
    ...rr|....b
    .......
""")
FULL_FLOOR = {f"floor/{place}": "red" for place in range(7)}


def found(new, other=NOTHING, was=NOTHING, at=TURN, setup=None, before=BEFORE):
    """Return what is wrong on seat 0's board after a turn, as (rule number, cells)."""
    setup = setup or Setup("azul")
    game = games.game(setup)
    rest = setup.players - 1
    table = replace(
        game.empty_table(), boards=(before, *(was,) * rest), checkpoint=TURN, round=2, facts={}
    )
    said = game.problems_at(table, Moment(at, 2, 0), 0, new, (new, *(other,) * rest))
    return [(problem.rule.split("-R")[1], problem.cells) for problem in said]


TOO_MUCH = {
    "one colour in two lines": (
        {"line_0_0": "white", "line_3_0": "white"}, ("13", ("line/0/0", "line/3/0")),
    ),
    "two colours in two lines": (
        {"line_0_0": "white", "line_3_0": "black"}, ("13", ("line/0/0", "line/3/0")),
    ),
    "another colour on the floor": (
        {"line_4_2": "red", "floor_0": "blue"}, ("13", ("floor/0",)),
    ),
    "two colours on the floor": (
        {"floor_0": "blue", "floor_1": "white"}, ("13", ("floor/0", "floor/1")),
    ),
    "dropped though the line has room": (
        {"line_3_0": "white", "floor_0": "white"}, ("13", ("floor/0",)),
    ),
    "the marker after the turn's own tiles": (
        {"line_0_0": "white", "floor_0": "white", "floor_1": FIRST}, ("11", ("floor/1",)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("at", [TURN, OFFER_END])
@pytest.mark.parametrize("what", TOO_MUCH)
def test_too_much_for_one_turn(what, at):
    new, problem = TOO_MUCH[what]
    assert found(changed(BEFORE, **new), at=at) == [problem]


@pytest.mark.parametrize("what", TOO_MUCH)
def test_it_is_several_turns_where_another_board_has_changed_too(what):
    new, _ = TOO_MUCH[what]
    assert found(changed(BEFORE, **new), {"line/1/0": "blue"}) == []


@pytest.mark.parametrize("what", TOO_MUCH)
def test_or_where_the_other_can_have_had_a_turn_that_left_no_trace(what):
    """With a full floor line all tiles of a turn go to the lid (R19)."""
    new, _ = TOO_MUCH[what]
    assert found(changed(BEFORE, **new), FULL_FLOOR, FULL_FLOOR) == []
    three = Setup("azul", players=3)
    assert found(changed(BEFORE, **new), FULL_FLOOR, FULL_FLOOR, setup=three) == []


SPECIAL = {"special_factories": True}


def test_one_tile_of_one_other_player_can_lie_on_the_display_with_the_0():
    brown = {c: {"white": "red", "red": "cream"}.get(t, t) for c, t in BEFORE.items()}
    brown["wall/0/1"], brown["line/2/0"], brown["line/2/1"] = "brown", "red", "red"
    two = changed(brown, line_0_0="red", line_3_0="black")
    three = changed(two, line_1_0="blue")
    for players, new, known in ((2, two, []), (2, three, ["13"]), (3, two, ["13"])):
        setup = Setup("master-chocolatier", players=players, options=SPECIAL)
        assert [rule for rule, _ in found(new, setup=setup, before=brown)] == known


def test_what_one_turn_can_do_is_right():
    for new in (
        {"line_0_0": "white", "floor_0": "white", "floor_1": "white"},
        {"floor_0": FIRST, "floor_1": "blue", "floor_2": "blue"},
        {
            "floor_0": FIRST,
            "line_4_2": "red",
            "line_4_3": "red",
            "line_4_4": "red",
            "floor_1": "red",
        },
        {"line_4_2": "red"},
    ):
        assert found(changed(BEFORE, **new)) == []


def test_tiles_may_be_dropped_where_the_table_says_so():
    partial = Setup("azul", options={"allow_partial_floor": True})
    new = changed(BEFORE, line_3_0="white", floor_0="white")
    assert found(new, setup=partial) == []


def test_the_marker_never_comes_alone_however_many_turns_there_were():
    alone = changed(BEFORE, floor_0=FIRST)
    assert found(alone) == found(alone, {"line/1/0": "blue"}) == [("12", ("floor/0",))]
    nearly = dict.fromkeys(list(FULL_FLOOR)[:6], "red")
    assert found({**BEFORE, **nearly, "floor/6": FIRST}, before={**BEFORE, **nearly}) == [], (
        "the tiles that came with it are in the lid"
    )


def test_tiles_of_an_earlier_turn_may_lie_before_a_marker_that_filled_the_floor():
    """R11, R19: a press was missed; the tiles of the marker's own turn are in the lid."""
    five = {**BEFORE, **dict.fromkeys(list(FULL_FLOOR)[:5], "red")}
    full = {**five, "floor/5": "blue", "floor/6": FIRST}
    assert found(full, {"line/1/0": "blue"}, before=five) == []
    assert found(full, before=five) == [("11", ("floor/6",))], "one turn, and not in this order"


def test_the_marker_may_push_the_last_tile_of_a_full_floor_into_the_lid():
    last = Setup("azul", options={"marker_on_full_floor": "last-space"})
    before = {**BEFORE, **FULL_FLOOR}
    assert found({**before, "floor/6": FIRST}, setup=last, before=before) == []
    assert found({**before, "floor/6": FIRST}, before=before) == [("32", ("floor/6",))]


def notices(boards, before=(BEFORE, NOTHING), seat=0):
    game = games.game(Setup("azul"))
    table = replace(game.empty_table(), boards=before, checkpoint=TURN, round=2, facts={})
    outcome = game.advance(table, Moment(TURN, 2, seat), boards)
    return [(who, notice.message) for who, notice in outcome.notices]


def test_it_is_said_that_a_press_was_missed():
    one = changed(BEFORE, line_0_0="white")
    assert notices((one, NOTHING)) == []
    assert notices((one, {"line/1/0": "blue"})) == [(0, MISSED_PRESS)]
    two = changed(one, line_3_0="black")
    assert notices((two, FULL_FLOOR), (BEFORE, FULL_FLOOR)) == [(0, PERHAPS_MISSED)]


def test_a_tile_on_the_wall_too_early_makes_no_other_tile_wrong():
    """Row 3 of the wall gets white while line 3 holds white: the line was there first (R17)."""
    early = changed(BEFORE, wall_2_1="white")
    assert found(early) == [("22", ("wall/2/1",))]
    assert found(early, at=OFFER_END) == [("22", ("wall/2/1",))]


def test_an_incomplete_line_that_also_stands_on_the_wall():
    game = games.game(Setup("azul"))
    table = replace(
        game.empty_table(), boards=(BEFORE, NOTHING), checkpoint=OFFER_END, round=2, facts={}
    )
    wrong = changed(BEFORE, wall_2_1="white")
    said = game.problems_at(table, Moment(TILED, 2), 0, wrong, (wrong, NOTHING))
    assert [(p.rule, p.cells) for p in said] == [("AZ-R23", ("wall/2/1",))]
