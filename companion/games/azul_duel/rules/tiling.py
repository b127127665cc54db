"""Phase 2 in complete play: lines from top to bottom, then what is lost (DU-R34 to DU-R49)."""

from __future__ import annotations

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
    with_board,
    with_handled,
    with_player,
    with_seat,
    with_steps,
    with_supply,
    with_tower,
)
from companion.games.azul_duel.rules.chips import Chips, can_pay, payments, pays, without
from companion.games.azul_duel.rules.filling import next_round
from companion.games.azul_duel.rules.scoring import losses, move_tile
from companion.games.common.tuples import put

UNHANDLED = (False,) * ROWS


def begin_tiling(position: Position, options: Options) -> Position:
    """Return the position at the first choice of phase 2; the starting player begins."""
    position = position._replace(phase=Phase.TILING, seat=position.starter, handled=UNHANDLED)
    return settle(position, options)


def legal(position: Position, options: Options) -> list[Action]:
    """Return every legal action of phase 2, in a fixed order."""
    row = _current(position)
    found: list[Action] = []
    if row is None:
        found.append(EndTiling())
    elif missing(position.player.board, row):
        found += [*_payments(position.player, row, options), LeaveLine(row)]
    else:
        cells = _cells(position.player.board, row)
        found += [PlaceTile(row, cell % 6) for cell in cells]
    for above in _reopenable(position, options):
        found += _payments(position.player, above, options)
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
    for row in range(ROWS):
        if not handled[row]:
            if _has_choice(position.player, row, options):
                break
            if _breaks(position.player.board, row, options):
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
        return _payable(player, row, options)
    return bool(_cells(player.board, row))


def _payable(player: Player, row: int, options: Options) -> bool:
    """Tell whether chips may be spent on line ``row`` now (R37)."""
    if not player.chips:
        return False
    board = player.board
    line, gap = board.lines[row], missing(board, row)
    if line.colour is None or not gap or _breaks(board, row, options):
        return False
    if options.chips_need_space and not _cells(board, row):
        return False
    return can_pay(player.chips, line.colour, 1 if options.chips_partial else gap)


def _breaks(board: Board, row: int, options: Options) -> bool:
    """Tell whether line ``row`` breaks when its turn comes (R36)."""
    return options.impossible_line_timing == "turn" and impossible(board, row)


def _payments(player: Player, row: int, options: Options) -> list[Action]:
    """Return every way to spend chips on line ``row``."""
    if not _payable(player, row, options):
        return []
    colour, gap = player.board.lines[row].colour, missing(player.board, row)
    assert colour is not None
    choices: dict[Chips, None] = {}
    for tiles in range(1 if options.chips_partial else gap, gap + 1):
        choices |= dict.fromkeys(payments(player.chips, colour, tiles))
    return [SpendChips(row, chips) for chips in choices]


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
    board = position.player.board
    line = board.lines[row]
    assert line.colour is not None
    board, thrown = break_tiles(with_line(board, row, EMPTY_LINE), (line.colour,) * line.tiles)
    return with_tower(with_board(position, board), thrown)


def _expect_tiling(position: Position) -> None:
    if position.phase is not Phase.TILING:
        refuse("R11", f"The game is in its {position.phase} phase; no tile is moved now.")


def place_tile(position: Position, action: PlaceTile, options: Options) -> Position:
    """Move the rightmost tile of the current line to the dome and score it (R34, R39, R44)."""
    _expect_tiling(position)
    row, board = action.line, position.player.board
    if row != _current(position) or missing(board, row):
        refuse("R34", "Only the topmost complete line that is not handled yet is moved.")
    cell = 6 * row + action.column
    if action.column not in range(6) or cell not in _cells(board, row):
        refuse("R34", "The tile needs an empty space of its colour, or a multicoloured one.")
    moved, thrown, steps = move_tile(board, row, cell, options)
    if len(steps) > 1:
        supply = position.supply._replace(specials=position.supply.specials - (len(steps) - 1))
        position = with_supply(position, supply)
    position = with_steps(with_board(position, moved), steps)
    return settle(_handled(with_tower(position, thrown), row), options)


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
    position = with_player(position, position.seat, player)
    return settle(_handled(position, row, done=False), options)


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
    for row in range(ROWS):
        if impossible(position.player.board, row):
            position = _break_line(position, row)
    board = position.player.board
    steps = losses(len(board.broken), board.first, position.player.score)
    broken: Tiles = tuple(tile for tile in board.broken if tile is not None)
    position = with_steps(with_board(position, with_broken(board, ())), steps)
    return _next_player(with_tower(position, broken), options)


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
