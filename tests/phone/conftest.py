"""Pictures from phones; they borrow the dashboard's evenings and its browser."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "dashboard"), str(TESTS / "evening")]


@pytest.fixture
def kitchens():
    """Makes kitchens; every evening in them ends with the test."""
    from kitchen import Kitchen

    made = []

    def make(*args, **options):
        made.append(Kitchen(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.evening.stop()


@pytest.fixture
def client():
    """A browser at the machine itself, as Flask's test client."""
    from evening import Evening

    one = Evening()
    yield one.app.test_client()
    one.live.stop()
