"""Tiles told apart by their outline: where a tile of known shape and size fits the edges.

Touching tiles merge into one patch of colour, but each keeps its own outline, and the size is
known.  So every place and turn is asked how much of the outline runs along an edge; the best fits
are taken one after the other, and none may lie on another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points
from companion.boards import Tile
from companion.boards.outlines import tile_outline
from companion.chosen_numbers import COARSE_SCALE, FITS, FREE_SHARE, STEEP_EDGE

TURN_STEP = 7.5
"""Degrees between turns that are tried; half of it is within the width of an edge."""

PIECE_MM = 2.5
"""Length of the pieces into which outlines are cut."""

PERIODS = {"square": 90.0, "rhombus": 180.0, "round": TURN_STEP}
"""Degrees after which a shape looks the same."""

DIRECTIONS = round(180.0 / TURN_STEP)
"""Directions in half a turn between which edges are told apart."""

FULL = 255
"""What the strongest edge counts in a byte."""


@dataclass(frozen=True)
class Outline:
    """A tile's outline at one turn: pixel offsets (N, 2), the direction across each (N,)."""

    turn: float
    offsets: NDArray[np.int64]
    directions: NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """A tile's place in a crop: its middle in pixels, its turn in degrees."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Scores:
    """How well a tile fits at every place (H, W): outline, share that is new, at which turn."""

    outline: NDArray[np.float32]
    fresh: NDArray[np.float32]
    turns: NDArray[np.uint8]


@lru_cache(maxsize=8)
def outlines(tile: Tile) -> tuple[Outline, ...]:
    """Return the outline of ``tile`` at every turn, as a view shows it."""
    turns = np.arange(0.0, PERIODS[tile.shape], TURN_STEP)
    return tuple(_outline(tile, float(turn)) for turn in turns)


def polygon(tile: Tile, turn: float) -> Points:
    """Return the outline (N, 2) in mm around a tile's middle."""
    spun = np.array(tile_outline(tile.shape, (0.0, 0.0), tile.size_mm, 0.0))
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(spun @ np.array([[c, s], [-s, c]]), float)


@lru_cache(maxsize=8)
def rim_of(tile: Tile, scale: float = COARSE_SCALE) -> int:
    """Return how many pixels around a place a tile's outline may reach."""
    return int(np.ceil(np.linalg.norm(polygon(tile, 0.0), axis=1).max() * scale)) + 1


def edge_maps(lab: NDArray[np.float32], rim: int) -> NDArray[np.uint8]:
    """Return, for every direction, how much of an edge lies across it, from 0 to 255.

    ``lab`` (H, W, 3); of its channels the one that changes most at a place is looked at.  What is
    returned (D, H + 2 rim, W + 2 rim) has an empty rim; a large patch has large maps, so bytes
    must do.
    """
    smooth = cv2.GaussianBlur(lab, (3, 3), 0)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.25)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.25)
    most = (across * across + down * down).argmax(axis=2)[..., None]
    dx = np.take_along_axis(across, most, 2)[..., 0] / STEEP_EDGE
    dy = np.take_along_axis(down, most, 2)[..., 0] / STEEP_EDGE
    height, width = dx.shape
    maps = np.zeros((DIRECTIONS, height + 2 * rim, width + 2 * rim), np.uint8)
    for i, angle in enumerate(np.arange(DIRECTIONS) * np.pi / DIRECTIONS):
        slope = np.abs(dx * np.float32(np.cos(angle)) + dy * np.float32(np.sin(angle)))
        strength = 0.5 * np.minimum(slope, 1.0) + 0.5 * np.minimum(slope / 5.0, 1.0)
        thin = (strength * FULL + 0.5).astype(np.uint8)
        maps[i, rim : rim + height, rim : rim + width] = cv2.dilate(thin, np.ones((3, 3), np.uint8))
    return maps


