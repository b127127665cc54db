"""What can happen in a sitting, and its JSON form as the journal keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.games.base import Cells, Checkpoint, Content, Moment, Setup


@dataclass(frozen=True)
class Opened:
    """A sitting begins: what people agreed on."""

    setup: Setup


@dataclass(frozen=True)
class Confirmed:
    """Boards that lie as the rules allow were read (or told) at a moment."""

    moment: Moment
    boards: tuple[Cells, ...]


@dataclass(frozen=True)
class Refused:
    """Something on the table was not legal; the sitting waits with what was confirmed before.

    ``by_hand``: people have said what lies on these boards, as far as they got.
    """

    moment: Moment
    boards: tuple[Cells, ...]
    rules: tuple[str, ...]
    by_hand: bool = False


@dataclass(frozen=True)
class Asked:
    """People are asked about a picture; nothing of it counts before they have answered.

    What they have said of it so far: by seat what is ``certain`` to lie on cells, and what is
    ``refused`` of them (empty: nothing).  Orders that were answered are told of the moment.
    """

    moment: Moment
    certain: tuple[Mapping[str, Content | None], ...] = ()
    refused: tuple[Mapping[str, tuple[Content | None, ...]], ...] = ()


@dataclass(frozen=True)
class Unanswered:
    """Nobody has answered what was asked about reading ``entry``: it is the likeliest there was."""

    entry: int


@dataclass(frozen=True)
class CellCorrected:
    """A person, or a later picture, says what really lay on a cell in reading ``entry``.

    None: nothing.
    """

    entry: int
    seat: int
    cell: str
    content: Content | None


@dataclass(frozen=True)
class CellsCorrected:
    """The same of several cells at once that only make sense together."""

    entry: int
    seat: int
    cells: Mapping[str, Content | None]


@dataclass(frozen=True)
class ScoreCorrected:
    """A person says what a seat's total was after reading ``entry``."""

    entry: int
    seat: int
    score: int


@dataclass(frozen=True)
class ToldCorrected:
    """A person says, or says again, what no camera sees about reading ``entry``."""

    entry: int
    told: Mapping[str, Any]


@dataclass(frozen=True)
class Seated:
    """People say who sits where: a name by seat (empty: none), the colour it is shown in."""

    names: tuple[str, ...]
    colours: tuple[int, ...] = ()


@dataclass(frozen=True)
class Undone:
    """The last reading that holds is taken back."""


Event = (
    Opened
    | Confirmed
    | Refused
    | Asked
    | Unanswered
    | CellCorrected
    | CellsCorrected
    | ScoreCorrected
    | ToldCorrected
    | Seated
    | Undone
)

KINDS: dict[str, type[Event]] = {
    "opened": Opened,
    "confirmed": Confirmed,
    "refused": Refused,
    "asked": Asked,
    "unanswered": Unanswered,
    "cell-corrected": CellCorrected,
    "cells-corrected": CellsCorrected,
    "score-corrected": ScoreCorrected,
    "told-corrected": ToldCorrected,
    "seated": Seated,
    "undone": Undone,
}
"""The name of each kind of event in the journal."""


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON values; ``from_json`` gives an equal event back."""
    kind = next(name for name, cls in KINDS.items() if type(event) is cls)
    return {"event": kind, **_plain(event)}


def from_json(data: Mapping[str, Any]) -> Event:
    """Return the event ``to_json`` wrote; ``ValueError`` says what is wrong with it."""
    values = dict(data)
    kind = KINDS.get(values.pop("event", ""))
    if kind is None:
        raise ValueError(f"there is no event called {data.get('event')!r}")
    try:
        return kind(**{name: _value(name, value) for name, value in values.items()})
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise ValueError(f"the event {data.get('event')!r} is damaged: {error}") from error


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; any mapping will do, frozen ones included."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _value(name: str, value: Any) -> Any:
    """Return one field of an event from its JSON form."""
    match name:
        case "setup":
            tuples = {key: _tuple(value[key]) for key in ("goals", "scores")}
            return Setup(**{**value, **tuples})
        case "moment":
            moment = Moment(**{**value, "checkpoint": Checkpoint(value["checkpoint"])})
            _whole(moment.round)
            return moment
        case "boards" | "certain":
            return tuple(_contents(board) for board in value)
        case "refused":
            return tuple({cell: _several(told) for cell, told in one.items()} for one in value)
        case "cells":
            return _contents(value)
        case "content":
            return _content(value)
        case "rules" | "names" | "colours":
            return _tuple(value)
        case "entry" | "seat" | "score":
            return _whole(value)
        case "by_hand" if not isinstance(value, bool):
            raise TypeError(f"{value!r} does not tell whether people said it")
    return value


def _contents(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {cell: _content(content) for cell, content in cells.items()}


def _content(value: Any) -> Content | None:
    content = _tuple(value)
    for each in content if isinstance(content, tuple) else (content,):
        if not isinstance(each, str | None):
            raise TypeError(f"{each!r} is nothing that lies on a cell")
    return content  # type: ignore[no-any-return]  # checked just now


def _several(value: Any) -> tuple[Content | None, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} are no contents of a cell")
    return tuple(_content(each) for each in value)


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
