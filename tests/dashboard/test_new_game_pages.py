"""The page on which a new game is set up."""

import re

import pytest
from keeping import KeptEvening
from test_evening_pages import HOME

from companion.boards import GAMES
from companion.journal import Journal


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


def test_of_a_demonstration_the_page_says_that_nothing_is_kept(kept, tmp_path):
    said = "companion run --phone"
    client = kept.app.test_client()
    assert said in client.get("/new-game").text
    kept.live.context.journal = Journal(tmp_path / "state")
    assert said not in client.get("/new-game").text


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
