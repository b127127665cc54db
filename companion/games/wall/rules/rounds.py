"""From one offer to the next: tiling, the end of the game, and new tiles (R21 to R37)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.base import IllegalAction
from companion.games.common.sack import plus
from companion.games.common.tuples import put
from companion.games.wall.board import EMPTY_BOARD, MARKER, Board
from companion.games.wall.data import COPIES, SIZE, Rules
from companion.games.wall.position import (
    NO_TILES,
    Counts,
    Deal,
    Phase,
    Place,
    Position,
    new_position,
)
from companion.games.wall.rules.ending import game_is_over
from companion.games.wall.rules.scoring import capped
from companion.games.wall.rules.supply import fill, given
from companion.games.wall.rules.tiling import columns_for, next_complete, place, stick, sweep

FULL_BAG: Counts = (COPIES,) * SIZE


def opening(rules: Rules, starter: int, seed: int | None) -> Position:
    """Return the position before the first deal (R1 to R4)."""
    return Position(
        displays=((),) * rules.displays,
        centre=NO_TILES,
        marker=None,
        turn=starter,
        starter=starter,
        boards=(EMPTY_BOARD,) * rules.players,
        bag=FULL_BAG,
        lid=NO_TILES,
        round=0,
        phase=Phase.DEAL,
        seed=seed,
    )


def offer_is_over(position: Position) -> bool:
    """Tell whether no tile is left to take (R21, R58)."""
    return not any(position.displays) and not any(position.centre)


def settle(rules: Rules, position: Position) -> Position:
    """Tile all boards as far as no player has a choice; end the round when all are done."""
    boards, lid = list(position.boards), list(position.lid)
    for seat, board in enumerate(boards):
        boards[seat] = board = tile(board, rules.grey, lid)
        if rules.grey and next_complete(board) is not None:
            return position._replace(
                boards=tuple(boards), lid=tuple(lid), turn=seat, phase=Phase.TILING
            )
    return end_round(rules, position, boards, lid)


def tile(board: Board, grey: bool, lid: list[int]) -> Board:
    """Move tiles to the wall from the top line down until a player must choose (R22, R44).

    What leaves the board is added to ``lid``.
    """
    for row, (colour, tiles) in enumerate(board.lines):
        if colour is None or tiles <= row:
            continue
        columns = columns_for(board, row, colour, grey)
        if columns and grey:
            return board
        if columns:
            board, _ = place(board, row, columns[0])
            lid[colour] += tiles - 1
        else:
            board, over = stick(board, row)
            lid[colour] += over
    return board


def choice_left(board: Board) -> bool:
    """Tell whether the tiling of a grey board still comes to a choice (R43)."""
    return next_complete(tile(board, True, [0] * SIZE)) is not None


def choose(rules: Rules, position: Position, action: Place) -> Position:
    """Return the position after a player chose a space of the grey wall (R43)."""
    board = position.boards[position.turn]
    complete = next_complete(board)
    if complete is None or complete[0] != action.row:
        raise IllegalAction(rules.rule(22), f"line {action.row} is not the next complete line")
    row, colour = complete
    if action.column not in columns_for(board, row, colour, rules.grey):
        name = rules.game.colours[colour]
        raise IllegalAction(rules.rule(43), f"{name} may not go to wall/{row}/{action.column}")
    board, _ = place(board, row, action.column)
    lid = tuple(n + (row if k == colour else 0) for k, n in enumerate(position.lid))
    turn = position.turn
    boards = put(position.boards, turn, board)
    return settle(rules, position._replace(boards=boards, lid=lid))


def end_round(
    rules: Rules, position: Position, boards: Sequence[Board], lid: list[int]
) -> Position:
    """Count and empty the floors, then end the game or go on to the next deal (R30 to R37)."""
    for board in boards:
        for colour in (*board.floor, *(board.free or ())):
            if colour != MARKER:
                lid[colour] += 1
    swept = tuple(sweep(board)[0] for board in boards)
    if rules.capped:
        swept = tuple(board._replace(score=capped(rules, board.score)) for board in swept)
    starter = next_starter(rules, position)
    bag, full = position.bag, tuple(lid)
    over = game_is_over(swept, rules.grey, rules.play_on, plus(bag, full))
    ended = new_position(
        position.displays, position.centre, None, starter, starter, swept, bag, full,
        position.round, Phase.OVER if over else position.phase, position.seed, (),
    )  # fmt: skip
    return ended if over else next_round(rules, ended)


def next_starter(rules: Rules, position: Position) -> int:
    """Return who begins the next round: who took the marker (R36)."""
    if position.marker is not None:
        return position.marker
    return (position.starter + rules.untaken_starts_next) % rules.players


def next_round(rules: Rules, position: Position) -> Position:
    """Deal from the seed, wait for a given deal, or end where no tile is left (R33 to R35)."""
    if not any(position.bag) and not any(position.lid):
        return position._replace(phase=Phase.OVER)
    if position.seed is None:
        return position._replace(phase=Phase.DEAL)
    chance = Random(f"{position.seed}/{position.round}")
    return fill(rules, position, chance)


def deal(rules: Rules, position: Position, tiles: Deal) -> Position:
    """Return the position with the tiles of a given deal laid out."""
    if position.phase is not Phase.DEAL:
        raise IllegalAction(rules.rule(33), "tiles are dealt only when a round is over")
    return given(rules, position, tiles)