def fit_scores(edges: NDArray[np.uint8], new: NDArray[np.uint8], tile: Tile) -> Scores:
    """Return how well a tile fits at every place, whichever way it lies.

    ``edges`` (D, H + 2 rim, W + 2 rim) with ``rim_of`` the tile; ``new`` (H / 2, W / 2) is 1 where
    something new lies; a tile covers nothing else.
    """
    rim = rim_of(tile)
    height, width = edges.shape[1] - 2 * rim, edges.shape[2] - 2 * rim
    best, share = np.zeros((2, height, width), np.float32)
    turns = np.zeros((height, width), np.uint8)
    for number, outline in enumerate(outlines(tile)):
        edged = _outlined(edges, outline, rim)
        whole = body(tile, outline.turn, COARSE_SCALE / 2).astype(np.float32)
        stamp = np.asarray(whole / whole.sum())
        fresh = cv2.filter2D(new, cv2.CV_32F, stamp, borderType=cv2.BORDER_CONSTANT)
        covered = np.asarray(cv2.resize(fresh, (width, height)), np.float32)
        better = edged + covered > best + share
        best[better], share[better], turns[better] = edged[better], covered[better], number
    return Scores(best, share, turns)


def _outlined(edges: NDArray[np.uint8], outline: Outline, rim: int) -> NDArray[np.float32]:
    """Return which part (H, W), 0 to 1, of an outline around each place runs along edges."""
    height, width = edges.shape[1] - 2 * rim, edges.shape[2] - 2 * rim
    total = np.zeros((height, width), np.uint16)
    for (dx, dy), direction in zip(outline.offsets + rim, outline.directions, strict=True):
        total += edges[direction, dy : dy + height, dx : dx + width]
    return np.asarray(total / np.float32(FULL * len(outline.offsets)), np.float32)


def choose(scores: Scores, new: NDArray[np.uint8], tile: Tile) -> tuple[Fit, ...]:
    """Take the best fits one after the other that do not lie on one another.

    ``new`` (H, W) is where a tile may lie.
    """
    fits_here = (scores.outline >= FITS) & (scores.fresh >= FREE_SHARE)
    left = np.where(fits_here, scores.outline + scores.fresh, 0.0).astype(np.float32)
    open_ = new.copy()
    near = round(tile.size_mm * COARSE_SCALE / 2)
    fits: list[Fit] = []
    while True:
        _, best, _, (x, y) = cv2.minMaxLoc(left)
        if best <= 0:
            return tuple(fits)
        outline = outlines(tile)[scores.turns[y, x]]
        if _take(open_, tile, (x, y), outline.turn):
            fits.append(Fit(float(x), float(y), outline.turn))
            cv2.circle(left, (x, y), near, 0.0, -1)
        else:
            left[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2] = 0.0


def _take(open_: NDArray[np.uint8], tile: Tile, at: tuple[int, int], turn: float) -> bool:
    """Take a tile's body out of what is still open, unless too little of it is."""
    rim = rim_of(tile)
    left, above = max(rim - at[0], 0), max(rim - at[1], 0)
    around = open_[at[1] - rim + above : at[1] + rim + 1, at[0] - rim + left : at[0] + rim + 1]
    height, width = around.shape
    own = body(tile, turn)[above : above + height, left : left + width]
    if np.count_nonzero(own & around) < FREE_SHARE * np.count_nonzero(own):
        return False
    around[own > 0] = 0
    return True


def _outline(tile: Tile, turn: float) -> Outline:
    corners = polygon(tile, turn)
    places, directions = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side = end - start
        length = float(np.linalg.norm(side))
        count = max(1, round(length / PIECE_MM))
        along = (np.arange(count) + 0.5) / count
        places.append((start + along[:, None] * side) * COARSE_SCALE)
        across = np.arctan2(side[0], -side[1]) * DIRECTIONS / np.pi
        directions += [round(across) % DIRECTIONS] * count
    return Outline(turn, np.concatenate(places).round().astype(int), np.array(directions))


@lru_cache(maxsize=128)
def body(tile: Tile, turn: float = 0.0, scale: float = COARSE_SCALE) -> NDArray[np.uint8]:
    """Return a picture, ``rim_of`` the tile to each side of its middle, in which its body is 1."""
    rim = rim_of(tile, scale)
    picture = np.zeros((2 * rim + 1, 2 * rim + 1), np.uint8)
    corners = polygon(tile, turn) * scale + rim
    cv2.fillPoly(picture, [corners.round().astype(np.int32)], 1)
    return picture
