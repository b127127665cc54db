"""Drawing tiles from the bag with the tower behind it, blindly, or checked when they are given."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.common.chance import drawn
from companion.games.summer_pavilion.tiles import NO_TILES, Counts, minus, plus, within


@dataclass(frozen=True, slots=True)
class Sack:
    """The bag with the tower behind it."""

    bag: Counts
    tower: Counts

    def poured(self) -> Sack:
        """Return the sack with the tower poured into the bag, if that is empty (SP-R34, SP-R39)."""
        return self if any(self.bag) else Sack(self.tower, NO_TILES)

    def without(self, drawn: Counts) -> Sack:
        """Return the sack after ``drawn`` has come out of it: the bag first, then the tower."""
        if sum(drawn) <= sum(self.bag):
            return Sack(minus(self.bag, drawn), self.tower)
        return Sack(minus(plus(self.bag, self.tower), drawn), NO_TILES)

    def can_give(self, drawn: Counts) -> bool:
        """Tell whether drawing can bring just these tiles."""
        if sum(drawn) <= sum(self.bag):
            return within(drawn, self.bag)
        return within(self.bag, drawn) and within(drawn, plus(self.bag, self.tower))


def draw(sack: Sack, number: int, state: int) -> tuple[Counts, Sack, int]:
    """Draw ``number`` tiles blindly, or all there are; return them, what is left, the generator."""
    in_bag = sum(sack.bag)
    tiles, state = drawn(state, sack.bag, min(number, in_bag))
    came = tuple(tiles)
    if number <= in_bag:
        return came, Sack(minus(sack.bag, came), sack.tower), state
    tiles, state = drawn(state, sack.tower, min(number - in_bag, sum(sack.tower)))
    came = plus(came, tuple(tiles))
    return came, sack.without(came), state
