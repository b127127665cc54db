"""Where the broker is and how one gets in; the only module that knows the library for MQTT."""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from companion.club.topics import is_name, is_table
from companion.config import ClubConfig
from companion.config.machine_names import is_machine
from companion.errors import ConfigError, DependencyError

if TYPE_CHECKING:
    from paho.mqtt.client import Client

PORT = 1883
PORT_TLS = 8883
KEEPALIVE_S = 10
"""After one and a half times this the broker tells that a table is gone whose network was cut."""

AGAIN_S = (1, 15)
"""The shortest and the longest pause before the broker is called again."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, who calls, and how; ``ca_file`` None takes the system's authorities."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: bool = False
    ca_file: Path | None = None
    keepalive_s: int = KEEPALIVE_S
    again_s: tuple[int, int] = AGAIN_S


def check_names(club: ClubConfig) -> None:
    """Raise ``ConfigError`` for a name of the club, its broker or this table that cannot be one."""
    if not is_name(club.venue):
        raise _refused("club.venue", f"{club.venue!r} cannot name a venue; take a to z, 0 to 9, -")
    if not is_machine(club.broker):
        raise _refused(
            "club.broker",
            f"{club.broker!r} cannot name a machine; its port is written as club.port",
        )
    if club.table:
        table_name(club)


def broker_of(club: ClubConfig, user: str) -> Broker:
    """Return the broker of the configuration; ``user`` calls where it names nobody.

    Raises ``ConfigError`` where a file that it names cannot be read.
    """
    check_names(club)
    ca_file = Path(club.ca_file).expanduser() if club.ca_file else None
    if ca_file is not None and not ca_file.is_file():
        raise _refused("club.ca_file", f"there is no file {ca_file}; name the certificate")
    return Broker(
        club.broker,
        club.port or (PORT_TLS if club.tls else PORT),
        club.user or user,
        _password(club.password_file),
        club.tls,
        ca_file,
    )


def table_name(club: ClubConfig) -> str:
    """Return the table's name: the configured one, else the machine's; raises ``ConfigError``."""
    name = club.table or socket.gethostname().partition(".")[0].lower()
    if not is_table(name):
        raise _refused(
            "club.table", f"{name!r} cannot name a table; take a to z, 0 to 9 and -, such as t07"
        )
    return name


def client(broker: Broker, name: str) -> Client:
    """Return a client that is ready to call.

    Raises ``DependencyError`` without the library, ``ConfigError`` where the certificate is none.
    """
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError as error:
        raise DependencyError(
            "the library paho-mqtt is missing, without which a table cannot join a club; "
            "put it in with: .venv/bin/pip install '.[club]'",
            name="paho",
        ) from error
    made = Client(CallbackAPIVersion.VERSION2, client_id=name)
    made.reconnect_delay_set(*broker.again_s)
    if broker.password:
        made.username_pw_set(broker.user, broker.password)
    if broker.tls:
        try:
            made.tls_set(
                ca_certs=None if broker.ca_file is None else str(broker.ca_file),
                tls_version=ssl.PROTOCOL_TLS_CLIENT,
            )
        except OSError as error:  # of ssl, too
            raise _refused(
                "club.ca_file", f"{broker.ca_file} is no certificate that can be read; copy it anew"
            ) from error
    return made


def hang_up(client: Client) -> None:
    """End a client's call and its thread, without waiting: it may be in the middle of one."""
    client.disconnect()
    Thread(target=client.loop_stop, name="companion-hanging-up", daemon=True).start()


def _password(file: str) -> str:
    if not file:
        return ""
    path = Path(file).expanduser()
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise _refused(
            "club.password_file", f"{path} cannot be read; write the password into it"
        ) from error


def _refused(key: str, complaint: str) -> ConfigError:
    return ConfigError(f"{key}: {complaint}", key=key)
