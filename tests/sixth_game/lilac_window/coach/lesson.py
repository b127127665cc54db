"""What the coach says: what the round brought everybody; nobody could have had more."""

from companion.games.lilac_window.rules import ROUNDS

from companion.games.advice import Advice, Lesson, Possible
from companion.games.saying import N_


def lesson(game, course):
    """Return the points of the last turn of each seat."""
    steps = course.history[-1].outcome.steps if course.history else ()
    seats = (Advice(Possible(points, points), ()) for points in map(brought, steps))
    counted = N_("Counted are the tiles that were laid.")
    return Lesson(course.table.round, tuple(seats), ROUNDS - course.table.round, counted)


def brought(steps):
    """Return the points of a score sheet."""
    return sum(step.points for step in steps)
