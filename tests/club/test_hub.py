"""The hub sees every table at a real broker, and only what each may say."""

import gc
import json
import subprocess
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from itertools import count
from threading import Event

import pytest
from brokers import Mosquitto, needs_mosquitto
from listening import Listener, broker_at
from patience import until

from companion.club.broker import Broker, client, hang_up
from companion.club.hub import wishes
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.club.message import Finished, Told, dump
from companion.club.table.line import Line
from companion.club.topics import Topics
from companion.club.tournament import Plan

pytestmark = needs_mosquitto
NAMES = ("Ada", "Ben")
SHIPPED = files("companion.club") / "mosquitto"


def word(table="t01", version=1, **more):
    return dump(Told(table, "boot", version, "azul", NAMES, (3, version), "playing", **more))


def table_line(broker, table="t01"):
    line = Line(broker, Topics("club", table))
    line.start()
    return line


@pytest.fixture
def hub(mosquitto, tmp_path):
    made = Hub(broker_at(mosquitto), "club", Ledger(tmp_path / "hub"))
    made.start()
    yield made
    made.stop()


def scores(hub, table="t01"):
    seen = hub.hall.tables.get(table)
    return seen.told.scores if seen and seen.told else None


def online(hub, table="t01"):
    seen = hub.hall.tables.get(table)
    return bool(seen and seen.online)


def test_while_nothing_can_be_written_down_the_hub_is_said_to_hang(
    mosquitto, tmp_path, monkeypatch
):
    monkeypatch.setattr("companion.club.hub.hub.STUCK_S", 0.2)
    gone_on = Event()

    class OnAHangingDisk(Ledger):
        def append(self, facts):
            gone_on.wait(20)

    hub = Hub(broker_at(mosquitto), "club", OnAHangingDisk(tmp_path / "hub"))
    assert hub.hanging() == "hearing the tables", "nobody does yet"
    hub.start()
    line = table_line(broker_at(mosquitto))
    line.say(word())
    until(lambda: hub._thread.is_alive() and hub.hanging() == "hearing the tables")
    gone_on.set()
    until(lambda: scores(hub) and hub.hanging() is None)
    line.stop()
    hub.stop()


def test_what_a_table_says_is_in_the_hall(mosquitto, hub):
    line = table_line(broker_at(mosquitto))
    line.say(word(version=7))
    until(lambda: scores(hub) == (3, 7) and online(hub))
    line.stop()
    until(lambda: not online(hub))
    assert scores(hub) == (3, 7)


def test_a_hub_that_comes_later_sees_everything(mosquitto, tmp_path):
    line = table_line(broker_at(mosquitto))
    line.say(word(version=2))
    until(lambda: line.up)
    late = Hub(broker_at(mosquitto), "club", Ledger(None))
    late.start()
    until(lambda: scores(late) == (3, 2) and online(late))
    late.stop()
    line.stop()


def test_results_outlive_hub_and_broker_and_none_is_doubled(mosquitto, tmp_path):
    done = Finished("s1", "azul", NAMES, (50, 40), (0, 0), (0,))
    hub = Hub(broker_at(mosquitto), "club", Ledger(tmp_path))
    hub.start()
    hub.do(lambda books: wishes.begin(books, Plan("Cup", "azul", 2, ("t01",), NAMES)))
    hub.do(wishes.next_round)
    line = table_line(broker_at(mosquitto))
    line.say(word(version=0))
    until(lambda: scores(hub))
    line.say(word(finished=(done,)))
    until(lambda: hub.hall.books.games)
    mosquitto.kill()
    until(lambda: not hub.hall.joined)
    assert not online(hub)
    hub.stop()
    mosquitto.start()
    again = Hub(broker_at(mosquitto), "club", Ledger(tmp_path))
    assert again.hall.books.tournament.outcomes[1, "t01"].sitting == "s1"
    again.start()
    until(lambda: online(again))
    line.say(word(version=2, finished=(done,)))
    until(lambda: scores(again) == (3, 2))
    assert len(again.hall.books.games) == 1
    assert len([f for f in again._ledger.facts() if type(f).__name__ == "Heard"]) == 1
    again.stop()
    line.stop()


