"""Phase 1: taking tiles from the displays and the centre (SP-R9 to SP-R16)."""

from __future__ import annotations

from functools import cache, lru_cache

from companion.games.base import IllegalAction
from companion.games.summer_pavilion.actions import TAKES, Take
from companion.games.summer_pavilion.position import Phase, Position
from companion.games.summer_pavilion.rules.scoring import LOWEST_SPACE, lose_points
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import INDEX, NO_TILES, Counts, minus, one, plus
from companion.games.summer_pavilion.values import put


def legal_takes(position: Position) -> list[Take]:
    """Return what the player on turn may take: displays first, then the centre."""
    takes, wild = list[Take](), position.wild
    for display, offer in enumerate(position.displays):
        if offer != NO_TILES:
            takes += _takes_from(display, _choosable(offer, wild))
    takes += _takes_from(None, _choosable(position.centre, wild))
    return takes


@cache
def _takes_from(display: int | None, colours: tuple[int, ...]) -> tuple[Take, ...]:
    return tuple(TAKES[display][colour] for colour in colours)


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
    taken = taken_from(offer, colour, position.wild)
    rest = minus(offer, taken)
    after = _gain(position, taken)
    if action.display is not None:
        displays = put(position.displays, action.display, NO_TILES)
        return _next(after._replace(displays=displays, centre=plus(position.centre, rest)))
    after = after._replace(centre=rest)
    return _next(after if after.marker is not None else _take_marker(rules, after, sum(taken)))


def _gain(position: Position, taken: Counts) -> Position:
    """Lay tiles beside the board of the player on turn."""
    board = position.boards[position.seat]
    board = board._replace(beside=plus(board.beside, taken))
    return position._replace(boards=put(position.boards, position.seat, board))


def _take_marker(rules: Rules, position: Position, tiles: int) -> Position:
    """Hand out the starting player marker: it costs a point for each tile taken (SP-R15)."""
    board = position.boards[position.seat]
    score = lose_points(board.score, tiles, LOWEST_SPACE, rules.options)
    boards = put(position.boards, position.seat, board._replace(score=score))
    return position._replace(marker=position.seat, boards=boards)


def _next(position: Position) -> Position:
    """Give the turn to the next player, or begin phase 2 (SP-R16, SP-R17)."""
    if any(position.centre) or any(map(any, position.displays)):
        return position._replace(seat=(position.seat + 1) % len(position.boards))
    first = position.starter if position.marker is None else position.marker
    return position._replace(phase=Phase.PLACE, seat=first)
