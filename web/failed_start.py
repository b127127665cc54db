"""The only page of a companion that could not start: it says why, and nobody must read a log."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, Response, jsonify, make_response, render_template

from web import languages
from web.access import guard
from web.access.paired_devices import Pairing
from web.languages import gettext as _
from web.views.wording import sentences

AGAIN_S = 60
"""Seconds after which it is tried again."""


def create_failed_app(why: str | None, *, extra_hosts: Iterable[str] = ()) -> Flask:
    """Return what answers every address with the sentence ``why``, in the reader's language.

    None: it is not told to everybody.
    """
    app = Flask("web")
    app.extensions["pairing"] = Pairing()  # the server asks whom it knows
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guard.init_app(app, extra_hosts)
    languages.init_app(app)

    @app.get("/")
    @app.get("/<path:asked>")
    def failed(asked: str = "") -> Response:
        said = sentences.told(why) if why else _("The log of its own computer says why.")
        told = jsonify(error=said) if asked.startswith("api/") else None
        answer = make_response(told or render_template("failed.html", sentence=said), 503)
        answer.headers["Retry-After"] = str(AGAIN_S)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return app
