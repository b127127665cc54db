"""The keeper of one sitting: pictures in, reports out.

It joins the eyes, the rules and the record: a picture becomes a sighting, the sighting the
likeliest explanation, and a legal explanation an event of the sitting.  What was legal teaches the
eyes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, load
from companion.games.base import Checkpoint, Moment, Result, Setup
from companion.reconcile import BoardReading, Reading, likeliest, reconcile
from companion.service.report import BoardReport, Notice, Report, Status
from companion.sitting import Confirmed, Refused, Sitting, apply, opened
from companion.sitting_folder import SittingFolder
from companion.vision import eyes
from companion.vision.arrays import Points
from companion.vision.sighting import BoardSighting, Sighting

Taps = Mapping[int, Points]

CUBE_BEFORE = (Checkpoint.TURN, Checkpoint.OFFER_END)
"""Checkpoints at which the cubes still stand on the totals of the round before."""


class Keeper:
    """Reads the pictures of one sitting in order and keeps its score."""

    def __init__(self, setup: Setup, taps: Taps | None, *, rules: bool = True) -> None:
        """Open a sitting; ``taps`` are the tapped corners by seat, None with brackets.

        With ``rules`` false every cell is reported as it looks and nothing is confirmed.
        """
        self._sitting = opened(setup)
        self._board: Board = load(setup.game, setup.variant)
        self._taps = taps
        self._rules = rules
        self._scene: eyes.Scene | None = None

    @classmethod
    def for_sitting(cls, folder: SittingFolder, *, rules: bool = True) -> Keeper:
        """Return a keeper for the sitting in a folder."""
        taps = folder.corners_px
        corners = None if taps is None else {s: np.array(c, float) for s, c in enumerate(taps)}
        return cls(folder.setup, corners, rules=rules)

    @property
    def scene(self) -> eyes.Scene | None:
        """What the eyes know of the table; None before the first picture."""
        return self._scene

    @property
    def sitting(self) -> Sitting:
        """The sitting as far as it has come."""
        return self._sitting

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Report:
        """Read one picture, (H, W, 3) BGR; the first may raise ``BoardNotFound``."""
        started = time.perf_counter()
        scene = self._scene or eyes.begin(
            image,
            self._board,
            self._sitting.table.setup.players,
            self._taps,
            empty=moment.checkpoint is Checkpoint.SETUP,
        )
        began = 1e3 * (time.perf_counter() - started)
        sighting, self._scene = eyes.look(image, scene)
        started = time.perf_counter()
        report = self._judge(sighting, moment)
        laps = dict(sighting.ms) | {"rules": 1e3 * (time.perf_counter() - started)}
        laps["registration"] = laps.get("registration", 0.0) + began
        return Report(moment, report.status, report.boards, report.scores, report.breakdown, laps)

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""
        return self._sitting.game.result(self._sitting.table)

    def _judge(self, sighting: Sighting, moment: Moment) -> Report:
        """Say what the sighting means, and take it over when it is legal."""
        if not self._rules:
            return self._plain(sighting, moment)
        if not sighting.clear:
            return self._waiting(sighting, moment)
        before = self._sitting.before(moment)
        seen = [board.cells for board in sighting.boards]
        reading = reconcile(self._sitting.game, before, moment, seen)
        if not reading.legal:
            return self._refuse(sighting, moment, reading)
        return self._confirm(sighting, moment, reading)

    def _confirm(self, sighting: Sighting, moment: Moment, reading: Reading) -> Report:
        boards = tuple(board.cells for board in reading.boards)
        before = self._sitting.before(moment).scores
        self._sitting = apply(self._sitting, Confirmed(moment, boards))
        outcome = self._sitting.outcome
        assert outcome is not None
        assert self._scene is not None
        self._scene = eyes.learn(self._scene, dict(enumerate(boards)))
        expected = before if moment.checkpoint in CUBE_BEFORE else outcome.table.scores
        reports = _board_reports(sighting, reading.boards, expected)
        notices = [Notice(cells, text) for _, cells, text in outcome.notices]
        seats = [seat for seat, _, _ in outcome.notices]
        reports = tuple(
            BoardReport(
                r.seen,
                r.reading,
                r.notices + tuple(n for n, s in zip(notices, seats, strict=True) if s == seat),
            )
            for seat, r in enumerate(reports)
        )
        return Report(moment, Status.READ, reports, outcome.announced, outcome.steps)

    def _refuse(self, sighting: Sighting, moment: Moment, reading: Reading) -> Report:
        rules = tuple(p.rule for board in reading.boards for p in board.problems)
        boards = tuple(board.cells for board in reading.boards)
        self._sitting = apply(self._sitting, Refused(moment, boards, rules))
        reports = _board_reports(sighting, reading.boards, None)
        return self._unchanged(moment, Status.VIOLATION, reports)

    def _waiting(self, sighting: Sighting, moment: Moment) -> Report:
        reports = tuple(BoardReport(board) for board in sighting.boards)
        return self._unchanged(moment, Status.WAITING, reports)

    def _plain(self, sighting: Sighting, moment: Moment) -> Report:
        readings = [BoardReading(likeliest(b.cells), (), ()) for b in sighting.boards]
        if self._scene is not None:
            boards = {seat: reading.cells for seat, reading in enumerate(readings)}
            self._scene = eyes.remember_domes(self._scene, boards)
        status = Status.READ if sighting.clear else Status.WAITING
        return self._unchanged(moment, status, _board_reports(sighting, readings, None))

    def _unchanged(self, moment: Moment, status: Status, boards: tuple[BoardReport, ...]) -> Report:
        scores = self._sitting.table.scores
        return Report(moment, status, boards, scores, ((),) * len(scores))


def _board_reports(
    sighting: Sighting, readings: Sequence[BoardReading], scores: Sequence[int] | None
) -> tuple[BoardReport, ...]:
    return tuple(
        BoardReport(seen, reading, _cube_notice(seen, scores))
        for seen, reading in zip(sighting.boards, readings, strict=True)
    )


def _cube_notice(seen: BoardSighting, scores: Sequence[int] | None) -> tuple[Notice, ...]:
    """Point out a score cube that stands on another number than the total."""
    if scores is None or seen.score_marker is None or seen.score_marker == scores[seen.seat]:
        return ()
    return (
        Notice(
            (f"track/{seen.score_marker}",),
            f"The score cube stands on {seen.score_marker}; move it to {scores[seen.seat]}.",
        ),
    )
