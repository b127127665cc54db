"""Actions B, C and D: taking tiles and bonus chips, and passing (DU-R13, DU-R18 to DU-R32)."""

from __future__ import annotations

from companion.games.azul_duel.actions import (
    Handlers,
    Pass,
    StackMoon,
    TakeChip,
    TakeMoon,
    TakeSun,
    refuse,
)
from companion.games.azul_duel.board import EMPTY_LINE, Board, Line, break_tiles, with_first
from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, FACTORIES, LARGE, LARGE_TILES, ROWS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Offer,
    Position,
    SmallFactory,
    Stacking,
    Tiles,
    acted,
    new_offer,
    new_player,
    playing_on,
    thrown,
    with_offer,
    with_pending,
    with_smalls,
)
from companion.games.azul_duel.rules.first_phase import legal, sun_part
from companion.games.azul_duel.rules.turn_order import end_turn, expect_turn
from companion.games.common.tuples import put


def take_sun(position: Position, action: TakeSun, options: Options) -> Position:
    """Take all tiles of a colour from a sun part and place them (R18 to R21, R27 to R32)."""
    expect_turn(position)
    if action.factory not in range(FACTORIES + 1):
        refuse("R18", f"There is no factory {action.factory}; choose 0 to 3, or 4 (large).")
    sun = sun_part(position, action.factory)
    tiles = sun.count(action.colour)
    if not tiles:
        refuse("R18", f"No {action.colour} tile lies in the sun part of factory {action.factory}.")
    rest = tuple([tile for tile in sun if tile != action.colour])
    board, over = _place(position, action.colour, tiles, action.line, action.drop, options)
    if action.factory == LARGE:
        smalls, _, _, display = position.offer
        offer = new_offer(smalls, (), rest, display)
        # Five equal tiles, all there was, may bring the starting player tile (section 9).
        if options.untaken_start_tile == "taker" and len(sun) == LARGE_TILES and not rest:
            board = with_first(board, True)
        return end_turn(_taken(position, offer, board, over), options)
    several = len(set(rest)) > 1
    offer = _with_small(position.offer, action.factory, () if several else rest)
    position = _taken(position, offer, board, over)
    if several:
        return with_pending(position, Stacking(action.factory, rest))
    return end_turn(position, options)


def _taken(position: Position, offer: Offer, board: Board, over: Tiles) -> Position:
    """Return ``position`` with what a take leaves; tiles left ``over`` go to the tower."""
    player = playing_on(position.player, board)
    return acted(position, player, offer, thrown(position.supply, over))


def _with_small(offer: Offer, factory: int, moon: Tiles) -> Offer:
    """Return ``offer`` with an empty sun part and ``moon`` stacked on a small factory."""
    changed = SmallFactory((), moon, offer.smalls[factory].chip)
    return with_smalls(offer, put(offer.smalls, factory, changed))


def stack_moon(position: Position, action: StackMoon, options: Options) -> Position:
    """Stack the remaining tiles of a small factory in the chosen order (R19)."""
    pending = position.pending
    if not isinstance(pending, Stacking) or sorted(action.tiles) != sorted(pending.tiles):
        refuse("R19", "Exactly the tiles that remain of the factory are stacked on its chip.")
    offer = _with_small(position.offer, pending.factory, action.tiles)
    return end_turn(with_pending(with_offer(position, offer), None), options)


def take_moon(position: Position, action: TakeMoon, options: Options) -> Position:
    """Take all visible tiles of a colour from all moon parts and place them (R22 to R24)."""
    expect_turn(position)
    colour, offer = action.colour, position.offer
    left, tiles = _without_visible(offer, colour)
    if not tiles:
        refuse("R22", f"No {colour} tile is visible in the moon parts.")
    board, over = _place(position, colour, tiles, action.line, action.drop, options)
    if colour in offer.large_moon and position.holder is None:
        board = with_first(board, True)
    return end_turn(_taken(position, left, board, over), options)


def _without_visible(offer: Offer, colour: str) -> tuple[Offer, int]:
    """Return the offer without the visible moon tiles of ``colour``, and their number (R22)."""
    smalls, large_moon, tiles = [*offer.smalls], offer.large_moon, 0
    for factory, (sun, moon, chip) in enumerate(smalls):
        if moon and moon[-1] == colour:
            smalls[factory] = SmallFactory(sun, moon[:-1], chip)
            tiles += 1
    if colour in large_moon:
        tiles += large_moon.count(colour)
        large_moon = tuple([tile for tile in large_moon if tile != colour])
    return new_offer(tuple(smalls), offer.large_sun, large_moon, offer.display), tiles


def take_chip(position: Position, action: TakeChip, options: Options) -> Position:
    """Take a face-up bonus chip (R25, R26)."""
    expect_turn(position)
    player = position.player
    if player.taken >= CHIPS_PER_ROUND:
        refuse("R25", "Two bonus chips are taken in this round; a third one is not allowed.")
    smalls = position.offer.smalls
    chip = smalls[action.factory].open_chip if action.factory in range(FACTORIES) else None
    if chip is None:
        refuse("R26", f"Factory {action.factory} has no open bonus chip; empty the factory first.")
    offer = with_smalls(position.offer, put(smalls, action.factory, SmallFactory()))
    chips = tuple(sorted((*player.chips, chip)))
    board, score, tokens, _, used, taken, passed, sheet = player
    player = new_player(board, score, tokens, chips, used, taken + 1, passed, sheet)
    return end_turn(acted(position, player, offer), options)


def pass_turn(position: Position, action: Pass, options: Options) -> Position:
    """Pass because none of the four actions is possible (R13)."""
    expect_turn(position)
    if legal(position, options) != [Pass()]:
        refuse("R13", "Passing is allowed only when no action is possible; act.")
    return end_turn(acted(position, position.player._replace(passed=True)), options)


def _place(
    position: Position, colour: str, tiles: int, line: int | None, drop: int, options: Options
) -> tuple[Board, Tiles]:
    """Put taken tiles in one line, what does not fit on the broken-tile space (R27 to R32).

    Return the acting player's board, and the tiles for which even that has no room.
    """
    board, fit, filled = position.player.board, 0, EMPTY_LINE
    if drop and not (options.allow_partial_floor and line is not None and 0 < drop < tiles):
        refuse("R27", "Tiles that fit in the chosen line may not be dropped.")
    if line is not None:
        _, lying, paid = _open_line(board, line, colour)
        fit = min(line + 1 - lying - paid, tiles - drop)
        filled = Line(colour, lying + fit, paid)
    return break_tiles(board, line, filled, (colour,) * (tiles - fit))


def _open_line(board: Board, row: int, colour: str) -> Line:
    """Return a line that can take tiles of ``colour``, or refuse it (R27, R29)."""
    if row not in range(ROWS):
        refuse("R27", f"There is no pattern line {row}; choose 0 to 5.")
    line = held, tiles, paid = board.lines[row]
    if held is not None and held != colour:
        refuse("R29", f"Line {row + 1} holds {held} tiles; choose another.")
    if tiles + paid > row:
        refuse("R29", f"Line {row + 1} is full; choose another.")
    return line


ACTIONS: Handlers = {
    TakeSun: take_sun,
    StackMoon: stack_moon,
    TakeMoon: take_moon,
    TakeChip: take_chip,
    Pass: pass_turn,
}
