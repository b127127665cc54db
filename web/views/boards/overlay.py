"""What is drawn over the camera's picture: the boards found, and the cells in question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points
from companion.boards import Board
from companion.service.pictures.album import Print
from companion.service.reports.report import BoardReport
from web.views.wording import words

ROOM = 0.09
"""Room left around the boards, as a part of the larger side of what they cover."""

LETTERS = 12
"""Size of the names, in strokes."""

LONGEST = 12
"""Letters of a name there is room for between two boards."""

Box = tuple[float, float, float, float]
"""A part of a picture: left, top, width, height in pixels."""

ASPECT = 4 / 3
"""Width by height of the frame that pages show a picture in."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A polygon over the picture, in its pixels, with its style word and a label for the ear.

    ``seat`` is set for the outline of a whole board.
    """

    points: str
    style: str
    label: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name, written in the middle of the board."""

    x: float
    y: float
    text: str
    seat: int


@dataclass(frozen=True, slots=True)
class Overlay:
    """The picture as shown: its address, its size, the part with the boards, what is over it."""

    address: str
    width: int
    height: int
    view_box: str
    stroke: float
    outlines: tuple[Outline, ...]
    names: tuple[Name, ...]


def overlay(number: int, picture: Print, board: Board, found: Sequence[BoardReport]) -> Overlay:
    """Return the overlay for the boards ``found`` in a picture (a report's boards)."""
    placed = [(one, one.seen.corners_px) for one in found if one.seen.corners_px is not None]
    outlines: list[Outline] = []
    for one, corners in placed:
        outlines += board_outlines(board, one, corners)
    box = view_box(picture, [point for _, corners in placed for point in corners.tolist()])
    stroke = round(max(box[2:]) / 300, 1)
    return Overlay(
        address=f"/frame.jpg?v={number}",
        width=picture.width,
        height=picture.height,
        view_box=" ".join(str(round(side)) for side in box),
        stroke=stroke,
        outlines=tuple(outlines),
        names=tuple(name(one.seat, at, box, LETTERS * stroke) for one, at in placed),
    )


def board_outlines(board: Board, one: BoardReport, corners: Points) -> list[Outline]:
    """Return the outline of one board and of its cells in doubt or at fault."""
    seat = one.seat
    outlines = [Outline(points_text(corners), f"board seat-{seat}", words.seat(seat), seat)]
    to_picture = homography(board.size_mm, corners)
    for cells, style in ((doubtful(one), "doubtful"), (wrong(one), "wrong")):
        for id in cells:
            shape = mapped(to_picture, known_outline(board, id))
            outlines.append(Outline(points_text(shape), style, words.place(id)))
    return outlines


def wrong(one: BoardReport) -> tuple[str, ...]:
    """Return the cells of a board that the rules object to, each once."""
    return tuple(dict.fromkeys(cell for problem in one.problems for cell in problem.cells))


def doubtful(one: BoardReport) -> tuple[str, ...]:
    """Return the cells of a board that could be read otherwise, each once."""
    return tuple(dict.fromkeys(cell for doubt in one.doubts for cell in doubt.cells))


def known_outline(board: Board, id: str) -> Sequence[tuple[float, float]]:
    """Return the outline of a cell or a dome tile in millimetres; else that of the whole board."""
    middles = {place.cell: place.centre_mm for place in board.places}
    if board.dome_tile is not None and id in middles:
        (x, y), half = middles[id], board.dome_tile.size_mm / 2
        return rectangle(x - half, y - half, x + half, y + half)
    try:
        return board.cell(id).polygon_mm
    except KeyError:
        return rectangle(0.0, 0.0, *board.size_mm)


def rectangle(
    left: float, upper: float, right: float, lower: float
) -> Sequence[tuple[float, float]]:
    """Return the corners of a rectangle, the upper left first, clockwise."""
    return (left, upper), (right, upper), (right, lower), (left, lower)


def name(seat: int, corners: Points, box: Box, size: float) -> Name:
    """Return where a player's name is written: at the board's lower edge, wholly in sight."""
    lower, upper = corners[2:4].mean(0), corners[0:2].mean(0)
    wanted = lower + (lower - upper) * 0.09
    (left, top, width, height), room = box, np.array([2.2, 0.7]) * size
    x, y = np.clip(
        wanted, np.array([left, top]) + room, np.array([left + width, top + height]) - room
    )
    called = words.shortened(words.seat(seat), LONGEST)
    return Name(round(float(x), 1), round(float(y), 1), called, seat)


def homography(size_mm: Sequence[float], corners_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the 3 x 3 matrix that takes a board's millimetres to the picture's pixels."""
    width, height = size_mm
    rows: list[list[float]] = []
    right: list[float] = []
    flat = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    for (x, y), (u, v) in zip(flat, corners_px.tolist(), strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
        right += [u, v]
    solved = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
    return np.append(solved, 1.0).reshape(3, 3)


def mapped(
    matrix: NDArray[np.float64], points: Sequence[tuple[float, float]]
) -> NDArray[np.float64]:
    """Return (N, 2) points taken through a homography."""
    flat = np.column_stack([np.asarray(points, float), np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:], float)


def points_text(points: NDArray[np.float64]) -> str:
    """Return points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points.tolist())


def view_box(picture: Print, points: Iterable[Sequence[float]]) -> Box:
    """Return the part of a picture to show: around ``points``, shaped ``ASPECT``, never outside."""
    spots = list(points)
    if not spots:
        return 0.0, 0.0, float(picture.width), float(picture.height)
    xs, ys = [spot[0] for spot in spots], [spot[1] for spot in spots]
    room = 2 * ROOM * max(max(xs) - min(xs), max(ys) - min(ys))
    width, height = max(xs) - min(xs) + room, max(ys) - min(ys) + room
    left, wide = fitted((min(xs) + max(xs)) / 2, max(width, height * ASPECT), picture.width)
    upper, high = fitted((min(ys) + max(ys)) / 2, max(height, width / ASPECT), picture.height)
    return left, upper, wide, high


def fitted(middle: float, length: float, limit: int) -> tuple[float, float]:
    """Return the start and length of a stretch around ``middle``, kept between 0 and ``limit``."""
    length = min(length, float(limit))
    return min(max(middle - length / 2, 0.0), limit - length), length
