"""Opening placement and phase 1: taking dome tiles, tiles and bonus chips (DU-R10 to DU-R33)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
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
from companion.games.azul_duel.board import Board
from companion.games.azul_duel.catalogue import (
    CHIPS_PER_ROUND,
    COLOURS,
    DOME_TILES,
    FACTORIES,
    LARGE,
    PLACES,
    ROUNDS,
    ROWS,
)
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

TAKE_DOME = {tile: TakeDome(tile) for tile in DOME_TILES}
TAKE_CHIP = tuple(map(TakeChip, range(FACTORIES)))
LAY_DOME = tuple(tuple(LayDome(place, turn) for turn in range(4)) for place in range(PLACES))
"""Actions are kept: random play asks for the same ones again and again."""


@cache
def targets(lines: int, drops: int) -> tuple[tuple[int | None, int], ...]:
    """Return where taken tiles can go: (line or None for the broken-tile space, drop) (R27).

    ``lines`` is a set of lines as bits, line 0 being bit 0; of the tiles 0 to ``drops`` - 1 may be
    dropped though there is room.
    """
    chosen = [row for row in range(ROWS) if lines >> row & 1]
    return (*((row, drop) for row in chosen for drop in range(drops)), (None, 0))


@cache
def sun_takes(factory: int, colour: str, lines: int, drops: int) -> tuple[TakeSun, ...]:
    """Return the takes of ``colour`` from a sun part; ``lines`` and ``drops`` as in ``targets``."""
    return tuple(TakeSun(factory, colour, line, drop) for line, drop in targets(lines, drops))


@cache
def moon_takes(colour: str, lines: int, drops: int) -> tuple[TakeMoon, ...]:
    """Return the takes of ``colour`` from the moon parts; otherwise as ``sun_takes``."""
    return tuple(TakeMoon(colour, line, drop) for line, drop in targets(lines, drops))


@cache
def stackings(tiles: Tiles) -> tuple[StackMoon, ...]:
    """Return every order in which remaining tiles can be stacked (R19)."""
    return tuple(map(StackMoon, sorted(set(permutations(tiles)))))


@lru_cache(maxsize=4096)
def kinds(tiles: Tiles) -> tuple[tuple[str, int], ...]:
    """Return the colours among tiles by name, each with its number of tiles."""
    return tuple((colour, tiles.count(colour)) for colour in sorted(set(tiles)))


def legal(position: Position, options: Options) -> list[Action]:
    """Return every legal action of the opening placement and of phase 1, in a fixed order."""
    if position.pending is not None:
        return list(_pending(position, options))
    if position.phase is Phase.OPENING:
        return [TAKE_DOME[tile] for tile in position.offer.display]
    found = [*_dome_actions(position, options), *_takes(position, options), *_chips(position)]
    return found or [Pass()]


def _dome_actions(position: Position, options: Options) -> Iterator[Action]:
    """Yield the ways to begin with a dome tile: action A (R14 to R16)."""
    if position.player.tokens and position.round < ROUNDS:
        yield from (TAKE_DOME[tile] for tile in position.offer.display)
        if may_draw(position, options):
            yield DrawDome()


def _takes(position: Position, options: Options) -> list[Action]:
    """Return the ways to take tiles: actions B and C (R18, R22)."""
    lines, offer, found = _open_lines(position.player.board), position.offer, list[Action]()
    partial = options.allow_partial_floor
    for factory, sun in enumerate((*(small.sun for small in offer.smalls), offer.large_sun)):
        for colour, tiles in kinds(sun):
            found += sun_takes(factory, colour, lines[colour], tiles if partial else 1)
    for colour, tiles in kinds(visible_moon(position)):
        found += moon_takes(colour, lines[colour], tiles if partial else 1)
    return found


def _chips(position: Position) -> Iterator[Action]:
    """Yield the bonus chips that can be taken: action D (R25, R26)."""
    if position.player.taken < CHIPS_PER_ROUND:
        smalls = enumerate(position.offer.smalls)
        yield from (TAKE_CHIP[index] for index, small in smalls if small.open_chip)


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
            for place, spaces in enumerate(position.player.board.places):
                if spaces is None:
                    yield from LAY_DOME[place]
        case Stacking(_, tiles):
            yield from stackings(tiles)


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
    offer = position.offer
    return (*[small.moon[-1] for small in offer.smalls if small.moon], *offer.large_moon)


def _open_lines(board: Board) -> dict[str, int]:
    """Return for each colour the lines that take it, as bits (R29)."""
    own, empty = dict.fromkeys(COLOURS, 0), 0
    for row, (held, tiles, paid) in enumerate(board.lines):
        if tiles + paid > row:
            continue
        if held is None:
            empty |= 1 << row
        else:
            own[held] |= 1 << row
    return {colour: lines | empty for colour, lines in own.items()}
