"""What may follow on the boards, what it scores, and how a sitting of a wall game ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from one_board import agree, allows
from wall_tables import EMPTY, cells

from companion import games
from companion.games.azul.info import DATA
from companion.games.base import FIRST, Moment, Setup, Step

SETUP, TURN, OFFER_END, TILED = games.game(Setup("azul")).checkpoints
NOTHING = cells(EMPTY)


def reader(variant="coloured", **more):
    return games.game(Setup("azul", variant=variant, first_player=0, **more))


def table_of(game, *boards, at=OFFER_END, number=1, scores=(0, 0), **facts):
    return replace(
        game.empty_table(),
        boards=boards,
        checkpoint=at,
        round=number,
        scores=scores,
        facts=facts,
    )


FULL = cells("""
        b|.y...
       kk|w....
      .ww|.....
     ....|.....
    rrrrr|....b
    1yy....
""")
RIGHT = cells("""
        .|by...
       ..|w...k
      .ww|.....
     ....|.....
    .....|.r..b
    .......
""")


def test_parts_cover_every_cell_once():
    game = reader()
    for checkpoint in game.checkpoints:
        for parts in game.successors(game.empty_table(), Moment(checkpoint, 1)):
            ids = [cell for part in parts for cell in part.cells]
            assert len(ids) == len(set(ids)) == 25 + 15 + 7
            assert all(len(way) == len(part.cells) for part in parts for way in part.options)


def test_boards_are_empty_at_set_up():
    game = reader()
    parts = game.successors(game.empty_table(), Moment(SETUP, 0))[0]
    assert allows(parts, NOTHING)
    assert not allows(parts, {"line/0/0": "blue"})


def test_during_an_offer_lines_grow_and_the_wall_stays():
    game = reader()
    table = table_of(game, RIGHT, NOTHING, at=TILED)
    parts = game.successors(table, Moment(OFFER_END, 2))[0]
    assert allows(parts, RIGHT)
    assert allows(parts, RIGHT | {"line/2/2": "white", "line/1/0": "red", "floor/0": FIRST})
    assert not allows(parts, RIGHT | {"line/2/2": "red"})
    assert not allows(parts, RIGHT | {"line/0/0": "yellow"}), "R17"
    assert not allows(parts, RIGHT | {"line/3/1": "yellow"}), "R14"
    assert not allows(parts, RIGHT | {"wall/3/0": "red"})
    assert not allows(parts, {**RIGHT, "line/2/1": None})


def test_there_are_36_floor_lines():
    game = reader()
    floor = game.successors(game.empty_table(), Moment(OFFER_END, 1))[0][-1]
    assert len(floor.options) == 36
    assert allows([floor], {"floor/0": "red", "floor/1": FIRST})
    assert not allows([floor], {"floor/0": FIRST, "floor/1": FIRST})
    assert not allows([floor], {"floor/1": "red"})


def test_a_floor_grows_from_turn_to_turn():
    game = reader()
    table = table_of(game, {"floor/0": FIRST, "floor/1": "red"}, NOTHING, at=TURN)
    floor = game.successors(table, Moment(TURN, 1, 0))[0][-1]
    assert allows([floor], {"floor/0": FIRST, "floor/1": "red", "floor/2": "blue"})
    assert not allows([floor], {"floor/0": FIRST})
    assert not allows([floor], {"floor/0": FIRST, "floor/1": "red", "floor/2": FIRST})


def test_the_coloured_side_is_tiled_in_one_way():
    game = reader()
    parts = game.successors(table_of(game, FULL, NOTHING), Moment(TILED, 1))[0]
    assert allows(parts, RIGHT)
    assert [len(part.options) for part in parts] == [1] * 6


def test_the_grey_side_offers_every_legal_column():
    game = reader("grey")
    before = cells("""
        b|.....
       bb|.....
      ...|.....
     ....|.....
    .....|..b..
    .......
    """)
    table = table_of(game, before, NOTHING)
    parts = game.successors(table, Moment(TILED, 1))[0]
    assert [len(part.options) for part in parts] == [4, 4, 1, 1, 1, 1]
    apart = {"wall/4/2": "blue", "wall/0/0": "blue", "wall/1/1": "blue"}
    same_column = {"wall/4/2": "blue", "wall/0/0": "blue", "wall/1/0": "blue"}
    assert allows(parts, apart)
    assert agree(game, table, Moment(TILED, 1), [apart, NOTHING])
    assert not agree(game, table, Moment(TILED, 1), [same_column, NOTHING])


def test_a_tiling_without_a_picture_of_the_offer():
    game = reader()
    table = table_of(game, RIGHT, NOTHING, at=TILED)
    parts = game.successors(table, Moment(TILED, 2))[0]
    moved = {cell: tile for cell, tile in RIGHT.items() if not cell.startswith("line/2")}
    assert allows(parts, RIGHT)
    assert allows(parts, moved | {"wall/2/1": "white", "wall/3/0": "red"})
    assert not allows(parts, moved | {"wall/2/3": "blue"}), "the line held white"
    assert not allows(parts, RIGHT | {"wall/0/2": "red", "wall/0/3": "black"}), "one tile a row"


def test_an_offer_without_a_picture_of_the_tiling_before():
    game = reader()
    table = table_of(game, FULL, NOTHING, scores=(5, 0))
    moment = Moment(OFFER_END, 2)
    board = RIGHT | {"line/0/0": "red", "floor/0": FIRST}
    assert allows(game.successors(table, moment)[0], board)
    outcome = game.advance(table, moment, [board, NOTHING])
    # Round one brought 2 + 2, 1 and 1 and cost 4; round two announces 3 for the red tile, less 1.
    assert outcome.table.scores == (5 + 6 - 4, 0)
    assert outcome.announced[0] == 7 + 3 - 1


def test_joining_in_mid_game_any_wall_is_possible():
    game = reader(scores=(15, 3))
    table = game.empty_table()
    assert table.boards == ()
    parts = game.successors(table, Moment(OFFER_END, 3))[1]
    assert allows(parts, FULL)
    assert not allows(parts, FULL | {"wall/3/0": "blue"}), "not its own space"
    assert not allows(parts, {"wall/3/0": "red", "line/3/0": "red"}), "R17"
    outcome = game.advance(table, Moment(OFFER_END, 3), [FULL, NOTHING])
    assert outcome.table.scores == (15, 3)
    assert outcome.announced == (15 + 6 - 4, 3)


def test_joining_after_a_tiling():
    game = reader(scores=(15, 3))
    moment = Moment(TILED, 3)
    parts = game.successors(game.empty_table(), moment)[0]
    assert allows(parts, RIGHT)
    assert not allows(parts, FULL)
    outcome = game.advance(game.empty_table(), moment, [RIGHT, NOTHING])
    assert outcome.table.scores == (15, 3)


def test_tiles_of_one_colour_are_twenty_and_the_marker_is_one():
    game = reader(scores=(0, 0))
    table, moment = game.empty_table(), Moment(OFFER_END, 3)
    whole_line = {f"line/{row}/{place}": "red" for row in range(5) for place in range(row + 1)}
    assert not agree(game, table, moment, [whole_line, whole_line])
    assert not agree(game, table, moment, [{"floor/0": FIRST}, {"floor/0": FIRST}])


def test_all_tiles_dealt_lie_on_the_boards():
    game = reader()
    table, moment = game.empty_table(), Moment(OFFER_END, 1)
    one = cells("""
            b|.....
           bb|.....
          www|.....
         rrrr|.....
        .....|.....
        .......
    """)
    other = cells("""
            y|.....
           yy|.....
          kkk|.....
         ....|.....
        .....|.....
        1byr...
    """)
    assert agree(game, table, moment, [one, other | {"floor/4": "red"}])
    assert not agree(game, table, moment, [one, other])
    assert agree(game, table, Moment(TURN, 1, 0), [one, other])
    assert not agree(game, table, moment, [one, other | {"line/3/0": "red", "line/3/1": "red"}])


def test_announcing_shows_every_point_with_its_rule():
    game = reader()
    outcome = game.advance(table_of(game, RIGHT, NOTHING, at=TILED), Moment(OFFER_END, 2), [
        RIGHT | {"line/0/0": "red", "line/2/2": "white", "floor/0": "blue", "floor/1": FIRST},
        NOTHING,
    ])  # fmt: skip
    assert outcome.steps[0] == (
        Step("wall/0/2", 3, "AZ-R27"),
        Step("wall/2/1", 1, "AZ-R26"),
        Step("floor", -2, "AZ-R30"),
    )
    assert outcome.announced == (2, 0)
    assert outcome.table.scores == (0, 0), "nothing is taken over before the tiling"
    assert outcome.table.starter == 0, "the holder of the marker begins"


def test_points_of_both_directions_and_a_score_held_at_zero():
    game = reader()
    before = cells("""
        .|by...
       kk|w....
      ...|.....
     ....|.....
    .....|.....
    1yyyyyy
    """)
    after = cells("""
        .|by...
       ..|w...k
      ...|.....
     ....|.....
    .....|.....
    .......
    """)
    outcome = game.advance(table_of(game, before, NOTHING), Moment(TILED, 1), [after, NOTHING])
    assert outcome.steps[0] == (
        Step("wall/1/4", 1, "AZ-R26"),
        Step("floor", -14, "AZ-R30"),
        Step("score", 13, "AZ-R31"),
    )
    assert outcome.table.scores == (0, 0)
    assert sum(step.points for step in outcome.steps[0]) == 0


def test_grey_side_announces_nothing_while_there_is_a_choice():
    game = reader("grey")
    choice, forced = (
        {"line/0/0": "blue"},
        cells("""
        b|ryk.w
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    """),
    )
    table = table_of(game, NOTHING, {**forced, "line/0/0": None}, at=TILED)
    outcome = game.advance(table, Moment(OFFER_END, 2), [choice, forced])
    assert outcome.announced == (None, 5)


def test_grey_side_stuck_line_counts_in_the_floor():
    game = reader("grey")
    before = cells("""
        b|rykw.
       ..|....b
      ...|.....
     ....|.....
    .....|.....
    rr.....
    """)
    table = table_of(game, before, NOTHING, scores=(9, 0))
    after = {cell: tile for cell, tile in before.items() if cell.startswith("wall")}
    announced = game.advance(table_of(game, after, NOTHING, at=TILED, scores=(9, 0)),
                             Moment(OFFER_END, 1), [before, NOTHING])  # fmt: skip
    outcome = game.advance(table, Moment(TILED, 1), [after, NOTHING])
    assert announced.announced[0] == outcome.table.scores[0] == 9 - 4
    assert outcome.steps[0] == (Step("line/0", 0, "AZ-R44"), Step("floor", -4, "AZ-R30"))


ROW = cells("""
        b|.yrkw
       ..|wbyrk
      ...|.....
     ....|.....
    .....|.....
    .......
