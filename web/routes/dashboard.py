"""The overview: everything about the sitting, ready to read before any script runs.

A script on the page fetches the same address again when an event tells of a newer version, and
exchanges the parts that changed.  So there is one way of drawing, and one place for words.
"""

from __future__ import annotations

from flask import Blueprint, Response

from web.page_cache import drawn
from web.routes import live
from web.routes.live_pages import page_now, show
from web.views.points.game_sheet import course_chart

blueprint = Blueprint("dashboard", __name__)


@blueprint.get("/")
def dashboard() -> Response:
    """Show the sitting as it is now."""
    state, played = live().state, live().sitting

    def draw() -> str:
        chart = course_chart(played) if played and played.history else None
        return show("dashboard", page_now(state), state, chart=chart)

    return drawn(state, draw)
