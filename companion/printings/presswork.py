"""What a space for tiles of a colour looks like in print: like the tile, but never just so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.printings.canvas import Canvas
from companion.printings.edition import Edition, Piece, twin_of
from companion.printings.inks import Ink, drifted, mixed
from companion.printings.ornaments import ornament
from companion.printings.tiles import Face, painted

PRESSED = (0.015, 0.06)
"""Deviation of hue and lightness between a tile's resin and the ink that is to look like it."""

UNEVEN, STRONG = 0.15, 0.15
"""Share of editions that print unevenly, and of their spaces that are as strong as their tiles."""


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

    def on(self, cell: Cell) -> Press:
        """Return what one space is printed with: uneven editions print some more strongly."""
        uneven = self.edition.chance("uneven").random() < UNEVEN
        if uneven and self.edition.chance(f"uneven {cell.id}").random() < STRONG:
            return Press(twin_of(self.edition), self.board)
        return self


@lru_cache(maxsize=128)
def printed_face(edition: Edition, colour: str, side: int, paper: Ink) -> Face:
    """Return the printed look of a space for tiles of ``colour``, (``side``, ``side``, 3)."""
    piece, chance = edition.pieces[colour], edition.chance(f"print {colour}")
    body, ink = _pressed(edition, piece, paper, chance)
    if edition.manner == "same":
        levels = painted(piece, side, body, ink)
    elif edition.manner == "icon":
        pale = mixed(paper, body, chance.uniform(0.1, 0.4))
        levels = _covered(pale, body, _grown_figure(f"{piece.ornament} icon", side))
    elif edition.manner == "other":
        levels = _covered(body, ink, ornament(f"{piece.ornament} print", side))
    else:
        levels = np.full((side, side, 3), body, np.float32)
    return np.clip(levels, 0, 255).astype(np.uint8)


def _pressed(edition: Edition, piece: Piece, paper: Ink, chance: Random) -> tuple[Ink, Ink]:
    """Return a piece's body and the ink of its ornament as they are printed on ``paper``."""
    astray = edition.astray
    share = max(0.0, edition.fade + astray * chance.gauss(0, 0.05))
    inks = [drifted(each, chance, *PRESSED) for each in (piece.body, piece.ink)]
    body, ink = inks if astray else (piece.body, piece.ink)
    body = mixed(_dulled(body, edition.dull), paper, share)
    body = mixed(body, (0, 0, 0), max(0.0, astray * chance.gauss(0.0, 0.08)))
    return body, mixed(ink, paper, min(0.9, edition.ink_fade * chance.uniform(0.7, 1.3)))


def _covered(body: Ink, ink: Ink, cover: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a body (S, S, 3) with ink where ``cover`` (S, S) is 1."""
    levels = np.full((*cover.shape, 3), body, np.float32)
    return np.asarray(levels + cover[:, :, None] * (np.array(ink, np.float32) - levels), np.float32)


def clipped_disc(side: int) -> NDArray[np.float32]:
    """Return a round mask (``side``, ``side``) from 0 to 1."""
    mask = np.zeros((side, side), np.uint8)
    middle = round((side / 2 - 0.5) * 16)
    cv2.circle(mask, (middle, middle), side * 8, 255, -1, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def stamp(canvas: Canvas, cell: Cell, seed: str, side: int, ink: Ink) -> None:
    """Print the ornament of a ``seed``, ``side`` pixels wide, in the middle of a space."""
    face = np.full((side, side, 3), ink, np.uint8)
    canvas.paste(face, cell.centre_mm, ornament(seed, side))


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
