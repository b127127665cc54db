"""Who sits where, while a game is being played."""

from __future__ import annotations

from flask import Blueprint

from web.access.permission import may_act
from web.routes import live
from web.routes.reference import kept_history, page
from web.views.evening import people as view
from web.views.wording import words

blueprint = Blueprint("people", __name__)


@blueprint.get("/people")
def people() -> str:
    """Show the names and colours of the game under way, to be put right."""
    state = live().state
    words.use(state.names)
    return page(
        "people",
        people=view.people(state),
        colours=view.colours(state),
        colour_names=view.colour_names(),
        known=sorted({one.name for one in kept_history().standings if one.name}),
        may_act=may_act(),
    )
