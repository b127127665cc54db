"""``companion hub`` as a process: started, asked, killed, started again."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from brokers import free_port, needs_mosquitto
from listening import broker_at
from patience import until
from playing import done, word

from companion import cli
from companion.club.broker import broker_of, client
from companion.club.message import dump
from companion.club.table.line import Line
from companion.club.topics import Topics
from companion.config import ClubConfig
from companion.errors import ConfigError

COMPANION = Path(sys.executable).with_name("companion")


@pytest.fixture
def config(tmp_path, mosquitto):
    path = tmp_path / "companion.toml"
    path.write_text(
        f'[club]\nbroker = "127.0.0.1"\nport = {mosquitto.port}\ntls = false\n'
        f'[service]\nstate_dir = "{tmp_path / "state"}"\n'
        f'[web]\nhost = "127.0.0.1"\nport = {free_port()}\n'
    )
    return path


def started(config, **environment):
    return subprocess.Popen(
        [COMPANION, "hub", "--config", config],
        stdout=subprocess.DEVNULL,
        env=os.environ | environment,
    )


def state(config):
    port = config.read_text().rpartition("port = ")[2].strip()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=5) as answer:
            return json.load(answer)
    except OSError:
        return {"tables": {}}


@needs_mosquitto
def test_a_hub_that_was_killed_goes_on_where_it_was(config, mosquitto):
    hub = started(config)
    line = Line(broker_at(mosquitto), Topics("club", "t01"))
    line.start()
    ended = done(("Ada", "Ben"), 1)
    line.say(dump(word("t01", 1, ("Ada", "Ben"), ended=[ended])))
    until(lambda: state(config).get("games") == 1, 60)
    hub.kill()
    hub.wait()
    line.say(dump(word("t01", 2, ("Ada", "Ben"), ended=[ended, done(("Ada", "Ben"), 2)])))
    hub = started(config)
    now = until(lambda: (found := state(config)).get("games") == 2 and found, 60)
    assert now["tables"]["t01"]["version"] == 2
    assert now["tables"]["t01"]["online"]
    line.stop()
    hub.send_signal(signal.SIGTERM)
    assert hub.wait(10) == 0


@needs_mosquitto
def test_two_hubs_are_never_at_work_with_one_ledger(config, capsys):
    hub = started(config)
    until(lambda: "joined" in state(config), 60)
    assert cli.main(["hub", "--config", str(config)]) == 3
    said = capsys.readouterr().err.strip()
    assert "another hub is at work" in said
    assert "\n" not in said
    hub.send_signal(signal.SIGTERM)
    assert hub.wait(10) == 0


@needs_mosquitto
def test_systemd_hears_that_the_hub_is_open_and_well(config, tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}
        hub = started(config, **told)
        words = [systemd.recv(4096).decode() for _ in range(3)]
        hub.send_signal(signal.SIGTERM)
        assert hub.wait(10) == 0
        while (last := systemd.recv(4096).decode()).startswith("WATCHDOG"):
            pass
    assert words[0].startswith("READY=1")
    assert all(word.startswith("WATCHDOG=1") for word in words[1:])
    assert last == "STOPPING=1"


def test_a_hub_without_a_broker_says_what_it_needs(tmp_path, capsys):
    (tmp_path / "companion.toml").write_text("")
    assert cli.main(["hub", "--config", str(tmp_path / "companion.toml")]) == 2
    assert "club.broker" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "named"),
    [('venue = "Our Club"', "club.venue"), ('ca_file = "/nowhere/ca.crt"', "club.ca_file"),
     ('password_file = "/nowhere/word"', "club.password_file")],
)  # fmt: skip
def test_a_mistake_in_the_section_is_one_sentence(tmp_path, capsys, line, named):
    path = tmp_path / "companion.toml"
    path.write_text(f'[club]\nbroker = "b"\n{line}\n[service]\nstate_dir = "{tmp_path}"\n')
    assert cli.main(["hub", "--config", str(path)]) == 2
    assert named in capsys.readouterr().err


@pytest.mark.parametrize(
    "host", ["broker..local", "mqtt://broker.local", "broker.local:1883", "[::1]", " ", "x" * 70]
)
def test_what_cannot_name_a_machine_is_refused_before_it_is_called_for_ever(host):
    """The library's thread ends with such a name, and the cloud would stay crossed out."""
    with pytest.raises(ConfigError, match=r"club\.broker.*cannot name a machine"):
        broker_of(ClubConfig(broker=host), "t01")


@pytest.mark.parametrize(
    "host", ["broker", "broker.local", "bröker.local", "10.0.0.7", "fe80::1%eth0", "a_b.home."]
)
def test_names_and_addresses_of_machines_are_taken(host):
    assert broker_of(ClubConfig(broker=host), "t01").host == host


@pytest.mark.parametrize("content", [b"", b"-----BEGIN CERTIFICATE-----\nAAAA\n", b"\xff\0"])
def test_a_certificate_that_is_none_is_one_sentence(tmp_path, content):
    (tmp_path / "ca.crt").write_bytes(content)
    broker = broker_of(ClubConfig(broker="b", ca_file=str(tmp_path / "ca.crt")), "t01")
    with pytest.raises(ConfigError, match=r"club\.ca_file.*no certificate"):
        client(broker, "t01")
