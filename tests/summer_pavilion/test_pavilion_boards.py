"""What lies on a board: how it may lie, what it brings, how the game ends."""

import json
from dataclasses import replace
from itertools import permutations

import pytest
from pavilion import SHARED, cell
from pavilion_tables import PASSED, PLACED, SETUP, after, allows, cells, moment, reader, table

from companion.events import Confirmed
from companion.games.base import Checkpoint, Moment, Step
from companion.games.summer_pavilion.layout import CELLS
from companion.games.summer_pavilion.reading.orders import orders_by_points
from companion.games.summer_pavilion.reading.reminders import MANY_PLACED
from companion.games.summer_pavilion.tiles import COLOURS
from companion.sitting import apply, opened

GAME = reader()
GREY = reader("grey")


def test_everybody_starts_with_5_points_and_an_empty_board():
    start = GAME.empty_table()
    assert start.scores == (5, 5)
    assert start.boards == ({}, {})
    assert GAME.checkpoints == (SETUP, PLACED, PASSED)


SEQUENCE = [
    (0, "CT-1:green", {"marker": {"seat": 0, "tiles": 3}}, [3, 5]),
    (1, "LL-1", {}, [3, 6]),
    (0, "CT-1:green CT-2:orange", {}, [5, 6]),
    (1, "LL-1 LL-2", {}, [5, 8]),
    (0, "CT-1:green CT-2:orange CT-3:red", {}, [8, 8]),
    (1, "LL-1 LL-2 CT-1:yellow", {}, [8, 9]),
    (0, "CT-1:green CT-2:orange CT-3:red LR-2", {}, [9, 9]),
]
"""Seat, its board after the turn, what was told, the scores after it."""


def test_a_sequence_of_turns_is_scored_turn_by_turn():
    now = GAME.empty_table()
    for seat, board, told, scores in SEQUENCE:
        boards = [*now.boards]
        boards[seat] = cells(board)
        turn = Moment(PLACED, 1, seat, told)
        assert all(map(allows, GAME.successors(now, turn), boards))
        assert GAME.problems_at(now, turn, seat, boards[seat], boards) == ()
        outcome = GAME.advance(now, turn, boards)
        assert list(outcome.announced) == scores
        now = outcome.table
    assert (now.starter, now.round, now.over) == (0, 1, False)


@pytest.mark.parametrize("name", ["summer-pavilion-2p-daylight"])
def test_the_boards_of_a_photographed_sitting_bring_the_scores_of_its_labels(name):
    folder = SHARED / "sittings" / name
    if not folder.exists():
        pytest.skip(f"no sitting {name} beside the checkout")
    now = GAME.empty_table()
    for frame in json.loads((folder / "labels.json").read_text())["frames"]:
        seen = moment(Checkpoint(frame["checkpoint"]), frame.get("seat"), frame["round"])
        seen = Moment(seen.checkpoint, seen.round, seen.seat, frame.get("told", {}))
        boards = [board["cells"] for board in frame["boards"]]
        assert all(map(allows, GAME.successors(now, seen), boards)), frame["file"]
        for seat, board in enumerate(boards):
            assert GAME.problems_at(now, seen, seat, board, boards) == ()
        outcome = GAME.advance(now, seen, boards)
        assert list(outcome.table.scores) == frame.get("scores", [5, 5]), frame["file"]
        now = outcome.table


def test_placement_and_marker_are_lines_of_the_score_sheet():
    told = moment(PLACED, 0, marker={"seat": 1, "tiles": 4})
    outcome = after(GAME, GAME.empty_table(), told, "LF-1")
    assert outcome.steps == ((Step("star/1/1", 1, "SP-R27"),), (Step("marker", -4, "SP-R15"),))
    assert outcome.announced == (6, 1)
    assert outcome.table.starter == 1


def test_the_marker_takes_nobody_below_1_whatever_the_lowest_score_is():
    """SP-R15; option ``score_min`` is about tiles thrown away (SP-R37, SP-R44)."""
    game = reader(options={"score_min": None})
    told = moment(PLACED, 0, marker={"seat": 1, "tiles": 9})
    assert after(game, game.empty_table(), told, "LF-1").announced == (6, 1)


def test_the_marker_costs_once_a_round_though_it_is_told_again():
    told = {"marker": {"seat": 0, "tiles": 2}}
    once = after(GAME, GAME.empty_table(), moment(PLACED, 0, **told), "LF-1").table
    again = after(GAME, once, moment(PLACED, 1, **told), "LF-1", "UR-1").table
    assert again.scores == (4, 6)
    later = after(GAME, again, moment(PLACED, 0, 2, **told), "LF-1 LF-2", "UR-1").table
    assert later.scores == (4 - 2 + 2, 6)


