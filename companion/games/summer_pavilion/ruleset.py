"""A ``Setup`` made ready for use: side of the boards, options, number of players."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Setup, check_scores
from companion.games.common.options import read_options
from companion.games.summer_pavilion.layout import SIDES, Side
from companion.games.summer_pavilion.options import Options
from companion.games.summer_pavilion.rules.scoring import LOWEST_SPACE, most_before_bonuses
from companion.games.summer_pavilion.tiles import ALL_TILES


@dataclass(frozen=True, slots=True)
class Rules:
    """What every function of this game needs to know of the table."""

    side: Side
    options: Options
    players: int
    first_player: int


def read_rules(setup: Setup) -> Rules:
    """Return the rules a ``Setup`` asks for; ``ValueError`` says what cannot be played."""
    options = read_options(Options, "Summer Pavilion", setup.options)
    every_tile = sum(ALL_TILES)
    least = -every_tile if options.score_min is None else min(LOWEST_SPACE, options.score_min)
    check_scores(setup, least, most_before_bonuses(options))
    return Rules(SIDES[setup.variant], options, setup.players, setup.first_player or 0)
