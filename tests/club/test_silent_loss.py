"""Cables that go dead without a word: who is not told notices, and nothing is lost or doubled."""

import time
from random import Random

import pytest
from brokers import needs_mosquitto
from cables import Cable
from listening import Listener, broker_at
from patience import until
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
HARMS = LOST | HURT
CALLING = ("the connection forgotten", "torn in the middle of a message")
"""After these somebody calls anew."""


@pytest.fixture
def cable(mosquitto):
    """A cable that some of the tables, or the hub, have to the broker."""
    one = Cable(mosquitto.port)
    yield one
    one.close()


@pytest.fixture
def cables(mosquitto):
    """A cable for everything that can happen to one."""
    made = {how: Cable(mosquitto.port) for how in HARMS}
    yield made
    for one in made.values():
        one.close()


def test_tables_behind_bad_cables_lose_nothing(mosquitto, tmp_path, cables):
    """Everything happens at once, each to two tables; one table has a good cable."""
    hub = hub_at(mosquitto, tmp_path)
    ends = [cable for cable in cables.values() for _ in range(2)]
    tables, random = Tables([*ends, mosquitto], keepalive_s=BEAT_S), Random("tables")
    behind = dict(zip(HARMS, zip(tables.names[::2], tables.names[1::2], strict=False), strict=True))
    tables.play(random, 0)
    until(lambda: right(hub, tables), HEAL_S)
    calls = {how: cable.calls for how, cable in cables.items()}
    for how, harm in HARMS.items():
        harm(cables[how])
    assert hurried(tables, 100) < SOON_S, "the game waits for nobody"
    dead = [name for how in LOST for name in behind[how]]
    until(lambda: not any(tables.lines[name].up for name in dead), HEAL_S)
    until(lambda: not any(hub.hall.tables[name].online for name in dead), HEAL_S)
    alive = (*behind["everything late"], tables.names[-1])
    until(lambda: newest(hub, tables, alive), HEAL_S)
    for how in CALLING:
        until(lambda how=how: cables[how].calls >= calls[how] + 2, HEAL_S)
    assert hurried(tables, 200) < SOON_S
    for cable in cables.values():
        cable.heal()
    tables.play(random, 300)
    ended(hub, tables)


def test_hubs_behind_bad_cables_miss_nothing(mosquitto, tmp_path, cables):
    """Everything happens at once, each to the hub of another club."""
    clubs = {how: club_behind(cable, mosquitto, tmp_path, n)
             for n, (how, cable) in enumerate(cables.items())}  # fmt: skip
    for hub, tables in clubs.values():
        tables.play(Random(0), 0)
        until(lambda hub=hub, tables=tables: right(hub, tables), HEAL_S)
    calls = {how: cable.calls for how, cable in cables.items()}
    for how, harm in HARMS.items():
        harm(cables[how])
    for _, tables in clubs.values():
        tables.play(Random(1), 100)
    until(lambda: not any(clubs[how][0].hall.joined for how in LOST), HEAL_S)
    until(lambda: right(*clubs["everything late"]), HEAL_S)
    for how in CALLING:
        until(lambda how=how: cables[how].calls > calls[how], HEAL_S)
    for _, tables in clubs.values():
        tables.play(Random(2), 200)
    for cable in cables.values():
        cable.heal()
    for hub, tables in clubs.values():
        tables.play(Random(3), 300)
        ended(hub, tables)


def club_behind(cable, mosquitto, folder, number):
    """A club's hub with a cable of its own, and three tables with good ones."""
    venue = f"club-{number}"
    hub = hub_at(cable, folder / venue, venue, keepalive_s=BEAT_S)
    return hub, Tables([mosquitto] * 3, venue)


def newest(hub, tables, names):
    """Whether the hub has the newest word of these tables."""
    return all(hub.hall.tables[name].told.version == tables.version[name] for name in names)


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
    for seed, how in enumerate([*HARMS, *LOST]):
        HARMS[how](cable if seed % 3 else own)
        for second in range(5):
            tables.play(random, 100 * seed + 10 * second)
            time.sleep(1)
        cable.heal()
        own.heal()
    ended(hub, tables)
    own.close()
