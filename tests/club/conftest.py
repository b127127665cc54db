"""A broker for every test that wants one."""

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
