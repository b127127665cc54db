"""Dome tiles: where they lie, which way round, and their four printed spaces.

A dome tile is read from its print before tiles cover it, and remembered: from then on the reference
of its cells is the dome tile itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.vision.arrays import Pixels, Vector
from companion.vision.light import Light, to_lab
from companion.vision.palette import balanced
from companion.vision.patches import brightness, distance, patches, share_below
from companion.vision.rectify import SCALE, Flat, to_flat
from companion.vision.sighting import Content

Spaces = tuple[str | None, ...]
"""The four spaces of a dome tile as it lies: top-left, top-right, bottom-left, bottom-right."""

PRINTED: Mapping[str, tuple[float, float, float]] = {
    "blue": (72, 4, -42),
    "yellow": (83, 1, 41),
    "red": (68, 38, 10),
    "black": (53, 0, -14),
    "turquoise": (91, -20, -13),
    "special": (99, -6, -2),
}
"""Main colours of printed spaces, L*a*b* under the board's white."""

PLACE = "place/"
"""Dome tiles lie on cells of this name, and a place's id."""

ANY = "any"
HALF_MM = 20.0
PAPER = 88
"""Half the width of what is searched for paper, and the percentile that is paper."""

MOTLEY = 14.0
"""Spread of a* and b* within a space, halfway between one colour and the multicoloured one."""

SPREAD = 9.0
TAIL = 3.0
NOTHING_THERE = 12.0
"""Nats for a place that looks as bare as ever (or not at all so)."""

REMEMBERED = 10.0
"""Nats for a dome tile that was confirmed and has not visibly changed."""

BARE = 6.0
"""Colour distance from the bare board, halfway to a dome tile."""


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

    def where(self, empty: float) -> DomeLikelihoods:
        """Return the same where an empty place is so likely."""
        return DomeLikelihoods(self._spaces, empty, self._known)

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


def read_domes(
    flat: Flat,
    bare: Flat,
    light: Light,
    board: Board,
    known: Mapping[str, Spaces],
    covered: Collection[str],
) -> dict[str, DomeLikelihoods]:
    """Return the likelihoods of every dome tile place: ``place/I/J`` -> contents.

    ``flat`` is the board now, ``bare`` the board without dome tiles; ``known`` are the dome tiles
    confirmed before, by place; a space of theirs under a tile (``covered``) tells nothing.
    """
    if board.dome_tile is None:
        return {}
    table: dict[str, DomeLikelihoods] = {}
    for place in board.dome_tile.places:
        cells = spaces_of(board, place.id)
        now, then = patches(flat, cells, board.tile), patches(bare, cells, board.tile)
        lit = light.expect(then, np.array([cell.centre_mm for cell in cells]))
        changed = float(np.median(_unlike(now, lit)))
        hidden = covered if f"place/{place.id}" in known else ()
        paper = balanced(now, np.tile(_paper(flat, cells), (4, 1)))
        told = tuple(
            dict.fromkeys((*PRINTED, ANY), 0.0) if cell.id in hidden else _space(pixels)
            for cell, pixels in zip(cells, paper, strict=True)
        )
        empty = NOTHING_THERE * float(np.tanh((BARE - changed) / (BARE / 2)))
        table[f"place/{place.id}"] = DomeLikelihoods(told, empty, known.get(f"place/{place.id}"))
    return table


def _unlike(now: Pixels, then: Pixels) -> Vector:
    """Return how far each cell (N,) is from its print, whatever falls on it alike."""
    shade = np.median(brightness(now) / (brightness(then) + 1.0), axis=1)
    same = now / np.maximum(shade, 0.1)[:, None, None]
    return share_below(distance(to_lab(same), to_lab(then)), 50)


def _paper(flat: Flat, cells: Sequence[Cell]) -> Vector:
    """Return the white (3,) of a dome tile's own paper: a shadow over it does not matter."""
    x, y = to_flat(np.array([cell.centre_mm for cell in cells]).mean(axis=0)[None])[0]
    reach = round(HALF_MM * SCALE)
    left, top = max(round(x) - reach, 0), max(round(y) - reach - flat.first_row, 0)
    square = flat.image[top : top + 2 * reach, left : left + 2 * reach].reshape(-1, 3)
    return np.maximum(np.percentile(square, PAPER, axis=0), 16.0)


def _space(pixels: NDArray[np.float32]) -> dict[str, float]:
    """Return the log-likelihoods of one printed space from its pixels (K, 3), L*a*b*."""
    names = tuple(PRINTED)
    mains = np.array([PRINTED[name] for name in names], np.float32)
    away = np.array([share_below(_near(pixels, main), 50)[0] for main in mains])
    several = float(motley(pixels[None])[0])
    likely = -TAIL * np.log1p((away / SPREAD) ** 2) - 4.0 * several
    return dict(zip(names, map(float, likely), strict=True)) | {ANY: 4.0 * several - 8.0}


def motley(pixels: Pixels) -> Vector:
    """Return from -1 to 1 how surely each space (N,) has several colours (N, K, 3), L*a*b*."""
    spread = np.hypot(*pixels[:, :, 1:].std(axis=1).T)
    return np.asarray(np.tanh((spread - MOTLEY) / (MOTLEY / 3)), float)


def _near(pixels: NDArray[np.float32], main: NDArray[np.float32]) -> NDArray[np.float32]:
    return distance(pixels[None], main)
