"""Why a position cannot exist: what ``load`` and ``parse`` refuse."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.common.sack import total
from companion.games.wall.board import FLOOR_SPACES, MARKER, Board, fullest_row
from companion.games.wall.data import COPIES, MOST_SCORE, SIZE, TRACK_END, Rules
from companion.games.wall.position import NO_TILES, Counts, Phase, Position
from companion.games.wall.rules.ending import game_is_over
from companion.games.wall.rules.rounds import offer_is_over
from companion.games.wall.rules.special_factories import FREE, GOLD_SIDES, TAKEN
from companion.games.wall.rules.tiling import columns_for, next_complete


def reasons(rules: Rules, position: Position) -> Iterator[str]:
    """Yield why a position cannot exist; later reasons assume that the earlier do not hold."""
    for check in (_numbers, _sides, _marker, _phase, _course):
        yield from (f"This position cannot exist: {each}." for each in check(rules, position))
    for name, count in zip(rules.game.colours, tiles_of(position), strict=True):
        if count != COPIES:
            yield f"There are {count} {name} tiles instead of {COPIES} (R4)."


def tiles_of(position: Position) -> Counts:
    """Return all tiles there are, per colour: displays, centre, bag, lid and boards."""
    heaps = [position.bag, position.lid, position.centre, *position.displays]
    return total([heap or NO_TILES for heap in (*heaps, *map(_board_tiles, position.boards))])


def _board_tiles(board: Board) -> Counts:
    loose = [*board.floor, *(board.free or ())]
    loose += [tile for row in board.wall for tile in row if tile is not None]
    loose += [
        line.colour for line in board.lines for _ in range(line.tiles) if line.colour is not None
    ]
    return tuple(loose.count(colour) for colour in range(SIZE))


def _numbers(rules: Rules, position: Position) -> Iterator[str]:
    if len(position.boards) != rules.players:
        yield f"{len(position.boards)} boards for {rules.players} players (R1)"
    if len(position.displays) != rules.displays:
        laid = len(position.displays)
        yield f"{rules.players} players use {rules.displays} displays, not {laid} (R3)"
    for name in ("turn", "starter", "marker"):
        seat = getattr(position, name)
        if seat is not None and seat >= rules.players:
            yield f"{name} names seat {seat} of {rules.players} players"
    # While walls are tiled the floor line is still to be paid for (R30, R31).
    capped = rules.capped and position.phase is not Phase.TILING
    if capped and any(board.score > TRACK_END for board in position.boards):
        yield f"a score lies above {TRACK_END}"


def _sides(rules: Rules, position: Position) -> Iterator[str]:
    sides = position.sides
    taken = [board.free for board in position.boards if board.free is not None]
    dealt = position.phase in (Phase.OFFER, Phase.TILING) and rules.special
    if bool(sides) != dealt:
        yield "gold sides lie out until a round is over, with special factories only"
    if sides:
        gold = [side for side in sides if side is not None]
        once = [FREE if side == TAKEN else side for side in gold]
        known = set(once) <= set(GOLD_SIDES) and len(set(once)) == len(once)
        if len(sides) != rules.displays or len(gold) != rules.players or not known:
            yield f"the gold sides {gold} cannot lie in the circle (CH-R46)"
    if len(taken) != (TAKEN in sides) or any(len(tiles) > 1 for tiles in taken):
        yield 'the "0" display lies in the circle or beside one floor line (CH-R54)'


def _marker(rules: Rules, position: Position) -> Iterator[str]:
    marker, boards = position.marker, position.boards
    holders = [
        seat
        for seat, board in enumerate(boards)
        if MARKER in board.floor or MARKER in (board.free or ())
    ]
    if holders not in ([], [marker]):
        yield f"the marker lies at seats {holders}, not at {marker} (R11)"
    if holders or marker is None:
        return
    if len(boards[marker].floor) < FLOOR_SPACES or not rules.marker_beside:
        yield f"seat {marker} took the marker but it is not on the floor (R11)"


def _phase(rules: Rules, position: Position) -> Iterator[str]:
    phase, empty = position.phase, offer_is_over(position)
    # Whether tiles can still be placed is asked between rounds only: an offer is played to its end.
    play_on = rules.play_on or phase is Phase.OFFER
    ended = game_is_over(position.boards, rules.grey, play_on)
    if (phase is Phase.OFFER) == empty:
        yield f"in phase {phase} the displays cannot be {'empty' if empty else 'full'}"
    if position.round == 0 and phase is not Phase.DEAL:
        yield "rounds count from 1"
    if phase is Phase.TILING:
        yield from _choice(rules, position)
        return
    if ended != (phase is Phase.OVER) and any((*position.bag, *position.lid)):
        yield "a complete row ends the game, and nothing else as long as tiles can be placed (R37)"
    if phase is not Phase.OFFER and any(
        board.floor or next_complete(board) is not None for board in position.boards
    ):
        yield "after the tiling floors are empty and lines not complete (R24, R32)"


def _choice(rules: Rules, position: Position) -> Iterator[str]:
    board = position.boards[position.turn]
    complete = next_complete(board)
    if complete is None or not rules.grey:
        yield "phase tiling is for a choice on the grey side (R43)"
    elif not columns_for(board, *complete, grey=True):
        yield f"line {complete[0]} is stuck and leaves no choice (R44)"
    if any(next_complete(board) is not None for board in position.boards[: position.turn]):
        yield "seats choose in their order"


def _course(rules: Rules, position: Position) -> Iterator[str]:
    """Yield a wall, or a score, to which no tilings can have led (R22, R26 to R28)."""
    tilings = position.round - (position.phase is Phase.OFFER)
    for seat, board in enumerate(position.boards):
        most = fullest_row(board.wall)
        if most > tilings:
            yield f"{most} tiles lie in a row of seat {seat} after {tilings} tilings (R22)"
        if board.score > MOST_SCORE:
            yield f"a score of {board.score} is more than a full wall can bring"
