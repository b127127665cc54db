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
def sought_before(monkeypatch):
    """The boards in a picture of the demonstration are known, and nobody looks for them."""
    import json

    import numpy as np

    from companion.service.pictures import single_picture
    from companion.vision.locate.propose import Proposal
    from tests.sittings import DATA

    frames = json.loads((DATA / "demo" / "labels.json").read_text(encoding="utf-8"))["frames"]
    corners = [np.array(board["corners_px"]) - 0.5 for board in frames[3]["boards"]]
    found = tuple(Proposal(each, 0.9) for each in corners)
    monkeypatch.setattr(single_picture, "propose", lambda image, board, players: found[:players])


@pytest.fixture
def client():
    """A browser at the machine itself, as Flask's test client."""
    from evening import Evening

    one = Evening()
    yield one.app.test_client()
    one.live.stop()
