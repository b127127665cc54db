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
class HouseRule:
    """An option as a question to the family: the number of the rule it is about, its answers.

    Question and answers are English sentences, marked with ``N_``; the usual answer comes first.
    """

    option: str
    rule: int
    question: str
    answers: Mapping[bool | str, str]

    @property
    def usual(self) -> bool | str:
        """The answer of a game in which nobody says anything."""
        return next(iter(self.answers))


DRAWN = "no camera sees tiles being drawn and laid out, so only complete play asks"
PRINTED = "a number that the box settles: printed on a board, or the end of a track"
UNCOUNTED = "the companion counts neither bag nor lid, so it cannot end a game for this"
"""Why a family is not asked; reasons of one game alone stand with it."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of the family, as ``info.py`` in its folder says it.

    Attributes:
        name: how settings and files name it; its folder has ``_`` where this has ``-``.
        title: what stands on the box.
        prefix: what its rule ids begin with.
        shelf: its place among the games to choose from, the lowest first.
        boards: each side that can be played -> the board file in its folder, without ``.json``.
        sides: sides that people know by another name than other games' -> that name.
        words: language -> what sentences of the whole family say -> what this game says instead.
        players: how many can play.
        tells_starter: whether people say who begins; otherwise the game finds out by itself.
        goals: goals that are chosen for a game -> the rule that tells each.
        unrewarded: goal -> why it brought nothing, as a score sheet says it.
        reasons: rule id -> why a step of the score sheet brings its points, in a few words with
            ``%(length)d`` for the points; where there are none, the rule's title says it.
        ceilings: rule id -> why a step by it takes points off a score: more is not counted.
        tie_break: what decides between equal scores: the bonus of which one has more, or ``start``,
            the starting player tile; None: they share.
        asks: what is asked among the main choices of a new game.
        house_rules: what the rulebook leaves open and a family can answer.
        unasked: options that only programs can set, each with why no family is asked.
        also: kind of cell -> what may lie there besides the colours.
        may_tell: checkpoint -> a fact that people may tell then though nobody asks for it.
        looks: the colours that no other game has.
        dome_tiles: square tiles of four spaces that the box has: number -> its spaces as it lies
            after no to three quarter turns.
        ornaments: kind of printed ornament -> the tiles it earns.
        last_round: the number of the last round there can be; where the rules end a game by what
            lies on the boards, one that nobody comes near.
        drawn: each side -> how often the eyes' model is taught with it, against other games' sides.
        stars: how sentences call the stars of a board, in the order of their numbers.
        engine: the package whose ``game``, ``play``, ``players`` and ``coach`` carry out the rules;
            empty: the game's own folder.
        data: what an engine shared by several games needs to know of this one.
        records: the module whose ``differences`` checks recorded games; None: there are none.
    """

    name: str
    title: str
    prefix: str
    shelf: int
    boards: Mapping[str, str] = field(default_factory=lambda: BOTH_SIDES)
    sides: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4)
    tells_starter: bool = True
    goals: Mapping[str, str] = field(default_factory=dict)
    unrewarded: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    ceilings: Mapping[str, str] = field(default_factory=dict)
    tie_break: str | None = None
    asks: tuple[HouseRule, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    unasked: Mapping[str, str] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {"floor": (FIRST,)})
    may_tell: Mapping[Checkpoint, str] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)
    dome_tiles: Mapping[int, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    ornaments: Mapping[str, int] = field(default_factory=dict)
    last_round: int = 30
    drawn: Mapping[str, int] = field(default_factory=lambda: {"coloured": 10})
    stars: tuple[str, ...] = ()
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

    def check_goals(self, goals: tuple[str, ...]) -> None:
        """Raise ``ValueError`` with one sentence for goals of a game that has none to choose."""
        if goals and not self.goals:
            raise ValueError(f"{self.title} has no goals to choose: leave goals out.")

    @property
    def package(self) -> str:
        """The package of the game's folder: its board files and texts lie there."""
        return f"companion.games.{self.name.replace('-', '_')}"

    def module(self, role: str) -> str:
        """Return the full name of a module of the engine, such as ``game`` or ``play``."""
        return f"{self.engine or self.package}.{role}"
