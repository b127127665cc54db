"""Every answer marked right or wrong.

What is measured, and on which pictures: cells, boards and statuses on all but the empty boards of
the set-up and those with a hand; rounds where a tiling or a turn was confirmed; announced totals
and points before a tiling; faults where there is an illegal placement; hands where there is a hand,
which may be read only when everything is read right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import TILE_KINDS, Board
from companion.evaluation.truth import Scored, TrueBoard, TrueFrame
from companion.games.base import Checkpoint, Result
from companion.service.reports.report import BoardReport, Report, Status, cells_json, domes_json

RULES = {
    "mixed-line": "R15",
    "gap-in-line": "R14",
    "wrong-wall-colour": "R22",
    "colour-already-on-wall": "R17",
    "two-lines-in-one-turn": "R13",
}
"""Kind of fault -> the rule that must be named, without the game's prefix."""

FAIR_VIOLATIONS = 3
"""How many violations may be named for one fault; more are false alarms."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One answer: what was asked, whether it was right, and, where it was not, what was wrong."""

    measure: str
    right: bool
    miss: str = ""


@dataclass(frozen=True, slots=True)
class Examiner:
    """Marks one sitting: its board, its rules' prefix, and whether totals can be announced.

    With ``sightings`` only cells are asked for: what each picture shows before any rule.
    """

    board: Board
    prefix: str
    announces: bool
    sightings: bool = False

    def frame(
        self, truth: TrueFrame, report: Report | None, tiling: Sequence[Scored] | None
    ) -> Iterator[Mark]:
        """Yield the marks of one picture; ``tiling`` is what its round's tiling brought."""
        if truth.checkpoint in (Checkpoint.SETUP, Checkpoint.TILES):
            return
        if truth.hand is not None:
            yield from () if self.sightings else (self._hand(truth, report),)
            return
        if not self.sightings:
            yield _status(truth, report)
        for board in truth.boards:
            yield from self._board(truth, board, _board_of(report, board.seat))
        if not self.sightings:
            yield from self._totals(truth, report, tiling)

    def cells(self) -> tuple[str, ...]:
        """Return the ids of the cells that hold tiles."""
        return tuple(cell.id for cell in self.board.of_kind(*TILE_KINDS))

    def _hand(self, truth: TrueFrame, report: Report | None) -> Mark:
        status = report.status if report else None
        boards = [(board, _board_of(report, board.seat)) for board in truth.boards]
        exact = all(seen and not _wrong(board, seen, self.cells()) for board, seen in boards)
        right = status is Status.WAITING or (status is Status.READ and exact)
        return Mark("hands", right, f"a hand over seat {truth.hand}: {status}")

    def _board(
        self, frame: TrueFrame, board: TrueBoard, seen: BoardReport | None
    ) -> Iterator[Mark]:
        wrong = _wrong(board, seen, self.cells())
        for cell in self.cells():
            yield Mark("cells", cell not in wrong, f"seat {board.seat} {wrong.get(cell)}")
        yield Mark("boards", not wrong, f"seat {board.seat}: {len(wrong)} cells wrong")
        if board.domes is not None:
            yield from _domes(board, seen)
        if board.score_marker is not None and frame.fault is None:
            number = seen.seen.score_marker if seen else None
            miss = f"seat {board.seat}: cube on {number} for {board.score_marker}"
            yield Mark("markers", number == board.score_marker, miss)
        if not self.sightings:
            yield from self._violations(frame, board.seat, seen)

    def _violations(self, frame: TrueFrame, seat: int, seen: BoardReport | None) -> Iterator[Mark]:
        said = seen.reading.problems if seen and seen.reading else ()
        named = ", ".join(f"{p.rule} at {' '.join(p.cells)}" for p in said) or "nothing"
        allowed = 0
        if frame.fault is not None and frame.fault.seat == seat:
            fault, allowed = frame.fault, FAIR_VIOLATIONS
            rule = f"{self.prefix}-{RULES.get(fault.kind, fault.kind)}"
            found = any(p.rule == rule and fault.cells & set(p.cells) for p in said)
            miss = f"seat {seat}: {fault.kind} at {' '.join(sorted(fault.cells))}, said {named}"
            yield Mark("faults", found, miss)
        for _ in said[allowed:]:
            yield Mark("alarms", False, f"seat {seat}: said {named}")

    def _totals(
        self, truth: TrueFrame, report: Report | None, tiling: Sequence[Scored] | None
    ) -> Iterator[Mark]:
        if truth.checkpoint is Checkpoint.TILED and truth.scored:
            yield from _scores("rounds", report, [seat.after for seat in truth.scored])
        if truth.checkpoint in (Checkpoint.PLACED, Checkpoint.PASSED) and truth.scores:
            yield from _scores("rounds", report, truth.scores)
        if self._announced(truth) and tiling and _tells_points(tiling):
            yield from _scores("announced", report, [seat.after for seat in tiling])
            yield from _points(report, tiling)

    def _announced(self, truth: TrueFrame) -> bool:
        """Tell whether the totals after the tiling follow from what lies in this picture."""
        return self.announces and truth.checkpoint is Checkpoint.OFFER_END and not truth.fault


