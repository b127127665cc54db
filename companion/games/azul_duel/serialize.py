"""The JSON form of positions; what a turn has begun is named by its kind."""

from __future__ import annotations

from typing import Any

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
from companion.games.base import Step
from companion.games.common.position_json import (
    FLAG,
    WHOLE,
    WORD,
    Form,
    maybe,
    members,
    one_of,
    record,
    refuse,
    several,
)

GAME = "azul-duel"
_WORDS, _NUMBERS, _COUNTS = several(WORD), several(WHOLE), several(WHOLE, 5)

PENDING: dict[str, Form[Any]] = {
    "drawing": record(Drawing, {"tiles": _NUMBERS}, {"kind": "drawing"}),
    "choosing": record(Choosing, {"tiles": _NUMBERS}, {"kind": "choosing"}),
    "returning": record(Returning, {"kept": WHOLE, "tiles": _NUMBERS}, {"kind": "returning"}),
    "laying": record(Laying, {"tile": WHOLE}, {"kind": "laying"}),
    "stacking": record(Stacking, {"factory": WHOLE, "tiles": _WORDS}, {"kind": "stacking"}),
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
_LINE = record(Line, {"colour": maybe(WORD), "tiles": WHOLE, "paid": WHOLE})
_BOARD = record(
    Board,
    {
        "lines": several(_LINE, 6),
        "places": several(maybe(several(WORD, 4)), 9),
        "dome": several(maybe(WORD), 36),
        "broken": _WORDS,
        "first": FLAG,
    },
)
_PLAYER = record(
    Player,
    {
        "board": _BOARD,
        "score": WHOLE,
        "tokens": WHOLE,
        "chips": _WORDS,
        "used": _WORDS,
        "taken": WHOLE,
        "passed": FLAG,
        "sheet": several(_STEP),
    },
)
_SMALL = record(SmallFactory, {"sun": _WORDS, "moon": _WORDS, "chip": maybe(WORD)})
_OFFER = record(
    Offer,
    {
        "smalls": several(_SMALL, 4),
        "large_sun": _WORDS,
        "large_moon": _WORDS,
        "display": _NUMBERS,
    },
)
_SUPPLY = record(
    Supply,
    {
        "bag": _COUNTS,
        "tower": _COUNTS,
        "stack": _NUMBERS,
        "chips": _WORDS,
        "specials": WHOLE,
    },
)
POSITION = record(
    Position,
    {
        "goals": _WORDS,
        "starter": WHOLE,
        "seat": WHOLE,
        "round": WHOLE,
        "phase": one_of(Phase),
        "players": several(_PLAYER, 2),
        "offer": _OFFER,
        "supply": _SUPPLY,
        "pending": maybe(_PENDING),
        "handled": several(FLAG, 6),
        "chance": maybe(WHOLE),
    },
    {"game": GAME},
)
