"""From what is seen to what lies there: the most likely explanation, legal or not.

Generic: the game says which boards can follow (``successors``), which mistakes of several tiles
people make (``mistakes``) and how unusual boards are together (``surprise``); nothing here knows a
rule.  ``parts`` explains each part of a board, ``joint`` all of them together, ``questions`` finds
the question where two explanations are close.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.games.base import Cells, Game, Moment, Part, Table
from companion.reconcile.joint import CONDITION, Joint, Search
from companion.reconcile.parts import Explanation, Fits, Option, explain
from companion.reconcile.questions import (
    ASK,
    DOUBT,
    OPEN,
    misread,
    question,
    rivals,
    without_guesses,
)
from companion.reconcile.readings import (
    OTHER,
    BoardReading,
    Contents,
    Doubt,
    Question,
    Reading,
    Rival,
    Without,
)
from companion.sightings.sighting import Likelihoods

__all__ = [
    "ASK",
    "CONDITION",
    "DOUBT",
    "OPEN",
    "OTHER",
    "BoardReading",
    "Contents",
    "Doubt",
    "Fits",
    "Question",
    "Reading",
    "Rival",
    "Without",
    "likeliest",
    "reconcile",
    "reconcile_fits",
]


def reconcile(
    game: Game, before: Table, moment: Moment, seen: Sequence[Mapping[str, Likelihoods]]
) -> Reading:
    """Return what most likely lies on the boards; ``seen[seat]`` has likelihoods by cell."""
    return reconcile_fits(game, before, moment, [Fits(cells) for cells in seen])


def reconcile_fits(game: Game, before: Table, moment: Moment, seen: Sequence[Fits]) -> Reading:
    """Do the same with the fits of each board, which remember what was explained before.

    Of one picture after several tables most parts are the same.
    """
    allowed, known = game.successors(before, moment), game.mistakes(before, moment)
    ranked = [
        [explain(part, _mistakes_of(part, known[seat]), fits) for part in allowed[seat]]
        for seat, fits in enumerate(seen)
    ]
    search = Search(game, before, moment, allowed, ranked)
    found = search.best()
    best = without_guesses(search, found or search.likeliest())
    boards = tuple(_board(search, best, seat) for seat in range(len(seen)))
    nats = search.nats(found)
    if any(board.problems for board in boards):
        return Reading(boards, misread(search, best), nats)
    return Reading(boards, question(search, best), nats, tuple(rivals(search, best)))


def likeliest(seen: Mapping[str, Likelihoods]) -> Cells:
    """Return each cell's likeliest content before any rule is applied, filled cells only.

    Where nothing is known of a cell no tile is claimed.
    """
    best = {
        cell: max(contents, key=lambda content: (contents[content], content is None))
        for cell, contents in seen.items()
    }
    return {cell: content for cell, content in best.items() if content is not None}


def _mistakes_of(part: Part, known: Sequence[Part]) -> tuple[Option, ...]:
    return tuple(option for other in known if other.cells == part.cells for option in other.options)


def _board(search: Search, best: Joint, seat: int) -> BoardReading:
    doubts = tuple(
        doubt
        for i, others in enumerate(search.ranked[seat])
        for doubt in _doubts(best.parts[seat, i], others)
    )
    return BoardReading(search.cells(best.parts, seat), doubts, search.problems(best, seat))


def _doubts(best: Explanation, others: Sequence[Explanation]) -> Iterator[Doubt]:
    """Yield what else may lie on the cells of a part, each by the strongest rival there."""
    for k, (cell, mine) in enumerate(zip(best.cells, best.contents, strict=True)):
        rival = next((each for each in others if each.contents[k] != mine), None)
        if rival is not None and best.score - rival.score <= DOUBT:
            confidence = float(1 / (1 + np.exp(rival.score - best.score)))
            yield Doubt((cell,), (mine, rival.contents[k]), mine, round(confidence, 3))
