"""Light: how bright and of which colour every place of the picture is, and what glares."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from hardware.table.picture.table_scene import Glare, Lighting, Shade
from hardware.table.picture.viewpoint import TABLES, Eye, lowered

COARSE_PX = 8
"""Light changes slowly, so it is computed this far apart."""

WARM = np.array([-0.34, -0.05, 0.16])
"""Logarithm of the gains of blue, green, red under a bulb."""

WHITE = 255.0
NOISE_SIDE = 67
"""The picture of noise is this much larger than a frame, and moved about in it."""


@lru_cache(maxsize=TABLES)
def gains(eye: Eye, light: Lighting) -> NDArray[np.float32]:
    """Return what every pixel (H, W, 3) is multiplied with, blue, green, red."""
    table = _coarse_table(eye)
    far = np.linalg.norm(table - np.array(light.lamp_mm), axis=2) / 1000.0
    level = light.level * (1.0 - light.fall * np.clip(far, 0, 1.6) ** 1.3)
    if light.shade:
        level = level * _shaded(table, light.shade)
    colours = np.exp(WARM * light.warmth)
    return _enlarged((level[:, :, None] * colours).astype(np.float32), eye.size)


@lru_cache(maxsize=TABLES)
def mirrored(eye: Eye, glares: tuple[Glare, ...]) -> Image | None:
    """Return the light that mirrors add to the picture (H, W, 3) uint8; None without any."""
    if not glares:
        return None
    table = _coarse_table(eye)
    shine = sum(_bloom(table, glare) for glare in glares)
    image = np.repeat(np.asarray(shine, np.float32)[:, :, None], 3, axis=2)
    return np.clip(_enlarged(image, eye.size), 0, WHITE).astype(np.uint8)


def noisy(image: Image, deviation: float, exposure: int) -> Image:
    """Return the picture with sensor noise; ``exposure`` decides which."""
    if deviation <= 0:
        return image
    height, width = image.shape[:2]
    chance = np.random.default_rng(exposure)
    top, left = (int(n) for n in chance.integers(0, NOISE_SIDE, 2))
    grain = _grain(width, height, deviation)[top : top + height, left : left + width]
    return np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=1)
def _grain(width: int, height: int, deviation: float) -> NDArray[np.int16]:
    shape = (height + NOISE_SIDE, width + NOISE_SIDE, 3)
    chance = np.random.default_rng(11)
    grain = chance.standard_normal(shape, np.float32) * deviation
    return np.round(grain).astype(np.int16)


def _shaded(table: NDArray[np.float64], shade: Shade) -> NDArray[np.float64]:
    """Return how much light a shadow leaves; its edge is soft."""
    across = np.array([-np.sin(shade.turn), np.cos(shade.turn)])
    beyond = (table - np.array(shade.place_mm)) @ across / shade.soft_mm
    return np.asarray(1.0 - (1.0 - shade.level) / (1.0 + np.exp(np.clip(beyond, -40, 40))))


def _bloom(table: NDArray[np.float64], glare: Glare) -> NDArray[np.float64]:
    far = np.linalg.norm(table - np.array(glare.place_mm), axis=2) / glare.radius_mm
    return np.asarray(WHITE * glare.strength * np.exp(-0.5 * far**2))


@lru_cache(maxsize=TABLES)
def _coarse_table(eye: Eye) -> NDArray[np.float64]:
    """Return the table's mm (h, w, 2) seen at every ``COARSE_PX``-th pixel."""
    across, down = (side // COARSE_PX + 2 for side in eye.size)
    xs, ys = np.linspace(0, eye.size[0] - 1, across), np.linspace(0, eye.size[1] - 1, down)
    pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    return lowered(eye.camera, pixels, 0.0).reshape(down, across, 2)


def _enlarged(coarse: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Interpolate between coarse values, whose outermost lie on the outermost pixels."""
    down, across = coarse.shape[:2]
    x = np.linspace(0, across - 1, size[0], dtype=np.float32)
    y = np.linspace(0, down - 1, size[1], dtype=np.float32)
    return np.asarray(cv2.remap(coarse, *np.meshgrid(x, y), cv2.INTER_LINEAR), np.float32)
