"""Who leads: match points, then whom one played, then the games' own points and tie-breaks.

All are averages or shares, so that a round without an opponent or a smaller table weighs nothing:

1. match points: of each match the share of the others that one left behind (a win over one is 1, a
   draw a half, second of four two thirds); a round without an opponent is 1;
2. opponents: what those one sat with have in match points, on average;
3. points: what the own games brought, on average;
4. tie-break: what the game itself counts between equal scores (complete rows in Azul), on average.

Who is equal in all of these shares a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.club.tournament.tournament import Tournament

BYE = Fraction(1)
"""Match points of a round without an opponent."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line; ``place`` counts from 1, ``matches`` are those something came of."""

    place: int
    player: str
    points: Fraction
    opponents: Fraction
    scored: Fraction
    tie_break: Fraction
    matches: int
    gone: bool

    @property
    def key(self) -> tuple[Fraction, ...]:
        """What sets players apart, the weightiest first."""
        return self.points, self.opponents, self.scored, self.tie_break


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Return all players, the leader first; equals in the order they were entered."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    met: dict[str, list[str]] = defaultdict(list)
    games: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for match, outcome in tournament.played():
        for seat, player in enumerate(match.players):
            points[player] += outcome.points(seat)
            met[player] += [other for other in match.players if other != player]
            games[player].append((outcome.scores[seat], outcome.ties[seat]))
    for player, times in tournament.byes().items():
        points[player] += times * BYE
    found = [
        Standing(
            0,
            player,
            points[player],
            average(points[other] for other in met[player]),
            average(score for score, _ in games[player]),
            average(tie for _, tie in games[player]),
            len(games[player]),
            player in tournament.gone,
        )
        for player in tournament.players
    ]
    return placed(found)


def placed(found: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the lines in order, each with its place."""
    ordered = sorted(found, key=lambda one: one.key, reverse=True)
    lines: list[Standing] = []
    for number, one in enumerate(ordered, 1):
        shares = lines and lines[-1].key == one.key
        place = lines[-1].place if shares else number
        lines.append(replace(one, place=place))
    return tuple(lines)


def average(values: Iterable[int | Fraction]) -> Fraction:
    """Return the mean of some values; 0 of none."""
    found = list(values)
    return Fraction(sum(found, Fraction(0)), len(found)) if found else Fraction(0)
