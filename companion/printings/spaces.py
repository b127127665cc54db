"""The printed spaces of a board: walls and stars in their tiles' colours, the others plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from companion.boards import Cell
from companion.fields import Point
from companion.printings.canvas import Canvas
from companion.printings.edition import Edition
from companion.printings.inks import Ink, any_ink, drifted, mixed
from companion.printings.presswork import Press, printed_face, stamp
from companion.printings.star_spaces import print_star_space

GREY: Ink = (146, 148, 150)
HOT = 5
"""Every so many spaces of the score track one is printed in another colour."""

FIRST_PLACE = 0.3
"""Share of editions whose first place of the floor line has a colour of its own."""

RELIEF = 0.35
"""Share of editions that print shadows beside spaces, as if these lay deeper or stood out."""


def print_space(canvas: Canvas, press: Press, cell: Cell) -> None:
    """Print one space, as its kind looks."""
    PRINTERS.get(cell.kind, _nothing)(canvas, press.on(cell), cell)


def _nothing(canvas: Canvas, press: Press, cell: Cell) -> None:
    """Leave the paper as it is."""


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
        stamp(canvas, cell, f"{edition.seed} blank", side, ink)


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
        stamp(canvas, cell, f"{edition.seed} line", side, ink)
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
    if cell.col == 0 and edition.chance("first place").random() < FIRST_PLACE:
        _first_place(canvas, edition, (x - d, y - up), (x + d, y + down))
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


def _first_place(canvas: Canvas, edition: Edition, low: Point, high: Point) -> None:
    """Print the first place of the floor line, the marker's own, in a colour of its own."""
    chance = edition.chance("first place look")
    ink = any_ink(chance)
    canvas.box(low, high, mixed(edition.paper, ink, chance.uniform(0.2, 1.0)))
    for _ in range(chance.choice((0, 3, 6))):
        size = chance.uniform(0.05, 0.3) * (high[0] - low[0])
        x, y = (chance.uniform(low[n] + size, high[n] - size) for n in (0, 1))
        other = mixed(ink, chance.choice((edition.paper, any_ink(chance))), chance.uniform(0, 1))
        canvas.disc((x, y), size, mixed(edition.paper, other, chance.uniform(0.2, 1.0)))


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
    "space": print_star_space,
    "corner": _corner,
    "dome": _dome,
    "broken": _field,
    "mark": _field,
    "store": _field,
    "bonus": _bonus,
}
