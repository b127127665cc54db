"""The coach of Summer Pavilion: the order of tiles, tiles thrown away, what is still open."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st
from pavilion import engine, random_game
from pavilion_tables import cells, moment
from table_watcher import goal

from companion.events import Confirmed, Opened
from companion.games import lesson
from companion.games.advice import Chance, Move
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.summer_pavilion.actions import Keep, Pass, Place, TakeBonus
from companion.games.summer_pavilion.coach.lesson import possible as possible_in
from companion.games.summer_pavilion.coach.lesson import stretches
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS
from companion.games.summer_pavilion.options import Options
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.tiles import COLOURS, INDEX
from companion.sitting import fold

PAVILION = Setup("summer-pavilion", first_player=0)
PLACED, PASSED = Checkpoint.PLACED, Checkpoint.PASSED


def sitting(*boards, round=1, discarded=0, marker=None, kept="", setup=PAVILION):
    """Return a sitting in which seat 1 passed and seat 0 laid these boards one after the other."""
    events = [Opened(setup), Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {}))]
    told = {"marker": marker}
    events.append(Confirmed(moment(PASSED, 1, round, discarded=0, **told), ({}, {})))
    for text in boards:
        events.append(Confirmed(moment(PLACED, 0, round), (cells(text), {})))
    events.append(
        Confirmed(
            moment(PASSED, 0, round, discarded=discarded), (cells(f"{boards[-1]} {kept}"), {})
        )
    )
    return fold(events)


def said(*boards, **how):
    return lesson(sitting(*boards, **how)).seats[0]


def test_another_order_of_the_same_tiles_brings_more():
    """Spaces 1, 3, 2 of a star bring 1 + 1 + 3; one after the other they bring 1 + 2 + 3."""
    possible = said("UL-1", "UL-1 UL-3", "UL-1 UL-3 UL-2").possible
    assert (possible.points, possible.best) == (5, 6)
    assert [step.points for step in possible.steps] == [1, 2, 3]


def test_an_order_as_good_as_any_is_left_alone():
    possible = said("UL-1", "UL-1 UL-2", "UL-1 UL-2 UL-3").possible
    assert (possible.more, possible.steps) == (0, ())


def test_tiles_that_brought_bonus_tiles_stay_where_they_were():
    """The window's bonus may have paid for what came next, so nothing is moved across it.

    5, then 6 (the window), then 3, then 4: in the order 3, 4 the last two would bring no more.
    """
    possible = said("LF-5", "LF-5 LF-6", "LF-5 LF-6 LF-3", "LF-5 LF-6 LF-3 LF-4").possible
    assert possible.points == 1 + 2 + 1 + 4
    assert possible.best == 1 + 2 + 3 + 4
    assert [step.cell for step in possible.steps] == ["star/1/4", "star/1/3"]


def test_tiles_thrown_away_while_corners_were_free():
    possible = said("UL-1", kept="corner/0:red", discarded=2).possible
    assert (possible.points, possible.best) == (1 - 2, 1)
    assert possible.moves == (Move("", 2, "beside", "corner"),)


def test_in_the_last_round_keeping_saves_nothing():
    game = sitting("UL-1", round=6, discarded=2)
    assert [one.goals for one in lesson(game).seats] == [(), ()]
    assert possible_in(Options(), game.history, 0).more == 0


def test_no_order_brings_more_than_the_house_rule_counts():
    """House rule ``point_tokens``: from 155 on five points count, six do not (SP-R29)."""
    for score, best in ((155, 5), (154, 6)):
        one = replace(PAVILION, options={"point_tokens": "one"}, scores=(score, 5))
        possible = said("", "UL-1", "UL-1 UL-3", "UL-1 UL-3 UL-2", setup=one).possible
        assert (possible.points, possible.best, bool(possible.steps)) == (5, best, best > 5)


def test_a_better_order_is_no_use_where_thrown_tiles_cost_it_all():
    """5 + 5 points, 13 tiles thrown away and all corners taken: the score is 1 (``score_min``)."""
    kept = "corner/0:red corner/1:red corner/2:red corner/3:red"
    possible = said("UL-1", "UL-1 UL-3", "UL-1 UL-3 UL-2", discarded=13, kept=kept).possible
    assert (possible.points, possible.best, possible.steps) == (-4, -4, ())


def test_nothing_is_said_before_everybody_has_passed():
    events = sitting("UL-1").history[:-1]
    again = [Opened(PAVILION), *(Confirmed(p.entry.moment, p.entry.boards) for p in events)]
    assert lesson(fold(again)) is None


def test_what_is_still_open():
    """Purple (left) lacks 5 and 6: eleven tiles; its window is what they complete."""
    advice = said("LF-1 LF-2 LF-3 LF-4")
    star, window = goal(advice, "star", 1), goal(advice, "window", 1)
    assert (star.points, star.tiles, star.missing) == (20, 11, ("star/1/5", "star/1/6"))
    assert [(need.colour, need.left) for need in star.needs] == [("purple", 22 - 4)]
    assert star.chance is Chance.IN_TIME
    assert (window.bonus, window.points) == (3, 0)
    ones = goal(advice, "number", 1)
    assert (ones.points, ones.tiles) == (4, 6)
    assert ones.chance is Chance.NEXT
    assert goal(advice, "star", 0).points == 12


def test_in_the_fifth_round_a_whole_star_is_out_of_reach():
    advice = said("UL-1", round=5)
    assert goal(advice, "star", 2).chance is Chance.UNSURE
    assert goal(advice, "number", 4).chance is Chance.UNSURE


def pictures(seed):
    """Yield what pictures of a random game show, with the tiles each seat paid with."""
    play = engine()
    thrown, placed = 0, None
    for now, action in random_game(play, seed):
        boards = tuple(
            {CELLS[s]: COLOURS[t] for s, t in enumerate(b.spaces) if t is not None}
            | dict(zip(CORNER_CELLS, _tiles(b.corners), strict=False))
            for b in now.boards
        )
        if placed is not None and now.phase is not Phase.BONUS:
            yield (*placed, boards)
            placed = None
        match action:
            case Place():
                beside = now.boards[now.seat].beside
                placed = (PLACED, now.round, now.seat, (action, beside, now.wild))
            case Pass() | Keep() if action == Pass() or now.phase is Phase.KEEP:
                held = sum(now.boards[now.seat].beside)
                thrown = held - len(action.tiles) if isinstance(action, Keep) else 0
                if isinstance(action, Keep) or not held:
                    placed = (PASSED, now.round, now.seat, thrown)
            case TakeBonus():
                pass


def _tiles(counts):
    return [COLOURS[colour] for colour, count in enumerate(counts) for _ in range(count)]


def ring(filled, space):
    """Return the size of the group of a star that a space lies in, counted by hand."""
    star = {s % 6 for s in filled if s // 6 == space // 6}
    group, wave = {space % 6}, [space % 6]
    while wave:
        at = wave.pop()
        for near in ((at + 1) % 6, (at - 1) % 6):
            if near in star and near not in group:
                group.add(near)
                wave.append(near)
    return len(group)


def brought(before, order):
    filled, points = {s for s, tile in enumerate(before) if tile is not None}, 0
    for space in order:
        filled.add(space)
        points += ring(filled, space)
    return points


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_orders_proposed_could_be_paid_and_bring_what_is_said(seed):
    """All of a stretch can be paid from what lay beside the board when it began."""
    events = [Opened(PAVILION), Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {}))]
    paid, passed = {}, []
    for checkpoint, round_, seat, what, boards in pictures(seed):
        told = {"marker": None} | ({"discarded": what} if checkpoint is PASSED else {})
        events.append(Confirmed(Moment(checkpoint, round_, seat, told), boards))
        if checkpoint is PLACED:
            paid[round_, seat, CELLS.index(what[0].cell)] = what
            continue
        passed.append(round_)
        if passed.count(round_) == 2 and round_ < 6:
            _check(fold(events), paid)


def _check(sitting, paid):
    table = sitting.table
    played = [p for p in sitting.history if p.entry.moment.round == table.round]
    for seat in (0, 1):
        better = 0
        for stretch in stretches(played, seat):
            order = stretch.filled
            if len(order) > 7:
                return  # too many orders to try them all
            spent = [0] * 6
            for space in order:
                action, _, wild = paid[table.round, seat, space]
                spent[INDEX[action.colour]] += action.tiles
                spent[wild] += action.wilds
            if order:
                beside = paid[table.round, seat, order[0]][1]
                assert all(have >= need for have, need in zip(beside, spent, strict=True))
            best = max(brought(stretch.before, one) for one in permutations(order))
            better += best - brought(stretch.before, order)
        said = possible_in(Options(), played, seat)
        lost = sum(s.points for p in played for s in p.outcome.steps[seat] if s.cell == "discarded")
        assert 0 <= said.more <= better - lost
