"""A game under way outlives its camera over a restart, too."""

from dataclasses import replace

import numpy as np
import pytest
from patience import until

from companion.cli.commands.table import run
from companion.config import CameraConfig, Config, ServiceConfig
from companion.errors import CameraLost
from companion.events import Confirmed
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.ops.pulse import Pulse
from hardware.cameras.source import Failure, SourceError


def test_a_game_under_way_waits_for_its_camera_and_is_no_demonstration(tmp_path, monkeypatch):
    """The plug was pulled, and a USB camera comes late, or its cable has come off."""
    wanted, cable = with_a_game(tmp_path, monkeypatch)
    found = run.camera_of(wanted)
    assert "waits for it; connect it and press" in found.note
    evening = run.evening_of(found, None, wanted, Pulse(60))
    evening.start()
    state = evening.state
    assert (state.sitting, state.reading, state.stage) == (1, 0, Stage.PLAYING)
    evening.press()
    until(lambda: evening.state.stage is Stage.CAMERA_GONE)
    assert "there is no camera; connect it as it was" in evening.state.trouble
    cable.append("plugged")
    until(lambda: evening.state.stage is Stage.PLAYING)
    assert evening.state.trouble == ""
    evening.stop()
    evening.journal.close()


@pytest.mark.parametrize("kind", ["auto", "webcam"])
def test_without_a_game_under_way_nothing_waits(tmp_path, monkeypatch, kind):
    wanted, _ = with_a_game(tmp_path, monkeypatch, kind=kind, handheld=True)
    if kind == "auto":
        assert run.camera_of(wanted).camera is None
    else:
        with pytest.raises(CameraLost):
            run.camera_of(wanted)


def test_nor_for_a_game_that_cannot_be_gone_on_with(tmp_path, monkeypatch):
    """An older companion, or a newer one, has written it; the start ended with a traceback."""
    wanted, _ = with_a_game(tmp_path, monkeypatch)
    journal = Journal(tmp_path / "state")
    journal.append(1, Confirmed(Moment(Checkpoint.OFFER_END, 1), ({},)))
    journal.close()
    assert run.camera_of(wanted).camera is None


def test_a_camera_that_was_named_is_waited_for_too(tmp_path, monkeypatch):
    wanted, _ = with_a_game(tmp_path, monkeypatch, kind="webcam")
    assert "waits for it" in run.camera_of(wanted).note


def test_the_service_waits_without_a_game_too_and_its_pages_say_for_what(tmp_path, monkeypatch):
    """Who has only a phone sees no terminal: the demonstration would be on the Pi's own screen."""
    wanted, cable = with_a_game(tmp_path, monkeypatch, kind="webcam", handheld=True)
    state = replace(wanted.service, state_dir=str(tmp_path / "new"))
    wanted = replace(wanted, service=state)
    found = run.camera_of(wanted, service=True)
    evening = run.evening_of(found, None, wanted, Pulse(60))
    evening.start()
    until(lambda: evening.state.stage is Stage.CAMERA_GONE)
    assert "there is no USB camera; plug it in" in evening.state.trouble
    cable.append("plugged")
    until(lambda: evening.state.stage is Stage.SET_UP)
    evening.stop()
    evening.journal.close()


def test_the_service_shows_no_demonstration_that_nobody_asked_for(tmp_path, monkeypatch):
    wanted, _ = with_a_game(tmp_path, monkeypatch, handheld=True)
    assert run.camera_of(wanted, service=True).awaited
    asked = replace(wanted, camera=CameraConfig(kind="simulated"))
    assert run.camera_of(asked, service=True).camera is None


def with_a_game(folder, monkeypatch, *, kind="auto", handheld=False):
    """A state with a game under way, and a machine whose camera's cable is off for now."""
    cable = []

    class Cabled:
        def open(self):
            if not cable:
                raise SourceError(Failure.MISSING, "there is no USB camera", "plug it in")
            return "a test camera"

        def grab(self):
            return np.full((48, 64, 3), (60, 99, 200 - len(cable)), np.uint8), {}

        def close(self):
            pass

    makers = {"webcam": lambda config, memory: Cabled()}
    monkeypatch.setattr("hardware.cameras.sources", lambda: makers)
    journal = Journal(folder / "state")
    number = journal.begin(Seating(Setup("azul", players=2), handheld=handheld))
    journal.append(number, Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {})))
    journal.close()
    service = ServiceConfig(state_dir=str(folder / "state"))
    return Config(camera=CameraConfig(kind=kind), service=service), cable
