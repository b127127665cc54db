"""Sightings as the eyes would give them, made from what lies there, and ways to spoil them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from companion.boards import load
from companion.boards.usual_colours import USUAL_COLOURS
from companion.games.base import FIRST, Cells, Content, Setup
from companion.neural_network.slots import tile_cells
from companion.sightings.dome_likelihoods import DomeLikelihoods
from companion.sightings.sighting import Likelihoods, Tops

CLEAR = (6.0, 15.0)
"""Nats by which the right content is ahead of its nearest rival."""

SPREAD = 8.0
NATURAL = -3.0
"""Shape of the eyes' likelihoods: heavy-tailed in the distance of two colours."""

Seen = dict[str, Likelihoods]


@dataclass(frozen=True)
class Place:
    """A cell and the contents the eyes tell apart on it."""

    cell: str
    kind: str
    contents: tuple[Content | None, ...]


@cache
def places(game: str, variant: str) -> tuple[Place, ...]:
    """Return every cell of a board on which something can lie."""
    board = load(game, variant)
    found = []
    for cell in tile_cells(board):
        contents: tuple[Content | None, ...] = (None, *board.colours)
        if cell.kind == "mark":
            contents = (None, FIRST)
        elif cell.kind == "floor":
            contents += (FIRST,)
        elif cell.kind == "dome":
            contents += ("special",)
        found.append(Place(cell.id, cell.kind, contents))
    if board.dome_tile is not None:
        found += [Place(f"place/{p.id}", "place", ()) for p in board.dome_tile.places]
    return tuple(found)


def sighting(setup: Setup, lying: Cells, before: Cells, chance: Random) -> Seen:
    """Return the likelihoods of a board; ``before`` has the dome tiles already known."""
    seen: Seen = {}
    for place in places(setup.game, setup.variant):
        content = lying.get(place.cell)
        if place.kind == "place":
            seen[place.cell] = _dome_tile(content, before.get(place.cell), chance)
        else:
            told = _clear(setup.game, _top(content), place.contents, chance)
            seen[place.cell] = Tops(told) if place.kind == "broken" else told
    return seen


def _top(content: Content | None) -> Content | None:
    return content[-1] if isinstance(content, tuple) else content


@cache
def away(game: str, one: Content | None, other: Content | None) -> float:
    """Return how far apart two contents look, in nats as the eyes count them."""
    if one is None or other is None:
        return 9.0
    gap = np.linalg.norm(np.array(USUAL_COLOURS[str(one)]) - np.array(USUAL_COLOURS[str(other)]))
    return float(-NATURAL * np.log1p((gap / SPREAD) ** 2))


def _clear(
    game: str, right: Content | None, contents: Sequence[Content | None], chance: Random
) -> dict[Content | None, float]:
    """Return likelihoods with the right content ahead, the others by their likeness to it."""
    others = [content for content in contents if content != right]
    nearest = min(away(game, right, content) for content in others)
    lead = chance.uniform(*CLEAR)
    told = {c: -lead - (away(game, right, c) - nearest) * chance.uniform(0.7, 1.0) for c in others}
    return {content: told.get(content, 0.0) for content in contents}


def _dome_tile(right: Content | None, known: Content | None, chance: Random) -> DomeLikelihoods:
    names = (*load("azul-duel").colours, "special", "any")
    if not isinstance(right, tuple):
        blank = tuple({n: -chance.uniform(6, 15) for n in names} for _ in range(4))
        return DomeLikelihoods(blank, chance.uniform(*CLEAR), None)
    told = tuple(
        {n: 0.0 if n == space else -chance.uniform(*CLEAR) for n in names} for space in right
    )
    return DomeLikelihoods(told, -chance.uniform(*CLEAR), known if known == right else None)


def flattened(likely: Likelihoods, chance: Random) -> Likelihoods:
    """Return likelihoods that tell nothing; of a dome tile one space that tells nothing."""
    if isinstance(likely, DomeLikelihoods):
        blank, spaces = chance.randrange(4), list(likely._spaces)
        spaces[blank] = dict.fromkeys(spaces[blank], 0.0)
        return DomeLikelihoods(tuple(spaces), likely._empty, likely._known)
    told = dict.fromkeys(likely, 0.0)
    return Tops(told) if isinstance(likely, Tops) else told


def swapped(likely: Mapping[Content | None, float], lead: float | None = None) -> Likelihoods:
    """Return likelihoods in which the nearest colour stands where the right one stood.

    With ``lead`` it is ahead by that many nats only, as where the eyes waver.
    """
    right = max(likely, key=lambda content: likely[content])
    rivals = [c for c in likely if c is not None and c not in (right, FIRST, "special")]
    nearest = max(rivals, key=lambda content: likely[content])
    told = dict(likely)
    told[nearest], told[right] = likely[right], likely[nearest]
    if lead is not None:
        told[right] = told[nearest] - lead
    return Tops(told) if isinstance(likely, Tops) else told
