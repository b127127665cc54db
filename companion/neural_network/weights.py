"""The trained weights: one data file, made by ``companion.training`` (docs/model.md)."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.errors import WeightsError

Array = NDArray[np.float32]

Weights = Mapping[str, Array]
"""Tables of numbers by their names; those of convolutions are (inputs, outputs): ``network``."""

NETWORKS = "cells", "faces"
"""What has convolutions."""

ROWS = 16
"""Pixels whose channels are cut off at once: numpy takes its time for each row."""

FILE = "eyes.npz"

DAMAGED = (EOFError, KeyError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error)
"""What numpy and zip say of a file that is empty, cut short, or has another byte somewhere."""


@cache
def weights() -> Weights:
    """Return the shipped weights; raises ``WeightsError`` where they are missing or damaged."""
    place = files("companion.neural_network").joinpath("data", FILE)
    try:
        return read_weights(place.read_bytes())
    except (OSError, *DAMAGED) as error:
        raise WeightsError(
            f"the eyes' weights {FILE} cannot be read ({error}); install the companion again"
        ) from error


def read_weights(data: bytes) -> Weights:
    """Return the weights in a file's bytes."""
    with np.load(io.BytesIO(data)) as held:
        tables = {name: held[name].astype(np.float32) for name in held.files}
    for network in NETWORKS:
        tables |= dict(floors(network, tables))
    return MappingProxyType(tables)


def floors(network: str, tables: Weights) -> Iterator[tuple[str, Array]]:
    """Yield below what each layer's sums are cut off (ROWS, C), and what the last one's lack (C,).

    max(sums + bias, 0) is max(sums, -bias) + bias: one pass over many numbers for two, since the
    bias that is left over is the same for all pixels, and goes into the next layer's.
    """
    layer, lack = 0, np.zeros(1)
    while f"{network}.{layer}.weight" in tables:
        weight = tables[f"{network}.{layer}.weight"].astype(np.float64)
        lack = tables[f"{network}.{layer}.bias"] + np.resize(lack, len(weight)) @ weight
        yield f"{network}.{layer}.floor", np.tile(-lack, (ROWS, 1)).astype(np.float32)
        layer += 1
    yield f"{network}.lack", lack.astype(np.float32)
