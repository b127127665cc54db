"""The coach of Azul Duel: other lines, other spaces, and what the goals still take."""

from __future__ import annotations

import pytest
from duel_tables import any_action, board, builder, random_game, tiling
from duel_watcher import SETUP, Watcher

from companion.events import Confirmed, Opened
from companion.games import lesson, play
from companion.games.advice import Chance
from companion.games.azul_duel.actions import TakeMoon, TakeSun
from companion.games.azul_duel.board import EMPTY_BOARD, Line
from companion.games.azul_duel.coach.better_lines import (
    Hand,
    arrangements,
    best_tiling,
    gains,
    possible,
)
from companion.games.azul_duel.coach.open_goals import goals, least_rounds
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Phase
from companion.games.azul_duel.rules import turn_order
from companion.games.azul_duel.rules.first_phase import sun_part, visible_moon
from companion.games.azul_duel.rules.scoring import total
from companion.games.base import Checkpoint, Setup
from companion.sitting import fold

OPTIONS = Options()
DOMES = "0/0=1.0 0/1=2.0 0/2=3.0 1/0=4.0 1/1=5.0 1/2=6.0 2/0=7.0 2/1=8.0 2/2=10.0"
NOTHING = Hand(0, (), 0)


def mine(*lines, words=DOMES, **more):
    """Return a board with an empty dome and tiles on some lines, ``1 blue`` as ``"1b"``."""
    names = {"b": "blue", "y": "yellow", "r": "red", "k": "black", "t": "turquoise"}
    empty = board("\n".join("." * (row + 1) + " | .. .. .." for row in range(6)), words)
    held = [Line()] * 6
    for row, text in lines:
        held[row - 1] = Line(names[text[-1]], int(text[:-1]))
    return empty._replace(lines=tuple(held), **more)


def test_tiles_that_completed_no_line_would_have_completed_a_shorter_one():
    end = mine((3, "2k"))
    told = possible(OPTIONS, mine(), end, NOTHING, 5, 0)
    assert told.more >= 1
    assert [(m.colour, m.tiles, m.source, m.target) for m in told.moves] == [
        ("black", 2, "line/2", "line/1")
    ]


def test_a_better_space_for_the_same_line_needs_no_tile_moved():
    """Row 1 has two spaces that take blue; beside a tile it brings 2, alone 1."""
    start = mine()
    end = mine((1, "1b"))
    spaces = [c for c in range(6) if start.space(c) in ("blue", "any")]
    assert len(spaces) > 1
    beside = next(c for c in range(6) if c not in spaces and c + 1 in spaces)
    dome = tuple("red" if cell == beside else None for cell in range(36))
    told = possible(OPTIONS, start._replace(dome=dome), end._replace(dome=dome), NOTHING, 5, 1)
    assert (told.best, told.moves) == (2, ())


def test_no_more_chips_are_spent_than_were():
    end = mine((2, "1k"))
    chips = ("black", "black")
    assert best_tiling(OPTIONS, end, Hand(0, chips, 0), 5) == ()
    assert total(best_tiling(OPTIONS, end, Hand(0, chips, 2), 5)) == 1


def test_lines_that_do_not_follow_are_not_judged():
    assert gains(mine((2, "1k")), mine((2, "1r"))) is None
    assert gains(mine((2, "2k")), mine((2, "1k"))) is None
    assert possible(OPTIONS, mine((2, "1k")), mine((2, "1r")), NOTHING, 5, 0) is None


def test_the_goals_in_play_with_what_they_take():
    dome = tuple("red" if cell < 5 else None for cell in range(36))
    lying = mine(dome=dome)
    found = goals(OPTIONS, lying, ("G1", "G2", "G5", "G8"), rounds_left=2)
    row = next(one for one in found if one.kind == "row" and one.which == 0)
    assert (row.points, row.missing, row.rule) == (3, ("dome/0/5",), "DU-R58")
    assert row.chance is Chance.NEXT
    below = next(one for one in found if one.kind == "row" and one.which == 3)
    assert below.chance is Chance.CLOSED  # four coloured tiles at least, and two rounds
    edge = next(one for one in found if one.kind == "edge")
    assert (edge.points, len(edge.missing)) == (1, 15)


