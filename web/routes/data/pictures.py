"""The camera's pictures: those of now, and those that evenings were read from."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from companion.errors import PictureError
from web.languages import gettext as _
from web.pictures.thumbnail import thumbnail
from web.routes import live

blueprint = Blueprint("pictures", __name__)


@blueprint.get("/frame.jpg")
def frame() -> Response:
    """Return the picture with the number ``v``; without one, the picture last looked at."""
    number = request.args.get("v", default=live().state.picture, type=int)
    picture = live().album.get(number)
    if picture is None:
        abort(404, _("This picture is not kept any more."))
    response = Response(picture.jpeg, mimetype="image/jpeg")
    response.set_etag(picture.tag)
    # Asked anew every time, as numbers begin again with the program; mostly answered with 304.
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


@blueprint.get("/preview.jpg")
def preview() -> Response:
    """Return the newest picture, whatever it was taken for."""
    newest = live().album.newest
    if newest is None:
        abort(404, _("There is no picture yet."))
    return Response(newest.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.get("/pictures/<name>.jpg")
def kept(name: str) -> Response:
    """Return a picture by the hash that the journal keeps it under; with ``small`` a small one."""
    picture = live().journal.pictures.get(name)
    if picture is None:
        abort(404, _("This picture is not kept any more."))
    try:
        jpeg = thumbnail(picture) if "small" in request.args else picture
    except PictureError:
        abort(404, _("This picture is not kept any more."))
    response = Response(jpeg, mimetype="image/jpeg")
    # Another picture has another name; it goes with its evening all the same, so not for ever.
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
