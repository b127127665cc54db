"""Who may talk to the dashboard, and what a browser may do with its pages.

The dashboard speaks plain HTTP on a home network; which devices may act is asked in ``permission``.
Three attacks need no access to that network, only a browser in it that visits a hostile page:

* **DNS rebinding.**  The hostile name is made to point at our address, so that its scripts count
  as ours.  They still send the hostile name as ``Host``.  We answer only to names that are ours
  and to private addresses written as numbers, which nobody can re-point.
* **Cross-site requests.**  A hostile page posts a form to us.  Browsers send ``Origin`` with every
  POST, also on an insecure connection, where ``Sec-Fetch-Site`` is missing.  Whatever changes
  something must come from ``Origin`` = our own scheme and host; no token is needed.
* **Injected content.**  The content security policy allows scripts, styles and pictures from here
  only, no inline ones, and no framing.

GET, HEAD and OPTIONS never change anything (``tests/dashboard/test_guard.py`` tries every route).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from flask import Flask, Response, abort, request

from companion.journal.archive import LONGEST
from companion.journal.picture_store import LIMIT
from companion.service.pictures.photograph import MOST_BYTES, TOO_LARGE
from web.languages import gettext as _
from web.views.wording import sentences

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
FORM_TYPES = frozenset({"", "application/json", "application/x-www-form-urlencoded"})
MAX_BODY_BYTES = 16 * 1024

AN_EVENING = LIMIT + LONGEST + 2_000_000
"""All the pictures that a companion keeps may be of one evening; and what is around them."""

ARCHIVES = {"/history/import": AN_EVENING, "/restore": 1_000_000_000}
"""Addresses that take a file, with the bytes it may have; nothing else takes more than a form.

What is larger than half a megabyte is on the disk as it comes, not in memory.
"""

PICTURES = frozenset({"score.send", "camera.send"})
"""Where a whole picture may be sent, as it is."""

PICTURE_TYPES = ("image/", "video/", "application/octet-stream")
"""A film is let in as far as to be told that it is none."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def init_app(app: Flask, extra_hosts: Iterable[str] = ()) -> None:
    """Guard every request of ``app``; ``extra_hosts`` are further names it may be called by."""
    names = own_names() | {name.lower().removesuffix(".") for name in extra_hosts}
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES

    @app.before_request
    def check() -> None:
        if not is_own_host(host_name(request.host), names):
            abort(421, _("This is not the companion's address. Use the one it printed."))
        if request.method not in SAFE_METHODS:
            request.max_content_length = ARCHIVES.get(request.path, MAX_BODY_BYTES)
            check_origin()
            check_body()

    @app.after_request
    def harden(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def check_origin() -> None:
    """Refuse a changing request that does not come from one of our own pages."""
    if request.headers.get("Origin", "").lower() != request.host_url.removesuffix("/").lower():
        abort(403, _("Only the companion's own pages may do this. Open the dashboard there."))


def check_body() -> None:
    """Refuse what is not of the kind or size that this address takes."""
    if request.path in ARCHIVES and request.mimetype == "multipart/form-data":
        return
    if request.endpoint not in PICTURES:
        if request.mimetype not in FORM_TYPES:
            abort(415, _("Send a form or JSON."))
        return
    if not request.mimetype.startswith(PICTURE_TYPES):
        abort(415, _("Send the picture's bytes."))
    if (request.content_length or 0) > MOST_BYTES:
        abort(413, sentences.told(TOO_LARGE))
    request.max_content_length = MOST_BYTES


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header: lower case, no port, no brackets, no final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().removesuffix(".")


def own_names() -> frozenset[str]:
    """Return the names this machine goes by at home."""
    name = socket.gethostname().lower().partition(".")[0]
    return frozenset({"localhost", name, f"{name}.local", f"{name}.lan", f"{name}.home.arpa"})


def is_own_host(name: str, names: Iterable[str]) -> bool:
    """Tell whether ``name`` is one of ``names`` or a private address written as a number."""
    if name in names:
        return True
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return address.is_private or address.is_link_local
