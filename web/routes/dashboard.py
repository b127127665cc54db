"""The page itself: everything about the sitting, ready to read before any script runs.

A script on the page fetches the same address again when an event tells of a newer version, and
exchanges the parts that changed.  So there is one way of drawing, and one place for words.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, render_template

from companion.service.state import State
from web.languages import language
from web.routes import live
from web.views.page import page_of

blueprint = Blueprint("dashboard", __name__)


@blueprint.get("/")
def dashboard() -> Response:
    """Show the sitting as it is now."""
    state = live().state
    response = make_response(page(state, language()))
    response.headers["Vary"] = "Accept-Language"
    return response


def page(state: State, code: str) -> str:
    """Return the page of ``state``, drawn once per language however many phones ask for it."""
    kept: dict[str, tuple[int, str]] = current_app.extensions.setdefault("pages", {})
    version, html = kept.get(code, (0, ""))
    if version != state.version:
        html = render_template("dashboard.html", page=page_of(state, live().album), state=state)
        kept[code] = (state.version, html)
    return html
