"""The plug is pulled at any instant: nothing that was shown is missing afterwards."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from killed import SETUP

from companion import sitting
from companion.journal import Journal
from hardware.table import simulated_sitting

PROGRAM = Path(__file__).with_name("killed.py")


def killed_after(seconds, folder, seed):
    """Play until the time is up, kill without a warning, and return what was shown last."""
    command = [sys.executable, str(PROGRAM), str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]  # it has begun
        time.sleep(seconds)
        process.kill()
        lines += process.stdout.read().splitlines()
    whole = [line for line in lines if line.endswith("}") or line.endswith("}\n")]
    over = any(line.startswith("over") for line in lines)
    return (json.loads(whole[-1]) if whole else None), over


def check(folder, shown, truth):
    """What was shown is in the journal, and nothing in the journal was never played."""
    journal = Journal(folder)
    assert journal.notice == ""
    *begun, kept = journal.sittings()
    assert all(one.events == 1 for one in begun), "killed before anything was read"
    state = sitting.fold(one.event for one in journal.recorded(kept.id))
    read = [played.entry for played in state.history]
    assert [entry.boards for entry in read] == [step.boards for step in truth[: len(read)]]
    if shown and shown["reading"] is not None:
        assert len(read) > shown["reading"]
    for one in journal.recorded(kept.id)[1:]:
        assert journal.pictures.get(one.picture), "the picture was there before the event"
    journal.close()
    return len(read)


def evening_with_kills(folder, seed, kills):
    """Kill an evening ``kills`` times at random; return how often, and how far it came."""
    truth = simulated_sitting(SETUP, seed, turns=True).steps
    chance = random.Random(seed)
    done = 0
    for _ in range(kills):
        shown, over = killed_after(chance.uniform(0, 0.06), folder, seed)
        done += 1
        read = check(folder, shown, truth)
        if over or read == len(truth):
            break
    return done


@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.long)])
def test_nothing_confirmed_is_lost(tmp_path, kills):
    killed = 0
    for seed in range(99):
        killed += evening_with_kills(tmp_path / str(seed), seed, kills - killed)
        if killed >= kills:
            break
    assert killed >= kills


@pytest.mark.long  # every day one that is pressed and typed does, in test_killed_typing.py
def test_an_evening_that_was_killed_comes_to_its_end(tmp_path):
    truth = simulated_sitting(SETUP, 1, turns=True).steps
    killed_after(0.03, tmp_path, 1)
    command = [sys.executable, str(PROGRAM), str(tmp_path), "1"]
    played = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert played.stdout.splitlines()[-1] == "over"
    assert check(tmp_path, None, truth) == len(truth)
