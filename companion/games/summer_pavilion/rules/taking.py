"""Phase 1: taking tiles from the displays and the centre (SP-R9 to SP-R16)."""

from __future__ import annotations

from functools import lru_cache

from companion.games.base import IllegalAction
from companion.games.common.sack import Counts
from companion.games.common.tuples import put
from companion.games.summer_pavilion.actions import TAKES, Take
from companion.games.summer_pavilion.position import (
    Phase,
    Position,
    new_position,
    with_beside,
)
from companion.games.summer_pavilion.rules.scoring import LOWEST_SPACE, lose_points
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import INDEX, NO_TILES, minus, one, plus


def legal_takes(position: Position) -> list[Take]:
    """Return what the player on turn may take: displays first, then the centre."""
    takes, wild = list[Take](), position.wild
    for display, offer in enumerate(position.displays):
        if offer != NO_TILES:
            takes += _takes_from(display, offer, wild)
    takes += [TAKES[None][colour] for colour in _choosable(position.centre, wild)]
    return takes


@lru_cache(maxsize=8192)
def _takes_from(display: int, offer: Counts, wild: int) -> tuple[Take, ...]:
    """Return the takes from a display; there are few enough to keep them all."""
    return tuple(TAKES[display][colour] for colour in _choosable(offer, wild))


@lru_cache(maxsize=4096)
def _choosable(offer: Counts, wild: int) -> tuple[int, ...]:
    """Return the colours that may be chosen: not the wild one while there is another."""
    colours = tuple(colour for colour, number in enumerate(offer) if number and colour != wild)
    return colours or ((wild,) if offer[wild] else ())


def _check(position: Position, action: Take) -> tuple[Counts, int]:
    """Return the offer and the colour chosen, or say why they cannot be."""
    display, rule = action.display, "SP-R13" if action.display is None else "SP-R10"
    if display is not None and display not in range(len(position.displays)):
        raise IllegalAction(rule, f"there is no display {display}; choose one that is there")
    offer = offer_of(position, display)
    colour = INDEX.get(action.colour)
    if colour is None or not offer[colour]:
        where = "in the centre" if display is None else f"on display {display}"
        raise IllegalAction(rule, f"no {action.colour} lies {where}; choose a colour that does")
    if colour not in _choosable(offer, position.wild):
        raise IllegalAction("SP-R12", f"{action.colour} is wild now; choose one of the others")
    return offer, colour


def offer_of(position: Position, display: int | None) -> Counts:
    """Return what lies on a display, or in the centre."""
    return position.centre if display is None else position.displays[display]


def taken_from(offer: Counts, colour: int, wild: int) -> Counts:
    """Return what choosing ``colour`` brings, the compulsory wild tile with it."""
    if colour == wild:
        return one(wild)
    taken = one(colour, offer[colour])
    return plus(taken, one(wild)) if offer[wild] else taken


def take(rules: Rules, position: Position, action: Take) -> Position:
    """Return the position after a turn of phase 1."""
    offer, colour = _check(position, action)
    seat, marker, displays = position.seat, position.marker, position.displays
    board = position.boards[seat]
    taken = taken_from(offer, colour, position.wild)
    rest = minus(offer, taken)
    board = with_beside(board, plus(board.beside, taken))
    if action.display is not None:
        displays = put(displays, action.display, NO_TILES)
        rest = plus(position.centre, rest)
    elif marker is None:
        marker = seat
        score = lose_points(board.score, sum(taken), LOWEST_SPACE, rules.options)
        board = board._replace(score=score)  # a point for each tile taken (SP-R15)
    phase, following = _next(position, marker, rest, displays)
    return new_position(
        position.round, phase, following, position.starter, marker, displays, rest,
        position.supply, position.bag, position.tower, put(position.boards, seat, board),
        position.owed, position.generator,
    )  # fmt: skip


def _next(
    position: Position, marker: int | None, centre: Counts, displays: tuple[Counts, ...]
) -> tuple[Phase, int]:
    """Return the phase and who acts: the next player, or phase 2 begins (SP-R16, SP-R17)."""
    if any(centre) or any(map(any, displays)):
        return position.phase, (position.seat + 1) % len(position.boards)
    return Phase.PLACE, position.starter if marker is None else marker
