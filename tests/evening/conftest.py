"""Evenings at a kitchen table; they may borrow the browser of the dashboard's tests."""

import sys
from pathlib import Path

import pytest
from kitchen import Kitchen

sys.path.insert(0, str(Path(__file__).parents[1] / "dashboard"))


@pytest.fixture
def kitchens():
    """Makes kitchens; every evening in them ends with the test."""
    made = []

    def make(*args, **options):
        made.append(Kitchen(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.evening.stop()


@pytest.fixture
def kitchen(kitchens):
    return kitchens()
