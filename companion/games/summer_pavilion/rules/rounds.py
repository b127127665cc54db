"""What happens between actions: filling up, whose turn it is, the next round.

Tiles come from the position's generator or are dealt from outside; both go the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import ImpossiblePosition
from companion.games.common.sack import Counts, Sack, total
from companion.games.summer_pavilion.options import POURED_AT_ONCE, STARTER_MOVES_ON, Options
from companion.games.summer_pavilion.position import (
    LAST_ROUND,
    SUPPLY_SPACES,
    TILES_PER_DISPLAY,
    Phase,
    PlayerBoard,
    Position,
    with_phase,
    with_seat,
)
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import NO_TILES, plus


def go_on(rules: Rules, position: Position) -> Position:
    """Return the position when a player can act, the game is over, or tiles must be dealt."""
    while position.needs_deal:
        if not tiles_wanted(position):
            position = _receive(rules, position, (NO_TILES,) * _places(position))
        elif position.generator is None:
            return position
        else:
            position = _draw(rules, position, position.generator)
    return position


def tiles_wanted(position: Position) -> int:
    """Return how many tiles must come out of the bag now, and the tower behind it."""
    if position.phase is Phase.DEAL:
        missing = TILES_PER_DISPLAY * len(position.displays)
    else:
        missing = SUPPLY_SPACES - sum(position.supply)
    return min(missing, sum(position.bag) + sum(position.tower)) if missing else 0


def deal(rules: Rules, position: Position, tiles: Sequence[Counts]) -> Position:
    """Return the position with given tiles: one set for the supply, or one for each display.

    Raises ``ImpossiblePosition`` when they cannot have come out of the bag.
    """
    if not position.needs_deal:
        raise ImpossiblePosition(f"no tiles are dealt in phase {position.phase}; play on instead")
    if len(tiles) != _places(position):
        raise ImpossiblePosition(f"deal {_places(position)} sets of tiles, not {len(tiles)}")
    if position.phase is Phase.DEAL and any(sum(each) > TILES_PER_DISPLAY for each in tiles):
        raise ImpossiblePosition(f"a display holds {TILES_PER_DISPLAY} tiles; deal no more")
    wanted, drawn = tiles_wanted(position), total(tiles)
    if sum(drawn) != wanted:
        raise ImpossiblePosition(f"{wanted} tiles must be drawn now, not {sum(drawn)}")
    sack = Sack(position.bag, position.tower).take(drawn, "SP-R34")
    return go_on(rules, _laid_out(rules, position, sack, tiles, position.generator))


def _places(position: Position) -> int:
    """Return how many places get tiles now: the supply is one, else the displays."""
    return len(position.displays) if position.phase is Phase.DEAL else 1


def _draw(rules: Rules, position: Position, generator: int) -> Position:
    """Draw blindly for every place in turn."""
    sack = Sack(position.bag, position.tower)
    wanted = tiles_wanted(position)
    share = TILES_PER_DISPLAY if position.phase is Phase.DEAL else wanted
    dealt = []
    for _ in range(_places(position)):
        tiles, sack, generator = sack.draw(share, generator)
        dealt.append(tiles)
    return _laid_out(rules, position, sack, dealt, generator)


def _laid_out(
    rules: Rules, position: Position, sack: Sack, tiles: Sequence[Counts], generator: int | None
) -> Position:
    """Lay tiles where they belong now; ``sack`` is what is left without them."""
    if rules.options.tower_poured == POURED_AT_ONCE:
        sack = sack.poured
    after = position._replace(bag=sack.bag, tower=sack.behind, generator=generator)
    return _receive(rules, after, tuple(tiles))


def _receive(rules: Rules, position: Position, tiles: tuple[Counts, ...]) -> Position:
    """Return the position with tiles laid out, and what comes after that."""
    if position.phase is Phase.DEAL:
        phase = Phase.TAKE if any(map(any, tiles)) else Phase.PLACE
        return position._replace(phase=phase, seat=position.starter, displays=tiles)
    if not any(tiles[0]) and not position.owed and position.phase is Phase.REFILL:
        return _next_turn(rules, position)
    supply = plus(position.supply, tiles[0])
    if position.phase is Phase.SET_UP:
        return position._replace(phase=Phase.DEAL, supply=supply)
    if position.owed and any(supply):
        return position._replace(phase=Phase.BONUS, supply=supply)
    return _next_turn(rules, position._replace(supply=supply, owed=()))


def _next_turn(rules: Rules, position: Position) -> Position:
    """Give the turn to the next player who has not passed; else end the round (SP-R17)."""
    players = len(position.boards)
    for ahead in range(1, players + 1):
        seat = (position.seat + ahead) % players
        if not position.boards[seat].passed:
            return with_seat(with_phase(position, Phase.PLACE), seat)
    if position.round == LAST_ROUND:
        return with_phase(position, Phase.OVER)
    return _next_round(position, next_starter(position, rules.options))


def next_starter(position: Position, options: Options) -> int:
    """Return who starts the next round: the marker's holder (SP-R40)."""
    if position.marker is not None:
        return position.marker
    return (position.starter + moves_on(options)) % len(position.boards)


def moves_on(options: Options) -> bool:
    """Tell whether a marker that nobody took makes the next player begin (section 9)."""
    return options.untaken_marker_next_start == STARTER_MOVES_ON


def _next_round(position: Position, starter: int) -> Position:
    """Prepare the next round; the displays are filled next (SP-R38 to SP-R41)."""
    boards = tuple(
        PlayerBoard(board.spaces, plus(board.beside, board.corners), NO_TILES, board.score)
        for board in position.boards
    )
    return position._replace(
        round=position.round + 1,
        phase=Phase.DEAL,
        seat=starter,
        starter=starter,
        marker=None,
        boards=boards,
    )
