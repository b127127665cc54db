"""What is wrong on a board of Azul Duel: every rule that can be broken there, found and named."""

from dataclasses import replace

import pytest
from duel_tables import board, domes
from one_board import problems

from companion.games import game
from companion.games.azul_duel.game import DuelReader
from companion.games.azul_duel.reading.cells import cells_of
from companion.games.base import Checkpoint, Moment, Setup, Table
from companion.games.common.span import CARRIED

SETUP = Setup("azul-duel", goals=("G1", "G2", "G3"))
RULES = game(SETUP)
LAID = "0/0=18.2 1/1=10.0 2/2=3.2"
OFFER_END = board(
    """
        R | RB .. ..
       YY | .. .. ..
      ..R | .. .. ..
     .BBB | .. .. ..
    ..... | .. .. ..
   ....TT | .. .. ..
    """,
    LAID,
    broken="KK",
    first=True,
)
"""Line 1 waits for a dome tile, line 2 must move its yellow tile, which brings a special tile."""

TILED = board(
    """
        R | RB .. ..
       .. | YS .. ..
      ..R | .. .. ..
     .BBB | .. .. ..
    ..... | .. .. ..
   ....TT | .. .. ..
    """,
    LAID,
    first=True,
)
ACQUIRED, AFTER = cells_of(OFFER_END), cells_of(TILED)


def but(cells, *gone):
    """Return the cells without some of them."""
    return {cell: lies for cell, lies in cells.items() if cell not in gone}


LATER = ("place/1/1", "place/2/2", "broken", "start")
ONE_LAID = {c: lies for c, lies in but(ACQUIRED, *LATER).items() if not c.startswith("line")}
ONE_LAID["line/3/0"] = "blue"
"""The board before phase 1: one dome tile, and a blue tile that waits in line 4."""


def found(cells, before=None, checkpoint=Checkpoint.OFFER_END, rules=RULES, **between):
    """Return what is wrong as (rule, cells)."""
    wrong = problems(rules, cells, before, checkpoint, **between)
    for problem in wrong:
        assert problem.message.endswith(".")
        assert "{" not in problem.message
        assert set(problem.cells) <= set(cells)
    return {(problem.rule, problem.cells) for problem in wrong}


def test_the_boards_of_these_tests_are_legal():
    assert found(ACQUIRED, ONE_LAID) == set()
    assert found(AFTER, ACQUIRED, Checkpoint.TILED) == set()


# By itself.


@pytest.mark.parametrize(
    ("change", "rule", "cells"),
    [
        ({"line/3/1": "red"}, "DU-R29", ("line/3/0", "line/3/1", "line/3/2")),
        ({"line/5/3": "turquoise"}, "DU-R28", ("line/5/3",)),
        ({"line/4/0": "first"}, "DU-R23", ("line/4/0",)),
        ({"line/4/0": "special"}, "DU-R40", ("line/4/0",)),
        ({"dome/2/3": "red"}, "DU-R34", ("dome/2/3",)),
        ({"dome/4/0": "red"}, "DU-R34", ("dome/4/0",)),
        ({"dome/1/1": "red"}, "DU-R40", ("dome/1/1",)),
        ({"dome/1/1": "special"}, "DU-R40", ("dome/1/1",)),
        ({"dome/2/2": "special"}, "DU-R41", ("dome/2/2",)),
        ({"dome/3/3": "special"}, "DU-R40", ("dome/3/3",)),
        ({"dome/2/2": "first"}, "DU-R23", ("dome/2/2",)),
        ({"broken": ("red",) * 5}, "DU-R32", ("broken",)),
        ({"broken": ("red", "first")}, "DU-R32", ("broken",)),
        ({"start": "red"}, "DU-R23", ("start",)),
        ({"bonus/3": "red"}, "DU-R27", ("bonus/3",)),
        ({"place/0/2": ("red", "red", "blue", "any")}, "DU-R4", ("place/0/2",)),
        ({"place/0/2": OFFER_END.places[0]}, "DU-R4", ("place/0/0", "place/0/2")),
    ],
)
def test_a_board_that_is_wrong_by_itself(change, rule, cells):
    assert (rule, cells) in found(ACQUIRED | change)


def test_a_gap_names_the_tiles_beyond_it():
    shifted = but(ACQUIRED, "line/3/0")
    assert found(shifted) == {("DU-R28", ("line/3/1", "line/3/2"))}


