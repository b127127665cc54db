"""All that is wrong with one board, each with its rule (DU-R4 to DU-R48)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.azul_duel.board import CELLS_OF
from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, PLACES, TOKENS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import CHIP_IDS, DOME_IDS, PLACE_IDS, chips_at
from companion.games.azul_duel.reading.changes import (
    acquiring_changes,
    as_tiled,
    broken_left,
    dome_tile_changes,
    new_dome_tiles,
    phase_2_changes,
    start_tile_came,
    start_tile_moved,
    tiling_changes,
)
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.standing import problem, standing_problems
from companion.games.azul_duel.reading.successors import dome_tiles_due
from companion.games.azul_duel.reading.turn_problems import divided, turn_problems
from companion.games.azul_duel.reading.unseen_tilings import unseen_changes
from companion.games.azul_duel.rules.chips import Chips
from companion.games.base import Cells, Checkpoint, Content, Problem
from companion.games.common.problem_list import distinct
from companion.games.common.span import (
    BEGINNING,
    OFFER,
    SEEN_TILING,
    TAKING,
    UNSEEN_TILING,
    Gap,
)


def board_problems(
    cells: Cells, before: Cells | None, checkpoint: Checkpoint, options: Options
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a board, as far as it tells alone.

    Where nobody says what happened since ``before``, whatever leaves least to complain of did.
    """
    if before is None or checkpoint in BEGINNING:
        return _since(cells, before, Past(checkpoint, options))
    ways = [
        _since(cells, before, Past(checkpoint, options, gap, chips_at(before)))
        for gap in _gaps(cells, before, checkpoint)
    ]
    found = min(ways, key=len)
    if checkpoint is Checkpoint.TURN and not found:
        return tuple(divided(cells, before))
    return found


def _gaps(cells: Cells, before: Cells, checkpoint: Checkpoint) -> tuple[Gap, ...]:
    """Return what may lie between two boards, the likeliest first.

    Two new dome tiles after phase 2 are those of a phase 1 that nobody saw the end of.
    """
    new = len(new_dome_tiles(cells, before))
    if checkpoint is Checkpoint.TILED:
        return (UNSEEN_TILING,) if new == TOKENS else (SEEN_TILING,)
    laid = sum(cell in before for cell in PLACE_IDS)
    later = checkpoint is Checkpoint.TURN or new == min(TOKENS, PLACES - laid)
    return (TAKING, SEEN_TILING) if later else (TAKING,)


