"""Who leads in what, and which records are broken tonight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games import GOAL_RULES
from companion.games.base import Result
from companion.journal.player_names import plain
from companion.journal.statistics import Evening
from web.languages import gettext as _
from web.views.points.course import Round
from web.views.wording import rule_sentences, words


@dataclass(frozen=True, slots=True)
class Leader:
    """Something somebody is best at: what, who, how much."""

    what: str
    who: str
    much: str


def leaders(rounds: Sequence[Round], result: Result) -> tuple[Leader, ...]:
    """Return who leads in what; nothing before the first round is scored."""
    done = [one for one in rounds if not one.coming]
    if not done:
        return ()
    gains = {(seat, one.number): part.gained for one in done for seat, part in enumerate(one.parts)}
    single: dict[tuple[int, int], int] = {}
    lost = dict.fromkeys(range(len(result.scores)), 0)
    for one in done:
        for seat, part in enumerate(one.parts):
            best = max((step.points for step in part.steps), default=0)
            single[seat, one.number] = max(best, single.get((seat, one.number), 0))
            lost[seat] += sum(min(0, step.points) for step in part.steps)
    found = [
        best_round(_("Best round"), gains),
        best_round(_("Most points at once"), single),
        least_lost(lost),
        *(counted(name, result) for name in (result.bonuses[0] if result.bonuses else ())),
    ]
    return tuple(one for one in found if one is not None)


def best_round(what: str, values: Mapping[tuple[int, int], int]) -> Leader | None:
    """Return who had the most in one round; nobody where it was nothing."""
    most = max(values.values())
    if most <= 0:
        return None
    who = [seat for seat, _round in values if values[seat, _round] == most]
    number = next(number for (seat, number), value in values.items() if value == most)
    much = f"{words.signed(most)} ({words.round_(number)})" if len(set(who)) == 1 else ""
    return Leader(what, called(who), much or words.signed(most))


def least_lost(lost: Mapping[int, int]) -> Leader | None:
    """Return who has lost the fewest points; nobody where all lost as many."""
    least = max(lost.values())
    who = [seat for seat, points in lost.items() if points == least]
    if len(who) == len(lost):
        return None
    return Leader(_("Fewest points lost"), called(who), words.signed(least))


def counted(name: str, result: Result) -> Leader | None:
    """Return who has the most of what the game rewards in the end; nobody where all are equal."""
    counts = [bonus.get(name, 0) for bonus in result.bonuses]
    most = max(counts)
    who = [seat for seat, count in enumerate(counts) if count == most]
    if not most or len(who) == len(counts):
        return None
    return Leader(rewarded(name), called(who), str(most))


def rewarded(name: str) -> str:
    """Return what a game rewards in the end, in words."""
    if name in GOAL_RULES:
        return rule_sentences.heading(GOAL_RULES[name])
    names = {
        "rows": _("Complete rows"),
        "columns": _("Complete columns"),
        "colours": _("Complete colours"),
        "stars": _("Complete stars"),
        "multicoloured": _("The star of all colours"),
        "numbers": _("Complete numbers"),
        "corners": _("Tiles kept in the corners"),
    }
    return names.get(name, name)


def called(seats: Iterable[int]) -> str:
    """Return the names of those who share something."""
    return words.joined([words.seat(seat) for seat in sorted(set(seats))])


def records(
    game: str, names: Sequence[str], scores: Sequence[int], earlier: Iterable[Evening]
) -> tuple[str, ...]:
    """Return which records these totals break: the table's, and everybody's own."""
    found = [one for one in earlier if one.counts and one.game == game]
    told = []
    everybody = [(score, _name(one.names, seat)) for one in found
                 for seat, score in enumerate(one.scores)]  # fmt: skip
    best = max(everybody, default=None)
    if best and max(scores) > best[0]:
        who = called(seat for seat, score in enumerate(scores) if score == max(scores))
        told.append(
            _(
                "%(who)s: %(points)s, the most this table has seen; so far it was %(before)d.",
                who=who,
                points=words.points(max(scores)),
                before=best[0],
            )
        )
    for seat, score in enumerate(scores):
        mine = plain(_name(names, seat))
        own = [before for before, name in everybody if mine and mine == plain(name)]
        if own and score > max(own):
            told.append(
                _(
                    "%(who)s has never had so many: %(now)d, so far %(before)d.",
                    who=words.seat(seat),
                    now=score,
                    before=max(own),
                )
            )
    return tuple(told)


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else ""
