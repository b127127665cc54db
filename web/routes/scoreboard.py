"""The pages of a game under way: scoreboard, table, every player's own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, abort, request

from companion.boards import Board, load
from companion.service.bulletin.state import State
from companion.sitting import Sitting
from web.languages import gettext as _
from web.page_cache import drawn, to
from web.routes import live
from web.routes.live_pages import page_now, show
from web.routes.pairing import invitation
from web.views.boards.board_drawing import draw
from web.views.boards.board_sheet import CORRECTABLE, Correction, correction, sent
from web.views.boards.closeup import closeup
from web.views.boards.several_cells import Several, several
from web.views.evening.board_of_reading import Reading, reading_of
from web.views.evening.menu import Way, seats
from web.views.evening.page import Page, marks_of, report_of
from web.views.evening.player import chances, moves
from web.views.evening.whose_turn import hold, own_press, turn

blueprint = Blueprint("evening", __name__)


@blueprint.get("/scoreboard")
def scoreboard() -> Response:
    """Show the totals for a television: who is on turn, the round, what just happened."""
    state = live().state

    def draw() -> str:
        page = page_now(state)
        join = invitation() if page.fresh or page.paused else None
        return show("scoreboard", page, state, turn=turn(state), join=join)

    return drawn(state, draw)


@blueprint.get("/table")
def table() -> Response:
    """Show the picture with every board that was found."""
    state = live().state

    def draw() -> str:
        page = page_now(state)
        return show("table", page, state, ways=ways(page, "evening.board"), seat=None)

    return drawn(state, draw)


@blueprint.get("/table/<int:seat>")
def board(seat: int) -> Response:
    """Show one board, its cells there to be corrected: the last picture's, or a ``reading``'s."""
    state, sitting = live().state, live().sitting
    check(state, seat)
    return drawn(state, lambda: draw_board(state, sitting, seat))


def draw_board(state: State, sitting: Sitting | None, seat: int) -> str:
    """Return the page of one board; with the sheet to correct a ``cell``, where there is one."""
    asked = request.args
    page = page_now(state)
    known = load(state.setup.game, state.setup.variant)
    reading = reading_of(state, sitting, seat, asked.get("reading", type=int))
    if reading is None:
        abort(404, _("This reading does not hold any more."))
    pressed = asked.get("cell", "")
    together = several(
        known,
        reading.cells,
        asked.getlist("change"),
        on="several" in asked,
        origin=asked.get("from", ""),
        to=pressed,
    )
    taken = live().album.get(state.picture) if reading.last else None
    one = report_of(state, seat) if reading.last else None
    leave = partial(to, "evening.board", seat=seat, **asked_for(reading))
    address = f"/frame.jpg?v={state.picture}"
    cut = closeup(address, taken, known, one, together.lying) if taken else None
    return show(
        "table",
        page,
        state,
        ways=ways(page, "evening.board", **asked_for(reading)),
        seat=seat,
        reading=reading,
        closeup=cut,
        drawing=draw(known, together.lying, marks_of(one)),
        pressed=() if state.reading is None and state.report is None else CORRECTABLE,
        sheet=sheet_of(known, reading, together, seat, pressed),
        together=together,
        leave=leave,
        way=partial(leave, **together.address()),
    )


def sheet_of(
    known: Board, reading: Reading, together: Several, seat: int, pressed: str
) -> Correction | None:
    """Return the sheet of the cell that was pressed; none where it was the other one of two."""
    if "from" in request.args:
        return None
    sheet = correction(known, together.lying, seat, pressed, request.args.get("tile", type=int))
    return sheet and replace(sheet, was=sent(reading.cells.get(sheet.cell)))


def asked_for(reading: Reading) -> dict[str, int]:
    """Return what an address needs to lead to the same reading again."""
    return {} if reading.last or reading.number is None else {"reading": reading.number}


@blueprint.get("/player/<int:seat>")
def player(seat: int) -> Response:
    """Show a player's own board, every point with its rule, and what may come next."""
    state = live().state
    check(state, seat)

    def draw() -> str:
        page = page_now(state)
        return show(
            "player",
            page,
            state,
            seat=page.seats[seat],
            ways=ways(page, "evening.player"),
            moves=moves(state, seat),
            chances=chances(state, seat),
            hold=hold(state),
            own_press=own_press(state),
        )

    return drawn(state, draw)


def check(state: State, seat: int) -> None:
    """Refuse a seat where nobody sits."""
    if seat >= state.setup.players:
        abort(404, _("Nobody sits there."))


def ways(page: Page, endpoint: str, **more: int) -> tuple[Way, ...]:
    """Return the ways to the same page for every seat."""
    return seats(tuple(seat.name for seat in page.seats), endpoint, **more)
