"""Phase 2: placing and paying for one tile (SP-R17 to SP-R26)."""

from __future__ import annotations

from functools import lru_cache

from companion.games.base import IllegalAction
from companion.games.common.tuples import put
from companion.games.summer_pavilion.actions import PASS, PLACES, Pass, Place
from companion.games.summer_pavilion.layout import (
    SIDES,
    SPACE,
    Spaces,
    lying_on,
    spaces_of,
    star_of,
)
from companion.games.summer_pavilion.options import AFTER_REFILL, Options
from companion.games.summer_pavilion.position import Phase, Position, new_player_board, new_position
from companion.games.summer_pavilion.rules.scoring import add_points, completed_by, placement_points
from companion.games.summer_pavilion.rules.stars import colour_rule, fitting_colours
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import COLOURS, INDEX, minus, one, plus


def legal_places(rules: Rules, position: Position) -> list[Place | Pass]:
    """Return every way the player on turn can place and pay for a tile, star by star; or pass."""
    board, side = position.boards[position.seat], rules.side
    beside, spaces, wild = board.beside, board.spaces, position.wild
    # Wild tiles that can stand in for each colour: none for the wild one itself (SP-R24).
    wilds = [beside[wild]] * len(beside)
    wilds[wild] = 0
    payable = plus(beside, tuple(wilds))
    places: list[Place | Pass] = []
    for star, printed in enumerate(side.colours):
        if printed is not None and not beside[printed]:
            continue
        fitting, empty = _room(side.name, star, lying_on(spaces, star))
        at_hand = [colour for colour in fitting if beside[colour]]
        for space, number in empty if at_hand else ():
            for colour in at_hand:
                if number <= payable[colour]:
                    fewest = number - wilds[colour]
                    least = fewest - 1 if fewest > 1 else 0
                    places += PLACES[space][colour][number][least : beside[colour]]
    places.append(PASS)
    return places


@lru_cache(maxsize=16384)
def _room(
    side: str, star: int, lying: Spaces
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return which colours fit a star with these six contents, and its empty spaces.

    The spaces come with their numbers.  Kept, because a star stays as it is for many turns.
    """
    board = SIDES[side]
    fitting = fitting_colours(board, star, [tile for tile in lying if tile is not None])
    pairs = zip(spaces_of(star), lying, strict=True)
    return fitting, tuple((space, board.numbers[space]) for space, tile in pairs if tile is None)


def _check(rules: Rules, position: Position, action: Place) -> tuple[int, int]:
    """Return space and colour of a legal action, or say which rule forbids it."""
    board = position.boards[position.seat]
    space, colour = SPACE.get(action.cell), INDEX.get(action.colour)
    if space is None or colour is None or board.spaces[space] is not None:
        raise IllegalAction("SP-R19", f"{action.cell} is no empty space; choose one on a star")
    star = star_of(space)
    fitting, _ = _room(rules.side.name, star, lying_on(board.spaces, star))
    if colour not in fitting:
        rule = colour_rule(rules.side, star)
        raise IllegalAction(rule, f"{action.colour} does not fit the star of {action.cell}")
    _check_payment(position, action, colour, rules.side.numbers[space])
    return space, colour


def _check_payment(position: Position, action: Place, colour: int, number: int) -> None:
    """Say which rule forbids the tiles spent, if one does."""
    beside, wild = position.boards[position.seat].beside, position.wild
    if action.tiles < 1:
        raise IllegalAction("SP-R23", f"one tile spent must itself be {action.colour}")
    if action.wilds and colour == wild:
        raise IllegalAction("SP-R24", f"for {action.colour} only {action.colour} can be spent now")
    if action.wilds < 0 or action.tiles + action.wilds != number:
        raise IllegalAction("SP-R20", f"{action.cell} costs {number} tiles, neither more nor fewer")
    if action.tiles > beside[colour] or action.wilds > beside[wild]:
        raise IllegalAction("SP-R18", f"not enough {action.colour} or {COLOURS[wild]} beside it")


def place(rules: Rules, position: Position, action: Place) -> Position:
    """Return the position after placing, paying and scoring; bonus tiles come next."""
    space, colour = _check(rules, position, action)
    board = position.boards[position.seat]
    spaces = put(board.spaces, space, colour)
    spent = plus(one(colour, action.tiles), one(position.wild, action.wilds))
    board = new_player_board(
        spaces,
        minus(board.beside, spent),
        board.corners,
        add_points(board.score, placement_points(spaces, space), rules.options),
        board.passed,
    )
    phase, owed = _claim(position, bonus_choices(spaces, space, rules.options), rules.options)
    return new_position(
        position.round, phase, position.seat, position.starter, position.marker,
        position.displays, position.centre, position.supply, position.bag,
        plus(position.tower, minus(spent, one(colour))),
        put(position.boards, position.seat, board), owed, position.generator,
    )  # fmt: skip


def _claim(
    position: Position, owed: tuple[int, ...], options: Options
) -> tuple[Phase, tuple[int, ...]]:
    """Return the next phase and what stays owed: an empty supply cannot give a bonus."""
    if owed and any(position.supply):
        return Phase.BONUS, owed
    return Phase.REFILL, owed if options.short_supply == AFTER_REFILL else owed[1:]


def bonus_choices(spaces: Spaces, space: int, options: Options) -> tuple[int, ...]:
    """Return how many bonus tiles ``space`` has brought, one number per choice (SP-R32)."""
    completed = completed_by(spaces, space)
    if not completed:
        return ()
    bonuses = sorted(structure.bonus for structure in completed)
    return (sum(bonuses),) if options.bonus_combined_choice else tuple(bonuses)
