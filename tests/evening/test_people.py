"""The people at the table: called as they say, in their colours, playing again, or not for now."""

import re
import time
from dataclasses import replace

import pytest
from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED, Kitchen, with_names
from pages import HOME, words

from companion.errors import CorrectionRefused
from companion.games.base import Setup
from companion.journal import Journal, Seating, export_sitting, history, import_sitting
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from web import create_app


@pytest.fixture
def table():
    """An evening of Ada and Ben whose first round is scored."""
    kitchen = Kitchen()
    kitchen.start(seating=with_names("Ada", "Ben"))
    kitchen.sees(EMPTY, OFFER, TILED)
    kitchen.client = create_app(kitchen.evening).test_client()
    yield kitchen
    kitchen.evening.stop()


def ask(kitchen, what):
    return kitchen.evening.ask(what).result(5)


def text(kitchen, path="/"):
    return words(kitchen.client.get(path).text)


def test_a_name_is_put_right_in_mid_game(table):
    before = table.evening.state
    state = ask(table, asks.Seat(("Ada", " Bénédicte ")))
    assert state.names == ("Ada", "Bénédicte")
    assert state.confirmed == before.confirmed
    assert len(state.history) == len(before.history)
    assert "Bénédicte" in text(table)


def test_two_who_sat_down_the_other_way_round_exchange_their_names(table):
    totals = table.evening.state.confirmed
    form = {"name0": "Ada", "name1": "Ben", "colour0": "0", "colour1": "1", "exchange": "0,1"}
    assert table.client.post("/people", data=form, headers=HOME).status_code == 303
    assert table.evening.state.names == ("Ben", "Ada")
    assert table.evening.state.colours == (1, 0), "their colours go with them"
    assert table.evening.state.confirmed == totals, "the boards stay where they are"


@pytest.mark.parametrize("pair", ["9" * 5000 + ",1", "\u0661,0", "0,7", "0", "x,y", "0,1,0"])
def test_seats_that_nobody_has_exchange_nothing(table, pair):
    form = {"name0": "Ada", "name1": "Ben", "exchange": pair}
    assert table.client.post("/people", data=form, headers=HOME).status_code == 303
    assert table.evening.state.names == ("Ada", "Ben")


def test_a_form_that_leaves_a_seat_out_is_answered(table):
    form = {"name0": "Ada", "name2": "Ben", "exchange": "0,2"}
    assert table.client.post("/people", data=form, headers=HOME).status_code < 500


def test_it_holds_after_a_power_cut_in_the_history_and_on_another_table(table, tmp_path):
    ask(table, asks.Seat(("Eva", "Ben"), (4, 2)))
    table.evening.stop()
    again = Kitchen(table.journal)
    assert again.evening.go_on()
    assert again.evening.state.names == ("Eva", "Ben")
    assert again.evening.state.colours == (4, 2)
    assert history(table.journal).evenings[0].names == ("Eva", "Ben")
    export_sitting(table.journal, 1, tmp_path / "x.zip")
    other = Journal(None)
    seating = other.sitting(import_sitting(other, tmp_path / "x.zip")).seating
    assert (seating.names, seating.colours) == (("Eva", "Ben"), (4, 2))
    other.close()


