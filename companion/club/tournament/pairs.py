"""Tables of two: the best pairing there is, by maximum weight matching (Edmonds' blossom).

What is best, the weightier first:

1. nobody meets the same player again, and nobody is without an opponent twice;
2. players of equal match points meet (the squares of the differences are least);
3. among equals the upper half meets the lower half, as in the Dutch system.

The first is exact: a repeat is drawn only where no pairing without one exists.  A round with an odd
number has a place ``BYE`` to be drawn like a player, best for those at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from heapq import nsmallest
from itertools import combinations

from companion.club.tournament.tournament import Pair

BYE = ""
"""Nobody, as an opponent."""

NEAR = 16
"""Opponents of each that are looked at first, the best; only where that fails, all of them."""

APART = 1000
"""What one unit of difference in points costs, against one place in the order."""

REPEAT = 10**9
"""What a repeat costs: more than all else together, for up to a thousand players."""

MOST = 10**12


def pairs(
    players: Sequence[str], units: Sequence[int], met: Counter[Pair], byes: Counter[str]
) -> tuple[tuple[str, str], ...]:
    """Return players in pairs, of those in order with their points in whole units.

    With an odd number one of them is with ``BYE``, in the last pair.
    """
    order = [*players, BYE] if len(players) % 2 else list(players)
    bye_units = min(units, default=0)
    points = dict(zip(players, units, strict=True)) | {BYE: bye_units}

    def before(one: str, other: str) -> int:
        return byes[one] if other == BYE else met[frozenset((one, other))]

    cost = _costs(order, points, before)
    found = _matched(_near(len(order), cost), cost)
    if 2 * len(found) < len(order):
        found = _matched(tuple(combinations(range(len(order)), 2)), cost)
    return tuple((order[a], order[b]) for a, b in found)


def _near(count: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs that are among the best of either, repeats never."""
    found: set[tuple[int, int]] = set()
    for a in range(count):
        prices = ((cost(min(a, b), max(a, b)), b) for b in range(count) if b != a)
        best = nsmallest(NEAR, (one for one in prices if one[0] < REPEAT))
        found |= {(min(a, b), max(a, b)) for _, b in best}
    return tuple(sorted(found))


def _costs(
    order: Sequence[str], points: dict[str, int], before: Callable[[str, str], int]
) -> Callable[[int, int], int]:
    """Return what it costs to let two places of the order meet."""
    sizes = Counter(points[player] for player in order)

    def cost(a: int, b: int) -> int:
        one, other = order[a], order[b]
        apart = points[one] - points[other]
        half = sizes[points[one]] // 2 if apart == 0 and other != BYE else 0
        return REPEAT * before(one, other) + APART * apart * apart + abs(b - a - half)

    return cost


def _matched(
    edges: Sequence[tuple[int, int]], cost: Callable[[int, int], int]
) -> tuple[tuple[int, int], ...]:
    """Return as many pairs as there can be, at the least cost, in order."""
    from networkx import Graph, max_weight_matching

    graph = Graph()
    graph.add_weighted_edges_from((a, b, MOST - cost(a, b)) for a, b in edges)
    found = max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))
