"""A measured lens as a value and as a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration import documents
from companion.arrays import Points
from companion.fields import Field
from companion.geometry.camera import Camera

KIND = "lens"


@dataclass(frozen=True)
class Lens:
    """One camera's lens, for pictures of ``size`` (width, height) pixels.

    ``focal_px``, ``centre_px`` and ``k1`` (OpenCV's first radial coefficient) are those of
    ``companion.geometry.camera.Camera``; ``rms_px`` is how far the sheet's corners were off,
    ``views`` how many pictures it comes from, ``covered`` the part of the picture they filled.
    """

    size: tuple[int, int]
    focal_px: float
    centre_px: tuple[float, float]
    k1: float
    rms_px: float
    views: int
    covered: float

    def seen(self, directions: Points) -> Points:
        """Return the pixels (N, 2) of directions (N, 2): x and y one millimetre ahead."""
        camera = Camera(self.focal_px, self.centre_px, self.k1, np.eye(3), np.array([0.0, 0, 1.0]))
        return camera.project(directions)


def save_lens(path: Path, lens: Lens) -> None:
    """Write a lens to a file."""
    values = {
        "size": list(lens.size),
        "focal_px": round(lens.focal_px, 3),
        "centre_px": [round(at, 3) for at in lens.centre_px],
        "k1": round(lens.k1, 6),
        "rms_px": round(lens.rms_px, 4),
        "views": lens.views,
        "covered": round(lens.covered, 3),
    }
    documents.save(path, KIND, values)


def load_lens(path: Path) -> Lens:
    """Return the lens in a file; ``CalibrationError`` says what is wrong with it."""
    return documents.load(path, KIND, read_lens)


def read_lens(root: Field) -> Lens:
    """Return the lens of a document."""
    width, height = (item.whole(16, 100_000) for item in root.member("size").items(2))
    focal = root.member("focal_px")
    if not 0.1 * width < focal.number() < 20.0 * width:
        focal.fail(f"is {focal.value}, but must be a focal length in pixels")
    x, y = root.member("centre_px").point()
    if not (0 <= x <= width and 0 <= y <= height):
        root.member("centre_px").fail("must lie in the picture")
    bend = root.member("k1")
    if abs(bend.number()) > 1.0:
        bend.fail(f"is {bend.value}, but must be between -1 and 1")
    return Lens(
        size=(width, height),
        focal_px=focal.number(),
        centre_px=(x, y),
        k1=bend.number(),
        rms_px=root.member("rms_px").number(),
        views=root.member("views").whole(low=0),
        covered=root.member("covered").number(),
    )
