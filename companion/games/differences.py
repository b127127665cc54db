"""Recorded complete games: what a check of one against the engine may find.

Every game with a record format has a module with ``differences(game_record) -> list[Difference]``
(``companion/games/wall/records/differences.py`` for Azul); ``RECORDS`` names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from companion.games import INFOS

RECORDS: Mapping[str, str] = MappingProxyType(
    {name: info.records for name, info in INFOS.items() if info.records}
)
"""Game name -> the module that checks its recorded games."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which a recorded game and the engine disagree.

    ``game`` is the record's own number, ``round`` and ``move`` count from 1; ``round`` is None
    for the end of the game, ``move`` is None for a deal or the end of a round.  ``expected`` is
    what the rules give, ``found`` what the record says.
    """

    game: int
    round: int | None
    move: int | None
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        """Return the difference as one line of a report."""
        place = f"game {self.game}"
        place += ", end of the game" if self.round is None else f", round {self.round}"
        place += "" if self.move is None else f", move {self.move}"
        return f"{place}: {self.what}: the rules give {self.expected!r}, recorded {self.found!r}"


def differences(game: str, game_record: Mapping[str, Any]) -> list[Difference]:
    """Return what is different in one recorded game; ``KeyError`` for a game without records."""
    found: list[Difference] = import_module(RECORDS[game]).differences(game_record)
    return found
