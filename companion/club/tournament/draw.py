"""Drawing the next round: who meets whom, at which table, and who begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.club.tournament.groups import groups
from companion.club.tournament.pairs import BYE, pairs
from companion.club.tournament.standings import standings
from companion.club.tournament.tournament import Match, Round, Tournament
from companion.errors import DrawRefused
from companion.sentence import Sentence

UNITS = 6
"""Match points are halves, thirds and sixths: so many make one."""


def draw(tournament: Tournament) -> Round:
    """Return the next round; the same tournament always gives the same.

    The best sit at the first table.  Raises ``DrawRefused`` where there can be no round now.
    """
    _check(tournament)
    number = len(tournament.rounds) + 1
    random = Random(f"{tournament.plan.seed}/{number}")
    order, units = _order(tournament, random)
    tables, byes = _tables(tournament, order, units, random)
    if len(tables) > len(tournament.plan.tables):
        raise DrawRefused(
            Sentence(
                "{count} tables are needed, but there are {most}; add some",
                count=len(tables),
                most=len(tournament.plan.tables),
            )
        )
    begun = tournament.begun()
    matches = tuple(
        Match(name, _seated(players, begun, random))
        for name, players in zip(tournament.plan.tables, tables, strict=False)
    )
    return Round(number, matches, byes)


def _check(tournament: Tournament) -> None:
    if tournament.over:
        raise DrawRefused(Sentence("the tournament is over"))
    if tournament.open_matches:
        raise DrawRefused(
            Sentence(
                "the results of these tables are missing: {tables}; enter them first",
                tables=tuple(match.table for match in tournament.open_matches),
            )
        )
    if len(tournament.here) < 2:
        raise DrawRefused(Sentence("a round needs two players at least"))


def _order(tournament: Tournament, random: Random) -> tuple[list[str], dict[str, int]]:
    """Return who plays, the leaders first and equals by lot, and their points in whole units."""
    lines = [one for one in standings(tournament) if not one.gone]
    random.shuffle(lines)
    lines.sort(key=lambda one: one.key, reverse=True)
    return [one.player for one in lines], {one.player: int(one.points * UNITS) for one in lines}


def _tables(
    tournament: Tournament, order: list[str], units: dict[str, int], random: Random
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return who sits together, and who has no opponent."""
    met = tournament.met()
    if tournament.plan.size > 2:
        return groups(order, units, met, tournament.plan.size, random), ()
    drawn = pairs(order, [units[player] for player in order], met, tournament.byes())
    return (
        tuple(pair for pair in drawn if BYE not in pair),
        tuple(one for one, other in drawn if other == BYE),
    )


def _seated(players: Sequence[str], begun: Counter[str], random: Random) -> tuple[str, ...]:
    """Return players in the order they sit: who began least often begins, by lot among equals."""
    lots = {player: random.random() for player in players}
    return tuple(sorted(players, key=lambda player: (begun[player], lots[player])))
