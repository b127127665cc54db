"""A slow judge of Summer Pavilion, written from the rules file alone: can boards follow others?

It tries every order in which new tiles can have been placed.  Nothing is shared with the engine;
boards are cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
PRINTED = {1: "purple", 2: "orange", 3: "red", 4: "blue", 5: "yellow", 6: "green"}
STARS = range(7)
CORNERS = [f"corner/{k}" for k in range(4)]


def star_of(cells: Mapping[str, str], star: int) -> dict[int, str]:
    """Return the tiles of a star by slot."""
    return {s: cells[f"star/{star}/{s}"] for s in range(1, 7) if f"star/{star}/{s}" in cells}


def fits(star: int, tiles: Sequence[str], colour: str, *, grey: bool) -> bool:
    """Tell whether a colour may be added to the tiles of a star (R21, R22, R47)."""
    if not grey and star in PRINTED:
        return colour == PRINTED[star]
    if not grey:
        return colour not in tiles
    one, different = len(set(tiles)) <= 1, len(set(tiles)) == len(tiles)
    return (one and colour in tiles) or (different and colour not in tiles) or not tiles


def grows(star: int, old: Mapping[int, str], new: Mapping[int, str], *, grey: bool) -> bool:
    """Tell whether some order of placing leads from one star to another."""
    if any(new.get(slot) != tile for slot, tile in old.items()):
        return False
    left = [slot for slot in new if slot not in old]
    return not left or any(
        fits(star, list(old.values()), new[slot], grey=grey)
        and grows(star, {**old, slot: new[slot]}, new, grey=grey)
        for slot in left
    )


def explains(
    before: Sequence[Mapping[str, str]],
    after: Sequence[Mapping[str, str]],
    *,
    grey: bool,
    passed: Sequence[int],
    placed: int | None,
    new_round: bool,
) -> bool:
    """Tell whether turns lead from some boards to others; ``placed`` had the last one, if known."""
    tiles = Counter(tile for cells in after for tile in cells.values())
    if any(count > 22 for count in tiles.values()):
        return False
    return all(
        _board_explained(
            old,
            new,
            grey=grey,
            out=seat in passed and not new_round,
            just=seat == placed,
        )
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
    )


def _board_explained(old, new, *, grey: bool, out: bool, just: bool) -> bool:
    known = [f"star/{star}/{slot}" for star in STARS for slot in range(1, 7)]
    if set(new) - {*known, *CORNERS} or set(new.values()) - set(COLOURS):
        return False
    if out:
        return dict(old) == dict(new)
    if not all(grows(s, star_of(old, s), star_of(new, s), grey=grey) for s in STARS):
        return False
    return not (just and any(cell in new for cell in CORNERS))
