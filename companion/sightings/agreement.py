"""Several pictures of one moment: what they agree on counts, and where they do not a hand moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.chosen_numbers import CONTRADICTS
from companion.sightings.sighting import BoardSighting, Content, Likelihoods, Sighting, View

WORST = (View.LOST, View.COVERED, View.DAZZLED, View.UNKNOWN, View.CLEAR)


class Mean(Mapping[Content | None, float]):
    """The mean of a cell's likelihoods in several pictures.

    Not their sum: pictures of the same light and the same print make the same mistakes.
    """

    def __init__(self, each: Sequence[Likelihoods]) -> None:
        """Take the likelihoods of the same cell, one for each picture."""
        self._each = [(one, max(one.values())) for one in each]

    def __getitem__(self, content: Content | None) -> float:
        """Return how likely a content is, compared with the likeliest in each picture."""
        return sum(one[content] - best for one, best in self._each) / len(self._each)

    def __iter__(self) -> Iterator[Content | None]:
        """Yield the contents."""
        return iter(self._each[0][0])

    def __len__(self) -> int:
        """Return the number of contents."""
        return len(self._each[0][0])


def mean(each: Sequence[Likelihoods]) -> Likelihoods:
    """Return the mean of a cell's likelihoods; plain ones stay plain, which is faster to read."""
    both = Mean(each)
    return dict(both) if all(type(one) is dict for one in each) else both


def together(sightings: Sequence[Sighting]) -> Sighting:
    """Return what pictures of one moment say together, the newest last.

    A board on which two of them are sure of different things is covered: somebody moves there.
    """
    if len(sightings) == 1:
        return sightings[0]
    laps: Counter[str] = Counter()
    for sighting in sightings:
        laps.update(sighting.ms)
    boards = zip(*(sighting.boards for sighting in sightings), strict=True)
    return Sighting(tuple(_board(each) for each in boards), dict(laps))


def _board(each: Sequence[BoardSighting]) -> BoardSighting:
    view = min((one.view for one in each), key=WORST.index)
    newest = each[-1]
    if view is not View.CLEAR:
        return replace(newest, view=view)
    cells = {cell: [one.cells[cell] for one in each] for cell in newest.cells}
    if any(_contradict(likely) for likely in cells.values()):
        return replace(newest, view=View.COVERED)
    return replace(
        newest,
        cells={cell: mean(likely) for cell, likely in cells.items()},
        score_marker=newest.score_marker if len({one.score_marker for one in each}) == 1 else None,
        covered=frozenset().union(*(one.covered for one in each)),
        dazzled=frozenset().union(*(one.dazzled for one in each)),
        chips=newest.chips if all(one.chips == newest.chips for one in each) else {},
    )


def _contradict(each: Sequence[Likelihoods]) -> bool:
    """Tell whether pictures are sure of different contents of a cell."""
    sure = set()
    for likely in each:
        best, second = sorted(likely, key=lambda content: likely[content])[:-3:-1]
        if likely[best] - likely[second] > CONTRADICTS:
            sure.add(best)
    return len(sure) > 1
