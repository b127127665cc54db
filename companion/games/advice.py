"""What the coach has to say of a round that is over, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.games.base import Steps


class Chance(StrEnum):
    """How a goal stands after a round, as far as the rules tell it."""

    DONE = "done"
    NEXT = "next"
    """It may be complete after the next round."""
    IN_TIME = "in-time"
    """It takes no more rounds than are certainly still to be played."""
    UNSURE = "unsure"
    """It takes more rounds, or tiles, than are certain to come."""
    CLOSED = "closed"
    """It cannot be completed any more."""


@dataclass(frozen=True, slots=True)
class Need:
    """Tiles that a goal still takes.

    ``colour`` is empty where several would do; ``left`` is how many tiles of it lie on nobody's
    wall, dome or stars (None where that is not counted).
    """

    colour: str
    tiles: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """Something the end of the game, or a bonus, rewards.

    ``kind`` and ``which`` name it (``row`` 0, ``colour`` blue, ``star`` 3); ``points`` is
    what it brings, ``bonus`` how many tiles it brings at once; ``missing`` are the cells that are
    still empty.
    """

    kind: str
    which: int | str
    rule: str
    points: int
    missing: tuple[str, ...]
    needs: tuple[Need, ...]
    chance: Chance
    bonus: int = 0

    @property
    def tiles(self) -> int:
        """How many tiles it still takes."""
        return sum(need.tiles for need in self.needs)


@dataclass(frozen=True, slots=True)
class Move:
    """Tiles of one colour that would have gone to another place: a line's first cell or a space.

    ``source`` and ``target`` are places as cells name them (``line/3``, ``floor``).
    """

    colour: str
    tiles: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Possible:
    """What a round brought, and the most it could have with the very same tiles.

    ``moves`` is what would have been laid otherwise, ``steps`` the points it would have brought.
    """

    points: int
    best: int
    moves: tuple[Move, ...] = ()
    steps: Steps = ()

    @property
    def more(self) -> int:
        """How many points more were possible."""
        return self.best - self.points


class Silence(StrEnum):
    """Why the coach cannot say what was possible."""

    UNSEEN = "unseen"
    """The round's beginning or the end of its offer was not seen."""
    FULL_FLOOR = "full-floor"
    """Tiles may have gone to the lid, so nobody knows all that were taken."""
    ZERO_DISPLAY = "zero-display"
    """A tile may lie unseen on the "0" display."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What there is to say to one seat; ``silence`` tells why ``possible`` is missing."""

    possible: Possible | None
    goals: tuple[Goal, ...]
    silence: Silence | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the coach says after a round.

    ``rounds_left`` is how many rounds are certainly still to be played, which may be fewer than
    there will be (``at_least``).  ``counted`` says in English what was counted as possible, marked
    with ``N_``.
    """

    round: int
    seats: tuple[Advice, ...]
    rounds_left: int
    counted: str
    at_least: bool = False


def chance_of(
    rounds: int, needs: Sequence[Need], *, share: int, rounds_left: int, held: int = 0
) -> Chance:
    """Return how a goal stands that by the rules takes so many ``rounds``, and ``needs`` tiles.

    ``held`` tiles are there already; every round brings ``share`` more.
    """
    tiles = sum(need.tiles for need in needs)
    wanted = max(rounds, -(-max(0, tiles - held) // share), 1)
    if wanted > rounds_left:
        return Chance.UNSURE
    return Chance.NEXT if wanted == 1 else Chance.IN_TIME
