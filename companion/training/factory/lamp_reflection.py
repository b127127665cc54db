"""A lamp mirrored in the tops of tiles, whole or in part."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from companion.arrays import Points
from companion.printings.canvas import SHIFT, fixed
from companion.training.factory.lighting import Lamp, Levels


def mirror_lamp(shine: Levels, lamp: Lamp, top: Points, chance: Random) -> None:
    """Let a tile's ``top`` (N, 2) px mirror a lamp, in place in what shines (H, W) from tops.

    Its colour can hardly be told any more there.
    """
    height, width = shine.shape
    size = np.array([width, height])
    reach = lamp.wide * size.max()
    fades = max(2 * lamp.soft * reach, 1.0)
    stray = lamp.astray * size.max() * np.array([chance.gauss(0, 1), chance.gauss(0, 1)])
    middle = top.mean(axis=0)
    lamp_at = size * lamp.place + stray
    beyond = reach + fades / 2 + np.linalg.norm(top[0] - middle)
    if np.linalg.norm(lamp_at - middle) > beyond:
        return
    low = np.maximum(np.floor(top.min(axis=0)).astype(int) - 1, 0)
    far = np.minimum(np.ceil(top.max(axis=0)).astype(int) + 2, size)
    if (far > low).all():
        part = shine[low[1] : far[1], low[0] : far[0]]
        seen = _within(top - low, part.shape) * _disc(lamp_at - low, reach, fades, part.shape)
        np.maximum(part, seen * np.float32(lamp.strength), out=part)


def _within(top: Points, shape: tuple[int, ...]) -> Levels:
    """Return how much of each pixel (H, W) a top covers, from 0 to 1."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, fixed(top), 255, cv2.LINE_AA, SHIFT)
    return mask.astype(np.float32) / np.float32(255)


def _disc(middle: Points, reach: float, fades: float, shape: tuple[int, ...]) -> Levels:
    """Return a disc (H, W) from 0 to 1 whose edge fades over so many pixels."""
    x, y = np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32)
    far = np.hypot(x[None, :] - middle[0], y[:, None] - middle[1])
    return np.clip((reach - far) / fades + 0.5, 0, 1).astype(np.float32)
