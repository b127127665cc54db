"""Looking is for everybody at home, acting for paired devices: asked before every request."""

from __future__ import annotations

from functools import partial
from typing import Protocol, TypeVar, cast

from flask import Flask, Response, abort, current_app, request
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response as BaseResponse

from web.access.guard import SAFE_METHODS
from web.access.paired_devices import COOKIE, COOKIE_DAYS, Device, Pairing
from web.access.sender import Said, is_here, is_proxied
from web.languages import gettext as _

Answer = TypeVar("Answer", bound=BaseResponse)

WAYS_IN = ("/pair", "/api/pair")
"""What a device may do to be paired."""


def init_app(app: Flask, kept: Pairing) -> None:
    """Hold every request of ``app`` to what its device may do; after the guard's own checks."""
    app.extensions["pairing"] = kept

    @app.before_request
    def check() -> None:
        if request.path in WAYS_IN or request.endpoint == "static":
            return
        if not kept.view_open or request.method not in SAFE_METHODS:
            refuse_strangers()

    app.after_request(partial(renewed, kept))


def renewed(kept: Pairing, response: Response) -> Response:
    """Sign a cookie of an older key anew, so that keys can be forgotten."""
    cookie = own_cookie(request.headers.get)
    device = kept.device(cookie) if cookie else None
    if device and not kept.is_fresh(cookie) and "Set-Cookie" not in response.headers:
        return with_cookie(response, kept.cookie(device))
    return response


def with_cookie(response: Answer, cookie: str) -> Answer:
    """Return a response that gives the device its cookie, which no script and no other site sees.

    ``Secure`` cannot be asked for: it would be lost over plain HTTP.
    """
    response.set_cookie(
        COOKIE, cookie, max_age=COOKIE_DAYS * 86400, httponly=True, samesite="Strict"
    )
    return response


def pairing() -> Pairing:
    """Return the pairing of the current application."""
    return cast(Pairing, current_app.extensions["pairing"])


def may_act() -> bool:
    """Tell whether the device that asks may change anything."""
    if pairing().local and here():
        return True
    return pairing().device(own_cookie(request.headers.get)) is not None


def refuse_strangers() -> None:
    """Refuse devices that may not act, with 401."""
    if may_act():
        return
    if not pairing().view_open:
        abort(401, _("Only paired devices may look here. Pair this one first."))
    abort(401, _("This device may only look. Pair it first."))


def may_see_code() -> bool:
    """Tell whether this is the companion's own screen, or a device that is paired."""
    return here() or may_act()


class Devices(Protocol):
    """Whoever knows the devices that may change something."""

    local: bool
    """Whether a browser on this very machine may, too."""

    def device(self, cookie: str) -> Device | None:
        """Return the device a cookie belongs to; None where it is not known."""


def knows(kept: Devices, address: str, said: Said) -> bool:
    """Tell whether who sends a request with these headers from ``address`` may change anything."""
    if kept.local and is_here(address) and not is_proxied(said):
        return True
    return kept.device(own_cookie(said)) is not None


def own_cookie(said: Said) -> str:
    """Return our cookie among the headers of a request, empty where there is none.

    Other programs at the same address leave cookies of any bytes, which werkzeug takes for UTF-8;
    ours is plain ASCII, so that what is none may be lost.
    """
    cookies = (said("Cookie") or "").encode("ascii", "replace").decode("ascii")
    return str(parse_cookie(cookies).get(COOKIE, "")) if COOKIE in cookies else ""


def here() -> bool:
    """Tell whether the request comes from a browser on this very machine, and not from a proxy."""
    return is_here(request.remote_addr or "") and not is_proxied(request.headers.get)
