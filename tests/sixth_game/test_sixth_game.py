"""A sixth game is a folder: nothing else is touched, and an evening of it is played.

The folder is put beside the others of a companion made of links, so that what runs here is the
very code of the five games.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PATIENCE_S = 240


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The companion with one folder more among its games."""
    root = tmp_path_factory.mktemp("house")
    games = root / "companion" / "games"
    games.mkdir(parents=True)
    for room in ("calibration", "hardware", "web"):
        (root / room).symlink_to(ROOT / room)
    linked(ROOT / "companion", games.parent, but="games")
    linked(ROOT / "companion" / "games", games)
    (games / "lilac_window").symlink_to(HERE / "lilac_window")
    return root


def linked(room, to, but=""):
    for entry in room.iterdir():
        if entry.name not in (but, "__pycache__"):
            (to / entry.name).symlink_to(entry)


def command(house, *words):
    """The command line in that house, and where it runs."""
    environment = {**os.environ, "PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}
    return [sys.executable, "-m", "companion", *words], {"cwd": house, "env": environment}


def said(house, *words):
    line, where = command(house, *words)
    return subprocess.run(line, capture_output=True, text=True, check=True, timeout=120, **where)


def test_it_is_not_there_without_its_folder():
    from companion import games

    assert "lilac-window" not in games.NAMES


def test_its_rules_are_printed(house):
    printed = said(house, "rules", "lilac-window", "LW-R2").stdout
    assert "A tile goes on an empty pane of its own colour." in printed


def test_it_is_played_in_the_terminal(house):
    played = said(house, "play", "lilac-window", "--seed", "3", "--players", "3").stdout
    assert played.count("wall/") >= 12


def test_it_is_played_by_a_house_rule_of_its_own(house):
    words = ("play", "lilac-window", "--seed", "3", "--option")
    assert said(house, *words, "rows_count=true") != said(house, *words, "rows_count=false")


def test_its_coach_is_asked(house):
    asked = (
        "from companion import games; from companion.sitting import opened; "
        "print(games.lesson(opened(games.Setup('lilac-window'))).counted)"
    )
    _, where = command(house)
    answer = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, **where
    )
    assert answer.stdout.strip() == "Counted are the tiles that were laid."


def test_it_can_be_the_game_of_the_settings(house, tmp_path):
    settings = tmp_path / "companion.toml"
    settings.write_text('[game]\nname = "lilac-window"\n')
    assert "lilac-window" in said(house, "config", "--config", str(settings)).stdout


@pytest.fixture(scope="module")
def address(house):
    """An evening of it at the simulated table, as ``companion demo`` plays it."""
    line, where = command(
        house, "demo", "--game", "lilac-window", "--players", "3", "--seed", "7",
        "--interval", "0.1", "--port", "0",
    )  # fmt: skip
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, **where)
    try:
        words = " ".join(process.stdout.readline() for _ in range(2)).split()
        yield next(word for word in words if word.startswith("http")).rstrip("/.,")
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def evening(address):
    """The state of that evening when it is over."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        state = json.loads(page(address, "/api/state"))
        if state["stage"] == "over":
            return state
        assert state["stage"] not in ("violation", "question", "lost"), state
        time.sleep(0.5)
    raise AssertionError(f"the evening did not end: {state}")


def page(address, path):
    with urlopen(address + path, timeout=60) as answer:
        return answer.read().decode()


def test_an_evening_of_it_is_read_to_the_end(evening):
    assert evening["game"] == "lilac-window"
    assert evening["result"]["complete"]
    assert evening["result"]["scores"] == [8, 7, 7]
    assert evening["result"]["winners"] == [0]


def test_its_boards_are_drawn_in_its_own_colour(address, evening):
    shown = page(address, "/")
    assert "tile-lilac" in shown
    assert 'class="ground lilac" fill="#b79ad6"' in shown
    assert "Lilac Window" in shown


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/rules/lilac-window", "A tile brings a point, and one for each tile beside it."),
        ("/new-game", 'value="lilac-window" data-most="3"'),
        ("/score", "Lilac Window"),
        ("/new-game", "<legend>Do complete rows count?</legend>"),
        ("/new-game.css", ".only-lilac-window { display: none; }"),
        ("/help", "A tile is placed"),
        ("/boards/lilac-window/coloured.json", '"size_mm":[200.0,200.0]'),
    ],
)
def test_every_page_knows_it(address, evening, path, words):
    assert words in page(address, path)
