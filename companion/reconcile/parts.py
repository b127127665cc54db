"""One part of a board: how it may lie, legal or not, the likeliest first.

A part is explained by an option of the rules or by a known mistake.  A cell may disagree with the
option at a price: so a tile that lies wrong is found as what it is, and never explained away.
Exact: the best explanations over all options, by branch and bound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, Self

from companion.games.base import Content, Part
from companion.reconcile.best_first import best_first
from companion.reconcile.readings import Contents
from companion.sightings.sighting import Likelihoods

DISAGREE = 6.0
"""Nats it costs that a cell is unlike anything the rules allow: one mistake in 400 cells."""

MISTAKE = 5.0
"""What a mistake of several tiles costs that people are known to make."""

KEPT = 40
"""Legal explanations kept for each part of a board."""

KEPT_STRANGE = 12
"""Explanations kept that no option allows."""

WINDOW = 20.0
"""Nats behind the best explanation beyond which none is kept."""

WAYS = 24
"""Contents of one cell that are tried."""

Allowed = frozenset[Content | None]
Option = tuple[Allowed, ...]


class Fit(NamedTuple):
    """A content of a cell: its score, and whether it disagrees with the option.

    ``behind`` are the nats by which it is less likely than the likeliest content.
    """

    score: float
    content: Content | None
    disagrees: bool
    behind: float


class Column(NamedTuple):
    """The contents of a cell, the best first, and by how much each scores less than the first."""

    fits: tuple[Fit, ...]
    losses: tuple[float, ...]


class Way(NamedTuple):
    """An option of the rules or a known mistake: the best score by it, its price, the cells."""

    top: float
    price: float
    columns: tuple[Column, ...]


class Explanation(NamedTuple):
    """One way a part may lie: contents per cell, log-likelihood, whether no option allows it.

    ``unlike`` are the nats by which the eyes alone would see it otherwise.
    """

    cells: tuple[str, ...]
    contents: Contents
    score: float
    strange: bool
    unlike: float = 0.0


PartKey = tuple[tuple[str, ...], tuple[Option, ...], tuple[Option, ...]]
"""A part's cells, its options, and the mistakes that people are known to make in it."""


class Fits:
    """How well each content fits a cell of one board; asked often, worked out once.

    ``explained`` are the explanations of parts, by their cells, options and known mistakes.
    """

    def __init__(self, seen: Mapping[str, Likelihoods]) -> None:
        """Take the likelihoods of a board."""
        self._seen = seen
        self._known: dict[tuple[str, Allowed], Column] = {}
        self.explained: dict[PartKey, list[Explanation]] = {}

    def narrowed(self, seen: Mapping[str, Likelihoods]) -> Self:
        """Return the fits of a board some cells of which are known better.

        Of the others, of which the same was ``seen``, they are as worked out.
        """
        told = {cell for cell, each in seen.items() if each is not self._seen.get(cell)}
        fits = type(self)(seen)
        fits._known = {key: fit for key, fit in self._known.items() if key[0] not in told}
        fits.explained = {k: e for k, e in self.explained.items() if not told.intersection(k[0])}
        return fits

    def of(self, cell: str, allowed: Allowed) -> Column:
        """Return the contents of a cell when the rules allow some of them."""
        key = cell, allowed
        known = self._known.get(key)
        if known is None:
            fits = _fits(self._seen.get(cell, {}), allowed)
            known = self._known[key] = Column(fits, tuple([fits[0].score - f.score for f in fits]))
        return known


def _fits(seen: Likelihoods, allowed: Allowed) -> tuple[Fit, ...]:
    if not seen:  # nobody looked there: no tile where that is allowed, the same one every time
        content = None if None in allowed else min(allowed, key=str)
        return (Fit(0.0, content, False, 0.0),)
    legal = {c: seen[c] for c in allowed if c in seen}
    other = {c: value for c, value in seen.items() if c not in allowed}
    if len({*legal.values(), *other.values()}) == 1 and legal:  # nothing shows that it is wrong
        other = {}
    most = max((*legal.values(), *other.values()))
    found: list[Fit] = [Fit(value, c, False, most - value) for c, value in legal.items()]
    found += [Fit(value - DISAGREE, c, True, most - value) for c, value in other.items()]
    return tuple(sorted(found, key=lambda fit: (-fit.score, str(fit.content)))[:WAYS])


def explain(part: Part, mistakes: tuple[Option, ...], fits: Fits) -> list[Explanation]:
    """Return the best explanations of one part, best first: legal and strange ones."""
    key = part.cells, part.options, mistakes
    if key not in fits.explained:
        fits.explained[key] = _explained(part, mistakes, fits)
    return fits.explained[key]


def _explained(part: Part, mistakes: Sequence[Option], fits: Fits) -> list[Explanation]:
    ways = [_priced(part, option, 0.0, fits) for option in part.options]
    ways += [_priced(part, option, MISTAKE, fits) for option in mistakes]
    ways.sort(key=attrgetter("top"), reverse=True)
    least = ways[0].top - WINDOW
    found: dict[Contents, Explanation] = {}
    for way in ways:
        if way.top < least:
            break
        for each in _of_one_option(part, way, least):
            known = found.get(each.contents)
            if known is None or each.score > known.score:
                found[each.contents] = each
    return _kept(list(found.values()))


def _priced(part: Part, option: Option, price: float, fits: Fits) -> Way:
    columns = tuple([fits.of(*each) for each in zip(part.cells, option, strict=True)])
    return Way(sum([column.fits[0].score for column in columns]) - price, price, columns)


def _of_one_option(part: Part, way: Way, least: float) -> Iterator[Explanation]:
    """Yield the best explanations by one option, down to a score of ``least``.

    Only cells of which a second content is that good are chosen for; the others are as they are.
    Thousands are worked out for a picture: in lists, which take less time than generators.
    """
    slack = way.top - least
    good = [bisect_right(column.losses, slack) for column in way.columns]
    loose = [at for at, count in enumerate(good) if count > 1]
    fits = [column.fits[0] for column in way.columns]
    scores = [[-loss for loss in way.columns[at].losses[: good[at]]] for at in loose]
    for loss, picks in islice(best_first(scores, slack), KEPT):
        for at, pick in zip(loose, picks, strict=True):
            fits[at] = way.columns[at].fits[pick]
        yield Explanation(
            part.cells,
            tuple([fit.content for fit in fits]),
            way.top - loss,
            strange=way.price > 0 or any(fit.disagrees for fit in fits),
            unlike=sum([fit.behind for fit in fits]),
        )


def _kept(found: Sequence[Explanation]) -> list[Explanation]:
    """Return the best legal explanations and the best strange ones, together, best first."""
    best = sorted(found, key=lambda each: each.score, reverse=True)
    legal = [each for each in best if not each.strange][:KEPT]
    strange = [each for each in best if each.strange][:KEPT_STRANGE]
    return sorted(legal + strange, key=lambda each: each.score, reverse=True)
