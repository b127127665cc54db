"""The coach: a page for each player who wants it, off until somebody switches it on."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.boards import load
from companion.errors import JournalError
from companion.games import game, lesson
from companion.games.base import Checkpoint
from companion.journal import coach_of
from companion.journal.kept_values import with_or_without
from companion.service.bulletin.state import State
from companion.sitting import Sitting
from web.languages import gettext as _
from web.page_cache import drawn, to
from web.routes import live
from web.routes.data.deeds import refusal
from web.routes.live_pages import page_now, show
from web.routes.scoreboard import check, ways
from web.views.points.coach_advice import Coached, coached
from web.views.wording import words

blueprint = Blueprint("coaching", __name__)


@blueprint.get("/coach/<int:seat>")
def coach(seat: int) -> Response:
    """Show what the coach says to a player after a round, and the switch."""
    state, played = live().state, live().sitting
    check(state, seat)

    def draw() -> str:
        page = page_now(state)
        on = seat in wanting(state)
        return show(
            "coach",
            page,
            state,
            seat=page.seats[seat],
            ways=ways(page, "coaching.coach"),
            on=on,
            tiled=Checkpoint.TILED in game(page.setup).checkpoints,
            dome=words.on_a_dome(),
            said=said(state, played, seat) if on else None,
        )

    return drawn(state, draw)


@blueprint.post("/coach/<int:seat>")
def switch(seat: int) -> BaseResponse:
    """Switch the coach on or off for one player of the game under way."""
    state = live().state
    check(state, seat)
    if state.sitting is None:
        abort(409, _("No game is being played."))
    on = request.form.get("coach") == "on"
    try:
        live().journal.change_draft(
            coach_of(state.sitting),
            lambda kept: sorted(with_or_without(kept or (), seat, on)) or None,
        )
    except JournalError as error:
        abort(409, refusal(error))
    live().bulletin.change(lambda now: now)  # every screen draws its pages anew
    return redirect(to("coaching.coach", seat=seat), code=303)


def said(state: State, played: Sitting | None, seat: int) -> Coached | None:
    """Return what the coach says now; None while a round is under way."""
    told = lesson(played) if played is not None else None
    if told is None:
        return None
    return coached(told, seat, load(state.setup.game, state.setup.variant))


def wanting(state: State) -> frozenset[int]:
    """Return the seats that want the coach in the game under way."""
    kept = None if state.sitting is None else live().journal.draft(coach_of(state.sitting))
    return frozenset(kept or ())
