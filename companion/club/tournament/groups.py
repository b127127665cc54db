"""Tables of three and four: slices of the standings, mended until exchanging two helps no more.

There is no quick way to the best division, so this is a search: from the slices on, two players of
different tables change places wherever that leaves fewer who have met before, or else tables of
more equal points.  Where repeats remain it begins again from a shaken order, some times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from companion.club.tournament.tournament import Pair

REPEAT = 10**6
"""What it costs to meet again, against one unit of difference in points, squared."""

TRIES = 12
REACH = 2
"""How many tables further an exchange is looked for where nobody meets again."""

Group = list[str]


def sizes(players: int, most: int) -> tuple[int, ...]:
    """Return how many sit at each table: as few tables as there can be, as even as they can be."""
    tables = -(-players // most)
    least, larger = divmod(players, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def groups(
    players: Sequence[str],
    units: Mapping[str, int],
    met: Counter[Pair],
    most: int,
    random: Random,
) -> tuple[tuple[str, ...], ...]:
    """Return players, given in order, in tables of at most ``most``."""
    counts = sizes(len(players), most)
    best: list[Group] = []
    order = list(players)
    for attempt in range(TRIES):
        found = _mended(_slices(order, counts), units, met)
        if not best or _total(found, units, met) < _total(best, units, met):
            best = found
        if _repeats(best, met) == 0:
            break
        order = _shaken(players, random, attempt + 1)
    return tuple(tuple(group) for group in best)


def _slices(order: Sequence[str], counts: Sequence[int]) -> list[Group]:
    ends = [sum(counts[: n + 1]) for n in range(len(counts))]
    return [list(order[end - count : end]) for end, count in zip(ends, counts, strict=True)]


def _mended(tables: list[Group], units: Mapping[str, int], met: Counter[Pair]) -> list[Group]:
    """Exchange players between tables until nothing gets better."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            clash = _repeats([tables[one], tables[other]], met)
            if other - one <= REACH or clash:
                better = _exchange(tables[one], tables[other], units, met) or better
    return tables


def _exchange(one: Group, other: Group, units: Mapping[str, int], met: Counter[Pair]) -> bool:
    """Make the first exchange between two tables that helps; tell whether there was one."""
    now = _cost(one, units, met) + _cost(other, units, met)
    for a in range(len(one)):
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            if _cost(one, units, met) + _cost(other, units, met) < now:
                return True
            one[a], other[b] = other[b], one[a]
    return False


def _cost(group: Group, units: Mapping[str, int], met: Counter[Pair]) -> int:
    return sum(
        REPEAT * met[frozenset((one, other))] + (units[one] - units[other]) ** 2
        for one, other in combinations(group, 2)
    )


def _total(tables: Sequence[Group], units: Mapping[str, int], met: Counter[Pair]) -> int:
    return sum(_cost(group, units, met) for group in tables)


def _repeats(tables: Sequence[Group], met: Counter[Pair]) -> int:
    return sum(met[frozenset(pair)] for group in tables for pair in combinations(group, 2))


def _shaken(players: Sequence[str], random: Random, strength: int) -> list[str]:
    """Return the order with everybody moved by some places, the further the stronger."""
    reach = 2 * strength
    moved = {player: n + random.uniform(-reach, reach) for n, player in enumerate(players)}
    return sorted(players, key=lambda player: moved[player])
