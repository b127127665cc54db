"""Positions as JSON values, both ways.

Reading refuses wrong kinds and unknown or missing keys; whether the position can exist is
``check``'s question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.games.azul_duel.board import Board, Line
from companion.games.azul_duel.position import (
    Choosing,
    Drawing,
    Laying,
    Offer,
    Pending,
    Phase,
    Player,
    Position,
    Returning,
    SmallFactory,
    Stacking,
    Supply,
)
from companion.games.base import ImpossiblePosition, Step

_T = TypeVar("_T")
GAME = "azul-duel"
_PENDING: dict[str, type[Pending]] = {
    kind.__name__.lower(): kind for kind in (Drawing, Choosing, Returning, Laying, Stacking)
}


def dump_position(position: Position) -> dict[str, Any]:
    """Return ``position`` as JSON values."""
    return {"game": GAME} | _parts(position, position._fields)


def _parts(value: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: Any) -> Any:
    """Return a value of a position as JSON knows it."""
    if isinstance(value, Phase):
        return value.value
    if isinstance(value, Step):
        return [value.cell, value.points, value.rule]
    if isinstance(value, Pending):
        return {"kind": type(value).__name__.lower()} | _parts(value, value.__slots__)
    if isinstance(value, tuple):
        named = getattr(value, "_fields", None)
        return [_plain(item) for item in value] if named is None else _parts(value, named)
    return value


def load_position(data: Mapping[str, Any]) -> Position:
    """Return the position that ``dump_position`` wrote."""
    if not isinstance(data, Mapping) or data.get("game") != GAME:
        raise ImpossiblePosition(f"This is no position of {GAME}: its key 'game' says otherwise.")
    rest = {key: value for key, value in data.items() if key != "game"}
    return _build(Position, rest, "position", _POSITION)


Reader = Callable[[Any, str], Any]


def _whole(value: Any, name: str) -> int:
    if type(value) is not int:
        raise ImpossiblePosition(f"{name} must be a whole number, not {value!r}.")
    return value


def _flag(value: Any, name: str) -> bool:
    if type(value) is not bool:
        raise ImpossiblePosition(f"{name} must be true or false, not {value!r}.")
    return value


def _word(value: Any, name: str) -> str:
    if type(value) is not str:
        raise ImpossiblePosition(f"{name} must be a word, not {value!r}.")
    return value


def _maybe(read: Reader) -> Reader:
    return lambda value, name: None if value is None else read(value, name)


def _list(read: Reader, length: int | None = None) -> Reader:
    """Return a reader of a list of ``length`` (any when None) as a tuple."""

    def reader(value: Any, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ImpossiblePosition(f"{name} must be a list, not {value!r}.")
        if length is not None and len(value) != length:
            raise ImpossiblePosition(f"{name} must have {length} entries, not {len(value)}.")
        return tuple(read(item, f"{name}/{index}") for index, item in enumerate(value))

    return reader


def _object(kind: type[Any], readers: Mapping[str, Reader]) -> Reader:
    return lambda value, name: _build(kind, value, name, readers)


def _build(kind: type[_T], value: Any, name: str, readers: Mapping[str, Reader]) -> _T:
    """Return a ``kind`` from a mapping that has exactly the keys of ``readers``."""
    if not isinstance(value, Mapping):
        raise ImpossiblePosition(f"{name} must be an object, not {value!r}.")
    if set(value) != set(readers):
        wrong = ", ".join(sorted(map(str, set(value) ^ set(readers))))
        raise ImpossiblePosition(f"{name} has missing or unknown keys: {wrong}.")
    return kind(**{key: read(value[key], f"{name}.{key}") for key, read in readers.items()})


def _step(value: Any, name: str) -> Step:
    cell, points, rule = _list(lambda item, _: item, 3)(value, name)
    return Step(_word(cell, name), _whole(points, name), _word(rule, name))


def _phase(value: Any, name: str) -> Phase:
    if value not in list(Phase):
        raise ImpossiblePosition(f"{name} must be one of {', '.join(Phase)}, not {value!r}.")
    return Phase(value)


def _pending(value: Any, name: str) -> Pending:
    known = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(known, str) or known not in _PENDING:
        raise ImpossiblePosition(f"{name} must be one of {', '.join(_PENDING)}.")
    kind: type[Any] = _PENDING[known]
    readers = {key: _PENDING_READERS[kind][key] for key in kind.__slots__}
    pending: Pending = _build(kind, {k: v for k, v in value.items() if k != "kind"}, name, readers)
    return pending


_WORDS, _NUMBERS, _COUNTS = _list(_word), _list(_whole), _list(_whole, 5)
_PENDING_READERS: dict[type[Any], dict[str, Reader]] = {
    Drawing: {"tiles": _NUMBERS},
    Choosing: {"tiles": _NUMBERS},
    Returning: {"kept": _whole, "tiles": _NUMBERS},
    Laying: {"tile": _whole},
    Stacking: {"factory": _whole, "tiles": _WORDS},
}
_LINE = _object(Line, {"colour": _maybe(_word), "tiles": _whole, "paid": _whole})
_BOARD = _object(
    Board,
    {
        "lines": _list(_LINE, 6),
        "places": _list(_maybe(_list(_word, 4)), 9),
        "dome": _list(_maybe(_word), 36),
        "broken": _WORDS,
        "first": _flag,
    },
)
_PLAYER = _object(
    Player,
    {
        "board": _BOARD,
        "score": _whole,
        "tokens": _whole,
        "chips": _WORDS,
        "used": _WORDS,
        "taken": _whole,
        "passed": _flag,
        "sheet": _list(_step),
    },
)
_SMALL = _object(SmallFactory, {"sun": _WORDS, "moon": _WORDS, "chip": _maybe(_word)})
_OFFER = _object(
    Offer,
    {
        "smalls": _list(_SMALL, 4),
        "large_sun": _WORDS,
        "large_moon": _WORDS,
        "display": _NUMBERS,
    },
)
_SUPPLY = _object(
    Supply,
    {
        "bag": _COUNTS,
        "tower": _COUNTS,
        "stack": _NUMBERS,
        "chips": _WORDS,
        "specials": _whole,
    },
)
_POSITION: dict[str, Reader] = {
    "goals": _WORDS,
    "starter": _whole,
    "seat": _whole,
    "round": _whole,
    "phase": _phase,
    "players": _list(_PLAYER, 2),
    "offer": _OFFER,
    "supply": _SUPPLY,
    "pending": _maybe(_pending),
    "handled": _list(_flag, 6),
    "chance": _maybe(_whole),
}
