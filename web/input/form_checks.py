"""What people forget on a form, and may be told in a sentence: fields of seats that are hidden too.

A page hides what a smaller table does not need, but sends it all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def is_number(text: str, most: int) -> bool:
    """Tell whether a field says a number from 0 to ``most``."""
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most
