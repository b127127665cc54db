"""One temperature that makes the model's certainty honest, found on printings it never saw.

A single number for all logits (Guo et al., 2017): the smallest cross-entropy on what validates.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import torch
from torch import Tensor
from torch.nn import functional

from companion.training.episodes import IGNORED, episode
from companion.training.measure import ASKED, AT_ONCE
from companion.training.model import Model
from companion.training.shards import Shard
from companion.training.train import NEVER

TRIED = torch.exp(torch.linspace(-0.7, 1.1, 61))


@torch.no_grad()
def temperature(model: Model, shards: Sequence[Shard]) -> float:
    """Return what logits are divided by before they are believed."""
    model.eval()
    pairs = [pair for shard in shards for pair in _asked(model, shard)]
    logits = torch.cat([logits for logits, _ in pairs])
    slots = torch.cat([slots for _, slots in pairs])
    losses = [functional.cross_entropy(logits / heat, slots).item() for heat in TRIED]
    return float(TRIED[losses.index(min(losses))])


def _asked(model: Model, shard: Shard) -> list[tuple[Tensor, Tensor]]:
    """Return logits (K, SLOTS) and slots (K,) of a shard's cells, whatever is known of them."""
    pairs, chance = [], Random("temperature")
    for known in ASKED:
        asked = episode(shard, range(min(len(shard), AT_ONCE)), known, chance)
        lies = model(**asked.inputs)[0].masked_fill(~asked.may, NEVER)
        told = asked.lies != IGNORED
        pairs.append((lies[told], asked.lies[told]))
    return pairs
