"""A broker for every test that wants one."""

import gc
import sys
import threading
import time
from pathlib import Path

import pytest
from brokers import Mosquitto
from hub_visitors import client_of

from companion.club.broker import Broker
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from web.club import Roles, create_hub_app
from web.club.roles import Role

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))


HUNG_UP_S = 20.0


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


@pytest.fixture(autouse=True, scope="module")
def swept():
    """Collect what paho left before tests of another folder are blamed."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def hung_up():
    """Wait until paho has hung up."""
    yield
    end = time.monotonic() + HUNG_UP_S
    for thread in threading.enumerate():
        if thread.name.startswith(("paho-mqtt-client", "companion-hanging-up")):
            thread.join(max(0.0, end - time.monotonic()))


@pytest.fixture
def hub():
    made = Hub(Broker("192.0.2.1", 1883), "club", Ledger(None))
    yield made
    made.stop()


@pytest.fixture
def roles():
    return Roles()


@pytest.fixture
def app(hub, roles):
    return create_hub_app(hub, roles)


@pytest.fixture
def spectator(app, roles):
    return client_of(app, roles, Role.SPECTATOR)


@pytest.fixture
def judge(app, roles):
    return client_of(app, roles, Role.JUDGE)


@pytest.fixture
def organiser(app, roles):
    return client_of(app, roles, Role.ORGANISER)
