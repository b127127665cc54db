"""Where this machine is to be found in the home network."""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit, urlunsplit

from companion.config import LOOPBACK
from web.access.guard import host_name

OWN = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path without what browsers leave out or turn around: blanks, control signs, backslashes."""


def own_address() -> str:
    """Return this machine's address in the home network, or that of the machine itself.

    Connecting a datagram socket sends nothing; it only asks which way a packet would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(asked.getsockname()[0])


def for_others(address: str) -> str:
    """Return an address of ours so that another device can use it: never as ``localhost``."""
    parts = urlsplit(address)
    if host_name(parts.netloc) not in LOOPBACK:
        return address
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=own_address() + port))


def is_own(path: str) -> bool:
    """Tell whether a path leads to a page of ours, whatever a browser makes of it."""
    return OWN.fullmatch(path) is not None
