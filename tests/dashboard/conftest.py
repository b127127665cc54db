import pytest
from evening import Evening
from keeping import KeptEvening

from web import Server


@pytest.fixture
def evening():
    """An evening under way, without the web: press, and wait for what comes of it."""
    one = Evening()
    yield one
    one.live.stop()


@pytest.fixture
def client(evening):
    """A browser at the machine itself, as Flask's test client."""
    return evening.app.test_client()


@pytest.fixture
def kept():
    """An evening that can be begun anew."""
    one = KeptEvening()
    yield one
    one.live.stop()


@pytest.fixture
def english(evening):
    """Words are asked for as on a page in English."""
    with evening.app.test_request_context("/?lang=en"):
        yield


@pytest.fixture
def served(evening):
    """The evening on a real port; yields its address."""
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    yield f"http://127.0.0.1:{server.port}"
    evening.live.stop()
    server.stop()