THREE = "0/0=1.2 0/1=2.2 0/2=4.2"
"""Dome tiles by which row 1 shows yellow, black, black, turquoise, black, yellow."""

LYING = ("yellow", "black", None, "turquoise")


def five_colours(words, *lying, left=4, options=OPTIONS):
    """How the goal of five colours stands in row 1, with tiles on its cells from the left."""
    dome = (*lying, *(None,) * (36 - len(lying)))
    return goals(options, mine(words=words, dome=dome), ("G6",), left)[0].chance


@pytest.mark.parametrize("left", [1, 2, 4])
def test_a_row_printed_in_three_colours_never_has_five(left):
    """R63, R34: a coloured space takes a tile of its own colour only."""
    assert five_colours(THREE, *LYING, left=left) is Chance.CLOSED
    assert five_colours(THREE, left=left) is Chance.CLOSED


def test_a_multicoloured_space_may_bring_a_fifth_colour():
    """R41: in row 1 yellow, black, turquoise and red are printed, and one space takes any."""
    assert five_colours("0/0=1.2 0/1=2.2 0/2=4.0", *LYING) is Chance.IN_TIME


def test_a_dome_tile_that_does_not_lie_yet_may_bring_two_colours():
    assert five_colours("0/0=1.2 0/1=2.2", *LYING) is not Chance.CLOSED
    assert five_colours("0/0=1.2", "yellow", "black") is not Chance.CLOSED


def test_a_special_space_brings_a_fifth_colour_only_where_special_tiles_count():
    """R66 and section 9: in row 1 yellow, black, red, blue and a special space are printed."""
    words, strict = "0/0=1.2 0/1=5.0 0/2=7.3", Options(goal_five_colours_special_counts=False)
    assert five_colours(words, left=5) is Chance.IN_TIME
    assert five_colours(words, left=5, options=strict) is Chance.CLOSED


def test_a_special_space_takes_the_other_three_of_its_tile():
    lying = mine()
    special = next(one for one in goals(OPTIONS, lying, ("G8",), 3) if one.which == 0)
    assert special.points == 3
    assert special.tiles == 1 + 2 + 2
    assert special.chance is Chance.IN_TIME


@pytest.mark.parametrize(
    ("words", "left", "chance"),
    [
        (DOMES, 1, Chance.DONE),
        (DOMES.replace("2/2=10.0", ""), 2, Chance.IN_TIME),
        (DOMES.replace("2/2=10.0", ""), 1, Chance.DONE),
    ],
)
def test_multicoloured_spaces_may_still_come_with_dome_tiles(words, left, chance):
    """R61, R14: all of them count, and in the last round no dome tile is laid any more."""
    lying = mine(words=words)
    lying = lying._replace(
        dome=tuple("red" if lying.space(cell) == "any" else None for cell in range(36))
    )
    (found,) = goals(OPTIONS, lying, ("G4",), left)
    assert (found.missing, found.chance) == ((), chance)


def test_an_unlaid_dome_tile_may_spare_a_round():
    """R34, R40: a special space takes two tiles of the dome tile's other row instead."""
    bare = EMPTY_BOARD
    assert least_rounds(bare, (0, 6)) == 1
    assert least_rounds(bare, (0, 1)) == 2
    assert least_rounds(bare, tuple(range(6))) == 4  # two of its dome tiles are special here
    assert least_rounds(mine(), tuple(range(6, 12))) == 6


def test_a_row_without_dome_tiles_is_closed_when_three_rounds_are_left():
    """R34: four tiles of its line at the least, or more of the line beside it."""
    rows = goals(OPTIONS, EMPTY_BOARD, ("G1",), 3)
    assert rows[0].chance is Chance.CLOSED


