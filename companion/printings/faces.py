"""The printed face of a board."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from companion.arrays import Image
from companion.boards import Board
from companion.fields import Point
from companion.printings.canvas import Canvas
from companion.printings.edition import Edition
from companion.printings.inks import any_ink, drifted, mixed
from companion.printings.presswork import Press
from companion.printings.spaces import print_space

AGED = 0.3
"""Share of editions that are printed as if they were old."""

WORDS = ("AZUL", "LISBOA", "DUEL", "MINI", "SUMMER", "1584", "PORTO")


def board_face(edition: Edition, board: Board, scale: float) -> Image:
    """Return the face of a board (H, W, 3) uint8 BGR, ``scale`` pixels per millimetre."""
    chance = edition.chance("face")
    canvas = Canvas(board.size_mm, scale, edition.paper)
    canvas.mottle(chance.getrandbits(32), chance.uniform(2, 9), chance.uniform(12, 60))
    _crack(canvas, board.size_mm, edition, chance)
    _adorn(canvas, board, edition, chance)
    press = Press(edition, board)
    for cell in board.cells:
        print_space(canvas, press, cell)
    for ornament in board.ornaments:
        _print_ornament(canvas, ornament.polygon_mm, edition.chance(ornament.kind), edition)
    _frame(canvas, board.size_mm, edition, chance)
    _age(canvas, edition)
    canvas.mottle(chance.getrandbits(32), chance.uniform(1, 4), chance.uniform(1.2, 4))
    return canvas.blurred()


def _frame(canvas: Canvas, size_mm: Point, edition: Edition, chance: Random) -> None:
    """Lay a border of small tiles around the board, or a plain one, or none."""
    width, height = size_mm
    deep = min(size_mm) * chance.uniform(0.015, 0.045)
    if chance.random() < 0.1:
        return
    step = deep * chance.uniform(1.2, 3.5)
    jitter = chance.choice((0.0, 0.2, 0.4))
    for side in range(4):
        along = (width, height)[side % 2]
        for n in range(round(along / step)):
            ink = drifted(edition.frame, chance, 0.02, jitter)
            a, b = n * step, min((n + 0.94) * step, along)
            low, high = (0.0, deep) if side in (0, 3) else ((height, width)[side % 2] - deep,) * 2
            high = low + deep
            box = ((a, low), (b, high)) if side % 2 == 0 else ((low, a), (high, b))
            canvas.box(*box, ink)
    inner = [
        (deep, deep),
        (width - deep, deep),
        (width - deep, height - deep),
        (deep, height - deep),
    ]
    canvas.outline(inner, mixed(edition.frame, (0, 0, 0), 0.5), chance.uniform(0.3, 1.2))


def _adorn(canvas: Canvas, board: Board, edition: Edition, chance: Random) -> None:
    """Print fields, cartouches, arcs and words where they happen to lie: never two boards alike."""
    width, height = board.size_mm
    tracks = board.of_kind("track", "slider")
    if tracks:
        low = max(y for cell in tracks for _, y in cell.polygon_mm) + chance.uniform(0, 5)
        canvas.box(
            (0, 0), (width, low), mixed(edition.frame, edition.paper, chance.uniform(0, 0.7))
        )
    for _ in range(chance.randrange(0, 5)):
        ink = mixed(any_ink(chance), edition.paper, chance.uniform(0.2, 0.9))
        centre = (chance.uniform(0, width), chance.uniform(0, height))
        reach = chance.uniform(5, 60)
        wide = chance.choice((0.0, chance.uniform(0.4, 3)))
        if chance.random() < 0.5:
            canvas.disc(centre, reach, ink, wide)
        else:
            corner = (centre[0] + reach, centre[1] + chance.uniform(5, 50))
            canvas.box(centre, corner, ink)
    if chance.random() < 0.6:
        at = (chance.uniform(0.1, 0.5) * width, chance.uniform(0.3, 0.9) * height)
        words, font = chance.choice(WORDS), chance.randrange(0, 5)
        canvas.text(at, words, chance.uniform(5, 14), edition.frame, font)


def _age(canvas: Canvas, edition: Edition) -> None:
    """Stain what is printed as old parchment is, here and there: some spaces, not others."""
    chance = edition.chance("age")
    if chance.random() < AGED:
        ink = drifted((110, 190, 235), chance, light=0.15)
        share, grain = chance.uniform(0.05, 0.4), chance.uniform(6, 30)
        canvas.stain(chance.getrandbits(32), ink, share, grain)


def _crack(canvas: Canvas, size_mm: Point, edition: Edition, chance: Random) -> None:
    """Draw hair cracks or veins, as in old plaster and marble."""
    ink = mixed(edition.paper, (60, 80, 100), chance.uniform(0.05, 0.4))
    for _ in range(chance.choice((0, 0, 10, 40))):
        x, y = (chance.uniform(0, side) for side in size_mm)
        points = [(x, y)]
        for _ in range(chance.randrange(2, 7)):
            x, y = x + chance.gauss(0, 4), y + chance.gauss(0, 4)
            points.append((x, y))
        canvas.line(points, ink, 0.25)


def _print_ornament(
    canvas: Canvas, outline: Sequence[Point], chance: Random, edition: Edition
) -> None:
    """Print an ornament between the spaces (Summer Pavilion): a field with a figure in it."""
    canvas.polygon(outline, mixed(any_ink(chance), edition.paper, chance.uniform(0.3, 0.9)))
    middle = (float(np.mean([x for x, _ in outline])), float(np.mean([y for _, y in outline])))
    canvas.disc(middle, chance.uniform(2, 6), any_ink(chance), chance.choice((0.0, 1.0)))
    canvas.outline(outline, edition.line, chance.uniform(0.2, 0.8))