def final(result: Result | None, bonuses: Collection[Any] | None) -> Iterator[Mark]:
    """Yield the mark of the end of a finished game: totals and every bonus count."""
    if bonuses is None:
        return
    totals = tuple(seat["total"] for seat in bonuses)
    counts = [{name: n for name, n in seat.items() if name != "total"} for seat in bonuses]
    right = (
        result is not None
        and result.scores == totals
        and all(
            counted.get(name) == number
            for counted, wanted in zip(result.bonuses, counts, strict=True)
            for name, number in wanted.items()
        )
    )
    yield Mark("finals", right, f"totals {result.scores if result else None} for {totals}")


def same(got: Any, want: Any) -> bool:
    """Tell whether a cell was read right; of a stack only the top can be seen."""
    if isinstance(want, list):
        top = got[-1] if isinstance(got, list | tuple) and got else got
        return bool(top == want[-1])
    return bool(got == want)


def _status(truth: TrueFrame, report: Report | None) -> Mark:
    status = report.status if report else None
    wanted = Status.VIOLATION if truth.fault else Status.READ
    return Mark("statuses", status is wanted, f"status {status} for {wanted}")


def _board_of(report: Report | None, seat: int) -> BoardReport | None:
    boards = report.boards if report else ()
    return next((board for board in boards if board.seen.seat == seat), None)


def _wrong(board: TrueBoard, seen: BoardReport | None, cells: Iterable[str]) -> dict[str, str]:
    """Return the cells read wrong with what was read; all of them where the board was not read."""
    if seen is None:
        return dict.fromkeys(cells, "not read")
    read = cells_json(seen.reading.cells) if seen.reading else {}
    return {
        cell: f"{cell}: {read.get(cell)} for {board.cells.get(cell)}"
        for cell in cells
        if not same(read.get(cell), board.cells.get(cell))
    }


def _domes(board: TrueBoard, seen: BoardReport | None) -> Iterator[Mark]:
    read = domes_json(seen.reading.cells) if seen and seen.reading else []
    have = {dome["place"]: tuple(dome["spaces"]) for dome in read}
    want = board.domes or {}
    for place in sorted({*have, *want}):
        miss = f"seat {board.seat} dome {place}: {have.get(place)} for {want.get(place)}"
        yield Mark("domes", have.get(place) == want.get(place), miss)


def _scores(measure: str, report: Report | None, wanted: Sequence[int]) -> Iterator[Mark]:
    have = report.scores if report else ()
    for seat, want in enumerate(wanted):
        got = have[seat] if seat < len(have) else None
        yield Mark(measure, got == want, f"seat {seat}: {measure} {got} for {want}")


def _tells_points(tiling: Sequence[Scored]) -> bool:
    return all(seat.placements is not None for seat in tiling)


def _points(report: Report | None, tiling: Sequence[Scored]) -> Iterator[Mark]:
    sheets = report.breakdown if report else ()
    for seat, scored in enumerate(tiling):
        steps = sheets[seat] if seat < len(sheets) else ()
        got = sorted(step.points for step in steps if step.cell.startswith("wall/"))
        want = sorted(scored.placements or ())
        yield Mark("points", got == want, f"seat {seat}: points {got} for {want}")
