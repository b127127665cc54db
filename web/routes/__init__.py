"""The addresses of the dashboard, one blueprint per file."""

from __future__ import annotations

from typing import cast

from flask import current_app

from companion.service.evening.evening import Evening


def by_phone() -> bool:
    """Tell whether phones take the pictures of the game that is open."""
    return live().state.handheld


def live() -> Evening:
    """Return the running companion that the current application shows."""
    return cast(Evening, current_app.extensions["live"])


def draw_anew() -> None:
    """Have every screen draw its pages anew: what changed is not of the evening itself."""
    live().bulletin.change(lambda state: state)
