"""The offer beside the boards: what of a take the rules object to, and how sure that is.

The eyes give loose tiles, the game says what is wrong by counts alone; here both are joined.  A
take is refused only where every tile was seen clearly and the tiles that lie wrong have not been
touched; anything less is at most a notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf

from companion.games.base import FIRST, Cells, Game, Moment, Problem, Table
from companion.games.offer import ChecksTakes, Offer, Since, TakeProblem
from companion.games.saying import Notice
from companion.reconcile import Reading
from companion.sitting import Sitting
from companion.vision.loose.tiles import LooseTable, LooseTile

CLEAR = 2.0
"""Nats by which a tile's colour must be likelier than the next."""

CLEARER = 3.0
"""The same for the first take of a round, which one picture alone must tell."""

RING = ("display/", "centre")
"""Where the tiles of an offer lie."""

UNTOUCHED_MM = 6.0
"""How far from its place a tile that nobody moved may be seen."""


@dataclass(frozen=True)
class SeenOffer:
    """The offer of one picture, with its tiles; ``marked``: the marker lies on a board."""

    offer: Offer
    tiles: tuple[LooseTile, ...]
    marked: bool = False

    @property
    def ring(self) -> list[LooseTile]:
        """The tiles on displays and in the centre, without the marker."""
        return [t for t in self.tiles if t.where.startswith(RING) and t.colour != FIRST]

    @property
    def clear(self) -> bool:
        """Whether no colour is doubtful, and no tile of the offer has rolled out of its ring."""
        gathered = not self.offer.displays or len(self.ring) == self.offer.to_come
        return gathered and _least_sure(self.tiles, self.marked) > CLEAR


@dataclass(frozen=True)
class Verdict:
    """What is said of the takes before a picture: problems and notices, by seat."""

    offer: SeenOffer | None = None
    problems: tuple[tuple[int, Problem], ...] = ()
    notices: tuple[tuple[int, Notice], ...] = ()

    @property
    def seen(self) -> Offer | None:
        """The offer to tell people, where all of it was seen."""
        return self.offer.offer if self.offer and self.offer.offer.displays else None


class Offers:
    """The offers of one sitting's pictures, by the number of the entry they were confirmed with."""

    def __init__(self) -> None:
        """Begin without any."""
        self._by_entry: dict[int, SeenOffer] = {}

    def keep(self, number: int, verdict: Verdict) -> None:
        """Keep what was seen with an entry that was confirmed."""
        if verdict.offer is not None:
            self._by_entry[number] = verdict.offer

    def judge(
        self,
        sitting: Sitting,
        moment: Moment,
        boards: Sequence[Cells],
        loose: LooseTable,
    ) -> Verdict:
        """Return what is to be said of the takes since the last complete offer of the round."""
        game = sitting.game
        if not isinstance(game, ChecksTakes):
            return Verdict()
        base = sitting.base_of(moment, boards)
        kept = self._kept(sitting, base, moment)
        earlier = kept if kept and kept[1].clear else None
        offer = game.offer(base, moment, boards, offer_of(loose), followed=kept is not None)
        now = SeenOffer(offer, loose.tiles, any(FIRST in cells.values() for cells in boards))
        dealt = None if earlier else game.dealt(base, moment, boards, offer)
        if dealt is not None and _least_sure(now.tiles, now.marked) > CLEARER:
            earlier = (base, SeenOffer(dealt, loose.tiles, now.marked))
        found = _judged(game, moment, boards, earlier, now) if earlier else Verdict(now)
        return found if offer.complete else replace(found, offer=None)

    def _kept(
        self, sitting: Sitting, base: Table, moment: Moment
    ) -> tuple[Table, SeenOffer] | None:
        """Return the last table of the round, up to ``base``, whose offer was complete."""
        reached = False
        for played in reversed(sitting.history):
            table = played.outcome.table
            reached = reached or table is base
            if table.round != moment.round:
                return None
            if reached and played.entry.number in self._by_entry:
                return table, self._by_entry[played.entry.number]
        return None


