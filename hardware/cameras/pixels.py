"""Pictures as cameras deliver them, turned into (H, W, 3) BGR.

libcamera names formats by the bits of a little-endian word, so its "RGB888" is B, G, R in memory:
just what OpenCV wants.  What was asked for need not be what is delivered, so the layout is taken
from the configuration that came back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from hardware.cameras.source import Failure, SourceError

LUMA = {"Rec601": (0.299, 0.114), "Rec709": (0.2126, 0.0722), "Rec2020": (0.2627, 0.0593)}
"""Encoding -> the shares of red and blue in the luma."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a picture lies in memory, and for YUV how its numbers are meant.

    ``full_range`` tells that luma uses 0 to 255 rather than 16 to 235.
    """

    format: str
    width: int
    height: int
    full_range: bool = True
    encoding: str = "Rec601"

    @classmethod
    def of(cls, configuration: Mapping[str, Any]) -> Layout:
        """Return the layout of the main stream that picamera2 really configured."""
        main = configuration["main"]
        space = configuration.get("colour_space")
        width, height = main["size"]
        return cls(
            format=str(main["format"]),
            width=int(width),
            height=int(height),
            full_range=_name(getattr(space, "range", None)) != "Limited",
            encoding=_name(getattr(space, "ycbcrEncoding", None)) or "Rec601",
        )


def _name(value: Any) -> str:
    """Return the bare name of a libcamera enumerator."""
    return str(getattr(value, "name", value) or "").rpartition(".")[2]


def to_bgr(array: NDArray[np.uint8], layout: Layout) -> Image:
    """Return a picture as (H, W, 3) BGR; ``SourceError`` for a format we do not know."""
    convert = CONVERTERS.get(layout.format)
    if convert is None:
        raise SourceError(
            Failure.FORMAT,
            f"the camera delivers {layout.format}, which the companion cannot read",
            f"known are {', '.join(sorted(CONVERTERS))}; try another width and height",
        )
    try:
        image = convert(array, layout)
    except (ValueError, IndexError, cv2.error) as error:
        raise _wrong_shape(array, layout) from error
    if image.shape != (layout.height, layout.width, 3):
        raise _wrong_shape(array, layout)
    return np.ascontiguousarray(image)


def _wrong_shape(array: NDArray[np.uint8], layout: Layout) -> SourceError:
    return SourceError(
        Failure.FORMAT,
        f"the camera delivered {array.shape} bytes as {layout.format} "
        f"of {layout.width} x {layout.height}",
        "try another width and height",
    )


def _planar(array: NDArray[np.uint8], layout: Layout, first: int) -> Image:
    """Convert 4:2:0 in three planes, padded to the stride; ``first`` is 0 for U before V."""
    height, stride = layout.height, array.shape[1]
    chroma = array[height:].reshape(-1)
    plane = (height // 2) * (stride // 2)
    planes = [
        chroma[n * plane : (n + 1) * plane].reshape(height // 2, stride // 2)[
            :, : layout.width // 2
        ]
        for n in (0, 1)
    ]
    return yuv_to_bgr(array[:height, : layout.width], planes[first], planes[1 - first], layout)


def _interleaved(array: NDArray[np.uint8], layout: Layout, first: int) -> Image:
    """Convert 4:2:0 with U and V side by side; ``first`` is 0 for U before V."""
    chroma = array[layout.height :, : layout.width].reshape(layout.height // 2, -1, 2)
    luma = array[: layout.height, : layout.width]
    return yuv_to_bgr(luma, chroma[:, :, first], chroma[:, :, 1 - first], layout)


def _packed(array: NDArray[np.uint8], layout: Layout, luma: int, first: int) -> Image:
    """Convert 4:2:2, two bytes a pixel, (H, stride / 2, 2); ``luma`` is the place of Y."""
    pixels = array[:, : layout.width]
    chroma = pixels[:, :, 1 - luma]
    return yuv_to_bgr(pixels[:, :, luma], chroma[:, first::2], chroma[:, 1 - first :: 2], layout)


def yuv_to_bgr(
    luma: NDArray[np.uint8], u: NDArray[np.uint8], v: NDArray[np.uint8], layout: Layout
) -> Image:
    """Convert planes of luma and (smaller) chroma by the layout's range and encoding.

    OpenCV's own conversions take every picture for limited range and Rec601; with a full-range one
    they turn a mid-tone by up to 13 of 255.
    """
    size = (layout.width, layout.height)
    wide = [
        cv2.resize(np.ascontiguousarray(c), size, interpolation=cv2.INTER_LINEAR) for c in (u, v)
    ]
    merged = cv2.merge([np.ascontiguousarray(luma), *wide])
    return np.asarray(cv2.transform(merged, matrix(layout)), np.uint8)


def matrix(layout: Layout) -> NDArray[np.float32]:
    """Return the (3, 4) matrix from (Y, U, V, 1) to (B, G, R)."""
    red, blue = LUMA.get(layout.encoding, LUMA["Rec601"])
    green = 1 - red - blue
    gain, lift, chroma = (1.0, 0.0, 1.0) if layout.full_range else (255 / 219, 16.0, 255 / 224)
    to_blue, to_red = 2 * (1 - blue) * chroma, 2 * (1 - red) * chroma
    rows = np.array(
        [
            [gain, to_blue, 0.0],
            [gain, -to_blue * blue / green, -to_red * red / green],
            [gain, 0.0, to_red],
        ]
    )
    offset = -rows @ np.array([lift, 128.0, 128.0])
    return np.column_stack([rows, offset]).astype(np.float32)


CONVERTERS: Mapping[str, Callable[[NDArray[np.uint8], Layout], Image]] = {
    "RGB888": lambda array, _: array,
    "BGR888": lambda array, _: array[:, :, ::-1],
    "XRGB8888": lambda array, _: array[:, :, :3],
    "XBGR8888": lambda array, _: array[:, :, 2::-1],
    "MJPEG": lambda array, _: array[:, :, ::-1],  # decoded by picamera2, red first
    "NV12": lambda array, layout: _interleaved(array, layout, 0),
    "NV21": lambda array, layout: _interleaved(array, layout, 1),
    "YUV420": lambda array, layout: _planar(array, layout, 0),
    "YVU420": lambda array, layout: _planar(array, layout, 1),
    "YUYV": lambda array, layout: _packed(array, layout, 0, 0),
    "YVYU": lambda array, layout: _packed(array, layout, 0, 1),
    "UYVY": lambda array, layout: _packed(array, layout, 1, 0),
    "VYUY": lambda array, layout: _packed(array, layout, 1, 1),
}
"""libcamera's format name -> conversion."""
