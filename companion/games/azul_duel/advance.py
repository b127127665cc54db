"""What a confirmed moment brings: scores, score sheets, what the table must remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.azul_duel.board import Board
from companion.games.azul_duel.catalogue import BROKEN_PLACES, FIRST, ROUNDS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    START,
    chips_at,
    read_board,
    with_chips,
)
from companion.games.azul_duel.reading.consistency import CARRIED, tiles_on
from companion.games.azul_duel.reading.line_outcomes import (
    BREAKS,
    Fate,
    carry_out,
    cheapest,
    line_outcomes,
    moved_to,
    needs,
)
from companion.games.azul_duel.reading.reminders import refill
from companion.games.azul_duel.reading.told_facts import (
    IDLE,
    broken_height,
    cells_before,
    chips_nobody_told,
    drawn_before,
    idle_chips,
    joined,
    offer_seen,
    spendable,
    tiling_missed,
    told_chips,
    told_number,
)
from companion.games.azul_duel.reading.turn_problems import breaches, changed_seats
from companion.games.azul_duel.rules.chips import Chips
from companion.games.azul_duel.rules.scoring import draw_steps, losses, place_tile, total
from companion.games.base import Cells, Checkpoint, Content, Moment, Outcome, Step, Table
from companion.games.gap import OFFER
from companion.games.saying import MARKERS_END, MISSED_PRESS, PERHAPS_MISSED, Notice, Row

SEEN_NOT_TOLD = "{count} broken tiles were told, but a tile is seen there; the told number counts."
TOLD_NOT_SEEN = "{count} broken tiles were told, but no tile is seen there; the told number counts."
UNSEEN_END = (
    "The end of this round's phase 1 was not seen; what broken tiles cost may be missing in the "
    "score."
)
CHIPS_SPENT = "Bonus chips taken off the store: {faces}; say so if others were spent."


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a moment brought one seat: its cells, score, steps, total announced, facts, notices."""

    cells: Cells
    score: int
    steps: tuple[Step, ...]
    announced: int | None
    broken: int = 0
    drawn: int = 0
    notices: tuple[Notice, ...] = ()
    idle: Chips = ()


def advance(before: Table, moment: Moment, boards: Sequence[Cells], options: Options) -> Outcome:
    """Return the outcome of ``moment`` when the legal ``boards`` are confirmed."""
    seats = [_seat(before, moment, seat, cells, options) for seat, cells in enumerate(boards)]
    facts: dict[str, Any] = {
        "broken": tuple(seat.broken for seat in seats),
        "drawn": tuple(seat.drawn for seat in seats),
    }
    facts |= _carried(before, moment, boards) | _idle(before, seats)
    holder = next((s for s, cells in enumerate(boards) if cells.get(START) == FIRST), None)
    table = replace(
        before,
        round=moment.round,
        checkpoint=moment.checkpoint,
        boards=tuple(seat.cells for seat in seats),
        scores=tuple(seat.score for seat in seats),
        starter=before.starter if holder is None else holder,
        over=moment.checkpoint is Checkpoint.TILED and moment.round >= ROUNDS,
        facts=facts,
    )
    return Outcome(
        table,
        tuple(seat.steps for seat in seats),
        tuple(seat.announced for seat in seats),
        (
            *_missed(before, moment, boards, options),
            *_notices(seats, options),
            *refill(moment, table.starter or 0),
        ),
    )


def _idle(before: Table, seats: Sequence[SeatOutcome]) -> dict[str, Any]:
    """Return the chips spent on lines that wait; see ``telling.idle_chips``."""
    idle = tuple(seat.idle for seat in seats)
    return {IDLE: idle} if any(idle) else {}


