"""Past evenings: who played, who won, and the records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from babel.dates import format_date, format_time, get_datetime_format

from companion.journal import History
from companion.journal.kept_values import local_time
from companion.journal.statistics import Evening, Standing
from web.languages import decimal, language
from web.languages import gettext as _
from web.views.points.charts import Chart, scores_by_round, share
from web.views.wording import sentences, words

SHOWN = 40
"""Evenings shown, the newest."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player of a past evening."""

    seat: int
    name: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A past evening: game, when, players, the chart of its rounds, how it stands."""

    id: int
    game: str
    when: str
    players: tuple[Player, ...]
    chart: Chart | None
    complete: bool
    left_out: bool


@dataclass(frozen=True, slots=True)
class Sealed:
    """An evening that cannot be read: when it was, and why."""

    id: int
    when: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One player's wins in a game, with a bar from 0 to 100."""

    name: str
    games: int
    wins: int
    length: float
    record: int
    average: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The players of one game, most wins first, and who holds the record."""

    game: str
    bars: tuple[Bar, ...]
    record: str


def evenings(history: History) -> tuple[Past, ...]:
    """Return the past evenings, newest first."""
    return tuple(past(one) for one in reversed(history.evenings[-SHOWN:]))


def sealed(history: History) -> tuple[Sealed, ...]:
    """Return the evenings that cannot be read, newest first."""
    return tuple(
        Sealed(one.id, moment(one.at), sentences.told(one.reason))
        for one in reversed(history.unreadable)
    )


def past(one: Evening) -> Past:
    """Return one evening."""
    return Past(
        id=one.id,
        game=words.game(one.game),
        when=moment(one.at),
        players=tuple(
            Player(seat, name(one, seat), total, one.complete and seat in one.winners)
            for seat, total in enumerate(one.scores)
        ),
        chart=scores_by_round(one.rounds, one.start, one.first_round),
        complete=one.complete,
        left_out=one.left_out,
    )


def name(one: Evening, seat: int) -> str:
    """Return what a player of an evening is called."""
    given = one.names[seat] if seat < len(one.names) else ""
    return given or _("Player %(number)d", number=seat + 1)


def moment(at: str) -> str:
    """Return a time as people here write it, to the minute; as it was kept, where it is none."""
    code = language()
    try:
        when = local_time(at)
        parts = format_time(when, "short", locale=code), format_date(when, "medium", locale=code)
    except ValueError:
        return at
    return str(get_datetime_format("medium", locale=code)).replace("'", "").format(*parts)


def rankings(standings: Iterable[Standing]) -> tuple[Ranking, ...]:
    """Return the rankings by game."""
    ordered = sorted(standings, key=lambda one: one.game)
    return tuple(
        ranking(game, tuple(found)) for game, found in groupby(ordered, key=lambda one: one.game)
    )


def ranking(game: str, found: tuple[Standing, ...]) -> Ranking:
    """Return the ranking of one game."""
    most = max(one.wins for one in found)
    best = max(found, key=lambda one: one.record)
    return Ranking(
        words.game(game),
        tuple(
            Bar(
                name=one.name,
                games=one.games,
                wins=one.wins,
                length=share(one.wins, most),
                record=one.record,
                average=decimal(one.average),
            )
            for one in sorted(found, key=lambda one: (-one.wins, -one.average))
        ),
        _("%(who)s with %(points)s", who=best.name, points=words.points(best.record)),
    )
