"""A sitting replayed and marked."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion import sitting_folder
from companion.arrays import Image
from companion.boards import load as load_board
from companion.errors import CompanionError
from companion.evaluation.marks import Examiner, Mark, final
from companion.evaluation.reliability import Belief, beliefs, reliability
from companion.evaluation.truth import TrueFrame, Truth, read_truth
from companion.games.base import Checkpoint, Result
from companion.service.reports.report import Report
from companion.service.sitting.folder_replay import Load, keeper_of, replay
from companion.sightings.sighting import View
from companion.sitting_folder import FrameEntry, SittingFolder

MEASURES = (
    "cells",
    "boards",
    "statuses",
    "rounds",
    "announced",
    "points",
    "domes",
    "markers",
    "faults",
    "hands",
    "finals",
)
"""What is counted as right of all; ``alarms`` are counted alone."""

DECODING = "decoding"


@dataclass(frozen=True)
class Measurement:
    """One sitting, or several together.

    ``asked`` and ``right`` count answers by measure; ``corner_px`` is the largest error of a
    board's corner; ``ms`` has each stage's milliseconds, picture by picture, the first picture's
    apart as ``finding``; ``error`` is what ended the replay early.
    """

    name: str
    asked: Mapping[str, int]
    right: Mapping[str, int]
    misses: tuple[str, ...] = ()
    corner_px: float | None = None
    ms: Mapping[str, tuple[float, ...]] | None = None
    beliefs: tuple[Belief, ...] = ()
    error: str = ""

    @property
    def alarms(self) -> int:
        """How many violations were named where there was none."""
        return self.asked.get("alarms", 0)

    @property
    def faultless(self) -> bool:
        """Whether every answer was right."""
        return not self.error and all(self.right.get(m, 0) == n for m, n in self.asked.items())

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values; of a stage the median."""
        counts = {m: {"right": self.right.get(m, 0), "of": self.asked.get(m, 0)} for m in MEASURES}
        return {
            "sitting": self.name,
            **counts,
            "cells_wrong": self.asked.get("cells", 0) - self.right.get("cells", 0),
            "false_alarms": self.alarms,
            "corner_px": None if self.corner_px is None else round(self.corner_px, 2),
            "ms": {s: round(float(np.median(ms)), 2) for s, ms in (self.ms or {}).items()},
            "reliability": reliability(self.beliefs).to_json(),
            "misses": list(self.misses),
            "error": self.error or None,
        }


def measure(
    path: Path, load: Load, *, sightings: bool = False, skip_faults: bool = False
) -> Measurement:
    """Replay the labelled sitting in ``path`` and mark it.

    ``load`` gives the pixels of a picture.  With ``sightings`` cells are marked before any rule;
    with ``skip_faults`` pictures with an illegal placement are left out.
    """
    folder, truth = sitting_folder.read(path), read_truth(path)
    frames = {f.file: f for f in truth.frames if not (skip_faults and f.fault)}
    folder = replace(folder, frames=tuple(e for e in folder.frames if e.file in frames))
    run = _run(folder, load, sightings)
    return _marked(folder, replace(truth, frames=tuple(frames.values())), run, sightings)


def sum_of(parts: Iterable[Measurement]) -> Measurement:
    """Return several sittings as one."""
    several = tuple(parts)
    corners = [part.corner_px for part in several if part.corner_px is not None]
    stages = dict.fromkeys(stage for part in several for stage in part.ms or {})
    return Measurement(
        name=several[0].name if len(several) == 1 else f"{len(several)} sittings",
        asked=sum((Counter(part.asked) for part in several), Counter()),
        right=sum((Counter(part.right) for part in several), Counter()),
        misses=tuple(f"{part.name} {miss}" for part in several for miss in part.misses),
        corner_px=max(corners, default=None),
        ms={s: tuple(v for part in several for v in (part.ms or {}).get(s, ())) for s in stages},
        beliefs=tuple(belief for part in several for belief in part.beliefs),
        error="; ".join(f"{part.name}: {part.error}" for part in several if part.error),
    )


@dataclass(frozen=True)
class _Run:
    """What a replay answered, picture by picture."""

    reports: Mapping[str, Report]
    result: Result | None
    ms: Mapping[str, tuple[float, ...]]
    error: str = ""


def _run(folder: SittingFolder, load: Load, sightings: bool) -> _Run:
    """Replay a sitting; an error of the companion ends it, and what was read until then counts."""
    ms: dict[str, list[float]] = {DECODING: []}

    def timed(entry: FrameEntry) -> Image:
        started = time.perf_counter()
        image = load(entry)
        ms[DECODING].append(1e3 * (time.perf_counter() - started))
        return image

    reports: dict[str, Report] = {}
    result, error = None, ""
    try:
        keeper = keeper_of(folder, rules=not sightings)
        for entry, report in replay(folder, keeper, timed):
            for stage, value in report.ms.items():
                first = not reports and stage == "registration"
                ms.setdefault("finding" if first else stage, []).append(value)
            reports[entry.file] = report
        result = keeper.result()
    except CompanionError as stopped:
        error = str(stopped)
    return _Run(reports, result, {stage: tuple(values) for stage, values in ms.items()}, error)


def _marked(folder: SittingFolder, truth: Truth, run: _Run, sightings: bool) -> Measurement:
    examiner = _examiner(folder, sightings)
    marks, held, corners = [], [], []
    for frame in truth.frames:
        report, tiling = run.reports.get(frame.file), truth.tilings().get(frame.round)
        marks += [_with_file(mark, frame.file) for mark in examiner.frame(frame, report, tiling)]
        held += _beliefs(frame, report)
        corners += _corner_errors(frame, report)
    if not sightings:
        marks += final(run.result, truth.bonuses)
    return Measurement(
        name=folder.path.resolve().name,
        asked=Counter(mark.measure for mark in marks),
        right=Counter(mark.measure for mark in marks if mark.right),
        misses=tuple(mark.miss for mark in marks if not mark.right and mark.measure != "boards"),
        corner_px=max(corners, default=None),
        ms=run.ms,
        beliefs=tuple(held),
        error=run.error,
    )


def _examiner(folder: SittingFolder, sightings: bool) -> Examiner:
    game, variant = folder.setup.game, folder.setup.variant
    keeper = keeper_of(folder)
    return Examiner(
        board=load_board(game, variant),
        prefix=keeper.sitting.game.prefix,
        announces=variant != "grey",
        sightings=sightings,
    )


def _with_file(mark: Mark, file: str) -> Mark:
    return replace(mark, miss=f"{file} {mark.miss}")


def _judged(frame: TrueFrame) -> bool:
    """Tell whether a picture's cells are asked for: not the empty boards, not under a hand."""
    return frame.checkpoint not in (Checkpoint.SETUP, Checkpoint.TILES) and frame.hand is None


def _beliefs(frame: TrueFrame, report: Report | None) -> list[Belief]:
    lying = {board.seat: board.lying for board in frame.boards}
    clear = [b.seen for b in report.boards if b.seen.view is View.CLEAR] if report else []
    return [
        belief
        for seen in clear
        if _judged(frame) and seen.seat in lying
        for belief in beliefs(seen.cells, lying[seen.seat])
    ]


def _corner_errors(frame: TrueFrame, report: Report | None) -> list[float]:
    true = {board.seat: board.corners_px for board in frame.boards}
    return [
        max(math.dist(at, want) for at, want in zip(seen.corners_px, true[seen.seat], strict=True))
        for seen in (board.seen for board in (report.boards if report else ()))
        if _judged(frame) and seen.corners_px is not None and seen.seat in true
    ]
