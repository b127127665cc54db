"""What another program holds, or the network has not got yet, is waited for by the service."""

import errno
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from threading import Timer

import pytest

from companion import retries
from companion.cli.commands.table.run import take
from companion.errors import BusyError, UsageError
from web.serve import listen

NOBODY = "192.0.2.7"
"""An address for examples, which no computer has."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(retries, "PAUSE_S", 0.02)


@pytest.fixture
def other():
    """A socket that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        yield one


def port_of(one):
    return one.getsockname()[1]


def test_a_port_that_is_taken_is_refused_at_once_where_somebody_sits_before_it(other):
    with pytest.raises(BusyError, match="is in use by another program"):
        listen("127.0.0.1", port_of(other))


def test_a_port_that_becomes_free_is_taken(other):
    Timer(0.2, other.close).start()
    with closing(listen("127.0.0.1", port_of(other), patience_s=20)) as ours:
        assert port_of(ours)


def test_patience_ends(other):
    with pytest.raises(BusyError):
        listen("127.0.0.1", port_of(other), patience_s=0.1)


def test_an_address_that_is_not_there_yet_is_waited_for(monkeypatch):
    tried, real = [], socket.create_server

    def late(address, **how):
        tried.append(address)
        return real(("127.0.0.1", 0) if len(tried) > 3 else (NOBODY, 0), **how)

    monkeypatch.setattr(socket, "create_server", late)
    listen(NOBODY, 8080, patience_s=20).close()
    assert len(tried) == 4


@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM], ids=["kernel", "systemd"])
def test_what_time_does_not_mend_is_refused_at_once(monkeypatch, code):
    def refused(*_, **__):
        raise PermissionError(code, "refused")

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(UsageError, match="may not open port 80"):
        listen("127.0.0.1", 80, patience_s=600)


def test_a_folder_that_becomes_free_is_taken(tmp_path):
    with ExitStack() as first, ExitStack() as second:
        take(first, tmp_path)
        with pytest.raises(BusyError, match="another companion is at work"):
            take(second, tmp_path, patience_s=0.1)
        Timer(0.2, first.close).start()
        take(second, tmp_path, patience_s=20)


def test_the_service_waits_and_says_it_may_be_started_anew(tmp_path, other):
    """Exit code 3, after which systemd starts it again; the same by hand, without waiting."""
    (tmp_path / "companion.toml").write_text(
        '[camera]\nkind = "simulated"\n[panel]\nkind = "off"\n'
    )
    command = [sys.executable, "-m", "companion", "run", "--port", str(port_of(other))]
    by_hand = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert by_hand.returncode == 3
    assert by_hand.stderr.startswith("companion: port ")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        service = subprocess.Popen(
            command, cwd=tmp_path, env=os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        )
        with pytest.raises(subprocess.TimeoutExpired):
            service.wait(5)
        other.close()
        assert systemd.recv(4096).startswith(b"READY=1")
        service.send_signal(signal.SIGTERM)
        assert service.wait(10) == 0
