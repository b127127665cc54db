"""What ``companion bench`` looks at besides a photographed sitting: simulated tables."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from companion.evaluation.speed import FOUR, NUDGED, TAPPED, Extra
from companion.games import NAMES
from companion.games.base import Setup
from companion.geometry.camera import Pose
from companion.vision import eyes
from hardware.table import SimulatedSitting, simulated_sitting
from hardware.table.picture.render import picture_of
from hardware.table.picture.table_scene import TableScene

NOISE = 5.0
"""Grey levels of noise in the pictures: their JPEGs are then as long as those of photographs, and
decoding them, which all is counted against, is as much work."""

SEED = 8
"""Of the table: of twelve editions (seeds 1 to 12) near the middle one in all three times.

The more cells an edition leaves unsure at first sight the longer it takes: the slowest a seventh
more."""

NUDGED_BY = (9.0, -6.0, 0.03)
"""Millimetres and radians by which boards lie elsewhere than in the picture before."""


def simulated() -> tuple[Extra, ...]:
    """Return two boards that were nudged, four that were not, and two with tapped corners."""
    return (
        _looked_at(2, NUDGED, nudged=True),
        _looked_at(4, FOUR, nudged=False),
        _tapped(2, TAPPED),
    )


def _looked_at(players: int, name: str, *, nudged: bool) -> Extra:
    empty, laid = (_noisy(step.scene) for step in _sitting(players).steps[:2])
    image = picture_of(empty, name).pixels
    _, scene = eyes.look(image, eyes.begin(image, empty.board, players))
    jpeg = picture_of(_pushed(laid) if nudged else laid, name).jpeg
    return Extra(name, np.frombuffer(jpeg, np.uint8), partial(eyes.look, scene=scene))


def _tapped(players: int, name: str) -> Extra:
    sitting = _sitting(players, brackets=False)
    empty = _noisy(sitting.steps[0].scene)
    jpeg = picture_of(empty, name).jpeg
    job = partial(eyes.begin, board=empty.board, players=players, taps=sitting.taps)
    return Extra(name, np.frombuffer(jpeg, np.uint8), job)


def _sitting(players: int, *, brackets: bool = True) -> SimulatedSitting:
    return simulated_sitting(Setup(NAMES[0], players=players), SEED, brackets=brackets)


def _noisy(table: TableScene | None) -> TableScene:
    assert table is not None, "every step of these sittings shows the table"
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
