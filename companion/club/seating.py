"""What the hub tells a table: who was drawn to play there next."""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.club.books import Books
from companion.club.message import SCHEMA, names_of, of_this_schema, refused, short_text
from companion.fields import FieldError
from companion.service.bulletin.call import Called


def calls(books: Books) -> Mapping[str, Called]:
    """Return the call of every table whose match in the newest round is still to be ended."""
    tournament = books.tournament
    if tournament is None or tournament.over or not tournament.rounds:
        return {}
    plan, newest = tournament.plan, tournament.rounds[-1]
    draw = tournament.draw_name(newest.number)
    return {
        match.table: Called(draw, plan.name, newest.number, plan.game, match.players)
        for match in newest.matches
        if (newest.number, match.table) not in tournament.outcomes
    }


def dump_call(call: Called) -> bytes:
    """Return a call as JSON."""
    return json.dumps({"schema": SCHEMA} | call.to_json(), ensure_ascii=False).encode()


def load_call(payload: bytes) -> Called | None:
    """Return what ``dump_call`` wrote, None for no call; raises ``MessageRefused`` otherwise."""
    if not payload:
        return None
    try:
        data = of_this_schema(payload)
        return Called(
            short_text(data, "draw"),
            short_text(data, "tournament"),
            data.member("round").whole(low=1),
            short_text(data, "game"),
            names_of(data.member("names")),
        )
    except FieldError as error:
        raise refused(error) from error
