"""Cables that go dead without a word: who is not told notices, and nothing is lost or doubled."""

import time
from random import Random

import pytest
from brokers import needs_mosquitto, until
from cables import Cable
from listening import Listener, broker_at
from simulated import Tables, heard_once, hub_at, right

from companion.club.broker import KEEPALIVE_S
from companion.club.message import dump_online
from companion.club.table.line import Line
from companion.club.topics import Topics

pytestmark = needs_mosquitto

BEAT_S = 1
"""How often the ends of these cables ask for each other; in a club it is ``KEEPALIVE_S``."""

HEAL_S = 60.0
SOON_S = 0.2
SLACK_S = 4.0
"""What broker and library may take longer, who look once a second or so, on a busy machine."""

LOST = {
    "both directions": lambda cable: cable.cut(),
    "only what is said": lambda cable: cable.cut(cable.up),
    "only what is heard": lambda cable: cable.cut(cable.down),
    "in the middle of a message": lambda cable: cable.stop_after(3),
}
HURT = {
    "the connection forgotten": lambda cable: cable.forget(),
    "everything late": lambda cable: cable.delay(0.3),
    "torn in the middle of a message": lambda cable: cable.break_after(3),
}


@pytest.fixture
def cable(mosquitto):
    """A cable that some of the tables, or the hub, have to the broker."""
    one = Cable(mosquitto.port)
    yield one
    one.close()


@pytest.mark.parametrize("how", [*LOST, *HURT])
def test_tables_behind_a_bad_cable_lose_nothing(mosquitto, tmp_path, cable, how):
    hub = hub_at(mosquitto, tmp_path)
    tables, random = Tables([cable, cable, mosquitto], keepalive_s=BEAT_S), Random(how)
    tables.play(random, 0)
    until(lambda: right(hub, tables), HEAL_S)
    (LOST | HURT)[how](cable)
    calls = cable.calls
    assert hurried(tables, 100) < SOON_S, "the game waits for nobody"
    if how in LOST:
        until(lambda: not any(tables.lines[name].up for name in tables.names[:2]), HEAL_S)
        until(lambda: not any(hub.hall.tables[name].online for name in tables.names[:2]), HEAL_S)
        assert hub.hall.tables["t002"].online
    elif how == "everything late":
        until(lambda: right(hub, tables), HEAL_S)
    else:
        until(lambda: cable.calls >= calls + 2, HEAL_S)
    assert hurried(tables, 200) < SOON_S
    cable.heal()
    tables.play(random, 300)
    ended(hub, tables)


@pytest.mark.parametrize("how", [*LOST, *HURT])
def test_a_hub_behind_a_bad_cable_misses_nothing(mosquitto, tmp_path, cable, how):
    hub = hub_at(cable, tmp_path, keepalive_s=BEAT_S)
    tables, random = Tables([mosquitto] * 3), Random(how)
    tables.play(random, 0)
    until(lambda: right(hub, tables), HEAL_S)
    (LOST | HURT)[how](cable)
    calls = cable.calls
    tables.play(random, 100)
    if how in LOST:
        until(lambda: not hub.hall.joined, HEAL_S)
    elif how == "everything late":
        until(lambda: right(hub, tables), HEAL_S)
    else:
        until(lambda: cable.calls > calls, HEAL_S)
    tables.play(random, 200)
    cable.heal()
    tables.play(random, 300)
    ended(hub, tables)


def hurried(tables, seed):
    """Let every table say something; return the longest that one of them took for it."""
    long = 0.0
    for name in tables.names:
        tables.finish(name, seed)
        begun = time.monotonic()
        tables.say(name)
        long = max(long, time.monotonic() - begun)
    return long


def ended(hub, tables):
    """See that all is right and nothing doubled, and end."""
    until(lambda: right(hub, tables), HEAL_S)
    assert heard_once(hub)
    assert len(hub.hall.books.games) == sum(map(len, tables.ended.values()))
    tables.stop()
    hub.stop()


def test_a_dead_link_is_noticed_at_both_ends_in_time(mosquitto, cable):
    line = Line(broker_at(cable, keepalive_s=2), Topics("club", "t01"))
    line.start()
    listener = Listener(mosquitto)
    until(lambda: listener.heard.get("azul/club/t01/online") == dump_online(True))
    cable.cut()
    dead = time.monotonic()
    until(lambda: listener.heard["azul/club/t01/online"] == dump_online(False))
    broker_s = time.monotonic() - dead
    until(lambda: not line.up)
    table_s = time.monotonic() - dead
    assert broker_s < 1.5 * 2 + SLACK_S
    assert table_s < 2 * 2 + SLACK_S
    cable.heal()
    until(lambda: listener.heard["azul/club/t01/online"] == dump_online(True))
    line.stop()
    listener.close()


def test_the_clubs_beat_is_as_documented():
    assert KEEPALIVE_S == 10


@pytest.mark.long
def test_two_hundred_tables_whose_cables_go_and_come(mosquitto, tmp_path, cable):
    """Half the tables and the hub have bad cables; everything happens to them, one by one."""
    own = Cable(mosquitto.port)
    hub = hub_at(own, tmp_path, keepalive_s=3)
    tables, random = Tables([cable, mosquitto] * 100, keepalive_s=3), Random(4)
    until(tables.all_up, HEAL_S)
    for seed, how in enumerate([*LOST, *HURT, *LOST]):
        (LOST | HURT)[how](cable if seed % 3 else own)
        for second in range(5):
            tables.play(random, 100 * seed + 10 * second)
            time.sleep(1)
        cable.heal()
        own.heal()
    ended(hub, tables)
    own.close()
