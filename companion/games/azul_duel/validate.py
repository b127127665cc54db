"""Why a position cannot exist: what ``load`` and ``parse`` refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.games.azul_duel.board import ROW_CELLS, Board, Line, tiles_of
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
from companion.games.azul_duel.rules.sheet_check import sheet_faults
from companion.games.base import SPECIAL


def reasons(options: Options, position: Position) -> Iterator[str]:
    """Yield why a position cannot exist; later reasons assume that the earlier do not hold."""
    yield from _course(position)
    for seat, player in enumerate(position.players):
        yield from (f"Seat {seat}{fault}" for fault in _player(position, seat, player, options))
    yield from _offer(position)
    yield from _pending(position)
    yield from _tiles(position)
    yield from _dome_tiles(position)
    yield from _chips(position)


def _course(position: Position) -> Iterator[str]:
    """Yield what is wrong with goals, seats, round and phase."""
    try:
        check_goals(position.goals)
    except ValueError as error:
        yield str(error)
    for name in ("starter", "seat"):
        if getattr(position, name) not in (0, 1):
            yield f"{name} must be seat 0 or 1."
    if not 1 <= position.round <= ROUNDS:
        yield f"DU-R1: there is no round {position.round}."
    if position.phase is Phase.OPENING and position.round > 1:
        yield "DU-R10: the opening placement belongs to round 1."
    if position.phase is Phase.OVER and position.round != ROUNDS:
        yield "DU-R56: the game is over after round 5 only."
    if position.phase is not Phase.TILING and any(position.handled):
        yield "Lines are handled in phase 2 only."
    if all(player.board.first for player in position.players):
        yield "DU-R23: there is one starting player tile, not two."


def _player(position: Position, seat: int, player: Player, options: Options) -> Iterator[str]:
    """Yield what is wrong with one player's numbers and board; the seat stands before it."""
    if not 0 <= player.tokens <= TOKENS:
        yield ": DU-R14: a player has 0 to 2 tokens."
    if not 0 <= player.taken <= CHIPS_PER_ROUND:
        yield ": DU-R25: 0 to 2 chips are taken."
    if player.score < 0:
        yield ": DU-R49: a score is never below 0."
    chips = len(player.chips) + len(player.used)
    expected = CHIPS_PER_ROUND * (position.round - 1) + player.taken
    if chips != expected:
        yield f": DU-R25: has {chips} chips, not {expected}."
    for row, line in enumerate(player.board.lines):
        yield from (f", line {row + 1}: {fault}" for fault in _line(line, row))
    for problem in standing_problems(cells_of(player.board), Options()):
        yield f": {problem.rule}: {problem.message}"
    yield from (f": {fault}" for fault in sheet_faults(player, options))
    yield from _rows(position, player.board)
    yield from _paid(position, seat, player, options)
    yield from _laid(position, seat, player, options)


def _line(line: Line, row: int) -> Iterator[str]:
    if line.tiles < 0 or line.paid < 0:
        yield "a number of tiles is below 0."
    if line.filled > row + 1:
        yield f"DU-R27: holds {line.filled} of {row + 1}."
    if (line.colour is None) != (line.tiles == 0) or (line.paid and not line.tiles):
        yield "DU-R29: a line has a colour exactly when it has tiles."


def _rows(position: Position, board: Board) -> Iterator[str]:
    """Yield a row of the dome with more tiles than phases 2 have been (R34)."""
    begun = position.phase in (Phase.TILING, Phase.OVER)
    most = max(sum(board.dome[cell] in COLOURS for cell in cells) for cells in ROW_CELLS)
    if most > position.round - 1 + begun:
        yield f": DU-R34: a row of the dome has {most} tiles too early."


def _paid(position: Position, seat: int, player: Player, options: Options) -> Iterator[str]:
    """Yield spaces of lines that chips cannot have paid for (R37).

    They stay with a line by some options only; else its tile is moved at once.
    """
    paid = sum(line.paid for line in player.board.lines)
    if len(player.used) < PAIR * paid:
        yield f": DU-R37: {paid} spaces need more used chips."
    current = position.handled.index(False) if False in position.handled else None
    for row, line in enumerate(player.board.lines):
        moves = position.phase is Phase.TILING and seat == position.seat and row == current
        if line.paid and not options.lines_may_be_paid and not (moves and line.filled == row + 1):
            yield f", line {row + 1}: DU-R37: what chips complete is moved at once."


def _laid(position: Position, seat: int, player: Player, options: Options) -> Iterator[str]:
    """Yield a number of dome tiles that does not fit rounds and tokens (R10, R14)."""
    laid = sum(spaces is not None for spaces in player.board.places)
    acts = seat == position.seat
    if position.phase is Phase.OPENING:
        expected = int(not acts and seat != position.starter)
    else:
        holding = isinstance(position.pending, Drawing | Choosing | Returning | Laying)
        rounds = min(position.round - 1, ROUNDS - 1)
        expected = 1 + TOKENS * rounds + (TOKENS - player.tokens) - (acts and holding)
    if laid > expected or (laid < expected and options.stack_draw_at_zero):
        yield f": DU-R14: {laid} dome tiles lie on the board, not {expected}."


