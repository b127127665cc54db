"""Dome tiles: where they lie, which way round, and their four printed spaces.

Each space of a place is asked what is printed there; a place on which nothing is printed is free.
What was confirmed is remembered, since tiles cover the print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from companion.boards import Board, Cell
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import Answers
from companion.vision.cells.contents import prints_of
from companion.vision.cells.slots import tile_cells
from companion.vision.sighting import Content, Likelihoods

Spaces = tuple[str | None, ...]
"""The four spaces of a dome tile as it lies: top-left, top-right, bottom-left, bottom-right."""

PLACE = "place/"
"""Dome tiles lie on cells of this name, and a place's id."""

REMEMBERED = 10.0
"""Nats for a dome tile that was confirmed and has not visibly changed."""

SPACE_LIMIT = 6.0
"""Nats at most by which one space tells whether a dome tile lies there."""

PLACE_LIMIT = 2 * SPACE_LIMIT
"""Nats at most for a free place, or for a dome tile: two spaces tell all."""


class DomeLikelihoods(Mapping[Content | None, float]):
    """Log-likelihoods of every dome tile that may lie on a place, worked out when asked for.

    They are counted from the likeliest of all: whether there is one is another question, which an
    empty place's likelihood answers.  Iterating yields only the likeliest, and None for no dome
    tile.
    """

    def __init__(
        self, spaces: tuple[Mapping[str, float], ...], empty: float, known: Spaces | None
    ) -> None:
        """Take the likelihoods of each space, of an empty place, and what lay there before."""
        self._spaces = spaces
        self._empty = empty
        self._known = known
        self._best = sum(max(likely.values()) for likely in spaces)

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a dome tile as it lies, or of none (None)."""
        if content is None:
            return self._empty
        if not isinstance(content, tuple) or len(content) != len(self._spaces):
            raise KeyError(content)
        told = sum(likely[name] for likely, name in zip(self._spaces, content, strict=True) if name)
        return told - self._best + (REMEMBERED if content == self._known else 0.0)

    def __iter__(self) -> Iterator[Content | None]:
        """Yield None and the likeliest dome tiles: the best two of every space, in all ways."""
        yield None
        if self._known is not None:
            yield self._known
        best = [sorted(s, key=lambda n, s=s: -s[n])[:2] for s in self._spaces]  # type: ignore[misc]
        yield from product(*best)

    def __len__(self) -> int:
        """Return how many contents iterating yields."""
        return int(2 ** len(self._spaces)) + (1 if self._known is None else 2)


def places_of(board: Board) -> tuple[str, ...]:
    """Return the cells on which dome tiles may lie; none where the game has no dome tiles."""
    places = board.dome_tile.places if board.dome_tile else ()
    return tuple(PLACE + place.id for place in places)


def spaces_of(board: Board, place: str) -> tuple[Cell, ...]:
    """Return the four cells that a dome tile on ``place`` (``place/I/J``) covers."""
    row, column = (2 * int(part) for part in place.removeprefix(PLACE).split("/"))
    return tuple(board.cell(f"dome/{row + i}/{column + j}") for i in (0, 1) for j in (0, 1))


def read_places(
    answers: Answers, board: Board, known: Mapping[str, Spaces]
) -> dict[str, Likelihoods]:
    """Return what lies on each place of a board; ``known`` are dome tiles confirmed before."""
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(board))}
    told: dict[str, Likelihoods] = {}
    for place in places_of(board):
        prints = [prints_of(answers, numbers[c.id], board) for c in spaces_of(board, place)]
        spaces = tuple({n: v for n, v in each.items() if n is not None} for each in prints)
        told[place] = DomeLikelihoods(spaces, _free(prints), known.get(place))
    return told


def newly_covered(answers: Answers, board: Board, known: Mapping[str, Spaces]) -> Mask:
    """Return the cells (N,) of dome tiles that are seen and were not ``known``.

    What was seen there bare is the board beneath, and says nothing of the dome tile's print.
    """
    cells = tile_cells(board)
    fresh = {
        cell.id
        for place, likely in read_places(answers, board, known).items()
        if place not in known and likely[None] < -SPACE_LIMIT
        for cell in spaces_of(board, place)
    }
    return np.array([cell.id in fresh for cell in cells])


def _free(prints: list[Mapping[str | None, float]]) -> float:
    """Return the nats by which a place is likelier free than not, from its spaces' prints."""
    odds = [each[None] - max(v for n, v in each.items() if n is not None) for each in prints]
    told = np.clip(odds, -SPACE_LIMIT, SPACE_LIMIT).sum()
    return float(np.clip(told, -PLACE_LIMIT, PLACE_LIMIT))
