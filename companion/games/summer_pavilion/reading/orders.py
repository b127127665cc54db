"""Several tiles since the last picture: in which orders they can have come, and what those bring.

A tile scores the group it completes (SP-R27), so on one star the order can matter; stars do not
influence each other.
"""

from __future__ import annotations

from companion.games.common.tuples import put
from companion.games.summer_pavilion.layout import Spaces, star_of
from companion.games.summer_pavilion.rules.scoring import placement_points

Order = tuple[int, ...]


def new_tiles(before: Spaces, after: Spaces) -> tuple[int, ...]:
    """Return the spaces that were empty and are not."""
    both = enumerate(zip(before, after, strict=True))
    return tuple(space for space, (old, new) in both if old is None and new is not None)


def orders_by_points(before: Spaces, after: Spaces) -> dict[int, Order]:
    """Return every total that the new tiles can have brought, with an order that brings it."""
    totals: dict[int, Order] = {0: ()}
    new = new_tiles(before, after)
    for star in sorted({star_of(space) for space in new}):
        on_star = tuple(space for space in new if star_of(space) == star)
        totals = _joined(totals, _on_one_star(before, after, on_star))
    return totals


def _joined(first: dict[int, Order], second: dict[int, Order]) -> dict[int, Order]:
    joined: dict[int, Order] = {}
    for points, order in first.items():
        for more, rest in second.items():
            joined.setdefault(points + more, order + rest)
    return joined


def _on_one_star(now: Spaces, after: Spaces, left: Order) -> dict[int, Order]:
    if not left:
        return {0: ()}
    totals: dict[int, Order] = {}
    for space in left:
        placed = put(now, space, after[space])
        points = placement_points(placed, space)
        others = tuple(other for other in left if other != space)
        for more, rest in _on_one_star(placed, after, others).items():
            totals.setdefault(points + more, (space, *rest))
    return totals
