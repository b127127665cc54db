"""What a camera makes of light: noise, softness, contrast, colours, sharpening, compression."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.training.factory.lighting import Levels, by_channel

WHITE = 255.0


@dataclass(frozen=True)
class Develop:
    """How a camera works its pictures over; every number is 0 where it does nothing.

    ``blur_px`` and ``chroma_px`` soften, ``noise`` is its deviation in grey levels, ``contrast``
    bends the tone curve, ``lift`` lightens the dark, ``colour`` multiplies saturation, ``balance``
    (3,) the channels; ``sharpen`` follows, and JPEG of ``quality``.
    """

    blur_px: float
    noise: float
    contrast: float
    lift: float
    colour: float
    balance: tuple[float, float, float]
    chroma_px: float
    sharpen: float
    quality: int


def develop_of(chance: Random, *, dim: bool) -> Develop:
    """Return some camera's way with pictures; one in a ``dim`` room is noisier."""
    phone = chance.random() < 0.6
    return Develop(
        blur_px=chance.uniform(0.25, 1.1),
        noise=abs(chance.gauss(0, 2.5)) * (2.2 if dim else 1.0),
        contrast=chance.gauss(0.05, 0.25) if phone else 0.0,
        lift=chance.uniform(0, 0.3) if phone else 0.0,
        colour=chance.uniform(0.75, 1.4),
        balance=tuple(float(np.exp(chance.gauss(0, 0.05))) for _ in range(3)),  # type: ignore[arg-type]
        chroma_px=chance.choice((0.0, 0.0, chance.uniform(0.5, 2.5))),
        sharpen=chance.choice((0.0, 0.0, chance.uniform(0.2, 1.6))) if phone else 0.0,
        quality=chance.randrange(68, 97),
    )


def drifting(develop: Develop, chance: Random) -> Develop:
    """Return how the same camera treats a later picture: its automatics have moved a little."""
    much = chance.choice((0.2, 1.0, 1.0, 3.0))
    blue, green, red = (
        value * float(np.exp(chance.gauss(0, 0.012 * much))) for value in develop.balance
    )
    return replace(
        develop,
        balance=(blue, green, red),
        contrast=develop.contrast + chance.gauss(0, 0.02 * much),
        blur_px=max(0.2, develop.blur_px + chance.gauss(0, 0.08)),
    )


def develop(levels: Levels, how: Develop, seed: int) -> Image:
    """Return the picture (H, W, 3) uint8 that a camera makes of ``levels`` (H, W, 3), BGR."""
    soft = by_channel(np.asarray(cv2.GaussianBlur(levels, (0, 0), how.blur_px)), how.balance)
    noise = how.noise if how.noise > 0.3 else 0.0
    noisy = cv2.addWeighted(soft, 1.0, _grain(soft.shape, seed), noise, 0.0, dtype=cv2.CV_8U)
    image: Image = _coloured(np.asarray(cv2.LUT(noisy, _curve(how)), np.uint8), how)
    if how.sharpen:
        low = cv2.GaussianBlur(image, (0, 0), 1.3)
        sharp = cv2.addWeighted(image, 1 + how.sharpen, low, -how.sharpen, 0)
        image = np.asarray(sharp, np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _curve(how: Develop) -> NDArray[np.uint8]:
    """Return the tone curve (256,)."""
    x = np.arange(256) / WHITE
    y = x ** (1 - how.lift * (1 - x))
    y = y + how.contrast * (y - 0.5) * y * (1 - y) * 4
    return np.clip(y * WHITE + 0.5, 0, WHITE).astype(np.uint8)


def _coloured(image: Image, how: Develop) -> Image:
    """Return the picture with its colours stronger or weaker, and softer."""
    split = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    tints = np.empty((*image.shape[:2], 2), np.uint8)
    cv2.mixChannels([split], [tints], [1, 0, 2, 1])
    if how.chroma_px:
        tints = np.asarray(cv2.GaussianBlur(tints, (0, 0), how.chroma_px), np.uint8)
    table = np.clip((np.arange(256) - 128) * how.colour + 128, 0, 255).astype(np.uint8)
    cv2.mixChannels([cv2.LUT(tints, table)], [split], [0, 1, 1, 2])
    return np.asarray(cv2.cvtColor(split, cv2.COLOR_YCrCb2BGR), np.uint8)


def _grain(shape: tuple[int, ...], seed: int) -> Levels:
    """Return noise of deviation 1: cut from a sheet of it, because making it takes long."""
    chance = np.random.default_rng(seed)
    top, left = (
        chance.integers(0, SHEET.shape[0] - shape[0]),
        chance.integers(0, SHEET.shape[1] - shape[1]),
    )
    return SHEET[top : top + shape[0], left : left + shape[1]]


SHEET = np.random.default_rng(5).standard_normal((1600, 1600, 3), np.float32)
"""Noise of deviation 1, for all pictures."""
