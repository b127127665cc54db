"""From what is seen to what lies there: the most likely explanation, legal or not.

Generic: the game says which boards can follow (``successors``) and which mistakes of several tiles
people make (``mistakes``); nothing here knows a rule.  Each part of a board is explained by the
option whose contents are likeliest.  A cell may disagree with every option, at a price: so a tile
that lies wrong is found as what it is, and is never explained away.  Exact within a part;
conditions that span parts and boards (``consistent``) are met by trying explanations in the order
of their likelihood.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from companion.games.base import Cells, Content, Game, Moment, Part, Problem, Table
from companion.vision.sighting import Likelihoods

DISAGREE = 6.0
"""Nats it costs that a cell is unlike anything the rules allow: one mistake in 400 cells."""

MISTAKE = 5.0
"""What a mistake of several tiles costs that people are known to make."""

KEPT = 4
"""Explanations kept for each part of a board."""

CONDITION = 6.0
"""Nats that a condition across boards may cost; beyond, what was clearly seen is kept."""

TRIES = 300
"""Joint explanations tried before conditions across boards are given up."""

DOUBT = 2.0
"""Nats between the best two explanations of a part below which a doubt is noted."""

ASK = 0.25
"""Nats between the best two joint explanations below which people are asked."""

OPTIONS = 4
"""Answers offered at most."""

Option = tuple[frozenset[Content | None], ...]


@dataclass(frozen=True)
class Doubt:
    """Cells that could also be read otherwise: contents in question, the one chosen, how surely."""

    cells: tuple[str, ...]
    options: tuple[Content | None, ...]
    chosen: Content | None
    confidence: float


@dataclass(frozen=True)
class Explanation:
    """One way a part may lie: contents per cell, log-likelihood, cells that fit no option."""

    cells: tuple[str, ...]
    contents: tuple[Content | None, ...]
    score: float
    strange: bool


Joint = list[list[Explanation]]
"""One explanation for every part of every seat's board."""


