"""What is wrong with a board, each thing said once."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.base import Problem, Problems


def distinct(found: Iterable[Problem]) -> Problems:
    """Return problems without those that name no more than an earlier one of the same rule."""
    kept: list[Problem] = []
    for new in found:
        said = any(
            new.rule == old.rule and new.cells and set(new.cells) <= set(old.cells) for old in kept
        )
        if not said and new not in kept:
            kept.append(new)
    return tuple(kept)
