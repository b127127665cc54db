"""What can become of a pattern line in phase 2, as seen on a board (DU-R34 to DU-R37)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from companion.games.azul_duel.board import (
    EMPTY_LINE,
    Board,
    impossible,
    missing,
    open_cells,
    with_line,
)
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.chips import TRIPLE, Chips, can_pay, payments, without
from companion.games.azul_duel.rules.scoring import move_tile
from companion.games.base import Steps


class Fate(Enum):
    """What happens to a line when its turn comes."""

    STAYS = "stays"
    BREAKS = "breaks"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of one line; ``cell`` is the dome cell its tile moves to."""

    fate: Fate
    cell: int = -1


STAYS, BREAKS = Outcome(Fate.STAYS), Outcome(Fate.BREAKS)


def line_outcomes(board: Board, row: int, chips: Chips) -> tuple[Outcome, ...]:
    """Return every outcome the rules allow for line ``row``; ``chips`` may complete it (R37)."""
    line = board.lines[row]
    if line.colour is None:
        return (STAYS,)
    if impossible(board, row):
        return (BREAKS,)
    moves = tuple(Outcome(Fate.MOVES, c) for c in open_cells(board, row, line.colour))
    gap = missing(board, row)
    if not gap:
        return moves or (STAYS,)
    return (STAYS, *moves) if can_pay(chips, line.colour, gap) else (STAYS,)


def carry_out(board: Board, row: int, outcome: Outcome, options: Options) -> tuple[Board, Steps]:
    """Return the board after ``outcome`` of line ``row``, and what it scores."""
    if outcome.fate is Fate.MOVES:
        board, _, steps = move_tile(board, row, outcome.cell, options)
        return board, steps
    if outcome.fate is Fate.BREAKS:
        return with_line(board, row, EMPTY_LINE), ()
    return board, ()


Need = tuple[str, int]
"""A line completed with chips: its colour and how many tiles it lacked."""


def cheapest(held: Chips, needs: tuple[Need, ...]) -> Chips | None:
    """Return the fewest of ``held`` chips that pay for all ``needs``; None when they cannot.

    Exact: every payment of the first need is tried; the needs are at most a few lines.
    """
    if not needs:
        return ()
    (colour, tiles), *others = needs
    best: Chips | None = None
    for spent in payments(held, colour, tiles):
        rest = cheapest(without(held, spent), tuple(others))
        if rest is not None and (best is None or len(spent) + len(rest) < len(best)):
            best = tuple(sorted(spent + rest))
    return best


def on_lines_that_wait(
    spent: Chips, moved: tuple[Need, ...], waiting: tuple[Need, ...], partial: bool
) -> Chips:
    """Return which of the chips that were ``spent`` pay for no line that ``moved``.

    Of several ways to pay for those, one is taken whose rest pays for spaces of ``waiting`` lines,
    of all that a line lacks or, with ``partial``, of some of it; where none is, the cheapest.
    """
    rests: Iterable[Chips] = (tuple(sorted(spent)),)
    for colour, tiles in moved:
        left = (without(rest, paid) for rest in rests for paid in payments(rest, colour, tiles))
        rests = tuple(dict.fromkeys(left))
    unexplained = without(spent, cheapest(spent, moved) or ())
    return next((rest for rest in rests if _just_pays(rest, waiting, partial)), unexplained)


@lru_cache(maxsize=65536)  # the same chips are left over in very many ways
def _just_pays(chips: Chips, waiting: tuple[Need, ...], partial: bool) -> bool:
    """Tell whether ``chips`` are just what was paid for spaces of some ``waiting`` lines."""
    if not chips or len(chips) > TRIPLE * sum(gap for _, gap in waiting):
        return not chips
    (colour, gap), *others = waiting
    numbers = range(1 if partial else gap, gap + 1)
    ways = (way for tiles in numbers for way in payments(chips, colour, tiles))
    rests = (chips, *(without(chips, way) for way in ways))
    return any(_just_pays(rest, tuple(others), partial) for rest in rests)


def incomplete(board: Board) -> tuple[Need, ...]:
    """Return the lines that hold tiles and lack some."""
    gaps = ((line.colour, missing(board, row)) for row, line in enumerate(board.lines))
    return tuple((colour, gap) for colour, gap in gaps if colour is not None and gap)


def needs(before: Board, after: Board) -> tuple[Need, ...]:
    """Return the lines whose tile moved though they lacked tiles: chips paid for them."""
    found = []
    for row, line in enumerate(before.lines):
        gap = missing(before, row)
        if line.colour is not None and gap and moved_to(before, after, row):
            found.append((line.colour, gap))
    return tuple(found)


def moved_to(before: Board, after: Board, row: int) -> tuple[int, ...]:
    """Return the cells of dome row ``row`` that gained a coloured tile."""
    cells = range(6 * row, 6 * row + 6)
    return tuple(
        c for c in cells if before.dome[c] is None and after.dome[c] not in (None, "special")
    )
