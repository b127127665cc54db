"""Whole tournaments with everything that happens in them, against plain independent sums.

Players leave, come late and come back, rounds have byes and smaller tables, and results are put
right when the next round has been drawn; draws are held against trying everything.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import done
from test_whole_tournament import worked_out

from companion.club.books import Books, apply, fold
from companion.club.facts import Heard
from companion.club.hub import wishes
from companion.club.tournament import Plan, draw, standings
from companion.club.tournament.groups import sizes

TABLES = tuple(f"t{n:02}" for n in range(1, 60))


class Evening:
    """A tournament as it goes: its facts, and the results as the players would note them."""

    def __init__(self, players, size, seed, names=()):
        self.random, self.facts, self.books = Random(seed), [], Books()
        names = names or tuple(f"P{n:02}" for n in range(players))
        self.happens(wishes.begin(self.books, Plan("Cup", "azul", size, TABLES, names, seed)))
        self.noted = {}
        self.byes = []
        self.newcomers = 0

    @property
    def tournament(self):
        return self.books.tournament

    def happens(self, facts):
        self.facts += facts
        self.books = apply(self.books, facts)

    def round(self, heard=False):
        """Draw a round and play it; ``heard`` by the rules engine, as tables tell of it."""
        self.happens(wishes.next_round(self.books))
        newest = self.tournament.rounds[-1]
        self.byes += newest.byes
        for match in newest.matches:
            if heard:
                ended = done(match.players, 100 * newest.number + int(match.table[1:]))
                self.happens([Heard(match.table, ended)])
                self.noted[newest.number, match.table] = list(
                    zip(match.players, ended.scores, ended.ties, strict=True)
                )
            else:
                self.decide(newest.number, match)
        return newest

    def decide(self, number, match):
        """Note a result, and tell the hub: few points and rows, so that there are many ties."""
        count = len(match.players)
        scores = tuple(self.random.randint(40, 44) for _ in range(count))
        ties = tuple(self.random.randint(0, 1) for _ in range(count))
        self.happens(wishes.decide(self.books, number, match.table, scores, ties))
        self.noted[number, match.table] = list(zip(match.players, scores, ties, strict=True))

    def correct(self):
        """Put a result of an earlier round right."""
        number, table = self.random.choice(sorted(self.noted))
        self.decide(number, wishes.match_at(self.books, number, table))

    def come_and_go(self):
        for player in self.random.sample(self.tournament.here, 1):
            if len(self.tournament.here) > 4:
                self.happens(wishes.leave(self.books, player))
        if self.random.random() < 0.5:
            self.newcomers += 1
            self.happens(wishes.join(self.books, f"Late {self.newcomers}"))
        if self.tournament.gone and self.random.random() < 0.3:
            back = self.random.choice(sorted(self.tournament.gone))
            self.happens(wishes.join(self.books, back))

    def right(self):
        """See that the standings are as they are worked out from the notes alone."""
        games = [*self.noted.values(), *([(player, 0, 0)] for player in self.byes)]
        found = [(one.place, one.player, one.key) for one in standings(self.tournament)]
        expected = worked_out(self.tournament.players, games)
        assert sorted(found) == sorted(expected)
        assert [line[0] for line in found] == [line[0] for line in expected]


def seated_well(evening, drawn, size):
    """Everybody who is here sits once, nobody else does, and tables are as even as can be."""
    sat = [player for match in drawn.matches for player in match.players]
    assert Counter([*sat, *drawn.byes]) == Counter(evening.tournament.here)
    counts = sorted(len(match.players) for match in drawn.matches)
    if size > 2:
        assert counts == sorted(sizes(len(sat), size))
    assert max(counts) <= size
    assert min(counts) >= 2


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 30), st.integers(2, 4), st.integers(0, 10**6))
def test_whatever_happens_the_standings_are_as_worked_out(players, size, seed):
    evening = Evening(players, size, seed)
    for _ in range(4):
        seated_well(evening, evening.round(), size)
        evening.right()
        evening.come_and_go()
        evening.correct()
        evening.right()
    assert fold(evening.facts) == evening.books, "the ledger alone brings all of it back"


@pytest.mark.long
@pytest.mark.parametrize("size", [2, 3, 4])
def test_long_evenings_of_many_players(size):
    for seed in range(10):
        evening = Evening(48 + seed, size, seed)
        for number in range(8):
            seated_well(evening, evening.round(heard=number % 3 == 0), size)
            evening.come_and_go()
            evening.correct()
            evening.right()
        assert fold(evening.facts) == evening.books


def test_a_result_put_right_after_the_draw_changes_the_standings_and_the_next_draw_alone():
    evening = Evening(12, 3, 5)
    evening.round()
    evening.round()
    before = evening.tournament
    match = before.rounds[0].matches[0]
    evening.happens(wishes.decide(evening.books, 1, match.table, (1, 2, 300), (0, 0, 0)))
    evening.noted[1, match.table] = list(zip(match.players, (1, 2, 300), (0, 0, 0), strict=True))
    assert evening.tournament.rounds == before.rounds, "who has sat down stays there"
    assert standings(evening.tournament) != standings(before)
    evening.right()
    third = draw(evening.tournament)
    assert third == draw(replace(evening.tournament))
    assert third.number == 3


def test_who_comes_late_has_the_points_of_the_own_rounds_and_meets_their_equals():
    evening = Evening(8, 2, 3)
    evening.round()
    evening.happens(wishes.join(evening.books, "Late"))
    evening.happens(wishes.join(evening.books, "Later"))
    lines = {line.player: line for line in standings(evening.tournament)}
    assert (lines["Late"].points, lines["Late"].matches) == (0, 0)
    drawn = evening.round()
    (pair,) = (match.players for match in drawn.matches if "Late" in match.players)
    assert all(lines[player].points == 0 for player in pair)
    evening.right()


def test_who_is_without_an_opponent_has_a_point_and_is_so_once():
    evening = Evening(9, 2, 1)
    for _ in range(5):
        (player,) = evening.round().byes
        line = next(one for one in standings(evening.tournament) if one.player == player)
        assert line.points >= 1
    assert len(set(evening.byes)) == 5
    evening.right()


# Draws, against trying everything.


def pairings(players):
    """Every way to make pairs."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        left = [player for player in rest if player != other]
        for more in pairings(left):
            yield ((first, other), *more)


