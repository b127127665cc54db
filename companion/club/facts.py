"""What happened in the club, as the hub's journal keeps it: values with a JSON form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.club.message import Finished, finished_from
from companion.club.tournament import Match, Plan, Round
from companion.fields import Field


@dataclass(frozen=True, slots=True)
class Begun:
    """A tournament was begun; whatever was before is over."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Joined:
    """A player came, or came back."""

    player: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player left."""

    player: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """From the next round on other tables are played at, the first one by the leaders."""

    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round was drawn."""

    round: Round


@dataclass(frozen=True, slots=True)
class Heard:
    """A table told of a finished game, for the first time or otherwise than before."""

    table: str
    game: Finished


@dataclass(frozen=True, slots=True)
class Met:
    """A table said its first word in a tournament; ``brought`` are finished games new with it."""

    table: str
    brought: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A table took a finished game up again."""

    table: str
    sitting: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """A judge said that a table's game is the match drawn there; ``players`` as they sat."""

    round: int
    table: str
    sitting: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A judge said what came of a match, in the order of its players."""

    round: int
    table: str
    scores: tuple[int, ...]
    ties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament was declared over."""


Fact = (
    Begun | Joined | Left | Arranged | Drawn | Met | Heard | Withdrawn | Accepted | Decided | Ended
)


def to_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON values."""
    return {"fact": type(fact).__name__.lower()} | asdict(fact)


def from_json(data: Field) -> Fact:
    """Return the fact ``to_json`` wrote; raises ``FieldError`` for anything else."""
    return READ[data.member("fact").text(tuple(READ))](data)


def _plan(data: Field) -> Plan:
    plan = data.member("plan")
    return Plan(
        plan.member("name").text(),
        plan.member("game").text(),
        plan.member("size").whole(2, 4),
        _texts(plan.member("tables")),
        _texts(plan.member("players")),
        plan.member("seed").whole(),
    )


def _round(data: Field) -> Round:
    drawn = data.member("round")
    matches = tuple(
        Match(one.member("table").text(), _texts(one.member("players")))
        for one in drawn.member("matches").items()
    )
    return Round(drawn.member("number").whole(1), matches, _texts(drawn.member("byes")))


def _texts(data: Field) -> tuple[str, ...]:
    return tuple(one.text() for one in data.items())


def _wholes(data: Field) -> tuple[int, ...]:
    return tuple(one.whole() for one in data.items())


def _text(data: Field, name: str) -> str:
    return data.member(name).text()


def _number(data: Field) -> int:
    return data.member("round").whole(1)


READ: Mapping[str, Callable[[Field], Fact]] = {
    "begun": lambda data: Begun(_plan(data)),
    "joined": lambda data: Joined(_text(data, "player")),
    "left": lambda data: Left(_text(data, "player")),
    "arranged": lambda data: Arranged(_texts(data.member("tables"))),
    "drawn": lambda data: Drawn(_round(data)),
    "heard": lambda data: Heard(_text(data, "table"), finished_from(data.member("game"))),
    "met": lambda data: Met(_text(data, "table"), _texts(data.member("brought"))),
    "withdrawn": lambda data: Withdrawn(_text(data, "table"), _text(data, "sitting")),
    "accepted": lambda data: Accepted(
        _number(data),
        _text(data, "table"),
        _text(data, "sitting"),
        _texts(data.member("players")),
    ),
    "decided": lambda data: Decided(
        _number(data),
        _text(data, "table"),
        _wholes(data.member("scores")),
        _wholes(data.member("ties")),
    ),
    "ended": lambda data: Ended(),
}
