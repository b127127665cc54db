"""The network: names and addresses under which phones find the dashboard."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from companion.config import LOOPBACK, Config
from hardware.doctor.diagnosis import Finding, mend, note, ok
from hardware.doctor.system import SERVICE, System

EVERYWHERE = ("", "0.0.0.0", "::")

ANY_PORT = 0
"""Of an address that is this computer's own some port is always free."""


def examine(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of the network and the service."""
    yield addresses(config, system)
    if config.web.host not in LOOPBACK:
        yield name(socket.gethostname(), config, system)
    yield service(config, system)


def addresses(config: Config, system: System) -> Finding:
    """Tell the addresses at which phones find the dashboard, or that none do."""
    host, port = config.web.host, config.web.port
    if host in LOOPBACK:
        return ok("network", f"the dashboard is for this computer only, at {url(host, port)}")
    if host not in EVERYWHERE:
        if not system.port_is_free(host, ANY_PORT):
            return mend(
                "network",
                f"{host} is no address of this computer",
                "Leave web.host empty for every device at home, or name an address that it has.",
            )
        return ok("network", f"the dashboard is at {url(host, port)}")
    found = [one for one in system.run(["hostname", "-I"]).split() if not one.startswith("127.")]
    if not found:
        return note(
            "network",
            "not connected",
            "Connect the Pi to the home network: 'sudo nmtui' does it for Wi-Fi.",
        )
    shown = ", ".join(url(one, port) for one in found)
    simulated = "" if host else f"; the simulated table's only at {url(LOOPBACK[0], port)}"
    return ok("network", f"the dashboard is at {shown}{simulated}")


def url(host: str, port: int) -> str:
    """Return the address for a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def name(host: str, config: Config, system: System) -> Finding:
    """Tell the name under which phones find this computer."""
    address = f"http://{host.removesuffix('.local')}.local:{config.web.port}"
    if system.path("/run/avahi-daemon/socket").exists():
        return ok("name", f"most phones find it as {address}")
    return note(
        "name",
        f"{address} will not be found",
        "'sudo apt install avahi-daemon' lets phones find the Pi by name; the number works anyway.",
    )


def service(config: Config, system: System) -> Finding:
    """Tell whether the companion runs as a service, and who has its port."""
    state = system.run(["systemctl", "show", "--property=ActiveState", "--value", SERVICE])
    if state == "active":
        return ok("service", "the companion runs as a service")
    if state == "activating":
        return note(
            "service",
            "the companion's service is starting, or cannot start",
            "If it stays so, its page and 'journalctl -u companion -n 20' say why.",
        )
    if state == "failed":
        return mend(
            "service",
            "the companion's service has failed",
            "'journalctl -u companion -n 20' says why; then 'sudo systemctl restart companion'.",
        )
    host, port = config.web.host, config.web.port
    if system.port_is_free(host, ANY_PORT) and not system.port_is_free(host, port):
        return note(
            "service",
            f"port {port} is in use, though not by the companion's service",
            "End the other program, or choose another port in web.port.",
        )
    return note(
        "service",
        "the companion does not start with the computer",
        "'sudo make install-service' arranges that.",
    )