def _missed(
    before: Table, moment: Moment, boards: Sequence[Cells], options: Options
) -> Iterator[tuple[int, Notice]]:
    """Say which pictures are missing: of single turns, or of the end of phase 1."""
    if moment.checkpoint is Checkpoint.TURN:
        changed = changed_seats(before, moment, boards)
        if len(changed) > 1:
            yield moment.seat or 0, Notice((), MISSED_PRESS)
        for seat in changed if len(changed) == 1 else ():
            if any(breaches(boards[seat], cells_before(before, seat), options)):
                yield seat, Notice((), PERHAPS_MISSED)
    unseen = moment.checkpoint is Checkpoint.TILED and not offer_seen(before, moment)
    if unseen and not joined(before, moment):
        yield from ((seat, Notice((), UNSEEN_END)) for seat in range(len(boards)))


def _carried(before: Table, moment: Moment, boards: Sequence[Cells]) -> dict[str, int]:
    """Return how many tiles the boards carry into the round, where that is known."""
    if moment.checkpoint not in (Checkpoint.TURN, Checkpoint.OFFER_END):
        return {CARRIED: sum(tiles_on(read_board(cells)) for cells in boards)}
    unknown = tiling_missed(before, moment) or CARRIED not in before.facts
    return {} if unknown else {CARRIED: before.facts[CARRIED]}


def _notices(seats: Sequence[SeatOutcome], options: Options) -> list[tuple[int, Notice]]:
    """Return what is worth saying: chips that were spent, scores the markers cannot show."""
    found: list[tuple[int, Notice]] = []
    for seat, outcome in enumerate(seats):
        found += [(seat, notice) for notice in outcome.notices]
        if outcome.score > options.score_max:
            values = {"end": options.score_max, "score": outcome.score}
            found.append((seat, Notice((), MARKERS_END, values)))
    return found


def _seat(before: Table, moment: Moment, seat: int, cells: Cells, options: Options) -> SeatOutcome:
    match moment.checkpoint:
        case Checkpoint.TILED:
            return _tiled(before, moment, seat, cells, options)
        case Checkpoint.OFFER_END | Checkpoint.TURN:
            return _acquired(before, moment, seat, cells, options)
    return SeatOutcome(cells, before.scores[seat], (), before.scores[seat])


def _acquired(
    before: Table, moment: Moment, seat: int, cells: Cells, options: Options
) -> SeatOutcome:
    """Return what phase 1 brought, and at its end the total the tiling leads to."""
    score = before.scores[seat]
    if tiling_missed(before, moment):
        score += total(_late_steps(before, seat, cells, options))
    paid = drawn_before(before, moment, seat)
    drawn = told_number(moment, "drawn", seat)
    drawn = paid if drawn is None else max(paid, drawn)
    cost = draw_steps(drawn - paid, score)
    score += total(cost)
    held = chips_at(cells_before(before, seat)) + chips_nobody_told(before, moment)
    chips = tuple(sorted(held + (told_chips(moment, seat) or ())))
    height = broken_height(before, moment, seat, len(read_board(cells).broken))
    lying = with_chips(_with_height(cells, height), chips)
    idle = idle_chips(before, seat) + _maybe_idle(before, moment, seat, options)
    if moment.checkpoint is Checkpoint.TURN:
        return SeatOutcome(lying, score, cost, score, height, drawn, idle=idle)
    steps, announced = announce(read_board(lying), height, chips, score, options)
    doubts = _unlike_told(moment, seat, cells)
    return SeatOutcome(lying, score, cost + steps, announced, height, drawn, doubts, idle)


def _unlike_told(moment: Moment, seat: int, cells: Cells) -> tuple[Notice, ...]:
    """Return what to say when the broken tiles told and seen cannot both be right."""
    told = told_number(moment, "broken", seat)
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
) -> tuple[tuple[Step, ...], int | None]:
    """Return the coming tiling's steps and the total it leads to.

    With a choice still to make, the steps go as far as the lines above it and the total is None.
    """
    steps: tuple[Step, ...] = ()
    for row, line in enumerate(board.lines):
        ways = line_outcomes(board, row, chips)
        if len(ways) > 1:
            return steps, None
        if ways[0].fate is Fate.BREAKS:
            broken += line.tiles
        board, gained = carry_out(board, row, ways[0], options)
        steps += gained
    steps += losses(min(broken, BROKEN_PLACES), board.first, score + total(steps))
    return steps, score + total(steps)


