"""Writing down the pages that follow the sitting."""

from __future__ import annotations

from flask import render_template

from companion.boards import load
from companion.service.bulletin.signal_of_state import news
from companion.service.bulletin.state import State
from web.routes import live
from web.views.evening.menu import menu
from web.views.evening.page import Page, page_of
from web.views.evening.people import colours
from web.views.wording import words


def page_now(state: State) -> Page:
    """Return what the pages show of ``state``, its players called by their names."""
    words.use(state.names, load(state.setup.game, state.setup.variant))
    return page_of(state, live().album)


def show(name: str, page: Page, state: State, **values: object) -> str:
    """Return the page of the template ``name`` for ``state``."""
    return render_template(
        f"{name}.html",
        name=name,
        title=page.game,
        game=page.game,
        menu=menu(page.setup.game),
        players=state.setup.players,
        colours=colours(state),
        news=" ".join(map(str, news(state))),
        version=state.version,
        sitting=state.sitting,
        page=page,
        state=state,
        **values,
    )
