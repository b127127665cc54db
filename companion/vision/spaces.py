"""The spaces of dome tiles that were never seen bare: what is printed there, is a tile on it?

Dome tiles are printed in the colours of the tiles, paler by so much paper as shines through, so
that one colour is told by print and tiles together.  All bare spaces of a colour are printed alike
(``alike``), and their edges lie at the height of the dome tile, not of a tile's top (``rings``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.boards import Board, Cell
from companion.vision.arrays import Pixels, Vector
from companion.vision.domes import ANY, PRINTED, motley
from companion.vision.palette import PAPER_SHARE, Palette
from companion.vision.patches import distance, share_below
from companion.vision.rectify import Flat
from companion.vision.rings import printed_rings
from companion.vision.sighting import Content, Likelihoods
from companion.vision.telling import PRINT_SHARE, TILE_SHARE, TILE_SPREAD, heavy_tailed
from companion.vision.tiles import SPECIAL, Reading, read_tiles
from companion.vision.views import TileView

KIND = "dome"

PRINT_SPREAD = 6.0
"""Scatter of a print's colour around the usual one, set by set."""

BEST = -6.0
"""Log-likelihood of a print of several colours that is plainly there."""

MOTLEY = 4.0
"""Half the nats between one colour and several."""

PAPER_SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
PALENESS = 0.1
"""How pale a set may be printed: shares of paper that are tried, and their scatter."""

SETS = 6.0
"""Scatter of a set's colours around the usual ones."""

SURE = 2.0
"""The same for a colour that many tiles were seen of: of each the palette takes over its share."""

SAME_SPREAD = 4.0
"""Scatter of one colour on one board."""

STRANGER = 3.0
"""Nats off for a tile that looks like none of the colours: what a set's prints and tiles look like
is only known roughly here."""


@dataclass(frozen=True)
class Guess:
    """A first look at a space: in ``space`` the colour of its print, or of the tile on it.

    ``likely`` is the log-likelihood of what explains it best, ``prints`` that of every print.
    """

    space: Cell
    likely: float
    prints: Mapping[str, float]


def guess(
    view: TileView, board: Board, palette: Palette, spaces: tuple[Cell, ...]
) -> dict[str, Guess]:
    """Return a first look at each space, cell id -> guess, as if all lay on dome tiles.

    What is printed on spaces that have a colour is known.
    """
    prints = _however_pale(view, board, palette, spaces)
    seen = _lab(view, view.top, board, spaces)
    tiles = [distance(seen, palette.colours[name]) for name in board.colours]
    tiled = heavy_tailed(np.array([share_below(each, TILE_SHARE) for each in tiles]), TILE_SPREAD)
    found = {}
    for space, of_tiles in zip(spaces, tiled.T, strict=True):
        told = dict(prints[space.id])
        for name, likely in zip(board.colours, of_tiles, strict=True):
            told[name] = max(told[name], float(likely))
        best = max(told, key=lambda name: told[name])
        coloured = replace(space, colour=space.colour or best)
        found[space.id] = Guess(coloured, told[best], prints[space.id])
    return found


def read_spaces(
    view: TileView, board: Board, palette: Palette, spaces: Sequence[Cell]
) -> tuple[Reading, dict[str, dict[str, float]]]:
    """Return what lies on the spaces of dome tiles, and what is printed on each.

    The ``spaces`` have the colours guessed before.
    """
    if not spaces:
        return Reading({}, {}), {}
    kept = tuple(spaces)
    rings = _rings(view, board, kept)
    palette = _suited(view, board, palette, kept, rings)
    prints = _prints(view, board, palette, kept)
    tops = read_tiles(view, replace(board, cells=kept), palette)
    cells = {
        space.id: _weighed(space, tops.cells[space.id], prints[space.id], float(ring))
        for space, ring in zip(kept, rings, strict=True)
    }
    told = {id: _printed(cells[id], prints[id]) for id in cells}
    return Reading(cells, tops.pixels), told


def _prints(
    view: TileView, board: Board, palette: Palette, spaces: tuple[Cell, ...]
) -> dict[str, dict[str, float]]:
    """Return the log-likelihood of every print for each space, as if it lay bare."""
    seen = _lab(view, view.base, board, spaces)
    away = [share_below(distance(seen, palette.printed(KIND, n)), PRINT_SHARE) for n in PRINTED]
    several = motley(seen)
    plain = heavy_tailed(np.array(away), PRINT_SPREAD) - MOTLEY * (1 + several)
    table = np.concatenate((plain, [BEST - MOTLEY * (1 - several)])).T
    rows = (dict(zip((*PRINTED, ANY), map(float, row), strict=True)) for row in table)
    return {space.id: row for space, row in zip(spaces, rows, strict=True)}


