"""What is said of one frame, and its JSON form as ``companion replay --json`` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.games.base import Cells, Moment, Result, Step
from companion.reconcile import BoardReading, Doubt
from companion.vision.sighting import BoardSighting

PLACE = "place/"
"""Cells of this kind are dome tiles; the JSON has them apart (``domes``)."""


class Status(StrEnum):
    """What became of a frame; only ``READ`` takes anything over."""

    READ = "read"
    WAITING = "waiting"
    VIOLATION = "violation"
    QUESTION = "question"


@dataclass(frozen=True)
class Notice:
    """What is worth saying of a board but stops nothing."""

    cells: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class BoardReport:
    """One board: how it was seen, what was made of it (None while it is covered or lost)."""

    seen: BoardSighting
    reading: BoardReading | None = None
    notices: tuple[Notice, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the board's object as design and dashboard know it."""
        reading = self.reading or BoardReading({}, (), ())
        corners = self.seen.corners_px
        return {
            "seat": self.seen.seat,
            "view": self.seen.view.value,
            "corners_px": None if corners is None else corners.round(2).tolist(),
            "cells": cells_json(reading.cells),
            "domes": domes_json(reading.cells),
            "score_marker": self.seen.score_marker,
            "doubts": [_doubt_json(doubt) for doubt in reading.doubts],
            "violations": [
                {"rule": p.rule, "cells": list(p.cells), "message": p.message}
                for p in reading.problems
            ],
            "notices": [{"cells": list(n.cells), "message": n.message} for n in self.notices],
        }


@dataclass(frozen=True)
class Report:
    """One frame: its boards, the totals that hold or are announced, the score sheet."""

    moment: Moment
    status: Status
    boards: tuple[BoardReport, ...]
    scores: tuple[int | None, ...]
    breakdown: tuple[tuple[Step, ...], ...]
    ms: Mapping[str, float] = field(default_factory=dict)

    def to_json(self, file: str = "") -> dict[str, Any]:
        """Return the frame's object for ``file``, a picture's name."""
        return {
            "file": file,
            "checkpoint": self.moment.checkpoint.value,
            "round": self.moment.round,
            "status": self.status.value,
            "boards": [board.to_json() for board in self.boards],
            "scores": list(self.scores),
            "breakdown": [steps_json(steps) for steps in self.breakdown],
            "ms": {stage: round(ms, 2) for stage, ms in self.ms.items()},
        }


def result_json(result: Result) -> dict[str, Any]:
    """Return the closing object of a sitting."""
    return {
        "result": {
            "scores": list(result.scores),
            "bonuses": [dict(bonus) for bonus in result.bonuses],
            "winners": list(result.winners),
            "complete": result.complete,
        }
    }


def steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return a score sheet."""
    return [{"cell": s.cell, "points": s.points, "rule": s.rule} for s in steps]


def cells_json(cells: Cells) -> dict[str, Any]:
    """Return what lies on the cells; stacks as lists, bottom first."""
    return {
        cell: list(content) if isinstance(content, tuple) else content
        for cell, content in sorted(cells.items())
        if not cell.startswith(PLACE)
    }


def domes_json(cells: Cells) -> list[dict[str, Any]]:
    """Return the dome tiles that lie on a board."""
    return [
        {"place": cell.removeprefix(PLACE), "spaces": list(content)}
        for cell, content in sorted(cells.items())
        if cell.startswith(PLACE)
    ]


def _doubt_json(doubt: Doubt) -> dict[str, Any]:
    return {
        "cells": list(doubt.cells),
        "options": list(doubt.options),
        "chosen": doubt.chosen,
        "confidence": doubt.confidence,
    }
