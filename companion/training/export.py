"""From the taught model to the data file that is shipped: small, and read without torch."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import nn

from companion.training.model import MIDDLE, Model, settled

KEPT_BITS = 12
"""Bits of the 23 of a fraction that are kept: the rest is noise that cannot be packed."""


def export(model: Model, temperature: float, out: Path) -> int:
    """Write the model's weights to ``out`` and return the file's size in bytes.

    ``temperature`` is what logits are divided by before they are believed.
    """
    model = settled(model)
    tables: dict[str, Any] = {
        name: value.numpy().astype(np.float16)
        for name, value in model.state_dict().items()
        if not name.startswith(("cells.layers.", "faces.layers."))
    }
    tables["cells.whole.weight"] = _channels_last(tables["cells.whole.weight"], model)
    tables["temperature"] = np.array(temperature, np.float16)
    tables |= dict(_network("cells", list(model.cells.layers), MIDDLE))
    tables |= dict(_network("faces", list(model.faces.layers), 0.0))
    data = io.BytesIO()
    np.savez_compressed(data, **tables)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data.getvalue())
    return len(data.getvalue())


def _channels_last(whole: NDArray[np.float16], model: Model) -> NDArray[np.float16]:
    """Return the weights of all that is seen, which torch has channel by channel, by pixels."""
    channels = model.cells.layers[-1][0].out_channels
    by_channel = whole.reshape(len(whole), channels, -1)
    return by_channel.transpose(0, 2, 1).reshape(whole.shape)


def _network(
    name: str, steps: list[nn.Module], middle: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield the tables of a chain of convolutions, which bring channels to their scale themselves.

    They take levels from 0 to 255, of which the model got the 255th part less ``middle``.
    """
    for number, step in enumerate(steps):
        weight, bias = (each.detach().numpy() for each in (step[0].weight, step[1].bias))
        if number == 0:
            bias = bias - middle * weight.sum(axis=(1, 2, 3))
            weight = weight / np.float32(255)
        yield f"{name}.{number}.weight", _rounded(_as_product(weight))
        yield f"{name}.{number}.bias", _rounded(bias)


def _as_product(weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return kernels (O, I, H, W) as a matrix (H W I, O): by row, column, channel."""
    return weight.transpose(2, 3, 1, 0).reshape(-1, len(weight))


def _rounded(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return values with short fractions, which pack well."""
    spare = 23 - KEPT_BITS
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return (((bits + (1 << (spare - 1))) >> spare) << spare).astype(np.uint32).view(np.float32)
