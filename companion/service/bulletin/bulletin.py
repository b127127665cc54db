"""The place where the evening puts its states up for everybody."""

from __future__ import annotations

from companion.service.bulletin.state import State
from companion.service.ops.feed import Board


class Bulletin(Board[State]):
    """What the running companion puts up."""
