"""Summer Pavilion: the order of tiles, and tiles thrown away while corners were free.

What lay beside a board is not seen, so other spaces are never proposed.  What can be told for sure
is what the same tiles on the same spaces bring in another order, and what keeping more would have
saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.advice import Advice, Lesson, Move, Possible
from companion.games.base import Steps
from companion.games.common.tuples import put
from companion.games.played import Course, Played
from companion.games.saying import N_
from companion.games.summer_pavilion.coach.open_goals import goals, rounds_left
from companion.games.summer_pavilion.game import SummerPavilionGame
from companion.games.summer_pavilion.layout import CORNERS, Spaces
from companion.games.summer_pavilion.options import Options
from companion.games.summer_pavilion.position import LAST_ROUND
from companion.games.summer_pavilion.reading.orders import new_tiles, orders_by_points
from companion.games.summer_pavilion.reading.span import PASSED, Span, corners_seen, spaces_seen
from companion.games.summer_pavilion.rules.scoring import (
    add_points,
    completed_by,
    lose_points,
    placement_steps,
)


class Stretch(NamedTuple):
    """Spaces filled one after the other, in this order, with no bonus tiles in between."""

    before: Spaces
    after: Spaces
    filled: tuple[int, ...]


COUNTED = N_(
    "Counted are the same tiles on the same spaces in another order, and tiles thrown "
    "away while corners were free. What else could have been paid for nobody saw."
)
"""What was counted as possible."""


def lesson(game: SummerPavilionGame, course: Course) -> Lesson | None:
    """Return what to say once everybody has passed; None while a round is under way."""
    table = course.table
    players = table.setup.players
    if len(table.facts.get(PASSED, ())) < players:
        return None
    played = [one for one in course.history if one.entry.moment.round == table.round]
    seats = (
        Advice(
            possible(game.rules.options, played, seat),
            () if table.over else goals(game.rules, table, seat),
        )
        for seat in range(players)
    )
    return Lesson(table.round, tuple(seats), rounds_left(table), COUNTED)


def possible(options: Options, played: Sequence[Played], seat: int) -> Possible:
    """Return what the round brought a seat, and what it would have at its best."""
    points = sum(step.points for one in played for step in one.outcome.steps[seat])
    orders = [best_order(stretch) for stretch in stretches(played, seat)]
    gained = sum(more for more, _ in orders)
    thrown, kept = _thrown(played, seat)
    best = _brought(options, played, seat, gained, thrown - kept)
    if best <= points:
        return Possible(points, points)
    saves = _brought(options, played, seat, gained, thrown) < best
    moves = (Move("", kept, "beside", "corner"),) if saves else ()
    return Possible(points, best, moves, tuple(step for _, steps in orders for step in steps))


def _brought(
    options: Options, played: Sequence[Played], seat: int, gained: int, thrown: int
) -> int:
    """Return what a round brings with so many points ``gained`` and so many tiles ``thrown``.

    The end of the score track limits both (SP-R15, SP-R29).  What the marker cost stays.
    """
    steps = [step for one in played for step in one.outcome.steps[seat]]
    start = played[-1].outcome.table.scores[seat] - sum(step.points for step in steps)
    tiles = sum(step.points for step in steps if step.rule == "SP-R27")
    paid = sum(step.points for step in steps if step.rule == "SP-R15")
    score = add_points(start + paid, tiles + gained, options)
    return lose_points(score, thrown, options.score_min, options) - start


def stretches(played: Sequence[Played], seat: int) -> Iterator[Stretch]:
    """Yield what a seat filled in an order that was seen, from bonus to bonus.

    Bonus tiles may pay for what comes after them, so the tile that brings them stays where it was
    in the order, and what came before it stays before it.  Of tiles that came between two pictures
    nobody saw the order.
    """
    before: Spaces | None = None
    filled: list[int] = []
    for one in played:
        old = spaces_seen(one.base.boards[seat] if one.base.boards else {})
        new = spaces_seen(one.entry.boards[seat])
        fresh = new_tiles(old, new)
        if old == new:
            continue
        before = old if before is None else before
        single = len(fresh) == 1 and put(old, fresh[0], new[fresh[0]]) == new
        if single and not completed_by(new, fresh[0]):
            filled.append(fresh[0])
            continue
        yield Stretch(before, old, tuple(filled))
        before, filled = new, []
    if before is not None:
        yield Stretch(before, new, tuple(filled))


def best_order(stretch: Stretch) -> tuple[int, Steps]:
    """Return how much more the best order brings than the one that was played, and its points.

    Nothing where the order was as good as any.
    """
    before, after, filled = stretch
    orders = orders_by_points(before, after)
    scored = sum(step.points for step in placement_steps(before, after, filled))
    more = max(orders) - scored
    return more, placement_steps(before, after, orders[max(orders)]) if more else ()


def _thrown(played: Sequence[Played], seat: int) -> tuple[int, int]:
    """Return how many tiles were thrown away, and for how many of them there were corners.

    In the last round a tile in a corner costs as much as one thrown away (SP-R44).
    """
    for one in played:
        if any(step.cell == "discarded" for step in one.outcome.steps[seat]):
            thrown = Span(one.base, one.entry.moment).discarded(seat)
            free = CORNERS - corners_seen(played[-1].entry.boards[seat])
            return thrown, min(thrown, free) if one.entry.moment.round < LAST_ROUND else 0
    return 0, 0
