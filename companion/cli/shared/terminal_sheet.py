"""Score sheets for the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.boards import Board
from companion.games import INFOS
from companion.games.base import Cells, Content, Problem, Result, Step
from companion.games.saying import Notice, in_english, in_words_of
from companion.reconcile import BoardReading
from companion.service.pictures.judgement import Worth
from companion.service.pictures.picture_report import PictureReport
from companion.service.reports.letters import board_lines
from companion.service.reports.report import BoardReport, Report, Status
from companion.sightings.sighting import BoardSighting, View

SAID = {
    Status.READ: "read",
    Status.WAITING: "waiting until the boards are free",
    Status.VIOLATION: "not legal, nothing taken over",
    Status.QUESTION: "a question is open",
}

UNREAD = {
    View.COVERED: "something is over the board; take the picture again without it",
    View.DAZZLED: "light hides the board; move the lamp and take the picture again",
    View.LOST: "the board is not found; take the picture again with all of it, in better light",
    View.UNKNOWN: "this is no such board; check game and variant, and which way round it lies",
}
"""What to do about a board of which nothing is read."""


def frame_lines(report: Report, number: int, frames: int, game: str) -> Iterator[str]:
    """Yield what a person wants to know of one frame of a game."""
    ms = sum(report.ms.values())
    yield f"{_frame(report, number, frames)}: {SAID[report.status]}  ({ms:.0f} ms)"
    for board in report.boards:
        yield from _board_lines(board, game)
    for seat, steps in enumerate(report.breakdown):
        if steps:
            yield f"    seat {seat}: {_sum_of(steps)} -> {report.scores[seat]}"


def damaged_line(report: Report, number: int, frames: int) -> str:
    """Return what is said of a frame whose picture cannot be read."""
    return f"{_frame(report, number, frames)}: damaged, gone on without it"


def _frame(report: Report, number: int, frames: int) -> str:
    moment = report.moment
    return f"[{number}/{frames}] {report.file}  round {moment.round}, {moment.checkpoint.value}"


def result_lines(result: Result) -> Iterator[str]:
    """Yield the totals, the bonuses and who won."""
    yield ""
    if not result.complete:
        yield f"The game is not over. Totals so far: {_totals(result.scores)}"
        return
    for seat, (score, bonus) in enumerate(zip(result.scores, result.bonuses, strict=True)):
        won = "  <- wins" if seat in result.winners else ""
        counted = ", ".join(f"{name} {count}" for name, count in bonus.items())
        yield f"seat {seat}: {score} points ({counted}){won}"


def sighting_lines(report: Report, board: Board) -> Iterator[str]:
    """Yield in letters what is seen of each board in a frame, before any rule is applied."""
    for each in report.boards:
        if each.reading is not None:
            yield _headed(each.seen, each.seen.score_marker)
            yield from _in_letters(board, each.cells, each.seen.unseen | each.seen.covered)
            yield ""


def picture_lines(report: PictureReport, board: Board) -> Iterator[str]:
    """Yield a board of a picture in letters, what is wrong or unsure, and its score sheet."""
    seen, reading = report.seen, report.reading
    yield _headed(seen, report.score_marker)
    if not seen.made_out:
        yield from _not_made_out(seen, board)
        return
    yield from _in_letters(board, reading.cells, report.unseen)
    yield from _remarks(seen.seat, reading, board.game)
    if report.worth:
        yield from _worth_lines(report.worth)
    yield ""


def _headed(seen: BoardSighting, score_marker: int | None) -> str:
    return f"board {seen.seat}{'' if score_marker is None else f', marker on {score_marker}'}"


def _in_letters(board: Board, cells: Cells, unseen: Collection[str]) -> Iterator[str]:
    """Yield what lies on a board in letters, and in words what no letter can say."""
    yield from board_lines(board, cells, unseen)
    for cell, content in sorted(cells.items()):
        if isinstance(content, tuple):  # dome tiles and stacks
            yield f"    {cell}: {_in_a_word(content)}"
    if unseen:
        yield f"    not seen, and counted as empty: {', '.join(sorted(unseen))}"


def _not_made_out(seen: BoardSighting, board: Board) -> Iterator[str]:
    """Yield why nothing is read of a board."""
    if seen.resembles:
        games = " or ".join(name for name, _side in seen.resembles)
        yield f"    this is not the {board.variant} side of {board.game}, but looks like"
        yield f"    --game {games}, --variant {seen.resembles[0][1]};"
        yield "    nothing is read: say which game it is, or turn the board over"
    elif seen.view is View.UNKNOWN:
        yield f"    this is no printing of {board.game}, or it lies the other way round;"
        yield "    nothing is read: check --game, --variant and the order of its corners"
    else:
        yield "    no board is made out where it should lie; nothing is read: check --corners,"
        yield "    go nearer, give more light, or take --reference anew from the same place"


def _worth_lines(worth: Worth) -> Iterator[str]:
    if worth.points is None:
        yield "    worth of the round: the player chooses where the tiles go"
    else:
        yield f"    worth of the round: {_sum_of(worth.steps) or 'nothing'} = {worth.points:+d}"
    if worth.ending:
        total = sum(step.points for step in worth.ending)
        yield f"    bonuses if the game ended now: {_sum_of(worth.ending)} = {total:+d}"
    if worth.total is not None:
        yield f"    total then: {worth.total}{', the most' if worth.wins else ''}"


def _board_lines(board: BoardReport, game: str) -> Iterator[str]:
    seat = board.seen.seat
    if board.reading is None:
        if board.seen.view in UNREAD:
            yield f"    seat {seat}: {UNREAD[board.seen.view]}"
        return
    yield from _remarks(seat, board.reading, game)
    for notice in board.notices:
        yield f"    seat {seat}: {_in_words(notice, game)}"


def _remarks(seat: int, reading: BoardReading, game: str) -> Iterator[str]:
    """Yield what is wrong and what is unsure on a board."""
    for problem in reading.problems:
        said = _in_words(problem, game)
        yield f"    seat {seat}: {problem.rule} {said} ({', '.join(problem.cells)})"
    for doubt in reading.doubts:
        rivals = " or ".join(map(_in_a_word, doubt.options))
        yield f"    seat {seat}: unsure of {', '.join(doubt.cells)}: {rivals}"


def _in_words(case: Problem | Notice, game: str) -> str:
    """Return what is said of a board in the words of its game, as its rules have them."""
    template = in_words_of(INFOS[game].words.get("en", {}), case.template)
    return in_english(template, case.values)


def _in_a_word(content: Content | None) -> str:
    """Return what may lie on a cell; of dome tiles and stacks one word for each part."""
    if isinstance(content, tuple):
        return " ".join(str(part or "unknown") for part in content)
    return content or "empty"


def _sum_of(steps: tuple[Step, ...]) -> str:
    return " ".join(f"{step.cell} {step.points:+d}" for step in steps)


def _totals(scores: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat} {score}" for seat, score in enumerate(scores))
