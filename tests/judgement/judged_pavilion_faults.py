"""What people do wrong at Summer Pavilion, as (rule, cell, wrong board)."""

from __future__ import annotations

from judged_wall_faults import but

from companion.boards import load
from companion.games.base import Checkpoint
from companion.games.summer_pavilion.layout import CORNER_CELLS
from companion.games.summer_pavilion.tiles import COLOURS

PLACED, PASSED = Checkpoint.PLACED, Checkpoint.PASSED
MIDDLE = "0"


def stars(setup):
    """Return star -> (cells, printed colour or None)."""
    found = {}
    for cell in load(setup.game, setup.variant).of_kind("space"):
        star = cell.id.split("/")[1]
        found.setdefault(star, ([], cell.colour if cell.colour in COLOURS else None))[0].append(
            cell.id
        )
    return found


def wrong_colour(chance, cells, before, setup):
    for spaces, printed in stars(setup).values():
        free = [cell for cell in spaces if cell not in cells]
        if printed and free:
            cell = chance.choice(free)
            yield (
                "R21",
                cell,
                but(cells, (), {cell: chance.choice([c for c in COLOURS if c != printed])}),
            )


def colour_twice_in_the_middle(chance, cells, before, setup):
    if setup.variant != "coloured":
        return
    spaces, _ = stars(setup)[MIDDLE]
    lying = [cells[cell] for cell in spaces if cell in before]
    free = [cell for cell in spaces if cell not in cells]
    if lying and free:
        cell = chance.choice(free)
        yield "R22", cell, but(cells, (), {cell: chance.choice(lying)})


def neither_one_colour_nor_all(chance, cells, before, setup):
    for spaces, _ in stars(setup).values():
        lying = [before[cell] for cell in spaces if cell in before]
        free = [cell for cell in spaces if cell not in cells]
        if setup.variant == "coloured" or len(lying) < 2 or not free:
            continue
        cell = chance.choice(free)
        one = len(set(lying)) == 1
        wrong = [c for c in COLOURS if (c not in lying if one else c in lying)]
        yield "R47", cell, but(cells, (), {cell: chance.choice(wrong)})


def tile_moved(chance, cells, before, setup):
    for spaces, _ in stars(setup).values():
        lying = [cell for cell in spaces if cell in before]
        free = [cell for cell in spaces if cell not in cells]
        if lying and free:
            old, new = chance.choice(lying), chance.choice(free)
            yield "R18", new, but(cells, (old,), {new: cells[old]})


def tile_taken_away(chance, cells, before, setup):
    old = [cell for cell in before if cell.startswith("star")]
    if old:
        yield "R18", None, but(cells, (chance.choice(old),), {})


def tile_exchanged(chance, cells, before, setup):
    old = [cell for cell in before if cell.startswith("star")]
    if old:
        cell = chance.choice(old)
        others = [colour for colour in COLOURS if colour != cells[cell]]
        yield "R19", cell, but(cells, (), {cell: chance.choice(others)})


def tile_on_a_corner_without_passing(chance, cells, before, setup):
    free = [cell for cell in CORNER_CELLS if cell not in cells]
    if free and not any(cell in before for cell in CORNER_CELLS):
        cell = chance.choice(free)
        yield "R36", cell, but(cells, (), {cell: chance.choice(COLOURS)})


def kept_tile_left(chance, cells, before, setup):
    kept = [c for c in CORNER_CELLS if c in before and c not in cells]
    if kept and any(c not in before for c in cells if c.startswith("star")):
        cell = chance.choice(kept)
        yield "R41", cell, but(cells, (), {cell: before[cell]})


def tile_at_set_up(chance, cells, before, setup):
    yield "R5", "star/2/3", {"star/2/3": chance.choice(COLOURS)}


FAULTS = {
    Checkpoint.SETUP: (tile_at_set_up,),
    PLACED: (
        wrong_colour,
        colour_twice_in_the_middle,
        neither_one_colour_nor_all,
        tile_moved,
        tile_taken_away,
        tile_exchanged,
        tile_on_a_corner_without_passing,
        kept_tile_left,
    ),
    PASSED: (wrong_colour, tile_moved, tile_taken_away),
}
