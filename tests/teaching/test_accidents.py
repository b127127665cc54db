"""Accidents that pictures have while the model is taught: bulbs over cells, a covered lens."""

from __future__ import annotations

from random import Random

import numpy as np

from companion.neural_network.encoders import SIDE
from companion.training.accidents import MOST_BULBS, cover_lens, mirror_bulbs
from companion.vision.cells.windows import REACH

CELLS = 40


def dark_windows() -> np.ndarray:
    return np.full((CELLS, 3, SIDE, SIDE, 3), 60, np.uint8)


def test_a_covered_lens_shows_one_colour_and_now_and_then_what_was_seen_bare() -> None:
    remembered = set()
    for seed in range(20):
        windows = dark_windows()
        windows[:, 2, ::2] = 90
        cover_lens(windows, Random(seed))
        assert (windows[:, :2] == windows[0, 0, 0, 0]).all()
        remembered.add(bool((windows[:, 2, ::2] == 90).all()))
    assert remembered == {True, False}


def test_a_bulb_lightens_a_few_cells_and_hides_them_as_far_as_it_reaches() -> None:
    for seed in range(20):
        windows, hidden = dark_windows(), np.zeros(CELLS, np.float32)
        mirror_bulbs(windows, np.zeros((CELLS, 2)), hidden, Random(seed))
        lit = (windows != 60).any(axis=(1, 2, 3, 4))
        assert 1 <= lit.sum() <= MOST_BULBS
        assert (windows >= 60).all()
        assert (windows[:, 2] == 60).all(), "it was not there when the board was seen bare"
        assert (hidden[~lit] == 0).all()
        assert hidden[lit].max() > 0


def test_a_bulb_lies_as_far_beside_the_top_as_the_top_leans() -> None:
    leans = np.tile([0.2, -0.1], (CELLS, 1))
    shifts = []
    for seed in range(200):
        windows = dark_windows()
        mirror_bulbs(windows, leans, np.zeros(CELLS, np.float32), Random(seed))
        light = windows[..., 0].astype(float) - 60
        for base, top in light[light.any(axis=(1, 2, 3)), :2]:
            edges = np.concatenate(
                [e for o in (base, top) for e in (o[0], o[-1], o[:, 0], o[:, -1])]
            )
            if not edges.any():
                shifts.append(middle_of(top) - middle_of(base))
    assert len(shifts) > 5
    assert np.allclose(shifts, -leans[0] * SIDE / (2 * REACH), atol=0.3)


def middle_of(light: np.ndarray) -> np.ndarray:
    down, across = np.indices(light.shape)
    return np.array([(light * across).sum(), (light * down).sum()]) / light.sum()
