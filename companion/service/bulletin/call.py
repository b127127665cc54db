"""Who is to play next at this table, as a club has drawn it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.journal.player_names import plain


@dataclass(frozen=True, slots=True)
class Called:
    """The players of a match that was drawn for this table; the first of them begins.

    ``draw`` names the draw for good, ``round`` counts the tournament's rounds from 1.
    """

    draw: str
    tournament: str
    round: int
    game: str
    names: tuple[str, ...]

    def plays(self, game: str, names: Sequence[str]) -> bool:
        """Tell whether people who play a game are those who were called, however they sit."""
        return game == self.game and sorted(map(plain, names)) == sorted(map(plain, self.names))

    def to_json(self) -> dict[str, Any]:
        """Return the call as JSON values."""
        return {
            "draw": self.draw,
            "tournament": self.tournament,
            "round": self.round,
            "game": self.game,
            "names": list(self.names),
        }
