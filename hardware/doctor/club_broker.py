"""The club: whether this table can join it, where the configuration names a broker."""

from __future__ import annotations

from collections.abc import Iterator

from companion.club.broker import broker_of, client, table_name
from companion.config import Config
from companion.errors import ConfigError, DependencyError
from hardware.doctor.diagnosis import Finding, halves, mend, note, ok
from hardware.doctor.system import System


def examine(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of the club: all that would stop 'companion run', and the line."""
    if not config.club.broker:
        yield ok("club", "not used: club.broker is empty")
        return
    try:
        name = table_name(config.club)
        broker = broker_of(config.club, name)
        client(broker, name)
    except (ConfigError, DependencyError) as error:
        yield mend("club", *halves(str(error)))
        return
    where = f"the broker {broker.host}, port {broker.port},"
    if system.answers(broker.host, broker.port):
        yield ok("club", f"{where} answers; this table is {name}")
    else:
        remedy = "Start it, or mend the network; until then the table plays without the club."
        yield note("club", f"{where} does not answer", remedy)
