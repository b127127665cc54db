"""What one turn of Azul Duel can do, and what must stay open between two pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from duel_tables import any_action, builder
from duel_watcher import GOALS, Watcher
from one_board import allows

from companion.games import game
from companion.games.azul_duel.catalogue import TURNED
from companion.games.azul_duel.reading.cells import PLACE_IDS
from companion.games.base import FIRST, Checkpoint, Moment, Setup
from companion.games.saying import MISSED_PRESS, PERHAPS_MISSED

TURN, OFFER_END, TILED = Checkpoint.TURN, Checkpoint.OFFER_END, Checkpoint.TILED
SETUP = Setup("azul-duel", goals=GOALS)
RULES = game(SETUP)
LAID = {"place/0/0": TURNED[1][0]}
OTHER = {"place/0/0": TURNED[2][0]}
NEW = {"place/1/1": TURNED[3][0]}
LAID_IN_ROUND_1 = {"place/2/1": TURNED[4][0], "place/2/2": TURNED[5][0]}


def table(mine=LAID, other=OTHER, at=TURN, round_=1, carried=0, rules=RULES):
    return replace(
        rules.empty_table(),
        boards=(mine, other),
        checkpoint=at,
        round=round_,
        facts={"carried": carried},
    )


def found(mine, other=OTHER, before=None, moment=None, rules=RULES):
    """Return what is wrong on seat 0's board, as (rule, cells)."""
    said = rules.problems_at(
        before or table(), moment or Moment(TURN, 1, 0), 0, mine, (mine, other)
    )
    return [(problem.rule.removeprefix("DU-"), problem.cells) for problem in said]


TOO_MUCH = {
    "one colour in two lines": (
        {"line/1/0": "red", "line/2/0": "red"}, ("R27", ("line/1/0", "line/2/0")),
    ),
    "two colours in two lines": (
        {"line/1/0": "red", "line/2/0": "blue"}, ("R27", ("line/1/0", "line/2/0")),
    ),
    "a dome tile and tiles": (
        {"line/1/0": "red", **NEW}, ("R12", ("place/1/1", "line/1/0")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TOO_MUCH)
def test_too_much_for_one_turn(what):
    new, problem = TOO_MUCH[what]
    assert found({**LAID, **new}) == [problem]


@pytest.mark.parametrize("what", TOO_MUCH)
def test_it_is_several_turns_where_both_boards_have_changed(what):
    new, _ = TOO_MUCH[what]
    boards = ({**LAID, **new}, {**OTHER, "line/0/0": "blue"})
    assert found(*boards) == []
    notices = RULES.advance(table(), Moment(TURN, 1, 0), boards).notices
    assert [(seat, notice.message) for seat, notice in notices] == [(0, MISSED_PRESS)]


@pytest.mark.parametrize("what", TOO_MUCH)
def test_or_where_a_bonus_chip_can_have_been_taken(what):
    """Once a small factory can be empty, a turn need leave no trace on the boards (R26)."""
    new, _ = TOO_MUCH[what]
    other = {**OTHER, "line/3/0": "blue", "line/3/1": "blue", "line/3/2": "blue"}
    boards, before = ({**LAID, **new}, other), table(other=other)
    assert found(*boards, before) == []
    notices = RULES.advance(before, Moment(TURN, 1, 0), boards).notices
    assert [(seat, notice.message) for seat, notice in notices] == [(0, PERHAPS_MISSED)]


@pytest.mark.parametrize(
    "new",
    [
        {"line/1/0": "red", "broken": ("blue",)},
        {"line/1/0": "red", "broken": ("red",)},
    ],
    ids=["another colour breaks", "a tile breaks though the line has room"],
)
def test_what_breaks_beside_a_line_is_worth_saying(new):
    """A stack may be higher than it looks, so tiles for a bonus chip may have been taken."""
    boards = ({**LAID, **new}, OTHER)
    assert found(*boards) == []
    notices = RULES.advance(table(), Moment(TURN, 1, 0), boards).notices
    assert [notice.message for _, notice in notices] == [PERHAPS_MISSED]


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ({}, {"line/0/0": "red", "broken": (None,)}),
        ({"broken": (None,)}, {"line/1/0": "red", "broken": ("blue",)}),
    ],
    ids=["when it breaks", "when it is seen plainly later"],
)
def test_a_broken_tile_of_unknown_colour_is_no_second_colour(old, now):
    boards, before = ({**LAID, **now}, OTHER), table({**LAID, **old})
    assert found(*boards, before) == []
    assert not RULES.advance(before, Moment(TURN, 1, 0), boards).notices


def test_a_broken_tile_of_unknown_colour_seen_plainly_is_no_turn_of_its_own():
    before = table({**LAID, "broken": (None,)})
    boards = ({**LAID, "broken": ("blue",)}, {**OTHER, "line/0/0": "red"})
    assert not RULES.advance(before, Moment(TURN, 1, 1), boards).notices


