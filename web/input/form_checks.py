"""What people forget on a form, and may be told in a sentence: fields of seats that are hidden too.

A page hides what a smaller table does not need, but sends it all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort

from web.languages import gettext as _

MOST_TOTAL = 999


def totals_of(given: Sequence[str], players: int) -> list[int]:
    """Return the totals that were typed, seat by seat; 400 where one of them is missing.

    One left blank is no reason to take its neighbour's for it.
    """
    totals = [int(text) for text in given[:players] if is_number(text, MOST_TOTAL)]
    if len(totals) < players:
        abort(400, _("Type the total of every player, from 0 to %(most)d.", most=MOST_TOTAL))
    return totals


def no_totals(given: Sequence[str], players: int) -> None:
    """Refuse totals that were typed for a game that is not said to be under way."""
    if any(text.strip() for text in given[:players]):
        abort(
            400,
            _("Totals are typed: tick that the game goes on from what lies there, or clear them."),
        )


def round_of(text: str, last: int) -> int:
    """Return the round under way; 400 where it is none, ``last`` being the last there can be."""
    if not is_number(text, last) or int(text) < 1:
        abort(400, _("Type which round is under way, from 1 to %(last)d.", last=last))
    return int(text)


def starter_of(text: str, players: int) -> int | None:
    """Return who begins, None where nobody says; 400 where that seat is hidden by now."""
    if text and not is_number(text, players - 1):
        abort(400, _("Choose who begins: nobody sits at the place that was chosen before."))
    return int(text) if text else None


def corners_of(tapped: Any, players: int) -> list[Any]:
    """Return four corners for each board; 400 where not all of them were tapped."""
    boards = tapped[:players] if isinstance(tapped, list) else []
    if len(boards) < players or not all(isinstance(one, list) and len(one) == 4 for one in boards):
        abort(400, tap_first())
    return boards


def tap_first() -> str:
    """Return what is said where corners are missing."""
    return _("First tap the four corners of every board in the picture.")


def is_number(text: str, most: int) -> bool:
    """Tell whether a field says a number from 0 to ``most``."""
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most
