"""The one question that settles most: which part is unsure, and what may lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp, inf

from companion.games.base import Part
from companion.reconcile.joint import Joint, Place, Search
from companion.reconcile.parts import DISAGREE, Explanation
from companion.reconcile.readings import ANSWERS, OTHER, Contents, Question, Rival

ASK = 0.25
"""Nats between the best two joint explanations below which people are asked."""

DOUBT = 2.0
"""Nats between the best two explanations of a part below which a doubt is noted, and people are
asked where what lies there stays."""

SURE = 6.0
"""Nats by which rules may overrule the eyes before it is asked which tile was misread."""

MISREAD = 16.0
"""Nats within which a legal explanation of something illegal is offered as an answer."""

OPEN = DISAGREE - DOUBT
"""Nats behind the best explanation of a part within which another is kept in mind: one that is
further behind is no likelier than that a tile was placed wrongly."""

TRIES = 400
"""Joint explanations tried to find out what else is as likely."""


def without_guesses(search: Search, best: Joint) -> Joint:
    """Return ``best`` with no more than is sure of the cells nobody is asked about.

    What else is taken for sure would overrule what the next picture shows clearly.
    """
    search.tries = TRIES
    sure = {}
    for place in search.places:
        if shared := search.part(place).shared:
            near = [each for _, each in _near(search, best, place, ASK)]
            if len(near) > 1 and not any(each.strange for each in near):
                content = shared([each.contents[0] for each in near])
                sure[place] = near[0]._replace(contents=(content,))
    return replace(best, parts={**best.parts, **sure})


def question(search: Search, best: Joint) -> Question | None:
    """Return what to ask when another explanation is close to the best, or all others together.

    Where the rules overrule the eyes, it is asked what else could explain it: first about the
    tiles that look otherwise.  Else about the part with the fewest answers.
    """
    margin = best.unlike if best.unlike > SURE else ASK
    search.tries = TRIES
    asked: Question | None = None
    for place in sorted(search.places, key=lambda place: -best.parts[place].unlike):
        part, overruled = search.part(place), best.parts[place].unlike > SURE
        asks = max(margin, DOUBT) if part.stays else margin
        behind = list(_near(search, best, place, max(asks, DOUBT)))
        near, doubtful = [each for n, each in behind if n < asks], [each for _, each in behind]
        if len(near) == 1 and not _likelier_together(behind):
            continue
        if _worth_asking(part, doubtful if len(near) == 1 else near, overruled=overruled):
            if overruled:
                return _about(place, near, overruled=True)
            found = _about(place, near, doubtful)
            if asked is None or len(found.options) < len(asked.options):
                asked = found
            if len(asked.options) == 2:
                break
    return asked


def _likelier_together(behind: Sequence[tuple[float, Explanation]]) -> bool:
    """Tell whether others than the best are as likely together as one that is asked about."""
    return sum(exp(-nats) for nats, _ in behind[1:]) > exp(-ASK)


def _worth_asking(part: Part, near: Sequence[Explanation], *, overruled: bool) -> bool:
    """Tell whether points depend on how a part is explained, or whether it is legal.

    Where the rules overrule the eyes they may: what was misread may be something else.
    """
    if any(each.strange for each in near):
        return True
    if part.shared:
        return False
    alike = part.scored and len({part.scored(each.contents) for each in near}) == 1
    return overruled or not alike


def _near(
    search: Search, best: Joint, place: Place, margin: float
) -> Iterator[tuple[float, Explanation]]:
    """Yield the explanations of a part with which all boards are nearly as likely, the best first.

    Each with the nats by which they are less likely with it.
    """
    seat, i = place
    chosen, ranked = best.parts[place], search.ranked[seat][i]
    yield 0.0, chosen
    for number, other in enumerate(ranked):
        if ranked[0].score - other.score > best.loss + margin:
            return
        if other is chosen:
            continue
        found = search.best({place: number}, best.loss + margin) if search.tries >= 0 else None
        # When there are too many ways to try them all, it is asked rather than decided.
        if search.tries < 0:
            yield 0.0, other
        elif found:
            yield max(found.loss - best.loss, 0.0), other


def _about(
    place: Place,
    near: Sequence[Explanation],
    doubtful: Iterable[Explanation] = (),
    *,
    overruled: bool = False,
) -> Question:
    """Ask for all cells in which explanations differ, or for one where that is too much.

    What is ``doubtful`` is offered too: it may be what people would say.  Where the eyes were
    overruled it may also be something else.
    """
    close = list(dict.fromkeys(each.contents for each in near))
    told = list(dict.fromkeys([*close, *(each.contents for each in doubtful)]))
    apart = _apart(close if len(close) > 1 else told)
    if len(_on(apart, told)) > ANSWERS or overruled:
        apart = [min(apart, key=lambda k: len({contents[k] for contents in told}))]
    asked = _question(place[0], near[0].cells, apart, told, more=overruled)
    likely = len(_on(apart, close))
    return replace(asked, close=likely) if likely < len(_on(apart, told)) else asked


def _on(apart: Sequence[int], told: Iterable[Contents]) -> tuple[Contents, ...]:
    """Return what some of a part's cells hold by each of some contents, once each."""
    return tuple(dict.fromkeys(tuple(contents[k] for k in apart) for contents in told))


