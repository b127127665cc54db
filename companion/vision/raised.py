"""Dome tiles from straight above: their own print, and the tops of tiles that lie on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image
from companion.vision.geometry import BOARD_MM
from companion.vision.rectify import SCALE, rectify, to_flat
from companion.vision.views import TileView

ROOM_MM = 4.0
"""Room left around the spaces when they are looked at from above."""

PAPER = 88
"""Percentile of a dome tile's brightness that is paper, whatever lies on it."""

DEEPEST = 0.3
"""The deepest shadow that is taken out."""


def raised(image: Image, view: TileView, board: Board) -> TileView:
    """Return the view of dome tiles' own print, and of the tops of tiles on them.

    ``image`` (H, W, 3) uint8 BGR is the picture, ``view`` what was made of it at the board's own
    height.  Shadows over a whole dome tile are taken out; no cell counts as seen bare.
    """
    assert board.dome_tile is not None
    print_mm = BOARD_MM + board.dome_tile.height_mm
    top_mm = print_mm + board.tile.height_mm
    ys = [y for cell in board.of_kind("dome") for _, y in cell.polygon_mm]
    rows = (min(ys) - ROOM_MM, max(ys) + ROOM_MM)
    base, top = (
        rectify(image, view.camera, view.pose, board.size_mm, mm, rows) for mm in (print_mm, top_mm)
    )
    seen = replace(view, base=base, top=top, top_mm=top_mm, print_mm=print_mm, shown=frozenset())
    return _without_shadow(seen, board)


def _without_shadow(view: TileView, board: Board) -> TileView:
    """Return the view with each place as bright as its paper tells that it should be."""
    assert board.dome_tile is not None
    base, top = (flat.image.copy() for flat in (view.base, view.top))
    reach = round(board.dome_tile.size_mm / 2 * SCALE)
    for place in board.dome_tile.places:
        centre = np.array([place.centre_mm])
        white = view.white * view.light.gain(centre, view.white)[0]
        x, y = to_flat(centre)[0].round().astype(int)
        y -= view.base.first_row
        part = (slice(max(y - reach, 0), y + reach), slice(max(x - reach, 0), x + reach))
        paper = np.percentile(base[part].reshape(-1, 3), PAPER, axis=0)
        shade = float(np.clip((paper / white).min(), DEEPEST, 1.0))
        for image in (base, top):
            image[part] = np.clip(image[part] / shade, 0, 255)
    return replace(view, base=replace(view.base, image=base), top=replace(view.top, image=top))
