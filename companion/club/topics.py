"""Under which names is spoken at the broker: ``azul/<venue>/<table>/state`` and ``.../online``.

Under ``.../seating`` the hub speaks to the table.

A name is one level of a topic, so it has no slash and no wildcard; and as a table's user at the
broker is called like the table, it is none of the other users'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ROOT = "azul"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
USERS = ("hub", "organiser", "judge", "spectator")
"""The broker's users that are no tables; the access list names them."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table, or of all tables where ``table`` is ``+``."""

    venue: str
    table: str = "+"

    @property
    def state(self) -> str:
        """Where the table's whole state is kept."""
        return f"{ROOT}/{self.venue}/{self.table}/state"

    @property
    def online(self) -> str:
        """Where it is kept whether the table is there; the broker itself says when it is gone."""
        return f"{ROOT}/{self.venue}/{self.table}/online"

    @property
    def seating(self) -> str:
        """Where the hub says who was drawn to play there."""
        return f"{ROOT}/{self.venue}/{self.table}/seating"


KINDS = ("state", "online", "seating")


def is_name(text: str) -> bool:
    """Tell whether a text can name a venue or a table."""
    return bool(NAME.fullmatch(text))


def is_table(text: str) -> bool:
    """Tell whether a text can name a table."""
    return is_name(text) and text not in USERS


def table_of(topic: str, venue: str) -> tuple[str, str] | None:
    """Return the table and the kind of a topic, which is one of ``KINDS``; None for another one."""
    parts = topic.split("/")
    if len(parts) != 4 or parts[:2] != [ROOT, venue] or not is_table(parts[2]):
        return None
    return (parts[2], parts[3]) if parts[3] in KINDS else None
