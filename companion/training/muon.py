"""Muon: matrices moved by orthogonal steps, in single precision.

``torch.optim.Muon`` does the same in bfloat16, which most processors without an accelerator only
emulate: there it took more than half of the time that teaching takes.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

MOMENTUM = 0.95

SPREAD = 0.2
"""Root mean square of AdamW's steps, to which orthogonal ones are brought (arXiv:2502.16982)."""

QUINTIC = (3.4445, -4.7750, 2.0315)
"""Factors of an iteration that draws all singular values near one, by Muon's author."""

ROUNDS = 5


class Muon(torch.optim.Optimizer):
    """Moves weights of two or more dimensions; what lies behind the first counts as one row."""

    def __init__(self, matrices: Iterable[nn.Parameter], lr: float, weight_decay: float) -> None:
        """Take steps of size ``lr``, and let weights shrink by ``weight_decay`` of it."""
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Move every matrix one step down its slope."""
        for group in self.param_groups:
            for matrix in group["params"]:
                way = orthogonal(self._smoothed(matrix).flatten(1))
                size = group["lr"] * SPREAD * max(way.shape) ** 0.5
                matrix.mul_(1 - group["lr"] * group["weight_decay"])
                matrix.sub_(way.reshape(matrix.shape), alpha=size)

    def _smoothed(self, matrix: nn.Parameter) -> Tensor:
        """Return the slope, with what is left of earlier ones (Nesterov's momentum)."""
        slope = matrix.grad
        assert slope is not None, "every matrix of the model is asked in every step"
        kept: Tensor = self.state[matrix].setdefault("kept", torch.zeros_like(slope))
        kept.lerp_(slope, 1 - MOMENTUM)
        return slope.lerp(kept, MOMENTUM)


def orthogonal(matrix: Tensor) -> Tensor:
    """Return a matrix (R, C) of the same directions, along each of them about equally long."""
    if len(matrix) > matrix.shape[1]:
        return orthogonal(matrix.T).T
    a, b, c = QUINTIC
    found = matrix / matrix.norm().clamp(min=1e-7)
    for _ in range(ROUNDS):
        gram = found @ found.T
        found = torch.addmm(found, torch.addmm(gram, gram, gram, beta=b, alpha=c), found, beta=a)
    return found
