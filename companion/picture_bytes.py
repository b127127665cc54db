"""The bytes of a picture's file: what kind it is, and whether all of it is there."""

from __future__ import annotations

JPEG_START, JPEG_SCAN, JPEG_END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
"""Markers of a JPEG; its compressed data never holds the last two by chance."""

PNG_START, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
"""Signature of a PNG, and its last chunk with the sum that is always the same."""


def is_cut_off(data: bytes) -> bool:
    """Tell whether a JPEG or a PNG ends before its end.

    Some decoders make a grey rest of it, and libpng talks to whoever sits at the terminal.
    """
    if data.startswith(JPEG_START):
        return data.rfind(JPEG_END) < data.rfind(JPEG_SCAN)
    return data.startswith(PNG_START) and PNG_END not in data
