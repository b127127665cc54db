"""The printed spaces of stars: rhombi in their tiles' colours, and those for any colour."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell
from companion.fields import Point
from companion.games.base import ANY
from companion.printings.canvas import Canvas
from companion.printings.inks import any_ink, mixed
from companion.printings.presswork import Press, printed_face, stamp


def print_star_space(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A space of a star: its colour's look cut to the rhombus, with its number.

    Many printings leave light bands between the rhombi of a star, or print their tips lighter.
    """
    edition, style = press.edition, press.style("space")
    inset, band = style.choice((1.0, style.uniform(0.84, 1.0))), style.uniform(0.2, 1.4)
    around = style.choice((edition.line, mixed(edition.paper, (255, 255, 255), 0.5)))
    outline = _shrunk(cell, inset)
    if cell.colour in (None, ANY):
        _middle(canvas, press, cell, outline)
    else:
        _cut(canvas, press, cell, outline)
    canvas.outline(outline, around, band)
    if style.random() < 0.3:
        second = mixed(around, (0, 0, 0), style.uniform(0.2, 0.8))
        canvas.outline(_shrunk(cell, inset * style.uniform(0.82, 0.95)), second, 0.3 * band)
    _number(canvas, press, cell, style)


def _shrunk(cell: Cell, inset: float) -> list[Point]:
    """Return the outline of a cell drawn in towards its middle."""
    x, y = cell.centre_mm
    return [(x + inset * (px - x), y + inset * (py - y)) for px, py in cell.polygon_mm]


def _middle(canvas: Canvas, press: Press, cell: Cell, outline: Sequence[Point]) -> None:
    """Print a space that any colour may take, with one ornament for all of them or none."""
    edition, chance = press.edition, press.style("middle")
    body = mixed(any_ink(chance), edition.paper, chance.uniform(0, 0.8))
    canvas.polygon(outline, body)
    if chance.random() < 0.6:
        side = max(4, round(chance.uniform(0.4, 0.8) * press.pitch_mm * canvas.scale))
        stamp(canvas, cell, f"{edition.seed} middle", side, mixed(body, any_ink(chance), 0.6))


def _cut(canvas: Canvas, press: Press, cell: Cell, outline: Sequence[Point]) -> None:
    """Lay the look of a space's colour over its rhombus, maybe with lighter tips."""
    side = max(4, round(2.1 * press.board.tile.size_mm * canvas.scale))
    face = _spread_face(press, str(cell.colour), side)
    body = tuple(int(v) for v in face[0, side // 2])
    _lighten_tips(face, press)
    turn = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), -cell.angle_deg, 1.0)
    face = np.asarray(cv2.warpAffine(face, turn, (side, side), borderValue=body), np.uint8)
    points = (np.array(outline) - cell.centre_mm) * canvas.scale + side / 2 - 0.5
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    canvas.paste(face, cell.centre_mm, np.asarray(mask / 255, np.float32))


def _spread_face(press: Press, colour: str, side: int) -> NDArray[np.uint8]:
    """Return a colour's printed look (``side``, ``side``, 3) in the middle of its plain body."""
    figure = press.edition.chance("figure size").uniform(0.4, 0.9)
    inner = max(4, round(side * figure / 2))
    ground = printed_face(press.edition, colour, inner, press.edition.paper)
    face = np.full((side, side, 3), np.median(ground.reshape(-1, 3), axis=0), np.uint8)
    left = (side - inner) // 2
    face[left : left + inner, left : left + inner] = ground
    return face


def _lighten_tips(face: NDArray[np.uint8], press: Press) -> None:
    """Print the ends of a rhombus, which lies along the rows of ``face``, in paler ink."""
    style, side = press.style("tips"), len(face)
    if style.random() < 0.5:
        return
    from_, soft = style.uniform(0.3, 0.75), style.choice((0.02, 0.2))
    reach = press.board.tile.size_mm * 3**0.5 / 2 / (1.05 * press.board.tile.size_mm)
    ends = style.choice((np.abs, np.positive))  # both, or only the one away from the star's middle
    along = ends(np.linspace(-1, 1, side)) / reach
    share = style.uniform(0.15, 0.6) * np.clip((along - from_) / soft, 0, 1)
    pale = np.array(mixed(press.edition.paper, (255, 255, 255), 0.3), np.float32)
    face[:] = face + share[None, :, None] * (pale - face)


def _number(canvas: Canvas, press: Press, cell: Cell, style: Random) -> None:
    """Print a space's number: in its middle or towards one end, maybe on a light round."""
    if cell.number is None:
        return
    (x, y), reach = (
        cell.centre_mm,
        press.board.tile.size_mm * style.choice((0.0, 0.0, 0.35, 0.55, 0.68)),
    )
    angle = np.radians(cell.angle_deg + style.choice((0, 180)))
    at = (x + reach * float(np.cos(angle)), y + reach * float(np.sin(angle)))
    if style.random() < 0.5:
        canvas.disc(at, style.uniform(2.5, 4.5), mixed(press.edition.paper, (255, 255, 255), 0.5))
    ink = style.choice(((36, 36, 40), (240, 240, 240), press.edition.line))
    canvas.text(at, str(cell.number), style.uniform(3, 6.5), ink, style.randrange(0, 5))
