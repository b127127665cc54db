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
from threading import Thread
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

from companion.errors import UsageError

THREADS = 96
CONNECTIONS = 300


class Server:
    """The dashboard on one address.  The port is taken at once; answers come after ``start``."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Take the port; raises ``UsageError`` with one sentence when it cannot be had."""
        # Waitress warns of every request that waits for a thread: nothing anyone can act on.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._socket = listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._server: Any = create_server(
            app,
            sockets=[self._socket],
            threads=THREADS,
            send_bytes=1,
            channel_request_lookahead=1,
            connection_limit=CONNECTIONS,
            ident=None,
        )
        self._thread = Thread(target=self._server.run, name="companion-web", daemon=True)

    def start(self) -> None:
        """Begin to answer, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering and return when it is done.  End the event streams first."""
        if self._thread.is_alive():
            # Only the server's own thread may close its sockets: it is listening on them.
            self._server.trigger.pull_trigger(self._close)
            self._thread.join(timeout=1.0)
        else:
            self._close()
        self._server.task_dispatcher.shutdown(timeout=1)

    def _close(self) -> None:
        wasyncore.close_all(self._server._map)
        self._socket.close()


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
