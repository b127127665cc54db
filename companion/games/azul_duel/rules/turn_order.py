"""Whose turn it is, and when phase 1 is over (DU-R10, DU-R12, DU-R13, DU-R33)."""

from __future__ import annotations

from companion.games.azul_duel.actions import refuse
from companion.games.azul_duel.catalogue import ROUNDS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Phase, Position, with_phase, with_seat
from companion.games.azul_duel.rules.filling import refill_display
from companion.games.azul_duel.rules.tiling import begin_tiling


def expect_turn(position: Position) -> None:
    """Refuse an action that begins a turn unless a turn of phase 1 is to begin."""
    if position.phase is not Phase.ACQUIRING:
        refuse("R11", f"The game is in its {position.phase} phase; nothing is acquired now.")
    if position.pending is not None:
        refuse("R12", "The turn before is not finished; finish it first.")


def end_turn(position: Position, options: Options) -> Position:
    """Return the position before the next turn, or the start of the next phase."""
    if position.phase is Phase.OPENING:
        return _next_opening(position)
    if _acquiring_over(position):
        return begin_tiling(position, options)
    other = 1 - position.seat
    return position if position.players[other].passed else with_seat(position, other)


def _next_opening(position: Position) -> Position:
    """Refill the display; the other player opens, then the starting player (R10)."""
    position = refill_display(position)
    if position.seat == position.starter:
        return with_phase(position, Phase.ACQUIRING)
    return with_seat(position, position.starter)


def _acquiring_over(position: Position) -> bool:
    """Tell whether phase 1 is over (R33), or nobody can act any more (R13)."""
    one, two = position.players
    if one.passed and two.passed:
        return True
    tokens_used = not one.tokens and not two.tokens
    return (tokens_used or position.round == ROUNDS) and position.offer.cleared
