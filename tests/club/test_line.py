"""A table's word reaches the broker, whatever becomes of the broker."""

import time

import pytest
from brokers import needs_mosquitto
from listening import Listener, broker_at
from patience import until

from companion.club.message import dump_online, load_online
from companion.club.table.line import Line
from companion.club.topics import Topics

pytestmark = needs_mosquitto
TOPICS = Topics("club", "t01")


@pytest.fixture
def line(mosquitto):
    made = Line(broker_at(mosquitto), TOPICS)
    made.start()
    yield made
    made.stop()


def test_the_newest_word_is_kept_for_those_who_come_later(mosquitto, line):
    for number in range(50):
        line.say(f"word {number}".encode())
    until(lambda: line.up)
    late = Listener(mosquitto)
    until(lambda: late.heard.get(TOPICS.state) == b"word 49")
    assert load_online(late.heard[TOPICS.online])
    late.close()


def test_a_broker_that_forgot_everything_is_told_again(mosquitto, line):
    line.say(b"before")
    until(lambda: line.up)
    mosquitto.kill()
    until(lambda: not line.up)
    line.say(b"meanwhile")
    line.say(b"after")
    mosquitto.start()
    late = Listener(mosquitto)
    until(lambda: late.heard.get(TOPICS.state) == b"after")
    until(lambda: late.heard.get(TOPICS.online) == dump_online(True))
    assert b"meanwhile" not in late.heard.values()
    late.close()


def test_a_broker_that_comes_late_is_called_until_it_is_there(mosquitto):
    mosquitto.kill()
    line = Line(broker_at(mosquitto), TOPICS)
    line.start()
    line.say(b"here")
    time.sleep(0.2)
    mosquitto.start()
    until(lambda: line.up)
    late = Listener(mosquitto)
    until(lambda: late.heard.get(TOPICS.state) == b"here")
    line.stop()
    until(lambda: late.heard.get(TOPICS.online) == dump_online(False))
    late.close()


def test_the_broker_says_when_a_table_has_died(mosquitto, line):
    line.say(b"last words")
    until(lambda: line.up)
    listener = Listener(mosquitto)
    until(lambda: listener.heard.get(TOPICS.online) == dump_online(True))
    line._client.on_disconnect = None
    line._client._reconnect_on_failure = False
    line._client.socket().shutdown(2)
    until(lambda: listener.heard.get(TOPICS.online) == dump_online(False))
    assert listener.heard[TOPICS.state] == b"last words"
    listener.close()


def test_nothing_waits_for_a_broker_that_never_answers():
    from companion.club.broker import Broker

    line = Line(Broker("192.0.2.1", 1883), TOPICS)  # an address that leads nowhere
    begun = time.monotonic()
    line.start()
    for number in range(1000):
        line.say(str(number).encode())
    line.stop()
    assert time.monotonic() - begun < 2.0, "an address that leads nowhere answers later"


def test_talking_all_the_time_never_stops_the_line(mosquitto, line):
    """The library calls back under its own locks: a word said just then must not wait for them."""
    until(lambda: line.up)
    for number in range(3000):
        line.say(str(number).encode())
        if number % 10 == 0:
            time.sleep(0.0005)
    until(lambda: line.settled)
    late = Listener(mosquitto)
    until(lambda: late.heard.get(TOPICS.state) == b"2999")
    late.close()
