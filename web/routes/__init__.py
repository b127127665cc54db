"""The addresses of the dashboard, one blueprint per file."""

from __future__ import annotations

from typing import cast

from flask import current_app

from companion.service.live import Live


def live() -> Live:
    """Return the running companion that the current application shows."""
    return cast(Live, current_app.extensions["live"])
