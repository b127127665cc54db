"""Drawing rounds: nobody meets again while that can be, nobody sits out twice, all is settled."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.tournament import Match, Outcome, Plan, Round, Tournament, draw, standings
from companion.club.tournament.groups import sizes
from companion.errors import DrawRefused

TABLES = tuple(f"t{n:02}" for n in range(1, 201))


def tournament(players, size=2, seed=0):
    names = tuple(f"P{n:02}" for n in range(players))
    return Tournament(Plan("Cup", "azul", size, TABLES, names, seed), names)


def outcome(random, players):
    scores = tuple(random.randint(20, 90) for _ in range(players))
    ties = tuple(random.randint(0, 2) for _ in range(players))
    keys = list(zip(scores, ties, strict=True))
    return Outcome(scores, ties, tuple(1 + sum(o > k for o in keys) for k in keys))


def played(one, random):
    """The tournament with its next round drawn and played by lot."""
    newest = draw(one)
    found = {(newest.number, m.table): outcome(random, len(m.players)) for m in newest.matches}
    return replace(one, rounds=(*one.rounds, newest), outcomes={**one.outcomes, **found})


def repeats(one):
    return sum(count - 1 for count in one.met().values())


def can_pair(players, met, byes):
    """Whether there is any round without a repeat, found by trying everything."""
    if not players:
        return True
    first, *rest = players
    for other in rest:
        left = [p for p in rest if p != other]
        if not met[frozenset((first, other))] and can_pair(left, met, byes):
            return True
    odd = len(players) % 2 == 1
    return odd and not byes[first] and can_pair(rest, met, byes)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 11), st.integers(1, 12), st.randoms(use_true_random=False))
def test_nobody_meets_again_or_sits_out_twice_while_that_can_be(players, rounds, random):
    one = tournament(players, seed=random.randint(0, 99))
    for _ in range(rounds):
        free = can_pair(list(one.players), one.met(), one.byes())
        after = played(one, random)
        newest = after.rounds[-1]
        again = [m for m in newest.matches if one.met()[frozenset(m.players)]]
        twice = [player for player in newest.byes if one.byes()[player]]
        assert bool(again or twice) != free
        one = after


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 40), st.integers(2, 4), st.integers(1, 5), st.randoms(use_true_random=False))
def test_everybody_sits_somewhere_once(players, size, rounds, random):
    one = tournament(players, size, random.randint(0, 99))
    for _ in range(rounds):
        one = played(one, random)
        newest = one.rounds[-1]
        seated = [player for match in newest.matches for player in match.players]
        assert Counter([*seated, *newest.byes]) == Counter(one.players)
        assert all(2 <= len(match.players) <= size for match in newest.matches)
        assert len(newest.byes) == (players % 2 if size == 2 else 0)
        assert len({match.table for match in newest.matches}) == len(newest.matches)


@pytest.mark.parametrize("size", [3, 4])
def test_larger_tables_meet_nobody_again_for_some_rounds(size):
    one = tournament(64, size)
    for _ in range(5):
        one = played(one, Random(1))
    assert repeats(one) == 0


def test_four_at_a_table_of_four_must_meet_again():
    one = tournament(4, 4)
    for _ in range(3):
        one = played(one, Random(1))
    assert repeats(one) == 6 * 2


@pytest.mark.parametrize(
    ("players", "most", "seats"),
    [(64, 4, (4,) * 16), (9, 4, (3, 3, 3)), (5, 4, (3, 2)), (7, 4, (4, 3)), (4, 3, (2, 2)),
     (10, 3, (3, 3, 2, 2)), (2, 4, (2,))],
)  # fmt: skip
def test_tables_are_as_even_as_they_can_be(players, most, seats):
    assert sizes(players, most) == seats


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 32), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_same_tournament_always_draws_the_same(players, size, random):
    one = played(tournament(players, size, 7), random)
    assert draw(one) == draw(one)
    assert {p for m in draw(replace(one, plan=replace(one.plan, seed=8))).matches
            for p in m.players} <= set(one.players)  # fmt: skip


def test_equal_points_meet_and_the_upper_half_meets_the_lower():
    one = played(tournament(16), Random(5))
    after = draw(one)
    points = {line.player: line.points for line in standings(one)}
    assert all(points[a] == points[b] for a, b in (m.players for m in after.matches))
    first = [line.player for line in standings(one) if line.points == 1]
    half = len(first) // 2
    halves = [{first.index(p) < half for p in m.players} for m in after.matches[:half]]
    assert halves == [{True, False}] * half


def test_the_leaders_sit_at_the_first_table():
    one = played(played(tournament(16), Random(3)), Random(4))
    points = {line.player: line.points for line in standings(one)}
    sums = [sum(points[p] for p in m.players) for m in draw(one).matches]
    assert sums == sorted(sums, reverse=True)


def test_everybody_begins_about_as_often():
    one = tournament(16)
    for n in range(6):
        one = played(one, Random(n))
    assert {one.begun()[player] for player in one.players} <= {2, 3, 4}


def test_who_has_left_is_not_drawn_but_stays_in_the_standings():
    one = replace(played(tournament(6), Random(1)), gone=frozenset({"P00"}))
    newest = draw(one)
    assert "P00" not in [p for m in newest.matches for p in m.players] + list(newest.byes)
    assert "P00" in [line.player for line in standings(one)]


def test_a_round_waits_for_the_last_one():
    one = tournament(4)
    one = replace(one, rounds=(draw(one),))
    with pytest.raises(DrawRefused, match=r"t01, t02"):
        draw(one)
    with pytest.raises(DrawRefused, match="two players"):
        draw(tournament(1))
    with pytest.raises(DrawRefused, match="over"):
        draw(replace(tournament(4), over=True))
    few = tournament(6)
    with pytest.raises(DrawRefused, match="3 tables are needed, but there are 2"):
        draw(replace(few, plan=replace(few.plan, tables=TABLES[:2])))


def test_four_hundred_players_are_drawn_in_time():
    one = tournament(400)
    for n in range(2):
        one = played(one, Random(n))
    assert repeats(one) == 0


# Standings.


def by_hand():
    """Three players and two rounds; all figures below were worked out on paper."""
    matches = (Match("t1", ("A", "B")),), (Match("t1", ("A", "C")),)
    one = Tournament(
        Plan("Cup", "azul", 2, ("t1",), ("A", "B", "C")),
        ("A", "B", "C"),
        rounds=(Round(1, matches[0], ("C",)), Round(2, matches[1], ("B",))),
        outcomes={
            (1, "t1"): Outcome((50, 40), (1, 0), (1, 2)),
            (2, "t1"): Outcome((60, 60), (1, 1), (1, 1)),
        },
    )
    return {line.player: line for line in standings(one)}


def test_standings_are_as_worked_out_on_paper():
    lines = by_hand()
    assert lines["A"].key == (Fraction(3, 2), Fraction(5, 4), 55, 1)
    assert lines["C"].key == (Fraction(3, 2), Fraction(3, 2), 60, 1)
    assert lines["B"].key == (1, Fraction(3, 2), 40, 0)
    assert [lines[p].place for p in "CAB"] == [1, 2, 3]


def test_second_of_four_has_left_two_thirds_behind():
    four = Outcome((60, 50, 40, 40), (0,) * 4, (1, 2, 3, 3))
    assert [four.points(seat) for seat in range(4)] == [
        1, Fraction(2, 3), Fraction(1, 6), Fraction(1, 6),
    ]  # fmt: skip


@given(st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_match_always_shares_out_as_much(players, random):
    one = outcome(random, players)
    assert sum(one.points(seat) for seat in range(players)) == Fraction(players, 2)


def test_equals_share_a_place():
    names = tuple("ABCD")
    one = Tournament(Plan("Cup", "azul", 2, TABLES, names), names)
    assert [line.place for line in standings(one)] == [1, 1, 1, 1]
