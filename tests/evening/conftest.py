import pytest
from kitchen import Kitchen


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
