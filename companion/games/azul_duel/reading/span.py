"""What lies between two pictures, and what people told of it: broken stacks, draws, chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.azul_duel.catalogue import CHIPS, CHIPS_PER_ROUND, UNKNOWN_CHIP
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import chips_at
from companion.games.azul_duel.rules.chips import Chips
from companion.games.base import Checkpoint
from companion.games.common import span

IDLE = "idle"
"""Fact of a table: per seat, the chips spent on lines that wait."""


@dataclass(frozen=True, slots=True)
class Span(span.Span):
    """The way from a confirmed table to the moment of the next picture, at a table's options."""

    options: Options

    @property
    def joined(self) -> bool:
        """Whether the companion joins a game in progress, so that the boards are unknown."""
        late = self.moment.round > 1 or self.at is Checkpoint.TILED
        empty = self.before.checkpoint is Checkpoint.SETUP and not any(self.before.boards)
        return not self.before.boards or (late and empty)

    @property
    def within_phase_1(self) -> bool:
        """Whether phase 1 of the same round was under way before, as far as turns show."""
        return self.before.round == self.moment.round and self.before.checkpoint is Checkpoint.TURN

    @property
    def chips_nobody_told(self) -> Chips:
        """The chips a seat took in rounds of which nobody saw the end of phase 1 (R25)."""
        unseen = 0 if self.joined else self.tilings - self.gap.seen
        return (UNKNOWN_CHIP,) * (CHIPS_PER_ROUND * unseen)

    @property
    def chips_before_joining(self) -> Chips:
        """The chips that a seat can have spent before the companion joined: two a round (R25)."""
        return (UNKNOWN_CHIP,) * (CHIPS_PER_ROUND * self.tilings if self.joined else 0)

    def told_number(self, name: str, seat: int) -> int | None:
        """Return the number told for ``seat`` under ``name``; None when nothing usable was told."""
        value = self._told(name, seat)
        return value if type(value) is int and value >= 0 else None

    def told_chips(self, seat: int) -> Chips | None:
        """Return the chips told for ``seat``: their faces, or a number of chips of unknown face."""
        value = self._told("chips", seat)
        if type(value) is int:
            return (UNKNOWN_CHIP,) * min(max(0, value), len(CHIPS))
        if isinstance(value, list | tuple):
            return tuple(sorted(str(chip) for chip in value))
        return None

    def _told(self, name: str, seat: int) -> Any:
        values = self.moment.told.get(name)
        fits = isinstance(values, Sequence) and not isinstance(values, str) and seat < len(values)
        return values[seat] if fits and values is not None else None

    def spendable(self, seat: int) -> Chips:
        """Return the chips ``seat`` may have spent by the moment.

        What is told at ``tiled`` was spent; otherwise every chip in the store may have been.  What
        was spent earlier on a line that still waits is spent for it now.
        """
        told = self.told_chips(seat) if self.at is Checkpoint.TILED else None
        held = chips_at(self.boards[seat]) if told is None else told
        return held + self.idle_chips(seat)

    def idle_chips(self, seat: int) -> Chips:
        """Return chips told as spent of which no tile shows what they paid for.

        They lie on spaces of a line that waits (options ``chips_partial``, ``chips_need_space``).
        """
        idle: tuple[Chips, ...] = self.before.facts.get(IDLE, ((), ()))
        return tuple(idle[seat])

    def drawn_before(self, seat: int) -> int:
        """Return the draws of this round already paid for at an earlier checkpoint."""
        return int(self.before.facts.get("drawn", (0, 0))[seat]) if self.within_phase_1 else 0

    def broken_height(self, seat: int, seen: int) -> int:
        """Return the height of a broken stack: told now, told before, or ``seen`` tiles.

        Within a phase 1 a stack only grows, whatever little of it is seen.
        """
        told = self.told_number("broken", seat)
        if told is not None:
            return told
        known = int(self.before.facts.get("broken", (seen, seen))[seat])
        if self.at is Checkpoint.TILED:
            return known
        return max(seen, known) if self.within_phase_1 else seen
