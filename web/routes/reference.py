"""Pages to read: the rules, past evenings, what this companion is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flask import Blueprint, Response, abort, current_app, render_template, request

from companion.boards import GAMES, load
from companion.errors import JournalError
from companion.journal import History, Kept
from companion.journal import history as history_of
from companion.service.ops.logbook import LOGBOOK
from companion.sitting import Sitting, fold
from web.access.guard import ARCHIVES
from web.languages import gettext as _
from web.page_cache import to
from web.routes import by_phone, live
from web.routes.data.state_json import state_json
from web.views.evening.menu import Way, menu
from web.views.evening.page import past as frame_line
from web.views.manual import about as about_view
from web.views.manual import help as view
from web.views.manual.rulebook import rulebook
from web.views.points import past
from web.views.wording import sentences, words

blueprint = Blueprint("reading", __name__)

LINES = 80
"""Lines of the log shown."""


@blueprint.before_request
def speak() -> None:
    """Speak of the people at the table, and of walls or domes, as their game has them."""
    state = live().state
    words.use(state.names, load(state.setup.game, state.setup.variant))


@blueprint.get("/rules/<game>")
def rules(game: str) -> str:
    """Show every rule of a game in plain words."""
    if game not in GAMES:
        abort(404, _("There is no such game here."))
    query = request.args.get("q", "")
    ways = tuple(Way(to("reading.rules", game=one), words.game(one), one == game) for one in GAMES)
    return page("rules", rules=rulebook(game, query), query=query, ways=ways, shown=game)


@blueprint.get("/history")
def history() -> str:
    """Show past evenings with their charts, who won how often, and the records."""
    found = kept_history()
    return page(
        "history",
        evenings=past.evenings(found),
        sealed=past.sealed(found),
        rankings=past.rankings(found.standings),
        open=live().state.sitting,
        most_mb={path: most // 1_000_000 for path, most in ARCHIVES.items()},
    )


@blueprint.get("/help")
def help_() -> str:
    """Show when to press, in three pictures, and what lamps and tones say."""
    state, handheld = live().state, by_phone()
    setup, buttons = state.setup, state.buttons
    with_buttons = view.gestures(setup) if buttons else view.on_the_pages()
    return page(
        "help",
        pictures=view.pictures(setup, handheld=handheld, buttons=buttons),
        signs=view.signs(),
        gestures=view.on_the_camera_page() if handheld else with_buttons,
        handheld=handheld,
        buttons=buttons,
        rules_of=setup.game,
    )


@blueprint.get("/about")
def about() -> str:
    """Show versions, the camera, the last frames and lines of the log."""
    state = live().state
    return page(
        "about",
        versions=about_view.versions(),
        devices=about_view.told_of(notes()),
        frames=[frame_line(entry) for entry in reversed(state.history[-8:])],
        trouble=sentences.told(state.trouble),
        log=LOGBOOK.lines[-LINES:],
    )


@blueprint.get("/report.zip")
def report() -> Response:
    """Send a report of everything that helps to find out what is wrong."""
    state = live().state
    body = about_view.report(state, state_json(state), live().album, notes(), LOGBOOK.lines)
    answer = Response(body, mimetype="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="companion-report.zip"'
    return answer


def page(name: str, **values: object) -> str:
    """Return a page that does not change with the sitting."""
    state = live().state
    return render_template(
        f"{name}.html",
        name=name,
        game=words.game(state.setup.game),
        menu=menu(state.setup.game),
        players=state.setup.players,
        version=state.version,
        sitting=state.sitting,
        **values,
    )


def kept_history() -> History:
    """Return what the journal tells of all evenings."""
    return history_of(live().journal)


def kept_evening(number: int) -> tuple[Kept, Sitting]:
    """Return an evening of the journal, and its game; 404 where it cannot be read."""
    journal = live().journal
    try:
        return journal.sitting(number), fold(one.event for one in journal.recorded(number))
    except (JournalError, ValueError, TypeError, LookupError):
        abort(404, _("There is no such evening, or it cannot be read."))


def notes() -> Mapping[str, str]:
    """Return what the companion's start has to say of its camera and buttons."""
    return cast("Mapping[str, str]", current_app.extensions.get("notes", {}))