def test_a_missing_special_tile_names_its_three_neighbours():
    wanted = ("DU-R40", ("dome/0/0", "dome/0/1", "dome/1/0"))
    assert wanted in found(but(AFTER, "dome/1/1"), ACQUIRED, Checkpoint.TILED)


TWO_OF_THREE = cells_of(
    board(
        """
        . | .T .. ..
       .. | K. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=1.0 0/1=2.0 0/2=3.0",
    )
)
"""Of the special dome tile at the upper left only the yellow space is empty, and the special."""


@pytest.mark.parametrize(
    ("tile", "at", "rule"),
    [
        ("yellow", Checkpoint.TURN, "DU-R34"),
        ("red", Checkpoint.TURN, "DU-R34"),
        ("first", Checkpoint.TURN, "DU-R23"),
        ("red", Checkpoint.TILED, "DU-R34"),
        ("yellow", Checkpoint.TILED, "DU-R34"),
    ],
)
def test_a_tile_that_lies_wrong_brings_no_special_tile(tile, at, rule):
    """R40: it would have to be taken off again with the tile that made it due."""
    wrong = found(TWO_OF_THREE | {"dome/1/1": tile}, TWO_OF_THREE, at)
    assert (rule, ("dome/1/1",)) in wrong
    assert "DU-R40" not in {each for each, _ in wrong}


def test_a_tile_that_lies_right_brings_one():
    line = {"line/1/0": "yellow", "line/1/1": "yellow"}
    third = TWO_OF_THREE | {"dome/1/1": "yellow"}
    assert found(third, TWO_OF_THREE | line, Checkpoint.TILED) == {
        ("DU-R40", ("dome/0/1", "dome/1/0", "dome/1/1"))
    }


def test_more_tiles_of_a_colour_than_there_are():
    lines = {f"line/{row}/{k}": "red" for row in range(6) for k in range(row + 1)}
    (problem,) = [p for p in problems(RULES, lines, None, Checkpoint.TURN) if p.rule == "DU-R6"]
    assert len(problem.cells) == 21


def test_any_three_colours_are_a_dome_tile_where_the_table_says_so():
    free = game(replace(SETUP, options={"dome_tiles": "free"}))
    odd = {"place/0/2": ("special", "red", "yellow", "turquoise"), "place/0/1": ("red",) * 4}
    wrong = {("DU-R4", (place,)) for place in odd}
    assert wrong <= found(ACQUIRED | odd)
    assert found(ACQUIRED | odd, rules=free) & wrong == {("DU-R4", ("place/0/1",))}


def test_everything_wrong_is_reported_never_just_the_first():
    wrong = {"line/3/1": "red", "line/5/3": "turquoise", "dome/2/3": "red", "bonus/3": "red"}
    assert {rule for rule, _ in found(ACQUIRED | wrong)} == {
        "DU-R29", "DU-R28", "DU-R34", "DU-R27"
    }  # fmt: skip


def test_nonsense_is_never_an_exception():
    nonsense = {
        "line/9/9": "red",
        "line/0/0": ("red", None),
        "dome/0/0": ("a", "b"),
        "place/0/0": "red",
        "place/0/1": (None,) * 4,
        "broken": "red",
        "start": ("red",),
        "": "red",
    }
    for checkpoint in Checkpoint:
        for before in (None, {}, nonsense, ACQUIRED):
            assert problems(RULES, nonsense, before, checkpoint)
            problems(RULES, ACQUIRED, before, checkpoint)


# Setup and opening.


@pytest.mark.parametrize(
    ("cells", "checkpoint", "wrong"),
    [
        ({}, Checkpoint.SETUP, set()),
        ({"line/0/0": "red"}, Checkpoint.SETUP, {("DU-R10", ("line/0/0",))}),
        ({}, Checkpoint.OPENING, {("DU-R10", ())}),
        ({"place/0/0": OFFER_END.places[0]}, Checkpoint.OPENING, set()),
        ({"place/0/0": OFFER_END.places[0]}, Checkpoint.SETUP, {("DU-R10", ("place/0/0",))}),
    ],
)
def test_before_the_first_turn(cells, checkpoint, wrong):
    assert found(cells, None, checkpoint) == wrong


def test_two_dome_tiles_in_the_opening_are_too_many():
    two = {"place/0/0": OFFER_END.places[0], "place/1/1": OFFER_END.places[4]}
    assert found(two, {}, Checkpoint.OPENING) == {("DU-R10", ("place/0/0", "place/1/1"))}


# Phase 1, compared with before.


@pytest.mark.parametrize(
    ("change", "gone", "rule", "cells"),
    [
        ({"place/0/0": ("special", "yellow", "blue", "red")}, (), "DU-R17", ("place/0/0",)),
        ({"place/2/0": OFFER_END.places[0]}, ("place/0/0",), "DU-R17", ("place/2/0",)),
        ({"dome/2/2": "red"}, (), "DU-R34", ("dome/2/2",)),
        ({}, ("dome/0/0",), "DU-R39", ()),
        ({"dome/0/0": "blue"}, (), "DU-R39", ("dome/0/0",)),
        ({}, ("line/3/0", "line/3/1", "line/3/2"), "DU-R39", ()),
        ({"line/3/0": "red"}, (), "DU-R39", ("line/3/0", "line/3/1", "line/3/2")),
        ({"place/0/1": domes("0/0=1.0")[0]}, (), "DU-R14", None),
        ({}, ("place/2/2",), "DU-R14", ()),
    ],
)
def test_phase_1_changes_nothing_that_lay_there(change, gone, rule, cells):
    wrong = found(but(ACQUIRED, *gone) | change, ONE_LAID)
    if cells is None:
        cells = ("place/0/1", "place/1/1", "place/2/2")
    assert (rule, cells) in wrong


def test_three_chips_in_a_round_are_one_too_many():
    chips = {"chip/0": "red", "chip/1": "blue", "chip/2": "black"}
    assert ("DU-R25", ("chip/0", "chip/1", "chip/2")) in found(ACQUIRED | chips, ONE_LAID)


# A single turn.


@pytest.mark.parametrize(
    ("change", "rule", "cells"),
    [
        ({"line/1/0": "red", "line/2/0": "red"}, "DU-R27", ("line/1/0", "line/2/0")),
        (
            {"line/1/0": "red", "place/2/2": OFFER_END.places[8]},
            "DU-R12",
            ("place/2/2", "line/1/0"),
        ),
        ({"line/1/0": "red", "broken": ("red",)}, None, ()),
        ({"place/2/2": OFFER_END.places[8]}, None, ()),
    ],
)
def test_a_turn_is_one_action(change, rule, cells):
    wrong = found(ONE_LAID | change, ONE_LAID, Checkpoint.TURN, facts={CARRIED: 1})
    assert wrong == ({(rule, cells)} if rule else set())


# Phase 2, compared with the end of phase 1.


@pytest.mark.parametrize(
    ("change", "gone", "rule", "cells"),
    [
        ({"line/1/0": "yellow", "line/1/1": "yellow"}, ("dome/1/0", "dome/1/1"), "DU-R34",
         ("line/1/0", "line/1/1")),
        ({}, ("dome/1/0", "dome/1/1"), "DU-R34", ()),
        ({"line/1/1": "yellow"}, (), "DU-R39", ("line/1/1",)),
        ({"dome/2/2": "red"}, ("line/2/0",), "DU-R34", ("dome/2/2",)),
        ({"dome/4/4": "turquoise"}, (), "DU-R34", ("dome/4/4",)),
        ({"line/4/0": "red"}, (), "DU-R39", ("line/4/0",)),
        ({}, ("line/5/1",), "DU-R39", ("line/5/0",)),
        ({}, ("line/0/0",), "DU-R35", ()),
        ({"broken": ("black",)}, (), "DU-R47", ("broken",)),
        ({}, ("start",), "DU-R48", ()),
        ({"place/2/0": domes("0/0=1.0")[0]}, (), "DU-R14", ("place/2/0",)),
        ({}, ("dome/0/1",), "DU-R39", ()),
    ],
)  # fmt: skip
def test_what_goes_wrong_in_phase_2(change, gone, rule, cells):
    assert (rule, cells) in found(but(AFTER, *gone) | change, ACQUIRED, Checkpoint.TILED)


@pytest.mark.parametrize(
    ("stray", "named"),
    [
        ({"dome/1/1": "yellow"}, ("dome/1/1",)),
        ({"dome/1/2": "turquoise"}, ("dome/1/2",)),
        ({"dome/1/3": "black"}, ("dome/1/0", "dome/1/3")),
    ],
)
@pytest.mark.parametrize("was", [Checkpoint.OFFER_END, Checkpoint.TURN])
def test_of_two_tiles_in_a_row_the_one_of_the_line_lies_right(stray, named, was):
    """R34: where either of them may be that of the line, nobody knows which is too many."""
    laid = domes("0/0=1.0 0/1=2.2")
    line = {"line/1/0": "black", "line/1/1": "black"}
    dome = {"place/0/0": laid[0], "place/0/1": laid[1]}
    came = dome | {"dome/1/0": "black"} | stray
    wrong = found(came, dome | line, Checkpoint.TILED, was=Moment(was, 1))
    assert {cells for rule, cells in wrong if rule == "DU-R34"} == {named}


IMPOSSIBLE = cells_of(
    board(
        """
        Y | .. .. ..
       .. | .. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=7.0 0/1=17.2 0/2=3.2",
    )
)


