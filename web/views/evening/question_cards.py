"""Questions to the people at the table: one short sentence and a few answers to press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.boards import Board
from companion.service.bulletin.state import State
from companion.service.pictures.album import Print
from web.languages import gettext as _
from web.views.boards.board_drawing import top
from web.views.boards.crops import Crop, crop, whole_board
from web.views.boards.fittings import PLACE, spaces
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its number among the options, in words, the colours to show beside it.

    ``crop`` is the place in the picture with this answer laid on it, None without a picture.
    """

    number: int
    label: str
    colours: tuple[str, ...]
    crop: Crop | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a seat: its id, where the tiles lie, and the answers."""

    id: str
    seat: int
    title: str
    text: str
    where: str
    answers: tuple[Answer, ...]


def question(state: State, board: Board, picture: Print | None) -> Question | None:
    """Return the question that the sitting waits with; None when there is none.

    Beside a violation it asks whether a tile was only misread.  ``picture`` is the one it is about.
    """
    report = state.report or {}
    asked = report.get("question")
    if report.get("status") not in ("question", "violation") or not asked:
        return None
    if any("owner" in option for option in asked["options"]):
        return whose(state, asked, picture)
    one: Mapping[str, Any] = next(
        (one for one in report["boards"] if one["seat"] == asked["seat"]), {}
    )
    cut = partial(crop, state.picture, picture, board, one, asked["cells"])
    options = [option["cells"] for option in asked["options"]]
    ordered = any(is_order(cells) for cells in options)
    return Question(
        id=str(asked["id"]),
        seat=asked["seat"],
        title=_("%(who)s: one question", who=words.seat(asked["seat"])),
        text=_("In which order were the tiles placed?") if ordered else _("What lies here?"),
        where=words.places(asked["cells"]),
        answers=tuple(
            replace(answer(number, cells, options), crop=cut({} if ordered else cells))
            for number, cells in enumerate(options)
        ),
    )


def whose(state: State, asked: Mapping[str, Any], picture: Print | None) -> Question:
    """Return the question whose board it is that is shown."""
    shown = whole_board(state.picture, picture, asked["corners_px"])
    return Question(
        id=str(asked["id"]),
        seat=asked["seat"],
        title=_("Whose board is this?"),
        text=_("The picture was taken from another side, and the boards look alike."),
        where="",
        answers=tuple(
            Answer(number, words.seat(option["owner"]), (), shown if number == 0 else None)
            for number, option in enumerate(asked["options"])
        ),
    )


def answer(number: int, cells: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> Answer:
    """Return one option as an answer: what lies there, and where if others have the same tiles."""
    if is_order(cells):
        return Answer(number, order(cells), ())
    colours = tuple(top(content) for content in cells.values())
    twins = [other for other in options if Counter(map(str, other.values())) == counted(cells)]
    domes = any(cell.startswith(PLACE) for cell in cells)
    label = tiles(colours) if len(twins) < 2 and not domes else placed(cells)
    if not cells:
        label = _("something else")
    return Answer(number, label, tuple(colour for colour in colours if colour))


def is_order(cells: Mapping[str, Any]) -> bool:
    """Tell whether an option gives an order of cells rather than what lies on them."""
    return bool(cells) and set(map(str, cells.values())) == set(cells)


def order(cells: Mapping[str, Any]) -> str:
    """Return an order of cells in words, the first one first."""
    return " \N{RIGHTWARDS ARROW} ".join(words.place(str(cell)) for cell in cells.values())


def counted(cells: Mapping[str, Any]) -> Counter[str]:
    """Return how often each content lies in ``cells``."""
    return Counter(map(str, cells.values()))


def tiles(colours: Sequence[str]) -> str:
    """Return tiles in words, the equal ones counted; ``empty`` where nothing lies."""
    lying = Counter(colour for colour in colours if colour)
    if not lying:
        return words.colour(words.EMPTY)
    return words.joined(
        [
            words.colour(colour) if len(colours) == 1 else f"{count} \N{MULTIPLICATION SIGN} {name}"
            for colour, count in lying.items()
            for name in (words.colour(colour),)
        ]
    )


def placed(cells: Mapping[str, Any]) -> str:
    """Return what lies on each of some cells, one by one."""
    return "; ".join(
        f"{words.place(cell)}: {lying(cell, content)}" for cell, content in cells.items()
    )


def lying(cell: str, content: Any) -> str:
    """Return what lies on a cell in words: a tile, or the four spaces of a dome tile."""
    if content and cell.startswith(PLACE):
        return spaces(content)
    return words.colour(top(content) or words.EMPTY)
