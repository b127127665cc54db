"""Teaching the model: a fixed time, a falling pace, the average of the last steps in the end.

Every board of a step is looked at by a process of its own, on one core, and all of them move alike
by the mean of what they found: the same steps on any number of cores, and two take half the time.
"""

from __future__ import annotations

import copy
import ctypes
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import torch
from torch import Tensor, distributed, multiprocessing, nn
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel

from companion.boards import load
from companion.neural_network.slots import EMPTY, SLOTS
from companion.training.episodes import CLEAR, HIDING, IGNORED, Episode, episode
from companion.training.model import Model, settled
from companion.training.muon import Muon
from companion.training.shards import Shard, shards_in

DECAY = 2e-2

SMALL = 8
"""Matrices with fewer rows are moved as vectors are: what they tell has nothing in common."""

WARM_UP = 100
LOWEST = 0.01
AVERAGED = 0.998
"""How much of the average stays at every step."""

SITTINGS, BOARDS = 5, 2
"""Sittings of one board, and boards (one a process), of which one step is made."""

PLACE, STRANGER, HIDDEN = 0.05, 0.1, 0.5
"""What the other questions weigh beside the one what lies on a cell."""

NEVER = -30.0

TILES = [slot for slot in range(SLOTS) if slot != EMPTY]

Watch = Callable[[int, float, Model], None]
"""Is told the number of the step that was made, the mean loss of the last ones, and the model."""


@dataclass(frozen=True)
class Go:
    """One fall of the pace, of so many ``steps``, gone so many ``times`` from the same start.

    With other chances each time, it ends at the mean of the ends: what only one of them learned by
    chance counts less.  ``pace`` is the size of a step at its highest, orthogonal ones brought to
    the scale of AdamW's; ``prints`` is what the question weighs what is printed on dome tiles, and
    so often as ``domes`` says a sitting with dome tiles comes for each of another game.

    ``bare`` is what the question weighs whether a cell is bare, besides what lies there: of what
    goes wrong in drawings most is names of colours that nobody could know.  In a ``settled`` go
    channels are not brought to one scale any more, but stay on the scale they have.  In a
    ``shared`` one cells are now and then known by the other board that shows them bare.  Where it
    is ``halfway`` it ends between its start and the mean of its ends: what was learned longer
    weighs as much as what is new.

    What a lamp hides is asked about in a ``burnt`` go only.  Of most such cells nobody could know
    what lies there; asked from the first step on, they outweigh what can be known.  ``accidents``
    happen now and then in one where that is said: a bulb mirrored over a cell, a covered lens.
    """

    steps: int
    pace: float
    prints: float
    domes: int
    times: int = 1
    bare: float = 0.0
    settled: bool = False
    shared: bool = False
    halfway: bool = False
    burnt: bool = True
    accidents: bool = False


GOES = (
    Go(12_000, 2e-3, prints=0.3, domes=1, burnt=False),
    Go(1_600, 4e-4, prints=1.0, domes=2, burnt=False),
    Go(2_000, 5e-4, prints=1.0, domes=2, times=3, bare=3.0, settled=True),
    Go(
        2_000,
        5e-4,
        prints=1.0,
        domes=2,
        times=2,
        bare=3.0,
        settled=True,
        shared=True,
        halfway=True,
        accidents=True,
    ),
)
"""How the model is taught: everything first, then what dome tiles print once more, gently, then
what is bare, and in the end what boards of one set show of each other, accidents among it."""


def train(taught: Path, goes: Sequence[Go], seed: int, watch: Watch) -> Model:
    """Return the model taught on the shards in a folder, each go where the one before ended.

    The same seed gives the same model, as far as a machine adds numbers in the same order.
    """
    with tempfile.TemporaryDirectory() as folder:
        meeting = f"file://{folder}/meeting"
        others = [
            multiprocessing.get_context("spawn").Process(
                target=_work, args=(rank, meeting, taught, goes, seed, _unwatched), daemon=True
            )
            for rank in range(1, BOARDS)
        ]
        for other in others:
            other.start()
        model = _work(0, meeting, taught, goes, seed, watch)
        for other in others:
            other.join()
    return model


def _work(
    rank: int, meeting: str, taught: Path, goes: Sequence[Go], seed: int, watch: Watch
) -> Model:
    """Return the model as all processes teach it together, each as one ``rank`` of them."""
    torch.set_num_threads(1)
    _keep_memory()
    distributed.init_process_group("gloo", meeting, rank=rank, world_size=BOARDS)
    try:
        torch.manual_seed(seed)
        model, seeds, shards = Model(), count(seed), shards_in(taught)
        for go in goes:
            model = settled(model) if go.settled else model
            ends = [
                _gone(model, shards, go, BOARDS * next(seeds) + rank, watch)
                for _ in range(go.times)
            ]
            model = _mean([model, _mean(ends)] if go.halfway else ends)
    finally:
        distributed.destroy_process_group()
    return model


def _keep_memory() -> None:
    """Let the memory of a step serve the next: given back and asked for anew it costs a tenth."""
    given_by_itself, given_back = -3, -1  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD of glibc's malloc.h
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(given_by_itself, 1 << 30)
        libc.mallopt(given_back, 1 << 30)


def _unwatched(step: int, loss: float, model: Model) -> None:
    """Let nobody be told by a process that only helps."""


