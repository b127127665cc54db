"""Loose tiles: what lies beside the boards, on the displays, in the centre, before a player.

The table is compared with the set-up picture, light taken out.  Where something new lies, tiles
are looked for by colour and outline: a mug has a tile's colour but not its outline, a hand neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards import Tile
from companion.vision.arrays import Image
from companion.vision.displays import where_is
from companion.vision.geometry import Camera, Pose
from companion.vision.ground import Ground
from companion.vision.naming import name
from companion.vision.newcomers import Table, newcomers, table_now
from companion.vision.palette import Palette
from companion.vision.shapes import Fit, polygon

ROOM = 1.2
"""Part of a tile's size that must lie in the picture around its middle."""


@dataclass(frozen=True)
class LooseTile:
    """A tile beside the boards.

    ``x_mm``, ``y_mm`` is its middle on the table; ``where`` is ``display/3``, ``centre``,
    ``beside/0`` (the board it lies beside) or ``table``; ``likelihoods`` are log-likelihoods by
    colour, ``first`` is the starting player marker.
    """

    colour: str
    x_mm: float
    y_mm: float
    where: str
    likelihoods: Mapping[str, float]


@dataclass(frozen=True)
class LooseTable:
    """The loose tiles of one picture, and how many displays the set-up picture showed."""

    displays: int
    tiles: tuple[LooseTile, ...]


def loose_tiles(
    image: Image, camera: Camera, poses: Mapping[int, Pose], palette: Palette, ground: Ground
) -> tuple[LooseTile, ...]:
    """Return the tiles that lie beside the boards and did not lie there at set-up.

    ``image`` (H, W, 3) uint8 BGR; ``poses`` are the boards' in this picture, by seat;
    ``ground`` is ``survey`` of the set-up picture, taken with the same ``camera``.
    """
    table = table_now(image, camera, palette, ground)
    told = [_told(image, camera, poses, table, fit) for fit in newcomers(table, poses)]
    return tuple(tile for tile in told if _is_inside(tile, image, camera, table.tile))


def _told(
    image: Image, camera: Camera, poses: Mapping[int, Pose], table: Table, fit: Fit
) -> LooseTile:
    """Say which colour a tile has and where it lies."""
    ground, at = table.ground, np.array([fit.x, fit.y])
    x, y = (float(each) for each in ground.bounds.to_mm(at[None])[0])
    pose = Pose(x, y, float(np.radians(fit.turn)))
    likelihoods = name(image, camera, pose, table.tile, table.white(at), table.palette)
    where = where_is(np.array([x, y]), ground.displays, poses, ground.board)
    return LooseTile(_likeliest(likelihoods), x, y, where, likelihoods)


def _is_inside(tile: LooseTile, image: Image, camera: Camera, kind: Tile) -> bool:
    """Tell whether the picture shows the whole tile: its rim must not pass for an edge."""
    around = polygon(kind, 0.0) * ROOM + [tile.x_mm, tile.y_mm]
    seen = camera.project(around, kind.height_mm)
    height, width = image.shape[:2]
    return bool((seen >= 0).all() and (seen < [width, height]).all())


def _likeliest(likelihoods: Mapping[str, float]) -> str:
    return max(likelihoods, key=lambda colour: likelihoods[colour])
