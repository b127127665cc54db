"""Refusing an action."""

from __future__ import annotations

from typing import NoReturn

from companion.games.base import IllegalAction


def refuse(rule: str, message: str) -> NoReturn:
    """Raise ``IllegalAction`` with the rule's id."""
    raise IllegalAction(f"DU-{rule}", message)
