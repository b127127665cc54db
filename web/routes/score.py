"""What would this score?  Any picture, sent from a phone: no game, and nothing is stored.

What a phone sent is its people's own, so strangers see none of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, jsonify, request

from companion.errors import BoardNotFound, CompanionError, PictureError, UsageError
from companion.service.pictures.desk import Desk
from companion.service.pictures.single_picture import Looked
from web.access.permission import may_act, refuse_strangers
from web.input.uploads import sent, upload_name
from web.languages import gettext as _
from web.page_cache import to
from web.routes import live
from web.routes.reference import page
from web.views.points import score as view
from web.views.setup import new_game
from web.views.wording import sentences, words

blueprint = Blueprint("score", __name__)

KEPT = ("game", "variant", "boards", "corners", "goals")
"""What the form that asks for totals hands on."""


@blueprint.get("/score")
def ask() -> str:
    """Show what must be known of a picture, and the button to send one."""
    return shown()


@blueprint.post("/score/picture")
def send() -> Response:
    """Take a picture; the page of the same name then tells what it would score."""
    name = upload_name()
    try:
        desk().lay(name, sent())
    except PictureError as error:
        abort(400, sentences.told(str(error)))
    return jsonify(name=name)


@blueprint.get("/score/<name>.jpg")
def picture(name: str) -> Response:
    """Return a picture as it is read: upright, and not too large."""
    refuse_strangers()
    found = desk().picture(name)
    if found is None:
        abort(404, _("This picture is not kept any more."))
    response = Response(found.jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.get("/score/<name>")
def scored(name: str) -> str:
    """Show what the boards in a picture would score, their tiles there to be corrected."""
    refuse_strangers()
    found = desk().picture(name)
    if found is None:
        abort(404, _("This picture is not kept any more. Send it again."))
    asked = understood()
    address = to("score.picture", name=name)
    words.use(board=asked.wanted.board)
    here: dict[str, Any] = {"picture": address, "sent_as": name, "asked": asked}
    looked, trouble, others = looked_at(name, asked)
    if looked is None:
        return shown(trouble=trouble, any_other=others, **here)
    number = request.args.get("board", 0, type=int)
    pressed, origin = request.args.get("cell", ""), request.args.get("from", "")
    try:
        reading = view.read(looked, asked, origin, pressed, number)
    except UsageError:
        trouble = _("Nobody can have such a total. Type what stands on the tracks.")
        here["asked"] = asked = replace(asked, totals=())
        reading = view.read(looked, asked, origin, pressed, number)
    boards = reading.scored(address, found, asked.totals)
    tile = request.args.get("tile", type=int)
    sheet = None if origin else reading.sheet_of(number, pressed, tile)
    seen = [one.seen for one in reading.reports]
    changes = {f"change{one.number}": list(one.together.pairs) for one in boards}
    fields = [*hidden(asked), *((key, one) for key, all_ in changes.items() for one in all_)]
    leave = partial(to, "score.scored", name=name, **{**asked.address, **changes})
    return shown(
        trouble=trouble or too_few(len(boards), asked),
        boards=boards, sheet=sheet, leave=leave, number=number, leave_fields=fields,
        corners=[one.corners_px.round(1).tolist() for one in seen if one.corners_px is not None],
        read_as=words.board([(asked.wanted.game, asked.wanted.variant)]),
        alike=len(asked.wanted.alike) > 1,
        others=view.instead(asked, seen),
        any_other=view.any_other(asked, seen),
        moving=next((one.together.origin for one in boards if one.together.origin), ""),
        **here,
    )  # fmt: skip


def shown(**values: Any) -> str:
    """Return the page; without a picture only what asks for one."""
    asked: view.Asked | None = values.get("asked")
    return page(
        "score",
        games=new_game.games(live().state),
        goals=new_game.goals(live().state),
        chosen=asked.wanted if asked else None,
        chosen_goals=asked.goals if asked else (),
        may_send=may_act(),
        called=view.called,
        **values,
    )


def looked_at(name: str, asked: view.Asked) -> tuple[Looked | None, str, tuple[view.Instead, ...]]:
    """Return what a picture shows; or why nothing could be read, and as what else it may be."""
    try:
        return desk().look(name, asked.wanted), "", ()
    except BoardNotFound:
        return None, lost(asked), view.any_other(asked)
    except CompanionError as error:
        return None, sentences.told(str(error)), ()


def lost(asked: view.Asked) -> str:
    """Return what is to be said where no board was found; set corners depend on no game."""
    if asked.wanted.corners is not None:
        return _("The boards were not found. Set their corners in the picture.")
    return _(
        "The boards were not found. Check the game and the side, "
        "or set their corners in the picture."
    )


def too_few(found: int, asked: view.Asked) -> str:
    """Return what is to be said where not all boards were found that are in the picture."""
    if asked.wanted.corners is not None or found >= asked.wanted.players:
        return ""
    return _(
        "%(found)d of %(wanted)d boards were found. Set the corners of all of them in the picture.",
        found=found,
        wanted=asked.wanted.players,
    )


def hidden(asked: view.Asked) -> list[tuple[str, str]]:
    """Return the address's parameters but for what the page's form says itself."""
    kept = {key: all_ for key, all_ in asked.address.items() if key in KEPT}
    return [(key, one) for key, all_ in kept.items() for one in all_]


def understood() -> view.Asked:
    """Return what the address asks for; 400 where it was damaged."""
    try:
        return view.asked(request.args)
    except ValueError:
        abort(400, _("This address is damaged."))


def desk() -> Desk:
    """Return where pictures lie that belong to no game."""
    return cast(Desk, current_app.extensions["desk"])