def test_a_third_dome_tile_in_a_round():
    laid = {**LAID, **NEW, "place/2/2": TURNED[5][0]}
    fourth = {**laid, "place/0/2": TURNED[6][0]}
    rules = [rule for rule, _ in found(fourth, before=table(laid))]
    assert rules == ["R14"]


# The starting player tile.

HOLDS = {**LAID, "line/1/0": "red", "start": FIRST}


@pytest.mark.parametrize("at", [TURN, OFFER_END])
def test_the_starting_player_tile_stays_on_its_field_in_phase_1(at):
    gone = {cell: lies for cell, lies in HOLDS.items() if cell != "start"}
    rules = [rule for rule, _ in found(gone, before=table(HOLDS), moment=Moment(at, 1, 0))]
    assert "R48" in rules
    assert found(HOLDS, before=table(HOLDS)) == []


def test_it_comes_with_tiles_only():
    assert found({**LAID, **NEW, "start": FIRST}) == [("R23", ("start",))]
    assert found({**LAID, "line/1/0": "red", "start": FIRST}) == []
    assert found({**LAID, "broken": ("red",), "start": FIRST}) == []


def test_in_a_new_round_it_lies_on_its_factory_again():
    holds = {**HOLDS, **LAID_IN_ROUND_1}
    before, moment = table(holds, at=TILED), Moment(TURN, 2, 0)
    put_back = {cell: lies for cell, lies in holds.items() if cell != "start"}
    assert found(put_back, before=before, moment=moment) == []
    assert found({**holds, **NEW}, before=before, moment=moment) == [("R55", ("start",))]
    assert found({**holds, "line/2/0": "blue"}, before=before, moment=moment) == []


# Wrong words.


def test_nobody_is_told_to_push_what_is_to_be_thrown_away():
    before = {"line/2/0": "red", "line/2/1": "red", "line/2/2": "red"}
    before |= {"place/1/0": TURNED[10][0]}
    rest = {"line/2/1": "red", "line/2/2": "red", "place/1/0": TURNED[10][0], "dome/2/0": "red"}
    seen = table(before, at=OFFER_END)
    assert found(rest, before=seen, moment=Moment(TILED, 1)) == [("R39", ("line/2/1", "line/2/2"))]


def test_tiles_that_are_to_be_put_back_are_not_to_be_pushed():
    before = {**LAID, "line/3/0": "red", "line/3/1": "red"}
    lost = {**LAID, "line/3/1": "red"}
    assert found(lost, before=table(before)) == [("R39", ("line/3/1",))]
    pushed = {**LAID, "line/3/1": "red", "line/3/2": "red"}
    assert found(pushed, before=table(before)) == [("R28", ("line/3/1", "line/3/2"))]


# Pictures that nobody took.


def test_the_last_turn_that_was_seen_is_not_the_end_of_phase_1():
    """Line 2 may have been completed after it, without any bonus chip."""
    before = {"place/0/0": TURNED[4][2], "line/1/0": "red"}
    later = {"place/1/1": TURNED[3][0], "place/2/2": TURNED[5][0]}
    after = {"place/0/0": TURNED[4][2], "dome/1/0": "red", **later}
    other = OTHER | {"place/1/1": TURNED[7][0], "place/2/2": TURNED[8][0]}
    moment = Moment(TILED, 1)
    assert found(after, other, table(before), moment) == []
    seen = table({**before, **later}, other, at=OFFER_END)
    assert found(after, other, seen, moment) == [("R34", ("dome/1/0",))]


def test_chips_stay_in_the_store_through_a_phase_2_nobody_saw():
    """Boards laid by hand have the chips that were told: they are no new ones (R25)."""
    two = {"chip/0": "blue", "chip/1": "red"}
    three = {**LAID, **LAID_IN_ROUND_1}
    before, moment = table({**three, **two}, at=OFFER_END), Moment(TURN, 2, 0)
    assert found({**three, **two, **NEW}, before=before, moment=moment) == []
    four = {**two, "chip/2": "black", "chip/3": "blue"}
    assert found({**three, **four, **NEW}, before=before, moment=moment) == []
    five = {**four, "chip/4": "red"}
    rules = [rule for rule, _ in found({**three, **five, **NEW}, before=before, moment=moment)]
    assert rules == ["R25"]


@pytest.mark.parametrize("laid", range(10))
def test_the_midst_of_phase_1_tells_how_many_dome_tiles_lie_there(laid):
    """R10, R14: those of earlier rounds, and up to two more; round 1 may be at its opening."""
    board = {place: TURNED[1 + n][0] for n, place in enumerate(PLACE_IDS[:laid])}
    joined = game(replace(SETUP, scores=(5, 5), round=3))
    for number, right in {1: range(4), 3: range(5, 8), 5: (9,)}.items():
        moment = Moment(TURN, number, 0)
        parts = joined.successors(joined.empty_table(), moment)[0]
        assert allows(parts, board) == (laid in right)
        wrong = found(board, {}, joined.empty_table(), moment, rules=joined)
        assert [rule for rule, _ in wrong] == ([] if laid in right else ["R14"])


