"""A small generator that belongs to a position: its whole state is one number (SplitMix64).

So a position stays an immutable value, and a seed gives the same game under every Python.
"""

from __future__ import annotations

from typing import TypeVar

_MASK = (1 << 64) - 1
Item = TypeVar("Item")

Numbers = tuple[int, ...]


def pick(state: int, count: int) -> tuple[int, int]:
    """Return a number from 0 to ``count - 1`` and the generator's next state."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    # 64 bits against a few dozen: the unevenness of the modulus is below one in 10 ** 17.
    return (mixed ^ (mixed >> 31)) % count, state


def shuffled(state: int, items: tuple[Item, ...]) -> tuple[tuple[Item, ...], int]:
    """Return ``items`` in random order and the generator's next state."""
    rest, order = list(items), []
    while rest:
        index, state = pick(state, len(rest))
        order.append(rest.pop(index))
    return tuple(order), state


def drawn(state: int, counts: Numbers, number: int) -> tuple[Numbers, Numbers, int]:
    """Draw ``number`` tiles blindly from a bag that has as many.

    Return how many of each colour came, what is left, and the generator's next state.
    """
    left, tiles = list(counts), [0] * len(counts)
    remaining = sum(left)
    for still in range(remaining, remaining - number, -1):
        ticket, state = pick(state, still)
        colour = 0
        while ticket >= left[colour]:
            ticket -= left[colour]
            colour += 1
        left[colour] -= 1
        tiles[colour] += 1
    return tuple(tiles), tuple(left), state
