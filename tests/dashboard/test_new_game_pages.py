"""The page on which a new game is set up."""

import json
import re
from types import SimpleNamespace

import pytest
from pages import HOME

from companion.boards import GAMES
from companion.journal import Journal
from companion.service.bulletin.state import Preview
from companion.sightings.sighting import BoardSighting, View
from web.languages import catalogue
from web.routes import new_game as new_game_route


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


QUIETLY = HOME | {"X-Requested-With": "fetch"}
FORM = {
    "game": "azul", "variant": "coloured", "players": "2", "first_player": "1", "corners": "[]",
    "brackets": "yes", "round": "3", "total": ["4", "5", "", ""],
}  # fmt: skip
FORGOTTEN = {
    "no corner tapped": ({"brackets": "no"}, "First tap the four corners of every board"),
    "corners of one board": (
        {"brackets": "no", "corners": "[[[1,1],[9,1],[9,9],[1,9]]]"},
        "First tap the four corners of every board",
    ),
    "a player who left begins": ({"first_player": "3"}, "Choose who begins"),
    "a total left blank": ({"under_way": "yes", "total": ["", "5", "7", ""]}, "Type the total"),
    "that it is under way": ({}, "Totals are typed"),
    "no round": ({"under_way": "yes", "round": ""}, "Type which round"),
    "a round this game has not": (
        {"game": "summer-pavilion", "under_way": "yes", "round": "7"},
        "Type which round",
    ),
    "a round no game has": ({"under_way": "yes", "round": "31"}, "Type which round"),
}


@pytest.mark.parametrize("code", ["en", "pl", "cs"])
@pytest.mark.parametrize(("change", "sentence"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_what_is_forgotten_is_asked_for_in_the_readers_language(kept, change, sentence, code):
    answer = kept.app.test_client().post(
        f"/new-game?lang={code}", data=FORM | change, headers=QUIETLY
    )
    assert answer.status_code == 400
    assert answer.json["error"].startswith(known(code, sentence))
    assert kept.live.state.setup.first_player == 0, "the game under way goes on"


def known(code, start):
    """The beginning of a sentence in another language, as far as its first number."""
    if code == "en":
        return start
    found = {message.id: message.string for message in catalogue(code) if message.id}
    english = next(one for one in found if isinstance(one, str) and one.startswith(start))
    return found[english].partition("%")[0]


def test_what_a_smaller_table_hides_is_left_out(kept):
    begun = []
    kept.live.context.opener = lambda seating: begun.append(seating) or kept.live.place
    corners = [[[n, n], [9, n], [9, 9], [n, 9]] for n in range(3)]
    change = {"brackets": "no", "corners": json.dumps(corners), "under_way": "yes"}
    kept.app.test_client().post("/new-game", data=FORM | change, headers=QUIETLY)
    assert (sorted(begun[0].corners), begun[0].setup.scores) == ([0, 1], (4, 5))


def test_who_began_is_nobodys_choice_in_a_game_that_draws_it(kept):
    change = {"game": "azul-duel", "players": "4", "first_player": "3", "goals": ["G1", "G3", "G5"]}
    change["total"] = ["", "", "7", ""]  # those of seats that Duel has not count for nothing
    answer = kept.app.test_client().post("/new-game", data=FORM | change, headers=QUIETLY)
    assert answer.status_code == 204


def test_why_a_board_could_not_be_read_is_said_before_the_game_begins(client, monkeypatch):
    other = BoardSighting(1, View.UNKNOWN, resembles=(("azul-duel", "coloured"),))
    boards = (BoardSighting(0, View.CLEAR), other, BoardSighting(2, View.COVERED))
    found = SimpleNamespace(preview=Preview(1, boards))
    monkeypatch.setattr(new_game_route, "live", lambda: SimpleNamespace(state=found))
    said = client.get("/preview.json?lang=en", headers=HOME).json["sentence"]
    assert said.splitlines() == [
        "Player 2: this is no board of the game that is played; it looks like this one: Azul Duel; "
        "check the game and the side",
        "Player 3: something is over the board, or it is moving",
    ]
