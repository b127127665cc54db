"""Whose boards a picture shows: told by how they lie on the table, and by what lies on them.

A camera in the hand sees the table from another side every time, so the order of the boards in the
picture tells nothing.  How they lie to each other does, but for tables that look the same from two
sides; there tell what else lies on the table, and the tiles, once there are any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from companion.arrays import Image, Points
from companion.games.base import Cells
from companion.geometry.camera import Pose, board_corners
from companion.service.sitting.handheld.surroundings import Onto, Surroundings, likeness
from companion.sightings.sighting import BoardSighting, Likelihoods
from companion.vision.scene import Scene

SHOVED_MM = 25.0
"""How far a board usually lies beside where it lay: boards are shoved, and slants measured off."""

ELSEWHERE = 8.0
"""Nats that a board costs at most which lies somewhere else altogether: somebody may move it."""

UNLIKE = 4.0
"""Nats that a cell costs at most on which something else lies: tiles come and go."""

ALIKE = 30.0
"""Nats by which a table that looks as before is likelier than one that looks like any other."""

SURE = 5.0
"""Nats by which the likeliest owners must lead, or people are asked."""


@dataclass(frozen=True)
class Owners:
    """Who may own the boards of a picture, in their order there, and how likely that is (nats)."""

    seats: tuple[int, ...]
    nats: float


def anybody(found: int, players: int) -> list[Owners]:
    """Return all ways to own so many boards where nothing is known of how they lay."""
    return [Owners(way, 0.0) for way in permutations(range(players), found)]


def by_layout(
    found: Sequence[Pose], before: Mapping[int, Pose], size_mm: tuple[float, float]
) -> list[Owners]:
    """Return all ways to own the boards, by how they lie to each other; the likeliest first."""
    new = [pose.place(board_corners(size_mm)) for pose in found]
    old = {seat: pose.place(board_corners(size_mm)) for seat, pose in before.items()}
    ways = permutations(sorted(before), len(found))
    return ranked(Owners(way, _fit(new, [old[seat] for seat in way])) for way in ways)


def with_surroundings(
    owners: Sequence[Owners],
    before: Surroundings,
    image: Image,
    scene: Scene,
    layout: Mapping[int, Pose],
) -> list[Owners]:
    """Return the same with what the rest of the table tells: ``before`` is how it looked."""
    outline = board_corners(scene.board.size_mm)
    here = np.concatenate([scene.known[n].pose.place(outline) for n in sorted(scene.known)])
    told = []
    for one in owners:
        there = np.concatenate([layout[seat].place(outline) for seat in one.seats])
        like = likeness(before, image, scene.camera, Onto.of(here, there))
        told.append(Owners(one.seats, one.nats + ALIKE * like))
    return ranked(told)


def with_tiles(
    owners: Sequence[Owners], seen: Sequence[BoardSighting], lying: Sequence[Cells]
) -> list[Owners]:
    """Return the same with what the tiles tell: ``lying`` is what was confirmed last, by seat."""
    told = [[_likeness(board, cells) for cells in lying] for board in seen]
    return ranked(
        Owners(one.seats, one.nats + sum(told[n][seat] for n, seat in enumerate(one.seats)))
        for one in owners
    )


def ranked(owners: Iterable[Owners]) -> list[Owners]:
    """Return the likeliest first."""
    return sorted(owners, key=lambda one: -one.nats)


def sure(owners: Sequence[Owners]) -> bool:
    """Tell whether the first of some owners are beyond doubt."""
    return len(owners) < 2 or owners[0].nats - owners[1].nats > SURE


def _fit(new: Sequence[Points], old: Sequence[Points]) -> float:
    """Return how well boards, turned and moved together, lie where boards lay (nats, up to 0)."""
    if len(new) < 2:
        return 0.0
    here, there = np.concatenate(new), np.concatenate(old)
    off = (
        np.square(Onto.of(here, there).moved(here) - there)
        .sum(axis=1)
        .reshape(len(new), -1)
        .mean(axis=1)
    )
    return float(-np.minimum(off / (2 * SHOVED_MM**2), ELSEWHERE).sum())


def _likeness(seen: BoardSighting, lying: Cells) -> float:
    """Return how well a board looks as if these tiles still lay there (nats, up to 0)."""
    return sum(
        max(-UNLIKE, _lead(seen.cells[cell], content))
        for cell, content in lying.items()
        if cell in seen.cells and cell not in seen.covered | seen.unseen
    )


def _lead(likely: Likelihoods, content: object) -> float:
    """Return by how much a content is less likely than the likeliest."""
    told = {each: likely[each] for each in likely}
    most = max(told.values())
    return next((nats - most for each, nats in told.items() if each == content), -UNLIKE)
