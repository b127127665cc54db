"""How the model's weights are moved: matrices by orthogonal steps, everything else by AdamW.

A matrix moved by an orthogonal step (Muon) changes as much along every direction, rare ones too;
on these drawings it is taught as well in about two thirds of AdamW's steps.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from companion.training.model import Model

PACE = 2e-3
"""Step size at its highest; orthogonal steps are brought to the scale of AdamW's."""

DECAY = 2e-2

SMALL = 8
"""Matrices with fewer rows are moved as vectors are: what they tell has nothing in common."""


class Steps:
    """Moves a model's weights down the slope."""

    def __init__(self, model: Model) -> None:
        """Tell matrices that map from everything else; convolutions are matrices too."""
        tables = {id(each.weight) for each in model.modules() if isinstance(each, nn.Embedding)}
        every = list(model.parameters())
        self._matrices = [
            p for p in every if p.ndim > 1 and len(p) >= SMALL and id(p) not in tables
        ]
        mapping = {id(p) for p in self._matrices}
        rest = [p for p in every if id(p) not in mapping]
        self._flat = [nn.Parameter(p.detach().flatten(1).clone()) for p in self._matrices]
        self._parts: tuple[torch.optim.Optimizer, ...] = (
            torch.optim.Muon(self._flat, PACE, weight_decay=DECAY, adjust_lr_fn="match_rms_adamw"),
            torch.optim.AdamW(rest, PACE, weight_decay=DECAY),
        )

    def step(self, pace: float) -> None:
        """Take one step of size ``pace`` down the slopes that were found, and forget them."""
        for flat, matrix in zip(self._flat, self._matrices, strict=True):
            flat.grad = _slope(matrix).flatten(1)
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = pace
            part.step()
        with torch.no_grad():
            for flat, matrix in zip(self._flat, self._matrices, strict=True):
                matrix.copy_(flat.reshape(matrix.shape))
                matrix.grad = None
        self._parts[1].zero_grad()


def _slope(matrix: nn.Parameter) -> Tensor:
    assert matrix.grad is not None, "every matrix of the model is asked in every step"
    return matrix.grad
