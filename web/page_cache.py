"""Pages that are drawn once for each state, language and address, however many phones ask."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from flask import Response, current_app, make_response, request, url_for

from companion.service.bulletin.state import State
from web.access.permission import may_see_code
from web.languages import LANGUAGES, language

KEPT = 64
"""Drawn pages kept."""


def drawn(state: State, draw: Callable[[], str]) -> Response:
    """Return the page of this address for ``state``; ``draw`` is called when it is not kept.

    Who may see the pairing code has pages of its own.
    """
    kept: OrderedDict[tuple[object, ...], tuple[int, str]]
    kept = current_app.extensions.setdefault("pages", OrderedDict())
    key = (request.host_url, request.full_path, language(), may_see_code())
    version, html = kept.get(key, (0, ""))
    if version != state.version:
        html = draw()
        kept[key] = (state.version, html)
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)), None)
    response = make_response(html)
    response.headers["Vary"] = "Accept-Language"
    return response


def to(endpoint: str, **values: object) -> str:
    """Return the address of a page, in the language that this one was asked for in."""
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        values["lang"] = asked
    return url_for(endpoint, **values)  # type: ignore[arg-type]


def post(path: str) -> str:
    """Return the address of an action, in the language that this page was asked for in."""
    asked = request.args.get("lang", "")
    return f"{path}?lang={asked}" if asked in LANGUAGES else path
