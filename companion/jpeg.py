"""The bytes of a JPEG, as far as they tell whether all of it is there."""

from __future__ import annotations

JPEG_START, JPEG_SCAN, JPEG_END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
"""Markers of a JPEG; its compressed data never holds the last two by chance."""


def is_cut_off(data: bytes) -> bool:
    """Tell whether a JPEG ends before its end, of which some decoders make a grey rest."""
    return data.startswith(JPEG_START) and data.rfind(JPEG_END) < data.rfind(JPEG_SCAN)
