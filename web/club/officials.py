"""What judges and organisers do at the hub, as forms."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import cast

from flask import Blueprint, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.club.books import Books
from companion.club.facts import Fact
from companion.club.hub import wishes
from companion.club.tournament import Plan
from companion.errors import CompanionError, PairingRefused, WishRefused
from web.access.paired_devices import kind_of
from web.access.permission import with_cookie
from web.club.roles import Role, Roles, for_, own_role
from web.club.spectators import hub, show, tie_word
from web.languages import gettext as _
from web.views.wording import sentences

blueprint = Blueprint("acting", __name__)
entrance = Blueprint("pairing", __name__)


@entrance.get("/pair")
def page() -> str:
    """Ask for the code of a role; show organisers the codes, and whose devices have a role."""
    known = _roles().lists if own_role() is Role.ORGANISER else {}
    codes = {role.name.lower(): kept.code for role, kept in known.items()}
    return show("role", codes=codes, devices={role: kept.devices for role, kept in known.items()})


@entrance.post("/pair")
@for_(Role.SPECTATOR)
def pair() -> Response:
    """Give the device that asks the role of the code it sends."""
    kind = kind_of(request.headers.get("User-Agent", ""))
    name = ", ".join(filter(None, (request.form.get("name", "").strip(), kind)))
    try:
        cookie = _roles().enter(
            name, request.form.get("code", "").strip(), request.remote_addr or ""
        )
    except PairingRefused as error:
        if error.wait_s:
            abort(429, _("Too many wrong codes from this device. Wait a little."))
        abort(403, _("This is not the code on the hub's screen. Look there again."))
    return with_cookie(redirect(url_for("looking.tournament"), code=303), cookie)


@entrance.post("/revoke")
@for_(Role.ORGANISER)
def revoke() -> Response:
    """Take a device its role: a phone that was lost, a judge who has gone home."""
    if not _roles().revoke(request.form.get("device", "")):
        abort(404, _("There is no such device."))
    return redirect(url_for("pairing.page"), code=303)


@blueprint.post("/begin")
@for_(Role.ORGANISER)
def begin() -> Response:
    """Begin a tournament."""
    form = request.form
    plan = Plan(
        form.get("name", ""),
        form.get("game", ""),
        _number("size"),
        tuple(form.get("tables", "").split()),
        tuple(line for line in form.get("players", "").splitlines() if line.strip()),
        secrets.randbelow(10**9),
    )
    return _do(lambda books: wishes.begin(books, plan))


@blueprint.post("/draw")
@for_(Role.ORGANISER)
def draw() -> Response:
    """Draw the next round; ``after`` is the round the page showed, so that none is drawn twice."""
    after = _number("after")

    def wish(books: Books) -> Sequence[Fact]:
        return wishes.next_round(books) if books.round == after else ()

    return _do(wish)


@blueprint.post("/join")
@for_(Role.ORGANISER)
def join() -> Response:
    """Let a player in."""
    return _do(lambda books: wishes.join(books, request.form.get("player", "")))


@blueprint.post("/leave")
@for_(Role.ORGANISER)
def leave() -> Response:
    """Let a player go."""
    return _do(lambda books: wishes.leave(books, request.form.get("player", "")))


@blueprint.post("/tables")
@for_(Role.ORGANISER)
def tables() -> Response:
    """Let other tables be played at from the next round on."""
    were, wanted = (request.form.get(name, "").split() for name in ("were", "tables"))
    return _do(lambda books: wishes.arrange(books, were, wanted))


@blueprint.post("/end")
@for_(Role.ORGANISER)
def end() -> Response:
    """Declare the tournament over."""
    return _do(wishes.end)


@blueprint.get("/result/<int:number>/<table>")
@for_(Role.JUDGE)
def result(number: int, table: str) -> str:
    """Ask for the result of a match, on a page of its own that no news disturb."""
    books = hub().hall.books
    try:
        match = wishes.match_at(books, number, table)
    except WishRefused:
        abort(404)
    assert books.tournament is not None
    return show(
        "result",
        number=number,
        match=match,
        tie=tie_word(books.tournament.plan.game),
        outcome=books.tournament.outcomes.get((number, table)),
    )


@blueprint.post("/decide")
@for_(Role.JUDGE)
def decide() -> Response:
    """Say what came of a match; ``draw`` is the one that the page was for, which may lie open long.

    What decides between equal points may be left empty.
    """
    number, table = _number("round"), request.form.get("table", "")
    scores, ties = _numbers("score"), _numbers("tie", empty="0")
    draw = request.form.get("draw")

    def wish(books: Books) -> Sequence[Fact]:
        if draw is not None:
            wishes.check_draw(books, number, draw)
        return wishes.decide(books, number, table, scores, ties)

    return _do(wish)


@blueprint.post("/accept")
@for_(Role.JUDGE)
def accept() -> Response:
    """Say that a game a table told of is its match."""
    number, table = _number("round"), request.form.get("table", "")
    sitting = request.form.get("sitting", "")
    return _do(lambda books: wishes.accept(books, number, table, sitting))


def _do(wish: Callable[[Books], Sequence[Fact]]) -> Response:
    try:
        hub().do(wish)
    except CompanionError as error:
        abort(409, sentences.told(str(error)))
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204)
    return redirect(url_for("looking.tournament"), code=303)


def _number(name: str) -> int:
    return _whole(request.form.get(name, ""))


def _numbers(name: str, empty: str = "") -> tuple[int, ...]:
    return tuple(_whole(text or empty) for text in request.form.getlist(name))


def _whole(text: str) -> int:
    if len(text) > 6 or not text.strip().removeprefix("-").isdecimal():
        abort(400, _("A whole number is needed here."))
    return int(text)


def _roles() -> Roles:
    return cast(Roles, current_app.extensions["roles"])
