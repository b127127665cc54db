"""All that is wrong with one board, each with its rule (DU-R4 to DU-R48)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.azul_duel.board import CELLS_OF
from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, PLACES
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
    unseen_changes,
)
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.standing import SPECIAL_DUE, problem, standing_problems
from companion.games.azul_duel.reading.successors import dome_tiles_due, fewest_dome_tiles
from companion.games.azul_duel.reading.turn_problems import turn_problems
from companion.games.base import Boards, Cells, Checkpoint, Content, Problem, Problems
from companion.games.common.problem_list import distinct
from companion.games.common.span import BEGINNING, OFFER


def problems_at(span: Span, seat: int, cells: Cells, boards: Boards) -> Problems:
    """Return everything wrong with a seat's board at a moment; see ``Game.problems_at``."""
    if span.at in BEGINNING:
        return distinct(_opening(span, cells))
    before = {} if span.joined else span.boards[seat]
    found = [*_standing(cells, before, span.options), *_number_of_dome_tiles(span, cells, before)]
    if span.at is Checkpoint.TILED:
        found += broken_left(cells)
    if not span.joined:
        found += dome_tile_changes(cells, before)
        found += _changes(span, seat, cells, before)
    return distinct(_without_what_follows(found)) or tuple(turn_problems(span, seat, boards))


def _without_what_follows(found: Sequence[Problem]) -> Iterator[Problem]:
    """Yield problems without those that are gone when others are put right.

    Gaps in lines that are to be filled up, broken or thrown away (R28, R35, R36, R39), and special
    tiles that are due only where a tile lies wrong (R40): of another colour, too early, or none at
    all (R34, R23).
    """
    lines = [set(each.cells) for each in found if each.rule in ("DU-R35", "DU-R36", "DU-R39")]
    wrong = {cell for each in found if each.rule in ("DU-R34", "DU-R23") for cell in each.cells}
    for each in found:
        gap = each.rule == "DU-R28" and any(cells.issuperset(each.cells) for cells in lines)
        if not gap and (each.template != SPECIAL_DUE or wrong.isdisjoint(each.cells)):
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


def _changes(span: Span, seat: int, cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield what is wrong compared with the board before."""
    tiled, chips = span.at is Checkpoint.TILED, span.spendable(seat)
    held = len(chips_at(before))
    if not span.gap.known:
        yield from unseen_changes(cells, before, span.tilings, tiled=tiled)
        return
    if tiled:
        yield from tiling_changes(cells, before, chips)
        return
    if span.tilings:
        middle = as_tiled(before, cells, chips)
        # Chips that are told now are those of the new round, and pay for no line of the old one.
        yield from (replace(one, asks=()) for one in phase_2_changes(middle, before, chips))
        before = middle
    yield from acquiring_changes(cells, before)
    fresh = span.before.checkpoint not in OFFER
    yield from start_tile_moved(cells, before, fresh=fresh)
    if span.at is Checkpoint.TURN:
        yield from start_tile_came(cells, before, fresh=fresh)
    new = len(chips_at(cells)) - held
    if new > CHIPS_PER_ROUND:
        text = "{chips} new bonus chips lie in the store; each player takes 2 in a round."
        yield problem("R25", [cell for cell in CHIP_IDS if cell in cells], text, chips=new)


def _opening(span: Span, cells: Cells) -> Iterator[Problem]:
    """Yield what may not lie on a board before the first turn (R10)."""
    laid = tuple(cell for cell in PLACE_IDS if cell in cells)
    stray = tuple(cell for cell in cells if cell not in PLACE_IDS)
    if stray:
        text = "The boards carry no tiles before the first turn; put these away."
        yield problem("R10", stray, text)
    due = dome_tiles_due(span.at, 0)
    if len(laid) > due:
        text = "{laid} dome tiles lie here; the opening placement gives each player {due}."
        yield problem("R10", laid, text, laid=len(laid), due=due)
    if len(laid) < due:
        text = "No dome tile lies here yet; each player lays one before the first turn."
        yield problem("R10", (), text)
    yield from standing_problems({cell: cells[cell] for cell in laid}, span.options)


def _number_of_dome_tiles(span: Span, cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield too few or too many dome tiles for the checkpoint (R14)."""
    tiled = span.at is Checkpoint.TILED
    if tiled and span.gap.known:
        return
    due, laid = dome_tiles_due(span.at, span.moment.round), sum(cell in cells for cell in PLACE_IDS)
    if laid > due:
        text = "{laid} dome tiles lie here, but {most} is right; take one back to the display."
        yield problem("R14", new_dome_tiles(cells, before), text, laid=laid, most=due)
    if laid < fewest_dome_tiles(span):
        text = "{laid} dome tiles lie here; each player lays two in a round, so one is missing."
        yield problem("R14", (), text, laid=laid)
