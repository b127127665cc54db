"""A running companion tells the club how it stands, and the game never waits for that."""

import time

import pytest
from brokers import Mosquitto, needs_mosquitto
from cables import Cable
from kitchen import MIXED, OFFER, ROW, TILED, Kitchen, with_names
from listening import Listener
from patience import until

from companion.club.broker import table_name
from companion.club.message import load
from companion.club.table.publisher import Publisher
from companion.club.topics import Topics
from companion.config import ClubConfig
from companion.errors import ConfigError
from companion.service.bulletin.state import ClubLine, Stage
from companion.service.evening import asks

pytestmark = needs_mosquitto
TOPIC = Topics("club", "t07").state


def club_at(mosquitto: Mosquitto) -> ClubConfig:
    return ClubConfig(broker="127.0.0.1", port=mosquitto.port, table="t07", tls=False)


@pytest.fixture
def told(mosquitto):
    """An evening that is told to the club, and who listens there."""
    kitchen = Kitchen()
    evening = kitchen.start(seating=with_names("Ada", "Běla"))
    publisher = Publisher(club_at(mosquitto), evening.bulletin, evening.journal)
    publisher.start()
    listener = Listener(mosquitto)
    yield kitchen, listener
    listener.close()
    evening.stop()
    publisher.stop()


def word(listener, holds=lambda told: True):
    """The table's newest word that is so."""

    def found():
        payload = listener.heard.get(TOPIC)
        newest = load(payload) if payload else None
        return newest if newest and holds(newest) else None

    return until(found)


def test_a_game_is_told_as_it_goes(told):
    kitchen, listener = told
    kitchen.sees(({}, {}), OFFER)
    kitchen.sees(TILED)
    now = word(listener, lambda one: one.round == 1 and one.scores == (1, 0))
    assert (now.table, now.game, now.names) == ("t07", "azul", ("Ada", "Běla"))
    assert (now.needs, now.finished) == ("", ())
    assert len(now.sitting) == 32


def test_a_violation_calls_a_judge_and_names_the_rule(told):
    kitchen, listener = told
    kitchen.sees(({}, {}), MIXED)
    now = word(listener, lambda one: one.needs == "violation")
    assert [(one.seat, one.rule) for one in now.wrong] == [(0, "AZ-R15")]


def test_a_finished_game_is_told_with_its_rows_and_stays_told(told):
    kitchen, listener = told
    kitchen.sees(({}, {}))
    play_a_row(kitchen)
    assert kitchen.evening.state.stage is Stage.OVER
    (done,) = word(listener, lambda one: one.finished).finished
    result = kitchen.evening.context.keeper.result()
    assert (done.scores, done.winners) == (result.scores, result.winners)
    assert (done.names, done.ties, done.places) == (("Ada", "Běla"), (1, 0), (1, 2))
    kitchen.eyes.sights.append(({}, {}))
    kitchen.evening.ask(asks.Again()).result(5)
    now = word(listener, lambda one: one.sitting != done.sitting)
    assert now.finished == (done,)


def test_a_game_that_is_taken_up_again_is_not_finished_any_more(told):
    kitchen, listener = told
    kitchen.sees(({}, {}))
    play_a_row(kitchen)
    word(listener, lambda one: one.finished)
    kitchen.evening.double().result(5)
    assert word(listener, lambda one: not one.finished).round == 5


def test_the_page_knows_whether_the_club_listens(told, mosquitto):
    kitchen, _ = told
    kitchen.until(lambda state: state.club is ClubLine.JOINED)
    mosquitto.kill()
    kitchen.until(lambda state: state.club is ClubLine.AWAY)
    begun = time.monotonic()
    assert kitchen.sees(({}, {}), OFFER).stage is Stage.PLAYING
    assert time.monotonic() - begun < 2
    mosquitto.start()
    kitchen.until(lambda state: state.club is ClubLine.JOINED)


def test_a_cable_that_goes_dead_in_mid_game_holds_nobody_up(mosquitto):
    cable, kitchen = Cable(mosquitto.port), Kitchen()
    evening = kitchen.start(seating=with_names("Ada", "Běla"))
    publisher = Publisher(club_at(cable), evening.bulletin, evening.journal)
    publisher.start()
    kitchen.until(lambda state: state.club is ClubLine.JOINED)
    cable.cut()
    begun = time.monotonic()
    kitchen.sees(({}, {}))
    play_a_row(kitchen)
    assert kitchen.evening.state.stage is Stage.OVER
    assert time.monotonic() - begun < 11 * 2, "eleven pictures, and none of them waited"
    cable.heal()
    listener = Listener(mosquitto)
    assert word(listener, lambda one: one.finished).finished[0].ties == (1, 0)
    listener.close()
    evening.stop()
    publisher.stop()
    cable.close()


@pytest.mark.parametrize("name", ["", "hub", "spectator", "a/b", "+", "Tisch 7", "x" * 33])
def test_a_table_needs_a_name_that_can_stand_in_a_topic(name, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "t_1")
    with pytest.raises(ConfigError, match=r"club\.table"):
        table_name(ClubConfig(table=name))


def play_a_row(kitchen):
    """Five rounds, each laying one more tile of Ada's uppermost row."""
    colours = [(cell, colour) for cell, colour in ROW.items()]
    for number in range(5):
        wall = dict(colours[:number])
        kitchen.sees(({**wall, "line/0/0": colours[number][1]}, {"floor/0": "first"}))
        kitchen.sees((dict(colours[: number + 1]), {}))
