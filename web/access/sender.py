"""Who sent a request: whoever knocked, or for whom a proxy on this machine knocked."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

PROXY = "127.0.0.1"
"""Where a proxy that speaks HTTPS for us knocks; what it says of others is believed, no one else's.

The headers that count are ``X-Forwarded-For`` (its last address) and ``X-Forwarded-Proto``.
"""

PROXIED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via")
"""What a proxy says of a request that it passes on: it may come from anywhere."""

Said = Callable[[str], str | None]
"""Gives what a request's header says, if it has one of that name."""


def sender(address: str, said: Said) -> str:
    """Return the address of who sent a request that came from ``address``."""
    if address != PROXY:
        return address
    return (said("X-Forwarded-For") or address).rpartition(",")[2].strip()


def is_proxied(said: Said) -> bool:
    """Tell whether a proxy passed the request on."""
    return any(said(name) is not None for name in PROXIED)


def is_here(address: str) -> bool:
    """Tell whether an address is one of this very machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
