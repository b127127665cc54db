"""What a confirmed moment brings: the table after it and the score sheet of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.base import Boards, Checkpoint, Choice, Outcome, Step, Steps
from companion.games.common.tuples import put
from companion.games.saying import Either, Notice
from companion.games.summer_pavilion.layout import CELLS, Spaces
from companion.games.summer_pavilion.options import Options
from companion.games.summer_pavilion.position import LAST_ROUND
from companion.games.summer_pavilion.reading.orders import Order, new_tiles, orders_by_points
from companion.games.summer_pavilion.reading.reminders import Reminder, reminders
from companion.games.summer_pavilion.reading.span import (
    MARKER,
    ORDER,
    PASSED,
    Span,
    spaces_seen,
)
from companion.games.summer_pavilion.rules.rounds import moves_on
from companion.games.summer_pavilion.rules.scoring import (
    LOWEST_SPACE,
    add_points,
    cap_steps,
    lose_points,
    placement_steps,
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's score on its way, with the lines that led there.

    ``orders`` is filled when the order of several new tiles matters and nobody told it: the points
    of each order.  The score then counts the order that brings most, for that is how people play.
    """

    score: int
    steps: Steps = ()
    orders: tuple[tuple[int, Order], ...] = ()

    def lose(
        self, cell: str, points: int, rule: str, lowest: int | None, options: Options
    ) -> Sheet:
        """Return the sheet after a loss; the line says what was really lost."""
        score = lose_points(self.score, points, lowest, options)
        return replace(self, score=score, steps=(*self.steps, Step(cell, score - self.score, rule)))


def advance(options: Options, span: Span, boards: Boards) -> Outcome:
    """Return the outcome of a moment whose boards were confirmed; see ``Game.advance``.

    First the marker is paid for, then the new tiles score, then discarded tiles cost.  Where new
    tiles bring different points in different orders and nobody told ``order``, the seat is
    announced None, the best order is counted for now, a notice asks, and a ``Choice`` has the
    orders.
    """
    sheets = tuple(Sheet(score) for score in span.before.scores)
    if span.at is not Checkpoint.SETUP:
        sheets = _pay_marker(options, span, sheets)
        sheets = _score_tiles(options, span, boards, sheets)
        sheets = _pay_discarded(options, span, boards, sheets)
    everybody = len(_have_passed(span, boards)) == span.before.setup.players
    table = span.table(
        boards,
        scores=tuple(sheet.score for sheet in sheets),
        starter=_starter(options, span),
        over=everybody and span.moment.round >= LAST_ROUND,
        facts=_facts(span, boards),
    )
    return Outcome(
        table,
        tuple(sheet.steps for sheet in sheets),
        tuple(None if sheet.orders else sheet.score for sheet in sheets),
        _notices(span, boards, sheets),
        tuple(_choices(sheets)),
    )


def _choices(sheets: Sequence[Sheet]) -> Iterator[Choice]:
    """Yield, for each seat whose tiles bring other points in another order, what to ask."""
    for seat, sheet in enumerate(sheets):
        orders = sorted(sheet.orders, reverse=True)
        named = (tuple(CELLS[space] for space in order) for _, order in orders)
        if orders:
            yield Choice(seat, ORDER, tuple(named))


def _have_passed(span: Span, boards: Boards) -> frozenset[int]:
    """Return the seats that have passed by the moment, with or without a press."""
    return span.passed | span.now_passed | span.seen_to_pass(boards)


def _facts(span: Span, boards: Boards) -> dict[str, Any]:
    """Return what the table remembers of its round: who has passed, who took the marker."""
    facts: dict[str, Any] = {PASSED: tuple(sorted(_have_passed(span, boards)))}
    return facts | ({MARKER: dict(span.marker)} if span.marker else {})


def _starter(options: Options, span: Span) -> int | None:
    """Return who begins the next offer: the marker's holder, once that is known (SP-R40).

    Where people say that nobody took it, who began this round tells (section 9).
    """
    if span.marker:
        holder: int = span.marker["seat"]
        return holder
    began = span.before.starter
    if not span.new_round:
        return began
    if began is None or not span.told_untaken or span.rounds_missed:
        return None
    return (began + moves_on(options)) % span.before.setup.players


def _pay_marker(options: Options, span: Span, sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    """Charge the marker in the picture that tells of it, once in a round (SP-R15)."""
    if span.told_marker is None or span.known_marker:
        return sheets
    seat, tiles = span.told_marker["seat"], span.told_marker["tiles"]
    return put(sheets, seat, sheets[seat].lose("marker", tiles, "SP-R15", LOWEST_SPACE, options))


def _pay_discarded(
    options: Options, span: Span, boards: Boards, sheets: tuple[Sheet, ...]
) -> tuple[Sheet, ...]:
    """Charge a point for each tile thrown away (SP-R37)."""
    for seat in sorted(_have_passed(span, boards) - span.passed):
        tiles = span.discarded(seat)
        if tiles:
            lost = sheets[seat].lose("discarded", tiles, "SP-R37", options.score_min, options)
            sheets = put(sheets, seat, lost)
    return sheets


def _score_tiles(
    options: Options, span: Span, boards: Boards, sheets: tuple[Sheet, ...]
) -> tuple[Sheet, ...]:
    if span.joined:
        return sheets
    return tuple(
        _placed(options, sheet, spaces_seen(old), spaces_seen(new), span.order(seat))
        for seat, (sheet, old, new) in enumerate(zip(sheets, span.boards, boards, strict=True))
    )


def _placed(options: Options, sheet: Sheet, old: Spaces, new: Spaces, told: Order) -> Sheet:
    """Return a seat's sheet with its new tiles scored, in the order told where there is one."""
    tiles = new_tiles(old, new)
    orders = orders_by_points(old, new)
    order = told if sorted(told) == sorted(tiles) else orders[max(orders)]
    steps, score = placement_steps(old, new, order), sheet.score
    for step in steps:
        score = add_points(score, step.points, options)
    steps += cap_steps(sheet.score, sum(step.points for step in steps), score)
    unknown = len(orders) > 1 and order != told
    return Sheet(score, sheet.steps + steps, tuple(sorted(orders.items())) if unknown else ())


def _notices(span: Span, boards: Boards, sheets: Sequence[Sheet]) -> tuple[Reminder, ...]:
    choices = []
    for seat, sheet in enumerate(sheets):
        if sheet.orders:
            points = Either(points for points, _ in sheet.orders)
            cells = tuple(CELLS[space] for space in sheet.orders[0][1])
            text = "These tiles bring {points} points: say in which order they were placed."
            choices.append((seat, Notice(cells, text, {"points": points})))
    return (*choices, *reminders(span, boards))
