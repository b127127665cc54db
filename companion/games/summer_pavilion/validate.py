"""Why a position cannot exist: what ``load`` and ``parse`` refuse."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.common.sack import Counts, total
from companion.games.summer_pavilion.layout import CORNERS, cells_of
from companion.games.summer_pavilion.position import (
    DISPLAYS,
    LAST_ROUND,
    SUPPLY_SPACES,
    TILES_PER_DISPLAY,
    Phase,
    PlayerBoard,
    Position,
)
from companion.games.summer_pavilion.reading.problems import standing
from companion.games.summer_pavilion.rules.rounds import tiles_wanted
from companion.games.summer_pavilion.rules.scoring import most_before_bonuses
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import COLOURS, NO_TILES, TILES_PER_COLOUR, counted


def reasons(rules: Rules, position: Position) -> Iterator[str]:
    """Yield every reason why a position cannot exist; later ones assume the earlier are met."""
    yield from _table(rules, position)
    for seat, board in enumerate(position.boards):
        yield from (f"seat {seat}: {reason}" for reason in _board(rules, board))
    yield from _offer(position)
    yield from _turn(position)
    yield from _tiles(position)
    yield from _chance(position)


def _table(rules: Rules, position: Position) -> Iterator[str]:
    seats = range(rules.players)
    if len(position.boards) != rules.players:
        yield f"{rules.players} players have {rules.players} boards, not {len(position.boards)}"
    if len(position.displays) != DISPLAYS[rules.players]:
        yield f"{rules.players} players have {DISPLAYS[rules.players]} displays (SP-R2)"
    if position.round not in range(1, LAST_ROUND + 1):
        yield f"round {position.round} does not exist: there are {LAST_ROUND} (SP-R8)"
    if position.seat not in seats or position.starter not in seats:
        yield f"seats are 0 to {rules.players - 1}"
    if position.marker is not None and position.marker not in seats:
        yield f"seat {position.marker} cannot have the marker: there is no such seat"


def all_tiles(position: Position) -> Counts:
    """Count every tile of a position (section 10 of the rules: 22 of each colour)."""
    heaps = [position.bag, position.tower, position.centre, position.supply, *position.displays]
    for board in position.boards:
        placed = counted(cells_of(board.spaces).values())
        heaps += [placed, board.beside, board.corners]
    return total(heaps)


def _tiles(position: Position) -> Iterator[str]:
    for colour, number in zip(COLOURS, all_tiles(position), strict=True):
        if number != TILES_PER_COLOUR:
            yield f"there are {TILES_PER_COLOUR} {colour} tiles, not {number}"
    if sum(position.supply) > SUPPLY_SPACES:
        yield f"the supply has {SUPPLY_SPACES} spaces (SP-R5)"
    if any(sum(display) > TILES_PER_DISPLAY for display in position.displays):
        yield f"a display holds {TILES_PER_DISPLAY} tiles (SP-R6)"


def _board(rules: Rules, board: PlayerBoard) -> Iterator[str]:
    for problem in standing(rules.side, cells_of(board.spaces)):
        yield f"{problem.rule}: {problem.message}"
    lowest = rules.options.score_min
    if lowest is not None and board.score < min(lowest, 1):
        yield f"the score cannot be {board.score}: it never falls below {lowest}"
    if board.score > most_before_bonuses(rules.options):
        yield f"a score of {board.score} is more than tiles can bring (SP-R27, SP-R29)"
    if sum(board.corners) > CORNERS:
        yield f"there are {CORNERS} corner spaces (SP-R36)"
    if any(board.corners) and not board.passed:
        yield "tiles lie on corner spaces only after passing (SP-R36, SP-R41)"


def _offer(position: Position) -> Iterator[str]:
    offered = any(position.centre) or any(map(any, position.displays))
    if position.phase is Phase.TAKE and not offered:
        yield "in phase 1 some tile lies on a display or in the centre (SP-R16)"
    if position.phase is not Phase.TAKE and offered:
        yield f"in phase {position.phase} displays and centre are empty (SP-R16)"


def _turn(position: Position) -> Iterator[str]:
    phase, board = position.phase, position.boards[position.seat]
    in_phase_2 = phase in (Phase.PLACE, Phase.BONUS, Phase.KEEP, Phase.REFILL, Phase.OVER)
    if not in_phase_2 and any(each.passed for each in position.boards):
        yield f"nobody has passed in phase {phase} (SP-R17)"
    if phase is Phase.OVER and not all(each.passed for each in position.boards):
        yield "at the end everybody has passed (SP-R42)"
    if phase is Phase.OVER and position.round != LAST_ROUND:
        yield f"the game ends in round {LAST_ROUND} (SP-R42)"
    if phase in (Phase.PLACE, Phase.BONUS) and board.passed:
        yield f"seat {position.seat} has passed and cannot be on turn (SP-R35)"
    if phase is Phase.KEEP and not (board.passed and any(board.beside)):
        yield f"seat {position.seat} has not passed with tiles to keep (SP-R36)"
    if (phase is Phase.BONUS) != bool(position.owed) and phase is not Phase.REFILL:
        yield f"bonus tiles are owed in phase bonus, not in phase {phase} (SP-R30)"
    if any(amount not in (1, 2, 3) for amount in position.owed):
        yield "a bonus is 1, 2 or 3 tiles (SP-R32)"
    for seat, each in enumerate(position.boards):
        left = each.passed and any(each.beside)
        if left and not (phase is Phase.KEEP and seat == position.seat):
            yield f"seat {seat} has passed and keeps no tiles beside the board (SP-R37)"


def _chance(position: Position) -> Iterator[str]:
    phase = position.phase
    full = sum(position.supply) == SUPPLY_SPACES or not (any(position.bag) or any(position.tower))
    if phase in (Phase.DEAL, Phase.TAKE, Phase.PLACE, Phase.KEEP) and not full:
        yield f"the supply has {SUPPLY_SPACES} tiles while bag or tower hold any (SP-R34)"
    if phase is Phase.BONUS and not any(position.supply):
        yield "the supply has no tile to take (SP-R30)"
    if phase in (Phase.DEAL, Phase.SET_UP) and position.marker is not None:
        yield "between rounds the marker lies in the centre (SP-R40)"
    if phase is Phase.SET_UP and (position.round != 1 or position.supply != NO_TILES):
        yield "the supply is first filled before round 1 (SP-R5)"
    if position.needs_deal and position.generator is not None:
        yield f"a position with a generator never waits in phase {phase}"
    if position.needs_deal and not tiles_wanted(position):
        yield f"in phase {phase} tiles are missing and can be drawn; here there are none to draw"