def _offer(position: Position) -> Iterator[str]:
    """Yield what cannot lie on a factory or in the display."""
    offer = position.offer
    for index, small in enumerate(offer.smalls):
        where = f"Factory {index}"
        if small.sun and small.moon:
            yield f"{where}: DU-R18: sun or moon part is empty."
        if len(small.sun) > SMALL_TILES:
            yield f"{where}: DU-R7: more than 4 tiles."
        if len(small.moon) >= SMALL_TILES:
            yield f"{where}: DU-R19: more than 3 moon tiles."
        if small.chip is None and (small.sun or small.moon):
            yield f"{where}: DU-R26: its chip was taken before its tiles."
    if offer.large_sun and offer.large_moon:
        yield "Large factory: DU-R18: sun or moon part is empty."
    if len(offer.large_sun) > LARGE_TILES:
        yield "Large factory: DU-R7: more than 5 tiles."
    if len(offer.large_moon) >= LARGE_TILES:
        yield "Large factory: DU-R20: more than 4 tiles."
    if len(offer.display) > DISPLAY:
        yield "DU-R4: more than 3 dome tiles are displayed."
    if position.phase not in (Phase.OPENING, Phase.ACQUIRING) and not offer.cleared:
        yield "DU-R33: phase 1 ends with empty factories."


def _pending(position: Position) -> Iterator[str]:
    """Yield a turn begun that does not fit the phase."""
    pending = position.pending
    if pending is None:
        return
    opening = position.phase is Phase.OPENING and isinstance(pending, Laying)
    if not opening and position.phase is not Phase.ACQUIRING:
        yield f"No turn of this kind can be unfinished in the {position.phase} phase."
    if isinstance(pending, Stacking):
        yield from _stacking(position, pending)
    if isinstance(pending, Drawing) and not pending.tiles:
        yield "DU-R16: at least one dome tile is drawn."
    if isinstance(pending, Choosing | Returning) and len(pending.tiles) < 2:
        yield "DU-R16: there is nothing to choose."


def _stacking(position: Position, pending: Stacking) -> Iterator[str]:
    if not 0 <= pending.factory < 4:
        yield f"There is no small factory {pending.factory}."
    small = position.offer.smalls[pending.factory]
    if small.sun or small.moon:
        yield "DU-R19: the factory holds tiles already."
    if len(set(pending.tiles)) < 2 or len(pending.tiles) >= SMALL_TILES:
        yield "DU-R19: 2 or 3 tiles that differ are to be stacked."


def _tiles(position: Position) -> Iterator[str]:
    """Yield tiles that are not 13 of every colour, and 9 special ones."""
    found: Counter[str] = Counter(_all_tiles(position))
    supply = position.supply
    strange = sorted(set(found) - {*COLOURS, SPECIAL})
    if strange:
        yield f"There is no tile called {', '.join(map(repr, strange))}."
    if min(*supply.bag, *supply.tower) < 0:
        yield "Bag and tower hold no fewer than 0 tiles."
    for index, colour in enumerate(COLOURS):
        tiles = found[colour] + supply.bag[index] + supply.tower[index]
        if tiles != TILES_PER_COLOUR:
            yield f"There are {tiles} {colour} tiles, not 13."
    specials = found[SPECIAL] + supply.specials
    if specials != SPECIAL_TILES or supply.specials < 0:
        yield f"There are {specials} special tiles, not 9."


def _all_tiles(position: Position) -> Iterable[str]:
    """Yield every tile outside bag, tower and pool."""
    offer = position.offer
    yield from offer.large_sun + offer.large_moon
    for small in offer.smalls:
        yield from small.sun + small.moon
    if isinstance(position.pending, Stacking):
        yield from position.pending.tiles
    for player in position.players:
        yield from tiles_of(player.board)


def _dome_tiles(position: Position) -> Iterator[str]:
    """Yield the dome tiles that are not somewhere, once."""
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
    if wrong:
        yield f"DU-R4: dome tiles {wrong} are not once there."


def _not_as_in(box: Sequence[Any], found: Iterable[Any]) -> list[Any]:
    """Return what is not there as often as the box has it."""
    wrong = Counter(found)
    wrong.subtract(box)
    return sorted(each for each, number in wrong.items() if number)


def _chips(position: Position) -> Iterator[str]:
    """Yield the bonus chips that are not all somewhere."""
    found = list(position.supply.chips)
    found += [small.chip for small in position.offer.smalls if small.chip is not None]
    for player in position.players:
        found += player.chips + player.used
    wrong = ", ".join(_not_as_in(CHIPS, found))
    if wrong:
        yield f"DU-R9: the number of bonus chips {wrong} is not right."
