"""How the model's weights are moved."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e '.[training]'")

from companion.training.model import Model  # noqa: E402 (needs torch)
from companion.training.muon import Muon, orthogonal  # noqa: E402
from companion.training.train import Mover  # noqa: E402


def stepped(pace: float) -> tuple[Model, dict[str, torch.Tensor]]:
    """A model after one step down random slopes, and how each weight was moved."""
    torch.manual_seed(1)
    model = Model()
    before = {name: each.detach().clone() for name, each in model.named_parameters()}
    mover = Mover(model, pace)
    for each in model.parameters():
        each.grad = torch.randn_like(each)
    mover.step(pace)
    after = {name: each.detach() - before[name] for name, each in model.named_parameters()}
    return model, after


def test_matrices_and_convolutions_move_as_far_along_every_direction() -> None:
    _, moved = stepped(1e-3)

    for name in ("cells.whole.weight", "layers.0.asks.weight", "cells.layers.2.0.weight"):
        lengths = torch.linalg.svdvals(moved[name].flatten(1))
        assert lengths[0] < 3 * lengths[-1], name


def test_tables_and_biases_move_as_far_in_every_number() -> None:
    _, moved = stepped(1e-3)

    for name in ("kind.weight", "cells.whole.bias"):
        assert moved[name].abs().max() == pytest.approx(1e-3, rel=0.1), name


def test_nothing_moves_by_an_old_slope() -> None:
    model, _ = stepped(1e-3)

    assert all(each.grad is None for each in model.parameters())


@pytest.mark.parametrize("shape", [(12, 40), (40, 12), (16, 16)])
def test_an_orthogonal_matrix_keeps_its_directions(shape: tuple[int, int]) -> None:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(2))
    left, _, right = torch.linalg.svd(matrix, full_matrices=False)

    along = left.T @ orthogonal(matrix) @ right.T

    assert torch.allclose(along, along.diag().diag(), atol=1e-4)
    assert along.diag().min() > 0.3


def test_a_matrix_moves_as_the_library_moves_it() -> None:
    torch.manual_seed(3)
    ours, theirs = (torch.nn.Parameter(torch.ones(24, 40)) for _ in range(2))
    movers = (
        Muon([ours], 1e-2, weight_decay=0.1),
        torch.optim.Muon([theirs], 1e-2, weight_decay=0.1, adjust_lr_fn="match_rms_adamw"),
    )
    for _ in range(5):
        ours.grad = theirs.grad = torch.randn(24, 40)
        for mover in movers:
            mover.step()

    moved = (theirs - 1).norm()
    assert (ours - theirs).norm() < 0.03 * moved  # it counts in eight bits
