"""What goes wrong with a request: a page for people, a sentence for programs and scripts."""

from __future__ import annotations

import errno
import logging
from functools import partial

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import Conflict, HTTPException

from companion.errors import CompanionError
from web.languages import gettext as _
from web.views.wording import sentences

log = logging.getLogger(__name__)

Page = tuple[str | Response, int]
"""What is answered, and the number that says how it went."""


def init_app(app: Flask, template: str) -> None:
    """Have whatever goes wrong with a request of ``app`` said on a page of the ``template``."""
    app.register_error_handler(HTTPException, partial(error_page, template))
    app.register_error_handler(CompanionError, partial(told_page, template))
    app.register_error_handler(OSError, partial(disk_page, template))


def told_page(template: str, error: CompanionError) -> Page:
    """Return a page that says what is no mistake of ours, as a journal that cannot be read."""
    log.warning("%s", error)
    return error_page(template, Conflict(sentences.told(str(error))))


def disk_page(template: str, error: OSError) -> Page:
    """Return a page that says so where there is no room for what is sent or downloaded."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
        raise error
    log.warning("%s", error)
    full = Conflict(_("The disk is full, or cannot be written; make room on it."))
    return error_page(template, full)


def error_page(template: str, error: HTTPException) -> Page:
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