def test_a_line_that_can_never_be_placed_must_break():
    assert found(IMPOSSIBLE, IMPOSSIBLE, Checkpoint.TILED) == {("DU-R36", ("line/0/0",))}
    assert found(but(IMPOSSIBLE, "line/0/0"), IMPOSSIBLE, Checkpoint.TILED) == set()


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (but(ACQUIRED, "broken"), ("DU-R34", ("line/1/0", "line/1/1"), "Line 2 is complete")),
        (but(AFTER, "dome/1/0", "dome/1/1"), ("DU-R34", (), "Line 2 was cleared, but no")),
        (AFTER | {"line/2/0": "blue"}, ("DU-R39", ("line/2/0",), "Line 3 held red tiles before")),
    ],
    ids=["left alone", "cleared without a tile on the dome", "another colour in a line that stays"],
)
def test_what_became_of_a_line_is_told_in_its_own_sentence(after, said):
    wrong = problems(RULES, after, ACQUIRED, Checkpoint.TILED)
    rule, cells, text = said
    assert [(p.rule, p.cells) for p in wrong if p.message.startswith(text)] == [(rule, cells)]


def test_a_line_that_waits_for_a_dome_tile_has_not_broken_unseen():
    """R35, R36: only where all three dome tiles of a row lie can its line have broken."""
    turn = Moment(Checkpoint.TURN, 1)
    assert found(AFTER, ACQUIRED, Checkpoint.TILED, was=turn) == set()
    gone = but(AFTER, "line/0/0")
    assert found(gone, ACQUIRED, Checkpoint.TILED, was=turn) == {("DU-R39", ())}


