"""How the model is taught from one start, and what becomes of several ends."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e '.[training]'")

from companion.training.model import Model  # noqa: E402 (needs torch)
from companion.training.shards import draw  # noqa: E402
from companion.training.train import Go, train  # noqa: E402

ONCE = Go(1, 1e-3, prints=1.0, domes=1)
THRICE = Go(2, 1e-3, prints=1.0, domes=1, times=3)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("taught")
    list(draw(folder, 0, 1, 1))
    return folder


def taught(shards: Path, *goes: Go) -> tuple[Model, list[dict[str, torch.Tensor]]]:
    """The model, and what it was after each last step of a go."""
    ends: list[dict[str, torch.Tensor]] = []

    def watch(step: int, loss: float, model: Model) -> None:
        if step == goes[min(len(ends), len(goes) - 1)].steps:
            ends.append(deepcopy(model.state_dict()))

    return train(shards, goes, 7, watch), ends


def test_a_go_that_is_gone_thrice_ends_at_the_mean_of_three_ends(shards: Path) -> None:
    model, (_, *ends) = taught(shards, ONCE, THRICE)

    assert len(ends) == 3
    for name, weight in model.state_dict().items():
        each = torch.stack([end[name].float() for end in ends])
        if weight.is_floating_point():
            assert torch.allclose(weight, each.mean(0), atol=1e-6), name
    assert not torch.equal(ends[0]["cells.whole.weight"], ends[1]["cells.whole.weight"])


def test_the_same_seed_teaches_the_same_model(shards: Path) -> None:
    one, other = (taught(shards, ONCE)[0].state_dict() for _ in range(2))

    assert all(torch.equal(one[name], other[name]) for name in one)