@dataclass(frozen=True)
class BoardReading:
    """What lies on one board: filled cells, what is unsure, what is wrong."""

    cells: Cells
    doubts: tuple[Doubt, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Question:
    """What must be asked: which of ``options`` (contents of ``cells``) lies on a seat's board?

    The likeliest option comes first.
    """

    seat: int
    cells: tuple[str, ...]
    options: tuple[tuple[Content | None, ...], ...]


@dataclass(frozen=True)
class Reading:
    """All boards at one moment; ``question`` is set when two explanations are close."""

    boards: tuple[BoardReading, ...]
    question: Question | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong on any board."""
        return not any(board.problems for board in self.boards)


def reconcile(
    game: Game, before: Table, moment: Moment, seen: Sequence[Mapping[str, Likelihoods]]
) -> Reading:
    """Return what most likely lies on the boards; ``seen[seat]`` has likelihoods by cell."""
    allowed = game.successors(before, moment)
    known = game.mistakes(before, moment)
    ranked = [
        [explain(part, _mistakes_of(part, known[seat]), cells) for part in allowed[seat]]
        for seat, cells in enumerate(seen)
    ]
    best, *rivals = _joint(game, before, moment, ranked)
    boards = tuple(
        _board(game, before, moment, seat, best[seat], ranked[seat]) for seat in range(len(seen))
    )
    return Reading(boards, _question(best, rivals))


def _question(best: Joint, rivals: Sequence[Joint]) -> Question | None:
    """Ask about the one part in which the closest rival differs first."""
    if not rivals:
        return None
    seat, i = next(
        (seat, i)
        for seat, parts in enumerate(best)
        for i, part in enumerate(parts)
        if rivals[0][seat][i].contents != part.contents
    )
    told = [best[seat][i].contents]
    for rival in rivals:
        if rival[seat][i].contents not in told:
            told.append(rival[seat][i].contents)
    told = told[:OPTIONS]
    apart = [k for k in range(len(told[0])) if len({contents[k] for contents in told}) > 1]
    cells = tuple(best[seat][i].cells[k] for k in apart)
    return Question(seat, cells, tuple(tuple(contents[k] for k in apart) for contents in told))


def likeliest(seen: Mapping[str, Likelihoods]) -> Cells:
    """Return each cell's likeliest content before any rule is applied, filled cells only."""
    best = {cell: max(contents, key=lambda c: contents[c]) for cell, contents in seen.items()}
    return {cell: content for cell, content in best.items() if content is not None}


def explain(
    part: Part, mistakes: Sequence[Option], seen: Mapping[str, Likelihoods]
) -> list[Explanation]:
    """Return the best few explanations of one part, best first."""
    found: dict[tuple[Content | None, ...], Explanation] = {}
    priced = [(option, 0.0) for option in part.options] + [(o, MISTAKE) for o in mistakes]
    for option, price in priced:
        for explanation in _fits(part.cells, option, price, seen):
            best = found.get(explanation.contents)
            if best is None or explanation.score > best.score:
                found[explanation.contents] = explanation
    return sorted(found.values(), key=lambda e: -e.score)[:KEPT]


def _fits(
    cells: tuple[str, ...], option: Option, price: float, seen: Mapping[str, Likelihoods]
) -> Iterator[Explanation]:
    """Yield the best explanation by one option, and the best that differs from it in one cell."""
    fits = [_fit(seen.get(cell, {}), wanted) for cell, wanted in zip(cells, option, strict=True)]
    total = sum(fit[0][1] for fit in fits) - price
    strange = price > 0 or any(fit[0][2] for fit in fits)
    contents = tuple(fit[0][0] for fit in fits)
    yield Explanation(cells, contents, total, strange)
    seconds = [(fit[1][1] - fit[0][1], i) for i, fit in enumerate(fits) if len(fit) > 1]
    if seconds:
        loss, i = max(seconds)
        other, _, odd = fits[i][1]
        swapped = (*contents[:i], other, *contents[i + 1 :])
        yield Explanation(cells, swapped, total + loss, strange or odd)


def _fit(
    seen: Likelihoods, wanted: frozenset[Content | None]
) -> list[tuple[Content | None, float, bool]]:
    """Return the best two contents of a cell under one option: content, score, disagreeing."""
    if not seen:
        return [(next(iter(wanted)), 0.0, False)]
    scored = [(c, seen[c], False) for c in wanted if c in seen]
    scored += [(c, value - DISAGREE, True) for c, value in seen.items() if c not in wanted]
    return heapq.nlargest(2, scored, key=lambda each: each[1])


def _mistakes_of(part: Part, known: Sequence[Part]) -> list[Option]:
    return [option for other in known if other.cells == part.cells for option in other.options]


def _joint(
    game: Game, before: Table, moment: Moment, ranked: Sequence[Sequence[list[Explanation]]]
) -> list[Joint]:
    """Return the likeliest joint explanation, then those so close that people must be asked.

    Best first over all parts (bounded by ``TRIES``).  Explanations must agree with each other
    across the boards; one with anything strange in it is taken as it is, for the rules to complain.
    """
    places = [(seat, i) for seat, parts in enumerate(ranked) for i in range(len(parts))]
    found: list[Joint] = []
    least = 0.0
    for loss, picks in _best_first([ranked[seat][i] for seat, i in places]):
        if loss > (least + ASK if found else CONDITION):
            break
        joint = _picked(ranked, places, picks)
        if _holds(game, before, moment, joint):
            least = least if found else loss
            found.append(joint)
    return found or [[[part[0] for part in parts] for parts in ranked]]


def _picked(
    ranked: Sequence[Sequence[list[Explanation]]],
    places: Sequence[tuple[int, int]],
    picks: Sequence[int],
) -> Joint:
    joint: Joint = [[] for _ in ranked]
    for (seat, i), pick in zip(places, picks, strict=True):
        joint[seat].append(ranked[seat][i][pick])
    return joint


def _holds(game: Game, before: Table, moment: Moment, joint: Joint) -> bool:
    if any(explanation.strange for parts in joint for explanation in parts):
        return True
    return game.consistent(before, moment, [_contents(parts) for parts in joint])


def _best_first(
    ranked: Sequence[list[Explanation]],
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield what is lost and which explanation to take of each part, likeliest first."""
    loose = [i for i, part in enumerate(ranked) if len(part) > 1]
    order = count()
    heap = [(0.0, next(order), (0,) * len(ranked), 0)]
    for _ in range(TRIES):
        if not heap:
            return
        loss, _, picks, since = heapq.heappop(heap)
        yield loss, picks
        for at in range(since, len(loose)):
            i = loose[at]
            if picks[i] + 1 < len(ranked[i]):
                step = ranked[i][picks[i]].score - ranked[i][picks[i] + 1].score
                further = (*picks[:i], picks[i] + 1, *picks[i + 1 :])
                heapq.heappush(heap, (loss + step, next(order), further, at))


def _board(
    game: Game,
    before: Table,
    moment: Moment,
    seat: int,
    chosen: Sequence[Explanation],
    ranked: Sequence[list[Explanation]],
) -> BoardReading:
    cells = _contents(chosen)
    earlier = before.boards[seat] if before.boards else None
    doubts = tuple(
        doubt
        for best, others in zip(chosen, ranked, strict=True)
        for doubt in _doubts(best, others)
    )
    return BoardReading(cells, doubts, game.problems(cells, earlier, moment.checkpoint))


def _contents(parts: Sequence[Explanation]) -> dict[str, Content]:
    return {
        cell: content
        for part in parts
        for cell, content in zip(part.cells, part.contents, strict=True)
        if content is not None
    }


def _doubts(best: Explanation, others: Sequence[Explanation]) -> Iterator[Doubt]:
    """Yield what else a part might be, cell by cell, from the strongest rival."""
    rivals = [e for e in others if e.contents != best.contents]
    if not rivals or best.score - rivals[0].score > DOUBT:
        return
    confidence = float(1 / (1 + np.exp(rivals[0].score - best.score)))
    for cell, mine, other in zip(best.cells, best.contents, rivals[0].contents, strict=True):
        if mine != other:
            yield Doubt((cell,), (mine, other), mine, round(confidence, 3))
