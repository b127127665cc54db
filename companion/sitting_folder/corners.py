"""The four corners a person tapped per board, and whether they can be right."""

from __future__ import annotations

from collections.abc import Sequence

from companion.fields import Field, Point

Corners = tuple[Point, Point, Point, Point]
"""Pixels: top left, top right, bottom right, bottom left, as the board's owner sees it."""

NAMES = ("top left", "top right", "bottom right", "bottom left")

SLACK = 0.02
"""How far beside the picture a tap may lie, as a part of the picture's longer side."""


def read_corners(node: Field, players: int) -> tuple[Corners, ...]:
    """Return one set of corners per seat; raises ``FieldError`` for what no board can look like."""
    boards = tuple(read_board(item) for item in node.items(count=players))
    if twice := on_top(boards):
        node.fail(f"puts the boards of seats {twice[0]} and {twice[1]} on top of each other")
    return boards


def on_top(boards: Sequence[Corners]) -> tuple[int, int] | None:
    """Return the first two boards that cannot both lie where they are said to."""
    for seat, corners in enumerate(boards):
        for other in range(seat):
            if within(middle(corners), boards[other]) or within(middle(boards[other]), corners):
                return other, seat
    return None


def read_board(node: Field) -> Corners:
    """Return the corners of one board."""
    first, second, third, fourth = (item.point() for item in node.items(count=4))
    corners = (first, second, third, fourth)
    if not within(middle(corners), corners):
        node.fail(f"must go round the board clockwise: {', '.join(NAMES)}")
    return corners


def middle(corners: Corners) -> Point:
    """Return the mean of the corners."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def within(point: Point, corners: Corners) -> bool:
    """Tell whether ``point`` lies inside; never, where ``corners`` do not go round clockwise."""
    following = (*corners[1:], corners[0])
    return all(turn(a, b, point) > 0 for a, b in zip(corners, following, strict=True)) and all(
        turn(corners[n - 2], corners[n - 1], corners[n]) > 0 for n in range(4)
    )


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a, b, c: positive where they turn clockwise in the picture."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def outside(corners: Corners, width: int, height: int) -> tuple[str, ...]:
    """Return the names of the corners that lie beside a picture of this size."""
    slack = SLACK * max(width, height)
    return tuple(
        name
        for name, (x, y) in zip(NAMES, corners, strict=True)
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack)
    )
