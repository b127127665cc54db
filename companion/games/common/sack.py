"""The bag, and behind it the tower or lid that fills it again: drawn from blindly, or as told."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub
from typing import NamedTuple

from companion.games.base import ImpossiblePosition
from companion.games.common.chance import drawn

Counts = tuple[int, ...]
"""How many tiles of each colour, in the order of the game's colours."""


def plus(left: Counts, right: Counts) -> Counts:
    """Return the tiles of both."""
    return tuple(map(add, left, right))


def minus(left: Counts, right: Counts) -> Counts:
    """Return ``left`` without ``right``."""
    return tuple(map(sub, left, right))


def within(part: Counts, whole: Counts) -> bool:
    """Tell whether ``whole`` has all tiles of ``part``, and ``part`` no negative number."""
    return all(0 <= some <= there for some, there in zip(part, whole, strict=True))


def total(heaps: Sequence[Counts]) -> Counts:
    """Return the tiles of several heaps, one at least."""
    return tuple(map(sum, zip(*heaps, strict=True)))


class Sack(NamedTuple):
    """The bag with what lies behind it."""

    bag: Counts
    behind: Counts

    @property
    def mixed(self) -> Sack:
        """The sack with everything poured into the bag."""
        return Sack(plus(self.bag, self.behind), (0,) * len(self.bag))

    @property
    def poured(self) -> Sack:
        """The sack with the bag filled again, if that is empty."""
        return self if any(self.bag) else self.mixed

    def take(self, tiles: Counts, rule: str) -> Sack:
        """Return what is left when just these ``tiles`` were drawn: the bag first, then the rest.

        Raises ``ImpossiblePosition`` with the ``rule`` of drawing when it cannot have brought them.
        """
        if not self.can_give(tiles):
            raise ImpossiblePosition(
                f"{rule}: the bag {self.bag} with {self.behind} behind it cannot give {tiles}; "
                "the whole bag is drawn before it is filled again."
            )
        return self.without(tiles)

    def can_give(self, tiles: Counts) -> bool:
        """Tell whether drawing can bring just these tiles."""
        if sum(tiles) <= sum(self.bag):
            return within(tiles, self.bag)
        return within(self.bag, tiles) and within(tiles, self.mixed.bag)

    def without(self, tiles: Counts) -> Sack:
        """Return what is left of the sack when it can give ``tiles``."""
        if sum(tiles) <= sum(self.bag):
            return Sack(minus(self.bag, tiles), self.behind)
        mixed = self.mixed
        return Sack(minus(mixed.bag, tiles), mixed.behind)

    def draw(self, number: int, state: int) -> tuple[Counts, Sack, int]:
        """Draw tiles blindly, or all there are; return them, what is left, and the generator."""
        in_bag = sum(self.bag)
        came, left, state = drawn(state, self.bag, min(number, in_bag))
        if number <= in_bag:
            return came, Sack(left, self.behind), state
        more, rest, state = drawn(state, self.behind, min(number - in_bag, sum(self.behind)))
        return plus(came, more), Sack(rest, left), state
