"""The web server: waitress inside the companion's process.

Why these numbers: every open page holds one thread with its event stream, so there are many
threads and a limit on streams that leaves some for pages and pictures.  ``send_bytes=1`` makes an
event leave at once instead of waiting for 18 000 bytes.  ``channel_request_lookahead=1`` notices a
phone that went away at the first failed write.
"""

from __future__ import annotations

import errno
import logging
import socket
import warnings
from threading import Lock, Thread
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

from companion.errors import UsageError

THREADS = 160
CONNECTIONS = 300


class Server:
    """The dashboard on one address.  The port is taken at once; answers come after ``start``."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Take the port; raises ``UsageError`` with one sentence when it cannot be had."""
        # Waitress warns of every request that waits for a thread: nothing anyone can act on.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._socket = listen(host, port)
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
        return create_server(
            app,
            sockets=[listening],
            threads=THREADS,
            send_bytes=1,
            channel_request_lookahead=1,
            connection_limit=CONNECTIONS,
            ident=None,
        )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises ``UsageError`` with why it cannot and what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=CONNECTIONS)
    except (OSError, OverflowError) as error:
        raise UsageError(refusal(host, port, error)) from error


def refusal(host: str, port: int, error: Exception) -> str:
    """Return why the address cannot be had, and what to do."""
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return (
            f"port {port} is in use by another program; stop that one, or choose another port "
            f"with --port {port + 1}"
        )
    if code == errno.EACCES:
        return f"this user may not open port {port}; choose one above 1023, such as --port 8080"
    return f"the address {host} with port {port} cannot be used ({error}); choose another one"
