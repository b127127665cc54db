"""A broker for every test that wants one."""

import gc
import sys
from pathlib import Path

import pytest
from brokers import Mosquitto

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))


@pytest.fixture
def mosquitto(tmp_path):
    folder = tmp_path / "broker"
    folder.mkdir()
    broker = Mosquitto(folder).start()
    yield broker
    broker.kill()


def pytest_collection_modifyitems(items):
    """Let paho leave the socket of a broker that went away to the garbage collector."""
    left = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(left)


@pytest.fixture(autouse=True)
def swept():
    """Collect what paho left behind here, before it is blamed on another test."""
    yield
    gc.collect()
