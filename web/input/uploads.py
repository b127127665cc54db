"""Pictures that phones send: the bytes of one file as they are, under a name the phone made.

A phone that does not hear whether its picture arrived sends it again under the same name, so that
nothing is taken twice.
"""

from __future__ import annotations

import re

from flask import abort, request

from web.languages import gettext as _

NAME = re.compile(r"[A-Za-z0-9-]{8,64}")


def upload_name() -> str:
    """Return the name that the phone gave the picture; 400 where it gave none."""
    name = request.args.get("name", "")
    if not NAME.fullmatch(name):
        abort(400, _("Send the picture with a name of its own."))
    return name


def sent() -> bytes:
    """Return the bytes that were sent."""
    return request.get_data(cache=False)