def test_a_corner_without_a_dome_tile_takes_two_rounds():
    """R34: whatever dome tile comes there, one of its rows needs two tiles of one line."""
    upper_left, *_ = goals(OPTIONS, EMPTY_BOARD, ("G7",), 4)
    assert upper_left.chance is Chance.IN_TIME


@pytest.mark.parametrize(("left", "chance"), [(1, Chance.CLOSED), (2, Chance.IN_TIME)])
@pytest.mark.parametrize("last", [None, "blue"])
def test_a_special_tile_as_fifth_colour_waits_for_its_other_row(last, left, chance):
    """R40, R66: it comes with the third tile, and row 2 of its dome tile gets one a round."""
    words = "0/0=1.2 0/1=5.0 0/2=7.3"
    assert five_colours(words, "yellow", "black", None, "red", None, last, left=left) is chance


BLOCKED = "2/0=1.2 2/1=2.2 2/2=4.2"
"""Dome tiles by which row 5 shows yellow, black, black, turquoise, black, yellow."""


@pytest.mark.parametrize(
    ("held", "last"), [("2b", Chance.CLOSED), ("2r", Chance.CLOSED), ("2y", Chance.NEXT)]
)
def test_a_line_of_another_colour_is_in_the_way_for_a_round(held, last):
    """R29: the first space of row 5 takes yellow; what line 5 holds is tiled or breaks before."""
    dome = (*(None,) * 25, *("black",) * 5, *(None,) * 6)
    lying = mine((5, held), words=BLOCKED, dome=dome)
    row = goals(OPTIONS, lying, ("G1",), 1)[4]
    assert (row.missing, row.chance) == (("dome/4/0",), last)
    row = goals(OPTIONS, lying, ("G1",), 2)[4]
    assert row.chance is (Chance.NEXT if last is Chance.NEXT else Chance.IN_TIME)


@pytest.mark.parametrize(
    ("held", "last"), [("2k", Chance.CLOSED), ("2b", Chance.CLOSED), ("2r", Chance.NEXT)]
)
def test_a_colour_that_the_row_has_is_in_the_way_of_a_fifth_one(held, last):
    """R63: yellow, black, turquoise and blue lie in row 5, red may come to a space for any."""
    words = "2/0=1.2 2/1=2.2 2/2=3.1"
    dome = (*(None,) * 24, "yellow", "black", "black", "turquoise", "blue", *(None,) * 7)
    lying = mine((5, held), words=words, dome=dome)
    strict = Options(goal_five_colours_special_counts=False)
    assert lying.space(29) == "any"
    assert goals(strict, lying, ("G6",), 1)[4].chance is last


def test_no_goal_is_open_after_the_last_round(monkeypatch):
    for told, last in lessons(0, builder, monkeypatch):
        assert all((advice.goals == ()) == last for advice in told.seats)
        assert (told.rounds_left == 0) == last


def lessons(seed, choose, monkeypatch):
    """Yield the lesson after every tiling of a random game, and whether it was the last."""
    seen, _ = Watcher(monkeypatch).play(seed, choose)
    events = [Opened(SETUP)]
    for number, picture in enumerate(seen):
        events.append(Confirmed(picture.moment, tuple(picture.boards)))
        if picture.moment.checkpoint is Checkpoint.TILED:
            yield lesson(fold(events)), number == len(seen) - 1


@pytest.mark.parametrize("seed", range(4))
def test_what_is_closed_is_never_completed(seed, monkeypatch):
    closed = [set(), set()]
    for told, _ in lessons(seed, builder, monkeypatch):
        for seat, advice in enumerate(told.seats):
            done = {(g.kind, g.which) for g in advice.goals if g.chance is Chance.DONE}
            assert not done & closed[seat]
            closed[seat] |= {(g.kind, g.which) for g in advice.goals if g.chance is Chance.CLOSED}
            assert advice.possible is not None


