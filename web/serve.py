"""The web server: waitress inside the companion's process.

Who may hold how many connections is told in ``doorman``, who is served when in ``precedence``.
``send_bytes=1`` makes an event leave at once instead of waiting for 18 000 bytes.
``channel_request_lookahead=1`` goes on listening while a stream is served, so that it is noticed at
once when a phone goes away.
"""

from __future__ import annotations

import errno
import resource
import socket
import warnings
from functools import partial
from threading import Lock, Thread
from typing import Any, cast

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from companion.errors import BusyError, CompanionError, UsageError
from companion.retries import patient
from web.access.doorman import PLACES, Doorman
from web.access.permission import Devices, knows
from web.access.precedence import Turns
from web.access.sender import PROXY

BACKLOG = 1024
"""Connections that may wait at the door, so that no phone must knock again."""

FILES = 4096

MOST_SENT = 64_000_000
"""Bytes that are let in: what is too large for a picture is told so in a sentence.

Where archives are sent it may be more (``doorman``).
"""

PASSED_ON = {"x-forwarded-for", "x-forwarded-proto"}
"""What is believed of a proxy; what else it says stays to be seen, so that it is known for one."""

LIVELY = [
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 20),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000),
]
"""A phone that walked out of the Wi-Fi closes nothing: the system finds out in half a minute."""


class Server:
    """The dashboard on one address.  The port is taken at once; answers come after ``start``."""

    def __init__(self, app: Flask, host: str, port: int, patience_s: float = 0.0) -> None:
        """Take the port; raises an error with one sentence when it cannot be had (``listen``)."""
        allow_files()
        self._socket = listen(host, port, patience_s)
        self.port: int = self._socket.getsockname()[1]
        self._server = waitress_on(self._socket, app)
        self._stopping = False
        self._waking = Lock()
        self._thread = Thread(target=self._run, name="companion-web", daemon=True)

    def start(self) -> None:
        """Begin to answer, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering and return when it is done.  End the event streams first."""
        self._server.task_dispatcher.shutdown(timeout=0.7)
        with self._waking:
            self._stopping = True
            self._server.pull_trigger()
        if self._thread.is_alive():
            self._thread.join(timeout=0.5)
        else:
            self._close()

    def _run(self) -> None:
        """Do waitress's own loop, but leave it when asked to."""
        while not self._stopping:
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._server._map, count=1)
            self._server.tidy()
        self._close()

    def _close(self) -> None:
        """Close every connection.  Only here, in the thread that listens on them, or without one.

        Not before ``stop`` has woken this thread, or it would write to what is closed already.
        """
        with self._waking:
            wasyncore.close_all(self._server._map)
            self._socket.close()


def waitress_on(listening: socket.socket, app: Flask) -> Any:
    """Return waitress with ``app`` on a socket that listens; it has no types."""
    with warnings.catch_warnings():
        # send_bytes is called deprecated, but nothing takes its place: without it events wait.
        warnings.simplefilter("ignore", DeprecationWarning)
        wanted = Adjustments(
            sockets=[listening],
            send_bytes=1,
            channel_request_lookahead=1,
            connection_limit=PLACES,
            max_request_body_size=MOST_SENT,
            ident=None,
            trusted_proxy=PROXY,
            trusted_proxy_headers=PASSED_ON,
            clear_untrusted_proxy_headers=False,
        )
    wanted.socket_options = LIVELY
    server = Doorman(
        app,
        {},
        _sock=listening,
        dispatcher=Turns(),
        adj=wanted,
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
    )
    server.knows = partial(knows, cast(Devices, app.extensions["pairing"]))
    return server


def allow_files() -> None:
    """Let this process hold as many connections as there are places, and some files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listen(host: str, port: int, patience_s: float = 0.0) -> socket.socket:
    """Return a socket that listens.

    Where it cannot, ``UsageError`` says why and what to do, or ``BusyError``, where the address is
    still another program's after ``patience_s``, or not there yet: networks come up late.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    again = patient(patience_s)
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=BACKLOG)
        except (OSError, OverflowError) as error:
            refused = refusal(host, port, error)
            if not isinstance(refused, BusyError) or not again():
                raise refused from error


def refusal(host: str, port: int, error: Exception) -> CompanionError:
    """Return what says why the address cannot be had, and what to do."""
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return BusyError(
            f"port {port} is in use by another program; stop that one, or choose another port "
            f"with --port {port + 1}"
        )
    if code in (errno.EACCES, errno.EPERM):  # by the kernel, by the service's own fence
        return UsageError(
            f"this user may not open port {port}; choose one above 1023, such as --port 8080"
        )
    said = f"the address {host} with port {port} cannot be used ({error}); choose another one"
    return BusyError(said) if code == errno.EADDRNOTAVAIL else UsageError(said)
