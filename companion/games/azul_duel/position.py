"""A complete position: everything on the table, in the bag and in the hands, as one value.

Plain tuples, because random play makes millions of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.games.azul_duel.board import EMPTY_BOARD, Board
from companion.games.azul_duel.catalogue import (
    CHIPS,
    COLOURS,
    FACTORIES,
    INDEX,
    ROWS,
    SPECIAL_TILES,
    START_SCORE,
    TILES_PER_COLOUR,
    TOKENS,
)
from companion.games.base import Steps
from companion.games.common.sack import Counts
from companion.games.common.tuples import changer, maker

Tiles = tuple[str, ...]

NO_TILES: Counts = (0, 0, 0, 0, 0)
ALL_TILES: Counts = (TILES_PER_COLOUR,) * 5


class Phase(StrEnum):
    """Where in a round the game stands."""

    OPENING = "opening"
    ACQUIRING = "acquiring"
    TILING = "tiling"
    PREPARING = "preparing"
    """The round is prepared except for its tiles and chips, which must be dealt."""
    OVER = "over"


class SmallFactory(NamedTuple):
    """A small factory: sun part, moon stack (bottom first) and bonus chip."""

    sun: Tiles = ()
    moon: Tiles = ()
    chip: str | None = None

    @property
    def open_chip(self) -> str | None:
        """The chip when it lies face up: no tile is left on the factory (R21, R24, R26, R54)."""
        return None if self.sun or self.moon else self.chip


class Offer(NamedTuple):
    """The factories and the dome display."""

    smalls: tuple[SmallFactory, ...] = (SmallFactory(),) * FACTORIES
    large_sun: Tiles = ()
    large_moon: Tiles = ()
    display: tuple[int, ...] = ()

    @property
    def cleared(self) -> bool:
        """Whether no tile and no bonus chip is left on any factory (R33)."""
        if self.large_sun or self.large_moon:
            return False
        return all(not s.sun and not s.moon and s.chip is None for s in self.smalls)


class Supply(NamedTuple):
    """What waits: bag, tower, dome stack (top first), chips, special tiles."""

    bag: Counts = ALL_TILES
    tower: Counts = NO_TILES
    stack: tuple[int, ...] = ()
    chips: Tiles = CHIPS
    specials: int = SPECIAL_TILES


class Player(NamedTuple):
    """A player: board, score, tokens left, chips face up and used.

    ``taken`` counts the chips of this round; ``sheet`` lists what changed the score since the game
    began.
    """

    board: Board = EMPTY_BOARD
    score: int = START_SCORE
    tokens: int = TOKENS
    chips: Tiles = ()
    used: Tiles = ()
    taken: int = 0
    passed: bool = False
    sheet: Steps = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Dome tiles drawn from the stack and not looked at yet (R16)."""

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Drawn dome tiles, looked at; one of them is to be kept (R16)."""

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Returning:
    """A kept dome tile, and the drawn ones that still go under the stack (R16)."""

    kept: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Laying:
    """A taken dome tile that is to be laid (R17)."""

    tile: int


@dataclass(frozen=True, slots=True)
class Stacking:
    """Tiles that remain of a small factory and are to be stacked on its chip (R19)."""

    factory: int
    tiles: Tiles


Pending = Drawing | Choosing | Returning | Laying | Stacking


class Position(NamedTuple):
    """A complete position of Azul Duel.

    ``pending`` is a turn begun and not finished; ``handled`` tells which lines of ``seat`` are done
    in phase 2; ``chance`` is the generator's state, None when tiles are dealt from outside.
    """

    goals: tuple[str, ...]
    starter: int
    seat: int
    round: int = 1
    phase: Phase = Phase.OPENING
    players: tuple[Player, Player] = (Player(), Player())
    offer: Offer = Offer()
    supply: Supply = Supply()
    pending: Pending | None = None
    handled: tuple[bool, ...] = (False,) * ROWS
    chance: int | None = None

    @property
    def needs_deal(self) -> bool:
        """Whether the game waits for the tiles and chips of the next round from outside."""
        return self.phase is Phase.PREPARING

    @property
    def player(self) -> Player:
        """The player who acts."""
        return self.players[self.seat]

    @property
    def holder(self) -> int | None:
        """The seat with the starting player tile; None while it lies on the large factory."""
        one, two = self.players
        return 0 if one.board.first else 1 if two.board.first else None


new_position, new_player, new_offer = maker(Position), maker(Player), maker(Offer)
with_phase = changer(Position, "phase")
with_seat = changer(Position, "seat")
with_pending = changer(Position, "pending")
with_handled = changer(Position, "handled")
with_smalls = changer(Offer, "smalls")
with_display = changer(Offer, "display")
with_tokens = changer(Player, "tokens")
playing_on = changer(Player, "board")
with_stack = changer(Supply, "stack")
with_thrown = changer(Supply, "tower")
with_supply = changer(Position, "supply")
with_offer = changer(Position, "offer")


def acted(
    position: Position, player: Player, offer: Offer | None = None, supply: Supply | None = None
) -> Position:
    """Return ``position`` with what an action leaves: the acting player, offer and supply."""
    one, two = position.players
    players = (player, two) if position.seat == 0 else (one, player)
    return new_position(
        position.goals, position.starter, position.seat, position.round, position.phase, players,
        offer or position.offer, supply or position.supply, position.pending, position.handled,
        position.chance,
    )  # fmt: skip


def booked(player: Player, board: Board, steps: Steps) -> Player:
    """Return ``player`` with another ``board`` and with ``steps`` added to score and sheet."""
    _, score, tokens, chips, used, taken, passed, sheet = player
    score += sum([step.points for step in steps])
    return new_player(board, score, tokens, chips, used, taken, passed, sheet + steps)


def thrown(supply: Supply, tiles: Tiles) -> Supply:
    """Return ``supply`` with ``tiles`` thrown into the tower."""
    if not tiles:
        return supply
    tower = [*supply.tower]
    for tile in tiles:
        tower[INDEX[tile]] += 1
    return with_thrown(supply, tuple(tower))


def count(tiles: Tiles) -> Counts:
    """Return how many of ``tiles`` each colour has."""
    return tuple(map(tiles.count, COLOURS))
