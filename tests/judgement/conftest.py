"""A keeper of a game that is joined, and the helpers of the tests beside these."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from judged_keeper import JOINED, SeeingKeeper


@pytest.fixture
def table(monkeypatch):
    """A keeper of a game that is joined in its third round."""
    return SeeingKeeper(monkeypatch, JOINED)
