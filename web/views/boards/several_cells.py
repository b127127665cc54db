"""Correcting several cells as one step: what is to be changed so far, kept in the page's address.

Two tiles that changed places, or one that lies elsewhere, are never legal half-way; they are sent
together and checked as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import Board
from companion.errors import CorrectionRefused
from companion.games.base import Cells
from companion.journal.cell_contents import check_cell, check_content
from web.views.boards.board_sheet import sent
from web.views.wording import words
from web.views.wording.sentences import content as in_words

MOST = 40
"""Cells that are corrected at once, at most."""

BETWEEN = "~"
"""Stands between cell and content in an address."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be changed on a cell, in words."""

    place: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Several:
    """Several cells that are corrected together.

    ``on`` tells that people collect; ``origin`` is the cell whose content goes elsewhere, once the
    other place is pressed.  ``cells`` and ``was`` are what the form sends, as JSON; ``pairs`` the
    same for an address; ``lying`` what lies on the board with all of it.
    """

    on: bool
    origin: str
    lying: Cells
    changes: tuple[Change, ...]
    pairs: tuple[str, ...]
    cells: str
    was: str

    def address(self) -> dict[str, Any]:
        """Return what an address needs so that nothing collected is lost."""
        origin = {"from": self.origin} if self.origin else {}
        return {"several": 1, "change": list(self.pairs), **origin} if self.on else {}

    def without(self) -> dict[str, Any]:
        """Return the same, with nothing on its way to another place."""
        return {**self.address(), "from": None} if self.on else {}

    def along(self, cell: str, value: str) -> dict[str, Any]:
        """Return the same with one more cell changed."""
        return {**self.without(), "change": [*self.pairs, f"{cell}{BETWEEN}{value}"]}


def several(
    board: Board, cells: Cells, asked: Sequence[str], *, on: bool, origin: str, to: str
) -> Several:
    """Return what is collected so far; what is no cell or cannot lie there is left out.

    With ``origin`` and ``to`` the contents of these two change places.
    """
    wanted = dict(filter(None, (understood(board, pair) for pair in asked[:MOST])))
    swapping = bool(origin and to)
    if swapping:
        now = {**cells, **wanted}
        swap = {origin: now.get(to), to: now.get(origin)}
        wanted |= {cell: lies for cell, lies in swap.items() if fits(board, cell, lies)}
    changed = {cell: lies for cell, lies in wanted.items() if lies != cells.get(cell)}
    lying = {cell: lies for cell, lies in {**cells, **changed}.items() if lies is not None}
    return Several(
        on or bool(asked) or bool(origin),
        "" if swapping else origin,
        lying,
        tuple(change(cell, cells.get(cell), lies) for cell, lies in changed.items()),
        tuple(f"{cell}{BETWEEN}{sent(lies)}" for cell, lies in changed.items()),
        json.dumps({cell: plain(lies) for cell, lies in changed.items()}),
        json.dumps({cell: plain(cells.get(cell)) for cell in changed}),
    )


def understood(board: Board, pair: str) -> tuple[str, Any] | None:
    """Return a cell and its content from an address; None where they make no sense."""
    cell, _, text = pair.partition(BETWEEN)
    try:
        lies = json.loads(text) if text[:1] in ('"', "[", "n") and text != "null" else text
    except (ValueError, RecursionError):
        return None
    lies = tuple(lies) if isinstance(lies, list) else lies
    lies = None if lies in ("null", words.EMPTY) else lies
    return (cell, lies) if fits(board, cell, lies) else None


def fits(board: Board, cell: str, lies: Any) -> bool:
    """Tell whether such a thing can lie on such a cell."""
    try:
        check_cell(board, cell)
        check_content(board, cell, lies)
    except (CorrectionRefused, TypeError):
        return False
    return True


def change(cell: str, was: Any, now: Any) -> Change:
    """Return a change in words."""
    return Change(words.place(cell), said(was), said(now))


def said(lies: Any) -> str:
    """Return what lies on a cell, in words."""
    return in_words(lies or "nothing")


def plain(lies: Any) -> Any:
    """Return what lies on a cell as JSON has it."""
    return list(lies) if isinstance(lies, tuple) else lies
