"""The rules one game is played by: its data with every open question answered."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Setup, check_scores
from companion.games.wall.data import DISPLAYS, MOST_SCORE, WallGame


@dataclass(frozen=True, slots=True)
class Rules:
    """A game bound to a set-up; the fields are the answers of section 9 as the engine asks them."""

    game: WallGame
    players: int
    grey: bool
    partial: bool
    marker_beside: bool
    untaken_starts_next: bool
    capped: bool
    bonuses_without_tiles: bool
    play_on: bool
    tile_by_tile: bool
    special: bool
    special_order: str
    free_at_once: bool
    markers_end: int | None
    """The highest number that tens and units show; None: a score track goes round."""

    @classmethod
    def of(cls, game: WallGame, setup: Setup) -> Rules:
        """Return the rules of ``setup``; raises ``ValueError`` when it does not fit the game."""
        check_scores(setup, 0, MOST_SCORE)
        options = game.options(setup)
        return cls(
            game=game,
            players=setup.players,
            grey=setup.variant == "grey",
            partial=options["allow_partial_floor"],
            marker_beside=options["marker_on_full_floor"] == "beside",
            untaken_starts_next=options["untaken_marker_next_start"] == "next",
            capped=options["score_over_max"] == "cap",
            bonuses_without_tiles=options["no_tiles_left"] == "end",
            play_on=options["no_placement_left"] == "play-on",
            tile_by_tile=options["fill_order"] == "tile-by-tile",
            special=options.get("special_factories", False),
            special_order=options.get("special_setup_order", "clockwise"),
            free_at_once=options.get("free_floor_same_turn", True),
            markers_end=10 * options["score_tens_max"] + 9 if "score_tens_max" in options else None,
        )

    @property
    def displays(self) -> int:
        """How many displays lie in the circle (R3)."""
        return DISPLAYS[self.players]

    def rule(self, number: int) -> str:
        """Return a rule's id in this game."""
        return self.game.rule(number)