def divisions(players, counts):
    """Every way to make tables of these sizes."""
    if not counts:
        yield ()
        return
    first, *rest = players
    for others in combinations(rest, counts[0] - 1):
        left = [player for player in rest if player not in others]
        for more in divisions(left, counts[1:]):
            yield ((first, *others), *more)


def cost(tables, met, points):
    """How often people meet again, and how unequal those are who meet (squares)."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = sum(met[frozenset(pair)] for pair in pairs)
    return again, sum((points[one] - points[other]) ** 2 for one, other in pairs)


def best(evening, ways):
    met = evening.tournament.met()
    points = {line.player: line.points for line in standings(evening.tournament)}
    drawn = [match.players for match in draw(evening.tournament).matches]
    return cost(drawn, met, points), min(cost(way, met, points) for way in ways)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([4, 6, 8]), st.integers(1, 4), st.integers(0, 10**6))
def test_no_pairing_is_better_than_the_one_drawn(players, rounds, seed):
    evening = Evening(players, 2, seed)
    for _ in range(rounds):
        found, possible = best(evening, pairings(list(evening.tournament.players)))
        assert found == possible
        evening.round()


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([(6, 3), (9, 3), (8, 4), (7, 4), (10, 4)]), st.integers(0, 10**6))
def test_nobody_meets_again_at_larger_tables_more_than_must_be(plan, seed):
    players, size = plan
    evening = Evening(players, size, seed)
    for _ in range(3):
        ways = divisions(list(evening.tournament.players), sizes(players, size))
        found, possible = best(evening, ways)
        assert found[0] == possible[0]
        evening.round()
