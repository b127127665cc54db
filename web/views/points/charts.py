"""Charts of past evenings as drawings: no library, only lines and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 320.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 26.0, 34.0, 10.0, 18.0
"""Room for the numbers around the lines."""

GAP = 11.0
"""The least distance between the totals written beside the lines."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals: the points of the line, where it ends, where its total is written."""

    seat: int
    points: str
    x: float
    y: float
    label_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number at an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores by round: the lines, the rounds below, the points at the left."""

    view_box: str
    lines: tuple[Line, ...]
    rounds: tuple[Mark, ...]
    levels: tuple[Mark, ...]


def scores_by_round(
    rounds: Sequence[Sequence[int]], start: Sequence[int] = (), first: int = 1
) -> Chart | None:
    """Return the chart of the totals after each round; None where no round was scored.

    ``start`` are the totals before the first round, 0 unless given; ``first`` is its number.
    """
    if not rounds:
        return None
    players = min(len(totals) for totals in rounds)
    highest = max(max(totals[:players]) for totals in (*rounds, (*start, 0))) or 1
    step = nice(highest)
    top = step * -(-highest // step)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / len(rounds), 1)

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(0, total) / top), 1)

    ends = apart([y(rounds[-1][seat]) for seat in range(players)])
    return Chart(
        view_box=f"0 0 {WIDTH:g} {HEIGHT:g}",
        lines=tuple(
            Line(
                seat,
                " ".join(
                    f"{x(number)},{y(total)}"
                    for number, total in enumerate(
                        [_at(start, seat), *(totals[seat] for totals in rounds)]
                    )
                ),
                x(len(rounds)),
                y(rounds[-1][seat]),
                ends[seat],
                rounds[-1][seat],
            )
            for seat in range(players)
        ),
        rounds=tuple(Mark(x(number + 1), str(first + number)) for number in range(len(rounds))),
        levels=tuple(Mark(y(level), str(level)) for level in range(0, top + 1, step)),
    )


def _at(start: Sequence[int], seat: int) -> int:
    return start[seat] if seat < len(start) else 0


def nice(highest: int) -> int:
    """Return a round distance of the levels, so that there are three to six of them."""
    return next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 500) if highest / step <= 5.5)


def apart(ends: Sequence[float]) -> list[float]:
    """Return places near ``ends`` that are at least ``GAP`` from each other, in the same order.

    None is below the line of 0 points, where several may end: under it the drawing is over.
    """
    places = list(ends)
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + GAP)
    lowest = HEIGHT - BOTTOM
    for at in reversed(order):
        places[at] = min(places[at], lowest)
        lowest = places[at] - GAP
    return places


def share(part: float, most: float) -> float:
    """Return the length of a bar, 0 to 100, where ``most`` is the longest."""
    return round(100 * part / most, 1) if most else 0.0
