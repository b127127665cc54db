"""A take, checked by what left the offer and what came to the boards (R9 to R12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.games import game as rules_of
from companion.games.base import FIRST, Checkpoint, Moment, Setup, Table
from companion.games.offer import ChecksTakes, Offer, Since

GAME = rules_of(Setup("azul", players=2))
OLD = ({"line/4/0": "black", "floor/0": "white"}, {"line/2/0": "yellow"})


def offer(*displays, centre=""):
    """An offer written as words: colours on each display, in the centre."""
    full = [*displays, *[""] * (5 - len(displays))]
    return Offer(tuple(Counter(each.split()) for each in full), Counter(centre.split()))


def since(was, now, *came, game=GAME, old=OLD, moment=None):
    """A turn of the second round: ``came`` are the new cells of seats 0, 1."""
    table = Table(game.setup, 2, Checkpoint.TURN, old, (0, 0), facts={"carried": 0})
    boards = [{**board, **fresh} for board, fresh in zip(old, [*came, {}, {}], strict=False)]
    return Since(table, moment or Moment(Checkpoint.TURN, 2, 0), boards, was, now)


def found(*args, **how):
    return [
        (each.seat, each.problem.rule, each.place, each.colours, each.problem.cells)
        for each in GAME.take_problems(since(*args, **how))
        if each.stops
    ]


REDS = {"line/1/0": "red", "line/1/1": "red"}
MIXED = offer("red red blue white", "black black blue red", centre="first red")


def test_a_display_is_emptied_and_its_rest_is_in_the_centre():
    after = offer("", "black black blue red", centre="first red blue white")
    assert found(MIXED, after, REDS) == []


def test_all_of_a_colour_come_from_the_centre_with_the_marker():
    was = offer("blue blue blue red", centre="first red red white")
    now = offer("blue blue blue red", centre="white")
    assert found(was, now, {**REDS, "floor/1": FIRST}) == []


def test_a_sister_left_on_the_display_is_found():
    now = offer("red blue white", "black black blue red", centre="first red")
    wrong = [(0, "AZ-R9", "display/0", ("red",), ("line/1/0",))]
    assert found(MIXED, now, {"line/1/0": "red"}) == wrong


def test_a_sister_left_behind_is_found_when_the_rest_was_moved():
    now = offer("red", "black black blue red", centre="first red blue white")
    wrong = [(0, "AZ-R9", "display/0", ("red",), ("line/1/0",))]
    assert found(MIXED, now, {"line/1/0": "red"}) == wrong


def test_a_sister_moved_to_the_centre_with_the_rest_is_found():
    now = offer("", "black black blue red", centre="first red red blue white")
    wrong = [(0, "AZ-R9", "centre", ("red",), ("line/1/0",))]
    assert found(MIXED, now, {"line/1/0": "red"}) == wrong


def test_a_rest_that_stays_on_its_display_is_found():
    now = offer("blue white", "black black blue red", centre="first red")
    wrong = [(0, "AZ-R9", "display/0", ("blue", "white"), ("line/1/0", "line/1/1"))]
    assert found(MIXED, now, REDS) == wrong


def test_tiles_of_two_displays_are_found():
    now = offer("", "", centre="first red blue white black black blue")
    three = {**REDS, "floor/1": "red"}
    assert found(MIXED, now, three) == [(0, "AZ-R9", "", (), tuple(three))]


def test_tiles_of_a_display_and_the_centre_are_found():
    now = offer("", "black black blue red", centre="first blue white")
    three = {**REDS, "floor/1": "red"}
    assert found(MIXED, now, three) == [(0, "AZ-R9", "", (), tuple(three))]


def test_a_sister_left_in_the_centre_is_found():
    was, now = offer(centre="red red white blue"), offer(centre="red white blue")
    wrong = [(0, "AZ-R10", "centre", ("red",), ("line/1/0",))]
    assert found(was, now, {"line/1/0": "red"}) == wrong


def test_the_marker_left_in_the_centre_is_found():
    was, now = offer(centre="first red red white"), offer(centre="first white")
    assert found(was, now, REDS) == [(0, "AZ-R11", "centre", (FIRST,), tuple(REDS))]


def test_the_marker_taken_with_tiles_of_a_display_is_found():
    now = offer("", "black black blue red", centre="red blue white")
    taken = {**REDS, "floor/1": FIRST}
    assert found(MIXED, now, taken) == [(0, "AZ-R12", "", (), tuple(REDS))]


def test_several_legal_turns_without_a_picture_are_legal():
    blues = {"line/0/0": "blue"}
    three = {"line/2/0": "red", "line/2/1": "red", "floor/1": FIRST}
    # seat 0 takes two red of display 0; seat 1 blue of display 1; seat 0 both red of the centre
    now = offer("", "", centre="blue white black black")
    taken = {**REDS, **three}
    assert found(MIXED, now, taken, blues) == []


def test_a_colour_that_came_back_to_the_centre_between_two_turns_is_legal():
    was = offer("red blue blue white", centre="red red")
    now = offer("", centre="red white")  # red from the centre, then blue of the display
    assert found(was, now, REDS, {"line/1/0": "blue", "line/1/1": "blue"}) == []


def test_what_stays_on_a_display_is_found_after_several_turns_too():
    now = offer("red blue white", "", centre="first red black black red")
    came = ({"line/1/0": "red"}, {"line/0/0": "blue"})
    assert found(MIXED, now, *came) == [(0, "AZ-R9", "display/0", ("red",), ("line/1/0",))]


@pytest.mark.parametrize(
    ("now", "came"),
    [
        (offer("blue white", "black black blue red", centre="first red"), {"line/0/0": "red"}),
        (offer("red blue white", "black black blue red", centre="red"), {"line/1/0": "blue"}),
        (offer("", "red", centre="first red blue"), REDS),
    ],
    ids=["a tile fewer came than left", "another colour came", "half the offer is hidden"],
)
def test_what_does_not_add_up_is_never_a_violation(now, came):
    assert found(MIXED, now, came) == []


def test_a_display_with_more_tiles_than_before_is_not_judged():
    now = offer("red blue white", "black black blue red red", centre="first")
    assert found(MIXED, now, {"line/1/0": "red"}) == []


def test_a_turn_that_brings_fewer_tiles_than_left_is_worth_saying():
    now = offer("", "black black blue red", centre="first red blue white")
    (notice,) = GAME.take_problems(since(MIXED, now, {"line/0/0": "red"}))
    assert (notice.seat, notice.stops, notice.problem.rule) == (0, False, "AZ-R13")
    assert notice.problem.message == (
        "2 red tiles are gone from the offer, but 1 came to the board."
    )


def test_a_full_floor_line_hides_tiles():
    full = ({f"floor/{place}": "white" for place in range(7)}, {})
    now = offer("", "black black blue red", centre="first red blue white")
    assert GAME.take_problems(since(MIXED, now, {"line/0/0": "red"}, old=full)) == ()


def test_nothing_happened():
    assert GAME.take_problems(since(MIXED, MIXED)) == ()


def test_sentences_say_what_is_wrong_and_what_would_be_right():
    now = offer("red blue white", "black black blue red", centre="first red")
    (problem,) = GAME.take_problems(since(MIXED, now, {"line/1/0": "red"}))
    assert problem.problem.message == (
        "All red tiles of a display are taken together; left behind on it: 1."
    )


def test_special_factories_have_ways_of_their_own():
    chocolatier = rules_of(Setup("master-chocolatier", options={"special_factories": True}))
    now = offer("red blue white", "black black blue red", centre="first red")
    assert chocolatier.take_problems(since(MIXED, now, {"line/1/0": "red"})) == ()


# The offer adds up, or it does not.


def read(seen, boards, before=None, moment=None):
    table = before or Table(GAME.setup, 1, Checkpoint.TURN, ({}, {}), (0, 0), facts={"carried": 0})
    return GAME.offer(table, moment or Moment(Checkpoint.TURN, 1, 0), boards, seen, followed=False)


FULL = offer(*["red red blue white"] * 4, centre="first blue white")
TAKEN = ({"line/1/0": "red", "line/1/1": "red"}, {})


def test_an_offer_is_complete_when_all_dealt_tiles_are_somewhere():
    seen = read(FULL, TAKEN)
    assert seen.complete
    assert seen.to_come == 18


def test_an_offer_with_a_hidden_tile_is_not_complete():
    assert not read(replace(FULL, centre=Counter({FIRST: 1, "blue": 1})), TAKEN).complete


def test_a_tile_that_rolled_away_belongs_to_the_centre():
    rolled = replace(FULL, centre=Counter({FIRST: 1, "blue": 1}), elsewhere=Counter({"white": 1}))
    seen = read(rolled, TAKEN)
    assert seen.complete
    assert seen.centre == FULL.centre


def test_an_offer_on_too_few_displays_is_not_complete():
    assert not read(Offer(FULL.displays[:4], FULL.centre), TAKEN).complete


def test_when_the_bag_runs_out_fewer_tiles_are_dealt():
    three = rules_of(Setup("azul", players=3))
    walls = {f"wall/{row}/{column}": "red" for row in range(4) for column in range(5)}
    lines = {f"line/4/{place}": "blue" for place in range(4)}
    boards = ({**walls, **lines}, {**walls, **lines}, {**walls, **lines, "line/0/0": "blue"})
    table = Table(three.setup, 6, Checkpoint.TURN, boards, (0, 0, 0), facts={"carried": 12})
    # 100 tiles without 60 on walls and 12 on lines: 28 are dealt, one of them lies on a line
    seen = Offer(({"red": 24}, *[{}] * 6), {"white": 3})
    assert three.offer(table, Moment(Checkpoint.TURN, 6, 0), boards, seen, followed=False).complete
    fuller = tuple({**board, "line/3/0": "red", "line/3/1": "red"} for board in boards)
    walled = ({**walls, "wall/4/0": "red"}, *[{**walls, "wall/4/1": "blue"}] * 2)
    boards = tuple({**wall, **board} for wall, board in zip(walled, fuller, strict=True))
    before = replace(table, boards=boards, facts={"carried": 18})
    # 100 - 63 - 18 = 19 were dealt, one of them lies on a line
    seen = Offer(({"red": 4}, {"red": 4}, {"red": 4}, {"red": 4}, {"red": 2}, {}, {}), {})
    assert three.offer(before, Moment(Checkpoint.TURN, 6, 0), boards, seen, followed=False).complete


def test_once_a_full_floor_has_sent_tiles_to_the_lid_nobody_knows():
    full = {f"floor/{place}": "red" for place in range(7)}
    assert read(offer("red red red red", centre="red " * 9), (full, {})).complete
    assert not read(offer("red red red red", centre="red " * 8), (full, {})).complete


def test_in_a_game_joined_in_the_middle_nobody_knows_what_was_dealt():
    table = Table(GAME.setup, 4, Checkpoint.TURN, ({}, {}), (9, 9))
    assert not read(FULL, TAKEN, table).complete


def test_games_say_whether_they_check_takes():
    checks = {
        name: isinstance(rules_of(Setup(name, goals=goals)), ChecksTakes)
        for name, goals in [
            ("azul", ()),
            ("azul-mini", ()),
            ("master-chocolatier", ()),
            ("summer-pavilion", ()),
            ("azul-duel", ("G1", "G2", "G3")),
        ]
    }
    assert [name for name, does in checks.items() if not does] == ["azul-duel"]


# The first take of a round, with no picture of the offer as it was dealt.

OTHERS = ("black black blue red",) * 4
DEALT = offer("red red blue white", *OTHERS, centre="first")


def first_take(display, centre, *came, others=OTHERS, table=None):
    """What is wrong with the first take of the second round, if that can be worked out."""
    now = replace(offer(display, *others, centre=centre), complete=True)
    before = table or Table(GAME.setup, 1, Checkpoint.TILED, OLD, (0, 0), facts={"carried": 2})
    moment = Moment(Checkpoint.TURN, 2, 0)
    boards = [{**board, **fresh} for board, fresh in zip(OLD, [*came, {}, {}], strict=False)]
    was = GAME.dealt(before, moment, boards, now)
    if was is None:
        return None
    problems = GAME.take_problems(Since(before, moment, boards, was, now))
    return [(each.problem.rule, each.place, each.colours) for each in problems if each.stops]


@pytest.mark.parametrize(
    ("display", "centre", "came", "wrong"),
    [
        ("", "first blue white", REDS, []),
        ("red", "first blue white", {"line/1/0": "red"}, [("AZ-R9", "display/0", ("red",))]),
        ("", "first red blue white", {"line/1/0": "red"}, [("AZ-R9", "centre", ("red",))]),
        ("blue white", "first", REDS, [("AZ-R9", "display/0", ("blue", "white"))]),
        ("", "blue white", {**REDS, "floor/1": FIRST}, [("AZ-R12", "", ())]),
    ],
)
def test_the_first_take_is_judged_by_what_was_dealt(display, centre, came, wrong):
    assert first_take(display, centre, came) == wrong


def test_what_was_dealt_is_what_came_and_what_is_left():
    now = replace(offer("", *OTHERS, centre="first blue white"), complete=True)
    table = Table(GAME.setup, 1, Checkpoint.TILED, OLD, (0, 0), facts={"carried": 2})
    boards = [{**OLD[0], **REDS}, OLD[1]]
    was = GAME.dealt(table, Moment(Checkpoint.TURN, 2, 0), boards, now)
    assert was.tiles == DEALT.tiles
    assert was.displays[0] == {"red": 2, "blue": 1, "white": 1}


@pytest.mark.parametrize(
    ("display", "centre", "came", "others"),
    [
        ("", "first blue white", (REDS, {"line/0/0": "blue"}), OTHERS),  # two turns
        ("", "first blue blue white", (REDS,), OTHERS),  # one tile too many
        ("", "first blue", (REDS,), OTHERS),  # one too few
        ("", "first blue white", ({**REDS, "line/2/0": "blue"},), OTHERS),  # two colours
        ("", "first blue white black", (REDS,), (*OTHERS[:3], "black blue red")),  # two displays
        ("red red blue white", "first", ({},), OTHERS),  # nothing was taken
    ],
)
def test_where_it_does_not_add_up_the_first_take_is_not_judged(display, centre, came, others):
    assert first_take(display, centre, *came, others=others) is None


def test_only_the_first_take_is_worked_out_so():
    later = Table(GAME.setup, 2, Checkpoint.TURN, OLD, (0, 0), facts={"carried": 2})
    assert first_take("", "first blue white", REDS, table=later) is None
    joined = Table(GAME.setup, 1, Checkpoint.TILED, (), (0, 0), facts={})
    assert first_take("", "first blue white", REDS, table=joined) is None
