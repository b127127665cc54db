"""A camera in dim light: its noise is smoothed before anything is read."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import AZUL, Table, picture

from companion.chosen_numbers import NOISY
from companion.reconcile import likeliest
from companion.vision import eyes
from companion.vision.photometry.noise import calm, noise_of

TILES = {
    0: {"wall/0/0": "blue", "wall/1/2": "yellow", "line/4/0": "red", "line/4/1": "red"},
    1: {"wall/2/2": "blue", "line/3/0": "black", "floor/1": "yellow"},
}


def noisy(image, levels):
    noise = np.random.default_rng(7).normal(0.0, levels, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("levels", [8.0, 14.0])
def test_a_noisy_picture_is_read_as_its_smoothed_one(levels):
    scene = eyes.begin(noisy(picture(Table()), levels), AZUL, 2)
    image = noisy(picture(Table(tiles=TILES)), levels)
    assert noise_of(image) > NOISY
    seen, _ = eyes.look(image, scene)
    smoothed, _ = eyes.look(calm(image), scene)
    for board, same in zip(seen.boards, smoothed.boards, strict=True):
        assert likeliest(board.cells) == TILES[board.seat]
        assert board.cells == same.cells


@pytest.mark.parametrize("levels", [8.0, 14.0])
def test_smoothing_takes_the_noise_away(levels):
    assert noise_of(calm(noisy(picture(Table()), levels))) < NOISY


def test_a_picture_without_noise_stays_as_sharp_as_it_is():
    image = picture(Table())
    assert calm(image) is image
