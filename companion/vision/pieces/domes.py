"""Dome tiles: where they lie, which way round, and their four printed spaces.

Each space of a place is asked what is printed there; a place on which nothing is printed is free.
What was seen before is remembered as surely as it was seen, since tiles cover the print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import Mask
from companion.boards import PLACE, Board, Cell
from companion.chosen_numbers import SPACE_LIMIT, SURE_PRINT
from companion.neural_network.attention import Answers
from companion.neural_network.slots import tile_cells
from companion.sightings.dome_likelihoods import (
    PLACE_LIMIT,
    DomeLikelihoods,
    Prints,
    Spaces,
    may_be_same,
)
from companion.sightings.sighting import Likelihoods
from companion.vision.cells.contents import prints_of

NOTHING_SURE: Spaces = (None,) * 4
"""Of a dome tile that surely lies there: nobody knows yet what it shows."""


@dataclass(frozen=True)
class Laid:
    """A dome tile that lay on a place before: what it shows, and how likely it may show what.

    Of one that people or the rules have confirmed ``likely`` is empty: as far as its ``spaces`` are
    known, it shows nothing else.
    """

    spaces: Spaces
    likely: Prints = ()

    @property
    def sure(self) -> Spaces:
        """The spaces as far as it is known what they show."""
        if not self.likely:
            return self.spaces
        pairs = zip(self.spaces, self.likely, strict=True)
        return tuple(name if _is_sure(likely) else None for name, likely in pairs)

    def replaces(self, before: Laid | None) -> bool:
        """Tell whether this is another dome tile than the one before, not the same seen better."""
        return before is None or not (self.likely or may_be_same(before.spaces, self.spaces))


def _is_sure(likely: Mapping[str, float]) -> bool:
    *_, rival, best = sorted(likely.values())
    return best - rival > SURE_PRINT


def spaces_of(board: Board, place: str) -> tuple[Cell, ...]:
    """Return the four cells that a dome tile on ``place`` (``place/I/J``) covers."""
    row, column = (2 * int(part) for part in place.removeprefix(PLACE).split("/"))
    return tuple(board.cell(f"dome/{row + i}/{column + j}") for i in (0, 1) for j in (0, 1))


def read_places(
    answers: Answers, board: Board, known: Mapping[str, Laid], lying: Mapping[str, Likelihoods]
) -> dict[str, DomeLikelihoods]:
    """Return what lies on each place of a board; ``known`` are dome tiles that lay there before.

    Of those the spaces count on which nothing is ``lying`` now: what the others show is remembered.
    """
    if board.dome_tile is None:
        return {}
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(board))}
    shows, told = prints_of(answers, board), {}
    for place in (each.cell for each in board.places):
        cells, laid = spaces_of(board, place), known.get(place)
        prints = [shows[numbers[cell.id]] for cell in cells]
        spaces = tuple({n: v for n, v in each.items() if n is not None} for each in prints)
        if laid:
            shown = [lying[cell.id][None] == max(lying[cell.id].values()) for cell in cells]
            before = laid.likely or [dict.fromkeys(each, 0.0) for each in spaces]
            spaces = tuple(map(_seen_again, before, spaces, shown))
        confirmed = laid.spaces if laid and not laid.likely else None
        told[place] = DomeLikelihoods(spaces, _free(prints), confirmed)
    return told


def _seen_again(
    before: Mapping[str, float], now: dict[str, float], shown: bool
) -> dict[str, float]:
    """Return what a space shows, from before and, where it is ``shown`` now, from that too."""
    return {name: nats + (now[name] if shown else 0.0) for name, nats in before.items()}


def newly_covered(answers: Answers, board: Board, known: Mapping[str, Laid]) -> Mask:
    """Return the cells (N,) of dome tiles that are seen and were not ``known``.

    What was seen there bare is the board beneath, and says nothing of the dome tile's print.
    """
    cells = tile_cells(board)
    fresh = {
        cell.id
        for place, likely in read_places(answers, board, {}, {}).items()
        if place not in known and likely[None] < -SPACE_LIMIT
        for cell in spaces_of(board, place)
    }
    return np.array([cell.id in fresh for cell in cells])


def _free(prints: Sequence[Mapping[str | None, float]]) -> float:
    """Return the nats by which a place is likelier free than not, from its spaces' prints."""
    odds = [each[None] - max(v for n, v in each.items() if n is not None) for each in prints]
    told = np.clip(odds, -SPACE_LIMIT, SPACE_LIMIT).sum()
    return float(np.clip(told, -PLACE_LIMIT, PLACE_LIMIT))
