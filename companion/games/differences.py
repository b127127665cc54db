"""Recorded complete games: what a check of one against the engine may find.

A game with a record format has a module with ``differences(info, record) -> list[Difference]``
(``companion/games/wall/records/differences.py`` for Azul); ``RECORDS`` names it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

from companion.games import INFOS
from companion.games.base import IllegalAction, ImpossiblePosition

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
    module = import_module(RECORDS[game])
    found: list[Difference] = module.differences(INFOS[game], game_record)
    return found


class Stop(Exception):
    """Raised where a record cannot be followed any further; the difference is noted already."""


class Replay(ABC):
    """One recorded game on its way through an engine; the position is the engine's.

    ``found`` collects the differences; ``doing`` names what is being replayed and ``noted`` is its
    record, for the case that the engine refuses it.
    """

    def __init__(self, game: int) -> None:
        self.found: list[Difference] = []
        self.doing = "record"
        self.noted: Any = None
        self._game = game
        self._round: int | None = None
        self._move: int | None = None

    def differ(self, what: str, expected: Any, found: Any) -> None:
        """Note a difference at the present place."""
        self.found.append(Difference(self._game, self._round, self._move, what, expected, found))

    def compare(self, what: str, expected: Any, found: Any) -> None:
        """Note a difference unless both are equal."""
        if expected != found:
            self.differ(what, expected, found)

    def stop(self, what: str, expected: Any, found: Any) -> NoReturn:
        """Note a difference after which nothing can be said of what follows."""
        self.differ(what, expected, found)
        raise Stop(what)

    @abstractmethod
    def run(self, record: Mapping[str, Any]) -> None:
        """Replay the whole game."""

    def followed(self, record: Mapping[str, Any]) -> list[Difference]:
        """Return the differences in order of play, up to a deal or move the engine refuses."""
        try:
            self.run(record)
        except (IllegalAction, ImpossiblePosition) as refusal:
            self.differ(self.doing, str(refusal), self.noted)
        except Stop:
            pass
        return self.found