def test_malformed_and_old_messages_are_reported_and_skipped(mosquitto, hub):
    line = table_line(broker_at(mosquitto))
    line.say(word(version=1))
    until(lambda: scores(hub) == (3, 1))
    rogue = Listener(mosquitto)
    for payload in (b"\xff\xfe", b"[" * 5000, b'{"schema": 0}', b"{}", b"9" * 5000):
        rogue.publish("azul/club/t01/state", payload)
    rogue.publish("azul/club/t02/state", b"nothing")
    until(lambda: hub.hall.complaints["azul/club/t01/state"].times == 5
          if "azul/club/t01/state" in hub.hall.complaints else False)  # fmt: skip
    assert scores(hub) == (3, 1)
    line.say(word(version=2))
    until(lambda: scores(hub) == (3, 2))
    assert "t02" not in hub.hall.tables
    rogue.close()
    line.stop()


# Who may say what, with the access list as it is shipped, passwords and TLS.

numbers = count(10)
"""The broker remembers; so that no word is taken for an earlier one, each has its number."""

USERS = ("t01", "t02", "hub", "organiser", "judge", "spectator")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A broker as the documentation has it set up, but for its paths and port."""
    folder = tmp_path_factory.mktemp("guarded")
    certificates(folder)
    passwords = folder / "passwords"
    passwords.touch(mode=0o600)
    for user in USERS:
        subprocess.run(["mosquitto_passwd", "-b", passwords, user, f"{user}-secret"], check=True)
    (folder / "club.acl").write_text((SHIPPED / "club.acl").read_text())
    rules = (SHIPPED / "club.conf").read_text().replace("/etc/mosquitto/club", str(folder))
    rules = "\n".join(one for one in rules.splitlines() if not one.startswith("listener"))
    (folder / "club.acl").chmod(0o600)
    broker = Mosquitto(folder, rules).start()
    yield broker
    broker.kill()


def certificates(folder):
    """Make an authority and the broker's certificate, by the commands of docs/club.md."""
    told = (files("companion").parent / "docs" / "club.md").read_text(encoding="utf-8")
    commands = [
        line.strip().replace("broker.local", "127.0.0.1").replace("DNS:", "IP:")
        for line in told.replace("\\\n", " ").splitlines()
        if line.strip().startswith("openssl")
    ]
    assert len(commands) == 3
    for command in commands:
        subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)


def as_user(guarded, user, password=None):
    return Broker("127.0.0.1", guarded.port, user, password or f"{user}-secret", True,
                  guarded.folder / "ca.crt", again_s=(1, 1))  # fmt: skip


def speaks(guarded, user, table):
    """Whether the hub hears what a user says for a table, by the time it hears the next one."""
    hub = Hub(as_user(guarded, "hub"), "club", Ledger(None))
    hub.start()
    until(lambda: hub.hall.joined)
    line = Line(as_user(guarded, user), Topics("club", table))
    line.start()
    until(lambda: line.up)
    line.say(word(table))
    until(lambda: line.settled)  # the broker has it, or has thrown it away
    honest = table_line(as_user(guarded, "t02"), "t02")
    number = next(numbers)
    honest.say(word("t02", version=number))
    until(lambda: scores(hub, "t02") == (3, number))
    heard = scores(hub, table) == (3, 1)
    line.stop()
    honest.stop()
    hub.stop()
    return heard


def test_a_table_speaks_for_itself_and_for_no_other(guarded):
    assert not speaks(guarded, "t01", "t03")
    assert speaks(guarded, "t01", "t01")


