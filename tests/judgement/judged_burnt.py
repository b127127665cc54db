"""A lamp that burns the tiles of a board white: all lie there, and none tells its colour."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from judged_evenings import Picture
from judged_sightings import places

from companion.games.base import FIRST, Setup
from companion.sightings.sighting import Likelihoods

BURNT = 0.3
"""Share of boards whose lines and floor line a lamp burns; of half of them the wall, too."""

LITTLE = 0.3
"""Nats by which one colour is likelier than another then, at most."""

SURELY = 8.0
"""Nats by which it is seen that a tile lies there."""


def burnt(setup: Setup, picture: Picture, chance: Random) -> Mapping[tuple[int, str], Likelihoods]:
    """Return what the tiles seem to be of boards that a lamp burns."""
    found = {}
    for seat, lying in enumerate(picture.boards):
        if chance.random() > BURNT:
            continue
        kinds = ("line", "floor", "wall") if chance.random() < 0.5 else ("line", "floor")
        for place in places(setup.game, setup.variant):
            if place.kind in kinds and lying.get(place.cell) not in (None, FIRST):
                found[seat, place.cell] = {
                    content: -SURELY if content in (None, FIRST) else -chance.uniform(0.0, LITTLE)
                    for content in place.contents
                }
    return found
