"""Boards spoiled at random, judged by the engine and by the slow judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isinf
from random import Random

import slow_duel
import slow_pavilion
import slow_wall
from judged_evenings import evening
from judged_forgetting import Taken, anything, taken

from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.span import Span as DuelSpan
from companion.games.base import FIRST, Cells, Checkpoint, Setup
from companion.games.common.span import BEGINNING, OFFER, Span

Boards = Sequence[Cells]
MOST_NEW = 8
"""New tiles between two pictures beyond which the slow judges are too slow."""

WALL = [f"wall/{r}/{c}" for r in range(5) for c in range(5)]
LINES = [f"line/{r}/{place}" for r in range(5) for place in range(r + 1)]
FLOOR = [f"floor/{place}" for place in range(7)]
STARS = [f"star/{star}/{slot}" for star in range(7) for slot in range(1, 7)]


def spoiled(cells: Cells, setup: Setup, chance: Random) -> dict:
    """Return a board with one tile, or two or three, put, moved or taken away as never before."""
    wrong = dict(cells)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
        SPOIL[setup.game](wrong, chance)
    return wrong


def _spoil(cells: dict, chance: Random, every: Sequence[str], colours: Sequence[str]) -> None:
    lying = [cell for cell in cells if cell in every]
    way = chance.choice(("put", "put", "take", "exchange", "move"))
    if way == "put":
        cells[chance.choice(every)] = chance.choice(colours)
    elif lying and way == "take":
        del cells[chance.choice(lying)]
    elif lying and way == "exchange":
        cells[chance.choice(lying)] = chance.choice(colours)
    elif lying:
        tile = cells.pop(chance.choice(lying))
        cells[chance.choice(every)] = tile


def _next_in_line(cells: dict, rows: int, chance: Random, colours: Sequence[str]) -> None:
    """Put a tile where the next one of a line goes: mostly of its own colour."""
    row = chance.randrange(rows)
    tiles = sum(f"line/{row}/{place}" in cells for place in range(row + 1))
    if tiles <= row:
        cells[f"line/{row}/{tiles}"] = cells.get(f"line/{row}/0", chance.choice(colours))


def _wall(cells: dict, chance: Random, colours: Sequence[str]) -> None:
    way = chance.random()
    if way < 0.4:
        _next_in_line(cells, 5, chance, colours)
    elif way < 0.6:
        tiles = sum(cell in cells for cell in FLOOR)
        pieces = [*colours] if FIRST in cells.values() else [*colours, FIRST]
        cells[FLOOR[min(tiles, 6)]] = chance.choice(pieces)
    else:
        _spoil(cells, chance, [*WALL, *LINES * 3, *FLOOR * 2], colours)


def _azul(cells: dict, chance: Random) -> None:
    _wall(cells, chance, ("blue", "yellow", "red", "black", "white"))


def _chocolatier(cells: dict, chance: Random) -> None:
    _wall(cells, chance, ("blue", "brown", "cream", "black", "red"))


def _pavilion(cells: dict, chance: Random) -> None:
    way, colours = chance.random(), slow_pavilion.COLOURS
    if way < 0.3:
        cell = chance.choice(STARS)
        star = int(cell.split("/")[1])
        cells.setdefault(cell, slow_pavilion.PRINTED.get(star) or chance.choice(colours))
    elif way < 0.4:
        for corner in slow_pavilion.CORNERS:
            cells.pop(corner, None)
    else:
        _spoil(cells, chance, [*STARS, *slow_pavilion.CORNERS * 3], colours)


def _duel(cells: dict, chance: Random) -> None:
    way, colours = chance.random(), slow_duel.COLOURS
    laid = [cell for cell in cells if cell.startswith("place")]
    if way < 0.3:
        _next_in_line(cells, 6, chance, colours)
    elif way < 0.4 and len(slow_duel.stack_of(cells)) < 4:
        cells["broken"] = (*slow_duel.stack_of(cells), chance.choice(colours))
    elif way < 0.5:
        place = f"place/{chance.randrange(3)}/{chance.randrange(3)}"
        cells.setdefault(place, chance.choice(list(slow_duel.BOX)))
    elif way < 0.55 and laid:
        place = chance.choice(laid)
        cells[place] = chance.choice(slow_duel.TURNED[slow_duel.BOX[cells[place]]])
    elif way < 0.6:
        if cells.pop("start", None) is None:
            cells["start"] = FIRST
    else:
        lines = [f"line/{r}/{place}" for r in range(6) for place in range(r + 1)]
        dome = [f"dome/{r}/{c}" for r in range(6) for c in range(6)]
        _spoil(cells, chance, [*lines * 2, *dome], colours)


SPOIL: dict[str, Callable[[dict, Random], None]] = {
    "azul": _azul,
    "azul-mini": _azul,
    "master-chocolatier": _chocolatier,
    "summer-pavilion": _pavilion,
    "azul-duel": _duel,
}


@dataclass
class Verdicts:
    """How often both agreed, by moment; where the engine said too much, or too little."""

    agreed: Counter[tuple[str, bool]] = field(default_factory=Counter)
    too_much: list[str] = field(default_factory=list)
    too_little: list[str] = field(default_factory=list)
    undecided: int = 0
    """Boards of which several changed: that is two turns, whatever turns those were."""


def compare(setup: Setup, seeds: Sequence[int], share: float = 0.0, tries: int = 3) -> Verdicts:
    """Judge the boards of evenings, as they lie and spoiled, by both judges."""
    verdicts = Verdicts()
    for seed in seeds:
        chance = Random(seed)
        for one in taken(evening(setup, seed, turns=True), chance, share, anything):
            for number in range(1 + tries):
                boards = list(one.boards)
                if number:
                    seat = _whose(one, chance)
                    boards[seat] = spoiled(boards[seat], setup, chance)
                _judge(one, boards, verdicts)
    return verdicts


def _whose(one: Taken, chance: Random) -> int:
    named = one.moment.seat is not None and chance.random() < 0.7
    return one.moment.seat if named else chance.randrange(len(one.boards))


def _judge(one: Taken, boards: Boards, verdicts: Verdicts) -> None:
    legal = slow_verdict(one, boards)
    if legal is None:
        return
    game = one.sitting.game
    said = [
        problem.rule
        for seat, board in enumerate(boards)
        for problem in game.problems_at(one.base, one.moment, seat, board, boards)
    ]
    wrong = bool(said) or isinf(game.surprise(one.base, one.moment, boards))
    changes = list(differences(one.base.boards, boards))
    if legal and wrong:
        verdicts.too_much.append(f"{one.moment}: {changes} {said}")
    elif wrong or legal:
        verdicts.agreed[str(one.moment.checkpoint), legal] += 1
    elif one.moment.checkpoint in OFFER and sum(map(bool, changes)) > 1:
        verdicts.undecided += 1
    else:
        verdicts.too_little.append(f"{one.moment}: {changes}")


def differences(before: Boards, after: Boards) -> Iterator[dict]:
    """Yield what is different on each board, chips left out: no picture shows them."""
    for old, new in zip(before, after, strict=True):
        cells = {cell for cell in {*old, *new} if not cell.startswith("chip/")}
        yield {c: (old.get(c), new.get(c)) for c in cells if old.get(c) != new.get(c)}


def slow_verdict(one: Taken, boards: Boards) -> bool | None:
    """Return what the slow judge says; None where it is not asked."""
    if one.moment.checkpoint in BEGINNING or not one.base.boards:
        return None
    return SLOWLY[one.base.setup.game](one, boards)


def _slow_pavilion(one: Taken, boards: Boards) -> bool:
    base, moment = one.base, one.moment
    return slow_pavilion.explains(
        base.boards,
        boards,
        grey=base.setup.variant == "grey",
        passed=base.facts.get("passed", ()),
        placed=moment.seat if moment.checkpoint is Checkpoint.PLACED else None,
        new_round=moment.round > base.round,
    )


def _slow_wall(one: Taken, boards: Boards) -> bool | None:
    base, setup, gap = one.base, one.base.setup, Span(one.base, one.moment).gap
    colours = one.sitting.game.colours
    table = slow_wall.Table(colours, setup.players, setup.variant == "grey", bool(setup.options))
    if not gap.tilings and _new(base.boards, boards) <= MOST_NEW:
        return slow_wall.turns_explain(table, base.boards, boards, base.facts.get("carried"))
    if gap.tilings != 1 or one.moment.checkpoint in OFFER:
        return None
    pairs = zip(base.boards, boards, strict=True)
    tiled = all(slow_wall.tiling_explains(table, o, n, seen=gap.seen) for o, n in pairs)
    return tiled and slow_wall.counts_fit(table, boards, None)


def _new(before: Boards, after: Boards) -> int:
    return sum(len(set(new) - set(old)) for old, new in zip(before, after, strict=True))


def _slow_duel(one: Taken, boards: Boards) -> bool | None:
    base, moment, gap = one.base, one.moment, Span(one.base, one.moment).gap
    if moment.checkpoint is Checkpoint.TURN and not gap.tilings:
        if _new(base.boards, boards) > MOST_NEW:
            return None
        turns = slow_duel.Turns(
            base.boards,
            boards,
            moment.round,
            base.facts.get("carried"),
            fresh=base.checkpoint not in OFFER,
        )
        return turns.explain()
    if gap.tilings != 1 or moment.checkpoint in OFFER:
        return None
    right = slow_duel.counts_fit(boards)
    for seat, (old, new) in enumerate(zip(base.boards, boards, strict=True)):
        chips = DuelSpan(base, moment, Options()).spendable(seat) if gap.seen else None
        due = len(slow_duel.places_of(new)) == min(9, 1 + 2 * moment.round)
        right = right and due and slow_duel.phase_2_explains(old, new, chips)
    return right


SLOWLY: dict[str, Callable[[Taken, Boards], bool | None]] = {
    "azul": _slow_wall,
    "azul-mini": _slow_wall,
    "master-chocolatier": _slow_wall,
    "summer-pavilion": _slow_pavilion,
    "azul-duel": _slow_duel,
}
