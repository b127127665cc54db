"""Paying for missing tiles with bonus chips (DU-R37, DU-R38)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from companion.games.azul_duel.catalogue import chip_shows

Chips = tuple[str, ...]

PAIR = 2
"""Chips of the line's colour that pay for one tile."""
TRIPLE = 3
"""Chips of any kind that pay for one tile."""


def pays(chips: Chips, colour: str, tiles: int) -> bool:
    """Tell whether exactly these ``chips`` pay for ``tiles`` of ``colour``.

    With a pairs and b triples: 2a + 3b chips for a + b tiles, and 2a of them show the colour.
    """
    triples = len(chips) - PAIR * tiles
    pairs = tiles - triples
    matching = sum(chip_shows(chip, colour) for chip in chips)
    return 0 <= triples <= tiles and matching >= PAIR * pairs


@lru_cache(maxsize=4096)
def payments(held: Chips, colour: str, tiles: int) -> tuple[Chips, ...]:
    """Return every choice of ``held`` that pays for ``tiles`` of ``colour``, cheapest first."""
    shown, found = {chip for chip in held if chip_shows(chip, colour)}, list[Chips]()
    for size in range(PAIR * tiles, TRIPLE * tiles + 1):
        in_pairs = PAIR * (TRIPLE * tiles - size)
        choices = sorted(set(combinations(sorted(held), size)))
        found += [each for each in choices if sum([chip in shown for chip in each]) >= in_pairs]
    return tuple(found)


def can_pay(held: Chips, colour: str, tiles: int) -> bool:
    """Tell whether some of ``held`` pay for ``tiles`` of ``colour``; cheaper than listing them.

    The best plan pays as many tiles as possible with pairs and the others with triples.
    """
    pairs = min(tiles, sum(chip_shows(chip, colour) for chip in held) // PAIR)
    return PAIR * pairs + TRIPLE * (tiles - pairs) <= len(held)


def without(held: Chips, spent: Chips) -> Chips:
    """Return ``held`` without ``spent``; ``ValueError`` when a spent chip is not held."""
    left = list(held)
    for chip in spent:
        left.remove(chip)
    return tuple(left)
