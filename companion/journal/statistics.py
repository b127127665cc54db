"""What the evenings come to: games, wins, records and averages per player and game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import sitting
from companion.errors import JournalError
from companion.events import Event
from companion.games.base import Checkpoint, Result
from companion.games.played import Played, totals_between
from companion.journal.journal import Journal
from companion.journal.json_forms import dump
from companion.journal.kept_values import Kept, Unreadable
from companion.journal.player_names import plain
from companion.sentence import Sentence

MOST_KNOWN = 10_000
"""Sittings that are remembered worked out."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One sitting with what came of it.

    ``rounds`` are the totals after each round, from ``first_round`` on, and ``start`` those before
    it: a game that was joined began with neither round 1 nor nothing.  One that is ``left_out``
    counts for no record and no average.
    """

    id: int
    uid: str
    at: str
    game: str
    variant: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    complete: bool
    aside: bool
    rounds: tuple[tuple[int, ...], ...]
    left_out: bool = False
    start: tuple[int, ...] = ()
    first_round: int = 1

    @property
    def counts(self) -> bool:
        """Whether it counts for records and averages."""
        return self.complete and not self.left_out

    def to_json(self) -> dict[str, Any]:
        """Return the evening as JSON values."""
        return {
            "id": self.id,
            "uid": self.uid,
            "at": self.at,
            "game": self.game,
            "variant": self.variant,
            "names": list(self.names),
            "scores": list(self.scores),
            "winners": list(self.winners),
            "complete": self.complete,
            "aside": self.aside,
            "rounds": [list(totals) for totals in self.rounds],
            "start": list(self.start),
            "first_round": self.first_round,
            "left_out": self.left_out,
        }


@dataclass(frozen=True, slots=True)
class CameTo:
    """What the events of a sitting come to, and no more: there may be thousands of them."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    complete: bool
    rounds: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What one player did in one game, finished sittings only; ``record`` is the best total."""

    name: str
    game: str
    games: int
    wins: int
    record: int
    average: float

    def to_json(self) -> dict[str, Any]:
        """Return the standing as JSON values."""
        return {
            "name": self.name,
            "game": self.game,
            "games": self.games,
            "wins": self.wins,
            "record": self.record,
            "average": self.average,
        }


@dataclass(frozen=True, slots=True)
class History:
    """All evenings, oldest first, and the players' standings by game, most wins first.

    ``unreadable`` are the sittings that can be told nothing of, but why.
    """

    evenings: tuple[Evening, ...]
    standings: tuple[Standing, ...]
    unreadable: tuple[Unreadable, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the history as JSON values."""
        found: dict[str, Any] = {
            "evenings": [one.to_json() for one in self.evenings],
            "standings": [one.to_json() for one in self.standings],
        }
        if self.unreadable:
            found["unreadable"] = [one.to_json() for one in self.unreadable]
        return found


def history(journal: Journal) -> History:
    """Return what the journal's sittings come to; one that nobody began counts for nothing."""
    told = [_told(journal, one) for one in journal.all()]
    without = journal.left_out()
    evenings = tuple(
        replace(one, left_out=one.uid in without) for one in told if isinstance(one, Evening)
    )
    unreadable = tuple(one for one in told if isinstance(one, Unreadable))
    return History(evenings, standings(evenings), unreadable)


def _told(journal: Journal, one: Kept | Unreadable) -> Evening | Unreadable | None:
    """Return what a sitting came to, or why nobody can tell; None for one that nobody began."""
    if isinstance(one, Unreadable) or one.events < 2:
        return one if isinstance(one, Unreadable) else None
    try:
        return evening(journal, one)
    except JournalError as error:
        return Unreadable(one.id, one.uid, one.at, str(error))
    except Exception as error:  # events that can be read, but cannot have happened
        reason = Sentence(
            "sitting {number} cannot be worked out ({error}); it stays as it is",
            number=one.id,
            error=f"{type(error).__name__}: {error}",
        )
        return Unreadable(one.id, one.uid, one.at, reason)


def evening(journal: Journal, kept: Kept) -> Evening:
    """Return one sitting with what came of it."""
    came_to = _came_to(tuple(one.event for one in journal.recorded(kept.id)))
    setup = kept.seating.setup
    return Evening(
        kept.id,
        kept.uid,
        kept.at,
        setup.game,
        setup.variant,
        kept.seating.names,
        came_to.scores,
        came_to.winners,
        came_to.complete,
        kept.aside,
        came_to.rounds,
        start=came_to.start,
        first_round=setup.round or 1,
    )


def _came_to(events: Sequence[Event]) -> CameTo:
    """Work out what a sitting came to, once for as long as it stays the same."""
    key = hashlib.sha256("\n".join(map(dump, events)).encode("utf-8", "surrogatepass")).digest()
    known = _known.get(key)
    if known is None:
        folded = sitting.fold(events)
        result = folded.game.result(folded.table)
        scores = result.scores if result.complete else folded.table.scores
        ends = rounds(folded, result)
        known = CameTo(scores, result.winners, result.complete, ends, folded.start.scores)
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = known
    return known


_known: dict[bytes, CameTo] = {}
"""What was worked out, by the sum of its events."""


def rounds(folded: sitting.Sitting, result: Result) -> tuple[tuple[int, ...], ...]:
    """Return the totals after each round; the last with the bonuses, once the game is over."""
    ends: dict[int, tuple[int, ...]] = {}
    history = folded.history
    for played, following in zip(history, (*history[1:], None), strict=False):
        if _ends_round(folded, played):
            ends[played.entry.moment.round] = played.outcome.table.scores
        elif following is not None and _is_last_seen(played, following):
            ends[played.entry.moment.round] = totals_between(played, following)
    totals = [ends[number] for number in sorted(ends)]
    if result.complete and totals:
        totals[-1] = result.scores
    return tuple(totals)


def _ends_round(folded: sitting.Sitting, played: Played) -> bool:
    """Tell whether a round was over with a reading: all is tiled, or everybody has passed."""
    table = played.outcome.table
    tiled = played.entry.moment.checkpoint is Checkpoint.TILED
    return tiled or len(folded.game.passed(table)) == table.setup.players


def _is_last_seen(played: Played, following: Played) -> bool:
    """Tell whether a reading is the last of a round whose end nobody pressed for."""
    moment = played.entry.moment
    return moment.checkpoint is not Checkpoint.SETUP and following.entry.moment.round > moment.round


def standings(evenings: Iterable[Evening]) -> tuple[Standing, ...]:
    """Return what each player did in each game, called as last; seats without a name are nobody."""
    played: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    called: dict[str, str] = {}
    for one in evenings:
        if not one.counts:
            continue
        for seat, name in enumerate(one.names[: len(one.scores)]):
            if name:
                who, how = plain(name), (one.scores[seat], seat in one.winners)
                called[who] = name
                played.setdefault((one.game, who), []).append(how)
    found = [_standing(called[who], game, games) for (game, who), games in played.items()]
    return tuple(sorted(found, key=lambda s: (s.game, -s.wins, -s.average, s.name)))


def _standing(name: str, game: str, games: Sequence[tuple[int, bool]]) -> Standing:
    scores = [score for score, _ in games]
    return Standing(
        name,
        game,
        len(games),
        sum(won for _, won in games),
        max(scores),
        round(sum(scores) / len(scores), 1),
    )
