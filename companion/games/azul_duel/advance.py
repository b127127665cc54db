"""What a confirmed moment brings: scores, score sheets, what the table must remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.azul_duel.board import Board
from companion.games.azul_duel.catalogue import BROKEN_PLACES, DISPLAY, ROUNDS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    START,
    cells_of,
    chips_at,
    read_board,
    with_chips,
)
from companion.games.azul_duel.reading.consistency import tiles_on
from companion.games.azul_duel.reading.line_outcomes import (
    BREAKS,
    Fate,
    carry_out,
    cheapest,
    incomplete,
    line_outcomes,
    moved_to,
    needs,
    on_lines_that_wait,
)
from companion.games.azul_duel.reading.span import IDLE, Span
from companion.games.azul_duel.reading.turn_problems import breaches, changed_seats
from companion.games.azul_duel.rules.chips import Chips
from companion.games.azul_duel.rules.scoring import draw_steps, losses, place_tile, total
from companion.games.base import FIRST, Boards, Cells, Checkpoint, Content, Moment, Outcome, Steps
from companion.games.common.span import CARRIED, OFFER
from companion.games.saying import Notice, Row, beyond_markers

SEEN_NOT_TOLD = "{count} broken tiles were told, but a tile is seen there; the told number counts."
TOLD_NOT_SEEN = "{count} broken tiles were told, but no tile is seen there; the told number counts."
UNSEEN_END = (
    "The end of this round's phase 1 was not seen; what broken tiles cost may be missing in the "
    "score."
)
LAST_REFILL = 3
"""After round 4 all dome tiles lie on the boards (DU-R51)."""

AFTER_OPENING = "Fill the dome display up to {count} dome tiles again (DU-R10)."
AFTER_ROUND = "Before the next round: fill the dome display up to {count} dome tiles (DU-R51)."
CHIPS_SPENT = "Bonus chips taken off the store: {faces}; say so if others were spent."


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a moment brought one seat: its cells, score, steps, total announced, facts, notices.

    ``ahead`` is its board after the tiling that is announced.
    """

    cells: Cells
    score: int
    steps: Steps
    announced: int | None
    broken: int = 0
    drawn: int = 0
    notices: tuple[Notice, ...] = ()
    idle: Chips = ()
    ahead: Board | None = None


def advance(span: Span, boards: Boards) -> Outcome:
    """Return the outcome of a moment when the legal ``boards`` are confirmed."""
    seats = [_seat(span, seat, cells) for seat, cells in enumerate(boards)]
    holder = next((s for s, cells in enumerate(boards) if cells.get(START) == FIRST), None)
    scores = tuple(seat.score for seat in seats)
    table = span.table(
        [seat.cells for seat in seats],
        scores=scores,
        starter=span.before.starter if holder is None else holder,
        over=span.at is Checkpoint.TILED and span.moment.round >= ROUNDS,
        facts=_facts(span, boards, seats),
    )
    return Outcome(
        table,
        tuple(seat.steps for seat in seats),
        tuple(seat.announced for seat in seats),
        (
            *_missed(span, boards),
            *((seat, notice) for seat, each in enumerate(seats) for notice in each.notices),
            *beyond_markers(scores, span.options.score_max),
            *refill(span.moment, table.starter or 0),
        ),
        ahead=tuple(cells_of(seat.ahead) for seat in seats if seat.ahead),
    )


def _facts(span: Span, boards: Boards, seats: Sequence[SeatOutcome]) -> dict[str, Any]:
    """Return what the table remembers: what was told, and tiles carried into the round."""
    facts: dict[str, Any] = {
        "broken": tuple(seat.broken for seat in seats),
        "drawn": tuple(seat.drawn for seat in seats),
    }
    if span.at not in OFFER:
        facts[CARRIED] = sum(tiles_on(read_board(cells)) for cells in boards)
    elif not span.tiling_missed and CARRIED in span.before.facts:
        facts[CARRIED] = span.before.facts[CARRIED]
    idle = tuple(seat.idle for seat in seats)
    return {**facts, IDLE: idle} if any(idle) else facts


