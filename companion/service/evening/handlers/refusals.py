"""What is done where nothing can be done: nothing, a refusal, or the same later."""

from __future__ import annotations

from typing import NoReturn

from companion.errors import CorrectionRefused
from companion.service.evening import asks
from companion.service.evening.context import NO_GAME, Context


def nothing(context: Context, ask: object) -> None:
    """Do nothing."""


def no_game(context: Context, ask: object) -> NoReturn:
    """Refuse: there is no game under way."""
    raise CorrectionRefused(NO_GAME)


def no_question(context: Context, ask: object) -> NoReturn:
    """Refuse: nothing was asked."""
    raise CorrectionRefused("this question is no longer open; look at what is shown now")


def not_now(context: Context, ask: object) -> NoReturn:
    """Refuse: this belongs to another page of the evening."""
    raise CorrectionRefused("this cannot be done now; begin with the page for a new game")


def later(context: Context, ask: asks.Ask) -> None:
    """Do it as soon as the picture has been read."""
    context.defer(ask)
