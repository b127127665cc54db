"""Places and contents in words, as people at the table call them."""

from __future__ import annotations

from companion.games.base import Content

PLACES = {
    "wall": "wall row {0}, column {1}",
    "line": "pattern line {0}, space {1}",
    "floor": "floor line space {0}",
    "star": "star {0}, space {1}",
    "corner": "corner {0}",
    "dome": "dome row {0}, column {1}",
    "place": "dome space {0}/{1}",
    "broken": "the broken tiles",
    "start": "the starting player's field",
}
"""How cells of each kind are called; people count from 1."""

STARS = ("the middle star",)


def place_name(cell: str) -> str:
    """Return what people call a cell."""
    kind, *numbers = cell.split("/")
    if kind == "star":
        star, space = numbers
        return f"{STARS[0]}, space {space}" if star == "0" else f"star {star}, space {space}"
    return PLACES.get(kind, cell).format(*(int(number) + 1 for number in numbers))


def content_name(content: Content | None) -> str:
    """Return what people call what lies there."""
    if content is None:
        return "nothing"
    if content == "first":
        return "the starting player marker"
    if isinstance(content, tuple):
        return " / ".join(str(part or "?") for part in content)
    return content