def _missed(span: Span, boards: Boards) -> Iterator[tuple[int, Notice]]:
    """Say which pictures are missing: of single turns, or of the end of phase 1."""
    yield from span.missed_press(
        changed_seats(span, boards),
        lambda seat: any(breaches(boards[seat], span.boards[seat], span.options)),
    )
    if span.at is Checkpoint.TILED and not span.offer_seen and not span.joined:
        yield from ((seat, Notice((), UNSEEN_END)) for seat in range(len(boards)))


def _seat(span: Span, seat: int, cells: Cells) -> SeatOutcome:
    if span.at is Checkpoint.TILED:
        return _tiled(span, seat, cells)
    if span.at in OFFER:
        return _acquired(span, seat, cells)
    return SeatOutcome(cells, span.before.scores[seat], (), span.before.scores[seat])


def _acquired(span: Span, seat: int, cells: Cells) -> SeatOutcome:
    """Return what phase 1 brought, and at its end the total the tiling leads to."""
    score = span.before.scores[seat]
    if span.tiling_missed:
        score += total(_late_steps(span, seat, cells))
    paid = span.drawn_before(seat)
    drawn = span.told_number("drawn", seat)
    drawn = paid if drawn is None else max(paid, drawn)
    cost = draw_steps(drawn - paid, score)
    score += total(cost)
    held = chips_at(span.boards[seat]) + span.chips_nobody_told
    chips = tuple(sorted(held + (span.told_chips(seat) or ())))
    height = span.broken_height(seat, len(read_board(cells).broken))
    lying = with_chips(_with_height(cells, height), chips)
    idle = span.idle_chips(seat) + _maybe_idle(span, seat)
    if span.at is Checkpoint.TURN:
        return SeatOutcome(lying, score, cost, score, height, drawn, idle=idle)
    payable = chips + _spent_on_lines(span, seat)
    steps, announced, ahead = announce(read_board(lying), height, payable, score, span.options)
    doubts = _unlike_told(span, seat, cells)
    return SeatOutcome(lying, score, cost + steps, announced, height, drawn, doubts, idle, ahead)


def _spent_on_lines(span: Span, seat: int) -> Chips:
    """Return the chips that pay for spaces of lines that wait, as far as that was told (R37).

    Nobody sees which lines those are, so a line that they complete may move now, or may lack tiles.
    """
    if not span.options.lines_may_be_paid:
        return ()
    return span.idle_chips(seat) + span.chips_before_joining


def _unlike_told(span: Span, seat: int, cells: Cells) -> tuple[Notice, ...]:
    """Return what to say when the broken tiles told and seen cannot both be right."""
    told = span.told_number("broken", seat)
    if told is None or (told > 0) == (BROKEN in cells):
        return ()
    template = SEEN_NOT_TOLD if BROKEN in cells else TOLD_NOT_SEEN
    return (Notice((), template, {"count": told}),)


def _with_height(cells: Cells, height: int) -> Cells:
    """Return ``cells`` with the broken stack as high as it was told, the top as it was seen."""
    stack = read_board(cells).broken
    rest: dict[str, Content] = {cell: lies for cell, lies in cells.items() if cell != BROKEN}
    height = min(height, BROKEN_PLACES)
    if height == 0:
        return rest
    seen = stack[-1:] or (None,)
    below = stack[:-1][: height - 1]
    unseen: tuple[str | None, ...] = (None,) * (height - 1 - len(below))
    return rest | {BROKEN: (*below, *unseen, *seen)}


def announce(
    board: Board, broken: int, chips: Chips, score: int, options: Options
) -> tuple[Steps, int | None, Board]:
    """Return the coming tiling's steps, the total and the board they lead to.

    ``chips`` may complete lines.  With a choice still to make, all go as far as the lines above it
    and the total is None.
    """
    steps: Steps = ()
    for row, line in enumerate(board.lines):
        ways = line_outcomes(board, row, chips)
        if len(ways) > 1:
            return steps, None, board
        if ways[0].fate is Fate.BREAKS:
            broken += line.tiles
        board, gained = carry_out(board, row, ways[0], options)
        steps += gained
    steps += losses(min(broken, BROKEN_PLACES), board.first, score + total(steps))
    return steps, score + total(steps), board


