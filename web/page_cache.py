"""Pages that are drawn once for each state, language and address, however many phones ask."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from flask import Response, current_app, make_response, request, url_for

from companion.service.bulletin.state import State
from web.access.permission import may_see_code
from web.languages import LANGUAGES, language

KEPT = 64
"""Drawn pages kept."""


class DrawnPages:
    """The pages that were drawn last, for all threads that answer phones."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pages: dict[tuple[object, ...], tuple[int, str]] = {}
        self._lock = Lock()

    def page(self, key: tuple[object, ...], version: int) -> str | None:
        """Return a page as it was drawn for this version; None where it was not, or is gone."""
        drawn_for, html = self._pages.get(key, (None, ""))
        return html if drawn_for == version else None

    def keep(self, key: tuple[object, ...], version: int, html: str) -> None:
        """Keep a page in place of its older version, and of the oldest one where there are many."""
        with self._lock:  # looking for the oldest fails where another thread keeps one meanwhile
            self._pages.pop(key, None)
            self._pages[key] = (version, html)
            while len(self._pages) > KEPT:
                del self._pages[next(iter(self._pages))]


def drawn(state: State, draw: Callable[[], str]) -> Response:
    """Return the page of this address for ``state``; ``draw`` is called when it is not kept.

    Who may see the pairing code has pages of its own.
    """
    pages: DrawnPages = current_app.extensions.setdefault("pages", DrawnPages())
    key = (request.host_url, request.full_path, language(), may_see_code())
    html = pages.page(key, state.version)
    if html is None:
        html = draw()
        pages.keep(key, state.version, html)
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
