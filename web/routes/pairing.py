"""Pairing a device, and taking its right back.

The code is shown only to the companion's own screen (a browser on the same machine) and to devices
that are paired already.
"""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import PairingRefused
from companion.service.ops.failures import log
from web.access.addresses import for_others
from web.access.paired_devices import kind_of
from web.access.permission import (
    may_act,
    may_see_code,
    pairing,
    refuse_strangers,
    with_cookie,
)
from web.languages import gettext as _
from web.page_cache import to
from web.routes import draw_anew
from web.routes.data.deeds import body

blueprint = Blueprint("pairing", __name__)


@blueprint.get("/pair")
def page() -> str:
    """Show the code to those who may see it; ask the others for it."""
    token = request.args.get("token", "")[:64]
    known = may_see_code()
    link = link_for_others() if known else ""
    return render_template(
        "pair.html",
        token=token,
        paired=may_act(),
        code=pairing().code if known else "",
        link=link,
        picture=square(link) if known else "",
        devices=pairing().devices if known else (),
    )


@blueprint.post("/pair")
def pair() -> BaseResponse:
    """Pair the device this form comes from, and send it to the dashboard."""
    code, token = request.form.get("code", ""), request.form.get("token", "")
    response = redirect(to("dashboard.dashboard"), code=303)
    return with_cookie(response, let_in(request.form.get("name", ""), code, token))


@blueprint.post("/revoke")
def revoke() -> BaseResponse:
    """Take a device its right, by form."""
    if not pairing().revoke(request.form.get("device", "")):
        abort(404, _("There is no such device."))
    return redirect(to("pairing.page"), code=303)


@blueprint.post("/api/pair")
def api_pair() -> BaseResponse:
    """Pair the device this request comes from."""
    values = body().mapping()
    words = [values.get(key, "") for key in ("name", "code", "token")]
    if not all(isinstance(word, str) for word in words):
        abort(400, _("Send a JSON object."))
    name, code, token = words
    return with_cookie(jsonify(paired=True), let_in(name, code, token))


@blueprint.get("/api/devices")
def devices() -> Response:
    """Return the devices that may act."""
    refuse_strangers()
    return listed()


@blueprint.delete("/api/devices/<device>")
def api_revoke(device: str) -> Response:
    """Take a device its right."""
    if not pairing().revoke(device):
        abort(404, _("There is no such device."))
    return listed()


@blueprint.get("/api/pairing-code")
def code() -> Response:
    """Return the code and the link that let the next device in."""
    if not may_see_code():
        abort(401, _("The code is on the companion's own screen."))
    return jsonify(code=pairing().code, link=link_for_others())


def link_for_others() -> str:
    """Return the link that lets the next device in, as that device can use it."""
    link = url_for("pairing.page", token=pairing().token, _external=True)
    return link if pairing().local else for_others(link)


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a television shows to who wants to join: an address, and squares to be read.

    ``pair`` and ``code`` let a device act; they are empty on screens that may not show them.
    """

    address: str
    watch: str
    pair: str
    code: str


def invitation() -> Invitation:
    """Return how others join in, as far as this screen may tell."""
    address = url_for("dashboard.dashboard", _external=True)
    address = address if pairing().local else for_others(address)
    known = may_see_code()
    pair = square(link_for_others()) if known else ""
    return Invitation(address, square(address), pair, pairing().code if known else "")


def square(link: str) -> str:
    """Return a QR code as a drawing that a page can hold."""
    return segno.make(link, micro=False).svg_inline(border=2, omitsize=True)


def listed() -> Response:
    """Return the list of devices."""
    return jsonify([{"id": one.id, "name": one.name, "at": one.at} for one in pairing().devices])


def let_in(name: str, code: str, token: str) -> str:
    """Return the cookie of a new device; refuses a wrong code, and a guest after five."""
    called = name or kind_of(request.headers.get("User-Agent", ""))
    guest, shown = request.remote_addr or "", pairing().code
    try:
        cookie = pairing().pair(called, code=code.strip(), token=token, guest=guest)
    except PairingRefused as error:
        log.warning("a device at %s was not paired", request.remote_addr)
        if error.wait_s:
            abort(
                429,
                _(
                    "Too many wrong codes from this device. "
                    "Wait a little, or scan the picture on the companion's screen."
                ),
            )
        abort(403, _("This is not the code on the companion's screen. Look there again."))
    finally:
        if pairing().code != shown:  # also after too many wrong ones
            draw_anew()
    log.info("paired %r at %s", pairing().devices[-1].name, request.remote_addr)
    return cookie
