"""Many games at the simulated table: what was drawn for the tables before is forgotten."""

import subprocess
import sys

import pytest

PLAY = """
import gc, sys
from companion.games.base import Setup
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

GAMES = ("azul", "azul-mini", "summer-pavilion", "master-chocolatier")

def megabytes():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096 // 1_000_000

for number in range(int(sys.argv[1])):
    setup = Setup(GAMES[number % 4], players=2 + number % 3, first_player=0)
    steps = simulated_sitting(setup, seed=number).steps
    picture_of(steps[-1].scene, "x.jpg")
    print(megabytes(), flush=True)
"""


def grown(games, settled):
    """How many megabytes a process takes more after ``games`` than it took after ``settled``."""
    played = subprocess.run(
        [sys.executable, "-c", PLAY, str(games)], capture_output=True, text=True, check=True
    )
    taken = [int(line) for line in played.stdout.split()]
    return max(taken[settled:]) - max(taken[:settled])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_seven_games_take_hardly_more_than_four():
    """A table's light, floor and boards are some 80 MB; three tables more were kept before."""
    assert grown(7, settled=4) < 60


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_forty_games_take_hardly_more_than_eight():
    assert grown(40, settled=8) < 40
