"""The whole game on one sheet: rounds by players, every point, the course, who leads in what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards import Board, load
from companion.games import GOAL_RULES
from companion.games.base import Result
from companion.sitting import Sitting
from web.languages import gettext as _
from web.views.points.charts import Chart, scores_by_round
from web.views.points.course import Round, course, ranking, tie_broken
from web.views.points.leaders import Leader, leaders
from web.views.points.points_sheet import Sheet, goals, sheet
from web.views.wording import words

END = 0
"""The number under which the end of the game is asked for."""

SHORT, ROOMY = 9, 13
"""Letters of a name there is room for above a column: on a phone, and on a larger screen."""


@dataclass(frozen=True, slots=True)
class Head:
    """One player: the seat, its name, shortened, its total, its rank (0: nobody knows yet)."""

    seat: int
    name: str
    short: str
    roomy: str
    total: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round brought a player, and the total after it."""

    seat: int
    gained: str
    loss: bool
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One round, or the end of the game; ``coming`` where its tiling is not done yet."""

    number: int
    title: str
    cells: tuple[Cell, ...]
    coming: bool


@dataclass(frozen=True, slots=True)
class Points:
    """Every point of a round of one player; ``other`` is what its steps do not explain."""

    title: str
    seat: int
    sheet: Sheet
    other: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The whole game."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    chart: Chart | None
    leaders: tuple[Leader, ...]
    points: Points | None
    decided: str
    """What decided between equal totals; empty: nothing had to."""


def game_sheet(sitting: Sitting, number: int | None = None, seat: int = 0) -> GameSheet:
    """Return the sheet of a game; with every point of the round ``number`` of one player."""
    rounds = course(sitting)
    result = sitting.game.result(sitting.table)
    rows = [row(one) for one in rounds]
    if result.complete:
        rows.append(end(sitting, result))
    totals = [tuple(cell.total for cell in one.cells) for one in rows]
    if result.complete and len(totals) > 1:
        totals[-2:] = [totals[-1]]
    return GameSheet(
        heads(sitting, result),
        tuple(rows),
        scores_by_round(totals, sitting.start.scores, rounds[0].number if rounds else 1),
        leaders(rounds, result),
        None if number is None else points(sitting, rounds, result, number, seat),
        tie_broken(sitting.table.setup.game, result) if result.complete else "",
    )


def course_chart(sitting: Sitting) -> Chart | None:
    """Return the chart of the totals, from the second round on; before that it shows nothing."""
    sheet = game_sheet(sitting)
    return sheet.chart if len(sheet.rows) > 1 else None


def heads(sitting: Sitting, result: Result) -> tuple[Head, ...]:
    """Return the players with their totals."""
    scores = result.scores if result.complete else sitting.table.scores
    ranks = {seat: rank for rank, seat in ranking(result)} if result.complete else {}
    return tuple(
        Head(
            seat,
            words.seat(seat),
            words.shortened(words.seat(seat), SHORT),
            words.shortened(words.seat(seat), ROOMY),
            total,
            ranks.get(seat, 0),
            result.complete and seat in result.winners,
        )
        for seat, total in enumerate(scores)
    )


def row(one: Round) -> Row:
    """Return one round."""
    cells = tuple(
        Cell(seat, "?", loss=False, total=part.total)
        if part.open
        else cell(seat, part.gained, part.total)
        for seat, part in enumerate(one.parts)
    )
    return Row(one.number, words.round_(one.number), cells, one.coming)


def end(sitting: Sitting, result: Result) -> Row:
    """Return what the end of the game brought."""
    before = sitting.table.scores
    cells = tuple(
        cell(seat, total - before[seat], total) for seat, total in enumerate(result.scores)
    )
    return Row(END, _("At the end of the game"), cells, coming=False)


def cell(seat: int, gained: int, total: int) -> Cell:
    """Return what a round brought a player."""
    return Cell(seat, words.signed(gained), gained < 0, total)


def points(
    sitting: Sitting, rounds: Sequence[Round], result: Result, number: int, seat: int
) -> Points | None:
    """Return every point of one round of one player; None where there is none such."""
    setup = sitting.table.setup
    board = load(setup.game, setup.variant)
    if not 0 <= seat < setup.players:
        return None
    if number == END and result.complete:
        title = " · ".join((words.seat(seat), _("At the end of the game")))
        return Points(title, seat, bonus(board, result, seat, sitting), "")
    found = next((one for one in rounds if one.number == number), None)
    if found is None:
        return None
    part = found.parts[seat]
    other = words.signed(part.otherwise) if part.otherwise else ""
    title = f"{words.seat(seat)} · {words.round_(number)}"
    return Points(title, seat, sheet(board, part.steps, part.cells), other)


def bonus(board: Board, result: Result, seat: int, sitting: Sitting) -> Sheet:
    """Return what the end of the game brought a player."""
    counted = result.bonuses[seat]
    if counted and set(counted) <= GOAL_RULES.keys():
        return goals(board, result.steps[seat], counted)
    cells = sitting.table.boards[seat] if sitting.table.boards else {}
    return sheet(board, result.steps[seat], cells)