def _tiled(before: Table, moment: Moment, seat: int, cells: Cells, options: Options) -> SeatOutcome:
    """Return what phase 2 brought: the tiles that moved, then what was lost."""
    steps = tiling_steps(before, moment, seat, cells, options)
    if not offer_seen(before, moment):
        drawn = told_number(moment, "drawn", seat) or 0
        steps = draw_steps(drawn, before.scores[seat]) + steps
    score = before.scores[seat] + total(steps)
    held, spent, notices = _spent_chips(before, moment, seat, cells)
    lying = with_chips(cells, _left(held + chips_nobody_told(before, moment), spent))
    idle = _still_idle(before, moment, seat, cells) + _maybe_idle(before, moment, seat, options)
    return SeatOutcome(lying, score, steps, score, notices=notices, idle=idle)


def _left(held: Chips, spent: Chips) -> Chips:
    """Return the chips that are left; one that was not known to be held was told too late."""
    left = Counter(held)
    left.subtract(spent)
    return tuple((+left).elements())


def _maybe_idle(before: Table, moment: Moment, seat: int, options: Options) -> Chips:
    """Return the chips that may have been spent on waiting lines in a phase 2 nobody saw."""
    if not (options.lines_may_be_paid and tiling_missed(before, moment)):
        return ()
    return chips_at(cells_before(before, seat)) + chips_nobody_told(before, moment)


def _still_idle(before: Table, moment: Moment, seat: int, cells: Cells) -> Chips:
    """Return the chips spent up to now that no tile on the dome explains."""
    spent = (told_chips(moment, seat) or ()) + idle_chips(before, seat)
    wanted = needs(read_board(cells_before(before, seat)), read_board(cells))
    return _left(spent, cheapest(spent, wanted) or ())


def tiling_steps(
    before: Table, moment: Moment, seat: int, cells: Cells, options: Options
) -> tuple[Step, ...]:
    """Return the score sheet of phase 2 between two boards, in the rulebook's order."""
    if joined(before, moment):
        return ()  # nobody saw which of these tiles are new
    old, after = read_board(cells_before(before, seat)), read_board(cells)
    board, broken = old._replace(places=after.places), len(old.broken)
    broken = broken_height(before, moment, seat, broken)
    steps: tuple[Step, ...] = ()
    for row, line in enumerate(old.lines):
        if line_outcomes(old, row, ()) == (BREAKS,):
            broken += line.tiles
        for cell in moved_to(old, after, row):
            board, gained = place_tile(board, cell, str(after.dome[cell]), options)
            steps += gained
    same = before.checkpoint in OFFER and before.round == moment.round
    first = after.first or (same and old.first)
    score = before.scores[seat] + total(steps)
    return steps + losses(min(broken, BROKEN_PLACES), first, score)


def _late_steps(before: Table, seat: int, cells: Cells, options: Options) -> tuple[Step, ...]:
    """Return the score sheet of a phase 2 that went by without a picture."""
    unseen = Moment(Checkpoint.TILED, before.round)
    # The starting player tile on the board now is the new round's; R48 is about the old one's.
    rest = {cell: lies for cell, lies in cells.items() if cell != START}
    return tiling_steps(before, unseen, seat, rest, options)


def _spent_chips(
    before: Table, moment: Moment, seat: int, cells: Cells
) -> tuple[Chips, Chips, tuple[Notice, ...]]:
    """Return the chips held, those spent, and a notice when the companion had to assume them."""
    held = chips_at(cells_before(before, seat))
    told = told_chips(moment, seat)
    if told is not None or not offer_seen(before, moment):
        return held, told or (), ()
    wanted = needs(read_board(cells_before(before, seat)), read_board(cells))
    spent = cheapest(spendable(before, moment, seat), wanted) or ()
    if not spent:
        return held, (), ()
    return held, spent, (Notice((), CHIPS_SPENT, {"faces": Row(spent)}),)
