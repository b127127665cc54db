"""Names of members, and whether one was mistyped."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from companion.fields import Field

SITTING_NAMES = (
    "format",
    "game",
    "variant",
    "options",
    "goals",
    "players",
    "first_player",
    "scores",
    "brackets",
    "camera",
    "corners_px",
    "frames",
)
FRAME_NAMES = ("file", "checkpoint", "round", "seat", "told")


def check_names(node: Field, known: Collection[str]) -> None:
    """Raise ``FieldError`` for a member whose name is nearly that of a missing ``known`` one.

    Other unknown members pass: a later companion may have written them.
    """
    given = node.mapping()
    missing = [name for name in known if name not in given]
    for name in given:
        meant = get_close_matches(name, missing, n=1, cutoff=0.7)
        if meant and name not in known:
            node.fail(f"has '{name}', which is not known; write {meant[0]}")
