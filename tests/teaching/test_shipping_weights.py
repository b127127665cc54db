"""What torch taught is what a table reads with: the same pixels, the same answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e '.[training]'")

from companion.neural_network import convolution  # noqa: E402
from companion.neural_network.encoders import FACE_SIDE, describe_cells, describe_faces  # noqa: E402
from companion.training.export import export  # noqa: E402 (needs torch)
from companion.training.model import MIDDLE, Model, folded  # noqa: E402 (needs torch)
from companion.vision.cells.windows import SIDE  # noqa: E402


def pixels(*shape: int) -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, shape).astype(np.uint8)


@pytest.fixture(scope="module")
def model() -> Model:
    torch.manual_seed(2)
    return Model().eval()


@pytest.fixture(scope="module")
def weights(model: Model, tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    out: Path = tmp_path_factory.mktemp("weights") / "eyes.npz"
    export(model, 1.0, out)
    return {name: table.astype(np.float32) for name, table in np.load(out).items()}


def test_windows_are_folded_as_at_a_table() -> None:
    windows = pixels(4, 3, SIDE, SIDE, 3)
    at_the_table = convolution.folded([windows[:, number] for number in range(3)])
    taught = folded(torch.from_numpy(windows)).permute(0, 2, 3, 1).numpy()
    assert np.array_equal(taught, at_the_table)


def test_exported_cells_are_described_as_torch_does(
    model: Model, weights: dict[str, np.ndarray]
) -> None:
    windows = pixels(5, 3, SIDE, SIDE, 3)
    with torch.no_grad():
        taught = model.cells(folded(torch.from_numpy(windows)) / 255 - MIDDLE).numpy()
    shipped = describe_cells([windows[:, number] for number in range(3)], weights)
    assert np.abs(shipped - taught).max() < 0.01 * np.abs(taught).max()


def test_exported_faces_are_described_as_torch_does(
    model: Model, weights: dict[str, np.ndarray]
) -> None:
    faces = pixels(5, FACE_SIDE, FACE_SIDE, 3)
    with torch.no_grad():
        taught = model.faces(folded(torch.from_numpy(faces[:, None])) / 255).numpy()
    shipped = describe_faces(faces, weights)
    assert np.abs(shipped - taught).max() < 0.01 * np.abs(taught).max()
