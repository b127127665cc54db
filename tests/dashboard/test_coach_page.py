"""The coach's page: off at first, silent during a round, and honest about what it counts."""

import sys
from pathlib import Path

import pytest
from pages import HOME, words

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))

from gallery import GAMES, SCENES, SHORT, Showing
from kitchen import EMPTY, OFFER, TILED, Kitchen, with_names
from kitchen import asked as asked_of
from werkzeug.datastructures import MultiDict

from companion.errors import JournalError
from companion.service.evening.asks import Begin, TakeOver
from web import create_app
from web.input.action_table import ACTIONS, asked
from web.input.browser_forms import from_form

BY_NAME = {scene.name: scene for scene in SCENES}


@pytest.fixture
def table():
    """An evening of Ada and Ben."""
    kitchen = Kitchen()
    kitchen.start(seating=with_names("Ada", "Ben"))
    kitchen.client = create_app(kitchen.evening).test_client()
    yield kitchen
    kitchen.evening.stop()


def text(client, path="/coach/0"):
    return words(client.get(path).text)


def switch(table, on="on", seat=0):
    return table.client.post(f"/coach/{seat}", data={"coach": on}, headers=HOME).status_code


def test_it_is_off_until_somebody_wants_it_and_for_that_player_alone(table):
    table.sees(EMPTY, OFFER, TILED)
    assert "The round brought" not in text(table.client)
    assert switch(table) == 303
    assert "The round brought 1 point. The coach finds nothing better." in text(table.client)
    assert "The round brought" not in text(table.client, "/coach/1")
    assert switch(table, "off") == 303
    assert "The round brought" not in text(table.client)


def test_it_says_nothing_while_a_round_is_under_way(table):
    switch(table)
    for sight in (EMPTY, OFFER):
        table.sees(sight)
        told = text(table.client)
        assert "The coach speaks after the round" in told
        assert "still open" not in told
    table.sees(TILED)
    assert "What is still open" in text(table.client)


def test_what_could_have_brought_more_is_shown_with_its_points(table):
    """Two blue came to line 3; in line 2 they bring a point."""
    switch(table)
    lying = {"line/2/0": "blue", "line/2/1": "blue"}
    table.sees(EMPTY, (lying, {"floor/0": "first"}), (lying, {}))
    told = text(table.client)
    assert "The round brought 0 points; with the same tiles it could have been 1." in told
    assert "Pattern line 3 → goes to Pattern line 2" in told
    assert "Wall, row 2, space 2" in told
    assert "AZ-R26" in told


def test_the_form_of_a_new_game_asks_for_a_look_at_the_boards_whatever_is_wished_for():
    (look,) = (one for one in ACTIONS if one.name == "preview")
    form = MultiDict({"game": "azul", "players": "2", "brackets": "yes", "coach": "yes"})
    assert asked(look, from_form("preview", form)).seating.setup.game == "azul"


def test_it_can_be_wished_for_when_a_game_is_set_up(table):
    form = {"game": "azul", "players": "2", "variant": "coloured", "brackets": "yes"}
    assert 'name="coach"' in table.client.get("/new-game").text
    answer = table.client.post("/new-game", data=form | {"coach": "yes"}, headers=HOME)
    assert answer.status_code == 303
    table.sees(EMPTY, OFFER, TILED)
    for seat in (0, 1):
        assert "The round brought" in text(table.client, f"/coach/{seat}")
    assert switch(table, "off") == 303
    assert "The round brought" not in text(table.client)
    assert "The round brought" in text(table.client, "/coach/1")
    assert table.client.post("/new-game", data=form, headers=HOME).status_code == 303
    table.sees(EMPTY, OFFER, TILED)
    assert "The round brought" not in text(table.client)


def test_another_game_begins_without_a_coach(table):
    switch(table)
    table.sees(EMPTY, OFFER, TILED)
    table.client.post("/restart", headers=HOME)
    table.sees(EMPTY, OFFER, TILED)
    assert "The round brought" not in text(table.client)


def test_it_stays_with_a_game_under_way_that_is_taken_over(table):
    """Its boards were not empty: it is the same game, though it begins anew."""
    switch(table)
    table.sees("not-empty")
    table.eyes.sights.append(({"wall/0/2": "red"}, {}))
    asked_of(table.evening, TakeOver((12, 9), 3))
    table.rest()
    assert table.evening.state.sitting == 2
    assert "The coach speaks after the round" in text(table.client)
    assert "The coach speaks after the round" not in text(table.client, "/coach/1")


def test_where_the_wish_cannot_be_kept_the_game_begins_all_the_same(table, monkeypatch):
    """The disk was full just then: the page went on with the old game, the journal with the new."""

    def full(*_):
        raise JournalError("The disk is full.", full=True)

    monkeypatch.setattr(table.journal, "keep_draft", full)
    state = asked_of(table.evening, Begin(with_names("Cleo", "Dan"), coach=True))
    assert (state.sitting, state.names) == (2, ("Cleo", "Dan"))
    assert table.journal.last_played().id == 2


def test_it_comes_back_after_a_power_cut(table):
    switch(table, seat=1)
    table.sees(EMPTY, OFFER, TILED)
    later = Kitchen(table.journal)
    assert later.evening.go_on()
    later.evening.start()
    assert "The round brought" in text(create_app(later.evening).test_client(), "/coach/1")
    later.evening.stop()


def test_nobody_sits_there_and_nothing_is_played(table):
    assert table.client.get("/coach/2").status_code == 404
    assert switch(table, seat=3) == 404
    idle = Kitchen()
    client = create_app(idle.evening).test_client()
    assert client.post("/coach/0", data={"coach": "on"}, headers=HOME).status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_it_speaks_of_every_game_in_every_language(game):
    showing = Showing(game, 2, SHORT).play(BY_NAME["tiled"])
    client = showing.app.test_client()
    told = {lang: text(client, f"/coach/0?lang={lang}") for lang in ("en", "pl", "cs")}
    showing.end()
    for lang, said in told.items():
        # In Summer Pavilion the scene is in the middle of a round.
        assert any(f"{prefix}-R" in said for prefix in ("AZ", "MI", "CH", "DU")) == (
            game != "summer-pavilion"
        ), lang
