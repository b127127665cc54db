"""The hub's pages as a Flask application."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.club.hub.hub import Hub
from web import languages, page_cache
from web.access import guard
from web.club import officials, roles, spectators
from web.languages import gettext as _
from web.views.boards.own_looks import fill_of, looks
from web.views.wording import rule_sentences, sentences, words


def create_hub_app(hub: Hub, devices: roles.Roles, *, extra_hosts: Iterable[str] = ()) -> Flask:
    """Return the pages of ``hub``; ``extra_hosts`` are further names it may be called by."""
    app = Flask("web")
    app.extensions["hub"] = hub
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    tools: dict[str, Callable[..., object]] = {
        "to": page_cache.to,
        "post": page_cache.post,
        "fill_of": fill_of,
        "fit": words.fit,
        "looks": looks,
        "game_title": words.game,
        "rule_title": rule_sentences.heading,
        "said": sentences.told,
    }
    for name, tool in tools.items():
        app.add_template_global(tool, name)
    guard.init_app(app, extra_hosts)
    languages.init_app(app)
    roles.init_app(app, devices)
    for module in (spectators, officials):
        app.register_blueprint(module.blueprint)
    app.register_blueprint(officials.entrance)
    app.register_error_handler(HTTPException, error_page)
    return app


def error_page(error: HTTPException) -> tuple[str | Response, int]:
    """Return a small page that says what went wrong and leads back; a sentence for scripts."""
    code = error.code or 500
    known = {
        404: _("There is no such page here."),
        405: _("This address cannot be used in this way."),
        413: _("This is too much data."),
    }
    own = error.description if type(error).description != error.description else None
    sentence = own or known.get(code) or error.description or error.name
    if request.headers.get("X-Requested-With") == "fetch" or request.path.startswith("/api/"):
        return jsonify(error=sentence), code
    return render_template("club/error.html", code=code, sentence=sentence), code
