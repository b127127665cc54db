"""Telling systemd how we are: its notification protocol is one datagram per word.

Without systemd (no ``NOTIFY_SOCKET``) every method does nothing.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)

IDLE_BEAT_S = 5.0
"""How often health is looked at when nobody waits for a sign of life."""


class Notifier:
    """Sends signs of life to systemd's socket.

    ``watchdog_s`` is how long systemd waits for one; None when it does not.
    """

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        """Keep the address; a first ``@`` means the abstract namespace."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_s = watchdog_s

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, pid: int | None = None
    ) -> Notifier:
        """Return the notifier systemd asks for; another process's watchdog is not ours."""
        ours = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid() if pid is None else pid))
        microseconds = environment.get("WATCHDOG_USEC", "")
        watched = ours and microseconds.isdigit() and int(microseconds) > 0
        return cls(
            environment.get("NOTIFY_SOCKET", ""), int(microseconds) / 1e6 if watched else None
        )

    @property
    def heard(self) -> bool:
        """Whether systemd listens: it is the service that runs, and nobody sits before it."""
        return bool(self._address)

    @property
    def beat_s(self) -> float:
        """How often to give a sign of life: three times within the watchdog's patience."""
        return IDLE_BEAT_S if self.watchdog_s is None else min(IDLE_BEAT_S, self.watchdog_s / 3)

    def ready(self, status: str) -> None:
        """Say that the start is over."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self, status: str) -> None:
        """Give a sign of life."""
        self._send(f"WATCHDOG=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        """Say how things are without a sign of life."""
        self._send(f"STATUS={status}")

    def stopping(self) -> None:
        """Say that the end has begun."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
                to.settimeout(1.0)
                to.sendto(text.encode(), self._address)
        except OSError as error:  # nothing here may stop the game
            log.warning("systemd cannot be told (%s)", error.strerror or error)
