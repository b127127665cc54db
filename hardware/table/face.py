"""A board's face, drawn from its data: what is printed, without anything lying on it."""

from __future__ import annotations

from functools import lru_cache

from companion.boards import Board, Cell
from companion.boards.outlines import rectangle
from hardware.table import paint
from hardware.table.ornaments import decorate, ring_points
from hardware.table.paint import Canvas, Colour, printed
from hardware.table.scene import Image, Point

SCALE = 2.0
"""Pixels per millimetre of a drawn face: a little finer than the simulated camera sees it."""

RIM_MM = 8.2
"""Width of the border of coloured tiles."""

DOME_PALE = 0.3
"""How much paper shines through the prints of a dome tile: they are paler than a board's."""

EVERY_FIFTH = 5


@lru_cache(maxsize=8)
def face(board: Board) -> Image:
    """Return the face of a board (H, W, 3) uint8 BGR, ``SCALE`` pixels per millimetre."""
    canvas = Canvas(board.size_mm, SCALE, paint.CREAM)
    canvas.mottle(1, 5.0, 9.0)
    _rim(canvas, board)
    _fields(canvas, board)
    for cell in board.cells:
        _space(canvas, board, cell)
    for ornament in board.ornaments:
        colour = paint.WINDOW if ornament.kind == "window" else paint.GREY
        canvas.polygon(ornament.polygon_mm, colour)
        canvas.outline(ornament.polygon_mm, paint.INK, 0.3)
    return canvas.finished()


def _rim(canvas: Canvas, board: Board) -> None:
    """Lay the border of small dark tiles around the board."""
    width, height = board.size_mm
    rim = RIM_MM
    for side in range(4):
        length = (width, height)[side % 2]
        count = round(length / 16)
        for n in range(count):
            middle = (n + 0.5) * length / count
            across = rim / 2 if side in (0, 3) else (height, width)[side % 2] - rim / 2
            centre = (middle, across) if side % 2 == 0 else (across, middle)
            size = (length / count, rim) if side % 2 == 0 else (rim, length / count)
            colour = paint.BORDER[(n * 7 + side * 3 + n * n) % len(paint.BORDER)]
            canvas.box(centre, *size, paint.SAND)
            seam = (0.9, 0.0) if side % 2 == 0 else (0.0, 0.9)
            canvas.box(centre, size[0] - seam[0], size[1] - seam[1], colour)


def _fields(canvas: Canvas, board: Board) -> None:
    """Print the coloured grounds under groups of spaces, and the emblem."""
    for kinds in (("track",), ("slider",)):
        cells = board.of_kind(*kinds)
        if cells:
            _ground(canvas, board, cells, paint.BLUE_FIELD)
    if board.of_kind("wall"):
        width, height = board.size_mm
        canvas.ellipse((0.14 * width, 0.43 * height), (0.2 * width, 0.08 * height), paint.NAVY)
        canvas.box((0.84 * width, 0.9 * height), 0.24 * width, 0.12 * height, paint.BLUE_FIELD)
        _arrows(canvas, board)


def _ground(canvas: Canvas, board: Board, cells: tuple[Cell, ...], colour: Colour) -> None:
    points = [point for cell in cells for point in cell.polygon_mm]
    pad, rim = 4.0, RIM_MM
    left, right = rim + 1.0, board.size_mm[0] - rim - 1.0
    top = max(min(y for _, y in points) - pad, rim)
    bottom = max(y for _, y in points) + pad
    canvas.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], colour)


def _arrows(canvas: Canvas, board: Board) -> None:
    """Print the arrows that lead from a pattern line to its wall row."""
    for cell in board.of_kind("line"):
        if cell.id.endswith("/0"):
            x, y = cell.centre_mm[0] + 0.62 * board.tile.size_mm, cell.centre_mm[1]
            canvas.polygon([(x, y - 2.2), (x + 2.8, y), (x, y + 2.2)], paint.INK)


def _space(canvas: Canvas, board: Board, cell: Cell) -> None:
    """Print one space, as its kind looks."""
    colour = _ground_colour(cell)
    shape = cell.polygon_mm
    if board.tile.shape == "round":  # round tiles lie on square spaces
        shape = rectangle(cell.centre_mm, board.tile.size_mm, board.tile.size_mm)
    canvas.polygon(shape, colour)
    canvas.outline(shape, paint.mixed(colour, paint.INK, 0.45), 0.5)
    if cell.kind == "wall" and cell.colour:
        radius = board.tile.size_mm / 2
        decorate(canvas, board.game, cell.colour, cell.centre_mm, radius, paint.PALE)
    number = cell.number if cell.number is not None else cell.value
    if number is not None:
        _number(canvas, board, cell, number)


def _ground_colour(cell: Cell) -> Colour:
    if cell.colour and cell.colour != "any":
        return printed(cell.colour)
    if cell.kind == "track":
        return paint.SAND if (cell.value or 0) % EVERY_FIFTH == 0 else paint.PAPER
    plain = {
        "line": paint.PAPER,
        "slider": paint.PAPER,
        "corner": paint.PAPER,
        "space": paint.mixed(paint.CREAM, paint.GREY, 0.35),
        "wall": paint.mixed(paint.CREAM, paint.GREY, 0.5),
        "dome": paint.SAND,
    }
    return plain.get(cell.kind, paint.FLOOR)


def _number(canvas: Canvas, board: Board, cell: Cell, number: int) -> None:
    """Print a space's number: inside it, or above it where tiles would hide it."""
    x, y = cell.centre_mm
    if cell.kind == "floor":
        canvas.text((x, y - 0.66 * board.tile.size_mm), str(number), 3.0, paint.INK)
    elif cell.kind in ("track", "slider"):
        canvas.text((x, y), str(number), 3.4, paint.INK)
    else:
        canvas.text((x, y), str(number), 4.5, paint.INK)


def dome_tile(game: str, size_mm: float, spaces: tuple[str | None, ...]) -> Image:
    """Return the picture of one of Duel's dome tiles, ``spaces`` as it lies."""
    canvas = Canvas((size_mm, size_mm), 2 * SCALE, paint.PAPER)
    canvas.outline(_frame(size_mm), paint.mixed(paint.INK, paint.PAPER, 0.4), 0.8)
    for n, space in enumerate(spaces):
        centre = (size_mm * (0.25 + 0.5 * (n % 2)), size_mm * (0.25 + 0.5 * (n // 2)))
        _dome_space(canvas, game, centre, 0.21 * size_mm, space)
    return canvas.finished()


def _dome_space(canvas: Canvas, game: str, centre: Point, radius: float, space: str | None) -> None:
    if space is None or space == "special":
        canvas.disc(centre, radius, paint.WHITE)
        canvas.disc(centre, radius, paint.SAND, 0.5)
        return
    if space != "any":
        canvas.polygon(ring_points(centre, radius, 32), printed(space, DOME_PALE))
    decorate(canvas, game, space, centre, radius, DOME_PALE)


def _frame(size_mm: float) -> list[Point]:
    return [(0.4, 0.4), (size_mm - 0.4, 0.4), (size_mm - 0.4, size_mm - 0.4), (0.4, size_mm - 0.4)]
