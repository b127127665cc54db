"""What a player can do, as values.

A turn may need several actions: taking a dome tile is followed by laying it, taking from a small
factory by stacking what remains.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from companion.games.base import IllegalAction


@dataclass(frozen=True, slots=True)
class TakeDome:
    """Action A: take a dome tile from the display, by its number (DU-R15)."""

    tile: int


@dataclass(frozen=True, slots=True)
class DrawDome:
    """Action A: pay a point and draw a dome tile unseen; may be repeated (DU-R16)."""


@dataclass(frozen=True, slots=True)
class LookAtDrawn:
    """Finish drawing and look at the drawn dome tiles (DU-R16)."""


@dataclass(frozen=True, slots=True)
class KeepDome:
    """Keep one of the drawn dome tiles (DU-R16)."""

    tile: int


@dataclass(frozen=True, slots=True)
class ReturnDome:
    """Put one of the other drawn dome tiles under the stack; the last goes by itself (DU-R16)."""

    tile: int


@dataclass(frozen=True, slots=True)
class LayDome:
    """Put the taken dome tile on a place, after 0 to 3 clockwise quarter turns (DU-R17)."""

    place: int
    turn: int


@dataclass(frozen=True, slots=True)
class TakeSun:
    """Action B: take all tiles of a colour from a sun part (DU-R18).

    ``factory`` is 0 to 3, or 4 for the large one; ``line`` None is the broken-tile space; ``drop``
    of the tiles go there in any case (only with the option ``allow_partial_floor``).
    """

    factory: int
    colour: str
    line: int | None
    drop: int = 0


@dataclass(frozen=True, slots=True)
class StackMoon:
    """Stack what remains of the small factory on its chip, bottom first (DU-R19)."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeMoon:
    """Action C: take all visible tiles of a colour from the moon parts (DU-R22)."""

    colour: str
    line: int | None
    drop: int = 0


@dataclass(frozen=True, slots=True)
class TakeChip:
    """Action D: take the face-up bonus chip of a small factory (DU-R25)."""

    factory: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing else is possible: out for the rest of phase 1 (DU-R13)."""


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Move the rightmost tile of a complete line to a column of its row (DU-R34)."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SpendChips:
    """Complete a line with bonus chips, named in alphabetical order (DU-R37)."""

    line: int
    chips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeaveLine:
    """Leave an incomplete line as it is though chips could complete it (DU-R37)."""

    line: int


@dataclass(frozen=True, slots=True)
class EndTiling:
    """Reopen no further line with chips (only without ``chips_strict_order``, DU-R37)."""


Action = (
    TakeDome
    | DrawDome
    | LookAtDrawn
    | KeepDome
    | ReturnDome
    | LayDome
    | TakeSun
    | StackMoon
    | TakeMoon
    | TakeChip
    | Pass
    | PlaceTile
    | SpendChips
    | LeaveLine
    | EndTiling
)

Handlers = dict[type[Any], Callable[..., Any]]
"""Kind of action -> what carries it out, given the position, the action and the options."""


def refuse(rule: str, message: str) -> NoReturn:
    """Raise ``IllegalAction`` with the rule's id."""
    raise IllegalAction(f"DU-{rule}", message)
