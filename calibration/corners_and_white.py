"""What a calibration keeps besides lens and printing: corners, and what white looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration import documents
from companion.boards import GAMES
from companion.fields import Field, Point
from companion.games import MOST_PLAYERS

CORNERS, COLOURS = "corners", "colours"

Triple = tuple[float, float, float]
"""Blue, green, red from 0 to 255."""


@dataclass(frozen=True)
class TableCorners:
    """Where the boards of a table lie: per seat four pixels, top-left first, clockwise.

    Counted from the edge of a picture of ``size`` (width, height) pixels.
    """

    game: str
    size: tuple[int, int]
    corners_px: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class ColourReference:
    """White as this camera sees it under this light, by seat.

    ``grey`` is the mid-grey arm of the brackets, where there are brackets.
    """

    white: Mapping[int, Triple]
    grey: Mapping[int, Triple]


def save_corners(path: Path, corners: TableCorners) -> None:
    """Write corners to a file."""
    boards = [[[round(x, 2), round(y, 2)] for x, y in board] for board in corners.corners_px]
    values = {"game": corners.game, "size": list(corners.size), "corners_px": boards}
    documents.save(path, CORNERS, values)


def load_corners(path: Path) -> TableCorners:
    """Return the corners in a file; ``CalibrationError`` says what is wrong with it."""
    return documents.load(path, CORNERS, _read_corners)


def _read_corners(root: Field) -> TableCorners:
    width, height = (item.whole(16, 100_000) for item in root.member("size").items(2))
    boards = root.member("corners_px").items()
    if not 1 <= len(boards) <= MOST_PLAYERS:
        root.member("corners_px").fail(f"must have 1 to {MOST_PLAYERS} boards")
    return TableCorners(
        root.member("game").text(GAMES),
        (width, height),
        tuple(tuple(point.point() for point in board.items(4)) for board in boards),
    )


def save_colours(path: Path, colours: ColourReference) -> None:
    """Write a colour reference to a file."""
    values = {
        name: {str(seat): list(triple) for seat, triple in sorted(found.items())}
        for name, found in (("white", colours.white), ("grey", colours.grey))
    }
    documents.save(path, COLOURS, values)


def load_colours(path: Path) -> ColourReference:
    """Return the colour reference in a file; ``CalibrationError`` says what is wrong with it."""
    return documents.load(path, COLOURS, _read_colours)


def _read_colours(root: Field) -> ColourReference:
    white, grey = (_read_seats(root.member(name)) for name in ("white", "grey"))
    return ColourReference(white, grey)


def _read_seats(node: Field) -> dict[int, Triple]:
    return {_seat(node, name): _read_triple(node.member(name)) for name in node.mapping()}


def _seat(node: Field, name: str) -> int:
    if name not in map(str, range(MOST_PLAYERS)):
        node.fail(f"has the seat '{name}', but seats are 0 to {MOST_PLAYERS - 1}")
    return int(name)


def _read_triple(node: Field) -> Triple:
    blue, green, red = (item.number() for item in node.items(3))
    if not all(0 <= level <= 255 for level in (blue, green, red)):
        node.fail("must be three levels from 0 to 255")
    return blue, green, red
