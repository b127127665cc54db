"""The whole game on one sheet: the one under way, and any that was played before."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.boards import load
from web.page_cache import drawn
from web.routes import live
from web.routes.live_pages import page_now, show
from web.routes.reference import kept_evening, kept_history, page
from web.views.points import past
from web.views.points.evening_pictures import evening_pictures
from web.views.points.game_sheet import game_sheet
from web.views.points.leaders import records
from web.views.wording import words

blueprint = Blueprint("game", __name__)


@blueprint.get("/game")
def game() -> Response:
    """Show the game under way, round by round; with every point of one that is pressed."""
    state, played = live().state, live().sitting

    def draw() -> str:
        shown = page_now(state)
        found = game_sheet(played, *pressed()) if played and played.history else None
        broken: tuple[str, ...] = ()
        if found and found.rows:
            earlier = [one for one in kept_history().evenings if one.id != state.sitting]
            totals = [head.total for head in found.heads]
            broken = records(state.setup.game, state.names, totals, earlier)
        return show("game", shown, state, found=found, broken=broken, way="game.game", of={})

    return drawn(state, draw)


@blueprint.get("/history/<int:number>")
def evening(number: int) -> str:
    """Show a game that was played before, round by round, and the pictures it was read from."""
    kept, played = kept_evening(number)
    setup, journal = kept.seating.setup, live().journal
    words.use(kept.seating.names, load(setup.game, setup.variant))
    return page(
        "evening",
        found=game_sheet(played, *pressed()),
        played=words.game(setup.game),
        when=past.moment(kept.at),
        way="game.evening",
        of={"number": number},
        number=number,
        counts=kept.uid not in journal.left_out(),
        pictures=evening_pictures(journal.recorded(number), played, journal.pictures.holds),
        colours=kept.seating.colours,
    )


def pressed() -> tuple[int | None, int]:
    """Return which round of which player was pressed."""
    return request.args.get("round", type=int), request.args.get("seat", 0, type=int)
