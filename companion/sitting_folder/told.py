"""What no camera sees and people say with a button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.fields import Field
from companion.games.base import CUBES

TILES = "tiles"


def read_told(node: Field, players: int) -> Mapping[str, Any]:
    """Return what was told, numbers and seats checked, lists as tuples."""
    for name in node.mapping():
        told = node.optional(name)
        if told is not None and name in READERS:
            READERS[name](told, players)
    return {name: frozen(value) for name, value in node.mapping().items()}


def read_marker(node: Field, players: int) -> None:
    """Check who took the starting player marker, and how many tiles with it."""
    read_seat(node.member("seat"), players)
    node.member("tiles").whole(low=0)


def read_counts(node: Field, players: int) -> None:
    """Check a number for every seat."""
    for item in node.items(count=players):
        item.whole(low=0)


def read_seat(node: Field, players: int) -> None:
    """Check that a seat is taken by somebody."""
    node.whole(0, players - 1)


def read_cubes(node: Field, players: int) -> None:
    """Check on which number cubes stand: seat to number."""
    for seat in node.mapping():
        _check_seated(node, seat, players)
        node.member(seat).whole(low=0)


def _check_seated(node: Field, seat: str, players: int) -> None:
    if seat not in map(str, range(players)):
        node.fail(f"has the seat '{seat}', but seats are 0 to {players - 1}")


def read_tiles(node: Field, players: int) -> None:
    """Check which tile was laid where to show the set: seat to cell to colour."""
    for seat in node.mapping():
        _check_seated(node, seat, players)
        cells = node.member(seat)
        for cell in cells.mapping():
            cells.member(cell).text()


READERS: Mapping[str, Callable[[Field, int], None]] = {
    "marker": read_marker,
    "broken": read_counts,
    "drawn": read_counts,
    "free_floor": read_seat,
    TILES: read_tiles,
    CUBES: read_cubes,
    "starter": read_seat,
}
"""What every game tells alike.  The rest is checked by the game that wants it."""


def frozen(value: Any) -> Any:
    """Return a JSON value with its lists as tuples, so that nobody changes it by accident."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {name: frozen(item) for name, item in value.items()}
    return value
