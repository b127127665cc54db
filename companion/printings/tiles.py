"""The faces of tiles: body, ornament, rim, and what wear and casting leave."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.base import FIRST
from companion.printings.edition import Edition, Piece
from companion.printings.inks import Ink, mixed
from companion.printings.ornaments import Cover, around, ornament

Face = NDArray[np.uint8]
"""A picture (S, S, 3) uint8, blue, green, red."""

SECOND = 0.35
"""How often a tile has a second ornament, in another ink."""

RHOMBUS_REACH = 1.8
"""Width of the picture of a rhombus, in its sides."""

RIMMED = 0.05
"""Width of a rim from which on it belongs to a tile's figure."""

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


@lru_cache(maxsize=256)
def tile_face(edition: Edition, colour: str, side: int) -> Face:
    """Return the top of a tile, ``side`` pixels wide; ``first`` is the starting player marker."""
    piece = edition.pieces[colour]
    levels = painted(piece, side)
    if colour == FIRST:
        levels = _marked(levels, piece, edition.chance("figure"))
    if piece.rim:
        _draw_rim(levels, piece)
    mottle = _mottle(edition.chance(f"mottle {colour}"), side, piece.mottled)
    return np.asarray(np.clip(levels * mottle, 0, 255), np.uint8)


def shaped_face(edition: Edition, colour: str, shape: str, side: int) -> Face:
    """Return the top of a tile of a shape: for a rhombus a square ``RHOMBUS_REACH`` sides wide.

    A rhombus has its figure in the middle of its plain body, so that no corner cuts it off; only
    what has a rim is drawn small enough to keep it.
    """
    face = tile_face(edition, colour, side)
    if shape != "rhombus":
        return face
    piece = edition.pieces[colour]
    inner = side if piece.rim < RIMMED else side // 2
    wide = np.full((2 * side, 2 * side, 3), piece.body, np.uint8)
    start = side - inner // 2
    figure = cv2.resize(face, (inner, inner), interpolation=cv2.INTER_AREA)
    wide[start : start + inner, start : start + inner] = figure
    return wide


def painted(
    piece: Piece, side: int, body: Ink | None = None, ink: Ink | None = None
) -> NDArray[np.float32]:
    """Return body and ornament (S, S, 3) float32, in other colours where they are given."""
    levels = np.empty((side, side, 3), np.float32)
    levels[:] = body or piece.body
    _lay(levels, spanned(piece, side), ink or piece.ink)
    chance = Random(f"{piece.ornament} second")
    if chance.random() < SECOND:
        share = 0.0 if ink is None else 0.5
        _lay(
            levels,
            ornament(f"{piece.ornament} second", side),
            mixed(piece.second, ink or piece.ink, share),
        )
    return levels


def spanned(piece: Piece, side: int) -> Cover:
    """Return a piece's ornament as far as it spans the tile."""
    inner = max(4, round(side * piece.filled))
    cover = np.zeros((side, side), np.float32)
    left = (side - inner) // 2
    cover[left : left + inner, left : left + inner] = ornament(piece.ornament, inner)
    return cover


def _lay(levels: NDArray[np.float32], cover: Cover, ink: Ink) -> None:
    levels += cover[:, :, None] * (np.array(ink, np.float32) - levels)


def _marked(levels: NDArray[np.float32], piece: Piece, chance: Random) -> NDArray[np.float32]:
    """Return a face that is mostly plain, with the figure 1 in its middle."""
    side = levels.shape[0]
    if chance.random() < 0.85:
        levels[:] = piece.body
    picture = np.zeros((side, side), np.uint8)
    if chance.random() < 0.6:
        _draw_ring(picture, chance)
    size = side * chance.uniform(0.3, 0.75)
    font, thick = chance.choice(FONTS), max(1, round(side * chance.uniform(0.025, 0.09)))
    scale = size / 22
    (width, height), _ = cv2.getTextSize("1", font, scale, thick)
    at = (round((side - width) / 2), round((side + height) / 2))
    cv2.putText(picture, "1", at, font, scale, 255, thick, cv2.LINE_AA)
    _lay(levels, np.asarray(picture / 255, np.float32), piece.ink)
    return levels


def _draw_ring(picture: NDArray[np.uint8], chance: Random) -> None:
    """Draw a frame around the figure: round, square or with many corners."""
    side = picture.shape[0]
    corners, radius = chance.choice((4, 8, 12, 48)), side / 2 * chance.uniform(0.6, 0.95)
    turn = np.pi / corners
    points = np.round(np.array(around(corners, radius, turn)) + side / 2).astype(np.int32)
    width = max(1, round(side * chance.uniform(0.01, 0.06)))
    cv2.polylines(picture, [points], True, 255, width, cv2.LINE_AA)


def _draw_rim(levels: NDArray[np.float32], piece: Piece) -> None:
    side = levels.shape[0]
    width = max(1, round(piece.rim * side))
    half = width // 2
    ends = (half, half), (side - 1 - half, side - 1 - half)
    cv2.rectangle(levels, *ends, tuple(float(v) for v in piece.edge), width)


def _mottle(chance: Random, side: int, strength: float) -> NDArray[np.float32]:
    """Return how much lighter or darker (S, S, 1) each place is."""
    noise = np.random.default_rng(chance.getrandbits(32)).normal(0, strength, (6, 6))
    spread = cv2.resize(noise.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(1 + spread[:, :, None], np.float32)
