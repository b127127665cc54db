"""What a board looks like to whoever looks for it: its edges, and its colours all over it.

Of a board that nobody has seen its file and the usual sets tell; of one that was seen before its
own pictures do, with the tiles that lay there, whatever the printing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.boards import Board, Cell
from companion.vision.arrays import Points, Vector
from companion.vision.cells.inks import USUAL
from companion.vision.geometry.camera import board_corners
from companion.vision.locate.printed_edges import MOST, Pieces, pieces_of

GRID_MM = 8.0
"""Between the places at which a board that was seen is remembered: several to every tile."""

PRINTED_TRUST, SEEN_TRUST = 0.5, 0.8
"""What colours count beside edges: less where nobody has seen them."""

FRAME_MM = 9.0
"""Width of the dark frame that every board has around its light face."""

DARK, SHADED, PAPER = (45.0, 0.0, -5.0), (75.0, 5.0, 3.0), (88.0, 1.0, 8.0)
"""L*a*b* of frames, of spaces that are shaded, and of all else that has no colour, on photographed
sets; only how they differ counts."""

SHADED_KINDS = ("wall", "floor", "mark", "broken")
PAPER_KINDS = ("line", "space", "corner", "dome")

DYED = 0.75
"""How much of its tile's colour a space has, the rest is paper: as printed on photographed sets."""


@dataclass(frozen=True)
class Pattern:
    """What to look for: pieces of edges, and points (N, 2) mm with their colours (N, 3) L*a*b*.

    There is more than one set of colours where any of several boards may lie there.  ``seen`` says
    that they are the boards' own, from a picture, and not what a usual set has.
    """

    board: Board
    points: Points
    colours: tuple[Vector, ...]
    seen: bool = False

    @property
    def pieces(self) -> Pieces:
        """The pieces of edges that are looked for: half of all, as many candidates are tried."""
        return pieces_of(self.board, MOST // 2)

    @property
    def trust(self) -> float:
        """What colours count beside edges."""
        return SEEN_TRUST if self.seen else PRINTED_TRUST


@lru_cache(maxsize=8)
def printed(board: Board) -> Pattern:
    """Return what is printed on a board, as far as its file and the usual sets tell."""
    points, colours = [], []
    for cell in board.cells:
        if cell.kind in SHADED_KINDS + PAPER_KINDS:
            middle = np.array(cell.centre_mm)
            corners = np.array(cell.polygon_mm)
            spots = np.concatenate((middle[None], middle + 0.5 * (corners[::2] - middle)))
            points.append(spots)
            colours.append(np.tile(_colour_of(cell), (len(spots), 1)))
    for inset, level in ((FRAME_MM / 2, DARK), (1.5 * FRAME_MM, PAPER)):
        around = _around(board.size_mm, inset)
        points.append(around)
        colours.append(np.tile(level, (len(around), 1)))
    return Pattern(board, np.concatenate(points), (np.concatenate(colours),))


def _colour_of(cell: Cell) -> Vector:
    """Return the colour (3,) that is usually printed on a space."""
    if cell.colour is not None and cell.colour in USUAL:
        return np.asarray(DYED * np.array(USUAL[cell.colour]) + (1 - DYED) * np.array(PAPER), float)
    return np.array(SHADED if cell.kind in SHADED_KINDS else PAPER)


def as_seen(board: Board, looks: Sequence[Vector]) -> Pattern:
    """Return what boards look like that were seen before: colours (N, 3) at ``places_of`` each."""
    return Pattern(board, places_of(board), tuple(looks), seen=True)


@lru_cache(maxsize=8)
def places_of(board: Board) -> Points:
    """Return the places (N, 2) mm at which a board that was seen is remembered."""
    across, down = (np.arange(FRAME_MM / 2, size, GRID_MM) for size in board.size_mm)
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def _around(size_mm: tuple[float, float], inset: float) -> Points:
    """Return points (N, 2) all around a board, ``inset`` mm within its outline."""
    corners = board_corners(size_mm)
    inner = corners - np.sign(corners - corners.mean(axis=0)) * inset
    along = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    sides = zip(inner, np.roll(inner, -1, axis=0), strict=True)
    return np.concatenate([start + along * (end - start) for start, end in sides])
