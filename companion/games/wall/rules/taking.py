"""One turn of the offer: tiles from a display or the centre to a line and the floor (R8 to R20)."""

from __future__ import annotations

from typing import NoReturn

from companion.games.base import IllegalAction
from companion.games.common.sack import plus
from companion.games.common.tuples import put
from companion.games.wall.board import FLOOR_SPACES, LINES, MARKER, Board, new_board
from companion.games.wall.data import SIZE, Rules
from companion.games.wall.position import (
    CENTRE,
    FLOOR,
    NO_TILES,
    Counts,
    Position,
    Take,
    new_position,
)
from companion.games.wall.rules.legal_actions import droppable, passings
from companion.games.wall.rules.special_factories import FREE, PASS, STAY, TAKEN, pass_on
from companion.games.wall.rules.tiling import drop, dropped


def take(rules: Rules, position: Position, action: Take) -> Position:
    """Return the position after a turn, whether or not tiles are left to take."""
    turn, source, colour = position.turn, action.source, action.colour
    tiles = tiles_at(rules, position, action)
    board = position.boards[turn]
    check_line(rules, board, action)
    if action.dropped or action.left:
        check_extras(rules, position, board, action)
    rest = put(tiles, colour, 0)
    displays, centre, sides = position.displays, rest, position.sides
    marker = position.marker
    pushed: tuple[int, ...] = ()
    if source != CENTRE:
        displays, centre, sides = leave(position, action, rest)
    elif marker is None:
        marker = turn
        board, pushed = take_marker(rules, board)
    board, lost = put_down(rules, board, action, tiles[colour], sides is not position.sides)
    lid = position.lid
    if lost or pushed:
        into_lid = (*pushed, *(colour,) * lost)
        lid = tuple([count + into_lid.count(each) for each, count in enumerate(lid)])
    boards = put(position.boards, turn, board)
    return new_position(
        displays, centre, marker, (turn + 1) % len(boards), position.starter, boards,
        position.bag, lid, position.round, position.phase, position.seed, sides,
    )  # fmt: skip


def put_down(
    rules: Rules, board: Board, action: Take, tiles: int, free_taken: bool
) -> tuple[Board, int]:
    """Put ``tiles`` where the action says; return also how many found no space (R16, R19).

    ``free_taken`` tells that the "0" display came along; it serves these tiles already unless
    the option ``free_floor_same_turn`` says no.
    """
    wall, lines, floor, score, free = board
    if free_taken and rules.free_at_once:
        free = ()
    line, colour, lost = action.line, action.colour, 0
    if line != FLOOR:
        lying = lines[line].tiles
        fitting = min(tiles - action.dropped, line + 1 - lying)
        lines = put(lines, line, LINES[colour][lying + fitting])
        tiles -= fitting
    if tiles:
        floor, free, lost = dropped(floor, free, (colour,) * tiles)
    if free_taken and not rules.free_at_once:
        free = ()
    return new_board(wall, lines, floor, score, free), lost


def take_marker(rules: Rules, board: Board) -> tuple[Board, tuple[int, ...]]:
    """Put the starting player marker on the floor line; return what it pushed to the lid (R11).

    On a full floor it lies beside the board, or on the last space (``marker_on_full_floor``).
    """
    if board.free == () or len(board.floor) < FLOOR_SPACES:
        return drop(board, (MARKER,))[0], ()
    if rules.marker_beside:
        return board, ()
    return board._replace(floor=(*board.floor[:-1], MARKER)), board.floor[-1:]


def leave(
    position: Position, action: Take, rest: Counts
) -> tuple[tuple[Counts, ...], Counts, tuple[str | None, ...]]:
    """Return displays, centre and sides after taking from a display (R9, R51 to R54)."""
    place, sides = action.source, position.sides
    displays = put(position.displays, place, ())
    if not sides:
        return displays, plus(position.centre, rest), sides
    side = sides[place]
    if side == STAY:
        kept = rest if any(rest) else ()
        return put(displays, place, kept), position.centre, sides
    if side == PASS:
        return pass_on(displays, sides, place, rest, action.left), position.centre, sides
    if side == FREE:
        sides = put(sides, place, TAKEN)
    return displays, plus(position.centre, rest), sides


def tiles_at(rules: Rules, position: Position, action: Take) -> Counts:
    """Return what lies where the action takes from; refuses what is not there (R9 to R12)."""
    source, colour = action.source, action.colour
    if source == CENTRE:
        tiles = position.centre
    elif 0 <= source < len(position.displays):
        tiles = position.displays[source] or NO_TILES
    else:
        _refuse(rules, 3, f"there is no display {source} with {rules.players} players")
    if not 0 <= colour < SIZE:
        _refuse(rules, 9, f"there is no colour {colour}")
    if not tiles[colour]:
        name = rules.game.colours[colour]
        if source != CENTRE:
            _refuse(rules, 9, f"no {name} tile lies on display {source}")
        only = position.marker is None and not any(tiles)
        _refuse(rules, 12 if only else 10, f"no {name} tile lies in the centre")
    return tiles


def check_line(rules: Rules, board: Board, action: Take) -> None:
    """Raise ``IllegalAction`` where the line cannot take the colour (R13 to R17)."""
    line, colour = action.line, action.colour
    if line == FLOOR:
        return
    if not 0 <= line < SIZE:
        _refuse(rules, 13, f"there is no pattern line {line}")
    held, lying = board.lines[line]
    if lying > line:
        _refuse(rules, 16, f"pattern line {line} is complete and takes no further tile")
    if lying and held != colour:
        _refuse(rules, 15, f"pattern line {line} holds another colour")
    if colour in board.wall[line]:
        _refuse(rules, 17, f"row {line} of the wall already has {rules.game.colours[colour]}")


def check_extras(rules: Rules, position: Position, board: Board, action: Take) -> None:
    """Raise ``IllegalAction`` for tiles dropped or passed on that may not be."""
    if not 0 <= action.dropped <= droppable(rules, position, board, action):
        _refuse(rules, 13, f"{action.dropped} tiles cannot be dropped; the line has room for them")
    if action.left not in passings(position, action):
        _refuse(rules, 52, f"colours {action.left} cannot be passed to the left from there")


def _refuse(rules: Rules, number: int, reason: str) -> NoReturn:
    raise IllegalAction(rules.rule(number), reason)
