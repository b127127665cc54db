"""A lamp mirrored in the tops of tiles, whole or in part."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.training.factory.lighting import Lamp, Levels
from companion.vision.arrays import Points

SHIFT = 4


def mirror_lamp(shine: Levels, lamp: Lamp, top: Points, chance: Random) -> None:
    """Let a tile's ``top`` (N, 2) px mirror a lamp, in place in what shines (H, W) from tops.

    Its colour can hardly be told any more there.
    """
    height, width = shine.shape
    size = np.array([width, height])
    reach = lamp.wide * size.max()
    stray = lamp.astray * size.max() * np.array([chance.gauss(0, 1), chance.gauss(0, 1)])
    middle = top.mean(axis=0)
    lamp_at = size * lamp.place + stray
    if np.linalg.norm(lamp_at - middle) > reach + np.linalg.norm(top[0] - middle):
        return
    low = np.maximum(np.floor(top.min(axis=0)).astype(int) - 1, 0)
    far = np.minimum(np.ceil(top.max(axis=0)).astype(int) + 2, size)
    if (far > low).all():
        part = shine[low[1] : far[1], low[0] : far[0]]
        seen = _disc_within(top - low, lamp_at - low, reach, part.shape)
        np.maximum(part, seen * np.float32(lamp.strength / 255), out=part)


def _disc_within(top: Points, lamp_at: Points, reach: float, shape: tuple[int, ...]) -> Levels:
    """Return where (H, W) a disc lies on a top, from 0 to 255."""
    mask, disc = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, _fixed(top), 255, cv2.LINE_AA, SHIFT)
    x, y = (int(value) for value in _fixed(lamp_at))
    cv2.circle(disc, (x, y), round(reach * 2**SHIFT), 255, -1, cv2.LINE_AA, SHIFT)
    return np.asarray(cv2.multiply(mask, disc, scale=1 / 255), np.float32)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.round(np.asarray(points, float) * 2**SHIFT), np.int32)
