"""How a picture was taken, kept inside its JPEG: as a comment, which every viewer passes over.

So the picture of the empty boards carries the exposure and white balance that were locked with it,
wherever it is kept, and one can see later whether the light was the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

START = b"\xff\xd8"
APP0, COMMENT, SCAN = 0xE0, 0xFE, 0xDA
OURS = b"companion "
LONGEST = 65_533 - len(OURS)


def with_record(jpeg: bytes, record: Mapping[str, Any]) -> bytes:
    """Return ``jpeg`` with ``record`` in it; unchanged where there is nothing to keep."""
    text = json.dumps(dict(record), default=str).encode()
    if not record or not jpeg.startswith(START) or len(text) > LONGEST:
        return jpeg
    body = OURS + text
    comment = bytes((0xFF, COMMENT)) + (len(body) + 2).to_bytes(2, "big") + body
    place = next((end for kind, _, end in _segments(jpeg) if kind == APP0), len(START))
    return jpeg[:place] + comment + jpeg[place:]


def _segments(jpeg: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield kind, begin and end of the contents of each segment before the picture itself."""
    at = len(START)
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF and jpeg[at + 1] != SCAN:
        end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if end > len(jpeg) or end < at + 4:
            return
        yield jpeg[at + 1], at + 4, end
        at = end
