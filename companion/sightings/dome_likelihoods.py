"""How likely every dome tile is that may lie on a place: a likelihood of each, from its spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product

from companion.chosen_numbers import SPACE_LIMIT
from companion.games.base import ANY, SPECIAL
from companion.sightings.sighting import Content

PLACE_LIMIT = 2 * SPACE_LIMIT
"""Nats at most for a free place, or for a dome tile: two spaces tell all.  That a dome tile was
confirmed counts as much."""

Spaces = tuple[str | None, ...]
"""The four spaces of a dome tile as it lies: top-left, top-right, bottom-left, bottom-right."""

Prints = tuple[Mapping[str, float], ...]
"""Log-likelihoods of what each of the four spaces shows."""


class DomeLikelihoods(Mapping[Content | None, float]):
    """Log-likelihoods of every dome tile that may lie on a place, worked out when asked for.

    They are counted from the likeliest that a set has: whether there is one is another question,
    which an empty place's likelihood answers.  Iterating yields only the likeliest, and None for no
    dome tile.
    """

    def __init__(self, spaces: Prints, empty: float, known: Spaces | None) -> None:
        """Take the likelihoods of each space, of an empty place, and what is known to lie there."""
        self._spaces = spaces
        self._empty = empty
        self._known = known

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a dome tile as it lies, or of none (None)."""
        if content is None:
            return self._empty
        if not isinstance(content, tuple) or len(content) != len(self._spaces):
            raise KeyError(content)
        known = self._known is not None and may_be_same(self._known, content)
        return self._told(content) - self._most + (PLACE_LIMIT if known else 0.0)

    def __iter__(self) -> Iterator[Content | None]:
        """Yield None and the likeliest dome tiles: the best three of every space, in all ways."""
        yield None
        if self._known and None not in self._known:
            yield self._known
        yield from (each for each in self._likeliest if each != self._known)

    def __len__(self) -> int:
        """Return how many contents iterating yields."""
        return sum(1 for _ in self)

    @cached_property
    def _likeliest(self) -> list[Spaces]:
        best = [sorted(s, key=lambda n, s=s: -s[n])[:3] for s in self._spaces]  # type: ignore[misc]
        whole: list[Spaces] = [*product(*best)]
        return [*filter(_is_made, whole)] or whole

    @cached_property
    def _most(self) -> float:
        return max(self._told(spaces) for spaces in self._likeliest)

    def _told(self, content: Spaces) -> float:
        pairs = zip(self._spaces, content, strict=True)
        return sum(likely[name] for likely, name in pairs if name)

    @property
    def prints(self) -> Prints:
        """What each space shows, how likely."""
        return self._spaces


def _is_made(spaces: Spaces) -> bool:
    """Tell whether sets have such dome tiles: three colours, a space for any or special tiles."""
    return len(set(spaces)) == len(spaces) and len({ANY, SPECIAL}.intersection(spaces)) == 1


def may_be_same(one: Spaces, other: Spaces) -> bool:
    """Tell whether two dome tiles may be the same, by what is known of both."""
    return all(None in (a, b) or a == b for a, b in zip(one, other, strict=True))