def problems_at(
    span: Span, seat: int, cells: Cells, boards: Sequence[Cells]
) -> tuple[Problem, ...]:
    """Return everything wrong with a seat's board at a moment; see ``Game.problems_at``.

    Sharper than ``board_problems``: it misses no dome tile that is not laid yet, and accepts a line
    completed with chips that were told only now.
    """
    past = Past(
        span.at,
        span.options,
        span.gap,
        span.spendable(seat),
        dome_tiles_due(span.at, span.moment.round),
        fresh=span.before.checkpoint not in OFFER,
    )
    earlier = None if span.joined else span.boards[seat]
    found = _since(cells, earlier, past)
    return found or tuple(turn_problems(span, seat, boards))


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of the time between two boards.

    ``chips`` may have been spent; ``due`` is the number of dome tiles the round asks for, where the
    round is known; ``fresh``: a round has begun (None: nobody knows).
    """

    checkpoint: Checkpoint
    options: Options
    gap: Gap = TAKING
    chips: Chips = ()
    due: int | None = None
    fresh: bool | None = None


def _since(cells: Cells, before: Cells | None, past: Past) -> tuple[Problem, ...]:
    """Return what is wrong with a board of which it is known what lies between two pictures."""
    checkpoint = past.checkpoint
    if checkpoint in BEGINNING:
        return distinct(_opening(cells, checkpoint, past.options))
    found = list(_standing(cells, before or {}, past.options))
    found += _number_of_dome_tiles(cells, before, past)
    if checkpoint is Checkpoint.TILED:
        found += broken_left(cells)
    if before is not None:
        found += dome_tile_changes(cells, before)
        found += _changes(cells, before, past)
    return distinct(_without_wrong_gaps(found))


def _without_wrong_gaps(found: Sequence[Problem]) -> Iterator[Problem]:
    """Yield problems without gaps in lines that are to be filled up or thrown away (R28, R39)."""
    lines = [set(problem.cells) for problem in found if problem.rule == "DU-R39"]
    for each in found:
        if each.rule != "DU-R28" or not any(cells.issuperset(each.cells) for cells in lines):
            yield each


def _standing(cells: Cells, before: Cells, options: Options) -> Iterator[Problem]:
    """Yield what is wrong at any time, but of a dome tile that was moved only that (R17)."""
    moved = [
        p for p in range(PLACES) if before.get(PLACE_IDS[p], None) not in (None, _at(cells, p))
    ]
    if not moved:
        yield from standing_problems(cells, options)
        return
    new = [p for p in range(PLACES) if PLACE_IDS[p] in cells and PLACE_IDS[p] not in before]
    under = {DOME_IDS[cell] for place in (*moved, *new) for cell in CELLS_OF[place]}
    for each in standing_problems(cells, options):
        if not each.cells or not under.issuperset(each.cells):
            yield each


def _at(cells: Cells, place: int) -> Content | None:
    return cells.get(PLACE_IDS[place])


def _changes(cells: Cells, before: Cells, past: Past) -> Iterator[Problem]:
    """Yield what is wrong compared with the board before."""
    tiled = past.checkpoint is Checkpoint.TILED
    if not past.gap.known:
        yield from unseen_changes(cells, before, past.gap.tilings, tiled=tiled)
        return
    if tiled:
        yield from tiling_changes(cells, before, past.chips)
        return
    if past.gap.tilings:
        middle = as_tiled(before, cells, past.chips)
        yield from phase_2_changes(middle, before, past.chips)
        before = middle
    yield from acquiring_changes(cells, before)
    if past.fresh is not None:
        yield from _start_tile(cells, before, past.checkpoint, fresh=past.fresh)
    new = len(chips_at(cells)) - len(chips_at(before))
    if new > CHIPS_PER_ROUND:
        text = "{chips} new bonus chips lie in the store; each player takes 2 in a round."
        yield problem("R25", [cell for cell in CHIP_IDS if cell in cells], text, chips=new)


def _start_tile(
    cells: Cells, before: Cells, checkpoint: Checkpoint, *, fresh: bool
) -> Iterator[Problem]:
    yield from start_tile_moved(cells, before, fresh=fresh)
    if checkpoint is Checkpoint.TURN:
        yield from start_tile_came(cells, before, fresh=fresh)


def _opening(cells: Cells, checkpoint: Checkpoint, options: Options) -> Iterator[Problem]:
    """Yield what may not lie on a board before the first turn (R10)."""
    laid = tuple(cell for cell in PLACE_IDS if cell in cells)
    stray = tuple(cell for cell in cells if cell not in PLACE_IDS)
    if stray:
        text = "The boards carry no tiles before the first turn; put these away."
        yield problem("R10", stray, text)
    due = 0 if checkpoint is Checkpoint.SETUP else 1
    if len(laid) > due:
        text = "{laid} dome tiles lie here; the opening placement gives each player {due}."
        yield problem("R10", laid, text, laid=len(laid), due=due)
    if len(laid) < due:
        text = "No dome tile lies here yet; each player lays one before the first turn."
        yield problem("R10", (), text)
    yield from standing_problems({cell: cells[cell] for cell in laid}, options)


def _number_of_dome_tiles(cells: Cells, before: Cells | None, past: Past) -> Iterator[Problem]:
    """Yield too few or too many dome tiles for the checkpoint (R14)."""
    due, laid = past.due, sum(cell in cells for cell in PLACE_IDS)
    new = new_dome_tiles(cells, before or {})
    had = sum(cell in before for cell in PLACE_IDS) if before else 0
    most = due if due is not None else min(PLACES, had + TOKENS) if before else PLACES
    ended = past.checkpoint in (Checkpoint.OFFER_END, Checkpoint.TILED)
    if past.checkpoint is Checkpoint.TILED and past.gap.known:
        return
    if laid > most:
        text = "{laid} dome tiles lie here, but {most} is right; take one back to the display."
        yield problem("R14", new, text, laid=laid, most=most)
    short = laid < due if due is not None else laid % 2 == 0 or laid < 3
    if ended and short and past.options.stack_draw_at_zero:
        text = "{laid} dome tiles lie here; each player lays two in a round, so one is missing."
        yield problem("R14", (), text, laid=laid)
