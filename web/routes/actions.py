"""What can be done on the dashboard: press the button, let it run by itself, start again.

Each answers a script with 204; a form is sent back to the page, so everything works without
scripts too.  What comes of it arrives as a new state.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web.languages import LANGUAGES
from web.languages import gettext as _
from web.routes import live

blueprint = Blueprint("actions", __name__)

SWITCH = {"on": True, "off": False}


@blueprint.post("/press")
def press() -> BaseResponse:
    """Press the button: take the next picture."""
    live().press()
    return done()


@blueprint.post("/autoplay")
def autoplay() -> BaseResponse:
    """Turn autoplay ``on`` or ``off``."""
    wanted = SWITCH.get(request.form.get("autoplay", ""))
    if wanted is None:
        abort(400, _("Say autoplay=on or autoplay=off."))
    live().set_autoplay(wanted)
    return done()


@blueprint.post("/restart")
def restart() -> BaseResponse:
    """Begin the sitting anew."""
    live().restart()
    return done()


def done() -> BaseResponse:
    """Return nothing to a script, and a browser that sent a form to the page it came from."""
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204)
    asked = request.args.get("lang", "")
    lang = asked if asked in LANGUAGES else None
    return redirect(url_for("dashboard.dashboard", lang=lang), code=303)
