"""``companion demo``: the photographed game that comes with the companion."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.commands.table import demo
from companion.errors import CorrectionRefused, PictureError, UsageError
from companion.service.evening import asks
from companion.sitting_folder import read
from hardware.simulated_devices import FolderCamera, load_picture
from hardware.table.faults import NAMES

OWN = Path(demo.__file__).parents[3] / "demo" / demo.GAME


def parsed(*words):
    parser = ArgumentParser()
    demo.add_arguments(parser)
    return parser.parse_args(words)


def test_the_demonstration_comes_without_the_truth():
    assert sorted({path.suffix for path in OWN.iterdir()}) == [".jpg", ".json"]
    assert [path.name for path in OWN.glob("*.json")] == ["sitting.json"]
    assert sum(path.stat().st_size for path in OWN.iterdir()) < 6_000_000


def test_the_help_has_the_whole_menu_of_faults(capsys):
    assert main(["demo", "--help"]) == 0
    said = "".join(capsys.readouterr().out.split())
    assert f"all,or{','.join(NAMES)}" in said


def test_it_can_be_read_as_a_sitting():
    assert len(read(OWN).frames) == 11


@pytest.fixture
def companion(tmp_path):
    """Start ``companion demo`` in a process of its own; yields it with its first line."""
    started = []

    def start(*words):
        command = [sys.executable, "-m", "companion", "demo", "--port", "0", *words]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        return process, process.stdout.readline(), process.stdout.readline()

    yield start
    for process in started:
        process.kill()
        process.communicate()


def state_of(address):
    with urlopen(f"{address}/api/state", timeout=5) as answer:
        return json.load(answer)


def test_the_first_page_is_there_within_three_seconds(companion):
    """At one of four tries: other tests take their share of the cores."""
    assert any(seconds_to_the_first_page(companion) < 3 for _ in range(4))


def seconds_to_the_first_page(companion):
    began = time.monotonic()
    _, line, _ = companion("--manual")
    (address,) = re.findall(r"http://127\.0\.0\.1:\d+", line)
    with urlopen(address, timeout=5) as answer:
        assert answer.status == 200
    return time.monotonic() - began


def test_the_first_round_is_scored_without_a_touch_and_the_end_is_quick(companion):
    process, line, note = companion("--interval", "0.1")
    (address,) = re.findall(r"http://127\.0\.0\.1:\d+", line)
    assert "simulated table" in note
    deadline = time.monotonic() + 30
    state = state_of(address)
    while state["shown"] < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
        state = state_of(address)
    assert [entry["status"] for entry in state["history"][:3]] == ["read"] * 3
    assert state["history"][2]["scores"] == [3, 2]
    stopped = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=5) == 0
    assert time.monotonic() - stopped < 2
    assert process.stderr.read() == ""


def test_with_manual_it_waits_for_the_button(companion):
    _, line, _ = companion("--manual", "--interval", "0.1")
    (address,) = re.findall(r"http://\S+", line)
    time.sleep(0.5)
    assert state_of(address)["shown"] == 0


def test_a_game_of_the_demonstration_that_was_put_aside_is_not_gone_on_with():
    """Its pictures would come from the first one, and be scored on top of what was read."""
    evening = demo.evening_of(read(OWN), parsed("--game", "azul", "--manual"))
    evening.start()
    evening.ask(asks.Again(None)).result(10)
    with pytest.raises(CorrectionRefused, match="photographed before"):
        evening.ask(asks.TakeUp(1)).result(10)
    assert evening.state.sitting == 2
    evening.stop()


def test_a_busy_port_ends_with_one_sentence_and_code_3(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["demo", "--port", str(port)]) == 3
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"port {port} is in use" in error


@pytest.mark.parametrize(
    "words", [["--port", "70000"], ["--interval", "0"], ["--interval", "-3"], ["--interval", "nan"]]
)
def test_numbers_that_make_no_sense_are_refused(words):
    with pytest.raises(UsageError):
        demo.check(parsed(*words))


@pytest.mark.parametrize(
    "words", [["--players", "3"], ["--variant", "grey"], ["--turns"], ["--faults", "hands"]]
)
def test_what_the_photographed_game_cannot_be_is_refused(words):
    """It has two players and coloured boards, whatever is asked for."""
    with pytest.raises(UsageError, match=f"{words[0]} is for a game at the simulated table"):
        demo.check(parsed(*words))
    demo.check(parsed("--game", "azul", *words))


def test_a_folder_that_is_no_sitting_ends_with_code_2(tmp_path, capsys):
    assert main(["demo", "--port", "0", "--sitting", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"), ("box", "http://box:80")],
)
def test_the_address_can_be_typed_into_a_browser(host, address):
    assert demo.address(host, 80) == address


def test_everywhere_is_told_as_a_number():
    assert re.fullmatch(r"http://[\d.]+:80", demo.address("0.0.0.0", 80))
    assert "0.0.0.0" not in demo.address("0.0.0.0", 80)


@pytest.fixture
def album(tmp_path):
    for name in ("000.jpg", "001.jpg"):
        shutil.copy(OWN / name, tmp_path)
    return tmp_path


def test_the_simulated_camera_shows_the_pictures_in_order(album):
    camera = FolderCamera(album, ["000.jpg", "001.jpg"])
    first, second = camera.frame(), camera.frame()
    assert (first.name, second.name) == ("000.jpg", "001.jpg")
    assert first.pixels.shape == (1232, 1640, 3)
    assert first.pixels.dtype == np.uint8
    assert np.array_equal(first.pixels, cv2.imread(str(album / "000.jpg")))
    assert first.jpeg == (album / "000.jpg").read_bytes()


def test_after_the_last_picture_it_says_so_and_can_be_rewound(album):
    camera = FolderCamera(album, ["000.jpg"])
    camera.frame()
    with pytest.raises(PictureError, match="no further picture"):
        camera.frame()
    camera.rewind()
    assert camera.frame().name == "000.jpg"


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0 cut"])
def test_a_file_that_is_no_picture_is_one_sentence(tmp_path, content):
    path = tmp_path / "000.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=r"000\.jpg"):
        load_picture(path)
    assert not path.with_suffix(".png").exists()


def test_a_missing_picture_is_passed_over(album):
    camera = FolderCamera(album, ["gone.jpg", "001.jpg"])
    with pytest.raises(PictureError, match=r"gone\.jpg"):
        camera.frame()
    assert camera.frame().name == "001.jpg"
