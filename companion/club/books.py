"""What the facts come to: the games that tables told of, and the tournament they count in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from companion.club.facts import (
    Accepted,
    Arranged,
    Begun,
    Decided,
    Drawn,
    Ended,
    Fact,
    Heard,
    Joined,
    Left,
    Met,
    Withdrawn,
)
from companion.club.message import Finished
from companion.club.tournament import Match, Outcome, Tournament
from companion.journal.player_names import plain

Place = tuple[int, str]
"""A round's number and a table."""

Key = tuple[str, str]
"""A table and the name a sitting has there."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game as its table tells it."""

    table: str
    finished: Finished


@dataclass(frozen=True, slots=True)
class Books:
    """Everything the hub knows for good; a pure fold over its facts.

    ``first`` has the round in which a game was first heard of, also of one that was taken up again:
    it is what tells to which round a game belongs.  ``met`` are the tables that have spoken in this
    tournament, ``brought`` the games that one had ended when it first did: they may be as old as
    its journal, so that only a judge can say which of them is a match.
    """

    tournament: Tournament | None = None
    games: Mapping[Key, Game] = field(default_factory=dict)
    first: Mapping[Key, int] = field(default_factory=dict)
    met: frozenset[str] = frozenset()
    brought: frozenset[Key] = frozenset()
    accepted: Mapping[Place, Accepted] = field(default_factory=dict)
    decided: Mapping[Place, Decided] = field(default_factory=dict)

    @property
    def round(self) -> int:
        """The number of the newest round; 0 before the first, and without a tournament."""
        return len(self.tournament.rounds) if self.tournament else 0


def fold(facts: Iterable[Fact]) -> Books:
    """Return what facts come to."""
    return counted(reduce(noted, facts, Books()))


def apply(books: Books, facts: Iterable[Fact]) -> Books:
    """Return the books after some more facts."""
    return counted(reduce(noted, facts, books))


def noted(books: Books, fact: Fact) -> Books:
    """Return the books with one more fact; what it means for matches is worked out afterwards."""
    match fact:
        case Begun(plan):
            return Books(Tournament(plan, plan.players), books.games, dict.fromkeys(books.first, 0))
        case Heard(table, finished):
            key = (table, finished.sitting)
            return replace(
                books,
                games={**books.games, key: Game(table, finished)},
                first={key: books.round, **books.first},
            )
        case Met(table, brought):
            keys = {(table, sitting) for sitting in brought}
            return replace(books, met=books.met | {table}, brought=books.brought | keys)
        case Withdrawn(table, sitting):
            games = {key: game for key, game in books.games.items() if key != (table, sitting)}
            return replace(books, games=games)
        case Accepted():
            return replace(books, accepted={**books.accepted, (fact.round, fact.table): fact})
        case Decided():
            return replace(books, decided={**books.decided, (fact.round, fact.table): fact})
    return replace(books, tournament=_went_on(books.tournament, fact))


def _went_on(tournament: Tournament | None, fact: Fact) -> Tournament | None:
    if tournament is None:
        return None
    match fact:
        case Joined(player):
            players = tournament.players
            known = players if player in players else (*players, player)
            return replace(tournament, players=known, gone=tournament.gone - {player})
        case Left(player):
            return replace(tournament, gone=tournament.gone | {player})
        case Arranged(tables):
            return replace(tournament, plan=replace(tournament.plan, tables=tables))
        case Drawn(drawn):
            return replace(tournament, rounds=(*tournament.rounds, drawn))
        case Ended():
            return replace(tournament, over=True)
    return tournament


def counted(books: Books) -> Books:
    """Return the books with the outcome of every match that has one."""
    if books.tournament is None:
        return books
    outcomes = {
        (one.number, match.table): outcome
        for one in books.tournament.rounds
        for match in one.matches
        if (outcome := _outcome(books, one.number, match)) is not None
    }
    return replace(books, tournament=replace(books.tournament, outcomes=outcomes))


def _outcome(books: Books, number: int, match: Match) -> Outcome | None:
    """Return what came of a match: a judge's word before the table's; None while nobody knows."""
    place = (number, match.table)
    if decided := books.decided.get(place):
        return of_scores(decided.scores, decided.ties)
    if accepted := books.accepted.get(place):
        game = books.games.get((match.table, accepted.sitting))
        return _in_order(game.finished, accepted.players, match) if game else None
    for game in games_of(books, number, match.table):
        if fits(books, game, match):
            return _in_order(game.finished, game.finished.names, match)
    return None


def games_of(books: Books, number: int, table: str) -> Iterator[Game]:
    """Yield the games of a table that were first heard of in a round, in order."""
    return (
        game
        for key, game in books.games.items()
        if game.table == table and books.first[key] == number
    )


def fits(books: Books, game: Game, match: Match) -> bool:
    """Tell whether a game is the match by what its table says: the same game, the same names."""
    tournament, done = books.tournament, game.finished
    if (game.table, done.sitting) in books.brought:
        return False
    if tournament is None or done.game != tournament.plan.game:
        return False
    return sorted(map(plain, done.names)) == sorted(map(plain, match.players))


def unclear(books: Books, number: int, match: Match) -> tuple[Game, ...]:
    """Return the games of an open match's table that may be it, but only a judge can say so."""
    if books.tournament is None or (number, match.table) in books.tournament.outcomes:
        return ()
    return tuple(
        game
        for game in games_of(books, number, match.table)
        if len(game.finished.names) == len(match.players)
    )


def sat(game: Game, match: Match) -> tuple[str, ...]:
    """Return a match's players as they sat at a game.

    Whom the table knows sits where it says, the others on the other seats as they were drawn.
    """
    drawn = {plain(player): player for player in match.players}
    known = [drawn.pop(plain(name), "") for name in game.finished.names]
    others = iter(drawn.values())
    return tuple(player or next(others) for player in known)


def of_scores(scores: tuple[int, ...], ties: tuple[int, ...]) -> Outcome:
    """Return the outcome that points, and what decides between equal ones, come to."""
    keys = list(zip(scores, ties, strict=True))
    return Outcome(scores, ties, tuple(1 + sum(o > key for o in keys) for key in keys))


def _in_order(finished: Finished, seated: tuple[str, ...], match: Match) -> Outcome:
    """Return what came of a match in its players' order; ``seated`` are they as they sat."""
    seats = {plain(name): seat for seat, name in enumerate(seated)}
    order = [seats[plain(player)] for player in match.players]
    return Outcome(
        tuple(finished.scores[seat] for seat in order),
        tuple(finished.ties[seat] for seat in order),
        tuple(finished.places[seat] for seat in order),
        finished.sitting,
    )
