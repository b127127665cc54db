"""What is said of one board in a picture that belongs to no sitting, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.reconcile import BoardReading, likeliest
from companion.service.pictures.judgement import Judged, Worth
from companion.service.reports.report import (
    BoardReport,
    cells_json,
    corners_json,
    domes_json,
    doubt_json,
    resembling_json,
    steps_json,
    violation_json,
)
from companion.sightings.sighting import BoardSighting, Likelihoods


@dataclass(frozen=True)
class PictureReport:
    """One board: how it was seen, and what the rules say; None before any rule is applied.

    ``told`` are the cells of which people say what lies there.
    """

    seen: BoardSighting
    judged: Judged | None = None
    told: frozenset[str] = frozenset()

    @property
    def unseen(self) -> frozenset[str]:
        """The cells of which nothing is known: outside the picture, or hidden."""
        if not self.seen.made_out:
            return self.seen.unseen | frozenset(self.seen.cells)
        return (self.seen.unseen | self.seen.covered) - self.told

    @property
    def reading(self) -> BoardReading:
        """What lies on the board: explained by the rules, or as each cell looks."""
        if self.judged is not None:
            return self.judged.reading
        told = {cell: each for cell, each in self.seen.cells.items() if cell not in self.unseen}
        return BoardReading(likeliest(told), (), ())

    @property
    def worth(self) -> Worth | None:
        """What the board would score; None where the rules say nothing of it."""
        return self.judged.worth if self.judged else None

    @property
    def score_marker(self) -> int | None:
        """What the cube on the track shows; None where that, or the whole board, is not seen."""
        return self.seen.score_marker if self.seen.made_out else None

    @property
    def certainty(self) -> dict[str, float]:
        """How probable what is said of each cell is, by what the eyes see of it alone."""
        cells = self.reading.cells
        return {
            cell: 1.0 if cell in self.told else _chance(likely, cells.get(cell))
            for cell, likely in self.seen.cells.items()
            if cell not in self.unseen
        }

    def as_board_report(self) -> BoardReport:
        """Return the same as it is drawn on debug pictures."""
        return BoardReport(self.seen, self.reading)

    def to_json(self) -> dict[str, Any]:
        """Return the board's object; ``companion read --json`` prints a list of them.

        What is not legal and what it is worth are left out before any rule is applied.
        """
        reading = self.reading
        judged = {} if self.judged is None else _judged_json(reading, self.worth)
        return {
            "seat": self.seen.seat,
            "view": self.seen.view.value,
            "resembles": resembling_json(self.seen),
            "corners_px": corners_json(self.seen),
            "cells": cells_json(reading.cells),
            "domes": domes_json(reading.cells),
            "certainty": {cell: round(chance, 5) for cell, chance in self.certainty.items()},
            "unseen": sorted(self.unseen),
            "score_marker": self.score_marker,
            "doubts": [doubt_json(doubt) for doubt in reading.doubts],
            **judged,
        }


def _judged_json(reading: BoardReading, worth: Worth | None) -> dict[str, Any]:
    """Return what the rules say of a board, as JSON."""
    return {
        "violations": [violation_json(problem) for problem in reading.problems],
        "worth": None if worth is None else worth_json(worth),
    }


def worth_json(worth: Worth) -> dict[str, Any]:
    """Return a board's worth as JSON: ``total`` is the round's, ``score`` the player's then."""
    return {
        "total": worth.points,
        "steps": steps_json(worth.steps),
        "bonuses": dict(worth.bonuses),
        "bonus_steps": steps_json(worth.ending),
        "score": worth.total,
        "wins": worth.wins,
    }


def _chance(likely: Likelihoods, content: Any) -> float:
    """Return the probability of a content where every content was as likely before."""
    told: Mapping[Any, float] = {each: likely[each] for each in likely}
    most = max(told.values())
    total = sum(float(np.exp(nats - most)) for nats in told.values())
    return float(np.exp(likely[content] - most)) / total
