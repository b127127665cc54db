"""What ``companion bench`` looks at besides a photographed sitting: simulated tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.evaluation.speed import FOUR, NUDGED, Extra
from companion.games.base import Setup
from companion.vision import eyes
from companion.vision.geometry.camera import Pose
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of
from hardware.table.picture.table_scene import TableScene

NOISE = 5.0
"""Grey levels of noise in the pictures: their JPEGs are then as long as those of photographs, and
decoding them, which all is counted against, is as much work."""

NUDGED_BY = (9.0, -6.0, 0.03)
"""Millimetres and radians by which boards lie elsewhere than in the picture before."""


def simulated() -> tuple[Extra, ...]:
    """Return a picture of two boards that were nudged, and one of four that were not."""
    return _looked_at(2, NUDGED, nudged=True), _looked_at(4, FOUR, nudged=False)


def _looked_at(players: int, name: str, *, nudged: bool) -> Extra:
    empty, laid = (
        step.scene and _noisy(step.scene)
        for step in simulated_sitting(Setup("azul", players=players), seed=1).steps[:2]
    )
    assert empty is not None
    assert laid is not None
    scene = eyes.begin(picture_of(empty, name).pixels, empty.board, players)
    jpeg = picture_of(_pushed(laid) if nudged else laid, name).jpeg
    return Extra(name, np.frombuffer(jpeg, np.uint8), scene)


def _noisy(table: TableScene) -> TableScene:
    return replace(table, light=replace(table.light, noise=NOISE))


def _pushed(table: TableScene) -> TableScene:
    """Return the table with all boards a little elsewhere."""
    x, y, turn = NUDGED_BY
    poses = [
        Pose(seated.pose.x_mm + x, seated.pose.y_mm + y, seated.pose.turn + turn)
        for seated in table.seats
    ]
    seats = [replace(each, pose=pose) for each, pose in zip(table.seats, poses, strict=True)]
    return replace(table, seats=tuple(seats))
