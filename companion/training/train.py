"""Teaching the model: a fixed time, a falling pace, the average of the last steps in the end."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import torch
from torch import Tensor
from torch.nn import functional

from companion.training.episodes import CLEAR, HIDING, IGNORED, Episode, episode
from companion.training.model import Model
from companion.training.shards import Shard
from companion.training.stepping import PACE, Steps
from companion.vision.cells.slots import SLOTS

WARM_UP = 100
LOWEST = 0.01
AVERAGED = 0.998
"""How much of the average stays at every step."""

SITTINGS, BOARDS = 5, 2
"""Sittings of one board, and boards, of which one step is made."""

PRINT, PLACE, STRANGER, HIDDEN = 0.3, 0.05, 0.1, 0.5
"""What the other questions weigh beside the one what lies on a cell."""

NEVER = -30.0

Watch = Callable[[int, float, Model], None]
"""Is told the number of the step that was made, the mean loss of the last ones, and the model."""


def train(
    shards: Sequence[Shard], steps: int, seed: int, watch: Watch, start: Model | None = None
) -> Model:
    """Return the model taught on ``shards`` in so many steps; the same seed gives the same model.

    Goes on from ``start`` where one is given.
    """
    torch.manual_seed(seed)
    model = start or Model()
    model.to(memory_format=torch.channels_last)
    average = copy.deepcopy(model)
    steps_down = Steps(model)
    mean = 0.0
    for step, episodes in enumerate(_ahead(_drawn(shards, steps, Random(seed)))):
        for asked in episodes:
            loss = loss_of(model, asked) / BOARDS
            loss.backward()
            mean += 0.01 * (loss.item() * BOARDS - mean)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        steps_down.step(_pace(step, steps))
        _follow(average, model, min(AVERAGED, 1 - 1 / (step + 2)))
        watch(step + 1, mean, average)
    return average


def _drawn(shards: Sequence[Shard], steps: int, chance: Random) -> Iterator[list[Episode]]:
    """Yield the episodes of each step."""
    weights = [len(shard) for shard in shards]
    for _ in range(steps):
        chosen = chance.choices(shards, weights, k=BOARDS)
        places = [[chance.randrange(len(shard)) for _ in range(SITTINGS)] for shard in chosen]
        pairs = zip(chosen, places, strict=True)
        yield [episode(shard, each, None, chance) for shard, each in pairs]


def _ahead(episodes: Iterator[list[Episode]]) -> Iterator[list[Episode]]:
    """Yield what is yielded, the next one always in the making."""
    with ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(1,)) as maker:
        coming = maker.submit(next, episodes, None)
        while (made := coming.result()) is not None:
            coming = maker.submit(next, episodes, None)
            yield made


def _pace(step: int, steps: int) -> float:
    """Return the size of a step: rising at first, then falling like half a cosine."""
    fallen = (1 + math.cos(math.pi * step / steps)) / 2
    return PACE * min(1.0, (step + 1) / WARM_UP) * (LOWEST + (1 - LOWEST) * fallen)


def loss_of(model: Model, asked: Episode) -> Tensor:
    """Return how wrong the model is about an episode."""
    lies, prints, place = model(**asked.inputs)
    lies = lies.masked_fill(~asked.may, NEVER)
    loss = _wrong(lies, asked.lies) + PRINT * _wrong(prints, asked.prints)
    loss = loss + PLACE * _astray(place, asked) + STRANGER * _fooled(place, asked)
    return loss + HIDDEN * _blind(place, asked)


def _wrong(logits: Tensor, slots: Tensor) -> Tensor:
    """Return the cross-entropy of slots, where any of them is to be learned."""
    if not (slots != IGNORED).any():
        return logits.sum() * 0
    return functional.cross_entropy(
        logits.reshape(-1, SLOTS), slots.reshape(-1), ignore_index=IGNORED
    )


def _astray(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly spaces are placed: Laplace's log-likelihood, scatter and all."""
    scatter = place[..., 2].clamp(-6, 3)
    miss = (place[..., :2] - asked.off).abs().sum(-1)
    told = 2 * scatter + miss * torch.exp(-scatter)
    return (told * (asked.strange == 0)[:, None]).mean()


def _fooled(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly other boards are told from the game's."""
    fits = (1 - asked.strange)[:, None].expand(place.shape[:2])
    return functional.binary_cross_entropy_with_logits(place[..., 3], fits)


def _blind(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly hidden cells are told; half hidden ones count neither way."""
    clear = (asked.hidden < CLEAR) | (asked.hidden > HIDING)
    told = functional.binary_cross_entropy_with_logits(
        place[..., 4], (asked.hidden > HIDING).float(), reduction="none"
    )
    return (told * clear).mean()


@torch.no_grad()
def _follow(average: Model, model: Model, stays: float) -> None:
    """Let the average follow the model."""
    for mean, now in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
        if mean.is_floating_point():
            mean.lerp_(now, 1 - stays)
        else:
            mean.copy_(now)
