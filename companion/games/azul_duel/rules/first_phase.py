"""Opening placement and phase 1: taking dome tiles, tiles and bonus chips (DU-R10 to DU-R33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, permutations

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
    Offer,
    Phase,
    Position,
    Returning,
    Stacking,
    Tiles,
)

TAKE_DOME = {tile: TakeDome(tile) for tile in DOME_TILES}
KEEP_DOME = {tile: KeepDome(tile) for tile in DOME_TILES}
RETURN_DOME = {tile: ReturnDome(tile) for tile in DOME_TILES}
PASS, DRAW_DOME, LOOK = Pass(), DrawDome(), LookAtDrawn()
TAKE_CHIP = tuple(map(TakeChip, range(FACTORIES)))
LAY_DOME = tuple(tuple(LayDome(place, turn) for turn in range(4)) for place in range(PLACES))
"""Actions are kept: random play asks for the same ones again and again."""


Takes = TakeSun | TakeMoon


def _to_lines(ways: Sequence[Takes]) -> tuple[tuple[Takes, ...], ...]:
    """Return, of a take to each line and last to the broken tiles, those to every set of lines.

    A set of lines is a number, line 0 being bit 0.
    """
    sets = range(1 << ROWS)
    return tuple(
        (*(ways[row] for row in range(ROWS) if lines >> row & 1), ways[-1]) for lines in sets
    )


TARGETS = (*range(ROWS), None)
"""Where taken tiles can go: a line, or the broken-tile space (R27)."""

SUN_TAKES = tuple(
    {colour: _to_lines([TakeSun(factory, colour, line) for line in TARGETS]) for colour in COLOURS}
    for factory in range(LARGE + 1)
)
MOON_TAKES = {colour: _to_lines([TakeMoon(colour, line) for line in TARGETS]) for colour in COLOURS}
"""By factory, colour and set of lines: the ways to take from a sun part, or from the moon parts."""


@cache
def stackings(tiles: Tiles) -> tuple[StackMoon, ...]:
    """Return every order in which remaining tiles can be stacked (R19)."""
    return tuple(map(StackMoon, sorted(set(permutations(tiles)))))


@lru_cache(maxsize=4096)
def kinds(tiles: Tiles) -> tuple[str, ...]:
    """Return the colours among tiles in alphabetical order."""
    return tuple(sorted(set(tiles)))


def legal(position: Position, options: Options) -> list[Action]:
    """Return every legal action of the opening placement and of phase 1, in a fixed order."""
    if position.pending is not None:
        return list(_pending(position, options))
    if position.phase is Phase.OPENING:
        return [TAKE_DOME[tile] for tile in position.offer.display]
    player = position.player
    found = _dome_actions(position, options) if player.tokens else []
    takes, chips = _acquisitions(position.offer, _open_lines(player.board))
    found += _with_drops(position, takes) if options.allow_partial_floor else takes
    if player.taken < CHIPS_PER_ROUND:
        found += chips
    return found or [PASS]


def _dome_actions(position: Position, options: Options) -> list[Action]:
    """Return the ways to begin with a dome tile: action A (R14 to R16)."""
    if position.round == ROUNDS:
        return []
    found: list[Action] = [TAKE_DOME[tile] for tile in position.offer.display]
    return [*found, DRAW_DOME] if may_draw(position, options) else found


def _acquisitions(offer: Offer, lines: Mapping[str, int]) -> tuple[list[Takes], list[TakeChip]]:
    """Return the ways to take tiles and chips: actions B to D (R18, R22, R25, R26)."""
    takes, tops, chips = list[Takes](), [], []
    for factory, (sun, moon, chip) in enumerate(offer.smalls):
        if sun:
            ways = SUN_TAKES[factory]
            for colour in kinds(sun):
                takes += ways[colour][lines[colour]]
        elif moon:
            tops.append(moon[-1])
        elif chip:
            chips.append(TAKE_CHIP[factory])
    for colour in kinds(offer.large_sun):
        takes += SUN_TAKES[LARGE][colour][lines[colour]]
    for colour in kinds((*tops, *offer.large_moon)):
        takes += MOON_TAKES[colour][lines[colour]]
    return takes, chips


def _with_drops(position: Position, takes: Sequence[Takes]) -> Iterator[Takes]:
    """Yield takes, each with every number of tiles that people may drop on purpose (R32)."""
    for take in takes:
        yield take
        if take.line is not None:
            for drop in range(1, _source(position, take).count(take.colour)):
                yield replace(take, drop=drop)


def _source(position: Position, take: Takes) -> Tiles:
    """Return the tiles among which a take finds its own."""
    return sun_part(position, take.factory) if isinstance(take, TakeSun) else visible_moon(position)


def _pending(position: Position, options: Options) -> Sequence[Action]:
    """Return the actions that continue a turn."""
    match position.pending:
        case Stacking(_, tiles):
            return stackings(tiles)
        case Laying():
            places = enumerate(position.player.board.places)
            free = [LAY_DOME[place] for place, spaces in places if spaces is None]
            return list(chain.from_iterable(free))
        case Drawing():
            return [DRAW_DOME, LOOK] if may_draw(position, options) else [LOOK]
        case Choosing(tiles):
            return [KEEP_DOME[tile] for tile in tiles]
        case Returning(_, tiles):
            return [RETURN_DOME[tile] for tile in tiles]
    return ()


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
    """Return by colour, as bits, the lines that take its tiles: empty ones, and its own (R29)."""
    own, empty = [], 0
    for row, (held, tiles, paid) in enumerate(board.lines):
        if held is None:
            empty |= 1 << row
        elif tiles + paid <= row:
            own.append((held, 1 << row))
    lines = dict.fromkeys(COLOURS, empty)
    for held, line in own:
        lines[held] |= line
    return lines
