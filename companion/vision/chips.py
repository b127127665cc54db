"""Bonus chips on a board's own store: where one lies with its face up, and which colours it shows.

A chip is paper with one or two colours printed on it.  Nobody's score hangs on this reading: how
many chips there are is told, and what is seen here is offered as the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Vector
from companion.vision.light import Light
from companion.vision.palette import Palette, balanced
from companion.vision.patches import distance, patches
from companion.vision.rectify import Flat

STORE = "store"
"""The kind of cell that holds a chip."""

CHANGED = 12.0
LIES = 0.3
"""Colour distance from the bare print, and share of a cell that must be so far off."""

FARTHEST = 26.0
"""Colour distance from a tile's colour within which ink may be meant for it."""

SHOWN = 0.1
SECOND = 0.4
"""Share of a face that has a colour it shows, and of the first colour's share for a second."""


def read_chips(
    flat: Flat, reference: Flat, light: Light, white: Vector, board: Board, palette: Palette
) -> Mapping[str, str]:
    """Return the chips that lie face up: cell -> its colour, or two of them as ``blue+red``.

    ``reference`` shows the store empty.
    """
    cells = board.of_kind(STORE)
    if not cells:
        return {}
    gains = light.gain(np.array([cell.centre_mm for cell in cells]), white).astype(np.float32)
    now = balanced(patches(flat, cells, board.tile), white * gains)
    bare = balanced(patches(reference, cells, board.tile), np.tile(white, (len(cells), 1)))
    laid = (distance(now, bare) > CHANGED).mean(axis=1) > LIES
    shares = _shares(now, np.array([palette.colours[name] for name in board.colours]))
    found = {cell.id: _face(shares[n], board.colours) for n, cell in enumerate(cells) if laid[n]}
    return {cell: face for cell, face in found.items() if face}


def _shares(now: NDArray[np.float32], mains: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how much of each patch (N, K, 3) is nearest to each of the colours (M, 3): (N, M)."""
    away = np.stack([distance(now, main) for main in mains], axis=2)
    nearest = np.where(away.min(axis=2) < FARTHEST, away.argmin(axis=2), -1)
    return np.stack([(nearest == n).mean(axis=1) for n in range(len(mains))], axis=1)


def _face(shares: NDArray[np.float64], colours: tuple[str, ...]) -> str:
    """Return the colours a face shows, in the order of their names; empty for none."""
    second, first = np.argsort(shares)[-2:]
    if shares[first] < SHOWN:
        return ""
    shown = [colours[first]]
    if shares[second] > max(SHOWN, SECOND * shares[first]):
        shown.append(colours[second])
    return "+".join(sorted(shown))
