"""Check sums by which the journal knows its rows again, whatever became of the file.

Each event's sum has that of the event before it in it, so that none can be missing unseen.  Rows of
older companions have none, and are believed.
"""

from __future__ import annotations

import hashlib
import json

LENGTH = 24
"""Letters of a sum: more than enough against bytes that change by themselves."""


def of_sitting(uid: str, at: str, seating: str) -> str:
    """Return the sum of a sitting's row."""
    return _sum(uid, at, seating)


def of_event(before: str | None, sitting: int, at: str, picture: str | None, body: str) -> str:
    """Return the sum of a sitting's event that follows the one with the sum ``before``."""
    return _sum(before, sitting, at, picture, body)


def of_fact(seq: int, at: str, body: str) -> str:
    """Return the sum of a row of the hub's journal, each of which stands for itself."""
    return _sum(seq, at, body)


def _sum(*parts: str | int | None) -> str:
    # Damage may make bytes of a text, which are no JSON: they only must not have the text's sum.
    text = json.dumps(parts, ensure_ascii=False, default=repr)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:LENGTH]