def test_an_incomplete_line_moves_only_when_chips_pay():
    moved = but(AFTER, "line/2/0") | {"dome/2/2": "red"}
    assert ("DU-R34", ("dome/2/2",)) in found(moved, ACQUIRED, Checkpoint.TILED)
    chips = {f"chip/{k}": face for k, face in enumerate(("red", "red", "blue+red", "red"))}
    assert found(moved, ACQUIRED | chips, Checkpoint.TILED) == set()


@pytest.mark.parametrize(
    ("after", "before", "said", "asks"),
    [
        (IMPOSSIBLE | {"dome/1/0": "red"}, IMPOSSIBLE, "Line 2 was empty, so nothing", ()),
        (but(AFTER, "line/2/0") | {"dome/2/2": "red"}, ACQUIRED, "Line 3 was not c", ("chips",)),
        (but(IMPOSSIBLE, "line/0/0") | {"dome/0/0": "yellow"}, IMPOSSIBLE,
         "No space of row 1 was free for yellow", ()),
    ],
)  # fmt: skip
def test_a_tile_that_no_line_may_send_is_told_why_and_only_chips_would_explain_one(
    after, before, said, asks
):
    wrong = problems(RULES, after, before, Checkpoint.TILED)
    assert [p.asks for p in wrong if p.rule == "DU-R34" and p.message.startswith(said)] == [asks]


def table(round_, checkpoint, cells):
    return Table(SETUP, round_, checkpoint, (cells, {}), (5, 5), 0)


def test_the_round_and_the_chips_told_make_problems_sharper():
    assert isinstance(RULES, DuelReader)
    moved = but(AFTER, "line/2/0") | {"dome/2/2": "red"}
    before = table(1, Checkpoint.OFFER_END, ACQUIRED)
    for chips, wrong in (([["red"] * 4, []], 0), ([4, 0], 0), ([[], []], 1), (None, 1)):
        moment = Moment(Checkpoint.TILED, 1, None, {} if chips is None else {"chips": chips})
        assert len(RULES.problems_at(before, moment, 0, moved)) == wrong
    short = Moment(Checkpoint.OFFER_END, 2)
    (missing,) = RULES.problems_at(table(1, Checkpoint.TILED, AFTER), short, 0, AFTER)
    assert (missing.rule, missing.cells) == ("DU-R14", ())
