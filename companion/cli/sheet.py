"""Score sheets for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Result, Setup, Step
from companion.service.report import BoardReport, Report, Status

SAID = {
    Status.READ: "read",
    Status.WAITING: "waiting until the boards are free",
    Status.VIOLATION: "not legal, nothing taken over",
    Status.QUESTION: "a question is open",
}


def frame_lines(report: Report, file: str, number: int, frames: int) -> Iterator[str]:
    """Yield what a person wants to know of one frame."""
    moment = report.moment
    yield (
        f"[{number}/{frames}] {file}  round {moment.round}, {moment.checkpoint.value}: "
        f"{SAID[report.status]}  ({sum(report.ms.values()):.0f} ms)"
    )
    for board in report.boards:
        yield from _board_lines(board)
    for seat, steps in enumerate(report.breakdown):
        if steps:
            yield f"    seat {seat}: {_sum_of(steps)} -> {report.scores[seat]}"


def result_lines(setup: Setup, result: Result) -> Iterator[str]:
    """Yield the totals, the bonuses and who won."""
    yield ""
    if not result.complete:
        yield f"The game is not over. Totals so far: {_totals(result.scores)}"
        return
    for seat, (score, bonus) in enumerate(zip(result.scores, result.bonuses, strict=True)):
        won = "  <- wins" if seat in result.winners else ""
        counted = ", ".join(f"{name} {count}" for name, count in bonus.items())
        yield f"seat {seat}: {score} points ({counted}){won}"


def _board_lines(board: BoardReport) -> Iterator[str]:
    seat = board.seen.seat
    if board.reading is None:
        if board.seen.view.value != "clear":
            yield f"    seat {seat}: the board is {board.seen.view.value}"
        return
    for problem in board.reading.problems:
        yield f"    seat {seat}: {problem.rule} {problem.message} ({', '.join(problem.cells)})"
    for doubt in board.reading.doubts:
        rivals = " or ".join(str(option or "empty") for option in doubt.options)
        yield f"    seat {seat}: unsure of {', '.join(doubt.cells)}: {rivals}"
    for notice in board.notices:
        yield f"    seat {seat}: {notice.message}"


def _sum_of(steps: tuple[Step, ...]) -> str:
    return " ".join(f"{step.cell} {step.points:+d}" for step in steps)


def _totals(scores: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat} {score}" for seat, score in enumerate(scores))
