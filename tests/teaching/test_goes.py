"""How the model is taught from one start, and what becomes of several ends."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.neural_network.slots import EMPTY, SLOTS

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e '.[training]'")

from companion.training import train as teaching  # noqa: E402 (needs torch)
from companion.training.episodes import IGNORED  # noqa: E402 (needs torch)
from companion.training.model import Model, settled  # noqa: E402 (needs torch)
from companion.training.shards import draw, shards_in  # noqa: E402
from companion.training.train import Go, train, wrong_about_bare  # noqa: E402

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


def test_a_go_may_end_halfway(shards: Path) -> None:
    model, ends = taught(shards, ONCE, replace(ONCE, halfway=True))

    start, end = (ends[n]["cells.whole.weight"] for n in (0, 1))
    assert torch.allclose(model.state_dict()["cells.whole.weight"], (start + end) / 2, atol=1e-6)
    assert not torch.equal(start, end)


def test_the_same_seed_teaches_the_same_model(shards: Path) -> None:
    one, other = (taught(shards, ONCE)[0].state_dict() for _ in range(2))

    assert all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("burnt", [True, False])
def test_a_go_asks_what_a_lamp_hides_or_not(
    shards: Path, monkeypatch: pytest.MonkeyPatch, burnt: bool
) -> None:
    asked = []
    monkeypatch.setattr(teaching, "episode", lambda *_, **how: asked.append(how["burnt"]))
    list(teaching._drawn(shards_in(shards), replace(ONCE, steps=3, burnt=burnt), Random(1)))
    assert asked == [burnt] * 3


def seen_by(model: Model) -> torch.Tensor:
    """What two hundred windows of noise say."""
    windows = torch.rand((200, 36, 14, 14), generator=torch.Generator().manual_seed(5))
    said: torch.Tensor = model.cells(windows)
    return said


def test_a_settled_model_says_the_same_and_stays_on_its_scale() -> None:
    torch.manual_seed(4)
    model = Model().train()
    seen_by(model)
    with torch.no_grad():
        quiet, said = seen_by(settled(model)), seen_by(model.eval())

    assert torch.allclose(quiet, said, atol=1e-5)
    still = settled(model)
    before = still.state_dict()["cells.layers.2.1.running_mean"].clone()
    seen_by(still)
    assert torch.equal(still.state_dict()["cells.layers.2.1.running_mean"], before)


def test_a_settled_go_leaves_what_was_measured_of_channels(shards: Path) -> None:
    model, _ = taught(shards, ONCE, replace(ONCE, settled=True, bare=3.0))

    for name, each in model.named_buffers():
        if "running_mean" in name:
            assert (each == 0).all(), name


@pytest.mark.parametrize(("lies", "wrong"), [(EMPTY, False), (0, True)])
def test_whether_a_cell_is_bare_is_asked_besides(lies: int, wrong: bool) -> None:
    logits = torch.full((1, 1, SLOTS), -20.0)
    logits[..., EMPTY] = 20.0

    loss = wrong_about_bare(logits, torch.tensor([[lies]]))

    assert (loss > 10) == wrong


def test_which_tile_it_is_does_not_count_there() -> None:
    logits = torch.full((1, 2, SLOTS), -20.0)
    logits[..., 3] = 20.0

    assert wrong_about_bare(logits, torch.tensor([[1, IGNORED]])) < 1e-6
