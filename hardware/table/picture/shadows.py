"""Soft shadows of what stands on the table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.arrays import Image, Points
from companion.fields import Point
from companion.geometry.camera import Camera
from companion.printings.canvas import SHIFT, fixed
from hardware.table.picture.solids import Solid

DEPTH = 0.42
"""How much of the light a shadow takes where it is deepest."""

LEAN = 0.32
"""How far a shadow reaches, for each millimetre of height."""

SOFT_PX = 2.2
MARGIN_PX = 10


def cast(image: Image, camera: Camera, solids: Sequence[Solid], lamp_mm: Point) -> None:
    """Darken ``image`` in place where solids keep the lamp's light away."""
    mask = np.zeros(image.shape[:2], np.uint8)
    spots = []
    for solid in solids:
        reach = LEAN * (solid.top_mm - solid.bottom_mm)
        away = np.array(solid.centre_mm) - np.array(lamp_mm)
        shift = reach * away / max(float(np.linalg.norm(away)), 1.0)
        points = np.concatenate((solid.footprint, solid.footprint + shift))
        spots.append(camera.project(points, solid.bottom_mm))
        hull = cv2.convexHull(spots[-1].astype(np.float32))
        cv2.fillConvexPoly(mask, fixed(hull), 255, cv2.LINE_8, SHIFT)
    if spots:
        darken(image, mask, np.concatenate(spots), SOFT_PX, DEPTH)


def darken(image: Image, mask: Image, pixels: Points, soft_px: float, depth: float) -> None:
    """Take up to ``depth`` of the light where ``mask`` (H, W) is 255, softly, near ``pixels``."""
    pad = MARGIN_PX + 3 * soft_px
    low = np.maximum(np.floor(pixels.min(axis=0) - pad).astype(int), 0)
    high = np.minimum(np.ceil(pixels.max(axis=0) + pad).astype(int), image.shape[1::-1])
    if (high <= low).any():
        return
    part = image[low[1] : high[1], low[0] : high[0]]
    soft = cv2.GaussianBlur(mask[low[1] : high[1], low[0] : high[0]], (0, 0), soft_px)
    left = cv2.convertScaleAbs(soft, alpha=-depth, beta=255.0)
    part[:] = cv2.multiply(part, cv2.merge([left] * 3), scale=1 / 255)
