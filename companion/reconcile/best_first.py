"""Choosing one of several in every column, the least loss first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from math import inf

Picks = tuple[int, ...]


def best_first(
    columns: Sequence[Sequence[float]], most: float = inf
) -> Iterator[tuple[float, Picks]]:
    """Yield what is lost and which entry to take of each column, least loss first.

    Every column has its scores best first.  Exact: all combinations that lose no more than ``most``
    come, each of them once.
    """
    loose = [i for i, scores in enumerate(columns) if len(scores) > 1]
    order = count()
    heap = [(0.0, next(order), (0,) * len(columns), 0)]
    while heap:
        loss, _, picks, since = heapq.heappop(heap)
        yield loss, picks
        for at in range(since, len(loose)):
            i = loose[at]
            scores, pick = columns[i], picks[i]
            if pick + 1 < len(scores):
                lost = loss + scores[pick] - scores[pick + 1]
                if lost <= most:
                    further = (*picks[:i], pick + 1, *picks[i + 1 :])
                    heapq.heappush(heap, (lost, next(order), further, at))
