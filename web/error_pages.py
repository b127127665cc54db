"""What goes wrong with a request: a page for people, a sentence for programs and scripts."""

from __future__ import annotations

from flask import Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from web.languages import gettext as _


def error_page(template: str, error: HTTPException) -> tuple[str | Response, int]:
    """Return a small page that says what went wrong and leads back; a sentence for programs."""
    code = error.code or 500
    known = {
        404: _("There is no such page here."),
        405: _("This address cannot be used in this way."),
        413: _("This is too much data."),
        500: _("The companion made a mistake here. The game goes on; its log tells more."),
    }
    own = error.description if type(error).description != error.description else None
    sentence = own or known.get(code) or error.description or error.name
    scripted = request.headers.get("X-Requested-With") == "fetch"
    if scripted or request.path.startswith("/api/"):
        return jsonify(error=sentence), code
    return render_template(template, code=code, sentence=sentence), code
