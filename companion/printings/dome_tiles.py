"""The printed faces of Duel's dome tiles: small pictures of tiles, and spaces that take any.

No two editions mark their spaces alike.  A colour's space is a disc that looks like its tile, or a
figure in its colour on a pale round; a space for any tile has all colours, in a wheel, a ring, a
wreath of dots or a figure; one for a special tile is pale, with a line or a figure or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.fields import Point
from companion.games.base import ANY, FIRST, SPECIAL
from companion.printings.canvas import Canvas
from companion.printings.edition import Edition
from companion.printings.inks import Ink, drifted, mixed
from companion.printings.presswork import clipped_disc, printed_face


def dome_face(
    edition: Edition, size_mm: float, spaces: Sequence[str | None], scale: float
) -> Image:
    """Return the face of one of Duel's dome tiles, ``spaces`` as it lies."""
    chance = edition.chance("dome tiles")
    paper = drifted((202, 220, 228), chance, light=0.06)
    line, width = edition.line, chance.uniform(0.2, 1.0)
    canvas = Canvas((size_mm, size_mm), scale, paper)
    canvas.mottle(chance.getrandbits(32), 4, 6)
    rim = chance.choice((0.0, chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)))
    radius = size_mm * chance.uniform(0.18, 0.23)
    printer = _SpacePrinter(canvas, edition, radius, paper)
    for n, space in enumerate(spaces):
        centre = (size_mm * (0.25 + 0.5 * (n % 2)), size_mm * (0.25 + 0.5 * (n // 2)))
        printer.print(centre, space or SPECIAL)
        if rim:
            canvas.disc(centre, radius, line, rim)
    edge = [(0.3, 0.3), (size_mm - 0.3, 0.3), (size_mm - 0.3, size_mm - 0.3), (0.3, size_mm - 0.3)]
    canvas.outline(edge, line, width)
    return canvas.blurred()


class _SpacePrinter:
    """Prints the spaces of an edition's dome tiles, all in its one manner."""

    def __init__(self, canvas: Canvas, edition: Edition, radius: float, paper: Ink) -> None:
        """Choose the manner; ``radius`` of a space in mm, ``paper`` what it is printed on."""
        chance = edition.chance("dome space")
        self._canvas, self._edition, self._radius = canvas, edition, radius
        self._ground = drifted((208, 228, 238), chance, light=0.05) if _half(chance) else None
        self._paper = self._ground or paper
        self._fade = chance.uniform(0, 0.55)
        self._figured = chance.random() < (0.8 if self._ground else 0.1)
        self._size = chance.uniform(0.38, 0.9)
        self._plain = _half(chance)
        self._alike = _half(chance)

    def print(self, centre: Point, space: str) -> None:
        """Print one space: for a colour, for any tile or for a special one."""
        if self._ground:
            self._canvas.disc(centre, self._radius, self._ground)
        if space == ANY:
            self._any(centre)
        elif space == SPECIAL:
            self._special(centre)
        elif self._figured:
            self._figure(centre, space)
        else:
            side = self._side(1.0)
            face = printed_face(self._edition, space, side, self._paper)
            self._canvas.paste(face, centre, clipped_disc(side))

    def _figure(self, centre: Point, colour: str) -> None:
        """Print a small figure in a colour: its tile's look cut out, or plain with an eye."""
        shape = "figure" if self._alike else f"figure {colour}"
        chance = self._edition.chance(f"dome {shape}")
        if not self._plain:
            side = self._side(self._size)
            face = printed_face(self._edition, colour, side, self._paper)
            self._canvas.paste(face, centre, _mask(_star(side / 2, chance), side))
            return
        piece, reach = self._edition.pieces[colour], self._size * self._radius
        outline = _star(reach, chance) + np.array(centre)
        self._canvas.polygon(_points(outline), mixed(piece.body, self._paper, self._fade))
        eye = reach * chance.uniform(0.2, 0.55)
        self._canvas.disc(centre, eye, mixed(piece.ink, self._paper, self._fade))

    def _any(self, centre: Point) -> None:
        """Print the space for any tile: all colours, each as often as the others."""
        chance = self._edition.chance("dome any")
        names = [name for name in self._edition.pieces if name not in (FIRST, SPECIAL)]
        chance.shuffle(names)
        bodies = [self._edition.pieces[name].body for name in names]
        inks = [mixed(body, self._paper, self._fade) for body in bodies]
        start = chance.choice((0.0, chance.uniform(0, 2 * np.pi)))
        manner = chance.choice(("wheel", "ring", "ring", "wreath", "figure"))
        if manner == "wreath":
            self._wreath(centre, inks, start, chance)
        elif manner == "figure":
            reach = self._radius * chance.uniform(0.45, 1.0)
            self._sectors(centre, inks, start, np.zeros(2), _star(reach, chance))
        else:
            high = chance.uniform(0.65, 1.0)
            low = 0.0 if manner == "wheel" else high - chance.uniform(0.1, 0.4)
            radii = self._radius * np.array((low, high))
            self._sectors(centre, inks, start, radii, None)
        if manner == "wheel" and chance.random() < 0.3:
            self._canvas.disc(centre, self._radius * chance.uniform(0.15, 0.5), self._paper)

    def _wreath(self, centre: Point, inks: list[Ink], start: float, chance: Random) -> None:
        """Print a dot or small figure of each colour around the middle."""
        away, reach = (self._radius * chance.uniform(*each) for each in ((0.45, 0.7), (0.15, 0.3)))
        round_, shape = _half(chance), _star(reach, chance)
        for n, ink in enumerate(inks):
            angle = start + n * 2 * np.pi / len(inks)
            at = (centre[0] + away * np.cos(angle), centre[1] + away * np.sin(angle))
            if round_:
                self._canvas.disc(at, reach, ink)
            else:
                self._canvas.polygon(_points(shape + np.array(at)), ink)

    def _sectors(
        self,
        centre: Point,
        inks: list[Ink],
        start: float,
        radii: NDArray[np.float64],
        star: NDArray[np.float64] | None,
    ) -> None:
        """Print a sector in each ink, between two ``radii`` or out to the outline of a ``star``."""
        steps = 24
        for n, ink in enumerate(inks):
            angles = start + np.linspace(n, n + 1, steps + 1) * 2 * np.pi / len(inks)
            rays = np.column_stack((np.cos(angles), np.sin(angles)))
            far = radii[1] if star is None else _reach(star, angles)[:, None]
            outline = np.vstack((rays * far, rays[::-1] * radii[0])) + np.array(centre)
            self._canvas.polygon(_points(outline), ink)

    def _special(self, centre: Point) -> None:
        """Print the space for a special tile: pale, with its ink in a line, a figure or nowhere."""
        chance = self._edition.chance("dome special")
        canvas, radius = self._canvas, self._radius
        if chance.random() < 0.7:
            canvas.disc(centre, radius, drifted((226, 234, 238), chance, light=0.04))
        ink = mixed(self._edition.pieces[SPECIAL].ink, (220, 225, 230), chance.uniform(0, 0.5))
        manner = chance.choice(("nothing", "edge", "ring", "figure", "face"))
        if manner in ("edge", "ring"):
            share = 1.0 if manner == "edge" else chance.uniform(0.5, 0.9)
            canvas.disc(centre, radius * share, ink, chance.uniform(0.4, 1.6))
        elif manner == "figure":
            outline = _points(_star(radius * chance.uniform(0.3, 0.8), chance) + np.array(centre))
            if _half(chance):
                canvas.polygon(outline, ink)
            else:
                canvas.outline(outline, ink, chance.uniform(0.3, 1.0))
        elif manner == "face":
            side = self._side(chance.uniform(0.6, 1.0))
            face = printed_face(self._edition, SPECIAL, side, self._paper)
            canvas.paste(face, centre, clipped_disc(side))

    def _side(self, share: float) -> int:
        """Return the side in pixels of a picture that spans a ``share`` of a space."""
        return max(4, round(2 * self._radius * self._canvas.scale * share))


def _half(chance: Random) -> bool:
    return chance.random() < 0.5


def _star(reach: float, chance: Random) -> NDArray[np.float64]:
    """Return the outline (M, 2) of a star around the origin, with few or many points."""
    count, deep, turn = chance.randrange(4, 10), chance.uniform(0.45, 0.95), chance.uniform(0, 1)
    turns = turn + np.arange(2 * count) * np.pi / count
    radii = np.where(np.arange(2 * count) % 2, deep, 1.0) * reach
    return np.column_stack((radii * np.cos(turns), radii * np.sin(turns)))


def _reach(star: NDArray[np.float64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far a star reaches from its middle in some directions."""
    corners = np.unwrap(np.arctan2(star[:, 1], star[:, 0]))
    radii = np.linalg.norm(star, axis=1)
    return np.asarray(np.interp(angles, corners, radii, period=2 * np.pi))


def _mask(outline: NDArray[np.float64], side: int) -> NDArray[np.float32]:
    """Return what of a picture (S, S) lies inside an outline around its middle."""
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [np.round(outline + side / 2).astype(np.int32)], 255, cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def _points(outline: NDArray[np.float64]) -> list[Point]:
    return [(float(x), float(y)) for x, y in outline]
