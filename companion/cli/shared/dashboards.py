"""The dashboard of an evening on its address, and the code that lets phones act on it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import segno

from companion.cli.shared.evening_server import address
from companion.config import LOOPBACK, WebConfig
from companion.service.evening.evening import Evening
from companion.service.pictures.calibrator import Calibrator
from web import Server, create_app
from web.access.paired_devices import Pairing


class Console:
    """The companion's own screen: it alone shows the code.  Never the log, which pages show."""

    def __init__(self) -> None:
        """Say nothing yet: the code comes after the address."""
        self._open = False

    def say(self, line: str) -> None:
        """Print a line at once."""
        print(line, flush=True)

    def open(self, code: str) -> None:
        """From now on say every code, beginning with this one."""
        self._open = True
        self.code(code)

    def code(self, code: str) -> None:
        """Say the code that lets the next phone in."""
        if self._open:
            self.say(f"To press buttons on a phone, pair it with the code {code}.")


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The dashboard on its address; it answers when ``server`` is started."""

    server: Server
    host: str
    devices: Pairing
    console: Console

    def introduce(self) -> None:
        """Say where it is; where others can reach it as a QR code too, and the code to act."""
        link = address(self.host, self.server.port)
        self.console.say(f"The dashboard is at {link}")
        if self.host not in LOOPBACK:
            if can_be_written(square := square_in_letters(link)):
                self.console.say(square)
            self.console.open(self.devices.code)


def square_in_letters(link: str) -> str:
    """Return a QR code as lines for a terminal or a log, light on dark."""
    lines = StringIO()
    segno.make(link, micro=False).terminal(lines, border=2, compact=True)
    return lines.getvalue().rstrip("\n")


def can_be_written(text: str) -> bool:
    """Tell whether standard output has the letters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def open_dashboard(
    evening: Evening,
    web: WebConfig,
    folder: Path | None,
    notes: Mapping[str, str],
    calibrator: Calibrator | None = None,
    patience_s: float = 0.0,
) -> Dashboard:
    """Take the port and return the dashboard; paired devices are kept in ``folder``.

    The address may be another program's, or not there yet, for ``patience_s``.
    """
    console = Console()
    local = web.host in LOOPBACK
    devices = Pairing(folder, local=local, view_open=web.view_open, announce=console.code)
    app = create_app(
        evening,
        extra_hosts=web.extra_hosts,
        notes=notes,
        devices=devices,
        calibrator=calibrator,
    )
    server = Server(app, web.host, web.port, patience_s)
    return Dashboard(server, web.host, devices, console)
