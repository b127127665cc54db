"""SIGTERM at any instant: what is under way is finished or dropped, the exit code is 0."""

import random
import signal
import subprocess
import sys
import time

import pytest

SLOW_EYES = """
import sys
import cv2, numpy
from companion import cli
from companion.vision import eyes

def look(image, scene):
    print("reading", flush=True)
    while True:
        cv2.medianBlur(numpy.zeros((2000, 2000), "uint8"), 31)

eyes.look = look
sys.argv = ["companion", "demo", "--port", "0", "--interval", "0.1"]
cli.main()
"""

STARTING = """
import sys, time
from types import SimpleNamespace
from companion import cli
from companion.cli import dispatch

def run(args):
    print("starting", flush=True)
    time.sleep(30)

dispatch.load = lambda name: SimpleNamespace(run=run)
sys.argv = ["companion", "demo"]
cli.main()
"""


def until(process, word):
    for line in process.stdout:
        if word in line:
            return
    raise AssertionError(process.stderr.read())


def ended(process):
    """Ask a process to end; return its exit code, the seconds it took and its complaints."""
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    code = process.wait(20)
    return code, time.monotonic() - began, process.stderr.read()


def started(*command):
    return subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize(("program", "word"), [(SLOW_EYES, "reading"), (STARTING, "starting")])
def test_it_ends_in_the_middle_of_a_picture_and_of_its_start(program, word):
    with started("-c", program) as process:
        until(process, word)
        code, seconds, complaints = ended(process)
    assert (code, complaints) == (0, "")
    assert seconds < 4, "two seconds, and as much for a busy machine"


def at_a_random_instant(chance):
    with started("-m", "companion", "demo", "--port", "0", "--interval", "0.1") as process:
        until(process, "dashboard")
        time.sleep(chance.uniform(0, 2))
        return ended(process)[0]


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_it_ends_at_random_instants(times):
    chance = random.Random(5)
    assert [at_a_random_instant(chance) for _ in range(times)] == [0] * times


@pytest.mark.long
def test_it_ends_at_a_hundred_random_instants():
    chance = random.Random(7)
    assert [at_a_random_instant(chance) for _ in range(100)] == [0] * 100