""")


def test_a_complete_row_ends_the_game_with_its_rewards():
    game = reader()
    after = {**ROW, "wall/0/0": "blue"}
    del after["line/0/0"]
    table = table_of(game, ROW, NOTHING, scores=(10, 24))
    assert not game.result(table).complete
    over = game.advance(table, Moment(TILED, 1), [after, NOTHING]).table
    result = game.result(over)
    assert result.complete
    assert over.over
    assert over.scores == (10 + 5 + 2, 24)
    assert result.scores == (17 + 4, 24)
    assert result.bonuses[0] == {"rows": 2, "columns": 0, "colours": 0}
    assert result.steps[0] == (Step("rows", 4, "AZ-R38"),)
    assert result.winners == (1,)


def test_a_tie_goes_to_more_rows_then_is_shared():
    game = reader()
    row = {f"wall/0/{column}": DATA.printed(0, column) for column in range(5)}
    column = {f"wall/{r}/0": DATA.printed(r, 0) for r in range(5)}
    over = replace(table_of(game, row, column, scores=(12, 7)), over=True)
    assert game.result(over).scores == (14, 14)
    assert game.result(over).winners == (0,)
    shared = replace(over, boards=(row, row), scores=(12, 12))
    assert game.result(shared).winners == (0, 1)


def test_a_game_that_goes_on_has_totals_but_no_winner():
    game = reader()
    result = game.result(table_of(game, RIGHT, NOTHING, scores=(7, 3)))
    assert (result.scores, result.winners, result.complete) == ((7, 3), (), False)


def test_mistakes_of_several_tiles_are_listed():
    game = reader()
    tiled = game.mistakes(table_of(game, FULL, NOTHING), Moment(TILED, 1))[0]

    def listed(parts, board):
        return any(allows([part], board) for part in parts)

    kept = {cell: tile for cell, tile in FULL.items() if cell.startswith(("wall/1", "line/1"))}
    moved = {"wall/1/0": "white", "wall/1/4": "black"}
    assert listed(tiled, kept), "not tiled at all"
    assert listed(tiled, moved | {"line/1/1": "black"}), "not cleared"
    assert listed(tiled, {"wall/1/0": "white", "wall/1/2": "black"}), "wrong space"
    offer = game.mistakes(table_of(game, RIGHT, NOTHING, at=TILED), Moment(OFFER_END, 2))[0]
    twice = {"wall/1/0": "white", "wall/1/4": "black", "line/1/0": "black", "line/1/1": "black"}
    assert listed(offer, twice), "R17"
    mixed = {"line/2/0": "white", "line/2/1": "white", "line/2/2": "red"}
    assert not listed(offer, mixed), "one wrong tile needs no entry"


def test_mistakes_have_the_cells_of_parts_of_the_successors_and_are_none_of_them():
    game = reader()
    table = table_of(game, FULL, NOTHING)
    for moment in (Moment(TILED, 1), Moment(OFFER_END, 1), Moment(TURN, 1, 0)):
        for legal, wrong in zip(
            game.successors(table, moment), game.mistakes(table, moment), strict=True
        ):
            by_cells = {part.cells: part.options for part in legal}
            for part in wrong:
                assert not set(part.options) & set(by_cells[part.cells])


def test_what_must_be_told():
    assert reader().told(reader().empty_table(), Moment(OFFER_END, 1)) == ()
    special = Setup("master-chocolatier", options={"special_factories": True})
    game = games.game(special)
    assert game.told(game.empty_table(), Moment(OFFER_END, 1)) == ("free_floor",)
    outcome = game.advance(
        game.empty_table(),
        Moment(OFFER_END, 1, told={"free_floor": 1}),
        [{"floor/0": "red"}, NOTHING],
    )
    assert outcome.table.starter == 1, 'the marker can only lie on the "0" display'


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("azul", variant="blue"), "has no side 'blue'"),
        (Setup("azul", players=5), "2 to 4 players, not 5"),
        (Setup("azul", options={"goals": 1}), "has no option 'goals'"),
        (Setup("azul", options={"fill_order": "up"}), "cannot be 'up'"),
        (Setup("azul", scores=(1,)), "1 scores do not fit 2 players"),
        (Setup("azul-mini", first_player=2), "no seat 2"),
    ],
)
def test_a_set_up_that_does_not_fit_is_refused_with_one_sentence(setup, sentence):
    with pytest.raises(ValueError, match=sentence):
        games.game(setup)
