"""The bytes of a picture's file: what kind it is, and whether all of it is there."""

from __future__ import annotations

import re

JPEG_START = b"\xff\xd8"
"""Begins a JPEG."""

MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""Begins a part of a JPEG, or ends it; compressed data never holds one by chance."""

ALONE, END = (0x01, 0xD8), 0xD9
"""Markers of a JPEG that no length follows, and the one after its last part."""

PNG_START, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
"""Signature of a PNG, and its last chunk with the sum that is always the same."""

MOST_SIDE = 32_766
"""Pixels of a picture's side; a longer one can be unpacked, but OpenCV cuts nothing out of it."""


def is_cut_off(data: bytes) -> bool:
    """Tell whether a JPEG or a PNG ends before its end.

    Some decoders make a grey rest of it, and libpng talks to whoever sits at the terminal.
    """
    if data.startswith(JPEG_START):
        return not _has_its_end(data)
    return data.startswith(PNG_START) and PNG_END not in data


def _has_its_end(jpeg: bytes) -> bool:
    """Tell whether the end of a JPEG comes after its parts.

    What follows may be anything: some phones put a film of the moment there, and its bytes may
    look like markers.
    """
    at = len(JPEG_START)
    while found := MARKER.search(jpeg, at):
        at, code = found.end(), jpeg[found.end() - 1]
        if code == END:
            return True
        if code not in ALONE:
            at += int.from_bytes(jpeg[at : at + 2], "big")
    return False
