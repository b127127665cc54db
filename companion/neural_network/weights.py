"""The trained weights: one data file, made by ``companion.training`` (docs/model.md)."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.errors import WeightsError

Array = NDArray[np.float32]

Weights = Mapping[str, Array]
"""Tables of numbers by their names; those of convolutions are (inputs, outputs): ``network``."""

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
        return MappingProxyType({name: held[name].astype(np.float32) for name in held.files})
