"""What a picture of a simulated game shows, and what people say when it is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.games.base import Cells, Moment

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """One checkpoint of a game as it is played.

    ``boards`` and ``scores`` by seat (scores as the cubes stand); ``offer`` the tiles on each
    display, ``centre`` those in the middle, ``beside`` those in front of each player.
    """

    moment: Moment
    boards: tuple[Cells, ...]
    scores: tuple[int, ...]
    offer: tuple[Tiles, ...] = ()
    centre: Tiles = ()
    beside: tuple[Tiles, ...] = ()


class Story(Protocol):
    """Plays a game from a seed and shows every checkpoint on the way."""

    def __call__(self, seed: int, chance: Random) -> Iterator[Shot]:
        """Yield the checkpoints of one game; ``chance`` is what the players feel like."""


def named(counts: Sequence[int], colours: Sequence[str]) -> Tiles:
    """Return counted tiles by name."""
    return tuple(c for c, number in zip(colours, counts, strict=False) for _ in range(number))
