"""What gets between camera and board: hands and sleeves, mugs, cards, phones."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points
from companion.printings.inks import Ink, any_ink, drifted, mixed

SKIN: tuple[Ink, ...] = (
    (140, 172, 224),
    (106, 140, 198),
    (60, 84, 130),
    (40, 55, 90),
    (160, 190, 235),
)

Mask = NDArray[np.uint8]
"""(H, W) uint8, 255 where something covers the board."""


def cover(levels: NDArray[np.float32], size_px: float, chance: Random) -> Mask:
    """Lay something over a picture (H, W, 3) in place, shadow and all; return where it lies.

    ``size_px`` is the board's width in the picture.
    """
    height, width = levels.shape[:2]
    mask, shade = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    layers = chance.choice((_hand, _hand, _hand, _thing))(width, height, size_px, chance)
    away = size_px * chance.uniform(0.01, 0.12)
    way = chance.uniform(0, 2 * np.pi)
    shift = np.array([away * np.cos(way), away * np.sin(way)])
    for outline, _ in layers:
        cv2.fillPoly(shade, [_px(outline + shift)], 255, cv2.LINE_AA)
        cv2.fillPoly(mask, [_px(outline)], 255, cv2.LINE_AA)
    _darken(levels, shade, max(away * 0.35, 1.0), chance.uniform(0.1, 0.45))
    for outline, ink in layers:
        _paint(levels, outline, ink, chance)
    return mask


def _darken(levels: NDArray[np.float32], shade: Mask, soft_px: float, depth: float) -> None:
    """Let a shadow fall, so soft, where it reaches: three deviations beyond its mask (H, W)."""
    x, y, width, height = cv2.boundingRect(shade)
    reach = int(3 * soft_px) + 2
    rows = slice(max(y - reach, 0), y + height + reach)
    part = rows, slice(max(x - reach, 0), x + width + reach)
    soft = cv2.GaussianBlur(shade[part], (0, 0), soft_px).astype(np.float32)
    levels[part] *= (1 - soft * (depth / 255))[:, :, None]


def _hand(width: int, height: int, size_px: float, chance: Random) -> list[tuple[Points, Ink]]:
    """Return the parts of a forearm that reaches in, and its fingers: outlines (N, 2) and inks."""
    tip = np.array([chance.uniform(0.05, 0.95) * width, chance.uniform(0.05, 0.95) * height])
    way = chance.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(way), np.sin(way)])
    beside = np.array([-ahead[1], ahead[0]])
    scale = size_px * chance.uniform(0.85, 1.3)
    skin = drifted(chance.choice(SKIN), chance, 0.01, 0.1)
    sleeve = any_ink(chance)
    palm, wrist = tip + 0.36 * scale * ahead, tip + 0.62 * scale * ahead
    elbow = wrist + 3 * scale * ahead
    fingers = []
    for n in range(chance.choice((1, 2, 4, 4))):
        spread = (n - 1.5) * chance.uniform(0.04, 0.09) * scale
        end = tip + spread * beside + chance.uniform(-0.05, 0.1) * scale * ahead
        fingers.append(
            (
                _capsule(end, palm + 0.8 * spread * beside, 0.036 * scale),
                drifted(skin, chance, 0.005, 0.05),
            )
        )
    arm = sleeve if chance.random() < 0.7 else skin
    return [
        (_capsule(wrist, elbow, 0.17 * scale), arm),
        (_capsule(palm, wrist, 0.13 * scale), skin),
        *fingers,
    ]


def _thing(width: int, height: int, size_px: float, chance: Random) -> list[tuple[Points, Ink]]:
    """Return a mug, a card or a phone."""
    middle = np.array([chance.uniform(0.1, 0.9) * width, chance.uniform(0.1, 0.9) * height])
    ink, turn = any_ink(chance), chance.uniform(0, np.pi)
    if chance.random() < 0.4:
        turns = np.arange(40) * np.pi / 20
        ring = np.column_stack((np.cos(turns), np.sin(turns))) * size_px * chance.uniform(0.1, 0.2)
        return [(middle + ring, ink), (middle + 0.8 * ring, mixed(ink, (20, 20, 30), 0.6))]
    half = size_px * np.array([chance.uniform(0.1, 0.4), chance.uniform(0.15, 0.4)])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    c, s = np.cos(turn), np.sin(turn)
    return [(middle + square @ np.array([[c, s], [-s, c]]), ink)]


def _capsule(start: Points, end: Points, radius: float) -> Points:
    """Return the outline (N, 2) of all that is within ``radius`` of a line."""
    way = np.arctan2(*(end - start)[::-1])
    turns = np.linspace(np.pi / 2, 3 * np.pi / 2, 9) + way
    bow = np.column_stack((np.cos(turns), np.sin(turns))) * radius
    return np.concatenate((start + bow, end - bow))


def _paint(levels: NDArray[np.float32], outline: Points, ink: Ink, chance: Random) -> None:
    """Fill an outline, rounder and darker towards its edge."""
    height, width = levels.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [_px(outline)], 255, cv2.LINE_AA)
    low = np.maximum(outline.min(axis=0).astype(int) - 1, 0)
    high = np.minimum(outline.max(axis=0).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    inside = mask[part].astype(np.float32) / 255
    deep = cv2.GaussianBlur(inside, (0, 0), max((high - low).min() * 0.08, 1.0))
    bright = chance.uniform(0.6, 1.15) * (0.65 + 0.35 * np.clip(2 * deep - 1, 0, 1))
    body = np.array(ink, np.float32) * bright[:, :, None]
    levels[part] += inside[:, :, None] * (body - levels[part])


def _px(outline: Points) -> NDArray[np.int32]:
    return np.round(outline).astype(np.int32)
