"""Score sheets: every tile's points and the rule behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards import Board
from companion.games import GOAL_RULES, INFOS
from companion.games.base import Cells, Step
from web.languages import gettext as _
from web.views.wording import rule_sentences, words


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.

    ``colour`` is the tile's, empty where it is about none; ``reason`` is empty where it would only
    say the place again.
    """

    place: str
    colour: str
    points: str
    loss: bool
    reason: str
    rule: str
    rule_text: str
    game: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seat's score sheet: its lines and what they come to."""

    lines: tuple[Line, ...]
    total: str
    loss: bool


def sheet(board: Board, steps: Sequence[Step], cells: Cells) -> Sheet:
    """Return the sheet of ``steps`` (cell, points, rule); ``cells`` tell a grey wall's colours."""
    lines = tuple(line(board, step, cells) for step in steps)
    total = sum(step.points for step in steps)
    return Sheet(lines, words.signed(total), total < 0)


def goals(board: Board, steps: Sequence[Step], rewarded: Mapping[str, int]) -> Sheet:
    """Return the sheet of an end with goals: a line for each, those that brought nothing too.

    ``rewarded`` tells how often each goal in play was.
    """
    rules_of = {GOAL_RULES[goal]: goal for goal in rewarded}
    lines = [goal_line(board, goal, rule, steps) for rule, goal in rules_of.items()]
    others = [step for step in steps if step.rule not in rules_of]
    total = sum(step.points for step in steps)
    lines += [line(board, step, {}) for step in others]
    return Sheet(tuple(lines), words.signed(total), total < 0)


def goal_line(board: Board, goal: str, rule: str, steps: Sequence[Step]) -> Line:
    """Return what one goal brought, or why it brought nothing."""
    found = [step.points for step in steps if step.rule == rule]
    reason = " + ".join(f"{found.count(points)} × {abs(points)}" for points in dict.fromkeys(found))
    return Line(
        place=rule_sentences.heading(rule),
        colour="",
        points=words.signed(sum(found)),
        loss=sum(found) < 0,
        reason=reason or _(INFOS[board.game].unrewarded[goal]),
        rule=rule,
        rule_text=rule_sentences.text(board.game, rule),
        game=board.game,
    )


def line(board: Board, step: Step, cells: Cells) -> Line:
    """Return one step as a line of the sheet."""
    cell, points, rule = step.cell, step.points, step.rule
    place, reason = words.place(cell), rule_sentences.reason(rule, points)
    return Line(
        place=place,
        colour=colour_at(board, cell, cells),
        points=words.signed(points),
        loss=points < 0,
        reason=reason if reason != place else "",
        rule=rule,
        rule_text=rule_sentences.text(board.game, rule),
        game=board.game,
    )


def colour_at(board: Board, cell: str, cells: Cells) -> str:
    """Return the colour of the tile that a step is about: the one lying there, or printed."""
    lies = cells.get(cell)
    if isinstance(lies, str):
        return lies
    try:
        printed = board.cell(cell).colour
    except KeyError:
        return ""
    return printed if printed and printed != "any" else ""
