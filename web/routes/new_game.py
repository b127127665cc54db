"""A new game: what is played, who sits where, where the boards lie."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from flask import Blueprint, Response, abort, current_app, jsonify

from companion.boards import load
from companion.errors import BoardDataError
from companion.journal import NEW_GAME
from companion.service.pictures.calibrator import Calibrator
from web.access.permission import may_act
from web.languages import gettext as _
from web.routes import by_phone, live
from web.routes.data.state_json import preview_json
from web.routes.reference import kept_history, page
from web.views.boards.board_drawing import DRAWN
from web.views.evening import unread_boards
from web.views.evening.by_hand import by_hand
from web.views.setup import house_rules
from web.views.setup import new_game as view
from web.views.wording import sentences, words

blueprint = Blueprint("setting_up", __name__)


@blueprint.get("/new-game")
def new_game() -> str:
    """Show what can be chosen for a new game."""
    state = view.prepared(live().state)
    chapters = house_rules.chapters(state)
    names = sorted({one.name for one in kept_history().standings if one.name})
    return page(
        "new_game",
        games=view.games(state, knows_tiles()),
        goals=view.goals(state),
        chapters=chapters,
        unusual=house_rules.any_unusual(chapters, state.setup.game),
        setup=state.setup,
        given=state.names,
        known=names,
        picture=live().album.newest is not None,
        seats=view.SEATS,
        handheld=by_phone(),
        call=state.awaited,
        draft=view.draft_for(state, live().journal.draft(NEW_GAME) or []),
        kept=live().journal.folder is not None,
        may_begin=may_act(),
    )


@blueprint.get("/new-game.css")
def chosen_game() -> Response:
    """Return the style that hides what is asked of other games than the chosen one."""
    return Response(house_rules.only_of_the_chosen(), mimetype="text/css")


def knows_tiles() -> view.KnowsTiles:
    """Return who tells whether the tiles of a game's side are known; where nobody can, they are."""
    found = current_app.extensions.get("calibrator")
    return cast(Calibrator, found).knows_tiles if found else view.all_known


@blueprint.get("/preview.json")
def preview() -> Response:
    """Return which boards the last look for a new game found, or why none; null before the first.

    Other than in the state, the reason is in the reader's language, and it is said, too, why of a
    board that was found nothing can be read, in a line for each.
    """
    found = live().state.preview
    if found is None:
        return jsonify(None)
    words.use()  # who plays the game under way may sit elsewhere in the next
    said = sentences.told(found.sentence) or "\n".join(unread_boards.troubles(found.boards))
    return jsonify(preview_json(replace(found, sentence=said)))


@blueprint.get("/by-hand")
def lay_by_hand() -> str:
    """Show every board to lay tiles on, where the camera cannot look."""
    state = live().state
    known = load(state.setup.game, state.setup.variant)
    words.use(state.names, known)
    return page(
        "by_hand",
        hand=by_hand(state, known),
        shape=known.tile.shape,
        place=words.place,
        names=[words.seat(seat) for seat in range(state.setup.players)],
        may_act=may_act(),
    )


@blueprint.get("/boards/<game>/<variant>.json")
def board(game: str, variant: str) -> Response:
    """Return a board's size and the outlines of its cells, in millimetres."""
    try:
        known = load(game, variant)
    except BoardDataError:
        abort(404, _("There is no such board."))
    return jsonify(size_mm=known.size_mm, cells=[cell.polygon_mm for cell in known.of_kind(*DRAWN)])
