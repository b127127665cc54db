"""The pages of a game under way: scoreboard, table, every player's own."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from companion.boards import load
from companion.service.state import State
from web.drawn import drawn
from web.languages import gettext as _
from web.routes import live
from web.routes.showing import show
from web.views.board_sheet import correction
from web.views.closeup import closeup
from web.views.menu import Way, seats
from web.views.page import Page, page_of, report_of
from web.views.player import chances, moves
from web.views.turn import hold, turn

blueprint = Blueprint("evening", __name__)


@blueprint.get("/scoreboard")
def scoreboard() -> Response:
    """Show the totals for a television: who is on turn, the round, what just happened."""
    state = live().state

    def draw() -> str:
        page = page_of(state, live().album)
        return show("scoreboard", page, state, turn=turn(state))

    return drawn(state, draw)


@blueprint.get("/table")
def table() -> Response:
    """Show the picture with every board that was found."""
    state = live().state

    def draw() -> str:
        page = page_of(state, live().album)
        return show("table", page, state, ways=ways(page, "evening.board"), seat=None)

    return drawn(state, draw)


@blueprint.get("/table/<int:seat>")
def board(seat: int) -> Response:
    """Show one board in the picture, its cells there to be corrected."""
    state = live().state
    check(state, seat)
    return drawn(state, lambda: draw_board(state, seat, request.args.get("cell", "")))


def draw_board(state: State, seat: int, cell: str) -> str:
    """Return the page of one board; with the sheet to correct ``cell``, where there is one."""
    page = page_of(state, live().album)
    known = load(state.setup.game, state.setup.variant)
    taken, cells = live().album.get(state.picture), state.boards.get(seat, {})
    one = report_of(state, seat)
    return show(
        "table",
        page,
        state,
        ways=ways(page, "evening.board"),
        seat=seat,
        closeup=closeup(state.picture, taken, known, one, cells) if taken else None,
        sheet=correction(state, known, seat, cell),
    )


@blueprint.get("/player/<int:seat>")
def player(seat: int) -> Response:
    """Show a player's own board, every point with its rule, and what may come next."""
    state = live().state
    check(state, seat)

    def draw() -> str:
        page = page_of(state, live().album)
        return show(
            "player",
            page,
            state,
            seat=page.seats[seat],
            ways=ways(page, "evening.player"),
            moves=moves(state, seat),
            chances=chances(state, seat),
            hold=hold(state),
        )

    return drawn(state, draw)


def check(state: State, seat: int) -> None:
    """Refuse a seat where nobody sits."""
    if seat >= state.setup.players:
        abort(404, _("Nobody sits there."))


def ways(page: Page, endpoint: str) -> tuple[Way, ...]:
    """Return the ways to the same page for every seat."""
    return seats(tuple(seat.name for seat in page.seats), endpoint)
