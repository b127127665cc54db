"""Tiles drawn after a pass: the records do not name them, but what follows tells.

The supply is filled up before every turn (SP-R34), yet only placements note it.  Where bag and
tower had run out and a pass has put tiles into the tower, the tiles drawn are found from the
supply and the bonus that the record notes next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.base import ImpossiblePosition
from companion.games.common.sack import Counts, Sack, within
from companion.games.summer_pavilion.position import Position
from companion.games.summer_pavilion.rules.rounds import tiles_wanted
from companion.games.summer_pavilion.tiles import NO_TILES, counted, plus, selections


@dataclass(frozen=True, slots=True)
class NextSupply:
    """The supply that the record notes next, and the bonus taken before it was filled."""

    supply: Counts
    bonus: Counts = NO_TILES


def next_supply(
    to_come: Iterable[Mapping[str, Any]], next_round: Sequence[int] | None
) -> NextSupply | None:
    """Return what the record notes next of the supply: in a placement, or in the next round."""
    for noted in to_come:
        if noted["type"] == "place":
            return NextSupply(tuple(noted["supply"]), counted(noted["bonus"]))
    return None if next_round is None else NextSupply(tuple(next_round))


def drawn_unseen(position: Position, following: NextSupply | None) -> Counts:
    """Return tiles that fill the supply now and agree with what the record notes next."""
    sack = Sack(position.bag, position.tower)
    everything = sack.mixed.bag
    for drawn in selections(everything, tiles_wanted(position)):
        if sack.can_give(drawn) and _agrees(plus(position.supply, drawn), following):
            return drawn
    raise ImpossiblePosition("no tiles from the bag lead to the supply noted next")


def _agrees(supply: Counts, following: NextSupply | None) -> bool:
    """Tell whether a supply can give the bonus and become the one noted next."""
    if following is None:
        return True
    return within(following.bonus, supply) and within(
        supply, plus(following.supply, following.bonus)
    )
