"""Many tables at once: how soon the hub knows, and what broker, hub and cables may do to it."""

import threading
import time
from random import Random

import pytest
from brokers import needs_mosquitto, until
from listening import broker_at
from playing import done, word

from companion.club.hub import Hub
from companion.club.ledger import Ledger
from companion.club.line import Line
from companion.club.message import dump
from companion.club.topics import Topics

pytestmark = needs_mosquitto

SOON_S = 0.25
HEAL_S = 60.0
NAMES = ("Ada", "Ben")


class Tables:
    """Simulated tables, each with its own line; ``said`` is when each said which word."""

    def __init__(self, mosquitto, count):
        self.names = [f"t{n:03}" for n in range(count)]
        self.lines = {name: Line(broker_at(mosquitto), Topics("club", name)) for name in self.names}
        self.version = dict.fromkeys(self.names, 0)
        self.ended = {name: [] for name in self.names}
        self.said = {}
        for line in self.lines.values():
            line.start()

    def say(self, name):
        self.version[name] += 1
        number = self.version[name]
        self.said[name, number] = time.monotonic()
        self.lines[name].say(dump(word(name, number, NAMES, ended=self.ended[name])))

    def finish(self, name, seed):
        ended = done(NAMES, seed)
        self.ended[name].append(ended)
        self.say(name)

    def all_up(self):
        return all(line.up for line in self.lines.values())

    def stop(self):
        for line in self.lines.values():
            line.stop()


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


def hub_at(mosquitto, folder):
    hub = Hub(broker_at(mosquitto), "club", Ledger(folder))
    hub.start()
    until(lambda: hub.hall.joined)
    return hub


def right(hub, tables):
    """Whether the hub has every table's newest word and every game, each once."""
    hall = hub.hall
    told = {name: seen.told for name, seen in hall.tables.items() if seen.told and seen.online}
    newest = {name: one.version for name, one in told.items()} == tables.version
    games = {(name, one.sitting): one for name in tables.names for one in tables.ended[name]}
    kept = {key: game.finished for key, game in hall.books.games.items()}
    return newest and kept == games


def heard_once(hub):
    """Every game is one fact in the ledger."""
    facts = [(f.table, f.game.sitting) for f in hub._ledger.facts()]
    return len(facts) == len(set(facts))


@pytest.mark.parametrize(
    ("count", "rounds"), [(20, 5), pytest.param(200, 20, marks=pytest.mark.long)]
)
def test_the_hub_knows_every_state_within_a_quarter_of_a_second(mosquitto, tmp_path, count, rounds):
    hub = hub_at(mosquitto, tmp_path)
    tables = Tables(mosquitto, count)
    until(tables.all_up, HEAL_S)
    watch, random = Watch(hub), Random(1)
    for _ in range(rounds):
        begun = time.monotonic()
        for number, name in enumerate(random.sample(tables.names, count)):
            time.sleep(max(0.0, begun + number / count - time.monotonic()))
            tables.say(name)  # every table once a second: far more than anybody plays
    until(lambda: right(hub, tables), HEAL_S)
    time.sleep(0.1)
    # A word that was overtaken by a newer one counts as known when the newer one was.
    late = sorted(known(watch, tables, *word) - at for word, at in tables.said.items())
    p50, p99 = late[len(late) // 2], late[int(len(late) * 0.99)]
    print(f"{count} tables, {len(late)} words: p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
    tables.stop()
    hub.stop()
    assert p99 < SOON_S


def known(watch, tables, name, number):
    later = range(number, tables.version[name] + 1)
    return min(watch.seen[name, n] for n in later if (name, n) in watch.seen)


@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.long)])
def test_after_every_misfortune_all_is_right_and_nothing_doubled(mosquitto, tmp_path, count):
    hub = hub_at(mosquitto, tmp_path)
    tables, random = Tables(mosquitto, count), Random(2)
    until(tables.all_up, HEAL_S)

    def play(seed):
        for number, name in enumerate(tables.names):
            if random.random() < 0.3:
                tables.finish(name, seed + number % 7)
            else:
                tables.say(name)

    play(0)
    until(lambda: right(hub, tables), HEAL_S)

    mosquitto.kill()  # the broker dies in mid-round, and forgets everything
    play(100)
    mosquitto.start()
    until(lambda: right(hub, tables), HEAL_S)

    hub.stop()  # the hub dies; what it heard is in its ledger
    play(200)
    hub = hub_at(mosquitto, tmp_path)
    until(lambda: right(hub, tables), HEAL_S)

    for name in random.sample(tables.names, count // 3):  # cables are pulled
        socket = tables.lines[name]._client.socket()
        if socket is not None:
            socket.shutdown(2)
    play(300)
    until(lambda: right(hub, tables), HEAL_S)

    assert heard_once(hub)
    assert len(hub.hall.books.games) == sum(map(len, tables.ended.values()))
    tables.stop()
    hub.stop()
