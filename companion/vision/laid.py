"""Dome tiles that are new, or that nobody saw being laid: in a game under way.

A place is free when it looks as it did, or, where it was never seen bare, as bare places of this
board do.  Otherwise a dome tile lies there, and its spaces are read at its own height (``raised``,
``spaces``).  What is printed under a tile stays open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.boards import Board, Cell
from companion.vision.arrays import Image
from companion.vision.domes import DomeLikelihoods, Spaces, read_domes, spaces_of
from companion.vision.palette import Palette
from companion.vision.raised import raised
from companion.vision.rectify import Flat
from companion.vision.sighting import Likelihoods
from companion.vision.spaces import Guess, guess, read_spaces
from companion.vision.tiles import FIRST, Reading
from companion.vision.views import TileView

SPACE_LIMIT = 6.0
"""Nats at most by which one space tells whether a dome tile lies there."""

PLACE_LIMIT = 12.0
"""Nats at most for a free place, or for a dome tile."""

FRESH = 4.0
"""Nats by which a space of a dome tile that was laid since the last picture is likelier bare."""


@dataclass(frozen=True)
class Places:
    """What is known of a board's places: ``bare`` shows those in ``free`` without dome tiles.

    ``domes`` are the dome tiles that were confirmed, by place (``place/I/J``).
    """

    bare: Flat
    free: frozenset[str]
    domes: Mapping[str, Spaces]


@dataclass(frozen=True)
class Laid:
    """What lies on places, and on the ``spaces`` of dome tiles that the reference does not show."""

    spaces: Reading
    places: Mapping[str, Likelihoods]


def read_places(
    image: Image,
    view: TileView,
    board: Board,
    palette: Palette,
    before: Places,
    seen: Mapping[str, Likelihoods],
) -> Laid:
    """Return what lies on every place of one board.

    ``image`` (H, W, 3) uint8 BGR is the picture, ``view`` what was made of it at the board's own
    height, ``seen`` what its cells hold by that.
    """
    covered = [cell for cell, likely in seen.items() if likely[None] < max(likely.values())]
    domes = read_domes(view.base, before.bare, view.light, board, before.domes, covered)
    told = {place: -domes[place][None] for place in domes if place in before.free}
    domes |= {p: domes[p].where(-PLACE_LIMIT) for p in before.domes if p in domes and p not in told}
    four = {place: spaces_of(board, place) for place in domes}
    new = {p: four[p] for p in four if p not in before.domes and told.get(p, 1.0) > 0}
    hidden = _hidden(four, before, view.shown)
    if not (new or hidden):
        return Laid(Reading({}, {}), domes)
    above = raised(image, view, board)
    found = _read_new(above, board, palette.without(FIRST), new, hidden, told, seen)
    fresh = [cell.id for place in new if place in told for cell in new[place]]
    return Laid(_mostly_bare(found.spaces, fresh), {**domes, **found.places})


def _hidden(
    four: Mapping[str, tuple[Cell, ...]], before: Places, shown: Collection[str]
) -> tuple[Cell, ...]:
    """Return spaces of known dome tiles that were never seen bare, with what is printed there."""
    return tuple(
        replace(cell, colour=name)
        for place in four
        if place in before.domes and place not in before.free
        for cell, name in zip(four[place], before.domes[place], strict=True)
        if cell.id not in shown
    )


def _read_new(
    above: TileView,
    board: Board,
    palette: Palette,
    new: Mapping[str, tuple[Cell, ...]],
    hidden: tuple[Cell, ...],
    told: Mapping[str, float],
    seen: Mapping[str, Likelihoods],
) -> Laid:
    """Read ``new`` places (place -> spaces) and ``hidden`` spaces by the print of dome tiles.

    ``above`` shows the dome tiles; ``told`` are the nats for a dome tile on places that were seen
    free, ``seen`` what the others' cells hold by the board's own print.
    """
    guesses = guess(above, board, palette, _all(new) + hidden)
    told = {p: told.get(p, sum(_for_dome(guesses[c.id], seen[c.id]) for c in new[p])) for p in new}
    laid = _all({place: new[place] for place in new if told[place] > 0}) + hidden
    spaces, prints = read_spaces(above, board, palette, [guesses[cell.id].space for cell in laid])
    likely = {id: prints.get(id, each.prints) for id, each in guesses.items()}
    places = {
        place: DomeLikelihoods(
            tuple(likely[cell.id] for cell in its),
            float(np.clip(-told[place], -PLACE_LIMIT, PLACE_LIMIT)),
            None,
        )
        for place, its in new.items()
    }
    return Laid(spaces, places)


def _all(four: Mapping[str, tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """Return the spaces of all places."""
    return tuple(cell for its in four.values() for cell in its)


def _for_dome(guessed: Guess, free: Likelihoods) -> float:
    """Return the nats by which one space tells that a dome tile lies on its place."""
    return float(np.clip(guessed.likely - free[None], -SPACE_LIMIT, SPACE_LIMIT))


def _mostly_bare(spaces: Reading, fresh: Sequence[str]) -> Reading:
    """Return the reading with the spaces of dome tiles that were laid just now likelier bare."""
    bare = {id: {**spaces.cells[id], None: spaces.cells[id][None] + FRESH} for id in fresh}
    return Reading({**spaces.cells, **bare}, spaces.pixels)