@pytest.mark.parametrize("told", [None, {"seat": None, "tiles": 0}])
def test_a_marker_that_nobody_took_costs_nothing(told):
    outcome = after(GAME, GAME.empty_table(), moment(PLACED, 0, marker=told), "LF-1")
    assert (outcome.announced, outcome.table.starter) == ((6, 5), None)


@pytest.mark.parametrize(("answer", "begins"), [("same", 1), ("next", 2)])
def test_a_marker_that_nobody_took_makes_the_same_or_the_next_player_begin(answer, begins):
    """Section 9, by option ``untaken_marker_next_start``; R40 knows only of a holder."""
    game = reader(players=3, first_player=1, options={"untaken_marker_next_start": answer})
    nobody, start = {"marker": {"seat": None}}, game.empty_table()
    placed = after(game, start, moment(PLACED, 1, **nobody), "", "LF-1").table
    assert placed.starter == begins
    passed = after(game, placed, moment(PASSED, None, **nobody)).table
    assert passed.starter == begins, "it is said again of the same round"
    assert after(game, start, moment(PLACED, 1), "", "LF-1").table.starter is None, "nobody told"
    second = after(game, passed, moment(PLACED, 1, 2, marker=None), "", "LF-1 LF-2").table
    assert second.starter == (begins + (answer == "next")) % 3
    third = after(game, passed, moment(PLACED, 1, 3, **nobody), "", "LF-1 LF-2").table
    assert third.starter is None, "nobody saw who began round 3"


def test_discarded_tiles_cost_a_point_each_when_passing():
    outcome = after(GAME, table(GAME, "LF-1"), moment(PASSED, 0, discarded=3), "LF-1 corner/0:red")
    assert outcome.steps[0] == (Step("discarded", -3, "SP-R37"),)
    assert outcome.announced == (2, 5)
    again = after(GAME, outcome.table, moment(PASSED, 1, discarded=9), "LF-1 corner/0:red")
    assert again.announced == (2, 1)
    assert again.table.facts["passed"] == (0, 1)


@pytest.mark.parametrize(("lowest", "total"), [(1, 1), (3, 3), (None, -4)])
def test_discarded_tiles_take_a_total_down_to_the_lowest_score(lowest, total):
    """Section 9, ``score_min``."""
    game = reader(options={"score_min": lowest})
    assert after(game, table(game), moment(PASSED, 0, discarded=9)).announced == (total, 5)


def test_whoever_has_passed_before_pays_for_discarded_tiles_once():
    before = table(GAME, facts={"passed": (0,)})
    assert after(GAME, before, moment(PASSED, None, discarded=[3, 2])).announced == (5, 3)


def test_one_number_of_discarded_tiles_is_not_that_of_whoever_passed_without_a_press():
    told = moment(PASSED, 0, discarded=3)
    assert after(GAME, table(GAME), told, "", "corner/0:red").announced == (2, 5)


def test_without_a_seat_everybody_passes_and_each_seat_is_told():
    outcome = after(GAME, table(GAME, round=6), moment(PASSED, None, 6, discarded=[2, 0]))
    assert outcome.announced == (3, 5)
    assert outcome.table.over


def test_a_game_that_was_joined_too_late_ends_all_the_same():
    """Journals may hold rounds that the page no longer takes."""
    outcome = after(GAME, table(GAME, round=7), moment(PASSED, None, 7, discarded=[0, 0]))
    assert outcome.table.over


# Several tiles since the last picture


def test_tiles_on_different_stars_need_no_question():
    outcome = after(GAME, table(GAME), moment(PLACED), "LF-1 UR-2 RT-3")
    assert outcome.announced == (8, 5)
    assert [said.message for _, said in outcome.notices] == [MANY_PLACED]


def test_two_tiles_that_bring_the_same_in_both_orders_need_no_question():
    outcome = after(GAME, table(GAME), moment(PLACED), "LF-1 LF-2")
    assert outcome.announced == (5 + 1 + 2, 5)
    assert [step.points for step in outcome.steps[0]] == [1, 2]


def test_tiles_whose_order_matters_are_asked_about():
    """1, 2, 3 bring 1 + 2 + 3; but 1, 3, 2 bring 1 + 1 + 3."""
    before = table(GAME)
    outcome = after(GAME, before, moment(PLACED), "LF-1 LF-2 LF-3")
    assert outcome.announced == (None, 5)
    (choice,) = outcome.choices
    assert (choice.seat, choice.name) == (0, "order")
    assert outcome.table.scores == (11, 5)  # people play the order that brings most
    assert outcome.notices[0][0] == 0
    assert "5 or 6 points" in outcome.notices[0][1].message
    for points, order in zip((6, 5), choice.orders, strict=True):
        told = after(GAME, before, moment(PLACED, order=list(order)), "LF-1 LF-2 LF-3")
        assert told.announced == (5 + points, 5)
        assert told.choices == ()