def _question(
    seat: int,
    cells: Sequence[str],
    apart: Sequence[int],
    told: Sequence[Contents],
    *,
    more: bool = False,
) -> Question:
    """Return the question about some of a part's cells; ``more``: it may be something else."""
    options = _on(apart, told)
    if len(options) > ANSWERS or more:
        options = (*options[: ANSWERS - 1], OTHER)
    return Question(seat, tuple(cells[k] for k in apart), options)


def rivals(search: Search, best: Joint) -> Iterator[Rival]:
    """Yield what parts may be instead that one mistake more would not make less likely."""
    for place in search.places:
        seat, i = place
        chosen = best.parts[place]
        if search.part(place).shared or chosen.strange:
            continue
        for other in search.ranked[seat][i]:
            if other.strange or other.contents == chosen.contents:
                continue
            if chosen.score - other.score < OPEN * _alike(chosen, other):
                pairs = zip(chosen.cells, chosen.contents, other.contents, strict=True)
                yield Rival(seat, {cell: new for cell, was, new in pairs if was != new})


def _alike(one: Explanation, other: Explanation) -> int:
    """Return how many cells hold one thing by one explanation and one thing by the other.

    Tiles that look alike are mistaken together: each says what all of them say.
    """
    pairs = [(a, b) for a, b in zip(one.contents, other.contents, strict=True) if a != b]
    return len(pairs) if len(set(pairs)) == 1 else 1


def misread(search: Search, best: Joint) -> Question | None:
    """Return a question for boards that are not legal: was a tile only misread?

    The violation stands until somebody says so.  Only asked of a part that can be explained by one
    tile of another colour, by print that seems to be a tile, or by a tile that nearly seems to be.
    """
    for seat, i in search.places:
        chosen = best.parts[seat, i]
        if chosen.strange:
            told = _legal_rivals(chosen, search.ranked[seat][i])
            if len(told) > 1:
                return _question(seat, chosen.cells, _apart(told), told)
    return None


def _legal_rivals(chosen: Explanation, ranked: Sequence[Explanation]) -> list[Contents]:
    """Return what is seen, and the likeliest legal ways with one tile read otherwise, or none."""
    rivals = (
        each.contents
        for each in ranked
        if not each.strange and chosen.score - each.score <= _offered(each, chosen)
    )
    return [chosen.contents, *rivals][:ANSWERS]


def _apart(told: Sequence[Contents]) -> list[int]:
    return [k for k in range(len(told[0])) if len({contents[k] for contents in told}) > 1]


def _offered(one: Explanation, seen: Explanation) -> float:
    """Return the nats within which it is offered that it lies otherwise than it is ``seen``.

    Only where it is one tile that is of another colour, or none, or one where none is seen: that
    must be nearly as likely, as people do forget to lay one.
    """
    pairs = [(a, b) for a, b in zip(one.contents, seen.contents, strict=True) if a != b]
    if len(pairs) != 1:
        return -inf
    return OPEN if pairs[0][1] is None else MISREAD
