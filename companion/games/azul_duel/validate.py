"""Whether a position can exist: ``check`` raises with the exact reason where it cannot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from companion.games.azul_duel.board import (
    ROW_CELLS,
    Board,
    Line,
)
from companion.games.azul_duel.catalogue import (
    CHIPS,
    CHIPS_PER_ROUND,
    COLOURS,
    DISPLAY,
    DOME_TILES,
    LARGE_TILES,
    LYING,
    ROUNDS,
    SMALL_TILES,
    SPECIAL,
    SPECIAL_TILES,
    TILES_PER_COLOUR,
    TOKENS,
    check_goals,
)
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Choosing,
    Drawing,
    Laying,
    Phase,
    Player,
    Position,
    Returning,
    Stacking,
)
from companion.games.azul_duel.reading.cells import cells_of
from companion.games.azul_duel.reading.standing import standing_problems
from companion.games.azul_duel.rules.chips import PAIR
from companion.games.azul_duel.rules.sheet_check import check_sheet
from companion.games.base import ImpossiblePosition


def _impossible(reason: str) -> NoReturn:
    raise ImpossiblePosition(reason)


def _require(condition: bool, reason: str) -> None:
    if not condition:
        _impossible(reason)


def check(position: Position, options: Options) -> None:
    """Raise ``ImpossiblePosition`` with the reason when a position cannot exist."""
    _check_course(position)
    for seat, player in enumerate(position.players):
        _check_player(position, seat, player, options)
    _check_offer(position)
    _check_pending(position)
    _check_tiles(position)
    _check_dome_tiles(position)
    _check_chips(position)


def _check_course(position: Position) -> None:
    """Check goals, seats, round and phase."""
    try:
        check_goals(position.goals)
    except ValueError as error:
        raise ImpossiblePosition(str(error)) from error
    for name in ("starter", "seat"):
        _require(getattr(position, name) in (0, 1), f"{name} must be seat 0 or 1.")
    _require(1 <= position.round <= ROUNDS, f"DU-R1: there is no round {position.round}.")
    early = position.phase is Phase.OPENING and position.round > 1
    _require(not early, "DU-R10: the opening placement belongs to round 1.")
    _require(
        position.phase is not Phase.OVER or position.round == ROUNDS,
        "DU-R56: the game is over after round 5 only.",
    )
    handling = position.phase is Phase.TILING or not any(position.handled)
    _require(handling, "Lines are handled in phase 2 only.")
    holders = sum(player.board.first for player in position.players)
    _require(holders <= 1, "DU-R23: there is one starting player tile, not two.")


def _check_player(position: Position, seat: int, player: Player, options: Options) -> None:
    """Check one player's numbers and board."""
    who = f"Seat {seat}"
    _require(0 <= player.tokens <= TOKENS, f"{who}: DU-R14: a player has 0 to 2 tokens.")
    _require(0 <= player.taken <= CHIPS_PER_ROUND, f"{who}: DU-R25: 0 to 2 chips are taken.")
    _require(player.score >= 0, f"{who}: DU-R49: a score is never below 0.")
    chips = len(player.chips) + len(player.used)
    expected = CHIPS_PER_ROUND * (position.round - 1) + player.taken
    _require(chips == expected, f"{who}: DU-R25: has {chips} chips, not {expected}.")
    _check_board(player.board, who)
    check_sheet(player, who, options)
    _check_rows(position, player.board, who)
    _check_paid(position, seat, player, options)
    _check_laid(position, seat, player, options)


def _check_rows(position: Position, board: Board, who: str) -> None:
    """Check that no row of the dome has more tiles than phases 2 have been (R34)."""
    begun = position.phase in (Phase.TILING, Phase.OVER)
    phases = position.round - 1 + begun
    most = max(sum(board.dome[cell] in COLOURS for cell in cells) for cells in ROW_CELLS)
    _require(most <= phases, f"{who}: DU-R34: a row of the dome has {most} tiles too early.")


def _check_paid(position: Position, seat: int, player: Player, options: Options) -> None:
    """Check the spaces of lines that chips paid for (R37).

    They stay with a line by some options only; else its tile is moved at once.
    """
    who = f"Seat {seat}"
    paid = sum(line.paid for line in player.board.lines)
    _require(len(player.used) >= PAIR * paid, f"{who}: DU-R37: {paid} spaces need more used chips.")
    current = position.handled.index(False) if False in position.handled else None
    for row, line in enumerate(player.board.lines):
        moves = position.phase is Phase.TILING and seat == position.seat and row == current
        fits = not line.paid or options.lines_may_be_paid or (moves and line.filled == row + 1)
        _require(fits, f"{who}, line {row + 1}: DU-R37: what chips complete is moved at once.")


def _check_laid(position: Position, seat: int, player: Player, options: Options) -> None:
    """Check the number of dome tiles on a board against rounds and tokens (R10, R14)."""
    laid = sum(spaces is not None for spaces in player.board.places)
    holding = seat == position.seat and isinstance(
        position.pending, Drawing | Choosing | Returning | Laying
    )
    if position.phase is Phase.OPENING:
        opened = seat == position.starter != position.seat or seat == position.seat
        expected = 0 if opened else 1
    else:
        rounds = min(position.round - 1, ROUNDS - 1)
        expected = 1 + TOKENS * rounds + (TOKENS - player.tokens) - holding
    exact = options.stack_draw_at_zero
    right = laid == expected if exact else laid <= expected
    _require(right, f"Seat {seat}: DU-R14: {laid} dome tiles lie on the board, not {expected}.")


def _check_board(board: Board, who: str) -> None:
    """Check that a board alone can exist."""
    for row, line in enumerate(board.lines):
        _check_line(line, row, who)
    for problem in standing_problems(cells_of(board), Options()):
        _impossible(f"{who}: {problem.rule}: {problem.message}")


