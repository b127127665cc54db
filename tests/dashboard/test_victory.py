"""Who has won, and what decided where points did not."""

import pytest

from companion.games.base import Result
from web.views.evening.victory import places
from web.views.points.course import tie_broken

ROWS = "With equal points, more complete rows decide."
TILE = "With equal points, the starting player tile decides."


@pytest.fixture(autouse=True)
def english(client):
    with client.application.test_request_context("/?lang=en"):
        yield


def result(scores, *winners):
    count = len(scores)
    return Result(tuple(scores), ({},) * count, ((),) * count, winners, complete=True)


@pytest.mark.parametrize(
    ("game", "scores", "winners", "said"),
    [
        ("azul", (40, 40), (1,), ROWS),  # AZ-R41
        ("azul-mini", (40, 40, 40), (0, 2), ROWS),
        ("azul", (40, 40), (0, 1), ""),
        ("azul", (41, 40), (0,), ""),
        ("azul-duel", (49, 49), (1,), TILE),  # DU-R57
        ("azul-duel", (49, 48), (0,), ""),
        ("summer-pavilion", (80, 80), (0, 1), ""),  # they share
    ],
)
def test_what_decided_between_equal_points_is_told(game, scores, winners, said):
    assert tie_broken(game, result(scores, *winners)) == said
    assert (places(game, result(scores, *winners))[-1] == said) is bool(said)
