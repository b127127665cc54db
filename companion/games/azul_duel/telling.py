"""What people tell the companion because no camera sees it: broken stacks, draws, chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.azul_duel.catalogue import UNKNOWN_CHIP
from companion.games.azul_duel.cells import chips_at
from companion.games.base import Cells, Checkpoint, Moment, Table


def cells_before(before: Table, seat: int) -> Cells:
    """Return the board of ``seat`` as last confirmed; empty when nobody has seen it yet."""
    return before.boards[seat] if before.boards else {}


def joined(before: Table, moment: Moment) -> bool:
    """Tell whether the companion joins a game in progress, so that the boards are unknown."""
    late = moment.round > 1 or moment.checkpoint is Checkpoint.TILED
    return not before.boards or (
        late and before.checkpoint is Checkpoint.SETUP and not any(before.boards)
    )


def tiling_missed(before: Table, moment: Moment) -> bool:
    """Tell whether phase 2 of the round before went by without a picture of it."""
    return (
        before.checkpoint in (Checkpoint.OFFER_END, Checkpoint.TURN)
        and moment.checkpoint in (Checkpoint.OFFER_END, Checkpoint.TURN)
        and moment.round > before.round
    )


def offer_seen(before: Table, moment: Moment) -> bool:
    """Tell whether the pattern lines that phase 2 began with are those of ``before``."""
    return before.round == moment.round and before.checkpoint in (
        Checkpoint.OFFER_END,
        Checkpoint.TURN,
    )


def told_number(moment: Moment, name: str, seat: int) -> int | None:
    """Return the number told for ``seat`` under ``name``; None when nothing usable was told."""
    value = _of_seat(moment, name, seat)
    return value if type(value) is int and value >= 0 else None


def told_chips(moment: Moment, seat: int) -> tuple[str, ...] | None:
    """Return the chips told for ``seat``: their faces, or a number of chips of unknown face."""
    value = _of_seat(moment, "chips", seat)
    if type(value) is int:
        return (UNKNOWN_CHIP,) * max(0, value)
    if isinstance(value, list | tuple):
        return tuple(sorted(str(chip) for chip in value))
    return None


def _of_seat(moment: Moment, name: str, seat: int) -> Any:
    values = moment.told.get(name)
    fits = isinstance(values, Sequence) and not isinstance(values, str) and seat < len(values)
    return values[seat] if fits and values is not None else None


def spendable(before: Table, moment: Moment, seat: int) -> tuple[str, ...]:
    """Return the chips ``seat`` may have spent by ``moment``.

    What is told at ``tiled`` was spent; otherwise every chip in the store may have been.
    """
    if moment.checkpoint is Checkpoint.TILED:
        told = told_chips(moment, seat)
        if told is not None:
            return told
    return chips_at(cells_before(before, seat))


def drawn_before(before: Table, moment: Moment, seat: int) -> int:
    """Return the draws of this round already paid for at an earlier checkpoint."""
    same_round = before.round == moment.round and before.checkpoint is Checkpoint.TURN
    return int(before.facts.get("drawn", (0, 0))[seat]) if same_round else 0


def broken_height(before: Table, moment: Moment, seat: int, seen: int) -> int:
    """Return the height of a broken stack: told now, told before, or ``seen`` tiles.

    Within a phase 1 a stack only grows, whatever little of it is seen.
    """
    told = told_number(moment, "broken", seat)
    if told is not None:
        return told
    known = int(before.facts.get("broken", (seen, seen))[seat])
    if moment.checkpoint is Checkpoint.TILED:
        return known
    same_phase = before.round == moment.round and before.checkpoint is Checkpoint.TURN
    return max(seen, known) if same_phase else seen
