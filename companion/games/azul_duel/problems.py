"""All that is wrong with one board, each with its rule (DU-R4 to DU-R48)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.azul_duel.board import CELLS_OF
from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, PLACES, TOKENS
from companion.games.azul_duel.cells import CHIP_IDS, DOME_IDS, PLACE_IDS, chips_at
from companion.games.azul_duel.changes import (
    acquiring_changes,
    broken_left,
    dome_losses,
    dome_tile_changes,
    new_dome_tiles,
    tiled_since,
    tiling_changes,
    turn_changes,
)
from companion.games.azul_duel.chips import Chips
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.standing import problem, standing_problems
from companion.games.base import Cells, Checkpoint, Content, Problem


def board_problems(
    cells: Cells,
    before: Cells | None,
    checkpoint: Checkpoint,
    options: Options,
    chips: Chips | None = None,
    due: int | None = None,
    *,
    missed: bool = True,
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a board.

    ``chips`` may have been spent since ``before`` (None: those of its store); ``due`` is the number
    of dome tiles the round asks for, where the round is known.  With ``missed`` a phase 2 may have
    gone unseen since ``before``.
    """
    if checkpoint in (Checkpoint.SETUP, Checkpoint.OPENING):
        return distinct(_opening(cells, checkpoint, options))
    found = list(_standing(cells, before or {}, options))
    found += _number_of_dome_tiles(cells, before, checkpoint, options, due)
    if checkpoint is Checkpoint.TILED:
        found += broken_left(cells)
    if before is not None:
        held = chips_at(before) if chips is None else chips
        found += _changes(cells, before, checkpoint, held, missed)
    return distinct(found)


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


def _changes(
    cells: Cells, before: Cells, checkpoint: Checkpoint, chips: Chips, missed: bool
) -> Iterator[Problem]:
    """Yield what is wrong compared with the board before."""
    yield from dome_tile_changes(cells, before)
    if checkpoint is Checkpoint.TILED:
        # Two more dome tiles: the end of phase 1 went by without a picture.
        unseen = len(new_dome_tiles(cells, before)) == TOKENS
        yield from dome_losses(cells, before) if unseen else tiling_changes(cells, before, chips)
        return
    yield from _acquiring(cells, before, checkpoint, missed)
    if checkpoint is Checkpoint.TURN:
        yield from turn_changes(cells, before)
    new = len(chips_at(cells)) - len(chips_at(before))
    if new > CHIPS_PER_ROUND:
        text = "{chips} new bonus chips lie in the store; each player takes 2 in a round."
        yield problem("R25", [cell for cell in CHIP_IDS if cell in cells], text, chips=new)


def _acquiring(
    cells: Cells, before: Cells, checkpoint: Checkpoint, missed: bool
) -> Iterator[Problem]:
    """Yield what may not change in phase 1, unless an unseen phase 2 explains it all.

    From one end of phase 1 to the next each board gains two dome tiles, while it has places.
    """
    found = list(acquiring_changes(cells, before))
    had = sum(cell in before for cell in PLACE_IDS)
    gained = len(new_dome_tiles(cells, before))
    later = missed and (checkpoint is Checkpoint.TURN or gained == min(TOKENS, PLACES - had))
    tiled = tiled_since(before, cells) if found and later else None
    if tiled is None or any(acquiring_changes(cells, tiled)):
        yield from found


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


def _number_of_dome_tiles(
    cells: Cells,
    before: Cells | None,
    checkpoint: Checkpoint,
    options: Options,
    due: int | None,
) -> Iterator[Problem]:
    """Yield too few or too many dome tiles for the checkpoint (R14)."""
    laid = sum(cell in cells for cell in PLACE_IDS)
    new = new_dome_tiles(cells, before or {})
    had = sum(cell in before for cell in PLACE_IDS) if before else 0
    most = due if due is not None else min(PLACES, had + 2) if before else PLACES
    if checkpoint is Checkpoint.OFFER_END and laid > most:
        text = "{laid} dome tiles lie here, but {most} is right; take one back to the display."
        yield problem("R14", new, text, laid=laid, most=most)
    short = laid < due if due is not None else laid % 2 == 0 or laid < 3
    if checkpoint is Checkpoint.OFFER_END and short and laid <= most and options.stack_draw_at_zero:
        text = "{laid} dome tiles lie here; each player lays two in a round, so one is missing."
        yield problem("R14", (), text, laid=laid)


def distinct(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems without those that name no more than an earlier one of the same rule."""
    kept: list[Problem] = []
    for new in found:
        said = any(
            new.rule == old.rule and new.cells and set(new.cells) <= set(old.cells) for old in kept
        )
        if not said and new not in kept:
            kept.append(new)
    return tuple(kept)
