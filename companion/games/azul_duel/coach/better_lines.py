"""Azul Duel: other lines, other spaces of the dome for the tiles of a round.

One group of tiles that came to a line is moved, or two are exchanged, and the dome is filled in the
best way.  The broken tiles stay broken and no more chips are spent than were.  So what is told was
possible for certain; more may have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from companion.games.advice import Move, Possible
from companion.games.azul_duel.board import Board, Line, missing
from companion.games.azul_duel.catalogue import BROKEN_PLACES, ROWS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.line_outcomes import Fate, carry_out, line_outcomes
from companion.games.azul_duel.rules.chips import Chips, payments, without
from companion.games.azul_duel.rules.scoring import losses, total
from companion.games.base import Steps
from companion.games.common.tuples import put


class Gain(NamedTuple):
    """Tiles that came to a line in a round."""

    row: int
    colour: str
    tiles: int


class Hand(NamedTuple):
    """What a tiling begins with besides the board: broken tiles, chips, how many may be spent."""

    broken: int
    chips: Chips
    spend: int


def gains(start: Board, end: Board) -> tuple[Gain, ...] | None:
    """Return what came to each line; None where lines do not follow from each other."""
    found = []
    for row, (old, new) in enumerate(zip(start.lines, end.lines, strict=True)):
        if new.tiles < old.tiles or (old.tiles and old.colour != new.colour):
            return None
        if new.colour is not None and new.tiles > old.tiles:
            found.append(Gain(row, new.colour, new.tiles - old.tiles))
    return tuple(found)


def possible(
    options: Options, start: Board, end: Board, hand: Hand, score: int, scored: int
) -> Possible | None:
    """Return more points the tiles of a round could have brought; None where they are not known.

    ``score`` is the total before the tiling, ``scored`` what the tiling really brought.
    """
    found = gains(start, end)
    if found is None:
        return None
    tried = []
    for targets in arrangements(found):
        laid = _lay(start, end, found, targets, hand.broken)
        if laid is not None:
            board, broken = laid
            tried.append(
                (best_tiling(options, board, hand._replace(broken=broken), score), targets)
            )
    steps, targets = max(tried, key=lambda one: total(one[0]))
    if total(steps) <= scored:
        return Possible(scored, scored)
    moves = tuple(
        Move(gain.colour, gain.tiles, f"line/{gain.row}", f"line/{target}")
        for gain, target in zip(found, targets, strict=True)
        if target != gain.row
    )
    return Possible(scored, total(steps), moves, steps)


def arrangements(found: Sequence[Gain]) -> Iterator[tuple[int, ...]]:
    """Yield the line of each group: as they were, one moved, two exchanged."""
    rows = tuple(gain.row for gain in found)
    yield rows
    for place in range(len(rows)):
        for row in range(ROWS):
            if row != rows[place]:
                yield put(rows, place, row)
    for one, other in combinations(range(len(rows)), 2):
        yield put(put(rows, one, rows[other]), other, rows[one])


def _lay(
    start: Board, end: Board, found: Sequence[Gain], targets: Sequence[int], broken: int
) -> tuple[Board, int] | None:
    """Return the board with the groups on other lines, and the broken tiles; None: not allowed."""
    lines = list(start.lines)
    for gain, row in zip(found, targets, strict=True):
        line, room = lines[row], row + 1 - lines[row].filled
        if room <= 0 or line.colour not in (None, gain.colour):
            return None
        lines[row] = Line(gain.colour, line.tiles + min(room, gain.tiles), line.paid)
        broken += max(0, gain.tiles - room)
    return end._replace(lines=tuple(lines)), min(broken, BROKEN_PLACES)


def best_tiling(options: Options, board: Board, hand: Hand, score: int) -> Steps:
    """Return the steps of the tiling that brings most (DU-R34 to DU-R49)."""
    ways = _tilings(options, board, 0, hand, ())
    ended = (steps + losses(broken, board.first, score + total(steps)) for steps, broken in ways)
    return max(ended, key=total)


def _tilings(
    options: Options, board: Board, row: int, hand: Hand, steps: Steps
) -> Iterator[tuple[Steps, int]]:
    """Yield the steps of every tiling from line ``row`` on, with the broken tiles it ends with."""
    if row == ROWS:
        yield steps, hand.broken
        return
    line = board.lines[row]
    for outcome in line_outcomes(board, row, hand.chips):
        after, more = carry_out(board, row, outcome, options)
        broken = hand.broken + (line.tiles if outcome.fate is Fate.BREAKS else 0)
        paid = missing(board, row) if outcome.fate is Fate.MOVES else 0
        for rest in _paid(hand, line, paid):
            left = rest._replace(broken=min(broken, BROKEN_PLACES))
            yield from _tilings(options, after, row + 1, left, steps + more)


def _paid(hand: Hand, line: Line, tiles: int) -> Iterator[Hand]:
    """Yield what is left after paying for missing tiles of a line, in every way."""
    if not tiles or line.colour is None:
        yield hand
        return
    for spent in payments(hand.chips, line.colour, tiles):
        if len(spent) <= hand.spend:
            yield hand._replace(chips=without(hand.chips, spent), spend=hand.spend - len(spent))