def test_an_order_that_names_a_tile_twice_scores_it_once():
    twice = [cell("LF-1"), cell("LF-2"), cell("LF-2")]
    outcome = after(GAME, table(GAME), moment(PLACED, order=twice), "LF-1 LF-2")
    assert outcome.table.scores == (5 + 1 + 2, 5)


def brute_force(before, new):
    """Return every total that some order of the new cells brings."""
    totals = set()
    for order in permutations(new):
        play, total = reader(), 0
        now = table(play, before)
        for each in order:
            seen = dict(now.boards[0]) | cells(each)
            step = play.advance(now, moment(PLACED), [seen, {}])
            total += sum(line.points for line in step.steps[0])
            now = step.table
        totals.add(total)
    return totals


@pytest.mark.parametrize(
    ("before", "new"),
    [
        ("LF-2", "LF-1 LF-3 LF-4"),
        ("LF-1 LF-4", "LF-2 LF-3"),
        ("UL-1", "UL-3 UL-5 UL-2 RT-1"),
        ("", "UR-1 UR-2 UR-3 UR-4 UR-5 UR-6"),
    ],
)
def test_all_orders_are_considered(before, new):
    spaces = [tuple(lying_spaces(text)) for text in (before, f"{before} {new}")]
    assert set(orders_by_points(*spaces)) == brute_force(before, new.split())


def lying_spaces(text):
    lying = cells(text)
    return [COLOURS.index(lying[c]) if c in lying else None for c in CELLS]


# What is told, what is worth saying


def test_marker_and_discarded_tiles_must_be_told():
    start, later = GAME.empty_table(), table(GAME)
    assert GAME.told(start, moment(PLACED, 0, 1)) == ("marker",)
    assert GAME.told(start, moment(PLACED, 0, 1, marker={"seat": 0, "tiles": 1})) == ()
    assert GAME.told(later, moment(PLACED, 1, 1)) == ()
    assert GAME.told(later, moment(PASSED, 1, 1)) == ("discarded",)
    assert GAME.told(later, moment(PASSED, 1, 2)) == ("marker", "discarded")
    assert GAME.told(start, Moment(SETUP, 0)) == ()


@pytest.mark.parametrize(
    ("before", "new", "sentence"),
    [
        (
            "RT-6",
            "RT-5",
            "The window is complete: take 3 tiles from the supply (SP-R30)",
        ),
        (
            "UL-1 UL-2 UR-3",
            "UR-4",
            "The statue is complete: take 2 tiles from the supply (SP-R30)",
        ),
        (
            "UL-2 UL-3 CT-6:red",
            "CT-1:blue",
            "The pillar is complete: take 1 tile from the supply (SP-R30)",
        ),
    ],
)
def test_bonus_tiles_are_reminded_of(before, new, sentence):
    outcome = after(GAME, table(GAME, before), moment(PLACED), f"{before} {new}")
    ((seat, said),) = outcome.notices
    assert (seat, said.message) == (0, f"{sentence}, then fill it up (SP-R34).")
    assert cell(new.split(":")[0]) in outcome.notices[0][1].cells


def test_kept_tiles_left_on_corners_and_a_missing_tile_are_reminded_of():
    kept = table(GAME, "LF-1 corner/2:red", facts={"passed": (0, 1)})
    outcome = after(GAME, kept, moment(PLACED, 1, 2), "LF-1 corner/2:red", "UR-1")
    assert [(seat, said.cells) for seat, said in outcome.notices] == [(0, ("corner/2",))]
    outcome = after(GAME, table(GAME, "LF-1"), moment(PLACED, 0), "LF-1")
    assert [said.message for _, said in outcome.notices] == [
        "No new tile lies on this board: place one, or pass (SP-R17)."
    ]


@pytest.mark.parametrize("at", [moment(PLACED, 0), moment(PLACED, 1), moment(PASSED, 1)])
def test_a_tile_placed_after_passing_is_refused_whoever_pressed(at):
    passed = table(GAME, "LF-1", facts={"passed": (0,)})
    boards = (cells("LF-1 LF-2"), cells("UR-1"))
    (problem,) = GAME.problems_at(passed, at, 0, boards[0], boards)
    assert (problem.rule, problem.cells) == ("SP-R35", (cell("LF-2"),))
    assert GAME.problems_at(passed, at, 1, boards[1], boards) == ()
    later = replace(at, round=2)
    assert GAME.problems_at(passed, later, 0, boards[0], boards) == ()


def test_who_has_passed_adds_nothing_to_the_corners_and_takes_nothing_back():
    passed = table(GAME, "LF-1 corner/0:red", facts={"passed": (0,)})
    for now in ("LF-1 corner/0:red corner/1:blue", "LF-1"):
        boards = (cells(now), {})
        (problem,) = GAME.problems_at(passed, moment(PLACED, 1), 0, boards[0], boards)
        assert problem.rule == "SP-R36"