def _gone(model: Model, shards: Sequence[Shard], go: Go, seed: int, watch: Watch) -> Model:
    """Return where one go from a model ends; the model stays as it is."""
    torch.manual_seed(seed)
    more = [shard for shard in shards if _has_domes(shard)] * (go.domes - 1)
    return _taught(copy.deepcopy(model), [*shards, *more], go, Random(seed), watch)


def _mean(models: Sequence[Model]) -> Model:
    """Return the model whose weights are the mean of those of models that began as one."""
    mean = copy.deepcopy(models[0])
    for number, model in enumerate(models[1:], start=2):
        _follow(mean, model, 1 - 1 / number)
    return mean


def _has_domes(shard: Shard) -> bool:
    return load(shard.game, shard.variant).dome_tile is not None


def _taught(model: Model, shards: Sequence[Shard], go: Go, chance: Random, watch: Watch) -> Model:
    """Return the average of a model on its way down."""
    together = DistributedDataParallel(model.to(memory_format=torch.channels_last))
    average = copy.deepcopy(model)
    mover = Mover(model, go.pace)
    mean = 0.0
    for step, asked in enumerate(_drawn(shards, go, chance)):
        loss = loss_of(together, asked, go)
        loss.backward()
        mean += 0.01 * (loss.item() - mean)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        mover.step(_pace(step, go))
        _follow(average, model, min(AVERAGED, 1 - 1 / (step + 2)))
        watch(step + 1, mean, average)
    return average


def _drawn(shards: Sequence[Shard], go: Go, chance: Random) -> Iterator[Episode]:
    """Yield an episode for each step of a go."""
    weights = [len(shard) for shard in shards]
    for _ in range(go.steps):
        (shard,) = chance.choices(shards, weights)
        places = [chance.randrange(len(shard)) for _ in range(SITTINGS)]
        how = {"shared": go.shared, "burnt": go.burnt, "accidents": go.accidents}
        yield episode(shard, places, None, chance, **how)


def _pace(step: int, go: Go) -> float:
    """Return the size of a step: rising at first, then falling like half a cosine."""
    fallen = (1 + math.cos(math.pi * step / go.steps)) / 2
    return go.pace * min(1.0, (step + 1) / WARM_UP) * (LOWEST + (1 - LOWEST) * fallen)


def loss_of(model: nn.Module, asked: Episode, go: Go) -> Tensor:
    """Return how wrong the model is about an episode."""
    lies, prints, place = model(**asked.inputs)
    lies = lies.masked_fill(~asked.may, NEVER)
    loss = _wrong(lies, asked.lies) + go.prints * _wrong(prints, asked.prints)
    loss = loss + go.bare * wrong_about_bare(lies, asked.lies)
    loss = loss + PLACE * _astray(place, asked) + STRANGER * _fooled(place, asked)
    return loss + HIDDEN * _blind(place, asked)


def _wrong(logits: Tensor, slots: Tensor) -> Tensor:
    """Return the cross-entropy of slots, where any of them is to be learned."""
    if not (slots != IGNORED).any():
        return logits.sum() * 0
    return functional.cross_entropy(
        logits.reshape(-1, SLOTS), slots.reshape(-1), ignore_index=IGNORED
    )


def wrong_about_bare(logits: Tensor, slots: Tensor) -> Tensor:
    """Return the cross-entropy of whether anything lies on the cells that are to be learned."""
    bare = logits[..., EMPTY] - logits[..., TILES].logsumexp(-1)
    told = slots != IGNORED
    wrong = functional.binary_cross_entropy_with_logits(
        bare, (slots == EMPTY).float(), reduction="none"
    )
    return (wrong * told).sum() / told.sum().clamp(min=1)


def _astray(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly spaces are placed: Laplace's log-likelihood, scatter and all."""
    scatter = place[..., 2].clamp(-6, 3)
    miss = (place[..., :2] - asked.off).abs().sum(-1)
    told = 2 * scatter + miss * torch.exp(-scatter)
    return (told * (asked.strange == 0)[:, None]).mean()


def _fooled(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly other boards are told from the game's; what light burns shows no space."""
    burnt = (asked.hidden > HIDING) & (asked.covered <= HIDING)
    fits = (1 - asked.strange)[:, None] * ~burnt
    return functional.binary_cross_entropy_with_logits(place[..., 3], fits)


def _blind(place: Tensor, asked: Episode) -> Tensor:
    """Return how badly covered cells are told; half covered ones count neither way."""
    clear = (asked.covered < CLEAR) | (asked.covered > HIDING)
    told = functional.binary_cross_entropy_with_logits(
        place[..., 4], (asked.covered > HIDING).float(), reduction="none"
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


class Mover:
    """Moves a model's weights down the slope: matrices by orthogonal steps, all else by AdamW.

    A matrix moved by an orthogonal step (Muon) changes as much along every direction, rare ones
    too; convolutions are matrices as well, tables are not.
    """

    def __init__(self, model: Model, pace: float) -> None:
        """Tell the matrices from everything else."""
        tables = {id(each.weight) for each in model.modules() if isinstance(each, nn.Embedding)}
        every = list(model.parameters())
        matrices = [p for p in every if p.ndim > 1 and len(p) >= SMALL and id(p) not in tables]
        mapping = {id(p) for p in matrices}
        rest = [p for p in every if id(p) not in mapping]
        self._parts = (
            Muon(matrices, pace, weight_decay=DECAY),
            torch.optim.AdamW(rest, pace, weight_decay=DECAY),
        )

    def step(self, pace: float) -> None:
        """Take one step of size ``pace`` down the slopes that were found, and forget them."""
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = pace
            part.step()
            part.zero_grad()
