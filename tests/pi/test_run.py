"""``companion run``: with what is connected, and where nothing is, the simulated table."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from importlib.resources import files
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from patience import until

from companion import cli
from companion.cli.commands.table import demo, run
from companion.cli.shared.config_check import setup_of
from companion.cli.shared.dashboards import open_dashboard
from companion.config import (
    CameraConfig,
    Config,
    GameConfig,
    KeysConfig,
    PanelConfig,
    ServiceConfig,
    WebConfig,
)
from companion.errors import JournalError, UsageError
from companion.journal import Journal, Seating
from companion.ports import Signal
from companion.service.bulletin.state import Stage
from companion.service.evening.asks import Begin
from companion.service.ops.pulse import Pulse
from hardware.cameras import Found, open_camera
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.panel import open_panel

DEMO = Path(str(files("companion"))) / "demo" / demo.GAME


@pytest.fixture
def companion(tmp_path):
    """Start the command with a configuration; everything it started ends with the test."""
    started = []

    def start(text):
        (tmp_path / "companion.toml").write_text(text)
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--port", str(free_port())],
            cwd=tmp_path,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def free_port():
    import socket

    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def opened(line):
    """Open the page whose address is in ``line``; by then the companion is all there."""
    address = re.search(r"http://127\.0\.0\.1:\d+", line).group()
    with urllib.request.urlopen(f"{address}/", timeout=10) as page:
        assert page.status == 200


def test_without_camera_and_pins_it_says_so_in_one_line_each_and_opens_the_page(companion):
    process = companion('[camera]\nkind = "simulated"\n[panel]\nkind = "auto"\n')
    lines = [process.stdout.readline().strip() for _ in range(3)]
    assert "imulated table" in lines[0]
    assert lines[1].startswith("Panel: ")
    opened(lines[2])
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    assert time.monotonic() - began < 2.5


def test_the_terminals_keys_can_be_buttons(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    path = tmp_path / "companion.toml"
    path.write_text('[camera]\nkind = "simulated"\n[panel]\nkind = "off"\n')
    command = [sys.executable, "-m", "companion", "run", "--keys", "--config", str(path)]
    process = subprocess.Popen(
        [*command, "--port", str(free_port())], stdin=theirs, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(4)]
    assert lines[0].startswith("Keys: space or Enter")
    opened(lines[3])
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    process.stdout.close()
    os.close(ours)
    os.close(theirs)


def test_without_a_terminal_its_keys_cannot_be_had(monkeypatch):
    class NoTerminal:
        def fileno(self):
            raise ValueError("closed")

    monkeypatch.setattr(sys, "stdin", NoTerminal())
    with pytest.raises(UsageError, match="needs a terminal"), run.terminal_keys():
        pass


def test_a_camera_asked_for_and_not_there_is_one_sentence(companion):
    process = companion('[camera]\nkind = "webcam"\ndevice = "/dev/video63"\n')
    _, err = process.communicate(timeout=30)
    assert process.returncode == 3, "the service tries again"
    assert "there is no USB camera /dev/video63; plug it in" in err.splitlines()[-1]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[panel]\nbuttons = [2]\n", "GPIO 2 belongs to I2C"),
        ("[camera]\nkindd = 1\n", "did you mean camera.kind?"),
        ('[camera]\nkind = "folder"\npath = "nowhere"\n', "there is no folder nowhere"),
    ],
)
def test_a_mistake_in_the_configuration_is_one_sentence(tmp_path, capsys, text, word):
    path = tmp_path / "companion.toml"
    path.write_text(text)
    assert cli.main(["run", "--config", str(path)]) == 2
    assert word in capsys.readouterr().err


@pytest.fixture
def table(tmp_path):
    """A game on a real camera (recorded pictures stand for it), and the same after a restart."""
    wanted = Config(
        camera=CameraConfig(kind="folder", path=str(DEMO)),
        service=ServiceConfig(state_dir=str(tmp_path / "state")),
    )
    camera = open_camera(wanted.camera)
    evenings = []

    def start():
        evening = run.evening_of(camera, None, wanted, Pulse(60))
        evening.start()
        evenings.append(evening)
        return evening

    yield start
    for evening in evenings:
        evening.stop()


def test_on_a_full_disk_it_starts_without_a_game(table, monkeypatch):
    """On its pages evenings can be deleted, which makes room; then a game can be begun."""

    def full(*_):
        raise JournalError("The disk is full. Make room and press again.", full=True)

    monkeypatch.setattr(Journal, "begin", full)
    evening = table()
    assert evening.state.stage is Stage.IDLE
    assert "disk is full" in evening.state.notice
    monkeypatch.undo()
    until = time.monotonic() + 20
    while evening.state.notice:
        assert time.monotonic() < until, "there is room again, and nobody says so"
        time.sleep(0.01)
    seating = Seating(evening.state.setup)
    assert evening.ask(Begin(seating)).result(20).stage is Stage.SET_UP


def pressed(evening, events):
    """Press, and wait until the history has so many readings."""
    evening.press()
    until = time.monotonic() + 20
    while len(evening.state.history) < events or evening.state.stage is Stage.LOOKING:
        assert time.monotonic() < until, evening.state
        time.sleep(0.01)
    return evening.state


def test_a_real_camera_leads_through_the_game_and_a_press_is_a_picture(table):
    """Set-up, first offer, first tiling; then the plug is pulled, and the game goes on."""
    evening = table()
    for count in (1, 2, 3):
        state = pressed(evening, count)
    assert [(entry.checkpoint, entry.round, entry.status) for entry in state.history] == [
        ("setup", 0, "read"),
        ("offer-end", 1, "read"),
        ("tiled", 1, "read"),
    ]
    assert state.confirmed == (3, 2)
    evening.stop()
    again = table()
    assert again.state.confirmed == (3, 2)
    state = pressed(again, len(again.state.history) + 1)
    assert (state.history[-1].checkpoint, state.history[-1].round) == ("offer-end", 2)


@pytest.mark.parametrize(("kind", "pictures"), [("webcam", 2), ("folder", 1)])
def test_of_a_live_camera_two_pictures_must_agree(tmp_path, kind, pictures):
    """Recorded ones are one of each moment."""
    wanted = Config(
        camera=CameraConfig(kind=kind), service=ServiceConfig(state_dir=str(tmp_path / "state"))
    )
    found = open_camera(CameraConfig(kind="folder", path=str(DEMO)))
    evening = run.evening_of(found, None, wanted, Pulse(60))
    assert evening.place.agreeing == pictures
    evening.journal.close()


def test_from_the_press_to_the_score_it_takes_little_more_than_reading(table):
    """Taking the picture, the journal on the disk, the page: 100 ms at most beside the reading."""
    evening, beside = table(), []
    for count in range(1, 7):
        began = time.perf_counter()
        evening.press()
        while len(evening.state.history) < count or evening.state.stage is Stage.LOOKING:
            evening.bulletin.newer(evening.state.version, 1.0)
        took = 1e3 * (time.perf_counter() - began)
        beside.append(took - sum(evening.state.report.ms.values()))
    assert sorted(beside)[3] < 100


def test_the_panels_gestures_reach_the_evening(table):
    evening = table()
    panel = open_panel(PanelConfig(kind="simulated"), KeysConfig())
    loop = run.panel_loop(panel, [], evening)
    loop.start()
    panel.simulated.press()
    until(lambda: len(evening.state.history) == 1)
    until(lambda: panel.simulated.signal is Signal.READ)
    panel.simulated.double()
    until(lambda: evening.state.reading is None)
    loop.stop()


@pytest.mark.parametrize("pins", [False, True])
def test_pages_know_whether_there_are_buttons_on_the_table(table, pins):
    evening = table()
    panel = open_panel(PanelConfig(kind="simulated"), KeysConfig())
    run.panel_loop(replace(panel, simulated=None if pins else panel.simulated), [], evening)
    assert evening.state.buttons is pins


@pytest.mark.parametrize(
    ("game", "word"),
    [
        (GameConfig(players=2, first_player=3), "there is no seat 3"),
        (GameConfig(name="azul-duel", players=4), "cannot be played"),
        (GameConfig(goals=("G1", "G2", "G3")), "Azul has no goals to choose: leave goals out"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(game, word):
    with pytest.raises(UsageError, match=word):
        setup_of(game)


def test_a_hanging_driver_is_reported_as_a_hanging_look_is():
    pulse = Pulse(60)
    steady = SteadyCamera("x", lambda: None, Limits())
    hanging = run.hanging_of(Found(steady, ""), pulse)
    assert hanging() is None
    steady.hanging = lambda: "the camera's driver"
    assert hanging() == "the camera's driver"
    assert run.hanging_of(Found(None, ""), pulse)() is None


def test_a_camera_within_its_own_limits_does_not_hang():
    slow = Config(camera=CameraConfig(open_timeout_s=120, attempts=10))
    assert run.patience_s(slow) > 10 * 120
    assert run.patience_s(Config(service=ServiceConfig(stuck_s=3000))) == 3000


@pytest.mark.parametrize(
    ("told", "configured", "simulated", "host"),
    [
        (None, "", True, "127.0.0.1"),
        (None, "", False, "0.0.0.0"),
        (None, "192.168.1.7", True, "192.168.1.7"),
        ("127.0.0.1", "0.0.0.0", False, "127.0.0.1"),
    ],
)
def test_a_real_table_is_shown_to_the_house_a_simulated_one_to_its_own_computer(
    told, configured, simulated, host
):
    args = SimpleNamespace(host=told, port=None)
    web = run.web_of(WebConfig(host=configured, port=8123), args, simulated=simulated)
    assert (web.host, web.port) == (host, 8123)


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", 0), ("0.0.0.0", 3)])
def test_the_code_is_on_the_screen_and_nowhere_else(table, capsys, caplog, tmp_path, host, told):
    """A new one after each phone; a page shows the log, so it must not be there."""
    caplog.set_level("DEBUG")
    web = WebConfig(host=host, port=free_port())
    dashboard = open_dashboard(table(), web, tmp_path, {"Camera": "none"})
    assert capsys.readouterr().out == ""
    dashboard.introduce()
    for _ in range(2):
        dashboard.devices.pair("a phone", code=dashboard.devices.code)
    out = capsys.readouterr().out
    assert out.startswith("The dashboard is at http://")
    assert len(re.findall(r"with the code \d{6}\.", out)) == told
    assert "code" not in caplog.text
    assert (tmp_path / "devices.json").exists()
    dashboard.server.stop()


def test_a_phone_reads_the_address_from_the_terminal_or_the_log(table, capsys, tmp_path):
    dashboard = open_dashboard(table(), WebConfig(host="0.0.0.0", port=free_port()), tmp_path, {})
    dashboard.introduce()
    dashboard.server.stop()
    said, *rest = capsys.readouterr().out.splitlines()
    letters = [line for line in rest if set(line) <= set(" \u2580\u2584\u2588")]
    assert cv2.QRCodeDetector().detectAndDecode(as_seen(letters))[0] == said.split()[-1]


def test_a_terminal_without_such_letters_is_spared_them(table, monkeypatch, tmp_path):
    screen = TextIOWrapper(BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    dashboard = open_dashboard(table(), WebConfig(host="0.0.0.0", port=free_port()), tmp_path, {})
    dashboard.introduce()
    dashboard.server.stop()
    screen.seek(0)
    assert len(screen.read().splitlines()) == 2


def as_seen(letters):
    """Lines of half and whole blocks as pixels, light on dark."""
    upper = [[letter in "\u2580\u2588" for letter in line] for line in letters]
    lower = [[letter in "\u2584\u2588" for letter in line] for line in letters]
    pixels = np.array([half for pair in zip(upper, lower, strict=True) for half in pair])
    return np.kron(pixels.astype(np.uint8) * 255, np.ones((8, 8), np.uint8))


def test_the_configured_game_is_played():
    setup = setup_of(GameConfig(players=3, first_player=1, variant="grey"))
    assert (setup.game, setup.players, setup.first_player, setup.variant) == ("azul", 3, 1, "grey")
    assert setup_of(GameConfig()).first_player is None
