"""The state for other programs."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from web.routes import live

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.get("/state")
def state() -> Response:
    """Return the latest state: the same object as every event carries."""
    return jsonify(live().state.to_json())
