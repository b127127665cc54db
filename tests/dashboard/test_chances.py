"""What a player may lay next: what comes next by the rules, in every game."""

from contextlib import contextmanager

import pytest
from gallery import GAMES, SCENES, shown

BY_NAME = {scene.name: scene for scene in SCENES}
MUCH_ALIKE = ("azul-mini", "master-chocolatier")
"""Games of walls, as Azul is."""

FEW = [pytest.param(game, marks=[pytest.mark.long] * (game in MUCH_ALIKE)) for game in GAMES]
LEGAL = "What would be legal"


@contextmanager
def client_of(game, scene):
    evening = shown(game, 2, BY_NAME[scene])
    yield evening.app.test_client()
    evening.end()


@pytest.mark.parametrize("game", FEW)
def test_a_player_is_told_what_may_come_next(game):
    with client_of(game, "tiled") as client:
        due = client.get("/api/state").json["due"]["rules"]
        assert due["checkpoint"] == ("placed" if game == "summer-pavilion" else "offer-end")
        assert LEGAL in client.get("/player/1?lang=en").text


def test_no_line_is_open_before_the_first_dome_tiles_lie():
    with client_of("azul-duel", "begun") as client:
        assert client.get("/api/state").json["due"]["rules"]["checkpoint"] == "opening"
        assert LEGAL not in client.get("/player/1?lang=en").text


@pytest.mark.parametrize("game", FEW)
def test_nothing_is_when_the_game_is_over(game):
    with client_of(game, "over") as client:
        assert client.get("/api/state").json["due"]["rules"] is None
        assert LEGAL not in client.get("/player/1?lang=en").text
