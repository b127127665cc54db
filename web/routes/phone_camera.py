"""A phone as the camera of an evening: one large button, and the answer on the same page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Response, abort, jsonify, make_response, request

from companion.errors import PictureError
from companion.fields import Field, FieldError
from companion.games.base import Checkpoint
from companion.ports import Gesture
from companion.service.bulletin.state import Stage, State
from companion.service.evening.asks import Sent
from companion.service.evening.due import mark
from companion.service.pictures.album import Print
from companion.service.pictures.photograph import photograph, picture_from
from web.access.permission import refuse_strangers
from web.input.browser_forms import number
from web.input.form_checks import tap_first
from web.input.uploads import sent, upload_name
from web.languages import gettext as _
from web.page_cache import drawn
from web.routes import by_phone, live
from web.routes.data.deeds import body, settled
from web.routes.live_pages import page_now, show
from web.views.evening.whose_turn import again, doing, own_press, press
from web.views.wording import sentences, words

blueprint = Blueprint("camera", __name__)

LIVE_VIEW = "camera=(self), microphone=(), geolocation=()"
"""This page alone may show what the camera sees."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody whose board alone may be in the next picture."""

    seat: int
    name: str


@blueprint.get("/camera")
def camera() -> Response:
    """Show the button that takes a picture, and what came of the last one."""
    refuse_strangers()
    state = live().state

    def draw() -> str:
        page = page_now(state)
        owners = [Owner(seat, words.seat(seat)) for seat in range(state.setup.players)]
        return show(
            "camera", page, state, handheld=by_phone(), owners=owners, passing=passing(state),
            corners=lost(state), tapped_on=newest(), own_turn=own_turn(state),
            due=mark(state.sitting, state.due, state.reading), offer_over=offer_over(state),
        )  # fmt: skip

    response = drawn(state, draw)
    response.headers["Permissions-Policy"] = LIVE_VIEW
    return response


@blueprint.post("/camera/picture")
@blueprint.post("/api/picture")
def send() -> Response:
    """Take a picture of the table; the page then follows the evening as always."""
    name = upload_name()
    seat, owner = seat_of("seat"), seat_of("owner")
    gesture = gesture_of()
    if waiting := live().waiting(name):
        return answered(waiting)
    try:
        picture = photograph(sent(), f"{name[:8]}.jpg")
    except PictureError as error:
        abort(400, sentences.told(str(error)))
    return answered(Sent(picture, name, seat, gesture, owner, late=taken_for()))


@blueprint.post("/camera/corners")
def show_corners() -> Response:
    """Have a picture read again, with its boards where people say they lie in it.

    It is the one on which they tapped, as another phone's may have come meanwhile; where the
    address does not say which, the last.
    """
    node, state = body(), live().state
    name = upload_name()
    try:
        boards = node.member("corners").items(state.setup.players)
        corners = {seat: four(board) for seat, board in enumerate(boards)}
    except FieldError:
        abort(400, tap_first())
    if waiting := live().waiting(name):
        return answered(waiting)
    kept = tapped()
    picture = picture_from(f"{name[:8]}.jpg", kept.jpeg)
    return answered(Sent(picture, name, corners=corners, late=taken_for()))


def tapped() -> Print:
    """Return the picture in which corners were tapped; 409 where it is not here any more."""
    album, tag = live().album, request.args.get("of")
    if album.newest is None:
        abort(409, _("There is no picture yet."))
    found = album.tagged(tag) if tag else album.newest
    if found is None:
        abort(409, _("This picture is not kept any more."))
    return found


def taken_for() -> str | None:
    """Return for what the picture was taken, if the address says so."""
    return request.args.get("late")


def four(board: Field) -> tuple[tuple[float, float], ...]:
    """Return the corners of one board."""
    return tuple(point.point() for point in board.items(4))


def answered(ask: Sent) -> Response:
    """Ask, and tell what came of it: the version of the evening, or that it is still busy.

    What becomes of a picture that waits longer is told to whoever sends it again.
    """
    state = settled(live().ask(ask))
    if state is None:
        return make_response(jsonify(version=live().state.version, stage=Stage.LOOKING.value), 202)
    return jsonify(version=state.version, stage=state.stage.value)


def seat_of(key: str) -> int | None:
    """Return a seat that the address names; 400 where nobody sits there."""
    text = request.args.get(key, "")
    if not text:
        return None
    seat = number(text)
    if seat not in range(live().state.setup.players):
        abort(400, _("Nobody sits there."))
    return cast(int, seat)


def gesture_of() -> Gesture:
    """Return what a picture stands for: a press, unless the address says another; 400 for none."""
    said = Field(request.args.get("gesture", Gesture.PRESS.value), "gesture")
    try:
        return Gesture(said.text((Gesture.PRESS.value, Gesture.HOLD.value)))
    except FieldError as error:
        abort(400, f"{error}.")


def passing(state: State) -> bool:
    """Tell whether somebody may pass, which a picture alone does not say: the page asks who."""
    due = state.due_own
    return due is not None and due.checkpoint is Checkpoint.PLACED


def own_turn(state: State) -> str:
    """Return what the button of whoever this phone belongs to does.

    Nothing where it is no turn, or where the large button does the same.
    """
    due = state.due_own
    is_turn = due is not None and due.checkpoint in (Checkpoint.TURN, Checkpoint.PLACED)
    own = own_press(state) if is_turn else ""
    return "" if own == press(state) else own


def offer_over(state: State) -> str:
    """Return what ends the offer where the large button looks at one turn more; else nothing."""
    held, pressed = state.due_hold, state.due
    if again(state) and state.report is not None:
        pressed = state.report.moment
    turn = pressed is not None and pressed.checkpoint is Checkpoint.TURN
    ends = held is not None and held.checkpoint is Checkpoint.OFFER_END
    return doing(held) if turn and ends else ""


def newest() -> str:
    """Return what names the picture on which corners are tapped; empty before the first."""
    picture = live().album.newest
    return "" if picture is None else picture.tag


def lost(state: State) -> bool:
    """Tell whether people should show where the boards lie in the last picture."""
    return state.stage is Stage.LOST and bool(state.trouble)
