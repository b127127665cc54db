"""The games: every folder with an ``info.py`` is one.  Pure Python, standard library only.

``game(setup)`` reads boards, ``agreed(setup)`` does of a set-up that people name now,
``play(setup)`` plays completely, ``story(setup)`` has players who play it, ``lesson(course)`` says
what a round could have brought; ``base``, ``table_story`` and ``played`` have the protocols.
``INFOS`` is what is known of each game without asking its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType

from companion.games.advice import Lesson
from companion.games.base import Game, Play, Setup
from companion.games.info import GameInfo, Look
from companion.games.played import Course
from companion.games.table_story import Story

__all__ = [
    "GOAL_RULES",
    "INFOS",
    "LAST_ROUND",
    "LOOKS",
    "MOST_PLAYERS",
    "NAMES",
    "Game",
    "GameInfo",
    "Play",
    "Setup",
    "Story",
    "agreed",
    "game",
    "lesson",
    "play",
    "story",
]


def _found() -> Iterator[GameInfo]:
    """Yield what the folders say that have an ``info.py``."""
    for folder in iter_modules(__path__):
        name = f"{__name__}.{folder.name}.info"
        if folder.ispkg and find_spec(name) is not None:
            info: GameInfo = import_module(name).INFO
            yield info


INFOS: Mapping[str, GameInfo] = MappingProxyType(
    {info.name: info for info in sorted(_found(), key=lambda info: (info.shelf, info.name))}
)
"""Game name -> what is known of it, in the order in which people choose."""

NAMES = tuple(INFOS)

LAST_ROUND = max(info.last_round for info in INFOS.values())
"""The last round that any of them can have."""

MOST_PLAYERS = max(max(info.players) for info in INFOS.values())
"""How many can sit at one table."""

LOOKS: Mapping[str, Look] = MappingProxyType(
    {colour: look for info in INFOS.values() for colour, look in info.looks.items()}
)
"""The colours that only one game has, with their looks."""

GOAL_RULES: Mapping[str, str] = MappingProxyType(
    {goal: rule for info in INFOS.values() for goal, rule in info.goals.items()}
)
"""Every goal that is chosen for a game -> the rule that tells it."""


def game(setup: Setup) -> Game:
    """Return the rules of ``setup.game`` for reading boards; ``KeyError`` for an unknown name.

    ``ValueError`` says in one sentence what does not fit the game.
    """
    info = INFOS[setup.game]
    info.check(setup)
    bound: Game = import_module(info.module("game")).game(info, setup)
    return bound


def agreed(setup: Setup) -> Game:
    """Return the rules of a set-up that people name now, as ``game`` does.

    ``ValueError`` also for goals in a game that has none, which records of earlier games may have.
    """
    INFOS[setup.game].check_goals(setup.goals)
    return game(setup)


def play(setup: Setup) -> Play:
    """Return complete play of ``setup.game``; errors as ``game`` has them."""
    info = INFOS[setup.game]
    info.check(setup)
    bound: Play = import_module(info.module("play")).play(info, setup)
    return bound


def story(setup: Setup, *, turns: bool = False) -> Story:
    """Return players of ``setup.game``; with ``turns`` they press after every turn where they may.

    ``KeyError`` for an unknown name.
    """
    info = INFOS[setup.game]
    bound: Story = import_module(info.module("players")).story(setup, turns=turns)
    return bound


def lesson(course: Course) -> Lesson | None:
    """Return what the coach says of the round that is over.

    None while a round is under way, and of games whose engine has no ``coach``.  It works on what
    was confirmed and on nothing else; points come from the rules' own scoring, and nothing is said
    that the takes might not have allowed.  After the last round no goal is open any more; what it
    brought is said like that of any other.
    """
    coach = INFOS[course.start.setup.game].module("coach")
    if find_spec(coach) is None:
        return None
    said: Lesson | None = import_module(f"{coach}.lesson").lesson(course.game, course)
    return said
