"""Who begins a round: the holder of the starting player marker, seen or worked out (R36)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from companion.games.base import FIRST, Boards
from companion.games.wall.board import floor_is_full
from companion.games.wall.data import Rules
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.turn_problems import others_may_hide

STARTER = "starter"
"""Told where no camera sees it: the seat that begins the next round."""


def next_starter(
    rules: Rules, span: Span, free: AbstractSet[int] | None, boards: Boards
) -> int | None:
    """Return who begins the round after an offer; None where nobody can know.

    Where no floor line shows the marker, it lies beside a full one or on the "0" display, which
    who is in ``free`` holds (None: nobody has told); when nobody can have it, it stayed in the
    centre (option ``untaken_marker_next_start``).
    """
    told = told_starter(span)
    if told is not None:
        return told
    for seat, cells in enumerate(boards):
        if FIRST in cells.values():
            return seat
    if free is None:
        return None
    # Where the floor line is full, it may lie beside it (section 9).
    full = {seat for seat, cells in enumerate(boards) if floor_is_full(cells)}
    possible = full | free if rules.marker_beside else {*free}
    if possible or span.before.starter is None:
        return possible.pop() if len(possible) == 1 else None
    return (span.before.starter + rules.untaken_starts_next) % len(boards)


def told_starter(span: Span) -> int | None:
    """Return the seat that people say begins the next round; None where they say nothing usable."""
    seat = span.moment.told.get(STARTER)
    return seat if type(seat) is int and seat in range(span.before.setup.players) else None


def after_tiling(span: Span) -> int | None:
    """Return who begins the round after a tiling: as told, or as the end of the offer showed."""
    told = told_starter(span)
    known = span.before.starter if span.offer_seen else None
    return known if told is None else told


def who_began(rules: Rules, span: Span, boards: Boards) -> int | None:
    """Return who had the first turn of a round, from the picture after it."""
    changed = span.changed_seats(boards)
    if span.same_offer or len(changed) != 1:
        return None
    (seat,) = changed
    return None if others_may_hide(rules, span, seat, boards) else seat
