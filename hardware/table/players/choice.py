"""Simulated players: they follow the rules with the engine of complete play."""

from __future__ import annotations

from companion.games.base import Setup
from hardware.table.players.table_story import Story


def story_of(setup: Setup, *, turns: bool = False) -> Story:
    """Return the players of a game; with ``turns`` wall games are seen after every turn."""
    if setup.game == "summer-pavilion":
        from hardware.table.players.pavilion_players import PavilionStory

        return PavilionStory(setup)
    if setup.game == "azul-duel":
        from hardware.table.players.duel_players import DuelStory

        return DuelStory(setup)
    from hardware.table.players.wall_players import WallStory

    return WallStory(setup, turns=turns)
