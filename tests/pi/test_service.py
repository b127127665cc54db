"""Signs of life that stop when the work hangs, a course that waits for a legal board."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from patience import until

from companion.cli.shared.evening_server import tend
from companion.games.base import Setup
from companion.ports import Gesture, Picture, Signal
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.signal_of_state import announcements, signal_of
from companion.service.bulletin.state import Happened, Phase, Stage, State
from companion.service.ops.logbook import Logbook
from companion.service.ops.panel_loop import PanelLoop
from companion.service.ops.pulse import Pulse
from companion.service.ops.systemd import IDLE_BEAT_S, Notifier
from companion.service.reports.report import Status
from hardware.panel.gestures import Timing
from hardware.panel.simulated_panel import SimulatedPanel

SETUP = Setup("azul")
IMAGE = np.zeros((2, 2, 3), np.uint8)


class Systemd:
    """The other end of systemd's socket."""

    def __init__(self, path):
        self.path = str(path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)

    def heard(self, patience_s):
        """The next message, or None when nothing comes."""
        self.socket.settimeout(patience_s)
        try:
            return self.socket.recv(4096).decode()
        except TimeoutError:
            return None

    def environment(self, watchdog_s):
        return {"NOTIFY_SOCKET": self.path, "WATCHDOG_USEC": str(int(watchdog_s * 1e6))}


@pytest.fixture
def systemd(tmp_path):
    one = Systemd(tmp_path / "notify")
    yield one
    one.socket.close()


class TestNotifier:
    def test_every_word_is_one_datagram(self, systemd):
        notifier = Notifier(systemd.path)
        notifier.ready("open")
        notifier.alive("well")
        notifier.status("so so")
        notifier.stopping()
        assert [systemd.heard(1) for _ in range(4)] == [
            "READY=1\nSTATUS=open",
            "WATCHDOG=1\nSTATUS=well",
            "STATUS=so so",
            "STOPPING=1",
        ]

    def test_without_systemd_nothing_happens(self):
        notifier = Notifier.from_environment({})
        notifier.ready("x")
        assert notifier.watchdog_s is None
        assert notifier.beat_s == IDLE_BEAT_S

    def test_the_abstract_namespace(self):
        name = f"companion-test-{os.getpid()}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.bind(f"\0{name}")
            Notifier(f"@{name}").stopping()
            assert there.recv(99) == b"STOPPING=1"

    def test_systemd_gone_is_no_reason_to_stop(self, tmp_path, caplog):
        Notifier(str(tmp_path / "gone")).alive("well")
        assert "cannot be told" in caplog.text

    @pytest.mark.parametrize(
        ("environment", "watchdog_s"),
        [
            ({"WATCHDOG_USEC": "30000000"}, 30.0),
            ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
            ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
            ({"WATCHDOG_USEC": "0"}, None),
            ({"WATCHDOG_USEC": "soon"}, None),
        ],
    )
    def test_the_watchdogs_patience_is_read(self, environment, watchdog_s):
        assert Notifier.from_environment(environment, pid=7).watchdog_s == watchdog_s

    def test_three_signs_fit_into_its_patience(self):
        assert Notifier("", 6.0).beat_s == 2.0
        assert Notifier("", 600.0).beat_s == IDLE_BEAT_S


class TestPulse:
    def test_work_that_takes_too_long_hangs(self):
        now = [0.0]
        pulse = Pulse(10.0, lambda: now[0])
        with pulse.working("reading"):
            now[0] = 9.0
            assert pulse.hanging() is None
            now[0] = 11.0
            assert pulse.hanging() == "reading"
        assert pulse.hanging() is None

    def test_waiting_for_people_is_no_work(self):
        now = [0.0]
        pulse = Pulse(10.0, lambda: now[0])
        now[0] = 1e6
        assert pulse.hanging() is None

    def test_work_that_fails_is_over(self):
        pulse = Pulse(-1.0)
        with pytest.raises(ZeroDivisionError), pulse.working("reading"):
            _ = len(pulse.hanging()) // 0
        assert pulse.hanging() is None


class TestSignsOfLife:
    def test_they_stop_while_the_work_hangs_and_come_back(self, systemd, caplog):
        caplog.set_level(logging.ERROR)
        pulse = Pulse(0.15)
        over = threading.Event()
        notifier = Notifier.from_environment(systemd.environment(0.15))
        thread = threading.Thread(target=tend, args=(over, notifier, pulse.hanging))
        thread.start()
        assert "WATCHDOG=1" in systemd.heard(1)
        with pulse.working("reading a picture"):
            until(lambda: systemd.heard(1) == "STATUS=reading a picture hangs")
            assert systemd.heard(0.3) is None, "not one sign of life"
        until(lambda: "WATCHDOG=1" in (systemd.heard(1) or ""))
        over.set()
        thread.join(2)
        assert caplog.text.count("hangs") == 1

    def test_a_service_that_hangs_is_started_anew(self, systemd, tmp_path):
        """As systemd does it: no sign of life for WatchdogSec, SIGABRT, and again."""
        watchdog_s = 1.0
        lives = []
        for life in range(2):
            process = subprocess.Popen(
                [sys.executable, "-c", HANGING, "hang" if life == 0 else "work", str(tmp_path)],
                env=os.environ | systemd.environment(watchdog_s),
                stderr=subprocess.DEVNULL,
            )
            heard = []
            while (word := systemd.heard(watchdog_s if heard else 30)) and len(heard) < 8:
                heard.append(word)
            lives.append(heard)
            process.send_signal(signal.SIGABRT if life == 0 else signal.SIGTERM)
            assert process.wait(5) == (-signal.SIGABRT if life == 0 else 0)
        assert lives[0][0].startswith("READY=1")
        assert lives[0][-1] == "STATUS=taking a picture hangs"
        assert len(lives[0]) < 8
        assert sum("WATCHDOG=1" in word for word in lives[1]) == 7