def _check_line(line: Line, row: int, who: str) -> None:
    where = f"{who}, line {row + 1}"
    _require(line.tiles >= 0 and line.paid >= 0, f"{where}: a number of tiles is below 0.")
    _require(line.filled <= row + 1, f"{where}: DU-R27: holds {line.filled} of {row + 1}.")
    _require(
        (line.colour is None) == (line.tiles == 0) and not (line.paid and not line.tiles),
        f"{where}: DU-R29: a line has a colour exactly when it has tiles.",
    )


def _check_offer(position: Position) -> None:
    """Check what lies on each factory and in the display."""
    offer = position.offer
    for index, small in enumerate(offer.smalls):
        where = f"Factory {index}"
        _require(not (small.sun and small.moon), f"{where}: DU-R18: sun or moon part is empty.")
        _require(len(small.sun) <= SMALL_TILES, f"{where}: DU-R7: more than 4 tiles.")
        _require(len(small.moon) < SMALL_TILES, f"{where}: DU-R19: more than 3 moon tiles.")
        stays = small.chip is not None or not (small.sun or small.moon)
        _require(stays, f"{where}: DU-R26: its chip was taken before its tiles.")
    large = not (offer.large_sun and offer.large_moon)
    _require(large, "Large factory: DU-R18: sun or moon part is empty.")
    _require(len(offer.large_sun) <= LARGE_TILES, "Large factory: DU-R7: more than 5 tiles.")
    _require(len(offer.large_moon) < LARGE_TILES, "Large factory: DU-R20: more than 4 tiles.")
    _require(len(offer.display) <= DISPLAY, "DU-R4: more than 3 dome tiles are displayed.")
    open_phase = position.phase in (Phase.OPENING, Phase.ACQUIRING)
    _require(open_phase or offer.cleared, "DU-R33: phase 1 ends with empty factories.")


def _check_pending(position: Position) -> None:
    """Check that a turn begun fits the phase."""
    pending = position.pending
    if pending is None:
        return
    opening = position.phase is Phase.OPENING and isinstance(pending, Laying)
    fits = opening or position.phase is Phase.ACQUIRING
    _require(fits, f"No turn of this kind can be unfinished in the {position.phase} phase.")
    if isinstance(pending, Stacking):
        _require(0 <= pending.factory < 4, f"There is no small factory {pending.factory}.")
        small = position.offer.smalls[pending.factory]
        _require(not small.sun and not small.moon, "DU-R19: the factory holds tiles already.")
        several = len(set(pending.tiles)) > 1 and len(pending.tiles) < SMALL_TILES
        _require(several, "DU-R19: 2 or 3 tiles that differ are to be stacked.")
    if isinstance(pending, Drawing):
        _require(bool(pending.tiles), "DU-R16: at least one dome tile is drawn.")
    if isinstance(pending, Choosing | Returning):
        _require(len(pending.tiles) > 1, "DU-R16: there is nothing to choose.")


def _check_tiles(position: Position) -> None:
    """Check that every colour has 13 tiles and that there are 9 special tiles."""
    found: Counter[str] = Counter(_all_tiles(position))
    supply = position.supply
    strange = sorted(set(found) - {*COLOURS, SPECIAL})
    _require(not strange, f"There is no tile called {', '.join(map(repr, strange))}.")
    _require(min(*supply.bag, *supply.tower) >= 0, "Bag and tower hold no fewer than 0 tiles.")
    for index, colour in enumerate(COLOURS):
        tiles = found[colour] + supply.bag[index] + supply.tower[index]
        _require(tiles == TILES_PER_COLOUR, f"There are {tiles} {colour} tiles, not 13.")
    specials = found[SPECIAL] + supply.specials
    whole = specials == SPECIAL_TILES and supply.specials >= 0
    _require(whole, f"There are {specials} special tiles, not 9.")


def _all_tiles(position: Position) -> Iterable[str]:
    """Yield every tile outside bag, tower and pool."""
    offer = position.offer
    yield from offer.large_sun + offer.large_moon
    for small in offer.smalls:
        yield from small.sun + small.moon
    if isinstance(position.pending, Stacking):
        yield from position.pending.tiles
    for player in position.players:
        yield from (tile for tile in player.board.dome if tile is not None)
        yield from (tile for tile in player.board.broken if tile is not None)
        for line in player.board.lines:
            if line.colour is not None:
                yield from [line.colour] * line.tiles


def _check_dome_tiles(position: Position) -> None:
    """Check that each of the 18 dome tiles is somewhere, once."""
    found = list(position.offer.display + position.supply.stack)
    for player in position.players:
        found += [LYING[spaces][0] for spaces in player.board.places if spaces is not None]
    match position.pending:
        case Drawing(tiles) | Choosing(tiles):
            found += tiles
        case Returning(kept, tiles):
            found += [kept, *tiles]
        case Laying(tile):
            found.append(tile)
    wrong = _not_as_in(DOME_TILES, found)
    _require(not wrong, f"DU-R4: dome tiles {wrong} are not once there.")


def _not_as_in(box: Sequence[Any], found: Iterable[Any]) -> list[Any]:
    """Return what is not there as often as the box has it."""
    wrong = Counter(found)
    wrong.subtract(box)
    return sorted(each for each, number in wrong.items() if number)


def _check_chips(position: Position) -> None:
    """Check that the 20 bonus chips are all somewhere."""
    found = list(position.supply.chips)
    found += [small.chip for small in position.offer.smalls if small.chip is not None]
    for player in position.players:
        found += player.chips + player.used
    wrong = ", ".join(_not_as_in(CHIPS, found))
    _require(not wrong, f"DU-R9: the number of bonus chips {wrong} is not right.")
