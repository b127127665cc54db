"""Sittings in which somebody forgot to press the button, or joined late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from one_board import allows
from wall_tables import EMPTY, cells

from companion import games
from companion.games.base import FIRST, Checkpoint, Moment, Setup, Step
from companion.games.saying import Notice
from companion.games.wall.advance import UNSEEN_FLOOR

GAME = games.game(Setup("azul", first_player=1))
GREY = games.game(Setup("azul", "grey"))
NOTHING = cells(EMPTY)

ROUND_ONE = cells("""
        .|by...
       ..|w...k
      .ww|.....
     ....|.....
    .....|.r..b
    .......
""")


def table(game=GAME, boards=(ROUND_ONE, NOTHING), at=Checkpoint.TILED, number=1, scores=(4, 9)):
    return replace(
        game.empty_table(), boards=boards, checkpoint=at, round=number, scores=scores, facts={}
    )


def test_a_tiling_whose_offer_was_not_seen_scores_the_tiles_and_says_what_is_missing():
    after = {cell: tile for cell, tile in ROUND_ONE.items() if not cell.startswith("line/2")}
    after |= {"wall/2/1": "white", "wall/0/2": "red"}
    outcome = GAME.advance(table(), Moment(Checkpoint.TILED, 2), [after, NOTHING])
    assert outcome.steps[0] == (Step("wall/0/2", 3, "AZ-R27"), Step("wall/2/1", 1, "AZ-R26"))
    assert outcome.table.scores == (8, 9)
    assert outcome.table.starter is None, "nobody saw who took the marker"
    assert outcome.notices == tuple((seat, Notice((), UNSEEN_FLOOR)) for seat in (0, 1))


@pytest.mark.parametrize(
    ("cubes", "scores", "lost"),
    [
        ({"0": 6, "1": 9}, (6, 9), (2, 0)),
        ({"0": 8}, (8, 9), (0, None)),
        ({"1": 0}, (8, 0), (None, 11)),
        ({"0": 5, "1": 10}, (8, 9), (None, None)),
    ],
    ids=["two on the floor", "none", "no score below 0", "no floor line costs that"],
)
def test_a_cube_tells_what_a_floor_line_cost_that_was_not_seen(cubes, scores, lost):
    """The floor line costs 1, 2, 4, 6, 8, 11 or 14; seat 0 has 4 + 4, seat 1 has 9 points."""
    after = {cell: tile for cell, tile in ROUND_ONE.items() if not cell.startswith("line/2")}
    after |= {"wall/2/1": "white", "wall/0/2": "red"}
    moment = Moment(Checkpoint.TILED, 2, told={"cubes": cubes})
    outcome = GAME.advance(table(), moment, [after, NOTHING])
    assert outcome.table.scores == scores
    assert outcome.unseen == tuple(seat for seat in (0, 1) if lost[seat] is None)
    told = [notice.values.get("points") for _, notice in outcome.notices]
    assert tuple(told) == lost


@pytest.mark.parametrize(
    ("game", "cubes", "scores", "lost"),
    [
        ("azul", {"0": 1, "1": 99}, (101, 99), (2, 1)),
        ("azul", {"0": 99, "1": 100}, (99, 100), (4, 0)),
        ("azul-mini", {"0": 101, "1": 1}, (101, 100), (2, None)),
    ],
    ids=["one goes round", "none goes round", "sliders do not"],
)
def test_a_cube_goes_round_after_100(game, cubes, scores, lost):
    """Section 9, ``score_over_max``; seat 0 has 99 + 4, seat 1 has 100 points."""
    after = {cell: tile for cell, tile in ROUND_ONE.items() if not cell.startswith("line/2")}
    after |= {"wall/2/1": "white", "wall/0/2": "red"}
    reader = games.game(Setup(game, first_player=1))
    moment = Moment(Checkpoint.TILED, 2, told={"cubes": cubes})
    outcome = reader.advance(table(reader, scores=(99, 100)), moment, [after, NOTHING])
    assert outcome.table.scores == scores
    told = [notice for _, notice in outcome.notices if "end" not in notice.values]
    assert tuple(notice.values.get("points") for notice in told) == lost
    assert ("score cube" in told[0].message) == (game == "azul")


def test_after_turns_the_end_of_the_offer_may_be_missing_too():
    seen = ROUND_ONE | {"line/2/2": "white", "floor/0": FIRST}
    last = table(boards=(seen, NOTHING), at=Checkpoint.TURN, number=2)
    after = {cell: tile for cell, tile in ROUND_ONE.items() if not cell.startswith("line/2")}
    after |= {"wall/2/1": "white", "line/3/0": "red"}
    moment = Moment(Checkpoint.TILED, 2)
    assert allows(GAME.successors(last, moment)[0], after)
    assert GAME.mistakes(last, moment) == ((), ())
    assert GAME.advance(last, moment, [after, NOTHING]).table.scores == (5, 9)


def test_a_grey_line_may_have_been_stuck_unseen():
    before = cells("""
            .|ryk..
           .b|.....
          ...|.....
         ....|.....
        .....|.....
        .......
    """)
    parts = GREY.successors(table(GREY, (before, NOTHING)), Moment(Checkpoint.TILED, 2))[0]
    cleared = {cell: tile for cell, tile in before.items() if cell != "line/1/0"}
    assert allows(parts, before), "nothing was added"
    assert allows(parts, cleared | {"wall/1/4": "blue"})
    assert allows(parts, cleared), "it was completed and stuck"
    assert not allows(parts, cleared | {"wall/1/4": "red"})


def test_no_mistakes_are_expected_where_nothing_was_seen():
    joined = games.game(Setup("azul", scores=(3, 4)))
    for checkpoint in joined.checkpoints:
        assert joined.mistakes(joined.empty_table(), Moment(checkpoint, 3)) == ((), ())
    assert GAME.mistakes(GAME.empty_table(), Moment(Checkpoint.SETUP, 0)) == ((), ())


def test_two_tiles_of_another_colour_on_a_line_are_a_listed_mistake():
    parts = GAME.mistakes(table(), Moment(Checkpoint.OFFER_END, 2))[0]
    lines = [part for part in parts if "line/2/0" in part.cells]
    assert lines == [], "line 3 has room for one more tile only"
    longer = {**ROUND_ONE, "line/4/0": "white", "line/4/1": "white"}
    parts = GAME.mistakes(table(boards=(longer, NOTHING)), Moment(Checkpoint.OFFER_END, 2))[0]
    mixed = {**longer, "line/4/2": "red", "line/4/3": "red"}
    row = {cell: tile for cell, tile in mixed.items() if cell.split("/")[1] == "4"}
    assert any(allows([part], row) for part in parts)


@pytest.mark.parametrize(
    ("boards", "starter"),
    [
        (({"floor/0": "red"}, {"floor/0": FIRST}), 1),
        (({f"floor/{n}": "red" for n in range(7)}, {}), 0),
        (({f"floor/{n}": "red" for n in range(7)}, {f"floor/{n}": "blue" for n in range(7)}), None),
        (({"floor/0": "red"}, {}), 1),
    ],
    ids=["on a floor", "beside the full one", "beside one of two", "nobody took it"],
)
def test_who_begins_the_next_round(boards, starter):
    start = replace(table(boards=(NOTHING, NOTHING)), starter=1)
    outcome = GAME.advance(start, Moment(Checkpoint.OFFER_END, 1), boards)
    assert outcome.table.starter == starter


def test_a_set_up_picture_in_mid_game_empties_nothing_but_the_boards():
    joined = games.game(Setup("azul", scores=(3, 4)))
    moment = Moment(Checkpoint.SETUP, 0)
    assert allows(joined.successors(joined.empty_table(), moment)[0], NOTHING)
    outcome = joined.advance(joined.empty_table(), moment, [NOTHING, NOTHING])
    assert outcome.table.boards == ({}, {})
    assert outcome.announced == outcome.table.scores == (3, 4)


@pytest.mark.parametrize(
    ("line", "rule"), [({}, "AZ-R25"), ({"line/2/2": "white"}, "AZ-R22")], ids=["started", "full"]
)
def test_a_line_that_vanished_in_a_tiling_after_turns_is_named_by_its_rule(line, rule):
    """Nobody pressed at the end of the offer; white has a space in row 3 (R22, R25)."""
    last = table(boards=(ROUND_ONE | line, NOTHING), at=Checkpoint.TURN, number=2)
    after = {cell: tile for cell, tile in ROUND_ONE.items() if not cell.startswith("line/")}
    wrong = GAME.problems_at(last, Moment(Checkpoint.TILED, 2), 0, after, (after, NOTHING))
    assert [problem.rule for problem in wrong] == [rule]


@pytest.mark.parametrize(
    ("at", "number"), [(Checkpoint.TILED, 2), (Checkpoint.TURN, 3)], ids=["tiled", "a turn later"]
)
def test_a_tile_exchanged_on_a_grey_wall_is_no_tile_of_an_unseen_tiling(at, number):
    """Nobody pressed at the end of the offer; a tile on the wall stays where it is (R22, R43)."""
    last = table(GREY, (ROUND_ONE, NOTHING), Checkpoint.TURN, 2)
    exchanged = ROUND_ONE | {"wall/4/1": "white"}
    (wrong,) = GREY.problems_at(last, Moment(at, number), 0, exchanged, (exchanged, NOTHING))
    assert (wrong.rule, wrong.cells) == ("AZ-R43", ("wall/4/1",))
    assert GREY.problems_at(last, Moment(at, number), 0, ROUND_ONE, (ROUND_ONE, NOTHING)) == ()
