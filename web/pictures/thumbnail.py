"""Small versions of the camera's pictures, of which a page shows many."""

from __future__ import annotations

import cv2

from companion.service.pictures.photograph import REDUCED, decoded, size_of

LEAST_PX = 300
"""Width below which a picture is not made smaller."""

QUALITY = 80
"""JPEG quality of small pictures."""


def thumbnail(picture: bytes) -> bytes:
    """Return a small JPEG of a picture's file; raises ``PictureError`` where it is none."""
    width, _ = size_of(picture)
    part = max((part for part in REDUCED if width >= part * LEAST_PX), default=1)
    pixels = decoded(picture, reduced=part)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
