"""The printed spaces of a board: walls and stars in their tiles' colours, the others plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.fields import Point
from companion.printings.canvas import Canvas
from companion.printings.edition import Edition
from companion.printings.inks import Ink, any_ink, drifted, mixed
from companion.printings.ornaments import ornament
from companion.printings.tiles import Face, painted

ANY = "any"
GREY: Ink = (146, 148, 150)
HOT = 5
"""Every so many spaces of the score track one is printed in another colour."""


PRESSED = (0.015, 0.06)
"""Deviation of hue and lightness between a tile's resin and the ink that is to look like it."""

RELIEF = 0.35
"""Share of editions that print shadows beside spaces, as if these lay deeper or stood out."""


@dataclass(frozen=True)
class Press:
    """What spaces are printed with: an edition, for one board."""

    edition: Edition
    board: Board

    @property
    def pitch_mm(self) -> float:
        """Width of a space for a tile."""
        return self.board.tile.size_mm * 1.07

    def style(self, kind: str) -> Random:
        """Return what draws the style of a kind of spaces: all of a kind are alike."""
        return self.edition.chance(f"style {kind}")


@lru_cache(maxsize=128)
def printed_face(edition: Edition, colour: str, side: int, paper: Ink) -> Face:
    """Return the printed look of a space for tiles of ``colour``, (``side``, ``side``, 3)."""
    piece, chance = edition.pieces[colour], edition.chance(f"print {colour}")
    share = max(0.0, edition.fade + chance.gauss(0, 0.05))
    body, ink = (drifted(each, chance, *PRESSED) for each in (piece.body, piece.ink))
    body = mixed(_dulled(body, edition.dull), paper, share)
    body = mixed(body, (0, 0, 0), max(0.0, chance.gauss(0.0, 0.08)))
    ink = mixed(ink, paper, min(0.9, edition.ink_fade * chance.uniform(0.7, 1.3)))
    if edition.manner == "plain":
        levels = np.full((side, side, 3), body, np.float32)
    elif edition.manner == "other":
        levels = np.full((side, side, 3), body, np.float32)
        cover = ornament(f"{piece.ornament} print", side)
        levels += cover[:, :, None] * (np.array(ink, np.float32) - levels)
    elif edition.manner == "icon":
        levels = np.full((side, side, 3), mixed(paper, body, chance.uniform(0.1, 0.4)), np.float32)
        cover = _grown_figure(f"{piece.ornament} icon", side)
        levels += cover[:, :, None] * (np.array(body, np.float32) - levels)
    else:
        levels = painted(piece, side, body, ink)
    return np.clip(levels, 0, 255).astype(np.uint8)


