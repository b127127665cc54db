"""Boards as text for terminals: one letter a tile, a dot for an empty place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.base import Cells, Content

EMPTY = "."


def draw(layout: Sequence[Sequence[str]], cells: Cells, letters: Mapping[Content, str]) -> str:
    """Return a board as text.

    Each row of ``layout`` lists, from the left, cell ids and literal text; what holds a slash is a
    cell.  ``letters`` gives the letter of every content; of a stack the top is drawn, and ``?``
    stands for what has no letter.
    """
    return "\n".join("".join(_sign(item, cells, letters) for item in row) for row in layout)


def _sign(item: str, cells: Cells, letters: Mapping[Content, str]) -> str:
    if "/" not in item:
        return item
    content = cells.get(item)
    if isinstance(content, tuple):
        content = content[-1] if content else None
    return EMPTY if content is None else letters.get(content, "?")
