"""Phase 2: bonus tiles, passing and keeping tiles (SP-R30 to SP-R37)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.games.base import IllegalAction
from companion.games.common.sack import Counts, within
from companion.games.common.tuples import put
from companion.games.summer_pavilion.actions import BONUSES, KEEPS, Keep, Pass, TakeBonus
from companion.games.summer_pavilion.layout import CORNERS
from companion.games.summer_pavilion.options import AFTER_REFILL
from companion.games.summer_pavilion.position import (
    Phase,
    PlayerBoard,
    Position,
    with_beside,
    with_board,
    with_phase,
)
from companion.games.summer_pavilion.rules.scoring import lose_points
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import (
    COLOURS,
    INDEX,
    NO_TILES,
    counted,
    minus,
    plus,
    selections,
    selections_up_to,
)


@lru_cache(maxsize=4096)
def _bonuses(supply: Counts, size: int) -> tuple[TakeBonus, ...]:
    return tuple(BONUSES[tiles] for tiles in selections(supply, size))


@lru_cache(maxsize=16384)
def _keeps(beside: Counts) -> tuple[Keep, ...]:
    return tuple([KEEPS[tiles] for tiles in selections_up_to(beside, CORNERS)])


def bonus_sizes(rules: Rules, position: Position) -> range:
    """Return how many bonus tiles may be taken in this choice, most first (SP-R30)."""
    most = min(position.owed[0], sum(position.supply))
    return range(most, most - 1 if rules.options.bonus_mandatory else -1, -1)


def legal_bonuses(rules: Rules, position: Position) -> list[TakeBonus]:
    """Return every choice of bonus tiles from the supply."""
    supply = tuple(min(number, position.owed[0]) for number in position.supply)
    return [each for size in bonus_sizes(rules, position) for each in _bonuses(supply, size)]


def take_bonus(rules: Rules, position: Position, action: TakeBonus) -> Position:
    """Return the position after taking bonus tiles; the supply is filled up next."""
    sizes = bonus_sizes(rules, position)
    tiles = _read(action.tiles, "SP-R30")
    if sum(tiles) not in sizes:
        raise IllegalAction("SP-R30", f"take {sizes[0]} tiles from the supply, not {sum(tiles)}")
    if not within(tiles, position.supply):
        raise IllegalAction("SP-R30", "not all of these tiles lie on the supply; choose others")
    board = position.boards[position.seat]
    board = with_beside(board, plus(board.beside, tiles))
    still_owed = position.owed[0] - sizes[0]
    rest = (still_owed,) if still_owed and rules.options.short_supply == AFTER_REFILL else ()
    return position._replace(
        phase=Phase.REFILL,
        supply=minus(position.supply, tiles),
        boards=put(position.boards, position.seat, board),
        owed=rest + position.owed[1:],
    )


def pass_turn(rules: Rules, position: Position, action: Pass) -> Position:
    """Return the position after passing; what to keep is chosen next, if there is anything."""
    board = position.boards[position.seat]
    phase = Phase.KEEP if any(board.beside) else Phase.REFILL
    return with_phase(with_board(position, board._replace(passed=True)), phase)


def legal_keeps(position: Position) -> tuple[Keep, ...]:
    """Return every choice of up to four tiles to keep, most first (SP-R36)."""
    beside = position.boards[position.seat].beside
    return _keeps(tuple(min(number, CORNERS) for number in beside))


def keep(rules: Rules, position: Position, action: Keep) -> Position:
    """Return the position with tiles on corner spaces and the others in the tower (SP-R37)."""
    board = position.boards[position.seat]
    kept = _read(action.tiles, "SP-R36")
    if sum(kept) > CORNERS:
        raise IllegalAction("SP-R36", f"there are {CORNERS} corner spaces; keep no more tiles")
    if not within(kept, board.beside):
        raise IllegalAction("SP-R36", "only tiles from beside the own board can be kept")
    discarded = minus(board.beside, kept)
    lowest = rules.options.score_min
    score = lose_points(board.score, sum(discarded), lowest, rules.options)
    board = PlayerBoard(board.spaces, NO_TILES, kept, score, board.passed)
    return position._replace(
        phase=Phase.REFILL,
        tower=plus(position.tower, discarded),
        boards=put(position.boards, position.seat, board),
    )


def _read(names: Sequence[str], rule: str) -> Counts:
    for name in names:
        if name not in INDEX:
            raise IllegalAction(rule, f"{name!r} is no colour; there are {', '.join(COLOURS)}")
    return counted(names)
