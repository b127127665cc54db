"""The coach in words: what a round could have brought a player, and what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.boards import Board
from companion.games import GOAL_RULES
from companion.games.advice import Advice, Chance, Goal, Lesson, Move, Need, Possible, Silence
from web.languages import gettext as _
from web.languages import ngettext
from web.views.points.points_sheet import Sheet, sheet
from web.views.wording import rule_sentences, words

NEAREST = 3
"""Open goals of a kind that are shown at once, the nearest ones; the others are folded away."""

SIGNS = {
    Chance.DONE: "✓",
    Chance.NEXT: "●",
    Chance.IN_TIME: "◐",
    Chance.UNSURE: "○",
    Chance.CLOSED: "✕",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Tiles that a goal still takes: the colour (empty: any), how many, how many there are."""

    colour: str
    tiles: str
    left: str


@dataclass(frozen=True, slots=True)
class OpenGoal:
    """One goal: what it is called, what it brings, what it takes, how it stands."""

    name: str
    worth: str
    wanted: tuple[Wanted, ...]
    spaces: str
    sign: str
    chance: str
    style: str


@dataclass(frozen=True, slots=True)
class GoalGroup:
    """Goals of one kind: those still open, the nearest first, and what is left to say of them."""

    title: str
    rule: str
    near: tuple[OpenGoal, ...]
    others: tuple[OpenGoal, ...]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Tiles that would have gone elsewhere."""

    colour: str
    tiles: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Coached:
    """What the coach says to one player."""

    title: str
    headline: str
    better: bool
    moves: tuple[Otherwise, ...]
    sheet: Sheet
    counted: str
    rounds: str
    groups: tuple[GoalGroup, ...]


def coached(lesson: Lesson, seat: int, board: Board) -> Coached:
    """Return what there is to say to a seat after a round."""
    advice = lesson.seats[seat]
    possible = advice.possible
    steps = possible.steps if possible else ()
    return Coached(
        title=words.round_(lesson.round),
        headline=headline(advice),
        better=bool(possible and possible.more),
        moves=tuple(otherwise(move) for move in (possible.moves if possible else ())),
        sheet=sheet(board, steps, {}),
        counted=_(lesson.counted) if possible else "",
        rounds=rounds(lesson),
        groups=tuple(groups(advice.goals)),
    )


def headline(advice: Advice) -> str:
    """Return the sentence that says how the round went."""
    if advice.possible is None:
        return silence(advice.silence)
    return brought(advice.possible)


def brought(possible: Possible) -> str:
    """Return what a round brought, and what it could have.

    Of a game with dome tiles only the tiling is counted: they may bring points as well.
    """
    points = words.points(possible.points)
    if words.on_a_dome():
        if not possible.more:
            return _(
                "The tiling brought %(points)s. The coach finds nothing better.", points=points
            )
        return _(
            "The tiling brought %(points)s; with the same tiles it could have been %(best)d.",
            points=points,
            best=possible.best,
        )
    if not possible.more:
        return _("The round brought %(points)s. The coach finds nothing better.", points=points)
    return _(
        "The round brought %(points)s; with the same tiles it could have been %(best)d.",
        points=points,
        best=possible.best,
    )


def silence(why: Silence | None) -> str:
    """Return why nobody can say what was possible."""
    reasons = {
        Silence.FULL_FLOOR: _(
            "The floor line was full, so tiles may have gone to the lid: "
            "nobody can say what was possible."
        ),
        Silence.ZERO_DISPLAY: _(
            "A tile may lie unseen on the display with the 0: nobody can say what was possible."
        ),
    }
    unseen = _(
        "The beginning of the round or the end of its offer was not seen: "
        "nobody can say what was possible."
    )
    return reasons.get(why, unseen) if why is not None else unseen


def rounds(lesson: Lesson) -> str:
    """Return how many rounds are still to come; of a game that rows end only the fewest."""
    left = lesson.rounds_left
    if not lesson.at_least:
        return ngettext("%(num)d round is left.", "%(num)d rounds are left.", left)
    return ngettext(
        "At least %(num)d round is still to be played.",
        "At least %(num)d rounds are still to be played.",
        left,
    )


def otherwise(move: Move) -> Otherwise:
    """Return what would have gone elsewhere, in words."""
    if move.source == "beside":
        tiles = ngettext("%(num)d tile", "%(num)d tiles", move.tiles)
        return Otherwise("", tiles, _("thrown away"), _("kept in a corner"))
    return Otherwise(
        move.colour, str(move.tiles), words.place(move.source), words.place(move.target)
    )


def groups(goals: Iterable[Goal]) -> Iterator[GoalGroup]:
    """Yield the goals kind by kind, as the game names them."""
    for (kind, rule), found in groupby(goals, key=lambda goal: (goal.kind, goal.rule)):
        every = list(found)
        open_ = [goal for goal in every if goal.chance not in (Chance.DONE, Chance.CLOSED)]
        near = sorted(open_, key=lambda goal: (ORDER.index(goal.chance), goal.tiles))[:NEAREST]
        done = [goal for goal in every if goal.chance is Chance.DONE]
        shown = (*done, *near)
        rest = tuple(open_goal(goal) for goal in every if goal not in shown)
        yield GoalGroup(kind_of(kind, rule), rule, tuple(map(open_goal, shown)), rest)


ORDER = tuple(Chance)


def open_goal(goal: Goal) -> OpenGoal:
    """Return one goal in words."""
    spaces = len(goal.missing)
    return OpenGoal(
        name=name_of(goal),
        worth=words.signed(goal.points) if goal.points else f"+{tiles(goal.bonus)}",
        wanted=tuple(map(wanted, goal.needs)),
        spaces=ngettext("%(num)d space is empty", "%(num)d spaces are empty", spaces)
        if spaces
        else "",
        sign=SIGNS[goal.chance],
        chance="" if goal.kind == "edge" else chance(goal.chance),
        style=goal.chance.value,
    )


def tiles(number: int) -> str:
    """Return a number of tiles with its word."""
    return ngettext("%(num)d tile", "%(num)d tiles", number)


def wanted(need: Need) -> Wanted:
    """Return tiles that are still to be collected, in words."""
    left = "" if need.left is None else _("%(number)d not laid yet", number=need.left)
    return Wanted(need.colour, str(need.tiles), left)


def chance(how: Chance) -> str:
    """Return how a goal stands, in words."""
    return {
        Chance.DONE: _("complete"),
        Chance.NEXT: _("may be complete after the next round"),
        Chance.IN_TIME: _("there are rounds enough for it"),
        Chance.UNSURE: _("takes more than is certain to come"),
        Chance.CLOSED: _("cannot be completed any more"),
    }[how]


def kind_of(kind: str, rule: str) -> str:
    """Return what goals of a kind are called together: as the rule is that tells of such a goal."""
    if rule in GOAL_RULES.values():
        return rule_sentences.heading(rule)
    titles = {
        "row": _("Complete rows"),
        "column": _("Complete columns"),
        "colour": _("Complete colours"),
        "star": _("Complete stars"),
        "number": _("Complete numbers"),
    }
    return titles.get(kind) or words.ornament(kind)


def name_of(goal: Goal) -> str:
    """Return what a single goal is called."""
    which = goal.which
    if isinstance(which, str):
        return words.colour(which)
    match goal.kind:
        case "row":
            return _("Row %(number)d", number=which + 1)
        case "column":
            return _("Column %(number)d", number=which + 1)
        case "diagonal":
            return _("Diagonal %(number)d", number=which + 1)
        case "number":
            return _("Number %(number)d", number=which)
        case "statue":
            return words.joined([words.star(which), words.star(which % 6 + 1)])
        case "star" | "pillar" | "window":
            return words.star(which)
        case "place":
            return words.place(f"place/{which // 3}/{which % 3}")
        case "edge":
            return _("Every further tile")
    return _("All multicoloured spaces")
