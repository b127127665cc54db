"""What is new on the table since set-up, and where tiles fit in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, Vector, to_lab
from companion.boards import Tile
from companion.chosen_numbers import ABOVE_NOISE, COARSE_SCALE, FREE_SHARE, NEW_PLACE
from companion.geometry.camera import Camera, Pose
from companion.geometry.table_view import halved, view
from companion.vision.cells.inks import LAB_WHITE
from companion.vision.loose import shapes
from companion.vision.loose.ground import Ground, kept_free, white_at
from companion.vision.loose.tabletop import Gains, change, gain


@dataclass(frozen=True, eq=False)
class Table:
    """The table in this picture from above, in full and half size, and its light against set-up."""

    now: Image
    half: Image
    gains: Gains
    ground: Ground

    @property
    def tile(self) -> Tile:
        """The game's tiles."""
        return self.ground.board.tile

    def white(self, pixel: Points) -> Vector:
        """Return the white (3,) at a pixel (2,) of the view."""
        return white_at(self.ground.bounds.to_mm(pixel[None])[0], self.ground, self.gains)

    def lab(self, x0: int, y0: int, width: int, height: int) -> NDArray[np.float32]:
        """Return L*a*b* (h, w, 3) of a part of the view under its own white."""
        part = self.now[y0 : y0 + height, x0 : x0 + width].astype(np.float32)
        white = self.white(np.array([x0 + width / 2, y0 + height / 2]))
        return to_lab(np.asarray(part * (LAB_WHITE / white), np.float32))


@dataclass(frozen=True)
class _Patch:
    """A part of the view: its left and top in pixels, and where it is new (h, w), half size."""

    x0: int
    y0: int
    new: NDArray[np.uint8]


def table_now(image: Image, camera: Camera, ground: Ground) -> Table:
    """Return the table in a picture (H, W, 3) uint8 BGR beside what it was at set-up."""
    now = view(image, camera, ground.bounds, ground.board.tile.height_mm)
    half = halved(now)
    return Table(now, half, gain(half, ground.lit), ground)


def newcomers(table: Table, poses: Mapping[int, Pose]) -> list[shapes.Fit]:
    """Return where tiles lie that did not lie there at set-up, in pixels of the view."""
    away = change(table.half, table.ground.half, table.gains)
    noise = float(np.median(away[::4, ::4]))
    new = (away > max(NEW_PLACE, ABOVE_NOISE * noise)).astype(np.uint8)
    new[kept_free(table.ground, poses.values())] = 0
    patches = _patches(np.asarray(cv2.medianBlur(new, 3), np.uint8), table.tile)
    return [fit for patch in patches for fit in _tiles_in(table, patch)]


def _patches(new: NDArray[np.uint8], tile: Tile) -> Iterator[_Patch]:
    """Yield the parts of the view that hold something new of a tile's size or more."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(new)
    rim = shapes.rim_of(tile) // 4 + 2
    least = FREE_SHARE * shapes.body(tile, scale=COARSE_SCALE / 2).sum()
    for label, (x, y, width, height, _) in enumerate(stats.tolist()):
        x0, y0 = max(x - rim, 0), max(y - rim, 0)
        part = (slice(y0, y + height + rim), slice(x0, x + width + rim))
        own = new[part] * (labels[part] == label)
        if label > 0 and own.sum() >= least:
            yield _Patch(2 * x0, 2 * y0, np.asarray(own, np.uint8))


def _tiles_in(table: Table, patch: _Patch) -> list[shapes.Fit]:
    """Return the tiles in one part of the view, in the view's pixels."""
    height, width = patch.new.shape
    lab = table.lab(patch.x0, patch.y0, 2 * width, 2 * height)
    new = cv2.resize(patch.new, (lab.shape[1], lab.shape[0]), interpolation=cv2.INTER_NEAREST)
    edges = shapes.edge_maps(lab, shapes.rim_of(table.tile))
    scores = shapes.fit_scores(edges, patch.new, table.tile)
    found = shapes.choose(scores, np.asarray(new, np.uint8), table.tile)
    return [replace(fit, x=fit.x + patch.x0, y=fit.y + patch.y0) for fit in found]
