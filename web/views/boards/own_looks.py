"""The colours that only one game has: the stylesheet does not know them, so the pages say them."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from companion.games import LOOKS
from companion.games.info import Look


def looks() -> Mapping[str, Look]:
    """Return the colours of single games with their looks, for their glyphs."""
    return LOOKS


def fill_of(colour: str) -> Markup:
    """Return the attribute ``fill`` of a tile whose colour the stylesheet does not know."""
    return Markup(' fill="{}"').format(LOOKS[colour].fill) if colour in LOOKS else Markup("")
