"""What people tell the companion because no camera sees it: broken stacks, draws, chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, UNKNOWN_CHIP
from companion.games.azul_duel.reading.cells import chips_at
from companion.games.base import Cells, Checkpoint, Moment, Table
from companion.games.gap import OFFER, SEEN_TILING, gap_between

IDLE = "idle"
"""Fact of a table: per seat, the chips spent on lines that wait."""


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
    """Tell whether a whole phase 2 went by without a picture of it."""
    missed = gap_between(before, moment).tilings > (moment.checkpoint is Checkpoint.TILED)
    return missed and not joined(before, moment)


def offer_seen(before: Table, moment: Moment) -> bool:
    """Tell whether ``before`` shows the very boards that phase 2 of ``moment`` began with."""
    tiled = moment.checkpoint is Checkpoint.TILED
    return tiled and gap_between(before, moment) == SEEN_TILING


def chips_nobody_told(before: Table, moment: Moment) -> tuple[str, ...]:
    """Return the chips a seat took in rounds of which nobody saw the end of phase 1 (R25)."""
    if joined(before, moment):
        return ()
    gap = gap_between(before, moment)
    return (UNKNOWN_CHIP,) * (CHIPS_PER_ROUND * (gap.tilings - gap.seen))


def same_turns(before: Table, moment: Moment) -> bool:
    """Tell whether no more than turns of one phase 1 lie in between."""
    within = moment.checkpoint in OFFER and not gap_between(before, moment).tilings
    return within and not joined(before, moment)


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

    What is told at ``tiled`` was spent; otherwise every chip in the store may have been.  What was
    spent earlier on a line that still waits is spent for it now.
    """
    held = chips_at(cells_before(before, seat))
    if moment.checkpoint is Checkpoint.TILED:
        told = told_chips(moment, seat)
        held = held if told is None else told
    return held + idle_chips(before, seat)


def idle_chips(before: Table, seat: int) -> tuple[str, ...]:
    """Return chips told as spent of which no tile shows what they paid for.

    They lie on spaces of a line that waits (options ``chips_partial`` and ``chips_need_space``).
    """
    idle: tuple[tuple[str, ...], ...] = before.facts.get(IDLE, ((), ()))
    return tuple(idle[seat])


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
