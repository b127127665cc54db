"""The page on which a new game is set up."""

import re

import pytest
from keeping import KeptEvening
from test_evening_pages import HOME

from companion.boards import GAMES


@pytest.fixture
def kept():
    """An evening that can be begun anew."""
    one = KeptEvening()
    yield one
    one.live.stop()


def test_a_new_game_can_be_any_of_the_family(kept):
    html = kept.app.test_client().get("/new-game").text
    assert re.findall(r'name="game" value="([^"]+)"', html) == list(GAMES)
    assert len(re.findall(r'name="goals" value="G\d"', html)) == 8
    assert len(re.findall(r'name="name\d"', html)) == 4


@pytest.mark.parametrize(("said", "options"), [("yes", {"special_factories": True}), ("no", {})])
def test_the_master_chocolatier_is_played_with_its_special_factories_or_without(
    kept, said, options
):
    form = {"game": "master-chocolatier", "variant": "coloured", "players": "2",
            "first_player": "0", "brackets": "yes",
            "master-chocolatier.special_factories": said}  # fmt: skip
    begun = []
    kept.live.context.opener = lambda seating: begun.append(seating) or kept.live.place
    kept.app.test_client().post("/new-game", data=form, headers=HOME)
    assert [one.setup.options for one in begun] == [options]
