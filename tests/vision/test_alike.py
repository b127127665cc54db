"""Without a reference: spaces and tiles of another printing, told by what they have in common."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import AZUL

from companion.vision.alike import odds_alike
from companion.vision.palette import usual
from companion.vision.telling import TILE_SPREAD, heavy_tailed
from companion.vision.views import Question

CELLS = tuple(cell for cell in AZUL.of_kind("wall") if cell.colour == "blue")
PALETTE = usual("azul", AZUL.colours)
TILE, PRINT = PALETTE.colours["blue"], PALETTE.printed("wall", "blue")


def odds(colours, place):
    """The odds that cells are bare that show these colours, with what edges say for it."""
    shown = np.repeat(np.array(colours, np.float32)[:, None], 30, axis=1)
    tiled = heavy_tailed(np.linalg.norm(shown[:, 0] - TILE, axis=1), TILE_SPREAD)
    gains, best = np.ones_like(shown[:, 0]), np.repeat(TILE[None], len(CELLS), axis=0)
    asked = Question(CELLS, gains, shown, best, tiled, PALETTE)
    return odds_alike(asked, shown, np.array(place, float), np.full(len(CELLS), 0.5))


@pytest.mark.parametrize(("shift", "misled"), [((-4, 2, 8), 1), ((0, 0, 8), 2), ((4, -5, 4), 2)])
def test_alike_tiles_of_another_set_are_no_printed_spaces_though_edges_say_so(shift, misled):
    tile, print_ = TILE + np.array(shift), PRINT + 0.8 * np.array(shift)
    told = odds([print_] * 2 + [tile] * 3, [1, 1, misled, misled, misled])
    assert (told[:2] > 4).all()
    assert (told[2:] < -4).all()


def test_a_row_of_tiles_is_no_row_of_printed_spaces():
    assert (odds([TILE] * 5, [-2] * 5) < 0).all()


@pytest.mark.parametrize("shift", [(0, 0, 0), (4, -5, 4), (-5, 3, 5)])
def test_a_row_of_spaces_of_another_printing_is_no_row_of_tiles(shift):
    assert (odds([PRINT + np.array(shift)] * 5, [1] * 5) > 0).all()
