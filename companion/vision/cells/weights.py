"""The trained weights: one data file, made by ``companion.training`` (docs/model.md)."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import WeightsError

Array = NDArray[np.float32]

FILE = "eyes.npz"
NETS = ("cells", "faces")
"""The two convolutional networks, as ONNX; everything else is a table of numbers."""


@dataclass(frozen=True, eq=False)
class Weights:
    """Networks for windows and faces, and the tables of the comparison by their names."""

    cells: cv2.dnn.Net
    faces: cv2.dnn.Net
    tables: dict[str, Array]

    def __getitem__(self, name: str) -> Array:
        """Return a table."""
        return self.tables[name]


@cache
def weights() -> Weights:
    """Return the shipped weights; raises ``WeightsError`` where they are missing or damaged."""
    place = files("companion.vision.cells").joinpath("data", FILE)
    try:
        return read_weights(place.read_bytes())
    except (OSError, ValueError, KeyError, cv2.error) as error:
        raise WeightsError(
            f"the eyes' weights {FILE} cannot be read ({error}); install the companion again"
        ) from error


def read_weights(data: bytes) -> Weights:
    """Return the weights in a file's bytes."""
    with np.load(io.BytesIO(data)) as held:
        arrays = {name: held[name] for name in held.files}
    cells, faces = (cv2.dnn.readNetFromONNX(arrays.pop(name)) for name in NETS)
    return Weights(cells, faces, {name: each.astype(np.float32) for name, each in arrays.items()})
