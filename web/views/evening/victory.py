"""Who has won, by how much, and what decided where points did not."""

from __future__ import annotations

from companion.games.base import Result
from companion.service.bulletin.state import State
from web.languages import gettext as _
from web.views.points.course import ranking, tie_broken
from web.views.wording import words


def victory(state: State) -> str:
    """Return who has won, or empty text while the game goes on."""
    result = state.result
    if result is None or not result.complete or not result.winners:
        return ""
    who = words.joined([words.seat(seat) for seat in result.winners])
    score = words.points(result.scores[result.winners[0]])
    if len(result.winners) > 1:
        return _("%(who)s share the victory with %(points)s.", who=who, points=score)
    return _("%(who)s wins with %(points)s!", who=who, points=score)


def places(game: str, result: Result) -> list[str]:
    """Return everybody by rank, with the points that the end of the game brought."""
    found = [
        _("%(rank)d. %(who)s: %(points)s, of these %(bonus)s at the end",
          rank=rank, who=words.seat(seat), points=words.points(result.scores[seat]),
          bonus=words.signed(sum(step.points for step in result.steps[seat])))
        for rank, seat in ranking(result)
    ]  # fmt: skip
    decided = tie_broken(game, result)
    return [*found, decided] if decided else found
