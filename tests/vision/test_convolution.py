"""Convolutions as products of matrices do what convolutions do, written out slowly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.neural_network.convolution import folded, neighbours, network
from companion.neural_network.weights import floors

SIDES = st.integers(1, 9)


def pixel(picture, y, x):
    """A pixel, 0 beyond the edge."""
    inside = 0 <= y < len(picture) and 0 <= x < len(picture)
    return picture[y, x] if inside else np.zeros(picture.shape[2], np.float32)


def slowly(picture, kernel, offset):
    """A picture (H, H, C) through a kernel (3, 3, C, O) in steps of two pixels."""
    half = -(-len(picture) // 2)
    out = np.zeros((half, half, len(offset)))
    for y in range(half):
        for x in range(half):
            for dy in range(3):
                for dx in range(3):
                    seen = pixel(picture, 2 * y + dy - 1, 2 * x + dx - 1)
                    out[y, x] += seen @ kernel[dy, dx]
    return np.maximum(out + offset, 0)


@given(SIDES, st.integers(0, 99))
def test_two_layers_are_what_they_are_slowly(side, seed):
    random = np.random.default_rng(seed)
    seen = random.normal(size=(3, side, side, 4)).astype(np.float32)
    mix, kernel = random.normal(size=(4, 5)), random.normal(size=(3, 3, 5, 6))
    first, second = random.normal(size=5), random.normal(size=6)
    tables = {"n.0.weight": mix, "n.0.bias": first,
              "n.1.weight": kernel.reshape(45, 6), "n.1.bias": second}  # fmt: skip
    tables = {name: each.astype(np.float32) for name, each in tables.items()}
    quick = network(seen, "n", tables | dict(floors("n", tables)))
    slow = [slowly(np.maximum(each @ mix + first, 0), kernel, second) for each in seen]
    assert quick == pytest.approx(np.array(slow), abs=1e-4)


def test_every_four_pixels_of_all_pictures_become_one():
    one, other = np.arange(96, dtype=np.uint8).reshape(2, 1, 4, 4, 3)
    pixels = folded([one, other])
    assert pixels.shape == (1, 2, 2, 24)
    for number, picture in enumerate((one, other)):
        corner = picture[0, 2:4, 0:2].ravel()
        assert (pixels[0, 1, 0, 12 * number : 12 * number + 12] == corner).all()


@pytest.mark.parametrize(("side", "beyond"), [(3, [[5, 5], [5, 5]]), (4, [[5, 3], [3, 0]])])
def test_beyond_the_edge_all_is_alike(side, beyond):
    around = neighbours(np.ones((1, side, side, 1), np.float32), np.array([10], np.float32))
    sums = 9 + 9 * np.array(beyond)
    assert around.sum(axis=3).tolist() == [sums.tolist()]
