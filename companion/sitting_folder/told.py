"""What no camera sees and people say with a button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.fields import Field
from companion.games.base import CUBES
from companion.sitting_folder.names import check_names

TILES = "tiles"

MOST = 40
"""More tiles than there ever are to tell: a digit too many was typed."""

MOST_CHIPS = 10
"""Two in each of five rounds (DU-R25); how more would pay for a line takes for ever to try."""

MAYBE_NULL = (TILES, "marker", "broken", "drawn", "free_floor", "starter")
"""What null may be told of: nobody has it, or nobody knows."""


def read_told(node: Field, players: int) -> Mapping[str, Any]:
    """Return what was told, numbers and seats checked, lists as tuples."""
    check_names(node, READERS)
    for name in node.mapping():
        if name in READERS and not (name in MAYBE_NULL and node.optional(name) is None):
            READERS[name](node.member(name), players)
    return {name: frozen(value) for name, value in node.mapping().items()}


def read_marker(node: Field, players: int) -> None:
    """Check who took the starting player marker, and how many tiles with it."""
    read_seat(node.member("seat"), players)
    node.member("tiles").whole(0, MOST)


def read_counts(node: Field, players: int) -> None:
    """Check a number for every seat."""
    for item in node.items(count=players):
        item.whole(0, MOST)


def read_discarded(node: Field, players: int) -> None:
    """Check tiles thrown away: a number, or one for each seat."""
    for item in node.items(count=players) if isinstance(node.value, list) else (node,):
        item.whole(0, MOST)


def read_chips(node: Field, players: int) -> None:
    """Check chips, by seat: how many, or their faces."""
    for seat in node.items(count=players):
        if isinstance(seat.value, list):
            for chip in seat.items():
                chip.text()
            if len(seat.value) > MOST_CHIPS:
                seat.fail(f"has {len(seat.value)} entries, but must have at most {MOST_CHIPS}")
        else:
            seat.whole(0, MOST_CHIPS)


def read_order(node: Field, players: int) -> None:
    """Check the order in which tiles were placed: their cells, or those of each seat."""
    by_seat = isinstance(node.value, dict)
    for order in map(node.member, node.mapping()) if by_seat else (node,):
        for cell in order.items():
            cell.text()


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
    "discarded": read_discarded,
    "chips": read_chips,
    "order": read_order,
}
"""All that any game wants told."""


def frozen(value: Any) -> Any:
    """Return a JSON value with its lists as tuples, so that nobody changes it by accident."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {name: frozen(item) for name, item in value.items()}
    return value