def clipped_disc(side: int) -> NDArray[np.float32]:
    """Return a round mask (``side``, ``side``) from 0 to 1."""
    mask = np.zeros((side, side), np.uint8)
    middle = round((side / 2 - 0.5) * 16)
    cv2.circle(mask, (middle, middle), side * 8, 255, -1, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def print_space(canvas: Canvas, press: Press, cell: Cell) -> None:
    """Print one space, as its kind looks."""
    PRINTERS.get(cell.kind, _nothing)(canvas, press, cell)


def _nothing(canvas: Canvas, press: Press, cell: Cell) -> None:
    """Leave the paper as it is."""


def _dulled(ink: Ink, share: float) -> Ink:
    grey = round(sum(ink) / 3)
    return mixed(ink, (grey, grey, grey), min(share, 0.8))


def _grown_figure(seed: str, side: int) -> NDArray[np.float32]:
    """Return a small figure in the middle of a space."""
    inner = max(4, round(0.6 * side))
    cover = np.zeros((side, side), np.float32)
    left = (side - inner) // 2
    found = np.maximum(ornament(seed, inner), clipped_disc(inner) * (Random(seed).random() < 0.5))
    cover[left : left + inner, left : left + inner] = found * clipped_disc(inner)
    return cover


def _square(cell: Cell, side: float) -> list[tuple[float, float]]:
    (x, y), d = cell.centre_mm, side / 2
    return [(x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d)]


def _wall(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A wall space: its colour's look, or grey on the one-colour side."""
    edition, style = press.edition, press.style("wall")
    ground = mixed(edition.paper, edition.line, style.choice((0.0, 0.2, 0.6)))
    side_mm = press.pitch_mm * edition.inset
    if style.random() < 0.6:
        canvas.polygon(_square(cell, press.pitch_mm * 1.02), ground)
    print_relief(canvas, press.edition, cell, side_mm)
    if cell.colour is None:
        _blank(canvas, press, cell, side_mm, style)
    else:
        side = max(4, round(side_mm * canvas.scale))
        canvas.paste(printed_face(edition, cell.colour, side, edition.paper), cell.centre_mm)
    if edition.border_mm:
        canvas.outline(_square(cell, side_mm), edition.line, edition.border_mm)


def print_relief(canvas: Canvas, edition: Edition, cell: Cell, side_mm: float) -> None:
    """Print a soft shadow beside a space, where an edition has such: no tile throws it."""
    chance = edition.chance(f"relief {cell.kind}")
    if chance.random() > RELIEF:
        return
    way, wide_mm = chance.uniform(0, 2 * np.pi), chance.uniform(0.4, 2.5)
    ink = mixed(edition.line, (0, 0, 0), chance.uniform(0, 0.6))
    deep, x, y = chance.uniform(0.3, 0.9), *cell.centre_mm
    for share in (1.0, 0.75, 0.5, 0.25):
        off = share * wide_mm
        middle = (x + off * float(np.cos(way)), y + off * float(np.sin(way)))
        shadow = mixed(edition.paper, ink, deep * (1.1 - share))
        canvas.polygon(_square(replace(cell, centre_mm=middle), side_mm), shadow)


def _blank(canvas: Canvas, press: Press, cell: Cell, side_mm: float, style: Random) -> None:
    """Print a space of the one-colour side, maybe with the same ornament everywhere."""
    edition = press.edition
    grey = mixed(drifted(GREY, style, light=0.3), edition.paper, style.uniform(0, 0.7))
    canvas.polygon(_square(cell, side_mm), grey)
    if style.random() < 0.5:
        side = max(4, round(side_mm * canvas.scale))
        ink = mixed(grey, style.choice(((0, 0, 0), (255, 255, 255), any_ink(style))), 0.35)
        _stamp(canvas, cell, f"{edition.seed} blank", side, ink)


def _stamp(canvas: Canvas, cell: Cell, seed: str, side: int, ink: Ink) -> None:
    face = np.full((side, side, 3), ink, np.uint8)
    canvas.paste(face, cell.centre_mm, ornament(seed, side))


def _line(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A space of a pattern line: framed, sunken, patterned or nearly nothing."""
    edition, style = press.edition, press.style("line")
    fill = mixed(
        edition.paper,
        style.choice(((255, 255, 255), (0, 0, 0), any_ink(style))),
        style.uniform(0, 0.4),
    )
    line, width = mixed(edition.line, edition.paper, style.uniform(0, 0.5)), style.uniform(0.2, 1.6)
    side_mm = press.pitch_mm * style.uniform(0.85, 1.03)
    round_ = press.board.tile.shape == "round" or style.random() < 0.08
    if not round_:
        print_relief(canvas, press.edition, cell, side_mm)
    _ground(canvas, cell, side_mm, fill, line, width, round_=round_)
    if style.random() < 0.3:
        side = max(4, round(side_mm * style.uniform(0.4, 1.0) * canvas.scale))
        ink = mixed(fill, any_ink(style), style.uniform(0.1, 0.6))
        _stamp(canvas, cell, f"{edition.seed} line", side, ink)
    if cell.col == 0:
        _arrow(canvas, press, cell, style)


def _ground(
    canvas: Canvas, cell: Cell, side_mm: float, fill: Ink, line: Ink, width: float, *, round_: bool
) -> None:
    if round_:
        canvas.disc(cell.centre_mm, side_mm / 2, fill)
        canvas.disc(cell.centre_mm, side_mm / 2, line, width)
        return
    canvas.polygon(_square(cell, side_mm), fill)
    canvas.outline(_square(cell, side_mm), line, width)


def _arrow(canvas: Canvas, press: Press, cell: Cell, style: Random) -> None:
    """Print the arrow that leads from a pattern line to its wall row."""
    (x, y), size = cell.centre_mm, press.board.tile.size_mm * style.uniform(0.1, 0.26)
    x += press.pitch_mm * 0.52
    ink = mixed(edition_ink(press.edition), (0, 0, 0), style.uniform(0, 0.8))
    canvas.polygon([(x, y - size), (x + size, y), (x, y + size)], ink)


def edition_ink(edition: Edition) -> Ink:
    """Return the ink of an edition's lines and words."""
    return edition.line


def _floor(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A place of the floor line: a panel, often under an arch, its minus points above."""
    edition, style = press.edition, press.style("floor")
    (x, y), d = cell.centre_mm, press.pitch_mm / 2 * style.uniform(0.9, 1.08)
    fill = mixed(
        edition.paper, style.choice(((255, 255, 255), any_ink(style))), style.uniform(0, 0.6)
    )
    line, width = mixed(edition.frame, (0, 0, 0), style.uniform(0, 0.5)), style.uniform(0.3, 1.8)
    up, down = d * style.uniform(0.9, 1.3), d * style.uniform(0.9, 1.3)
    box = [(x - d, y - up), (x + d, y - up), (x + d, y + down), (x - d, y + down)]
    canvas.polygon(box, fill)
    if style.random() < 0.5:
        arch = [
            (x + d * np.cos(a), y - up - 0.6 * d * np.sin(a)) for a in np.linspace(0, np.pi, 12)
        ]
        canvas.polygon(arch, mixed(edition.frame, edition.paper, style.uniform(0, 0.5)))
        canvas.outline(arch, line, width)
    canvas.outline(box, line, width)
    if cell.value is not None:
        ink = style.choice(((40, 40, 46), (40, 40, 170), edition.line))
        above = y - up * style.uniform(0.7, 1.2)
        canvas.text(
            (x, above), str(cell.value), style.uniform(2.5, 4.5), ink, style.randrange(0, 5)
        )


def _track(canvas: Canvas, press: Press, cell: Cell) -> None:
    edition, style = press.edition, press.style("track")
    hot = (cell.value or 0) % HOT == 0
    ink = (
        drifted((50, 140, 226), style)
        if hot
        else mixed(edition.paper, (244, 240, 240), style.uniform(0, 0.9))
    )
    canvas.polygon(cell.polygon_mm, ink)
    canvas.outline(cell.polygon_mm, mixed(edition.line, (70, 44, 40), 0.5), style.uniform(0.2, 0.5))
    if hot or style.random() < 0.4:
        canvas.text(cell.centre_mm, str(cell.value), style.uniform(2.5, 5), edition.line)


def _slider(canvas: Canvas, press: Press, cell: Cell) -> None:
    edition, style = press.edition, press.style("slider")
    canvas.polygon(cell.polygon_mm, mixed(edition.paper, (255, 255, 255), style.uniform(0, 0.8)))
    canvas.outline(cell.polygon_mm, edition.line, style.uniform(0.2, 0.6))
    canvas.text(cell.centre_mm, str(cell.value), style.uniform(3, 5.5), edition.line)


def _star_space(canvas: Canvas, press: Press, cell: Cell) -> None:
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
        _stamp(canvas, cell, f"{edition.seed} middle", side, mixed(body, any_ink(chance), 0.6))


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


def _corner(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A place for a kept tile."""
    edition, style = press.edition, press.style("corner")
    ground = mixed(any_ink(style), edition.paper, style.uniform(0.3, 1.0))
    if style.random() < 0.5:
        canvas.disc(cell.centre_mm, press.pitch_mm * 1.1, mixed(edition.frame, edition.paper, 0.3))
    canvas.polygon(cell.polygon_mm, mixed(ground, (255, 255, 255), style.uniform(0, 0.6)))
    canvas.outline(cell.polygon_mm, edition.line, style.uniform(0.3, 1.4))


def _dome(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A place under a dome tile: hardly anything, or a round."""
    edition, style = press.edition, press.style("dome")
    fill = mixed(edition.paper, any_ink(style), style.uniform(0.0, 0.3))
    line = mixed(edition.line, edition.paper, style.uniform(0.2, 0.8))
    _ground(
        canvas,
        cell,
        press.pitch_mm,
        fill,
        line,
        style.uniform(0.2, 0.7),
        round_=style.random() < 0.4,
    )


def _field(canvas: Canvas, press: Press, cell: Cell) -> None:
    """A field for broken tiles, the starting tile or a chip."""
    edition, style = press.edition, press.style(cell.kind)
    fill = mixed(edition.paper, any_ink(style), style.uniform(0.0, 0.7))
    round_ = style.random() < 0.5
    _ground(
        canvas, cell, press.pitch_mm, fill, edition.line, style.uniform(0.2, 1.2), round_=round_
    )
    if cell.value is not None:
        at = (cell.centre_mm[0], cell.centre_mm[1] - style.choice((0.0, 0.6)) * press.pitch_mm)
        canvas.text(at, str(cell.value), style.uniform(3, 5), edition.line)


def _bonus(canvas: Canvas, press: Press, cell: Cell) -> None:
    canvas.text(cell.centre_mm, str(cell.value), 5, press.edition.line)


PRINTERS: Mapping[str, Callable[[Canvas, Press, Cell], None]] = {
    "wall": _wall,
    "line": _line,
    "floor": _floor,
    "track": _track,
    "slider": _slider,
    "space": _star_space,
    "corner": _corner,
    "dome": _dome,
    "broken": _field,
    "mark": _field,
    "store": _field,
    "bonus": _bonus,
}
