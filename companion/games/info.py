"""What the rest of the companion needs to know of a game without asking its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.games.base import FIRST, Checkpoint, Setup

BOTH_SIDES: Mapping[str, str] = MappingProxyType({"coloured": "board", "grey": "board"})
"""The grey side of many boards is the same board, not printed."""


@dataclass(frozen=True, slots=True)
class Look:
    """A tile colour that no other game has, as pages show it.

    ``fill`` is the tile's colour, ``ink`` that of its glyph, both as ``#rrggbb``; ``glyph`` is the
    path of an SVG in a square from -10 to 10.  ``words`` has the colour's name by language.
    """

    fill: str
    ink: str
    glyph: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of the family, as ``info.py`` in its folder says it.

    Attributes:
        name: how settings and files name it; its folder has ``_`` where this has ``-``.
        title: what stands on the box.
        prefix: what its rule ids begin with.
        shelf: its place among the games to choose from, the lowest first.
        boards: each side that can be played -> the board file in its folder, without ``.json``.
        players: how many can play.
        tells_starter: whether people say who begins; otherwise the game finds out by itself.
        goals: goals that are chosen for a game -> the rule that tells each.
        tie_break: what decides between equal scores: the bonus of which one has more, or ``start``,
            the starting player tile; None: they share.
        asks: options that are asked for among the main choices of a new game.
        also: kind of cell -> what may lie there besides the colours.
        may_tell: checkpoint -> a fact that people may tell then though nobody asks for it.
        looks: the colours that no other game has.
        engine: the package whose modules ``game``, ``play`` and ``players`` carry out the rules;
            empty: the game's own folder.
        data: what an engine shared by several games needs to know of this one.
        records: the module whose ``differences`` checks recorded games; None: there are none.
    """

    name: str
    title: str
    prefix: str
    shelf: int
    boards: Mapping[str, str] = field(default_factory=lambda: BOTH_SIDES)
    players: tuple[int, ...] = (2, 3, 4)
    tells_starter: bool = True
    goals: Mapping[str, str] = field(default_factory=dict)
    tie_break: str | None = None
    asks: tuple[str, ...] = ()
    also: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {"floor": (FIRST,)})
    may_tell: Mapping[Checkpoint, str] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)
    engine: str = ""
    data: Any = None
    records: str | None = None

    def check(self, setup: Setup) -> None:
        """Raise ``ValueError`` with one sentence for a side, players or a seat the game has not."""
        if setup.variant not in self.boards:
            sides = " or ".join(self.boards)
            raise ValueError(f"{self.title} has no side {setup.variant!r}: {sides}.")
        if setup.players not in self.players:
            most = f" to {self.players[-1]}" if len(self.players) > 1 else ""
            number = f"{self.players[0]}{most}"
            raise ValueError(f"{self.title} is for {number} players, not {setup.players}.")
        if setup.first_player is not None and setup.first_player not in range(setup.players):
            raise ValueError(f"There is no seat {setup.first_player}: seats count from 0.")

    @property
    def package(self) -> str:
        """The package of the game's folder: its board files and texts lie there."""
        return f"companion.games.{self.name.replace('-', '_')}"

    def module(self, role: str) -> str:
        """Return the full name of one of the engine's modules: ``game``, ``play``, ``players``."""
        return f"{self.engine or self.package}.{role}"
