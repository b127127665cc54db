"""The result of a game in words, for the picture that is sent on."""

from __future__ import annotations

from collections.abc import Sequence

from companion.boards import load
from companion.games.base import Result
from companion.journal import Kept
from companion.sitting import Sitting
from web.languages import gettext as _
from web.pictures.result_card import Card, Rank
from web.views.points import past
from web.views.points.course import ranking
from web.views.points.game_sheet import bonus
from web.views.wording import words


def result_card(kept: Kept, played: Sitting) -> Card:
    """Return what the picture of a kept game says; of an unfinished one the totals so far."""
    setup = kept.seating.setup
    result = played.game.result(played.table)
    order = ranking(result) if result.complete else [(0, s) for s in range(setup.players)]
    colours = kept.seating.colours
    return Card(
        title=words.game(setup.game),
        when=past.moment(kept.at),
        headline=headline(result),
        ranks=tuple(rank(played, result, place, seat, colours) for place, seat in order),
    )


def headline(result: Result) -> str:
    """Return who has won."""
    if not result.complete:
        return _("not finished")
    who = words.joined([words.seat(seat) for seat in result.winners])
    if len(result.winners) > 1:
        return _("%(who)s share the victory", who=who)
    return _("%(who)s wins", who=who)


def rank(played: Sitting, result: Result, place: int, seat: int, colours: Sequence[int]) -> Rank:
    """Return one player of the picture."""
    before = played.table.scores[seat]
    total = result.scores[seat] if result.complete else before
    setup = played.table.setup
    board = load(setup.game, setup.variant)
    found = bonus(board, result, seat, played).lines if result.complete else ()
    return Rank(
        seat=seat,
        colour=colours[seat] if colours else seat,
        place=_("place %(number)d", number=place) if place else "",
        name=words.seat(seat),
        total=total,
        course=_(
            "%(before)d before the end, %(gained)s at the end",
            before=before,
            gained=words.signed(total - before),
        )
        if result.complete
        else "",
        bonuses=tuple((line.place, line.points) for line in found),
        won=result.complete and seat in result.winners,
    )
