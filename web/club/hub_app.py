"""The hub's pages as a Flask application."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Flask

from companion.club.hub.hub import Hub
from web import error_pages, languages, page_cache
from web.access import guard
from web.club import officials, roles, spectators
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
    error_pages.init_app(app, "club/error.html")
    return app
