"""Setup and phase 3: filling factories and display (DU-R4 to DU-R9, DU-R50 to DU-R55).

Tiles and chips come from the position's own generator or are dealt from outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.azul_duel.catalogue import (
    COLOURS,
    DISPLAY,
    DOME_TILES,
    FACTORIES,
    GOAL_TILES,
    LARGE_TILES,
    SMALL_TILES,
    TOKENS,
)
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Offer,
    Phase,
    Player,
    Position,
    SmallFactory,
    Supply,
    Tiles,
    count,
    with_display,
    with_offer,
    with_phase,
    with_stack,
    with_supply,
)
from companion.games.base import ImpossiblePosition
from companion.games.common.chance import pick, shuffled
from companion.games.common.sack import Counts, Sack, plus


@dataclass(frozen=True, slots=True)
class RoundDeal:
    """What is put on the factories for one round: tiles, and a chip per small factory."""

    large: Tiles
    smalls: tuple[Tiles, ...]
    chips: Tiles


def first_position(
    seed: int, goals: tuple[str, ...], starter: int | None, options: Options
) -> Position:
    """Return the position before the opening placement, all chance drawn from ``seed``."""
    chance = seed
    if starter is None:
        starter, chance = pick(chance, 2)
    if not goals:
        goals, chance = _random_goals(chance)
    stack, chance = shuffled(chance, DOME_TILES)
    position = Position(
        goals, starter, seat=1 - starter, phase=Phase.PREPARING,
        supply=Supply(stack=stack), chance=chance,
    )  # fmt: skip
    return draw_deal(refill_display(position), options)


def _random_goals(chance: int) -> tuple[tuple[str, ...], int]:
    """Draw three goal tiles and the side of each (R5)."""
    tiles, chance = shuffled(chance, GOAL_TILES)
    goals = []
    for tile in tiles[:3]:
        side, chance = pick(chance, 2)
        goals.append(tile[side])
    return tuple(sorted(goals)), chance


def refill_display(position: Position) -> Position:
    """Turn up dome tiles from the stack until three are displayed (R10, R51)."""
    stack, display = position.supply.stack, position.offer.display
    new = DISPLAY - len(display)
    offer = with_display(position.offer, display + stack[:new])
    return with_supply(with_offer(position, offer), with_stack(position.supply, stack[new:]))


def next_round(position: Position, options: Options) -> Position:
    """Carry out phase 3: tokens, display, starting player tile, factories (R50 to R55)."""
    holder = position.holder
    starter = position.starter if holder is None else holder
    one, two = (_ready(player) for player in position.players)
    position = refill_display(
        Position(
            position.goals, starter, starter, position.round + 1, Phase.PREPARING, (one, two),
            position.offer, position.supply, chance=position.chance,
        )
    )  # fmt: skip
    return position if position.chance is None else draw_deal(position, options)


def _ready(player: Player) -> Player:
    """Return the player with both tokens back and without the starting player tile (R50, R55)."""
    board = player.board._replace(first=False)
    return player._replace(board=board, tokens=TOKENS, taken=0, passed=False)


def draw_deal(position: Position, options: Options) -> Position:
    """Fill the factories from the bag with the position's own generator (R52 to R54)."""
    assert position.chance is not None
    supply = position.supply
    large, sack, chance = _draw_large(_sack(supply), position.chance, options)
    smalls = []
    for _ in range(FACTORIES):
        tiles, sack, chance = sack.draw(SMALL_TILES, chance)
        smalls.append(_named(tiles))
    pool, chance = shuffled(chance, supply.chips)
    dealt = RoundDeal(_named(large), tuple(smalls), pool[:FACTORIES])
    chips = tuple(sorted(pool[FACTORIES:]))
    supply = supply._replace(bag=sack.bag, tower=sack.behind, chips=chips)
    return _filled(position._replace(supply=supply, chance=chance), dealt)


def _sack(supply: Supply) -> Sack:
    return Sack(supply.bag, supply.tower)


_BY_NAME = sorted((colour, index) for index, colour in enumerate(COLOURS))


def _named(counts: Counts) -> Tiles:
    """Return tiles by name, in alphabetical order."""
    tiles: Tiles = ()
    for colour, index in _BY_NAME:
        tiles += (colour,) * counts[index]
    return tiles


