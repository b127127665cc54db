"""Loose tiles: what lies beside the boards, on the displays, in the centre, before a player.

The table is compared with the set-up picture, light taken out.  Where something new lies, tiles
are looked for by their outline, which neither a mug nor a hand has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import Image, Vector
from companion.boards import Cell, Tile
from companion.boards.cell_places import Layout
from companion.geometry.camera import Camera, Pose
from companion.geometry.display_ring import where_is
from companion.neural_network.encoders import Windows
from companion.neural_network.slots import EMPTY, SLOTS, content_of, may_lie
from companion.neural_network.weights import Array
from companion.vision.cells.contents import chances_of
from companion.vision.cells.looks import Looks
from companion.vision.cells.recognition import name_loose
from companion.vision.cells.windows import cut_windows
from companion.vision.loose.ground import Ground
from companion.vision.loose.newcomers import Table, newcomers, table_now
from companion.vision.loose.shapes import Fit, polygon
from companion.vision.photometry.white import under_white


@dataclass(frozen=True)
class LooseTile:
    """A tile beside the boards.

    ``x_mm``, ``y_mm`` is its middle on the table; ``where`` is ``display/3``, ``centre`` or
    ``table``; ``likelihoods`` are log-likelihoods by colour, the starting marker among them.
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
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    looks: Looks,
    ground: Ground,
    boards: Sequence[Array] = (),
) -> tuple[LooseTile, ...]:
    """Return the tiles that lie beside the boards and did not lie there at set-up.

    ``image`` (H, W, 3) uint8 BGR; ``poses`` are the boards' in this picture, by seat; ``looks``
    is what is known of the set's tiles, ``boards`` the tokens of the boards' cells in this picture;
    ``ground`` is ``survey`` of the set-up picture, taken with the same ``camera``.
    """
    table = table_now(image, camera, ground)
    places = [_place(table, fit) for fit in newcomers(table, poses)]
    inside = [place for place in places if _is_inside(place.pose, image, camera, table.tile)]
    if not inside:
        return ()
    windows = np.concatenate([_window(image, camera, place, table.tile) for place in inside])
    said = name_loose(windows, ground.board, boards, looks)
    slots = [slot for slot in may_lie("loose", len(ground.board.colours)) if slot != EMPTY]
    may = np.tile(np.isin(np.arange(SLOTS), slots), (len(inside), 1))
    nats = chances_of(said, may)[:, slots]
    colours = [str(content_of(slot, ground.board)) for slot in slots]
    told = (dict(zip(colours, each, strict=True)) for each in nats.tolist())
    return tuple(_named(*each, ground) for each in zip(inside, told, strict=True))


@dataclass(frozen=True)
class _Place:
    """Where a tile seems to lie, and the white (3,) there."""

    pose: Pose
    white: Vector


def _place(table: Table, fit: Fit) -> _Place:
    at = np.array([fit.x, fit.y])
    x, y = (float(each) for each in table.ground.bounds.to_mm(at[None])[0])
    return _Place(Pose(x, y, float(np.radians(fit.turn))), table.white(at))


def _window(image: Image, camera: Camera, place: _Place, tile: Tile) -> Windows:
    """Return the window (1, ...) of a tile that lies loose on the table."""
    layout = Layout((Cell("loose", "loose", (0.0, 0.0), ()),), tile)
    seen = cut_windows(image, camera, place.pose, layout, tile.height_mm, keep=False)
    return under_white(seen, place.white)


def _named(place: _Place, likelihoods: Mapping[str, float], ground: Ground) -> LooseTile:
    """Say which colour a tile most likely has, and where it lies."""
    x, y = place.pose.x_mm, place.pose.y_mm
    likeliest = max(likelihoods, key=lambda colour: likelihoods[colour])
    where = where_is(np.array([x, y]), ground.displays)
    return LooseTile(likeliest, x, y, where, likelihoods)


def _is_inside(pose: Pose, image: Image, camera: Camera, kind: Tile) -> bool:
    """Tell whether the picture shows the whole tile: its rim must not pass for an edge."""
    around = polygon(kind, 0.0) + [pose.x_mm, pose.y_mm]
    return bool(camera.shows(around, kind.height_mm, (image.shape[1], image.shape[0])).all())
