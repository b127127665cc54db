"""What makes one game of the wall family differ from another, and the rules one is played by."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from companion.games.base import Setup, check_scores
from companion.games.common.options import one_of, read_options

SIZE = 5
"""Rows, columns and colours of a wall; pattern line *n* (from 0) has *n* + 1 spaces."""

COPIES = 20
"""Tiles of each colour in the box (R4)."""

PER_DISPLAY = 4
"""Tiles put on every display (R5)."""

DISPLAYS = MappingProxyType({2: 5, 3: 7, 4: 9})
"""Players -> factory displays (R3)."""

PENALTIES = (1, 1, 2, 2, 2, 3, 3)
"""What each space of the floor line costs, from the left (R30)."""

ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10
"""The rewards at the end (R38, R39, R40)."""

MOST_SCORE = 2 * SIZE * SIZE * SIZE
"""More than any wall brings: two full runs for every tile (R28)."""

TRACK_END = 100
"""The last number of the score track; with option ``score_over_max`` no more is counted."""


@dataclass(frozen=True, slots=True)
class Options:
    """The open questions of section 9 of the rules and the answers we know; the default first."""

    allow_partial_floor: bool = one_of(False, True)
    marker_on_full_floor: str = one_of("beside", "last-space")
    untaken_marker_next_start: str = one_of("same", "next")
    score_over_max: str = one_of("keep", "cap")
    no_tiles_left: str = one_of("end", "end-without-bonuses")
    no_placement_left: str = one_of("end", "play-on")
    """It is ours: without it some games never end (see ``rules.ending``)."""
    fill_order: str = one_of("display-by-display", "tile-by-tile")


@dataclass(frozen=True, slots=True)
class MiniOptions(Options):
    """Mini's own open question: the largest number on the tens slider."""

    score_tens_max: int = one_of(9, 10)


@dataclass(frozen=True, slots=True)
class SpecialOptions(Options):
    """Master Chocolatier's special factories (section 5.2) and the open questions about them."""

    special_factories: bool = one_of(False, True)
    special_setup_order: str = one_of("clockwise", "extra-tile-first", "collectors-first")
    free_floor_same_turn: bool = one_of(True, False)


@dataclass(frozen=True, slots=True)
class WallGame:
    """One game of the family as data.

    ``colours`` stand in the order of the printed wall's first row: colour *k* of row *r* (both
    from 0) is printed in column (k + r) mod 5.  ``letters`` name them in texts, in that order.
    """

    name: str
    prefix: str
    colours: tuple[str, ...]
    letters: str
    options: type[Options] = Options

    def printed(self, row: int, column: int) -> str:
        """Return the colour printed on a wall space of the coloured side."""
        return self.colours[printed_colour(row, column)]

    def rule(self, number: int) -> str:
        """Return a rule's id in this game, ``AZ-R22`` for instance."""
        return f"{self.prefix}-R{number}"


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
        options = read_options(game.options, game.name, setup.options)
        cap = options.score_over_max == "cap"
        check_scores(setup, 0, TRACK_END if cap else MOST_SCORE)
        special = options if isinstance(options, SpecialOptions) else SpecialOptions()
        tens = options.score_tens_max if isinstance(options, MiniOptions) else None
        return cls(
            game=game,
            players=setup.players,
            grey=setup.variant == "grey",
            partial=options.allow_partial_floor,
            marker_beside=options.marker_on_full_floor == "beside",
            untaken_starts_next=options.untaken_marker_next_start == "next",
            capped=cap,
            bonuses_without_tiles=options.no_tiles_left == "end",
            play_on=options.no_placement_left == "play-on",
            tile_by_tile=options.fill_order == "tile-by-tile",
            special=special.special_factories,
            special_order=special.special_setup_order,
            free_at_once=special.free_floor_same_turn,
            markers_end=None if tens is None else 10 * tens + 9,
        )

    @property
    def displays(self) -> int:
        """How many displays lie in the circle (R3)."""
        return DISPLAYS[self.players]

    def rule(self, number: int) -> str:
        """Return a rule's id in this game."""
        return self.game.rule(number)

    def fits(self, tile: object, row: int, column: int) -> bool:
        """Tell whether a wall space takes a tile; on the grey side it takes any (R22, R43)."""
        return self.grey or tile == self.game.printed(row, column)


def printed_column(colour: int, row: int) -> int:
    """Return the column in which ``colour`` is printed in ``row`` of the coloured side."""
    return (colour + row) % SIZE


def printed_colour(row: int, column: int) -> int:
    """Return which colour is printed on a space of the coloured side."""
    return (column - row) % SIZE