def test_who_cannot_pay_for_a_draw_may_have_fewer_dome_tiles():
    """R16: with the house rule ``stack_draw_at_zero`` a token can stay unused."""
    poor = game(replace(SETUP, scores=(0, 5), round=3, options={"stack_draw_at_zero": False}))
    moment = Moment(TURN, 3, 0)
    assert allows(poor.successors(poor.empty_table(), moment)[0], LAID)
    assert found(LAID, {}, poor.empty_table(), moment, rules=poor) == []


def round_5(leave_out):
    """Yield a game's pictures with the tables before them, some of round 5 left out."""
    with pytest.MonkeyPatch.context() as patch:
        seen, _ = Watcher(patch, turns=True).play(4, builder)
    state = RULES.empty_table()
    for picture in seen:
        if (picture.moment.checkpoint, picture.moment.round) == (leave_out, 5):
            continue
        yield picture, state
        state = RULES.advance(state, picture.moment, picture.boards).table


@pytest.mark.parametrize("leave_out", [OFFER_END, TURN])
def test_round_5_without_the_end_of_phase_1_or_its_turns(leave_out):
    for picture, before in round_5(leave_out):
        for seat, board in enumerate(picture.boards):
            said = RULES.problems_at(before, picture.moment, seat, board, picture.boards)
            assert said == ()


# Options.


@pytest.mark.parametrize(
    "options",
    [
        {"chips_need_space": False},
        {"chips_partial": True},
        {"stack_draw_at_zero": False},
        {"allow_partial_floor": True},
        {"chips_strict_order": False},
    ],
    ids=lambda options: next(iter(options)),
)
@pytest.mark.parametrize("leave_out", [None, TILED], ids=["all pressed", "a tiling missed"])
def test_house_rules_raise_no_false_alarm(options, leave_out):
    setup = replace(SETUP, options=options)
    rules = game(setup)
    for seed in range(3):
        with pytest.MonkeyPatch.context() as patch:
            seen, _ = Watcher(patch).play(seed, builder if seed else any_action, setup)
        before = rules.empty_table()
        for picture in seen:
            if (picture.moment.checkpoint, picture.moment.round) == (leave_out, 2):
                continue
            for seat, board in enumerate(picture.boards):
                moment = picture.moment
                assert rules.problems_at(before, moment, seat, board, picture.boards) == ()
                assert allows(rules.successors(before, moment)[seat], board)
            assert rules.surprise(before, moment, picture.boards) < 100
            before = rules.advance(before, moment, picture.boards).table


@pytest.mark.parametrize("option", [{"chips_need_space": False}, {"chips_partial": True}])
def test_what_is_announced_counts_chips_spent_on_lines_that_wait(option):
    """R37: what was paid stays with the line, and R34: once complete it moves when it can.

    Two chips pay for the second tile of line 2 in round 1, when no space takes it; in round 2 there
    is one.  Whether they were spent on that line no camera sees, so no total is sure.
    """
    rules = game(replace(SETUP, options=option))
    mine = {**LAID, "line/1/0": "red", "place/1/1": TURNED[3][0], "place/1/2": TURNED[4][0]}
    held = Moment(OFFER_END, 1, None, {"broken": [0, 0], "chips": [["blue+red", "red"], []]})
    told = Moment(TILED, 1, None, {"chips": [["blue+red", "red"], []]})
    now = rules.empty_table()
    for moment in (Moment(Checkpoint.OPENING, 0), held, told):
        lying = (LAID, OTHER) if moment.round == 0 else (mine, OTHER)
        now = rules.advance(now, moment, lying).table
    more = {"place/0/1": TURNED[5][0], "place/0/2": TURNED[7][0], "start": FIRST}
    red = {**mine, **more}
    unsure = rules.advance(now, Moment(OFFER_END, 2, None, {"broken": [0, 0]}), (red, OTHER))
    assert unsure.announced == (None, 5)
    gone = {cell: lies for cell, lies in red.items() if cell != "line/1/0"}
    after = rules.advance(unsure.table, Moment(TILED, 2), ({**gone, "dome/1/4": "red"}, OTHER))
    assert after.table.scores == (5 + 1 - 2, 5)


