"""Drawn sittings on disk: shards of one board each, made by all cores, read a few at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games import INFOS
from companion.training.factory.drawn_sitting import Batch, sitting
from companion.whole_file import whole_file

A_SHARD = 20
"""Sittings of a shard."""

WINDOWS, REST = ".windows.npy", ".rest.npz"
"""How the names of a shard's two files end; the second is written last, and tells that both are."""


@dataclass(frozen=True)
class Shard:
    """Sittings of one board: windows stay on disk until they are looked at."""

    game: str
    variant: str
    batch: Batch

    def __len__(self) -> int:
        """Return how many sittings there are."""
        return len(self.batch.labels)


def draw(out: Path, first: int, count: int, cores: int) -> Iterator[tuple[str, int]]:
    """Draw ``count`` sittings from the seed ``first`` on; yield each shard's name and its cells."""
    out.mkdir(parents=True, exist_ok=True)
    jobs = list(_jobs(out, first, count))
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:  # forked threads would hang
        yield from pool.map(_draw_shard, jobs)


def shards_in(folder: Path) -> list[Shard]:
    """Return the shards in a folder that are there as a whole, in order of their names."""
    return [_opened(path) for path in sorted(folder.glob(f"*{REST}"))]


def _jobs(out: Path, first: int, count: int) -> Iterator[tuple[Path, str, str, Sequence[int]]]:
    boards = [
        (name, side)
        for name, info in INFOS.items()
        for side, share in info.drawn.items()
        for _ in range(share)
    ]
    for start in range(first, first + count, A_SHARD):
        game, variant = Random(f"shard {start}").choice(boards)
        yield out, game, variant, range(start, min(start + A_SHARD, first + count))


def _draw_shard(job: tuple[Path, str, str, Sequence[int]]) -> tuple[str, int]:
    cv2.setNumThreads(1)
    out, game, variant, seeds = job
    name = f"{game}_{variant}_{seeds[0]}"
    last = out / f"{name}{REST}"
    if _sittings_of(last) != len(seeds):
        last.unlink(missing_ok=True)
        drawn = [sitting(seed, game, variant) for seed in seeds]
        np.save(out / f"{name}{WINDOWS}", np.stack([batch.windows for batch in drawn]))
        rest: dict[str, Any] = {
            f.name: np.stack([getattr(batch, f.name) for batch in drawn])
            for f in fields(Batch)
            if f.name != "windows"
        }
        with whole_file(last) as file:
            np.savez(file, **rest)
    with np.load(last) as held:
        return name, int(held["labels"].size)


def _sittings_of(last: Path) -> int:
    """Return how many sittings a shard has: fewer where a smaller number was drawn before."""
    if not last.exists():
        return 0
    with np.load(last) as held:
        return len(held["labels"])


def _opened(path: Path) -> Shard:
    game, variant, _ = path.name.split("_")
    windows_at = path.with_name(path.name.removesuffix(REST) + WINDOWS)
    windows: NDArray[np.uint8] = np.load(windows_at, mmap_mode="r")
    with np.load(path) as rest:
        return Shard(game, variant, Batch(windows, **rest))