HANGING = """
import sys, time
from threading import Timer
from companion.cli.commands.table.run import evening_of
from companion.cli.shared.evening_server import serve
from companion.config import Config, ServiceConfig
from companion.service.ops.systemd import Notifier
from companion.service.ops.pulse import Pulse
from hardware.cameras import Found
from web import Server, create_app

class Camera:
    def frame(self):
        time.sleep(60)
    def rewind(self):
        pass

pulse = Pulse(0.3)
config = Config(service=ServiceConfig(state_dir=sys.argv[2]))
evening = evening_of(Found(Camera(), ""), None, config, pulse)
if sys.argv[1] == "hang":
    Timer(0.2, evening.press).start()
server = Server(create_app(evening), "127.0.0.1", 0)
serve(evening, server, Notifier.from_environment(), pulse.hanging)
"""


def state(stage, happened=Happened.NOTHING, picture=0, phase=Phase.SHOWN):
    return State(SETUP, 3, stage=stage, happened=happened, picture=picture, phase=phase)


class TestPanelLoop:
    @pytest.mark.parametrize(
        ("stage", "happened", "announced"),
        [
            (Stage.IDLE, Happened.NOTHING, Signal.QUIET),
            (Stage.NOT_EMPTY, Happened.NOTHING, Signal.QUESTION),
            (Stage.SET_UP, Happened.NOTHING, Signal.QUIET),
            (Stage.PLAYING, Status.READ, Signal.READ),
            (Stage.PLAYING, Happened.UNDONE, Signal.QUIET),
            (Stage.LOOKING, Status.READ, Signal.LOOKING),
            (Stage.QUESTION, Happened.NOTHING, Signal.QUESTION),
            (Stage.VIOLATION, Happened.NOTHING, Signal.VIOLATION),
            (Stage.LOST, Happened.NOTHING, Signal.LOST),
            (Stage.CAMERA_GONE, Happened.NOTHING, Signal.LOST),
            (Stage.OVER, Status.READ, Signal.OVER),
        ],
    )
    def test_what_is_announced(self, stage, happened, announced):
        assert signal_of(state(stage, happened)) is announced

    def test_every_stage_has_an_announcement(self):
        announced = {signal_of(state(stage, Status.READ)) for stage in Stage}
        assert announced == set(Signal) - {Signal.QUIET}

    def test_a_picture_that_failed_is_bad_news(self):
        assert signal_of(state(Stage.PLAYING, Status.READ, phase=Phase.FAILED)) is Signal.LOST

    @pytest.fixture
    def table(self):
        panel = SimulatedPanel(1, Timing(0.0, 0.2, 0.0))
        bulletin = Bulletin(state(Stage.SET_UP))
        done = []

        def fail(seat):
            raise RuntimeError("the game stumbles")

        actions = {Gesture.PRESS: done.append, Gesture.HOLD: fail}
        loop = PanelLoop([panel], panel, panel, partial(announcements, bulletin), actions)
        loop.start()
        yield SimpleNamespace(panel=panel, bulletin=bulletin, done=done)
        bulletin.close()
        panel.close()
        loop.stop()

    def test_a_press_is_followed(self, table):
        table.panel.press(2)
        until(lambda: table.done == [2])

    def test_after_a_failure_the_next_press_is_heard(self, table, caplog):
        table.panel.hold()
        table.panel.double()
        table.panel.press()
        until(lambda: table.done == [None])
        assert "could not be followed" in caplog.text

    def test_every_new_state_is_shown_and_heard(self, table):
        for stage in (Stage.LOOKING, Stage.VIOLATION):
            table.bulletin.change(lambda _, stage=stage: state(stage))
        until(lambda: table.panel.signal is Signal.VIOLATION)
        assert list(table.panel.played) == [Signal.VIOLATION]

    def test_the_same_news_of_two_pictures_is_announced_twice(self, table):
        for picture in (1, 2):
            table.bulletin.change(lambda _, n=picture: state(Stage.PLAYING, Status.READ, n))
        until(lambda: list(table.panel.played) == [Signal.READ, Signal.READ])

    def test_what_is_no_news_is_not_announced_again(self, table):
        for _ in range(3):
            table.bulletin.change(lambda _: state(Stage.PLAYING, Status.READ, 1))
        table.bulletin.change(lambda _: state(Stage.OVER))
        until(lambda: table.panel.signal is Signal.OVER)
        assert list(table.panel.played) == [Signal.READ, Signal.OVER]

    def test_a_lamp_that_fails_does_not_end_the_announcements(self, table, caplog, monkeypatch):
        monkeypatch.setattr(table.panel, "show", lambda signal: 1 // 0)
        table.bulletin.change(lambda _: state(Stage.PLAYING, Status.READ))
        until(lambda: "could not be announced" in caplog.text)
        until(lambda: list(table.panel.played) == [Signal.READ])
        monkeypatch.undo()
        table.bulletin.change(lambda _: state(Stage.QUESTION))
        until(lambda: table.panel.signal is Signal.QUESTION)


def test_a_line_that_was_logged_wrongly_stops_nobody(capsys):
    logger = logging.Logger("a library")
    book = Logbook()
    logger.addHandler(book)
    logger.warning("%d pictures", "no")
    logger.warning("the next")
    assert [line[-8:] for line in book.lines] == ["the next"]
    assert "Logging error" in capsys.readouterr().err


def test_a_picture_needs_no_record():
    assert Picture("x", b"", IMAGE).record == {}
