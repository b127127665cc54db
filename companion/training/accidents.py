"""What seldom happens to a picture: a bulb mirrored over a few cells, a lens that is covered."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.neural_network.encoders import SIDE
from companion.vision.cells.windows import REACH
from companion.vision.photometry.white import WHITE_LEVEL

BULB, MOST_BULBS = 0.25, 4
"""Chance that bulbs are mirrored in a picture, and over how many of its cells at most."""

COVERED = 0.2
"""Chance that a stranger is no print at all, but one colour everywhere."""

BRIGHTEST = 255

INNER = slice(SIDE // 6, -SIDE // 6)
"""Where in a window the space itself is seen."""


def befall(
    windows: NDArray[np.uint8],
    leans: NDArray[Any],
    hidden: NDArray[Any],
    chance: Random,
    *,
    strange: bool,
) -> NDArray[Any]:
    """Let an accident happen to windows now and then, in place; return what is ``hidden`` then."""
    if strange and chance.random() < COVERED:
        cover_lens(windows, chance)
    elif chance.random() < BULB:
        hidden = hidden.copy()
        mirror_bulbs(windows, leans, hidden, chance)
    return hidden


def cover_lens(windows: NDArray[np.uint8], chance: Random) -> None:
    """Let windows (N, 3, H, W, 3) show one colour, but now and then what was seen bare."""
    level = chance.choice((0.0, BRIGHTEST, chance.uniform(0, BRIGHTEST)))
    colour = [level * chance.uniform(0.9, 1.1) for _ in range(3)]
    shown = windows if chance.random() < 0.5 else windows[:, :2]
    shown[:] = np.clip(colour, 0, BRIGHTEST)


def mirror_bulbs(
    windows: NDArray[np.uint8], leans: NDArray[Any], hidden: NDArray[Any], chance: Random
) -> None:
    """Let print and tops mirror a bulb over a few cells, in place, and call these ``hidden`` (N,).

    Of windows (N, 3, H, W, 3), in which a top lies ``leans`` (N, 2) tiles beside its print.  What a
    camera shows as white may be little lighter than paper under the board's white.
    """
    white = chance.uniform(WHITE_LEVEL, BRIGHTEST)
    for cell in chance.sample(range(len(windows)), chance.randrange(1, MOST_BULBS + 1)):
        middle = np.array([chance.gauss(SIDE / 2, SIDE / 8) for _ in range(2)])
        reach, fades = chance.uniform(0.15, 0.8) * SIDE, chance.uniform(0.02, 0.3) * SIDE
        beside = leans[cell] * SIDE / (2 * REACH)
        for seen, at in zip(windows[cell, :2], (middle, middle - beside), strict=True):
            light = _disc(at, reach, fades)
            lit = np.minimum(seen + BRIGHTEST * light[..., None], np.maximum(seen, white))
            seen[:] = lit + 0.5
            hidden[cell] = max(hidden[cell], light[INNER, INNER].mean())


def _disc(middle: NDArray[Any], reach: float, fades: float) -> NDArray[Any]:
    """Return a disc (SIDE, SIDE) from 0 to 1 whose edge fades over so many pixels."""
    x, y = np.arange(SIDE)[None, :], np.arange(SIDE)[:, None]
    far = np.hypot(x - middle[0], y - middle[1])
    return np.asarray(np.clip((reach - far) / fades + 0.5, 0, 1), np.float32)