def _however_pale(
    view: TileView, board: Board, palette: Palette, spaces: tuple[Cell, ...]
) -> dict[str, dict[str, float]]:
    """Return the log-likelihood of every print for each space, while it may be of any paleness."""
    tried = [(replace(palette, paper=share), _paleness(share)) for share in PAPER_SHARES]
    tables = [(_prints(view, board, each, spaces), told) for each, told in tried]
    return {
        space.id: {
            name: max(table[space.id][name] + told for table, told in tables)
            for name in (*PRINTED, ANY)
        }
        for space in spaces
    }


def _paleness(share: float) -> float:
    """Return how likely a set is printed with such a share of paper, as a logarithm."""
    return -0.5 * ((share - PAPER_SHARE) / PALENESS) ** 2


def _rings(view: TileView, board: Board, spaces: tuple[Cell, ...]) -> Vector:
    """Return what the edges around each space (N,) say for bare print."""
    flats = (view.base, view.top)
    return printed_rings(flats, spaces, board.tile, _white(view, spaces), view.leans_mm(spaces))


def _suited(
    view: TileView, board: Board, palette: Palette, spaces: tuple[Cell, ...], rings: Vector
) -> Palette:
    """Return the palette that explains best what this board's spaces show.

    All colours of a set are printed equally pale.
    """
    flats = (view.base, view.top)
    low, high = (np.median(_lab(view, flat, board, spaces), axis=1) for flat in flats)
    names = np.array([space.colour for space in spaces])
    tried = []
    for share in PAPER_SHARES:
        suited, told = replace(palette, paper=share), _paleness(share)
        for name in set(board.colours) & set(names):
            same = names == name
            off, likely = _off(suited, name, low[same], high[same], rings[same])
            suited, told = suited.shifted(name, off), told + likely
        tried.append((told, suited))
    return max(tried, key=lambda each: each[0])[1]


def _off(
    palette: Palette, name: str, low: Pixels, high: Pixels, rings: Vector
) -> tuple[Vector, float]:
    """Return how far (3,) a colour is off the palette, from spaces (N, 3) that show it.

    And how likely that makes what they show.  Print and tile are off together.
    """
    gone = (low - palette.printed(KIND, name), high - palette.colours[name])
    tries = np.concatenate((*gone, np.zeros((1, 3))))
    away = [np.linalg.norm(each - tries[:, None], axis=2) for each in gone]
    bare, tiled = (heavy_tailed(each, SAME_SPREAD) for each in away)
    told = np.logaddexp(rings + bare, tiled).sum(axis=1)
    usual = max(SETS * 2 / (2 + palette.counts.get(name, 0)), SURE)
    told -= 0.5 * (np.linalg.norm(tries, axis=1) / usual) ** 2
    return np.asarray(tries[told.argmax()], float), float(told.max())


def _lab(view: TileView, flat: Flat, board: Board, spaces: tuple[Cell, ...]) -> Pixels:
    """Return the colours (N, K, 3) of spaces in a flat picture, under the board's white."""
    return view.colours(flat, spaces, board.tile)


def _white(view: TileView, spaces: Sequence[Cell]) -> Vector:
    """Return what white is (N, 3) on each space."""
    places = np.array([space.centre_mm for space in spaces])
    return np.asarray(view.white * view.light.gain(places, view.white), float)


def _weighed(
    space: Cell, tops: Likelihoods, prints: Mapping[str, float], ring: float
) -> Likelihoods:
    """Return a space's likelihoods: as surely bare as ``tops`` say, as likely as what explains it.

    So a space that looks like its print is not taken for a tile nobody knows.  Where several
    colours are printed, only they and the edges (``ring``) tell.
    """
    tile = max(tops[name] for name in tops if name not in (None, SPECIAL))
    odds = (prints[ANY] + ring if space.colour == ANY else tops[None]) - tile
    explained = max(tile, *prints.values())
    told: dict[Content | None, float] = {
        name: float(tops[name] - tile + explained - np.logaddexp(0, odds)) for name in tops
    }
    told[SPECIAL] = tops[SPECIAL] - STRANGER
    told[None] = float(explained - np.logaddexp(0, -odds))
    return told


def _printed(seen: Likelihoods, prints: Mapping[str, float]) -> dict[str, float]:
    """Return the likelihoods of what is printed on a space; under a tile it may be anything."""
    odds = seen[None] - max(value for content, value in seen.items() if content is not None)
    best = max(prints.values())
    return {
        name: float(np.logaddexp(-np.logaddexp(0, odds), likely - best - np.logaddexp(0, -odds)))
        for name, likely in prints.items()
    }
