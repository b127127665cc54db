"""The dashboard as a Flask application."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flask import Flask

from companion.service.evening.evening import Evening
from companion.service.ops.logbook import keep_log
from companion.service.pictures.calibrator import Calibrator
from companion.service.pictures.desk import Desk
from web import error_pages, languages, page_cache
from web.access import guard, permission
from web.access.paired_devices import Pairing
from web.routes import (
    by_phone,
    calibration,
    coaching,
    dashboard,
    game_sheet,
    new_game,
    pairing,
    people,
    phone_camera,
    reference,
    score,
    scoreboard,
)
from web.routes.data import api, deeds, export_import, pictures, stream
from web.views.boards.own_looks import fill_of, looks
from web.views.wording import words

TOOLS: Mapping[str, Callable[..., object]] = {
    "colour_word": words.colour,
    "fill_of": fill_of,
    "fit": words.fit,
    "looks": looks,
    "to": page_cache.to,
    "post": page_cache.post,
    "by_phone": by_phone,
}
"""What templates may call."""

PAGES = (dashboard, scoreboard, coaching, reference, new_game, calibration, stream, pictures, api,
         deeds, pairing, people, game_sheet, export_import, score, phone_camera)  # fmt: skip


def create_app(
    live: Evening,
    *,
    extra_hosts: Iterable[str] = (),
    notes: Mapping[str, str] | None = None,
    devices: Pairing | None = None,
    calibrator: Calibrator | None = None,
) -> Flask:
    """Return the dashboard of ``live``; ``extra_hosts`` are further names it may be called by.

    ``notes`` is what the page about this companion says of its devices: a word for each, and a
    sentence.  ``devices`` knows which phones may act; without it only a browser on this machine.
    ``calibrator`` checks camera and boards for the page that sets them up.
    """
    app = Flask(__name__)
    app.extensions |= {"live": live, "notes": dict(notes or {}), "calibrator": calibrator}
    app.extensions["desk"] = Desk()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for name, tool in TOOLS.items():
        app.add_template_global(tool, name)
    # Asked in this order: who must not talk to us at all, then who may do what.
    guard.init_app(app, extra_hosts)
    languages.init_app(app)
    permission.init_app(app, devices or Pairing())
    keep_log()
    for module in PAGES:
        app.register_blueprint(module.blueprint)
    error_pages.init_app(app, "error.html")
    return app
