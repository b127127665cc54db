"""From the taught model to the data file that is shipped: small, and read without torch."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from companion.training.model import MIDDLE, Model
from companion.vision.cells.encoders import FACE_SIDE
from companion.vision.cells.windows import SIDE

OPSET, IR = 13, 8
"""Old enough for OpenCV 4.10, and 5 reads them too."""

KEPT_BITS = 12
"""Bits of the 23 of a fraction that are kept: the rest is noise that cannot be packed."""


def export(model: Model, temperature: float, out: Path) -> int:
    """Write the model's weights to ``out`` and return the file's size in bytes.

    ``temperature`` is what logits are divided by before they are believed.
    """
    model = model.eval()
    nets = {
        "cells": _net(list(model.cells.layers)[1:], 36, SIDE // 2, MIDDLE),
        "faces": _net(list(model.faces.layers)[1:], 12, FACE_SIDE // 2, 0.0),
    }
    tables: dict[str, Any] = {
        name: value.numpy().astype(np.float16)
        for name, value in model.state_dict().items()
        if not name.startswith(("cells.layers.", "faces.layers."))
    }
    tables["temperature"] = np.array(temperature, np.float16)
    data = io.BytesIO()
    packed: dict[str, Any] = {name: np.frombuffer(net, np.uint8) for name, net in nets.items()}
    np.savez_compressed(data, **packed, **tables)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data.getvalue())
    return len(data.getvalue())


def _net(steps: list[nn.Module], channels: int, side: int, middle: float) -> bytes:
    """Return a chain of convolutions as ONNX, each with what followed it folded into it.

    It takes levels from 0 to 255, of which the model got the 255th part less ``middle``.
    """
    nodes, held, name = [], [], "seen"
    seen = helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", channels, side, side])
    for number, step in enumerate(steps):
        weight, bias = _folded(step[0], step[1])
        if number == 0:
            bias = bias - middle * weight.sum(axis=(1, 2, 3))
            weight = weight / np.float32(255)
        stride, pad = step[0].stride[0], step[0].padding[0]
        names = [f"weight{number}", f"bias{number}"]
        held += [
            numpy_helper.from_array(_rounded(array), name)
            for array, name in zip((weight, bias), names, strict=True)
        ]
        nodes.append(
            helper.make_node(
                "Conv", [name, *names], [f"sum{number}"], strides=[stride] * 2, pads=[pad] * 4,
                kernel_shape=list(weight.shape[2:]),
            )
        )  # fmt: skip
        name, channels, side = f"cut{number}", len(bias), -(-side // stride)
        nodes.append(helper.make_node("Relu", [f"sum{number}"], [name]))
    told = helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", channels, side, side])
    graph = helper.make_graph(nodes, "eyes", [seen], [told], held)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = IR
    return bytes(model.SerializeToString())


def _folded(
    conv: nn.Conv2d, norm: nn.BatchNorm2d
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return kernels and offsets of a convolution and the scaling after it, as one."""
    assert norm.running_var is not None
    assert norm.running_mean is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = (conv.weight * scale[:, None, None, None]).detach().numpy()
    bias = (norm.bias - norm.running_mean * scale).detach().numpy()
    return weight, bias


def _rounded(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return values with short fractions, which pack well."""
    spare = 23 - KEPT_BITS
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return (((bits + (1 << (spare - 1))) >> spare) << spare).astype(np.uint32).view(np.float32)