def wanted(game: Game, moment: Moment) -> bool:
    """Tell whether loose tiles matter at a moment."""
    return isinstance(game, ChecksTakes) and moment.checkpoint in game.offers_at


def offer_of(loose: LooseTable) -> Offer:
    """Return the counts of loose tiles by place."""
    return Offer(
        tuple(_counted(loose.tiles, f"display/{number}") for number in range(loose.displays)),
        _counted(loose.tiles, "centre"),
        _counted(tile for tile in loose.tiles if not tile.where.startswith(RING)),
    )


def objecting(reading: Reading, problems: Sequence[tuple[int, Problem]]) -> Reading:
    """Return a reading with the problems of takes among those of its boards."""
    boards = tuple(
        replace(board, problems=board.problems + tuple(p for s, p in problems if s == seat))
        for seat, board in enumerate(reading.boards)
    )
    return replace(reading, boards=boards)


def _counted(tiles: Iterable[LooseTile], where: str = "") -> dict[str, int]:
    return dict(Counter(tile.colour for tile in tiles if where in ("", tile.where)))


def _judged(
    game: ChecksTakes,
    moment: Moment,
    boards: Sequence[Cells],
    earlier: tuple[Table, SeenOffer],
    now: SeenOffer,
) -> Verdict:
    table, was = earlier
    if not now.clear:
        return Verdict(now)
    found = game.take_problems(Since(table, moment, boards, was.offer, now.offer))
    sure = [each for each in found if each.stops and _holds(each, was, now)]
    unsure = [each for each in found if each not in sure and not each.doubtful]
    return Verdict(
        None if any(each.doubtful for each in found) else now,
        problems=tuple((each.seat, each.problem) for each in sure),
        notices=tuple((each.seat, _notice(each.problem)) for each in unsure),
    )


def _notice(problem: Problem) -> Notice:
    return Notice(problem.cells, problem.template, problem.values)


def _holds(found: TakeProblem, was: SeenOffer, now: SeenOffer) -> bool:
    """Tell whether the tiles that lie wrong are where they were, if that matters."""
    lying = [
        tile for tile in now.tiles if tile.where == found.place and tile.colour in found.colours
    ]
    return not found.untouched or (bool(lying) and all(_stayed(tile, was.tiles) for tile in lying))


def _stayed(tile: LooseTile, before: Iterable[LooseTile]) -> bool:
    return any(
        tile.colour == other.colour
        and hypot(tile.x_mm - other.x_mm, tile.y_mm - other.y_mm) < UNTOUCHED_MM
        for other in before
    )


def _least_sure(tiles: Sequence[LooseTile], marked: bool) -> float:
    """Return by how many nats the most doubtful tile's colour is likelier than the next.

    There is one marker: ``marked`` on a board, or that loose tile which looks like it far more than
    any other does; none but that may be it.
    """
    ranked = sorted(tiles, key=_like_marker)
    found = [tile for tile in ranked[-1:] if tile.colour == FIRST]
    if marked and found:
        return 0.0  # one of the two is something else
    rival = _like_marker(ranked[-2]) if ranked[1:] else 0.0
    leads = [_like_marker(tile) - rival for tile in found]
    never = (FIRST,) if marked or found else ()
    margins = [_margin(tile, never) for tile in tiles if tile not in found]
    return min((*leads, *margins), default=inf)


def _like_marker(tile: LooseTile) -> float:
    """Return by how many nats a tile is likelier the marker than the likeliest colour."""
    colours = [nats for name, nats in tile.likelihoods.items() if name != FIRST]
    return tile.likelihoods.get(FIRST, -inf) - max(colours)


def _margin(tile: LooseTile, never: Sequence[str] = ()) -> float:
    """Return by how many nats a tile's colour is likelier than the next that it may be."""
    second, first = sorted(v for name, v in tile.likelihoods.items() if name not in never)[-2:]
    return first - second
