"""A position of complete play: every tile, whose turn it is, and what must happen next."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.games.common.sack import Counts
from companion.games.common.tuples import changer, maker, put
from companion.games.summer_pavilion.layout import EMPTY, Spaces
from companion.games.summer_pavilion.rules.scoring import STARTING_SCORE
from companion.games.summer_pavilion.tiles import ALL_TILES, NO_TILES

LAST_ROUND = 6
SUPPLY_SPACES = 10
TILES_PER_DISPLAY = 4
DISPLAYS = {2: 5, 3: 7, 4: 9}
"""Number of players -> factory displays (SP-R2)."""


class Phase(StrEnum):
    """What happens next."""

    SET_UP = "set-up"
    """The supply gets its first ten tiles (SP-R5)."""
    DEAL = "deal"
    """The displays get their tiles (SP-R6, SP-R39)."""
    TAKE = "take"
    """The player on turn takes tiles (phase 1)."""
    PLACE = "place"
    """The player on turn places a tile or passes (phase 2)."""
    BONUS = "bonus"
    """The player on turn takes bonus tiles (SP-R30)."""
    KEEP = "keep"
    """The player on turn has passed and says which tiles to keep (SP-R36)."""
    REFILL = "refill"
    """The supply is filled up before the next turn (SP-R34)."""
    OVER = "over"


CHANCE = (Phase.SET_UP, Phase.DEAL, Phase.REFILL)
"""The phases in which tiles are drawn from the bag."""


class PlayerBoard(NamedTuple):
    """One player's board and what lies beside it."""

    spaces: Spaces = EMPTY
    beside: Counts = NO_TILES
    corners: Counts = NO_TILES
    score: int = STARTING_SCORE
    passed: bool = False


class Position(NamedTuple):
    """Everything that is known between two actions; a value that never changes.

    Attributes:
        round: 1 to 6; its wild colour is ``COLOURS[round - 1]``.
        phase: what happens next.
        seat: the player on turn.
        starter: who begins phase 1 of this round.
        marker: the seat that took the starting player marker; None: it lies in the centre.
        displays: the factory displays, in order.
        owed: bonus tiles still to be taken, one number for each choice to be made.
        generator: state of the position's own random generator; None: tiles are dealt from
            outside, and ``needs_deal`` tells when.
    """

    round: int
    phase: Phase
    seat: int
    starter: int
    marker: int | None
    displays: tuple[Counts, ...]
    centre: Counts
    supply: Counts
    bag: Counts
    tower: Counts
    boards: tuple[PlayerBoard, ...]
    owed: tuple[int, ...] = ()
    generator: int | None = None

    @property
    def wild(self) -> int:
        """The index of the colour that is wild in this round (SP-R3)."""
        return self.round - 1

    @property
    def needs_deal(self) -> bool:
        """Whether tiles must be drawn from the bag before play goes on."""
        return self.phase in CHANCE

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER


new_position, new_player_board = maker(Position), maker(PlayerBoard)
with_phase = changer(Position, "phase")
with_seat = changer(Position, "seat")
with_boards = changer(Position, "boards")
with_beside = changer(PlayerBoard, "beside")


def with_board(position: Position, board: PlayerBoard) -> Position:
    """Return ``position`` with ``board`` for the player on turn."""
    return with_boards(position, put(position.boards, position.seat, board))


def first_position(players: int, first_player: int, generator: int | None) -> Position:
    """Return the table before the first tile is drawn."""
    return Position(
        round=1,
        phase=Phase.SET_UP,
        seat=first_player,
        starter=first_player,
        marker=None,
        displays=(NO_TILES,) * DISPLAYS[players],
        centre=NO_TILES,
        supply=NO_TILES,
        bag=ALL_TILES,
        tower=NO_TILES,
        boards=(PlayerBoard(),) * players,
        generator=generator,
    )