@pytest.mark.parametrize(
    ("names", "colours", "why"),
    [(("x" * 31, "Ben"), (), "at most 30 letters"), (("Ada", "Ben"), (2, 2), "the same colour"),
     (("Ada", " aDA "), (), "are called aDA"), (("Żaneta", "Z\u0307ANETA"), (), "something else"),
     (("Ada", "Ben"), (2,), "a colour for each"), (("Ada", "Ben"), (2, 9), "another one")],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(table, names, colours, why):
    before = table.evening.state
    with pytest.raises(CorrectionRefused, match=why):
        ask(table, asks.Seat(names, colours))
    assert table.evening.state is before


def test_a_game_of_two_with_one_name_is_not_begun(table):
    before = table.evening.state
    with pytest.raises(CorrectionRefused, match="are called ADA"):
        ask(table, asks.Begin(with_names("Ada", "ADA")))
    assert table.evening.state is before
    assert ask(table, asks.Seat(("Ada", ""))).names == ("Ada", "")
    assert ask(table, asks.Seat(("", ""))).names == ()


def test_colours_are_those_of_the_page(table):
    ask(table, asks.Seat(("Ada", "Ben"), (5, 3)))
    for path in ("/", "/scoreboard", "/player/0", "/people"):
        html = table.client.get(path).text
        assert 'data-colour-0="5" data-colour-1="3"' in html, path


def test_a_name_that_comes_while_a_picture_is_read_waits_for_it(table):
    table.eyes.takes_s = 0.1
    table.eyes.sights.append(OFFER)
    table.evening.press().result(5)
    assert ask(table, asks.Seat(("Eva", "Ben"))).names == ("Eva", "Ben")
    assert table.events()[-1].names == ("Eva", "Ben")


def over(kitchen):
    row = ("blue", "yellow", "red", "black", "white")
    kitchen.evening.ask(asks.Again()).result(5)
    kitchen.sees(EMPTY)
    for place, colour in enumerate(row):
        filled = {f"wall/0/{c}": row[c] for c in range(place)}
        kitchen.sees(({**filled, "line/0/0": colour}, {}),
                     ({**filled, f"wall/0/{place}": colour}, {}))  # fmt: skip
    assert kitchen.evening.state.stage is Stage.OVER


def test_a_rematch_begins_with_the_next_in_turn(table):
    over(table)
    page = text(table)
    assert "Rematch: Ben begins" in page
    html = table.client.get("/").text
    assert '<input type="hidden" name="starter" value="1">' in html
    assert table.client.post("/restart", data={"starter": "1"}, headers=HOME).status_code == 303
    state = table.evening.state
    assert (state.setup.first_player, state.names) == (1, ("Ada", "Ben"))
    assert (state.stage, state.history) == (Stage.SET_UP, ())


def test_or_with_somebody_else(table):
    over(table)
    assert re.search(r"Somebody else begins.*Ada", text(table))
    assert ask(table, asks.Again(0)).setup.first_player == 0


def test_a_rematch_of_a_game_that_was_taken_over_begins_at_its_beginning():
    kitchen = Kitchen()
    joined = Seating(Setup("azul", players=2, first_player=0, scores=(9, 5), round=3), ("A", "B"))
    kitchen.start(seating=joined)
    setup = ask(kitchen, asks.Again(1)).setup
    assert (setup.scores, setup.round, setup.first_player) == (None, 0, 1)
    kitchen.evening.stop()


def test_where_the_starter_is_drawn_nobody_is_named():
    kitchen = Kitchen()
    kitchen.start(seating=Seating(Setup("azul-duel", goals=("G1", "G5", "G8"))))
    with pytest.raises(CorrectionRefused, match="drawn"):
        ask(kitchen, asks.Again(1))
    assert ask(kitchen, asks.Again()).setup.first_player is None
    kitchen.evening.stop()


def test_in_a_pause_no_picture_is_taken_and_a_press_ends_it(table):
    before = table.evening.state
    state = ask(table, asks.Pause(True))
    assert state.stage is Stage.PAUSED
    for path in ("/", "/scoreboard", "/player/0"):
        assert "Pause." in text(table, path)
    taken = table.evening.state.picture
    state = table.evening.press().result(5)
    assert (state.stage, state.picture) == (Stage.PLAYING, taken)
    assert state.history == before.history


def test_a_pause_says_what_there_is_to_press(table):
    """“Any button” was Undo on a phone, and none at a table without buttons."""
    ask(table, asks.Pause(True))
    for path in ("/", "/scoreboard", "/table", "/player/0"):
        said = text(table, path)
        assert "To play on, press “Go on” on a phone or on the overview." in said
        assert "button on the table" not in said
    table.evening.bulletin.change(lambda state: replace(state, buttons=True))
    with_buttons = "press a button on the table, or “Go on” on a phone or on the overview."
    assert with_buttons in text(table, "/scoreboard")


def test_in_a_pause_a_players_page_has_the_one_button_that_ends_it(table):
    """“Score the round” stood beside it, and only ended the pause."""
    ask(table, asks.Pause(True))
    page = table.client.get("/player/0").text
    assert re.findall(r'<button class="press" id="press">([^<]+)', page) == ["Go on"]
    assert 'id="hold"' not in page


def test_that_a_table_has_buttons_outlives_its_games(table):
    table.evening.bulletin.change(lambda state: replace(state, buttons=True))
    assert ask(table, asks.Again()).buttons


def test_a_pause_keeps_what_was_being_asked(table):
    table.sees(EMPTY) if table.evening.state.stage is Stage.SET_UP else table.sees(MIXED)
    assert table.evening.state.stage is Stage.VIOLATION
    ask(table, asks.Pause(True))
    assert ask(table, asks.Pause(False)).stage is Stage.VIOLATION


def test_who_corrects_in_a_pause_has_come_back(table):
    ask(table, asks.Pause(True))
    state = ask(table, asks.CorrectScore(0, 7))
    assert (state.stage, state.confirmed[0]) == (Stage.PLAYING, 7)


def test_pictures_that_come_by_themselves_do_not_come_in_a_pause():
    kitchen = Kitchen(autoplay=True, live=False, interval_s=0.01)
    kitchen.eyes.sights += [EMPTY, OFFER, TILED, OFFER]
    kitchen.start(seating=SEATING)
    kitchen.until(lambda state: len(state.history) >= 1)
    seen = len(ask(kitchen, asks.Pause(True)).history)
    time.sleep(0.2)
    assert len(kitchen.evening.state.history) == seen
    kitchen.evening.press().result(5)
    kitchen.until(lambda state: len(state.history) > seen)
    kitchen.evening.stop()


def test_a_press_that_waited_for_the_picture_does_not_end_a_pause_that_came_after_it(table):
    table.eyes.takes_s = 0.1
    table.eyes.sights.append(OFFER)
    evening = table.evening
    evening.press().result(5)
    evening.press(1).result(5)
    assert evening.ask(asks.Pause(True)).result(5).stage is Stage.PAUSED
    time.sleep(0.05)
    assert evening.state.stage is Stage.PAUSED
