"""The coach: after a round, what the same tiles could have brought and what is still open.

It works on what was confirmed and on nothing else: the round that is over, never the one under
way.  Points come from the rules' own scoring, and nothing is said that the takes might not have
allowed.  ``lesson`` is the whole interface; ``values`` has what it returns.
"""

from __future__ import annotations

from companion.coach import duel_lesson, pavilion, wall_lesson
from companion.coach.values import Advice, Chance, Goal, Lesson, Move, Need, Possible, Silence
from companion.games.azul_duel.game import DuelReader
from companion.games.summer_pavilion.game import SummerPavilionGame
from companion.games.wall.game import WallReader
from companion.sitting import Sitting

__all__ = ["Advice", "Chance", "Goal", "Lesson", "Move", "Need", "Possible", "Silence", "lesson"]


def lesson(sitting: Sitting) -> Lesson | None:
    """Return what there is to say of the round that is over; None while one is under way.

    After the last round no goal is open any more; what it brought is said like that of any other.
    """
    match sitting.game:
        case WallReader() as wall:
            return wall_lesson.lesson(wall, sitting)
        case SummerPavilionGame() as pavilion_game:
            return pavilion.lesson(pavilion_game, sitting)
        case DuelReader() as duel:
            return duel_lesson.lesson(duel, sitting)
    return None
