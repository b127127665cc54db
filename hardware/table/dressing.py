"""From a checkpoint of a game to a scene: the table laid, boards and tiles in their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from companion.boards import Board
from companion.fields import Point
from companion.games.table_story import Shot, Tiles
from companion.geometry.camera import Pose
from hardware.table.picture import table_layout
from hardware.table.picture.flat import SURFACES
from hardware.table.picture.table_scene import Lighting, LooseTile, Seated, TableScene

AWAY_MM = 90.0
"""How far from a board's edge the tiles in front of its player lie."""

ROOM_MM = 84.0
"""Width of a heap of tiles laid out in rows."""


def first_scene(
    board: Board, players: int, seed: int, *, brackets: bool, surface: str | None = None
) -> TableScene:
    """Return the table before the game: empty boards under a lamp that ``seed`` chooses."""
    chance = Random(f"table {seed}")
    light = Lighting(
        level=chance.uniform(0.94, 1.02),
        warmth=chance.uniform(-0.2, 0.7),
        lamp_mm=(chance.uniform(-300, 300), chance.uniform(-300, 300)),
        fall=chance.uniform(0.2, 0.4),
    )
    eye = table_layout.eye_over(board, players, slant=chance.uniform(0.05, 0.14))
    return TableScene(
        board,
        tuple(Seated(pose) for pose in table_layout.poses(board, players)),
        eye,
        light,
        brackets,
        displays=table_layout.displays(board, players),
        surface=surface or chance.choice(sorted(SURFACES)),
        seed=seed,
    )


def dressed(table: TableScene, shot: Shot) -> TableScene:
    """Return the table with what lies on it at a checkpoint."""
    seats = tuple(
        replace(seated, cells=cells, score=score)
        for seated, cells, score in zip(table.seats, shot.boards, shot.scores, strict=True)
    )
    return replace(table, seats=seats, loose=tuple(_loose(table, shot)))


def _loose(table: TableScene, shot: Shot) -> Iterator[LooseTile]:
    """Yield the tiles beside the boards."""
    for place, tiles in zip(table.displays, shot.offer, strict=False):
        yield from _around(place, tiles)
    yield from _rows(
        table_layout.centre_of(table.board, len(table.seats)), 0.0, table.board, shot.centre
    )
    for seated, tiles in zip(table.seats, shot.beside, strict=False):
        yield from _rows(_beside(table, seated.pose), seated.pose.turn, table.board, tiles)


def _beside(table: TableScene, pose: Pose) -> Point:
    """Return where a player's tiles lie: on the side of the board without displays."""
    width, height = table.board.size_mm
    x, y = pose.place(np.array([[width, height]]) / 2)[0]
    side = -1.0 if len(table.seats) == 2 else float(np.sign(x))
    return float(x) + side * (width / 2 + AWAY_MM), float(y)


def _around(place: Point, tiles: Tiles) -> Iterator[LooseTile]:
    for number, content in enumerate(tiles):
        at, turn = table_layout.on_display(place, number, len(tiles))
        yield LooseTile(content, at, turn)


def _rows(middle: Point, turn: float, board: Board, tiles: Tiles) -> Iterator[LooseTile]:
    """Yield tiles laid out in rows around a point."""
    deep = 1.25 * board.tile.size_mm
    wide = 1.5 * deep if board.tile.shape == "rhombus" else deep
    columns = max(1, int(ROOM_MM / wide))
    rows = -(-len(tiles) // columns)
    place = Pose(*middle, turn)
    for number, content in enumerate(tiles):
        x = wide * (number % columns - (columns - 1) / 2)
        y = deep * (number // columns - (rows - 1) / 2)
        at = place.place(np.array([[x, y]]))[0]
        yield LooseTile(content, (float(at[0]), float(at[1])), turn + 0.07 * (number % 3))
