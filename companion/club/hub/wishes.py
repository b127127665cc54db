"""What organisers and judges ask for, checked, as the facts that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.club.books import Books, games_of, sat
from companion.club.facts import (
    Accepted,
    Arranged,
    Begun,
    Decided,
    Drawn,
    Ended,
    Fact,
    Joined,
    Left,
)
from companion.club.topics import is_table
from companion.club.tournament import Match, Plan, Tournament, draw
from companion.errors import WishRefused
from companion.games import INFOS, NAMES
from companion.journal import player_names
from companion.journal.player_names import plain
from companion.sentence import Sentence

LONGEST_NAME = 40
"""Letters of a tournament's name; a player's has to have room at the tables."""

MOST_IN_A_TOURNAMENT = 800
MOST_POINTS = 1000


def begin(books: Books, plan: Plan) -> Sequence[Fact]:
    """Begin a tournament; one that is under way must be over first."""
    if books.tournament is not None and not books.tournament.over:
        raise WishRefused(Sentence("a tournament is under way; end it first"))
    if plan.game not in NAMES or not 2 <= plan.size <= 4:
        raise WishRefused(Sentence("choose a game, and 2 to 4 players at a table"))
    if plan.size not in INFOS[plan.game].players:
        most = max(INFOS[plan.game].players)
        said = "this game is for {most} at the most; choose fewer players at a table"
        raise WishRefused(Sentence(said, most=most))
    players = tuple(_player(name) for name in plan.players)
    _all_different(players)
    if not 2 <= len(players) <= MOST_IN_A_TOURNAMENT:
        raise WishRefused(
            Sentence(
                "a tournament needs 2 to {most} players, one in a line", most=MOST_IN_A_TOURNAMENT
            )
        )
    name, tables = _name(plan.name, LONGEST_NAME), _tables(plan.tables)
    return [Begun(replace(plan, name=name, tables=tables, players=players))]


def join(books: Books, player: str) -> Sequence[Fact]:
    """Let a player in, or back in; from the next round on."""
    tournament, name = _under_way(books), _player(player)
    known = {plain(one): one for one in tournament.players}
    if plain(name) in known:
        name = known[plain(name)]
        if name not in tournament.gone:
            raise WishRefused(Sentence("{name} plays already", name=name))
    return [Joined(name)]


def leave(books: Books, player: str) -> Sequence[Fact]:
    """Let a player go; what was drawn already stays."""
    if player not in _under_way(books).here:
        raise WishRefused(Sentence("{name} does not play", name=player))
    return [Left(player)]


def arrange(books: Books, were: Sequence[str], tables: Sequence[str]) -> Sequence[Fact]:
    """Let other tables be played at; what was drawn already stays.

    ``were`` are those that whoever asks was shown: two organisers never undo each other's change.
    """
    if tuple(were) != _under_way(books).plan.tables:
        raise WishRefused(Sentence("somebody else has changed the tables; load the page anew"))
    return [Arranged(_tables(tables))]


def next_round(books: Books) -> Sequence[Fact]:
    """Draw the next round."""
    return [Drawn(draw(_under_way(books)))]


def end(books: Books) -> Sequence[Fact]:
    """Declare the tournament over."""
    _under_way(books)
    return [Ended()]


def check_draw(books: Books, number: int, name: str) -> None:
    """Refuse where a page that asks was drawn for the round of another tournament."""
    if books.tournament is None or books.tournament.draw_name(number) != name:
        raise WishRefused(Sentence("this result is of another tournament; look at the match again"))


def decide(
    books: Books, number: int, table: str, scores: tuple[int, ...], ties: tuple[int, ...]
) -> Sequence[Fact]:
    """Say what came of a match, whatever its table told."""
    match = match_at(books, number, table)
    if not len(scores) == len(ties) == len(match.players):
        raise WishRefused(Sentence("give the points of everybody at the table {name}", name=table))
    if any(not -MOST_POINTS <= one <= MOST_POINTS for one in (*scores, *ties)):
        raise WishRefused(Sentence("nobody can have that many points; type them anew"))
    return [Decided(number, table, scores, ties)]


def accept(books: Books, number: int, table: str, sitting: str) -> Sequence[Fact]:
    """Say that a game a table told of is its match, its players seated as ``books.sat`` tells."""
    match = match_at(books, number, table)
    game = next(
        (one for one in games_of(books, number, table) if one.finished.sitting == sitting), None
    )
    if game is None or len(game.finished.names) != len(match.players):
        raise WishRefused(Sentence("the table {name} has told of no such game", name=table))
    return [Accepted(number, table, sitting, sat(game, match))]


def match_at(books: Books, number: int, table: str) -> Match:
    """Return the match of a round at a table; refuses where there is none."""
    rounds = books.tournament.rounds if books.tournament else ()
    for one in rounds:
        for match in one.matches:
            if (one.number, match.table) == (number, table):
                return match
    raise WishRefused(
        Sentence("there is no match at the table {name} in round {number}", name=table,
                 number=number)
    )  # fmt: skip


def _under_way(books: Books) -> Tournament:
    if books.tournament is None or books.tournament.over:
        raise WishRefused(Sentence("no tournament is under way; begin one"))
    return books.tournament


def _tables(names: Sequence[str]) -> tuple[str, ...]:
    for name in names:
        if not is_table(name):
            raise WishRefused(
                Sentence("{name} is no table; its name has a to z, 0 to 9 and -", name=name)
            )
    return tuple(dict.fromkeys(names))


def _player(name: str) -> str:
    return _name(name, player_names.LONGEST)


def _name(name: str, most: int) -> str:
    clean = " ".join(player_names.visible(" ".join(name.split())).split())
    if not 0 < player_names.letters(clean) <= most or len(clean) > player_names.MOST_SIGNS:
        raise WishRefused(Sentence("a name has 1 to {most} letters", most=most))
    return clean


def _all_different(players: Sequence[str]) -> None:
    seen: set[str] = set()
    for player in players:
        if plain(player) in seen:
            raise WishRefused(
                Sentence("two players are called {name}; tell them apart", name=player)
            )
        seen.add(plain(player))
