"""A small generator that belongs to a position: its whole state is one number (SplitMix64)."""

from __future__ import annotations

from typing import TypeVar

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


def pick(chance: int, count: int) -> tuple[int, int]:
    """Return a number from 0 to ``count - 1`` and the generator's next state."""
    chance = (chance + 0x9E3779B97F4A7C15) & _MASK
    mixed = chance
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    # 64 bits against a few dozen: the unevenness of the modulus is below one in 10 ** 17.
    return (mixed ^ (mixed >> 31)) % count, chance


def shuffled(chance: int, items: tuple[_T, ...]) -> tuple[tuple[_T, ...], int]:
    """Return ``items`` in random order and the generator's next state."""
    rest, order = list(items), []
    while rest:
        index, chance = pick(chance, len(rest))
        order.append(rest.pop(index))
    return tuple(order), chance
