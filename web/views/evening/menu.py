"""The ways from page to page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from web.languages import gettext as _
from web.page_cache import to


@dataclass(frozen=True, slots=True)
class Way:
    """A link to a page; ``here`` on that very page, ``rarely`` where phones fold it away."""

    address: str
    title: str
    here: bool
    rarely: bool = False


def menu(game: str) -> tuple[Way, ...]:
    """Return the ways to all pages, seen from the page of the current request."""
    return tuple(
        Way(address, title, address.partition("?")[0] == request.path, rarely)
        for address, title, rarely in (
            (to("dashboard.dashboard"), _("Overview"), False),
            (to("evening.scoreboard"), _("Scores"), False),
            (to("evening.table"), _("Table"), False),
            (to("evening.player", seat=0), _("My board"), False),
            (to("game.game"), _("Game sheet"), True),
            (to("reading.rules", game=game), _("Rules"), True),
            (to("reading.history"), _("History"), True),
            (to("setting_up.new_game"), _("New game"), False),
            (to("camera.camera"), _("Camera"), True),
            (to("score.ask"), _("What would this score?"), True),
            (to("reading.help_"), _("Help"), True),
            (to("reading.about"), _("About"), True),
        )
    )


def seats(names: tuple[str, ...], endpoint: str, **more: int) -> tuple[Way, ...]:
    """Return the ways to the same page for every seat."""
    return tuple(
        Way(address, name, address.partition("?")[0] == request.path)
        for seat, name in enumerate(names)
        for address in (to(endpoint, seat=seat, **more),)
    )
