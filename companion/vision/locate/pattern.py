"""What a board looks like to whoever looks for it: its edges, and its colours all over it.

Of a board that nobody has seen its file and the usual sets tell; of one that was seen before its
own pictures do, with the tiles that lay there, whatever the printing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Points, Vector
from companion.vision.geometry.camera import board_corners
from companion.vision.locate.printed_edges import Pieces, pieces_of

PIECES = 180
"""Pieces of edge looked for: many candidates are tried, and the best is refined with all."""

GRID_MM = 8.0
"""Between the places at which a board that was seen is remembered: several to every tile."""

PRINTED_TRUST, SEEN_TRUST = 0.5, 0.8
"""What colours count beside edges: less where nobody has seen them."""

SPREAD_MM = 2.5
"""How far about such a place colours are averaged: ornaments of tiles move as the camera does."""

FRAME_MM = 4.0
FACE_MM = 14.0
"""Every board has a dark frame; here lies its middle, and here the light face begins."""

DARK, LIGHT = (45.0, 0.0, -5.0), (88.0, 1.0, 8.0)

PRINTED: Mapping[tuple[str, str | None], tuple[float, float, float]] = {
    ("line", None): (92, 0, 3),
    ("floor", None): (74, 8, 11),
    ("wall", None): (74, 1, -4),
    ("wall", "blue"): (58, 5, -40),
    ("wall", "yellow"): (76, 13, 51),
    ("wall", "red"): (60, 50, 21),
    ("wall", "black"): (48, -3, -8),
    ("wall", "white"): (93, -3, -8),
    ("wall", "brown"): (57, 10, 13),
    ("wall", "cream"): (91, -1, 11),
    ("space", "any"): (89, -1, -4),
    ("space", "blue"): (61, 5, -48),
    ("space", "green"): (70, -32, 15),
    ("space", "orange"): (72, 22, 42),
    ("space", "purple"): (57, 28, -38),
    ("space", "red"): (61, 42, 19),
    ("space", "yellow"): (84, 3, 57),
    ("space", None): (89, -1, -4),
    ("corner", None): (94, -3, -3),
    ("dome", None): (87, 5, 1),
    ("dome", "any"): (72, 0, -8),
    ("dome", "special"): (99, -6, -2),
    ("mark", None): (77, 9, 6),
    ("broken", None): (77, 9, 6),
}
"""Main colours of bare spaces by kind and printed colour, L*a*b*: measured on photographed sets."""


@dataclass(frozen=True)
class Pattern:
    """What to look for: pieces of edges, points (N, 2) mm and their colours (N, 3) L*a*b*.

    There is more than one set of colours where any of several boards may lie there.  ``seen`` says
    that they are the boards' own, from a picture, and not what a usual set has.
    """

    board: Board
    pieces: Pieces
    points: Points
    colours: tuple[Vector, ...]
    seen: bool = False

    @property
    def trust(self) -> float:
        """What colours count beside edges."""
        return SEEN_TRUST if self.seen else PRINTED_TRUST

    @property
    def spread_mm(self) -> float:
        """How far about a point colours are averaged."""
        return SPREAD_MM if self.seen else 0.0


@lru_cache(maxsize=8)
def printed(board: Board) -> Pattern:
    """Return what is printed on a board, as far as its file and the usual sets tell."""
    points, colours = [], []
    for cell in board.cells:
        colour = PRINTED.get((cell.kind, cell.colour), PRINTED.get((cell.kind, None)))
        if colour is None:
            continue
        middle = np.array(cell.centre_mm)
        corners = np.array(cell.polygon_mm)
        spots = np.concatenate((middle[None], middle + 0.5 * (corners[::2] - middle)))
        points.append(spots)
        colours.append(np.tile(colour, (len(spots), 1)))
    for inset, level in ((FRAME_MM, DARK), (FACE_MM, LIGHT)):
        around = _around(board.size_mm, inset)
        points.append(around)
        colours.append(np.tile(level, (len(around), 1)))
    pieces = pieces_of(board, PIECES)
    return Pattern(board, pieces, np.concatenate(points), (np.concatenate(colours),))


def as_seen(board: Board, looks: Sequence[Vector]) -> Pattern:
    """Return what boards look like that were seen before: colours (N, 3) at ``places_of`` each."""
    return Pattern(board, pieces_of(board, PIECES), places_of(board), tuple(looks), seen=True)


@lru_cache(maxsize=8)
def places_of(board: Board) -> Points:
    """Return the places (N, 2) mm at which a board that was seen is remembered."""
    across, down = (np.arange(FRAME_MM, size, GRID_MM) for size in board.size_mm)
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def _around(size_mm: tuple[float, float], inset: float) -> Points:
    """Return points (N, 2) all around a board, ``inset`` mm within its outline."""
    corners = board_corners(size_mm)
    inner = corners - np.sign(corners - corners.mean(axis=0)) * inset
    along = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    sides = zip(inner, np.roll(inner, -1, axis=0), strict=True)
    return np.concatenate([start + along * (end - start) for start, end in sides])
