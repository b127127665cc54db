"""Opening placement and phase 1: taking dome tiles, tiles and bonus chips (DU-R10 to DU-R33)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from companion.games.azul_duel.actions import (
    Action,
    DrawDome,
    KeepDome,
    LayDome,
    LookAtDrawn,
    Pass,
    ReturnDome,
    StackMoon,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import Board, missing
from companion.games.azul_duel.catalogue import CHIPS_PER_ROUND, FACTORIES, LARGE
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Choosing,
    Drawing,
    Laying,
    Phase,
    Position,
    Returning,
    Stacking,
    Tiles,
)


def legal(position: Position, options: Options) -> list[Action]:
    """Return every legal action of the opening placement and of phase 1, in a fixed order."""
    if position.pending is not None:
        return list(_pending(position, options))
    if position.phase is Phase.OPENING:
        return [TakeDome(tile) for tile in position.offer.display]
    found = list(_turn(position, options))
    return found or [Pass()]


def _turn(position: Position, options: Options) -> Iterator[Action]:
    """Yield the actions A to D that begin a turn (DU-R12)."""
    if position.player.tokens and position.round < 5:
        yield from (TakeDome(tile) for tile in position.offer.display)
        if may_draw(position, options):
            yield DrawDome()
    lines = _open_lines(position.player.board)
    for factory in range(FACTORIES + 1):
        sun = sun_part(position, factory)
        for colour in sorted(set(sun)):
            for line, drop in _targets(lines, colour, sun.count(colour), options):
                yield TakeSun(factory, colour, line, drop)
    visible = visible_moon(position)
    for colour in sorted(set(visible)):
        for line, drop in _targets(lines, colour, visible.count(colour), options):
            yield TakeMoon(colour, line, drop)
    if position.player.taken < CHIPS_PER_ROUND:
        smalls = enumerate(position.offer.smalls)
        yield from (TakeChip(index) for index, small in smalls if small.open_chip)


def _pending(position: Position, options: Options) -> Iterator[Action]:
    """Yield the actions that continue a turn."""
    match position.pending:
        case Drawing():
            if may_draw(position, options):
                yield DrawDome()
            yield LookAtDrawn()
        case Choosing(tiles):
            yield from map(KeepDome, tiles)
        case Returning(_, tiles):
            yield from map(ReturnDome, tiles)
        case Laying():
            places = position.player.board.places
            free = [place for place, spaces in enumerate(places) if spaces is None]
            yield from (LayDome(place, turn) for place in free for turn in range(4))
        case Stacking(_, tiles):
            yield from map(StackMoon, sorted(set(permutations(tiles))))


def may_draw(position: Position, options: Options) -> bool:
    """Tell whether the acting player may draw (another) tile from the dome stack (DU-R16)."""
    payable = options.stack_draw_at_zero or position.player.score > 0
    return payable and bool(position.supply.stack)


def sun_part(position: Position, factory: int) -> Tiles:
    """Return the tiles in the sun part of a factory; ``LARGE`` is the large one."""
    offer = position.offer
    return offer.large_sun if factory == LARGE else offer.smalls[factory].sun


def visible_moon(position: Position) -> Tiles:
    """Return the visible tiles of all moon parts: stack tops and the large factory's (DU-R22)."""
    tops = tuple(small.moon[-1] for small in position.offer.smalls if small.moon)
    return tops + position.offer.large_moon


def _open_lines(board: Board) -> list[tuple[int, str | None]]:
    """Return the lines that are not full, each with the colour it holds."""
    return [(row, line.colour) for row, line in enumerate(board.lines) if missing(board, row)]


def _targets(
    lines: list[tuple[int, str | None]], colour: str, tiles: int, options: Options
) -> Iterator[tuple[int | None, int]]:
    """Yield where taken tiles can go: (line or None for the broken-tile space, drop) (R27, R29)."""
    drops = range(tiles) if options.allow_partial_floor else (0,)
    for row, held in lines:
        if held is None or held == colour:
            yield from ((row, drop) for drop in drops)
    yield None, 0