def tilings(seed, choose, monkeypatch):
    """Yield both players at the end of every offer, with their boards and takes of the round."""
    rules = play(Setup("azul-duel", goals=SETUP.goals))
    begin, ended = turn_order.begin_tiling, []
    monkeypatch.setattr(
        turn_order, "begin_tiling", lambda now, how: (ended.append(now.players), begin(now, how))[1]
    )
    start, takes = [EMPTY_BOARD, EMPTY_BOARD], ([], [])
    for before, _, action, after in random_game(rules, seed, choose):
        if isinstance(action, TakeSun | TakeMoon):
            takes[before.seat].append(_take(before, action))
        if ended:
            yield ended.pop(), start, takes
        if after.round != before.round:
            start, takes = [player.board for player in after.players], ([], [])


def _take(before, action):
    where = (
        sun_part(before, action.factory) if isinstance(action, TakeSun) else visible_moon(before)
    )
    return action.colour, where.count(action.colour)


@pytest.mark.parametrize("lines", [((1, "1b"), (2, "2k")), ((3, "3r"), (4, "4b"), (2, "1t"))])
def test_the_best_tiling_is_the_best_of_complete_play(lines):
    chips = ("red", "red", "turquoise", "black+blue", "turquoise+yellow")
    lying = mine(*lines)
    rules, position = tiling(lying, chips=chips, score=5, round=5)
    if position.seat != 0:
        pytest.fail("seat 0 begins")
    best = _best(rules, position)
    ours = best_tiling(OPTIONS, lying, Hand(0, chips, len(chips)), 5)
    assert best == 5 + total(ours)


def _best(rules, position):
    """Return the highest total of seat 0 before the goals, over all ways complete play has."""
    actions = rules.legal_actions(position)
    if position.seat != 0 or position.phase is not Phase.TILING or not actions:
        return 5 + sum(
            step.points
            for step in position.players[0].sheet
            if step.rule in ("DU-R42", "DU-R43", "DU-R44", "DU-R47", "DU-R48", "DU-R49")
        )
    return max(_best(rules, rules.apply(position, action)) for action in actions)


def ways(board, takes):
    """Return every board that any way to lay the takes leads to, and its broken tiles."""
    known = {(board.lines, 0)}
    for colour, tiles in takes:
        known = {
            laid
            for lines, broken in known
            for laid in [(lines, broken + tiles), *_laid(lines, broken, colour, tiles)]
        }
    return known


def _laid(lines, broken, colour, tiles):
    for row, line in enumerate(lines):
        room = row + 1 - line.filled
        if room > 0 and line.colour in (None, colour):
            fit = min(room, tiles)
            now = Line(colour, line.tiles + fit, line.paid)
            yield (*lines[:row], now, *lines[row + 1 :]), broken + tiles - fit


EVENINGS = [
    pytest.param(seed, choose, 200, marks=pytest.mark.long)
    for seed in range(3)
    for choose in (any_action, builder)
]


@pytest.mark.parametrize(("seed", "choose", "at_most"), [(0, any_action, 60), *EVENINGS])
def test_no_more_is_promised_than_the_best_of_all_ways_to_lay_the_takes(
    seed, choose, at_most, monkeypatch
):
    """Where there are at most so many ways: each of them takes its time."""
    for players, start, takes in tilings(seed, choose, monkeypatch):
        for seat in (0, 1):
            player = players[seat]
            found = ways(start[seat], takes[seat])
            if len(found) > at_most:
                continue
            hand = Hand(len(player.board.broken), player.chips, len(player.chips))
            told = possible(OPTIONS, start[seat], player.board, hand, player.score, -99)
            most = max(
                total(
                    best_tiling(
                        OPTIONS,
                        player.board._replace(lines=lines),
                        hand._replace(broken=min(4, broken)),
                        player.score,
                    )
                )
                for lines, broken in found
            )
            assert told.best <= most


def test_arrangements_move_one_or_exchange_two():
    found = gains(mine(), mine((1, "1b"), (3, "2k")))
    told = set(arrangements(found))
    assert (0, 2) in told
    assert (2, 0) in told
    assert (1, 2) in told
    assert (1, 3) not in told