def test_a_line_that_chips_completed_long_ago_moves_when_a_space_comes():
    """R37: two chips complete line 3 in round 1 and two others line 4, which moves, in round 2.

    All four show blue or black, but only one choice of two for line 4 leaves a pair for line 3.
    """
    rules = game(replace(SETUP, options={"chips_need_space": False}))
    black = {"line/2/0": "black", "line/2/1": "black"}
    blue = {f"line/3/{k}": "blue" for k in range(3)}
    first = {**LAID, "place/1/0": TURNED[9][1], "place/0/1": TURNED[4][0]}
    second = {**first, "place/0/2": TURNED[5][0], "place/2/0": TURNED[6][0]}
    third = {**second, "place/1/1": TURNED[7][3], "place/2/1": TURNED[8][0]}
    moved = {"dome/3/1": "blue"}
    pictures = [
        (OFFER_END, 1, {**first, **black, **blue}, ("black", "black+blue")),
        (TILED, 1, {**first, **black, **blue}, ("black", "black+blue")),
        (OFFER_END, 2, {**second, **black, **blue}, ("blue", "blue")),
        (TILED, 2, {**second, **black, **moved}, ("blue", "blue")),
        (OFFER_END, 3, {**third, **black, **moved}, ()),
        (TILED, 3, {**third, **moved, "dome/2/2": "black"}, ()),
    ]
    now = rules.advance(rules.empty_table(), Moment(Checkpoint.OPENING, 0), (LAID, OTHER)).table
    for at, number, mine, chips in pictures:
        moment = Moment(at, number, None, {"broken": [0, 0], "chips": [chips, ()]})
        if at is TILED:
            assert found(mine, before=now, moment=moment, rules=rules) == []
        now = rules.advance(now, moment, (mine, OTHER)).table
    assert now.scores == (5 + 1 + 1, 5)


def two_rounds(options):
    """Return what is wrong in round 2 where line 3, two red, moves and no chip is spent then.

    Two chips that show red were spent in round 1, in which line 2 moved its red tile.
    """
    rules = game(replace(SETUP, options=options))
    first = {**LAID, "place/0/1": TURNED[4][2], "place/1/0": TURNED[5][3]}
    begun, waits = {**first, "line/1/0": "red"}, {"line/2/0": "red", "dome/1/2": "red"}
    second = {**first, "place/2/0": TURNED[6][0], "place/2/1": TURNED[7][0], **waits}
    full = {**begun, "line/1/1": "red", "line/2/0": "red"}
    reds = ("blue+red", "red")
    moves = {cell: lies for cell, lies in second.items() if not cell.startswith("line")}
    pictures = [
        (TURN, 1, begun, ()),
        (OFFER_END, 1, full, reds),
        (TILED, 1, {**first, **waits}, reds),
        (OFFER_END, 2, {**second, "line/2/1": "red"}, ()),
        (TILED, 2, {**moves, "dome/2/0": "red"}, ()),
    ]
    now = rules.advance(rules.empty_table(), Moment(Checkpoint.OPENING, 0), (LAID, OTHER)).table
    for at, number, mine, chips in pictures:
        moment = Moment(at, number, None, {"broken": [0, 0], "chips": [chips, ()]})
        wrong = found(mine, before=now, moment=moment, rules=rules)
        now = rules.advance(now, moment, (mine, OTHER)).table
    return wrong


def test_chips_that_no_tile_explains_lie_on_a_line_that_waits():
    """House rule ``chips_partial``: line 2 was full, so the chips lie on line 3."""
    assert two_rounds({"chips_partial": True}) == []


def test_chips_of_an_earlier_round_pay_for_nothing_where_none_stay_with_a_line():
    """By the rules chips complete a line at once (R37): what was spent before is gone."""
    assert two_rounds({}) == [("R34", ("dome/2/0",))]


@pytest.mark.parametrize("option", [{"chips_need_space": False}, {"chips_partial": True}, {}])
def test_chips_may_have_paid_for_a_line_before_the_game_was_joined(option):
    """R37: by these house rules what was paid stays with the line, and no picture shows it."""
    rules = game(replace(SETUP, options=option, scores=(5, 5), round=2))
    mine = {**LAID, **NEW, **LAID_IN_ROUND_1, "place/0/1": TURNED[6][0]}
    first, second = {**mine, "line/1/0": "black"}, {**mine, "dome/1/0": "black"}
    held, spent = {"broken": [0, 0], "chips": [[], []]}, {"chips": [[], []]}
    joined = rules.advance(rules.empty_table(), Moment(OFFER_END, 2, None, held), (first, OTHER))
    assert joined.announced[0] == (None if option else 5)
    tiled = Moment(TILED, 2, None, spent)
    wrong = found(second, before=joined.table, moment=tiled, rules=rules)
    assert wrong == ([] if option else [("R34", ("dome/1/0",))])
    if option:
        assert rules.surprise(joined.table, tiled, (second, OTHER)) < 100
        assert rules.advance(joined.table, tiled, (second, OTHER)).table.scores == (6, 5)