def _tiled(span: Span, seat: int, cells: Cells) -> SeatOutcome:
    """Return what phase 2 brought: the tiles that moved, then what was lost."""
    score = span.before.scores[seat]
    drawn = 0 if span.offer_seen else span.told_number("drawn", seat) or 0
    cost = draw_steps(max(0, drawn - span.drawn_before(seat)), score)
    steps = cost + tiling_steps(span, seat, cells, score + total(cost))
    score += total(steps)
    held, spent, notices = _spent_chips(span, seat, cells)
    lying = with_chips(cells, _left(held + span.chips_nobody_told, spent))
    idle = _still_idle(span, seat, cells) + _maybe_idle(span, seat)
    return SeatOutcome(lying, score, steps, score, notices=notices, idle=idle)


def _left(held: Chips, spent: Chips) -> Chips:
    """Return the chips that are left; one that was not known to be held was told too late."""
    return tuple((Counter(held) - Counter(spent)).elements())


def _maybe_idle(span: Span, seat: int) -> Chips:
    """Return the chips that may have been spent on waiting lines in a phase 2 nobody saw."""
    if not span.options.lines_may_be_paid:
        return ()
    if not span.tiling_missed:
        return span.chips_before_joining
    return chips_at(span.boards[seat]) + span.chips_nobody_told


def _still_idle(span: Span, seat: int, cells: Cells) -> Chips:
    """Return the chips spent up to now that may lie on lines that wait: what no tile explains."""
    if not span.options.lines_may_be_paid:
        return ()
    spent = (span.told_chips(seat) or ()) + span.idle_chips(seat)
    after = read_board(cells)
    wanted = needs(read_board(span.boards[seat]), after)
    return on_lines_that_wait(spent, wanted, incomplete(after), span.options.chips_partial)


def tiling_steps(span: Span, seat: int, cells: Cells, score: int) -> Steps:
    """Return the score sheet of phase 2 between two boards, in the rulebook's order.

    ``score`` is the total before it.
    """
    if span.joined:
        return ()  # nobody saw which of these tiles are new
    old, after = read_board(span.boards[seat]), read_board(cells)
    board, broken = old._replace(places=after.places), span.broken_height(seat, len(old.broken))
    steps: Steps = ()
    for row, line in enumerate(old.lines):
        if line_outcomes(old, row, ()) == (BREAKS,):
            broken += line.tiles
        for cell in moved_to(old, after, row):
            board, gained = place_tile(board, cell, str(after.dome[cell]), span.options)
            steps += gained
    same = span.before.checkpoint in OFFER and span.before.round == span.moment.round
    first = after.first or (same and old.first)
    return steps + losses(min(broken, BROKEN_PLACES), first, score + total(steps))


def _late_steps(span: Span, seat: int, cells: Cells) -> Steps:
    """Return the score sheet of a phase 2 that went by without a picture."""
    unseen = replace(span, moment=Moment(Checkpoint.TILED, span.before.round))
    # The starting player tile on the board now is the new round's; R48 is about the old one's.
    rest = {cell: lies for cell, lies in cells.items() if cell != START}
    return tiling_steps(unseen, seat, rest, span.before.scores[seat])


def _spent_chips(span: Span, seat: int, cells: Cells) -> tuple[Chips, Chips, tuple[Notice, ...]]:
    """Return the chips held, those spent, and a notice when the companion had to assume them."""
    held = chips_at(span.boards[seat])
    told = span.told_chips(seat)
    if told is not None or not span.offer_seen:
        return held, told or (), ()
    wanted = needs(read_board(span.boards[seat]), read_board(cells))
    spent = cheapest(span.spendable(seat), wanted) or ()
    if not spent:
        return held, (), ()
    return held, spent, (Notice((), CHIPS_SPENT, {"faces": Row(spent)}),)


def refill(moment: Moment, seat: int) -> tuple[tuple[int, Notice], ...]:
    """Return the reminder to fill the display up, told to ``seat``; none where it stays empty."""
    if moment.checkpoint is Checkpoint.OPENING:
        return ((seat, Notice((), AFTER_OPENING, {"count": DISPLAY})),)
    if moment.checkpoint is Checkpoint.TILED and moment.round <= LAST_REFILL:
        return ((seat, Notice((), AFTER_ROUND, {"count": DISPLAY})),)
    return ()
