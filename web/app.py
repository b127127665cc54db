"""The dashboard as a Flask application."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, render_template
from werkzeug.exceptions import HTTPException

from companion.service.live import Live
from web import guard, languages
from web.languages import gettext as _
from web.routes import actions, api, dashboard, events, pictures
from web.views import words


def create_app(live: Live, *, extra_hosts: Iterable[str] = ()) -> Flask:
    """Return the dashboard of ``live``; ``extra_hosts`` are further names it may be called by."""
    app = Flask(__name__)
    app.extensions["live"] = live
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.add_template_global(words.colour, "colour_word")
    guard.init_app(app, extra_hosts)
    languages.init_app(app)
    for module in (dashboard, events, pictures, api, actions):
        app.register_blueprint(module.blueprint)
    app.register_error_handler(HTTPException, error_page)
    return app


def error_page(error: HTTPException) -> tuple[str, int]:
    """Return a small page that says what went wrong and leads back to the dashboard."""
    code = error.code or 500
    known = {
        404: _("There is no such page here."),
        405: _("This address cannot be used in this way."),
        413: _("This is too much data."),
        500: _("The companion made a mistake here. The game goes on; its log tells more."),
    }
    own = error.description if type(error).description != error.description else None
    sentence = own or known.get(code) or error.description or error.name
    return render_template("error.html", code=code, sentence=sentence), code
