"""The JSON form of positions; what a turn has begun is named by its kind."""

from __future__ import annotations

from typing import Any, get_args

from companion.games.azul_duel.board import Board, Line
from companion.games.azul_duel.position import (
    Offer,
    Pending,
    Player,
    Position,
    SmallFactory,
    Supply,
)
from companion.games.base import Step
from companion.games.common.position_json import (
    FLAG,
    WHOLE,
    WORD,
    Form,
    maybe,
    members,
    record,
    refuse,
    several,
)

GAME = "azul-duel"

PENDING: dict[str, Form[Any]] = {
    kind.__name__.lower(): record(kind, head={"kind": kind.__name__.lower()})
    for kind in get_args(Pending)
}


def _read_pending(value: Any, place: str) -> Pending:
    kind = members(value, place).get("kind")
    if not isinstance(kind, str) or kind not in PENDING:
        refuse(f"{place}.kind", f"one of {', '.join(PENDING)}", kind)
    pending: Pending = PENDING[kind].read(value, place)
    return pending


_PENDING: Form[Pending] = Form(
    lambda value: PENDING[type(value).__name__.lower()].write(value), _read_pending
)


def _read_step(value: Any, place: str) -> Step:
    cell, points, rule = several(Form(str, lambda item, _: item), 3).read(value, place)
    return Step(WORD.read(cell, place), WHOLE.read(points, place), WORD.read(rule, place))


_STEP = Form(lambda step: [step.cell, step.points, step.rule], _read_step)
_COUNTS = several(WHOLE, 5)
_BOARD = record(
    Board,
    {
        "lines": several(record(Line), 6),
        "places": several(maybe(several(WORD, 4)), 9),
        "dome": several(maybe(WORD), 36),
        "broken": several(WORD),
    },
)
_PLAYER = record(Player, {"board": _BOARD, "sheet": several(_STEP)})
POSITION = record(
    Position,
    {
        "players": several(_PLAYER, 2),
        "offer": record(Offer, {"smalls": several(record(SmallFactory), 4)}),
        "supply": record(Supply, {"bag": _COUNTS, "tower": _COUNTS}),
        "pending": maybe(_PENDING),
        "handled": several(FLAG, 6),
    },
    {"game": GAME},
)
