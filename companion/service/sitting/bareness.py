"""Are the boards bare?  Judged from a picture that was read without a reference.

Tiles lie here and there; a strong print misleads the eyes on all spaces that are printed alike.  So
what all of those have in common is the print's, unless it is their own colour beyond doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.boards import Board
from companion.games.base import ANY, Content
from companion.sightings.sighting import Likelihoods

SURE = 7.0
"""Nats by which one tile must be likelier than bare print before a board counts as not empty.

Of 64 bare boards, path-traced or photographed, one shows a tile by more than 5.2 (8.2: people can
say that it is bare), and most none at all; of 244 tiles on path-traced boards nine in ten are seen
by more than this.  All of it is seen data."""

TOGETHER = 40.0
"""Nats that several doubtful tiles must come to, before a board counts as not empty."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What lies on a cell, if anything: content, and by how many nats likelier than nothing."""

    cell: str
    content: Content
    nats: float


def tiles_on(board: Board, seen: Mapping[str, Likelihoods]) -> dict[str, Content]:
    """Return the tiles on a board, cell by cell; none where it may as well be bare."""
    found = [sign for alike in by_print(board, seen).values() for sign in telling(alike, board)]
    nats = [sign.nats for sign in found]
    if max(nats, default=0.0) < SURE and sum(nats) < TOGETHER:
        return {}
    return {sign.cell: sign.content for sign in found}


def by_print(
    board: Board, seen: Mapping[str, Likelihoods]
) -> dict[tuple[str, str | None], list[Sign | None]]:
    """Return what the cells show by what is printed on them; None where nothing lies."""
    alike: dict[tuple[str, str | None], list[Sign | None]] = {}
    for id, likely in seen.items():
        kind, printed = id.partition("/")[0], printed_on(board, id)
        alike.setdefault((kind, printed), []).append(sign_of(id, likely, printed))
    return alike


def telling(alike: Iterable[Sign | None], board: Board) -> Iterator[Sign]:
    """Yield the signs among cells printed alike that the print itself does not explain.

    Where all show the same, only their own colour can lie there, and the least of them counts.
    """
    cells = list(alike)
    signs = [sign for sign in cells if sign is not None]
    if len(cells) < 2 or len(signs) < len(cells) or len({sign.content for sign in signs}) > 1:
        yield from signs
    elif signs[0].content == printed_on(board, signs[0].cell):
        least = min(sign.nats for sign in signs)
        yield from (Sign(sign.cell, sign.content, least) for sign in signs)


def sign_of(cell: str, likely: Likelihoods, printed: str | None) -> Sign | None:
    """Return what most likely lies on a cell and may; None where that is nothing."""
    may = [one for one in likely if one is not None and printed in (None, ANY, one)]
    if None not in likely or not may:
        return None
    best = max(may, key=lambda content: likely[content])
    nats = likely[best] - likely[None]
    return Sign(cell, best, nats) if nats > 0 else None


def printed_on(board: Board, cell: str) -> str | None:
    """Return the colour printed on a cell; None where there is none, or for a dome tile's place."""
    try:
        return board.cell(cell).colour
    except KeyError:
        return None
