"""The arrays that pass through the eyes, and OpenCV calls narrowed to their types in one place."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""A picture (H, W, 3) uint8 in OpenCV's order: blue, green, red."""

Gray: TypeAlias = NDArray[np.uint8]
"""A picture (H, W) uint8 of grey levels."""

Vector: TypeAlias = NDArray[np.float64]
"""Numbers of any shape, float64."""

Points: TypeAlias = NDArray[np.float64]
"""(N, 2) coordinates, float64: millimetres or pixels, as the name says."""

Pixels: TypeAlias = NDArray[np.float32]
"""(N, K, 3) float32: K pixels of N patches, three channels."""

Mask: TypeAlias = NDArray[np.bool_]
"""Yes or no, of any shape."""

HALF_PIXEL = 0.5
"""Pixels that pages and files name count from the picture's edge, ours from the first's middle."""

EXACT = cv2.__version__ >= "5"
"""Whether OpenCV samples exactly: before version 5 it rounds places to 1/32 pixel."""


def sample(image: Image, where: NDArray[np.float32]) -> Image:
    """Return the colours (H, W, 3) of ``image`` at the pixels ``where`` (H, W, 2), exactly.

    By as little as 1/32 pixel a fit that climbs from guess to guess ends on another board edge.
    """
    if not EXACT:
        return sample_by_hand(image, where)
    nothing: Any = None  # x and y are together in ``where``
    seen = cv2.remap(image, where, nothing, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def sample_by_hand(image: Image, where: NDArray[np.float32]) -> Image:
    """Return what ``sample`` does, without OpenCV: exact with any version, five times as slow."""
    height, width, depth = image.shape
    first = np.clip(np.floor(where), -1, (width, height)).astype(np.int32)
    right, down = np.moveaxis(where - first.astype(np.float32), -1, 0)[..., None]
    columns = [np.clip(first[..., 0] + step, 0, width - 1) for step in (0, 1)]
    rows = [np.clip(first[..., 1] + step, 0, height - 1) * width for step in (0, 1)]
    colours = image.reshape(-1, depth)
    a, b, c, d = (
        colours.take(row + column, axis=0).astype(np.float32) for row in rows for column in columns
    )
    return np.rint(_between(_between(a, b, right), _between(c, d, right), down)).astype(np.uint8)


def _between(
    one: NDArray[np.float32], other: NDArray[np.float32], part: NDArray[np.float32]
) -> NDArray[np.float32]:
    return one + part * (other - one)


def to_gray(image: Image) -> Gray:
    """Return the grey levels of a picture."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
