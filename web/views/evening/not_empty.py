"""A first picture that is not empty: what is seen, and what people may say of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import INFOS
from companion.service.bulletin.state import Stage, State
from web.languages import ngettext
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class NotEmpty:
    """What is seen, board by board in a sentence, who sits at them, and the game's last round."""

    seen: tuple[str, ...]
    names: tuple[str, ...]
    last_round: int


def not_empty(state: State) -> NotEmpty | None:
    """Return what lies on boards that should be empty; None where that is not the question."""
    if state.stage is not Stage.NOT_EMPTY:
        return None
    seats = range(state.setup.players)
    lying = [(seat, len(state.boards.get(seat, {}))) for seat in seats]
    return NotEmpty(
        tuple(f"{words.seat(seat)}: {tiles(number)}" for seat, number in lying if number),
        tuple(words.seat(seat) for seat in seats),
        INFOS[state.setup.game].last_round,
    )


def tiles(number: int) -> str:
    """Return a number of tiles in words."""
    return ngettext("%(num)d tile", "%(num)d tiles", number)
