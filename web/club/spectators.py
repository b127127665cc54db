"""What everybody may see at the hub."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from threading import BoundedSemaphore
from typing import cast

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request

from companion.club.books import sat, unclear
from companion.club.hub.hall import Hall, Seen, hall_json, waiting_for
from companion.club.hub.hub import Hub
from companion.club.hub.tournament_export import results_csv, standings_csv, tournament_json
from companion.club.tournament import Tournament, standings
from companion.games import INFOS, NAMES
from companion.games.saying import N_
from companion.service.ops.feed import Board
from web.club.roles import Role, own_role
from web.languages import gettext as _
from web.page_cache import to
from web.routes.data.stream import ALIVE, KEEP_ALIVE_S, RETRY_MS, STREAMS, Gone, seated_stream
from web.views.evening.menu import Way
from web.views.wording import words

blueprint = Blueprint("looking", __name__)
_seats = BoundedSemaphore(STREAMS)

SHORT = 16
"""Letters of a name on the wall, where a longer one is cut."""

TIES = {"rows": N_("Complete rows"), "start": N_("Has the starting player tile: 1")}
"""``GameInfo.tie_break`` -> what is asked for where two have the same points."""

CALLS = 30
"""Tables that call a judge and are named on the wall; of the rest their number is said."""

LEADERS = 14
PAIR = 2


def hub() -> Hub:
    """Return the hub of the current application."""
    return cast(Hub, current_app.extensions["hub"])


def show(name: str, **values: object) -> str:
    """Return a page of the hub."""
    hall = hub().hall
    return render_template(
        f"club/{name}.html",
        name=name,
        game=_("Club"),
        players=4,
        version=hall.version,
        hall=hall,
        tournament=hall.books.tournament,
        role=own_role(),
        Role=Role,
        menu=[
            Way(address, title, address.partition("?")[0] == request.path)
            for address, title in (
                (to("looking.wall"), _("Tables")),
                (to("looking.tournament"), _("Tournament")),
                (to("pairing.page"), _("Role")),
            )
        ],
        **values,
    )


@blueprint.get("/")
def wall() -> str:
    """Show all tables, who needs a judge, and who leads."""
    hall = hub().hall
    waiting = waiting_for(hall)
    tables = [
        (name, hall.tables.get(name, Seen()), waiting.get(name))
        for name in sorted({*hall.tables, *waiting})
    ]
    return show(
        "wall",
        lines=_lines(hall),
        tables=tables,
        size=size_of(len(tables), _most_seats(hall)),
        short=lambda name: words.shortened(name, SHORT),
        fit_line=lambda name: words.fit(words.shortened(name, SHORT).replace(" ", "n")),
        CALLS=CALLS,
        LEADERS=LEADERS,
    )


def tie_word(game: str) -> str:
    """Return what decides between equal points, as it is asked for; empty where nothing does."""
    by = INFOS[game].tie_break if game in INFOS else None
    return _(TIES[by]) if by in TIES else ""


def size_of(tables: int, seats: int) -> str:
    """Return the style word that tells how large a wall's cards are: fewer tables, larger cards."""
    steps = ((2, "huge"), (3, "larger"), (6, "large"), (12, "medium"))
    size = next((word for most, word in steps if tables <= most), "small")
    return f"size-{size} tall-cards" if seats > PAIR else f"size-{size}"


def _most_seats(hall: Hall) -> int:
    return max((len(seen.told.names) for seen in hall.tables.values() if seen.told), default=PAIR)


@blueprint.get("/tournament")
def tournament() -> str:
    """Show standings and rounds; to judges and organisers with what they may do."""
    hall = hub().hall
    asked = {
        (one.number, match.table): unclear(hall.books, one.number, match)
        for one in (hall.books.tournament.rounds if hall.books.tournament else ())
        for match in one.matches
    }
    tables = "\n".join(sorted(hall.tables))
    values = (_("Match points"), _("Opponents"), _("Points"), _("Tie-break"))
    return show(
        "tournament",
        lines=_lines(hall),
        unclear=asked,
        sat=sat,
        games=NAMES,
        tables=tables,
        values=values,
    )


@blueprint.get("/slips/<int:number>")
def slips(number: int) -> str:
    """Show the result slips of a round, to be printed: four on A4, or ``paper=a6``."""
    rounds = _tournament().rounds
    if not 1 <= number <= len(rounds):
        abort(404)
    paper = "a6" if request.args.get("paper") == "a6" else "a4"
    tie = tie_word(_tournament().plan.game)
    return show("slips", round=rounds[number - 1], paper=paper, tie=tie)


@blueprint.get("/standings.csv")
def csv_of_standings() -> Response:
    """Return the standings as CSV."""
    return _file(standings_csv(_tournament()), "standings.csv")


@blueprint.get("/results.csv")
def csv_of_results() -> Response:
    """Return every result as CSV."""
    return _file(results_csv(_tournament()), "results.csv")


@blueprint.get("/tournament.json")
def json_of_tournament() -> Response:
    """Return the whole tournament as JSON."""
    return jsonify(tournament_json(_tournament()))


@blueprint.get("/api/state")
def state() -> Response:
    """Return the hall, for other programs."""
    return jsonify(hall_json(hub().hall))


@blueprint.get("/events")
def events() -> Response:
    """Tell of every new version from now on."""
    return seated_stream(_seats, partial(stream, hub().board))


def stream(board: Board[Hall], gone: Gone) -> Iterator[str]:
    """Yield the hall's newest version whenever there is one; a page then asks for what it shows."""
    yield f"retry: {RETRY_MS}\n\n"
    for hall in board.follow(KEEP_ALIVE_S, gone):
        if hall is None:
            yield ALIVE
        elif hall is board.latest:
            yield f"event: state\ndata: {json.dumps({'version': hall.version})}\n\n"


def _tournament() -> Tournament:
    found = hub().hall.books.tournament
    if found is None:
        abort(404, _("There is no tournament yet."))
    return found


def _lines(hall: Hall) -> object:
    return standings(hall.books.tournament) if hall.books.tournament else ()


def _file(text: str, name: str) -> Response:
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response