@pytest.mark.parametrize("user", ["hub", "organiser", "judge", "spectator"])
def test_nobody_but_tables_speaks(guarded, user):
    assert not speaks(guarded, user, "t03")
    line = table_line(as_user(guarded, user), user)
    until(lambda: line.up)
    line.say(word(user))
    until(lambda: line.settled)
    honest = table_line(as_user(guarded, "t02"), "t02")
    number = next(numbers)
    honest.say(word("t02", version=number))
    with listened(as_user(guarded, "spectator"), "azul/club/+/state") as heard:
        until(lambda: json.loads(heard.get("azul/club/t02/state", b"{}")).get("version") == number)
    assert f"azul/club/{user}/state" not in heard
    line.stop()
    honest.stop()


@contextmanager
def listened(broker, topic):
    """What is heard at a topic from now on, by topic."""
    heard, subscribed = Heard(), Event()
    made = client(broker, "")
    made.on_message = lambda _c, _u, message: heard.note(message.topic, message.payload)
    made.on_subscribe = lambda *_: subscribed.set()
    made.on_connect = lambda one, *_: one.subscribe(topic, 1)
    made.connect(broker.host, broker.port)
    made.loop_start()
    assert subscribed.wait(15)
    yield heard
    hang_up(made)


class Heard(dict):
    """The last payload of every topic; ``log`` has all of them, in order."""

    def __init__(self):
        super().__init__()
        self.log = []

    def note(self, topic, payload):
        self[topic] = payload
        self.log.append(payload)


def test_a_table_hears_nothing_of_the_others(guarded):
    honest = table_line(as_user(guarded, "t02"), "t02")
    honest.say(word("t02", version=next(numbers)))
    with (
        listened(as_user(guarded, "t01"), "azul/#") as nobody,
        listened(as_user(guarded, "spectator"), "azul/#") as everybody,
    ):
        until(lambda: "azul/club/t02/state" in everybody)
    assert nobody == {}
    honest.stop()


def heard_at_t01(guarded, user):
    """What a table hears when ``user`` says who plays there, by the time the hub says it too."""
    topic, hubs = Topics("club", "t01").seating, f"by the hub {next(numbers)}".encode()
    with listened(as_user(guarded, "t01"), topic) as heard:
        said(guarded, user, topic, b"by somebody else")
        said(guarded, "hub", topic, hubs)
        until(lambda: heard.get(topic) == hubs)
        return list(heard.log)


def said(guarded, user, topic, payload):
    made = client(as_user(guarded, user), "")
    made.connect("127.0.0.1", guarded.port)
    made.loop_start()
    made.publish(topic, payload, qos=1, retain=True).wait_for_publish(15)
    hang_up(made)


@pytest.mark.parametrize("user", ["t01", "t02", "organiser", "judge", "spectator"])
def test_only_the_hub_says_who_plays_where(guarded, user):
    assert b"by somebody else" not in heard_at_t01(guarded, user)


def test_a_table_hears_only_who_plays_there(guarded):
    own, others = Topics("club", "t01").seating, Topics("club", "t02").seating
    with listened(as_user(guarded, "t01"), "azul/#") as heard:
        said(guarded, "hub", others, b"elsewhere")
        said(guarded, "hub", own, b"here")
        until(lambda: heard.get(own) == b"here")
    assert others not in heard


def test_a_wrong_password_or_none_is_not_let_in(guarded, caplog):
    for user, password in (("t01", "guess"), ("t09", "t09-secret")):
        line = table_line(as_user(guarded, user, password), user)
        until(lambda: "refuses this table" in caplog.text)
        assert not line.up
        line.stop()
        caplog.clear()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho's own socket
def test_a_broker_nobody_vouches_for_is_not_told_a_password(guarded, tmp_path):
    line = table_line(replace(as_user(guarded, "t01"), ca_file=None))
    line.say(word())
    hub = Hub(as_user(guarded, "hub"), "club", Ledger(None))
    hub.start()
    until(lambda: hub.hall.joined)
    assert not line.up
    line.stop()
    hub.stop()
    until(lambda: line._client._thread is None)
    gc.collect()
