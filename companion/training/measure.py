"""How well a model reads drawn boards that it was not taught on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch

from companion.neural_network.slots import EMPTY
from companion.training.episodes import CLEAR, HIDING, IGNORED, Episode, Knowledge, episode
from companion.training.model import Model
from companion.training.shards import Shard
from companion.training.train import NEVER

ASKED = (
    Knowledge("all", "none"),
    Knowledge("all", "taught"),
    Knowledge("none", "none"),
    Knowledge("none", "taught"),
    Knowledge("shared", "none"),
)
AT_ONCE = 10


@dataclass(frozen=True)
class Score:
    """How a board is read in one state of knowledge, counted in cells.

    Of ``cells`` so many are ``wrong``: bare ones ``invented`` as tiles, tiles ``missed``; of
    ``prints`` so many wrong; ``off`` is the mean error of places in tiles, ``fooled`` the share of
    sittings whose board was taken for another, or another for it; ``alarmed`` counts clear cells
    taken for hidden, ``blind`` hidden ones taken for clear.
    """

    board: str
    known: Knowledge
    cells: int
    wrong: int
    invented: int
    missed: int
    prints: int
    prints_wrong: int
    off: float
    fooled: float
    alarmed: int
    blind: int


@torch.no_grad()
def measure(model: Model, shards: Sequence[Shard]) -> Iterator[Score]:
    """Yield a score for each board and each state of knowledge."""
    model.eval()
    for board in sorted({(shard.game, shard.variant) for shard in shards}):
        mine = [shard for shard in shards if (shard.game, shard.variant) == board]
        for known in ASKED:
            yield _score(model, " ".join(board), mine, known)
    model.train()


def _score(model: Model, board: str, shards: Sequence[Shard], known: Knowledge) -> Score:
    """Return the score of all sittings of one board."""
    chance, sums = Random(f"measure {known}"), torch.zeros(10)
    for shard in shards:
        for start in range(0, len(shard), AT_ONCE):
            places = range(start, min(start + AT_ONCE, len(shard)))
            sums += _sums(model, episode(shard, places, known, chance))
    *counts, off, fooled, alarmed, blind = sums.tolist()
    sittings = sum(len(shard) for shard in shards)
    cells, wrong, invented, missed, prints, prints_wrong = map(int, counts)
    return Score(
        board=board,
        known=known,
        cells=cells,
        wrong=wrong,
        invented=invented,
        missed=missed,
        prints=prints,
        prints_wrong=prints_wrong,
        off=off / sittings,
        fooled=fooled / sittings,
        alarmed=int(alarmed),
        blind=int(blind),
    )


def _sums(model: Model, asked: Episode) -> torch.Tensor:
    """Return what a score counts (10), in its order, summed over the sittings of an episode."""
    lies, prints, place = model(**asked.inputs)
    best = lies.masked_fill(~asked.may, NEVER).argmax(-1)
    told, printed = asked.lies != IGNORED, asked.prints != IGNORED
    wrong = told & (best != asked.lies)
    right = asked.strange == 0
    astray = (place[..., :2] - asked.off).norm(dim=-1)[right]
    hides, seems = asked.covered > HIDING, place[..., 4] > 0
    return torch.tensor(
        [
            told.sum(),
            wrong.sum(),
            (wrong & (asked.lies == EMPTY)).sum(),
            (wrong & (best == EMPTY)).sum(),
            printed.sum(),
            (printed & (prints.argmax(-1) != asked.prints)).sum(),
            astray.mean() * len(right) if right.any() else 0.0,
            ((place[..., 3].mean(1) > 0) != right).sum(),
            (told & (asked.covered < CLEAR) & seems).sum(),
            (hides & ~seems).sum(),
        ]
    )
