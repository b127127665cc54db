"""What a player can do, as values with a text form.

A turn may need several actions: taking a dome tile is followed by laying it, taking from a small
factory by stacking what remains.  Text: ``TakeSun factory=0 colour=red line=2``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any


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

KINDS: dict[str, type[Action]] = {kind.__name__: kind for kind in Action.__args__}


def write_action(action: Action) -> str:
    """Return ``action`` as text, such as ``TakeChip factory=2``."""
    words = [type(action).__name__]
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name != "drop" or value:
            words.append(f"{field.name}={_word(value)}")
    return " ".join(words)


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return "broken" if value is None else str(value)


def read_action(text: str) -> Action:
    """Return the action that ``write_action`` wrote; ``ValueError`` says what cannot be read."""
    name, *words = text.split() or [""]
    if name not in KINDS:
        raise ValueError(f"There is no action {name!r}; use one of {', '.join(KINDS)}.")
    kind = KINDS[name]
    known = {field.name: str(field.type) for field in fields(kind)}
    try:
        pairs = dict(word.split("=", 1) for word in words)
        return kind(**{key: _value(word, known[key]) for key, word in pairs.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{text!r} is no action: {name} needs {', '.join(known)}.") from error


def _value(word: str, kind: str) -> Any:
    """Return ``word`` as the ``kind`` its field is annotated with."""
    if kind == "int | None" and word == "broken":
        return None
    if kind.startswith("int"):
        return int(word)
    return tuple(word.split(",")) if kind.startswith("tuple") else word
