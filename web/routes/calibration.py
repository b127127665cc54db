"""Setting the camera up: how well it sees the boards, and where a set has its spaces printed.

Moving the template is nothing but addresses: every step is a link to the page with the template
moved, so that looking changes nothing; only saving does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import cast

from flask import Blueprint, abort, current_app, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.boards import load
from companion.errors import CompanionError
from companion.journal import Seating
from companion.service.bulletin.state import Preview
from companion.service.evening import asks
from companion.service.pictures.calibrator import AS_USUAL, Calibrator, Laid, Moves, Remark
from companion.service.sitting.tile_lesson import usual_places
from web.languages import gettext as _
from web.page_cache import to
from web.routes import live
from web.routes.data.deeds import refusal
from web.routes.reference import page
from web.views.setup import calibration as view
from web.views.wording import sentences, words

blueprint = Blueprint("calibration", __name__)

PATIENCE_S = 15.0
LONGEST_NAME = 40


@blueprint.get("/calibration")
def calibration() -> str:
    """Show what the newest picture tells of camera and light, and the template over it."""
    name, kept = calibrator().kept(seating().setup)
    picture = live().album.newest
    moves = drafted() if "draft" in request.args else kept
    if picture is not None and "suggest" in request.args:
        moves = suggested(picture.jpeg)
    remarks, boards, trouble = looked(None if picture is None else picture.jpeg, moves)
    words.use(live().state.names)
    return page(
        "calibration",
        picture=picture,
        remarks=[view.told(one) for one in remarks],
        spots=[spot for one in remarks for spot in one.spots],
        boards=boards,
        trouble=trouble,
        set_name=name,
        saved="saved" in request.args,
        view=view,
        seat_name=words.seat,
        showing=[(words.place(c), words.colour(t)) for c, t in places_to_show().items()],
        **chosen(boards, moves),
    )


@blueprint.post("/calibration/save")
def save() -> BaseResponse:
    """Keep how this set is printed."""
    name = " ".join(request.form.get("set", "").split())[:LONGEST_NAME]
    if not name or not name.isprintable():
        abort(400, _("Give the set a name."))
    try:
        calibrator().keep(seating().setup, name, moves_in(request.form))
    except CompanionError as error:
        abort(409, refusal(error))
    return redirect(to("calibration.calibration", saved=1), code=303)


@blueprint.post("/calibration/picture")
def picture() -> BaseResponse:
    """Have a new picture taken of the table as it is set up now."""
    before = live().state.preview
    try:
        live().ask(asks.Preview(seating())).result(PATIENCE_S)
        found = wait_for_the_picture(before)
    except TimeoutError:
        abort(409, _("No picture came. Try again."))
    except CompanionError as error:
        abort(409, refusal(error))
    if not found.picture:  # the camera gave none; where it did, the page says what is seen in it
        abort(409, sentences.told(found.sentence))
    return redirect(to("calibration.calibration"), code=303)


@blueprint.post("/calibration/tiles")
def tiles() -> BaseResponse:
    """Learn what the tiles of this set look like, as the newest picture shows them."""
    newest = live().album.newest
    if newest is None:
        abort(409, _("There is no picture yet. Take one."))
    try:
        calibrator().learn_tiles(newest.jpeg, seating())
    except CompanionError as error:
        abort(409, refusal(error))
    return redirect(to("calibration.calibration", saved=1), code=303)


def wait_for_the_picture(before: Preview | None) -> Preview:
    """Return the first look that is newer than the one ``before``."""
    deadline = time.monotonic() + PATIENCE_S
    while (found := (state := live().state).preview) is None or found is before:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        live().bulletin.newer(state.version, left)
    return found


def calibrator() -> Calibrator:
    """Return who can calibrate; 404 where nobody can."""
    found = current_app.extensions.get("calibrator")
    if found is None:
        abort(404, _("This table cannot be calibrated."))
    return cast(Calibrator, found)


def seating() -> Seating:
    """Return what is set up now: the open sitting's game, and where its boards lie."""
    place = live().place
    return Seating(live().state.setup) if place is None else place.seating


def places_to_show() -> Mapping[str, str]:
    """Return where the tiles of this set are laid to be learned: cell -> colour."""
    setup = seating().setup
    return usual_places(load(setup.game, setup.variant))


def drafted() -> Moves:
    """Return the moves in the address; 400 where it was damaged."""
    return moves_in(request.args)


def moves_in(values: object) -> Moves:
    """Return the moves among the parameters of an address or form; 400 where one is none."""
    try:
        return view.understood(cast("dict[str, str]", values))
    except ValueError:
        abort(400, _("This address is damaged."))


def suggested(jpeg: bytes) -> Moves:
    """Return the moves that the picture suggests; those of before where it shows no boards."""
    try:
        return calibrator().suggest(jpeg, seating())
    except CompanionError:
        return drafted()


def looked(jpeg: bytes | None, moves: Moves) -> tuple[tuple[Remark, ...], tuple[Laid, ...], str]:
    """Return remarks and templates of a picture, or why there are none."""
    if jpeg is None:
        return (), (), _("There is no picture yet. Take one of the empty boards.")
    try:
        boards = calibrator().lay(jpeg, seating(), moves)
        return calibrator().check(jpeg, seating()), boards, ""
    except CompanionError:
        return (
            (),
            (),
            _(
                "The boards are not found in this picture. Lay them empty and in the light, or tap "
                "their corners on the page for a new game."
            ),
        )


def chosen(boards: tuple[Laid, ...], moves: Moves) -> dict[str, object]:
    """Return which group of which board is shown, and the ways on from there."""
    laid = view.laid_for(boards, request.args.get("seat", default=0, type=int))
    if laid is None:
        return {"laid": None, "moves": moves}
    group = request.args.get("group", "")
    group = group if group in laid.groups else next(iter(laid.groups))
    now = {name: moves.get(name, AS_USUAL) for name in laid.groups}
    return {
        "laid": laid,
        "group": group,
        "moves": now,
        "window": view.around(laid, group),
        "steps": {w: way_to(laid.seat, group, view.stepped(now, group, w)) for w in view.WAYS},
        "group_ways": {name: way_to(laid.seat, name, now) for name in laid.groups},
        "seat_ways": {one.seat: way_to(one.seat, group, now) for one in boards},
        "unmoved": way_to(laid.seat, group, dict.fromkeys(laid.groups, AS_USUAL)),
        "suggestion": to("calibration.calibration", suggest=1, seat=laid.seat, group=group,
                         _anchor="printing"),
    }  # fmt: skip


def way_to(seat: int, group: str, moves: Moves) -> str:
    """Return the address of this page with another choice."""
    there = {name: view.written(move) for name, move in moves.items() if move != AS_USUAL}
    return to("calibration.calibration", draft=1, seat=seat, group=group, _anchor="printing",
              **there)  # fmt: skip