def _draw_large(sack: Sack, chance: int, options: Options) -> tuple[Counts, Sack, int]:
    """Draw the large factory's tiles, again as long as all five are equal (R8)."""
    while True:
        tiles, rest, chance = sack.draw(LARGE_TILES, chance)
        if sum(tiles) < LARGE_TILES or _several(tiles):
            return tiles, rest, chance
        sack = Sack(plus(rest.bag, tiles), rest.behind)
        if not _several(sack.bag) and options.large_factory_single_colour == "pour":
            sack = sack.mixed
        if not _several(sack.bag):
            return tiles, rest, chance


def _several(bag: Counts) -> bool:
    """Tell whether a bag holds more than one colour."""
    return sum(map(bool, bag)) > 1


def _filled(position: Position, dealt: RoundDeal) -> Position:
    """Return ``position`` with the factories filled, ready for its first turn."""
    smalls = tuple(
        SmallFactory(sun=tiles, chip=chip)
        for tiles, chip in zip(dealt.smalls, dealt.chips, strict=True)
    )
    offer = Offer(smalls, dealt.large, (), position.offer.display)
    opening = position.round == 1
    phase = Phase.OPENING if opening else Phase.ACQUIRING
    return with_phase(with_offer(position, offer), phase)


def deal(position: Position, given: RoundDeal, options: Options) -> Position:
    """Fill the factories as ``given``; ``ImpossiblePosition`` when the bag cannot give that."""
    if not position.needs_deal:
        raise ImpossiblePosition("The factories are filled already; deal when a round begins.")
    dealt = RoundDeal(
        tuple(sorted(given.large)), tuple(tuple(sorted(s)) for s in given.smalls), given.chips
    )
    _check_sizes(dealt, position.supply)
    _check_large(dealt.large, _sack(position.supply), options)
    supply = _taken(position.supply, dealt)
    return _filled(position._replace(supply=_without_chips(supply, dealt.chips)), dealt)


def _check_sizes(dealt: RoundDeal, supply: Supply) -> None:
    """Refuse a deal that fills the factories in another way than R52 and R53."""
    left = sum(supply.bag) + sum(supply.tower)
    if len(dealt.smalls) != FACTORIES or len(dealt.chips) != FACTORIES:
        raise ImpossiblePosition("DU-R52: a deal has four small factories and a chip for each.")
    wanted = [LARGE_TILES] + [SMALL_TILES] * FACTORIES
    for index, tiles in enumerate((dealt.large, *dealt.smalls)):
        expected = min(wanted[index], left)
        if len(tiles) != expected:
            name = f"small factory {index - 1}" if index else "the large factory"
            raise ImpossiblePosition(f"DU-R52: {name} gets {expected} tiles, not {len(tiles)}.")
        left -= expected


def _check_large(large: Tiles, sack: Sack, options: Options) -> None:
    """Refuse five equal tiles on the large factory where they could be avoided (R8)."""
    if len(large) < LARGE_TILES or len(set(large)) > 1:
        return
    pours = options.large_factory_single_colour == "pour" or sum(sack.bag) < LARGE_TILES
    if _several(sack.mixed.bag if pours else sack.bag):
        raise ImpossiblePosition("DU-R8: five equal tiles on the large factory are drawn again.")


def _taken(supply: Supply, dealt: RoundDeal) -> Supply:
    """Return the supply after a deal; refuse tiles that neither bag nor tower can give (R53)."""
    named = sum(dealt.smalls, dealt.large)
    tiles, sack = count(named), _sack(supply)
    if sum(tiles) != len(named):
        raise ImpossiblePosition("A deal names a colour that the game does not have.")
    # A bag of one colour is topped up from the tower before it runs out (R8).
    if sum(sack.bag) >= LARGE_TILES and not _several(sack.bag) and _several(sack.mixed.bag):
        sack = sack.mixed
    left = sack.take(tiles, "DU-R53")
    return supply._replace(bag=left.bag, tower=left.behind)


def _without_chips(supply: Supply, chips: Tiles) -> Supply:
    """Return the supply without the dealt chips; refuse a chip that is not in the pool (R9)."""
    pool = list(supply.chips)
    for chip in chips:
        if chip not in pool:
            raise ImpossiblePosition(f"DU-R9: no bonus chip {chip!r} is left in the pool.")
        pool.remove(chip)
    return supply._replace(chips=tuple(pool))
