"""What can be chosen for a new game: games, sides, goals, who sits where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.boards import GAMES, VARIANTS
from companion.boards.board_files import FILES
from companion.games import INFOS
from companion.games.base import Setup
from companion.games.texts import rule_text
from companion.service.bulletin.state import State
from web.languages import language
from web.views.wording import words

SEATS = max(max(info.players) for info in INFOS.values())

USUAL_GOALS = 3
"""How many goals are chosen to begin with: the first ones."""

KnowsTiles = Callable[[str, str], bool]
"""Tells whether it is known what the tiles of a game's side look like."""


def all_known(game: str, variant: str) -> bool:
    """Tell that nothing is to be shown: where nobody asks, or nobody could keep it."""
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: its value, its name, whether it is chosen to begin with."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the sides its boards have, how many can play it, and what else is asked."""

    value: str
    label: str
    chosen: bool
    variants: tuple[Choice, ...]
    most: int
    goals: bool
    teach: bool


Draft = Sequence[Sequence[str]]
"""The fields of the form as they were typed: name and value each."""


def prepared(state: State) -> State:
    """Return the state a new game is offered for: who was drawn plays, the first one begins."""
    call = state.awaited
    if call is None:
        return state
    same = call.game == state.setup.game
    setup = state.setup if same else Setup(call.game)
    return replace(
        state,
        setup=replace(setup, players=len(call.names), first_player=0, scores=None, round=0),
        names=call.names,
    )


def draft_for(state: State, draft: Draft) -> Draft:
    """Return what was typed for this very game, and nothing of what was typed before a draw."""
    drawn = next((value for name, value in draft if name == "drawn"), "")
    return draft if drawn == (state.awaited.draw if state.awaited else "") else ()


def games(state: State, knows_tiles: KnowsTiles = all_known) -> tuple[GameChoice, ...]:
    """Return the games; the one played last is chosen.

    Showing the tiles is offered for those whose tiles ``knows_tiles`` (game, side) does not know.
    """
    return tuple(
        GameChoice(
            game,
            words.game(game),
            game == state.setup.game,
            tuple(
                Choice(variant, words.side(variant, game), variant == state.setup.variant)
                for variant in VARIANTS
                if (game, variant) in FILES
            ),
            max(INFOS[game].players),
            bool(INFOS[game].goals),
            not knows_tiles(game, state.setup.variant),
        )
        for game in GAMES
    )


def goals(state: State) -> tuple[Choice, ...]:
    """Return the goals that are chosen for a game, with what each says."""
    chosen = state.setup.goals
    return tuple(
        Choice(goal, goal_text(game, rule), goal in (chosen or tuple(info.goals)[:USUAL_GOALS]))
        for game, info in INFOS.items()
        for goal, rule in info.goals.items()
    )


def goal_text(game: str, rule: str) -> str:
    """Return what a goal rewards."""
    found = rule_text(game, rule, language())
    return found.rule if found else rule
