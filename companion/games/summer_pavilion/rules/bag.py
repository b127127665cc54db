"""Drawing tiles from the bag: by a small generator, or checked when they are given.

The generator is SplitMix64, kept as one number, so that it can lie in an immutable position and
gives the same game under every version of Python.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.summer_pavilion.tiles import NO_TILES, Counts, minus, plus, within

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _next_number(state: int) -> tuple[int, int]:
    """Return the generator's next state, and 64 random bits."""
    state = (state + _STEP) & _MASK
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


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


def _blindly(tiles: Counts, number: int, state: int) -> tuple[Counts, int]:
    """Pick ``number`` of ``tiles``; there are that many."""
    left = list(tiles)
    drawn = [0] * len(left)
    for remaining in range(sum(tiles), sum(tiles) - number, -1):
        state, bits = _next_number(state)
        ticket = bits % remaining
        colour = 0
        while ticket >= left[colour]:
            ticket -= left[colour]
            colour += 1
        left[colour] -= 1
        drawn[colour] += 1
    return tuple(drawn), state


def draw(sack: Sack, number: int, state: int) -> tuple[Counts, Sack, int]:
    """Draw ``number`` tiles blindly, or all there are; return them, what is left, the generator."""
    drawn, state = _blindly(sack.bag, min(number, sum(sack.bag)), state)
    missing = min(number - sum(drawn), sum(sack.tower))
    if missing:
        more, state = _blindly(sack.tower, missing, state)
        drawn = plus(drawn, more)
    return drawn, sack.without(drawn), state
