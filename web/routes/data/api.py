"""The state, the history and the stream for other programs; what they can do is in ``deeds``."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import JournalError
from companion.journal import history as history_of
from web.input.openapi import document
from web.languages import gettext as _
from web.routes import live
from web.routes.data.state_json import state_json
from web.routes.data.stream import events as stream
from web.views.wording import sentences

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.get("/state")
def state() -> Response:
    """Return the latest state: the same object as every event carries."""
    return jsonify(state_json(live().state))


@blueprint.get("/events")
def events() -> Response:
    """Send every state from now on, as server-sent events."""
    return stream()


@blueprint.get("/history")
def history() -> Response:
    """Return all evenings and what they come to."""
    return jsonify(history_of(live().journal).to_json())


@blueprint.get("/history/<int:number>")
def sitting(number: int) -> Response:
    """Return everything that happened in one sitting, in order."""
    journal = live().journal
    try:
        kept = journal.sitting(number)
        events = journal.recorded(kept.id)
    except JournalError as error:
        abort(404, sentences.told(str(error)))
    found: dict[str, Any] = {
        "id": kept.id,
        "uid": kept.uid,
        "at": kept.at,
        "names": list(kept.seating.names),
        "events": [one.to_json() for one in events],
    }
    return jsonify(found)


@blueprint.get("/pictures/<name>.jpg")
def picture(name: str) -> Response:
    """Return a picture of the journal by its hash."""
    jpeg = live().journal.pictures.get(name)
    if jpeg is None:
        abort(404, _("This picture is not kept any more."))
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Return this interface as an OpenAPI document."""
    return jsonify(document())
