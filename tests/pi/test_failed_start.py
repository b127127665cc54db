"""A service that cannot start says why on the dashboard's address, and is tried again."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from patience import until

from companion.cli import failed_starts
from companion.config import WebConfig
from companion.sentence import Sentence
from companion.service.ops.systemd import Notifier
from web.failed_start import create_failed_app

WHY = Sentence("the folder {folder} cannot be written", folder="/srv")


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


@pytest.fixture
def client():
    return create_failed_app(WHY).test_client()


@pytest.mark.parametrize("page", ["/", "/scoreboard", "/new-game"])
def test_every_page_says_why(client, page):
    answer = client.get(page)
    assert answer.status_code == 503
    assert "The folder /srv cannot be written." in answer.text
    assert 'http-equiv="refresh"' in answer.text, "what was mended is there by itself"
    assert answer.headers["Retry-After"] == "60"


@pytest.mark.parametrize(("code", "words"), [("pl", "nie mógł się uruchomić"), ("cs", "se nemohl")])
def test_in_the_readers_language(client, code, words):
    assert words in client.get("/", headers={"Accept-Language": code}).text


def test_what_is_not_for_everybody_is_not_said():
    text = create_failed_app(None).test_client().get("/", headers={"Accept-Language": "pl"}).text
    assert "Powód podaje dziennik" in text


def test_programs_hear_it_too(client):
    assert client.get("/api/state").json == {"error": "The folder /srv cannot be written."}


def test_nothing_can_be_done_there(client):
    assert client.post("/press", headers={"Origin": "http://localhost"}).status_code == 405
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_after_a_while_it_is_tried_again(monkeypatch, port):
    monkeypatch.setattr(failed_starts, "SEEN_S", 0.1)
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    asked = failed_starts.say_why(WHY, WebConfig(host="127.0.0.1", port=port), Notifier())
    for each, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(each, handler)
    assert not asked


def test_where_only_paired_devices_may_look_the_log_alone_says_why(monkeypatch, port, caplog):
    shown = []
    monkeypatch.setattr(failed_starts, "create_failed_app", lambda why, **_: shown.append(why))
    with socket.create_server(("127.0.0.1", port)):
        closed = WebConfig(host="127.0.0.1", port=port, view_open=False)
        assert not failed_starts.say_why(WHY, closed, Notifier())
    assert shown == [None]
    assert str(WHY) in caplog.text


def test_without_an_address_the_log_must_do(port, caplog):
    with socket.create_server(("127.0.0.1", port)):
        assert not failed_starts.say_why(WHY, WebConfig(host="127.0.0.1", port=port), Notifier())
    assert str(WHY) in caplog.text
    assert "nor can a page say so" in caplog.text


def read(port):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=5)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())["error"]
    except OSError:
        return None
    return 200, ""


@pytest.mark.parametrize(
    ("configuration", "said"),
    [
        ('[camera]\nkind = "film"\n', "camera.kind"),
        ('[camera]\nkind = "folder"\npath = "/nowhere"\n[panel]\nkind = "off"\n', "/nowhere"),
    ],
    ids=["a typo", "no pictures"],
)
def test_the_service_says_so_until_it_is_stopped(tmp_path, port, configuration, said):
    (tmp_path / "companion.toml").write_text(configuration)
    command = [sys.executable, "-m", "companion", "run", "--host", "127.0.0.1", "--port", str(port)]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        told = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "HOME": str(tmp_path)}
        service = subprocess.Popen(command, cwd=tmp_path, env=told, stderr=subprocess.PIPE)
        code, sentence = until(lambda: read(port), 60)
        heard = systemd.recv(4096).decode()
        service.send_signal(signal.SIGTERM)
        log = service.communicate(timeout=20)[1].decode()
    assert (code, service.returncode) == (503, 0)
    assert said in sentence
    assert heard.startswith("STATUS=")
    assert "READY" not in heard
    assert said in log
