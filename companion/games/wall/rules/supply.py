"""Tiles from the bag to the displays, drawn by chance or given (R5, R33 to R35, R46 to R50)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.base import ImpossiblePosition
from companion.games.common.sack import Sack, minus, plus, total
from companion.games.common.tuples import put
from companion.games.wall.data import PER_DISPLAY, SIZE, Rules
from companion.games.wall.position import NO_TILES, Counts, Deal, Phase, Position, new_position
from companion.games.wall.rules.special_factories import (
    EXTRA,
    GOLD_SIDES,
    collect,
    drawn_sides,
    setup_order,
)


def counted(tiles: Sequence[int]) -> Counts:
    """Return tiles as counts per colour; ``()`` for none."""
    return tuple(map(tiles.count, range(SIZE))) if tiles else ()


def listed(counts: Counts) -> list[int]:
    """Return counts as the tiles themselves."""
    tiles: list[int] = []
    for colour, count in enumerate(counts):
        tiles += (colour,) * count
    return tiles


def draw(bag: Counts, lid: Counts, count: int, chance: Random) -> tuple[list[int], Counts, Counts]:
    """Draw tiles; an empty bag is filled from the lid (R34); fewer when both are empty (R35)."""
    pool = listed(bag)
    if count <= len(pool):
        tiles = chance.sample(pool, count)
        return tiles, minus(bag, counted(tiles)), lid
    chance.shuffle(pool)
    poured = listed(lid)
    more = chance.sample(poured, min(count - len(pool), len(poured)))
    return pool + more, minus(lid, counted(more) or NO_TILES), NO_TILES


def fill(rules: Rules, position: Position, chance: Random) -> Position:
    """Return the next round with tiles drawn by ``chance`` on the displays."""
    sides = drawn_sides(rules.players, chance) if rules.special else ()
    wanted = rules.displays * PER_DISPLAY
    tiles, bag, lid = draw(position.bag, position.lid, wanted, chance)
    displays = spread(rules, tiles)
    for place in setup_order(sides, rules.special_order) if sides else ():
        if sides[place] == EXTRA:
            extra, bag, lid = draw(bag, lid, 1, chance)
            displays = _added(displays, place, extra)
        else:
            displays = collect(displays, sides, place)
    return _begun(position, displays, bag, lid, sides)


def spread(rules: Rules, tiles: Sequence[int]) -> tuple[Counts, ...]:
    """Lay drawn tiles on the displays, one display after the other (option ``fill_order``)."""
    number = rules.displays
    if rules.tile_by_tile:
        return tuple(counted(tiles[place::number]) for place in range(number))
    return tuple(
        counted(tiles[start : start + PER_DISPLAY])
        for start in range(0, number * PER_DISPLAY, PER_DISPLAY)
    )


def _added(displays: tuple[Counts, ...], place: int, tiles: Sequence[int]) -> tuple[Counts, ...]:
    if not tiles:
        return displays
    return put(displays, place, plus(displays[place] or NO_TILES, counted(tiles)))


def _begun(
    position: Position,
    displays: tuple[Counts, ...],
    bag: Counts,
    lid: Counts,
    sides: tuple[str | None, ...],
) -> Position:
    starter = position.starter
    return new_position(
        displays, NO_TILES, None, starter, starter, position.boards, bag, lid,
        position.round + 1, Phase.OFFER, position.seed, sides,
    )  # fmt: skip


def given(rules: Rules, position: Position, deal: Deal) -> Position:
    """Return the next round with a given deal; ``ImpossiblePosition`` says what cannot be."""
    _check_sides(rules, deal)
    displays = tuple(tuple(tiles) if any(tiles) else () for tiles in deal.displays)
    _check_displays(rules, position, displays)
    sack = Sack(position.bag, position.lid)
    sack = sack.take(total([tiles or NO_TILES for tiles in displays]), rules.rule(34))
    for place in setup_order(deal.sides, rules.special_order):
        if deal.sides[place] != EXTRA:
            displays = collect(displays, deal.sides, place)
        elif deal.extra is not None:
            sack = sack.take(counted([deal.extra]), rules.rule(34))
            displays = _added(displays, place, [deal.extra])
        elif any(sack.mixed.bag):
            raise ImpossiblePosition("Effect 1 draws a tile: the deal must name its colour.")
    return _begun(position, displays, *sack, deal.sides)


def _check_displays(rules: Rules, position: Position, displays: Sequence[Counts]) -> None:
    """Refuse a deal that does not fill every display with four tiles while there are tiles."""
    if len(displays) != rules.displays:
        raise ImpossiblePosition(
            f"{rules.players} players use {rules.displays} displays, not {len(displays)} (R3)."
        )
    if any(tiles and (len(tiles) != SIZE or min(tiles) < 0) for tiles in displays):
        raise ImpossiblePosition("A display is five counts of tiles, one for each colour.")
    available = sum(position.bag) + sum(position.lid)
    sizes = [sum(tiles) for tiles in displays]
    full = spread(rules, [0] * min(available, rules.displays * PER_DISPLAY))
    if sizes != [sum(tiles) for tiles in full]:
        raise ImpossiblePosition(
            f"The displays hold {sizes} tiles; with {available} in bag and lid they must hold "
            f"{[sum(tiles) for tiles in full]} (R33, R35)."
        )


def _check_sides(rules: Rules, deal: Deal) -> None:
    gold = [side for side in deal.sides if side is not None]
    if not rules.special:
        if deal.sides:
            raise ImpossiblePosition("Gold sides need the option special_factories.")
        return
    if len(deal.sides) != rules.displays or len(gold) != rules.players:
        raise ImpossiblePosition(
            f"{rules.players} of {rules.displays} displays lie gold side up, "
            f"not {len(gold)} of {len(deal.sides)} (CH-R46)."
        )
    if len(set(gold)) != len(gold) or not set(gold) <= set(GOLD_SIDES):
        raise ImpossiblePosition(f"Each gold side exists once; {gold} cannot be.")
    if deal.extra is not None and (EXTRA not in gold or deal.extra not in range(SIZE)):
        raise ImpossiblePosition(f"An extra tile of colour {deal.extra} cannot be (CH-R49).")
