"""Many tables at once: how soon the hub knows, and what broker, hub and cables may do to it."""

import threading
import time
from random import Random
from statistics import median

import pytest
from brokers import needs_mosquitto
from patience import until
from simulated import Tables, heard_once, hub_at, right

pytestmark = needs_mosquitto

SOON_S = 0.25
HEAL_S = 60.0


class Watch:
    """Notes when the hub's board first had each table's each word, as a page would see it."""

    def __init__(self, hub):
        self.seen = {}
        self.thread = threading.Thread(target=self._look, args=(hub,), daemon=True)
        self.thread.start()

    def _look(self, hub):
        for hall in hub.board.follow(0.5):
            now = time.monotonic()
            for name, seen in (hall.tables if hall else {}).items():
                if seen.told:
                    self.seen.setdefault((name, seen.told.version), now)


@pytest.mark.parametrize(
    ("count", "rounds"), [(20, 5), pytest.param(200, 20, marks=pytest.mark.long)]
)
def test_the_hub_knows_every_state_within_a_quarter_of_a_second(mosquitto, tmp_path, count, rounds):
    hub = hub_at(mosquitto, tmp_path)
    tables = Tables([mosquitto] * count)
    until(tables.all_up, HEAL_S)
    watch, random = Watch(hub), Random(1)
    for _ in range(rounds):
        begun = time.monotonic()
        for number, name in enumerate(random.sample(tables.names, count)):
            time.sleep(max(0.0, begun + number / count - time.monotonic()))
            tables.say(name)  # every table once a second: far more than anybody plays
    until(lambda: right(hub, tables), HEAL_S)
    time.sleep(0.1)
    late = [lateness(watch, tables, number) for number in range(1, rounds + 1)]
    p50s, p99s = zip(*late, strict=True)
    print(f"{count} tables, {rounds} rounds: p50 {p50s}, p99 {p99s} s")
    tables.stop()
    hub.stop()
    # A machine that stands still makes one round or two late, a slow hub every one.
    assert median(p99s) < SOON_S


def lateness(watch, tables, number):
    """The seconds until a round's words were known: of every other one, and of 99 in 100.

    A word that was overtaken by a newer one counts as known when the newer one was.
    """
    late = sorted(
        known(watch, tables, name, number) - tables.said[name, number] for name in tables.names
    )
    return late[len(late) // 2], late[int(len(late) * 0.99)]


def known(watch, tables, name, number):
    later = range(number, tables.version[name] + 1)
    return min(watch.seen[name, n] for n in later if (name, n) in watch.seen)


@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.long)])
def test_after_every_misfortune_all_is_right_and_nothing_doubled(mosquitto, tmp_path, count):
    hub = hub_at(mosquitto, tmp_path)
    tables, random = Tables([mosquitto] * count), Random(2)
    until(tables.all_up, HEAL_S)

    tables.play(random, 0)
    until(lambda: right(hub, tables), HEAL_S)

    mosquitto.kill()  # the broker dies in mid-round, and forgets everything
    tables.play(random, 100)
    mosquitto.start()
    until(lambda: right(hub, tables), HEAL_S)

    hub.stop()  # the hub dies; what it heard is in its ledger
    tables.play(random, 200)
    hub = hub_at(mosquitto, tmp_path)
    until(lambda: right(hub, tables), HEAL_S)

    for name in random.sample(tables.names, count // 3):  # cables are pulled
        socket = tables.lines[name]._client.socket()
        if socket is not None:
            socket.shutdown(2)
    tables.play(random, 300)
    until(lambda: right(hub, tables), HEAL_S)

    assert heard_once(hub)
    assert len(hub.hall.books.games) == sum(map(len, tables.ended.values()))
    tables.stop()
    hub.stop()
