"""Showing the tiles of a set before the first round: once, ten seconds, and never in the way."""

import re
from dataclasses import replace

import pytest
from kitchen import EMPTY, OFFER, SEATING, TILED
from pages import HOME, words

from companion.boards import load
from companion.events import Confirmed, Opened
from companion.games.base import Checkpoint, Setup
from companion.journal import Journal, Seating
from companion.journal.json_forms import seating_from, seating_json
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.guides import by_rules
from companion.service.sitting.tile_lesson import usual_places
from web import create_app

SHOWING = replace(SEATING, show_tiles=True)
SHOWN = ({"line/4/0": "blue"}, {})


def test_the_tiles_are_shown_after_the_empty_boards_and_only_once(kitchen):
    kitchen.start(seating=SHOWING)
    state = kitchen.sees(EMPTY)
    assert state.due.checkpoint is Checkpoint.TILES
    assert state.due.told == {"tiles": {"0": usual_places(load("azul"))}}
    state = kitchen.sees(SHOWN)
    assert (state.report.moment.checkpoint, state.report.status) == ("tiles", "read")
    assert state.due.checkpoint is Checkpoint.OFFER_END
    assert kitchen.sees(OFFER, TILED).confirmed == (1, 0)


def test_what_the_tiles_look_like_is_no_reading_of_the_game(kitchen):
    kitchen.start(seating=SHOWING)
    kitchen.sees(EMPTY, SHOWN)
    assert sum(isinstance(event, Confirmed) for event in kitchen.events()) == 1
    assert [line.number for line in kitchen.evening.state.history] == [0, None]


def test_while_one_is_missing_a_press_looks_for_the_tiles_again(kitchen):
    kitchen.start(seating=SHOWING)
    assert kitchen.sees(EMPTY, "waiting").due.checkpoint is Checkpoint.TILES
    assert kitchen.sees(SHOWN).due.checkpoint is Checkpoint.OFFER_END


@pytest.mark.parametrize("after", [(EMPTY,), (EMPTY, "waiting")])
def test_people_go_on_without(kitchen, after):
    kitchen.start(seating=SHOWING)
    kitchen.sees(*after)
    state = kitchen.evening.ask(asks.SkipTiles()).result(5)
    assert (state.stage, state.due.checkpoint) == (Stage.PLAYING, Checkpoint.OFFER_END)
    assert kitchen.sees(OFFER).report.moment.checkpoint == "offer-end"


def test_boards_laid_by_hand_are_of_the_game(kitchen):
    """Where the camera is gone nobody can show tiles."""
    kitchen.start(seating=SHOWING)
    kitchen.sees(EMPTY)
    state = kitchen.evening.ask(asks.LayByHand(OFFER)).result(5)
    assert (state.report.moment.checkpoint, state.announced) == (Checkpoint.OFFER_END, (1, 0))
    assert state.due.checkpoint is Checkpoint.TILED


def test_a_hold_scores_the_round_whether_they_were_shown_or_not(kitchen):
    kitchen.start(seating=SHOWING)
    kitchen.sees(EMPTY)
    assert kitchen.sees(OFFER, hold=True).report.moment.checkpoint == "offer-end"
    assert kitchen.evening.state.due.checkpoint is Checkpoint.TILED


def test_whoever_joins_a_game_under_way_is_not_asked_for_them():
    setup = Setup("azul", scores=(10, 12), round=3)
    assert by_rules(Seating(setup, show_tiles=True))._to_show == {}


def test_after_a_power_cut_they_are_asked_for_again(kitchens, tmp_path):
    one = kitchens(Journal(tmp_path))
    one.start(seating=replace(SHOWING, chosen=True))
    one.sees(EMPTY)
    one.evening.stop()
    one.journal.close()
    again = kitchens(Journal(tmp_path))
    assert again.evening.go_on()
    assert again.evening.state.due.checkpoint is Checkpoint.TILES


def test_the_wish_is_kept_with_the_sitting():
    kept = seating_from(Opened(SHOWING.setup), seating_json(SHOWING))
    assert kept.show_tiles
    assert not seating_from(Opened(SHOWING.setup), {"names": []}).show_tiles, "as older ones are"


def test_the_page_says_which_tiles_to_lay_where_and_goes_on_without(kitchen):
    evening = kitchen.start(seating=SHOWING)
    kitchen.sees(EMPTY)
    client = create_app(evening).test_client()
    page = words(client.get("/").text)
    assert "Show the tiles of this set, once." in page
    for colour in load("azul").colours:
        assert colour in page
    assert "Learn these tiles" in page
    client.post("/skip-tiles", headers=HOME)
    assert "Go on without" not in words(client.get("/").text)
    assert "Score the round" in words(client.get("/").text)


def test_the_page_says_when_they_are_known_and_the_history_too(kitchen):
    evening = kitchen.start(seating=SHOWING)
    kitchen.sees(EMPTY, SHOWN)
    page = words(create_app(evening).test_client().get("/").text)
    assert "The tiles are known now." in page
    assert "Tiles shown" in page


class Knows:
    """A calibrator that knows the tiles of some games."""

    def __init__(self, *games):
        self.games = games

    def knows_tiles(self, game, variant):
        return game in self.games


def test_a_new_game_offers_it_for_sets_that_are_not_known_yet(kitchen):
    app = create_app(kitchen.start())
    assert "show_tiles" not in app.test_client().get("/new-game").text, "nobody could keep them"
    app.extensions["calibrator"] = Knows("azul")
    offered = re.findall(
        r'name="show_tiles" value="([^"]+)"', app.test_client().get("/new-game").text
    )
    assert "azul" not in offered
    assert "azul-duel" in offered


@pytest.mark.parametrize(
    ("ticked", "shows"), [(("azul", "azul-duel"), True), (("azul-duel",), False), ((), False)]
)
def test_only_the_tick_of_the_game_that_is_played_counts(kitchen, ticked, shows):
    evening = kitchen.start()
    form = {"game": "azul", "players": "2", "first_player": "0", "show_tiles": list(ticked)}
    answer = create_app(evening).test_client().post("/new-game", data=form, headers=HOME)
    assert answer.status_code in (200, 303), answer.text
    assert evening.state.sitting == 2
    assert kitchen.journal.sitting(2).seating.show_tiles is shows