def test_tiles_on_corners_tell_who_passed_when_nobody_pressed():
    boards = (cells("LF-1 corner/0:red"), cells("UR-1"))
    before = table(GAME, "LF-1")
    assert GAME.problems_at(before, moment(PLACED, 1), 0, boards[0], boards) == ()
    outcome = GAME.advance(before, moment(PLACED, 1), boards)
    assert outcome.table.facts["passed"] == (0,)
    assert [(s, n.cells) for s, n in outcome.notices] == [(0, ("corner/0",))]
    told = replace(moment(PLACED, 1), told={"discarded": [2, 0]})
    assert GAME.advance(before, told, boards).table.scores == (5 - 2, 5 + 1)


def test_tiles_on_corners_are_wrong_where_it_is_sure_that_nobody_passed():
    """The seat that is named placed a tile just now; so did the only one with a new tile."""
    boards = (cells("LF-1 LF-2 corner/0:red"), cells("UR-1"))
    before = table(GAME, "LF-1", "UR-1")
    for seat in (0, None):
        (problem,) = GAME.problems_at(before, moment(PLACED, seat), 0, boards[0], boards)
        assert (problem.rule, problem.cells) == ("SP-R36", ("corner/0",))
    both = (boards[0], cells("UR-1 UR-2"))
    assert GAME.problems_at(before, moment(PLACED, None), 0, boards[0], both) == ()


def test_in_the_round_in_which_a_game_is_joined_the_same_player_may_have_every_turn():
    """SP-R35: the others may have passed before; a picture of nothing new is a repeat still."""
    setup = replace(GAME.setup, scores=(20, 30), round=3)
    first, second = (cells("LF-1"), {}), (cells("LF-1 LF-2"), {})
    now = opened(setup)
    for lying in (first, first, second, second):
        now = apply(now, Confirmed(moment(PLACED, 0, 3), lying))
    assert now.table.scores == (20 + 2, 30)
    assert len(now.history) == 2
    later = apply(now, Confirmed(moment(PLACED, 1, 4), second))
    later = apply(later, Confirmed(moment(PLACED, 1, 4), (second[0], cells("UR-1"))))
    assert len(later.history) == 3


# The end


def test_the_game_ends_when_all_have_passed_in_round_6():
    stars = " ".join(f"LF-{slot}" for slot in range(1, 7))
    ones = "CT-1:red UL-1 UR-1 RT-1 LR-1 LL-1"
    now = table(GAME, f"{stars} {ones}", round=6, scores=(40, 70), facts={"passed": (1,)})
    assert not GAME.result(now).complete
    assert GAME.result(now).scores == (40, 70)
    lying = f"{stars} {ones} corner/0:red corner/1:red"
    end = after(GAME, now, moment(PASSED, 0, 6, discarded=1), lying).table
    assert end.over
    result = GAME.result(end)
    assert result.scores == (40 - 1 + 20 + 4 - 2, 70)
    assert result.steps[0] == (
        Step("star/1", 20, "SP-R42"),
        Step("number/1", 4, "SP-R43"),
        Step("corner", -2, "SP-R44"),
    )
    assert result.bonuses[0] == {"stars": 1, "multicoloured": 0, "numbers": 1, "corners": 2}
    assert (result.winners, result.complete) == ((1,), True)


def test_tied_players_share_the_victory():
    now = table(GAME, round=6, scores=(33, 33), facts={"passed": (0, 1)}, over=True)
    assert GAME.result(now).winners == (0, 1)


def test_every_complete_star_and_number_at_once_brings_152():
    middle = [f"CT-{slot}:{colour}" for slot, colour in enumerate(COLOURS, 1)]
    outer = [f"{s}-{k}" for s in ("LF", "UL", "UR", "RT", "LR", "LL") for k in range(1, 7)]
    full = table(GAME, " ".join(middle + outer), round=6, over=True)
    assert GAME.result(full).scores[0] == 5 + 152


def test_on_the_other_side_stars_score_by_their_tiles_and_threes_take_twelve_spaces():
    same = [f"LF-{slot}:red" for slot in range(1, 7)]
    different = [f"CT-{slot}:{colour}" for slot, colour in enumerate(COLOURS, 1)]
    threes = [f"{star}-1:blue" for star in ("UL", "UR", "RT", "LR", "LL")]
    full = table(GREY, " ".join(same + different + threes), round=6, over=True)
    steps = GREY.result(full).steps[0]
    assert [(step.cell, step.points) for step in steps] == [
        ("star/0", 12),
        ("star/1", 14),
        ("number/3", 12),
    ]
    counted = {"stars": 1, "multicoloured": 1, "numbers": 1, "corners": 0}
    assert GREY.result(full).bonuses[0] == counted
