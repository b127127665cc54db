"""Phase 2 in complete play: lines from top to bottom, then what is lost (DU-R34 to DU-R49)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from companion.games.azul_duel.actions import (
    Action,
    EndTiling,
    Handlers,
    LeaveLine,
    PlaceTile,
    SpendChips,
    refuse,
)
from companion.games.azul_duel.board import (
    CELLS,
    EMPTY_LINE,
    Board,
    break_tiles,
    impossible,
    missing,
    open_cells,
    with_broken,
    with_line,
)
from companion.games.azul_duel.catalogue import ROUNDS, ROWS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Phase,
    Player,
    Position,
    Tiles,
    acted,
    booked,
    playing_on,
    thrown,
    with_handled,
    with_seat,
)
from companion.games.azul_duel.rules.chips import Chips, can_pay, payments, pays, without
from companion.games.azul_duel.rules.filling import next_round
from companion.games.azul_duel.rules.scoring import losses, move_tile
from companion.games.common.tuples import put

UNHANDLED = (False,) * ROWS

END_TILING = EndTiling()
LEAVE_LINE = tuple(map(LeaveLine, range(ROWS)))
PLACE_TILE = tuple(PlaceTile(cell // 6, cell % 6) for cell in range(CELLS))
"""By line, and by the cell of the dome that a tile moves to."""


def begin_tiling(position: Position, options: Options) -> Position:
    """Return the position at the first choice of phase 2; the starting player begins."""
    position = position._replace(phase=Phase.TILING, seat=position.starter, handled=UNHANDLED)
    return settle(position, options)


def legal(position: Position, options: Options) -> list[Action]:
    """Return every legal action of phase 2, in a fixed order."""
    row, player, found = _current(position), position.player, list[Action]()
    if row is None:
        found.append(END_TILING)
    elif missing(player.board, row):
        found += [*_payments(player, row, options), LEAVE_LINE[row]]
    else:
        found += [PLACE_TILE[cell] for cell in _cells(player.board, row)]
    for above in _reopenable(position, options):
        found += _payments(player, above, options)
    return found


def settle(position: Position, options: Options) -> Position:
    """Handle the lines that leave no choice, until one does or phase 2 is over."""
    while position.phase is Phase.TILING:
        position = _pass_by(position, options)
        if _current(position) is not None or _reopenable(position, options):
            return position
        position = _finish_player(position, options)
    return position


def _pass_by(position: Position, options: Options) -> Position:
    """Return the position at the next line with a choice; those before stay or break (R35, R36)."""
    handled = list(position.handled)
    for row, line in enumerate(position.player.board.lines):
        if not handled[row]:
            if line.colour is not None and _has_choice(position.player, row, options):
                break
            if line.colour is not None and _breaks(position.player.board, row, options):
                position = _break_line(position, row)
            handled[row] = True
    return with_handled(position, tuple(handled))


def _current(position: Position) -> int | None:
    """Return the line whose turn it is; None when all six have been handled."""
    return position.handled.index(False) if False in position.handled else None


def _cells(board: Board, row: int) -> tuple[int, ...]:
    """Return where the tile of line ``row`` may go now."""
    colour = board.lines[row].colour
    return open_cells(board, row, colour) if colour is not None else ()


def _has_choice(player: Player, row: int, options: Options) -> bool:
    if missing(player.board, row):
        return bool(player.chips) and _payable(player, row, options)
    return bool(_cells(player.board, row))


def _payable(player: Player, row: int, options: Options) -> bool:
    """Tell whether chips may be spent on line ``row`` now (R37)."""
    board, chips = player.board, player.chips
    colour, gap = board.lines[row].colour, missing(board, row)
    if not chips or colour is None or not gap:
        return False
    if not _cells(board, row) and (options.chips_need_space or _breaks(board, row, options)):
        return False
    return can_pay(chips, colour, 1 if options.chips_partial else gap)


def _breaks(board: Board, row: int, options: Options) -> bool:
    """Tell whether line ``row`` breaks when its turn comes (R36)."""
    return options.impossible_line_timing == "turn" and impossible(board, row)


def _payments(player: Player, row: int, options: Options) -> Sequence[Action]:
    """Return every way to spend chips on line ``row``."""
    if not _payable(player, row, options):
        return ()
    colour, gap = player.board.lines[row].colour, missing(player.board, row)
    assert colour is not None
    return _spendings(
        row, player.chips, colour, range(1 if options.chips_partial else gap, gap + 1)
    )


@lru_cache(maxsize=4096)
def _spendings(row: int, held: Chips, colour: str, tiles: range) -> tuple[SpendChips, ...]:
    """Return every way to pay with ``held`` chips for one of these numbers of ``tiles``."""
    ways = dict.fromkeys(chain.from_iterable(payments(held, colour, each) for each in tiles))
    return tuple(SpendChips(row, chips) for chips in ways)


def _reopenable(position: Position, options: Options) -> list[int]:
    """Return the handled lines that chips may still complete (option ``chips_strict_order``)."""
    if options.chips_strict_order:
        return []
    handled = (row for row in range(ROWS) if position.handled[row])
    return [row for row in handled if _payable(position.player, row, options)]


def _handled(position: Position, row: int, done: bool = True) -> Position:
    return with_handled(position, put(position.handled, row, done))


def _break_line(position: Position, row: int) -> Position:
    """Put all tiles of a line that can never be placed on the broken-tile space (R36)."""
    player = position.player
    line = player.board.lines[row]
    assert line.colour is not None
    tiles = (line.colour,) * line.tiles
    board, over = break_tiles(player.board, row, EMPTY_LINE, tiles)
    return acted(position, playing_on(player, board), supply=thrown(position.supply, over))


def _expect_tiling(position: Position) -> None:
    if position.phase is not Phase.TILING:
        refuse("R11", f"The game is in its {position.phase} phase; no tile is moved now.")


def place_tile(position: Position, action: PlaceTile, options: Options) -> Position:
    """Move the rightmost tile of the current line to the dome and score it (R34, R39, R44)."""
    _expect_tiling(position)
    row, player = action.line, position.player
    board = player.board
    if row != _current(position) or missing(board, row):
        refuse("R34", "Only the topmost complete line that is not handled yet is moved.")
    cell = 6 * row + action.column
    if action.column not in range(6) or cell not in _cells(board, row):
        refuse("R34", "The tile needs an empty space of its colour, or a multicoloured one.")
    moved, over, steps = move_tile(board, row, cell, options)
    supply = thrown(position.supply, over)
    if len(steps) > 1:
        supply = supply._replace(specials=supply.specials - (len(steps) - 1))
    position = acted(position, booked(player, moved, steps), supply=supply)
    return settle(_handled(position, row), options)


def spend_chips(position: Position, action: SpendChips, options: Options) -> Position:
    """Complete a line with bonus chips; they are turned face down (R37, R38)."""
    _expect_tiling(position)
    row, player = action.line, position.player
    if row != _current(position) and row not in _reopenable(position, options):
        refuse("R37", "Chips complete a line when its turn comes, from top to bottom.")
    if not _payable(player, row, options):
        refuse("R37", f"Line {row + 1} cannot be completed with chips now.")
    tiles = _bought(player, action, options)
    line = player.board.lines[row]
    board = with_line(player.board, row, line._replace(paid=line.paid + tiles))
    player = player._replace(
        board=board,
        chips=without(player.chips, action.chips),
        used=tuple(sorted(player.used + action.chips)),
    )
    return settle(_handled(acted(position, player), row, done=False), options)


def _bought(player: Player, action: SpendChips, options: Options) -> int:
    """Return how many missing tiles the chips pay for; refuse chips that do not fit (R37)."""
    colour, gap = player.board.lines[action.line].colour, missing(player.board, action.line)
    assert colour is not None
    if list(action.chips) != sorted(action.chips):
        refuse("R37", "Name the chips in alphabetical order.")
    if any(player.chips.count(chip) < action.chips.count(chip) for chip in action.chips):
        refuse("R37", "Only chips that lie face up in the own store can be spent.")
    least = 1 if options.chips_partial else gap
    for tiles in range(gap, least - 1, -1):
        if pays(action.chips, colour, tiles):
            return tiles
    refuse("R37", "A missing tile costs 2 chips of the line's colour or 3 chips of any kind.")


def leave_line(position: Position, action: LeaveLine, options: Options) -> Position:
    """Leave the current incomplete line for a later round (R37, R39)."""
    _expect_tiling(position)
    row = _current(position)
    if row is None or row != action.line or not missing(position.player.board, row):
        refuse("R34", "Only the current line can be left, and only while it is incomplete.")
    return settle(_handled(position, row), options)


def end_tiling(position: Position, action: EndTiling, options: Options) -> Position:
    """Reopen no further line (R37)."""
    _expect_tiling(position)
    if _current(position) is not None:
        refuse("R34", "Some lines have not been handled yet; go on from top to bottom.")
    return settle(_finish_player(position, options), options)


def _finish_player(position: Position, options: Options) -> Position:
    """Count broken tiles and starting player tile; hand over or end the phase (R36, R47 to R49)."""
    board = position.player.board
    for row in [row for row in range(ROWS) if impossible(board, row)]:
        position = _break_line(position, row)
    player = position.player
    board = player.board
    steps = losses(len(board.broken), board.first, player.score)
    broken: Tiles = tuple(tile for tile in board.broken if tile is not None)
    player = booked(player, with_broken(board, ()), steps)
    position = acted(position, player, supply=thrown(position.supply, broken))
    return _next_player(position, options)


def _next_player(position: Position, options: Options) -> Position:
    """Return the position for the other player's tiling, or after phase 2 (R56)."""
    position = with_handled(position, UNHANDLED)
    if position.seat == position.starter:
        return with_seat(position, 1 - position.seat)
    if position.round == ROUNDS:
        return position._replace(phase=Phase.OVER, seat=position.starter)
    return next_round(position, options)


ACTIONS: Handlers = {
    PlaceTile: place_tile,
    SpendChips: spend_chips,
    LeaveLine: leave_line,
    EndTiling: end_tiling,
}
