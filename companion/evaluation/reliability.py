"""Are the likelihoods honest?  When the reader says 99 %, is it right 99 times in 100?

A cell's belief is the softmax of its log-likelihoods: what the picture alone says, before any rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.evaluation.marks import same
from companion.evaluation.truth import Lying
from companion.sightings.sighting import Likelihoods

EDGES = (0.0, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0)
"""Limits of the bins; most of what is read is read with near certainty, so they grow finer."""

LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Belief:
    """One cell: how sure of its likeliest content, whether that was right, what the truth got."""

    sure: float
    right: bool
    truth: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Cells whose sureness lay from ``low`` to ``high``: how many, how sure, how often right."""

    low: float
    high: float
    cells: int
    sure: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Bins that are not empty; the expected calibration error; the mean surprise in nats."""

    bins: tuple[Bin, ...]
    error: float
    surprise: float

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        return {
            "bins": [
                {
                    "from": b.low,
                    "to": b.high,
                    "cells": b.cells,
                    "said": round(b.sure, 6),
                    "right": round(b.right, 6),
                }
                for b in self.bins
            ],
            "expected_calibration_error": round(self.error, 6),
            "surprise_nats": round(self.surprise, 6),
        }


def beliefs(seen: Mapping[str, Likelihoods], lying: Lying) -> Iterator[Belief]:
    """Yield what the reader believed of every cell of a board, beside what lay there."""
    for cell, likelihoods in seen.items():
        shares = softmax(tuple(likelihoods.values()))
        contents = tuple(likelihoods)
        best = int(np.argmax(shares))
        truth = sum(
            share
            for share, content in zip(shares, contents, strict=True)
            if same(content, lying.get(cell))
        )
        yield Belief(shares[best], same(contents[best], lying.get(cell)), float(truth))


def softmax(logs: Sequence[float]) -> tuple[float, ...]:
    """Return the probabilities that belong to log-likelihoods."""
    weights = np.exp(np.asarray(logs) - max(logs))
    return tuple(float(share) for share in weights / weights.sum())


def reliability(held: Iterable[Belief]) -> Reliability:
    """Return the reliability table of many beliefs."""
    every = tuple(held)
    if not every:
        return Reliability((), 0.0, 0.0)
    sure = np.array([belief.sure for belief in every])
    right = np.array([belief.right for belief in every], float)
    truth = np.array([belief.truth for belief in every])
    which = np.clip(np.searchsorted(EDGES, sure, side="right") - 1, 0, len(EDGES) - 2)
    bins = tuple(
        Bin(EDGES[n], EDGES[n + 1], int((which == n).sum()), *_means(sure, right, which == n))
        for n in range(len(EDGES) - 1)
        if (which == n).any()
    )
    error = sum(b.cells * abs(b.sure - b.right) for b in bins) / len(every)
    return Reliability(bins, error, float(-np.log(np.maximum(truth, LEAST)).mean()))


def _means(sure: Any, right: Any, chosen: Any) -> tuple[float, float]:
    return float(sure[chosen].mean()), float(right[chosen].mean())
