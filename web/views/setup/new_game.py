"""What can be chosen for a new game: games, sides, goals, who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards import GAMES, VARIANTS
from companion.boards.board_files import FILES
from companion.games import INFOS
from companion.games.texts import rule_text
from companion.service.bulletin.state import State
from web.languages import gettext as _
from web.languages import language
from web.views.wording import words

SEATS = max(max(info.players) for info in INFOS.values())


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: its value, its name, whether it is chosen to begin with."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the sides its boards have, how many can play it, and whether it has goals."""

    value: str
    label: str
    chosen: bool
    variants: tuple[Choice, ...]
    most: int
    goals: bool


def games(state: State) -> tuple[GameChoice, ...]:
    """Return the games; the one played last is chosen."""
    return tuple(
        GameChoice(
            game,
            words.game(game),
            game == state.setup.game,
            tuple(
                Choice(variant, side(variant), variant == state.setup.variant)
                for variant in VARIANTS
                if (game, variant) in FILES
            ),
            max(INFOS[game].players),
            bool(INFOS[game].goals),
        )
        for game in GAMES
    )


def side(variant: str) -> str:
    """Return what a side of the boards is called."""
    return {"coloured": _("coloured side"), "grey": _("grey side")}.get(variant, variant)


def goals(state: State) -> tuple[Choice, ...]:
    """Return the goals that are chosen for a game, with what each says."""
    chosen = state.setup.goals or ("G1", "G2", "G3")
    return tuple(
        Choice(goal, goal_text(game, rule), goal in chosen)
        for game, info in INFOS.items()
        for goal, rule in info.goals.items()
    )


def goal_text(game: str, rule: str) -> str:
    """Return what a goal rewards."""
    found = rule_text(game, rule, language())
    return found.rule if found else rule
