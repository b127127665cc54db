"""The plug is pulled while people type, tap and play: what was answered is there afterwards."""

import http.client
import json
import math
import random
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from threading import Timer
from urllib.parse import urlencode

import pytest
from killed_served import SETUP

from companion.journal import Journal
from hardware.table import simulated_sitting

PROGRAM = Path(__file__).with_name("killed_served.py")
NAMES = ("Żaneta", "Ben", "Cleo")
GONE = (ConnectionError, http.client.HTTPException, TimeoutError)


class Companion:
    """A companion killed ``most`` times on its way, and started anew whenever it is asked."""

    def __init__(self, folder, seed, most):
        self.folder, self.seed, self.most = folder, seed, most
        self.chance = random.Random(seed)
        self.kills = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(self.folder), str(self.seed)],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.port = int(self.process.stdout.readline())
        self.timer = Timer(self.chance.uniform(0, 0.25), self.process.kill)
        if self.kills < self.most:
            self.timer.start()

    def end(self):
        self.timer.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, method, path, body=None):
        """Ask until it is answered; tell whether it was answered at once, and the answer."""
        at_once = True
        while True:
            try:
                return at_once, self.asked(method, path, body)
            except GONE:
                at_once = False
                self.kills += 1
                self.end()
                self.start()

    def asked(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        host = f"127.0.0.1:{self.port}"
        headers = {"Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded",
                   "X-Requested-With": "fetch"}  # fmt: skip
        try:
            connection.request(method, path, body and urlencode(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def page(self):
        return self.ask("GET", "/new-game")[1][1]

    def state(self):
        return json.loads(self.ask("GET", "/api/state")[1][1])


def form(names):
    return {
        "game": "azul-mini", "variant": "coloured", "players": "3", "first_player": "2",
        "brackets": "no", "corners": "[]", "azul-mini.no_placement_left": "play-on",
        **{f"name{seat}": name for seat, name in enumerate(names)},
    }  # fmt: skip


def typed(companion):
    """Type the names letter by letter; each that was answered is on the page from then on."""
    for seat, name in enumerate(NAMES):
        for end in range(1, len(name) + 1):
            names = (*NAMES[:seat], name[:end])
            companion.ask("POST", "/draft", form(names))
            kept = re.search(r'data-draft="([^"]*)"', companion.page())
            assert [f"name{seat}", name[:end]] in json.loads(unescape(kept[1]))


def begun(companion, pulled):
    """Begin the game; it is there before its first picture, however often the plug is pulled."""
    fields = form(NAMES) | {"corners": json.dumps([[[1, 1], [9, 1], [9, 9], [1, 9]]] * 3)}
    _, (code, _) = companion.ask("POST", "/new-game", fields)
    assert code == 204
    for _ in range(pulled):
        companion.end()
        companion.start()
        state = companion.state()
        assert (state["game"], tuple(state["names"]), state["first_player"]) == (
            "azul-mini", NAMES, 2,
        )  # fmt: skip
        assert state["options"] == {"no_placement_left": "play-on"}
    assert 'data-draft="[]"' in companion.page(), "what has begun is no draft any more"


def played(companion, steps):
    """Press to the end of the game; whatever was shown is there after the next kill."""
    shown = -1
    while (state := companion.state())["stage"] != "over":
        reading = -1 if state["reading"] is None else state["reading"]
        assert reading >= shown, "nothing confirmed is lost"
        lies = [dict(board) for board in steps[max(0, reading)].boards]
        assert not any(state["boards"]) or state["boards"] == lies
        shown = reading
        companion.ask("POST", "/press")


def evening_with_kills(folder, seed, most=math.inf, pulled=4):
    companion = Companion(folder, seed, most)
    try:
        typed(companion)
        begun(companion, pulled)
        played(companion, simulated_sitting(SETUP, seed).steps)
    finally:
        companion.end()
    journal = Journal(folder)
    assert journal.sittings()[-1].seating.corners[2][2] == (9.0, 9.0)
    journal.close()
    return companion.kills


def test_nothing_typed_or_confirmed_is_lost_from_the_first_tap_to_the_winner(tmp_path):
    kills = evening_with_kills(tmp_path, 3, most=2, pulled=1)
    assert kills > 0, "how often depends on the machine"


@pytest.mark.long
def test_nothing_is_lost_in_many_evenings(tmp_path):
    kills = 0
    for seed in range(10, 99):
        kills += evening_with_kills(tmp_path / str(seed), seed)
        if kills > 50:
            break
    assert kills > 50
