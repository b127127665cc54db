"""Dome tiles: where they lie, which way round, and their four printed spaces.

Each space of a place is asked what is printed there; a place on which nothing is printed is free.
What was seen before is remembered as surely as it was seen, since tiles cover the print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from companion.arrays import Mask
from companion.boards import PLACE, Board, Cell
from companion.neural_network.attention import Answers
from companion.neural_network.slots import ANY, SPECIAL, tile_cells
from companion.sightings.sighting import Content, Likelihoods
from companion.vision.cells.contents import prints_of
from companion.vision.chosen import SPACE_LIMIT, SURE_PRINT

Spaces = tuple[str | None, ...]
"""The four spaces of a dome tile as it lies: top-left, top-right, bottom-left, bottom-right."""

PLACE_LIMIT = 2 * SPACE_LIMIT
"""Nats at most for a free place, or for a dome tile: two spaces tell all.  That a dome tile was
confirmed counts as much."""

NOTHING_SURE: Spaces = (None,) * 4
"""Of a dome tile that surely lies there: nobody knows yet what it shows."""

Prints = tuple[Mapping[str, float], ...]
"""Log-likelihoods of what each of the four spaces shows."""


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
        return before is None or not (self.likely or _fits(before.spaces, self.spaces))


def _fits(one: Spaces, other: Spaces) -> bool:
    """Tell whether two dome tiles may be the same, by what is known of both."""
    return all(None in (a, b) or a == b for a, b in zip(one, other, strict=True))


def _is_sure(likely: Mapping[str, float]) -> bool:
    *_, rival, best = sorted(likely.values())
    return best - rival > SURE_PRINT


class DomeLikelihoods(Mapping[Content | None, float]):
    """Log-likelihoods of every dome tile that may lie on a place, worked out when asked for.

    They are counted from the likeliest that a set has: whether there is one is another question,
    which an empty place's likelihood answers.  Iterating yields only the likeliest, and None for no
    dome tile.
    """

    def __init__(self, spaces: Prints, empty: float, known: Spaces | None) -> None:
        """Take the likelihoods of each space, of an empty place, and what is known to lie there."""
        self._spaces = spaces
        self._empty = empty
        self._known = known

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a dome tile as it lies, or of none (None)."""
        if content is None:
            return self._empty
        if not isinstance(content, tuple) or len(content) != len(self._spaces):
            raise KeyError(content)
        known = self._known is not None and _fits(self._known, content)
        return self._told(content) - self._most + (PLACE_LIMIT if known else 0.0)

    def __iter__(self) -> Iterator[Content | None]:
        """Yield None and the likeliest dome tiles: the best three of every space, in all ways."""
        yield None
        if self._known and None not in self._known:
            yield self._known
        yield from (each for each in self._likeliest if each != self._known)

    def __len__(self) -> int:
        """Return how many contents iterating yields."""
        return sum(1 for _ in self)

    @cached_property
    def _likeliest(self) -> list[Spaces]:
        best = [sorted(s, key=lambda n, s=s: -s[n])[:3] for s in self._spaces]  # type: ignore[misc]
        whole: list[Spaces] = [*product(*best)]
        return [*filter(_is_made, whole)] or whole

    @cached_property
    def _most(self) -> float:
        return max(self._told(spaces) for spaces in self._likeliest)

    def _told(self, content: Spaces) -> float:
        pairs = zip(self._spaces, content, strict=True)
        return sum(likely[name] for likely, name in pairs if name)

    @property
    def prints(self) -> Prints:
        """What each space shows, how likely."""
        return self._spaces


def _is_made(spaces: Spaces) -> bool:
    """Tell whether sets have such dome tiles: three colours, a space for any or special tiles."""
    return len(set(spaces)) == len(spaces) and len({ANY, SPECIAL}.intersection(spaces)) == 1


def places_of(board: Board) -> tuple[str, ...]:
    """Return the cells on which dome tiles may lie; none where the game has no dome tiles."""
    return tuple(place.cell for place in board.places)


def spaces_of(board: Board, place: str) -> tuple[Cell, ...]:
    """Return the four cells that a dome tile on ``place`` (``place/I/J``) covers."""
    row, column = (2 * int(part) for part in place.removeprefix(PLACE).split("/"))
    return tuple(board.cell(f"dome/{row + i}/{column + j}") for i in (0, 1) for j in (0, 1))


def read_places(
    answers: Answers,
    board: Board,
    known: Mapping[str, Laid],
    lying: Mapping[str, Likelihoods],
) -> dict[str, DomeLikelihoods]:
    """Return what lies on each place of a board; ``known`` are dome tiles that lay there before.

    Of those the spaces count on which nothing is ``lying`` now: what the others show is remembered.
    """
    if board.dome_tile is None:
        return {}
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(board))}
    shows, told = prints_of(answers, board), {}
    for place in places_of(board):
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
