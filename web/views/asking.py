"""Questions to the people at the table: one short sentence and a few answers to press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.service.state import State
from web.languages import gettext as _
from web.views import words
from web.views.drawing import top


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its number among the options, in words, the colours to show beside it."""

    number: int
    label: str
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a seat: its id, where the tiles lie, and the answers."""

    id: str
    seat: int
    title: str
    text: str
    where: str
    answers: tuple[Answer, ...]


def question(state: State) -> Question | None:
    """Return the question that the sitting waits with; None when there is none."""
    report = state.report or {}
    asked = report.get("question")
    if report.get("status") != "question" or not asked:
        return None
    options = [option["cells"] for option in asked["options"]]
    ordered = any(is_order(cells) for cells in options)
    return Question(
        id=str(asked["id"]),
        seat=asked["seat"],
        title=_("%(who)s: one question", who=words.seat(asked["seat"])),
        text=_("In which order were the tiles placed?") if ordered else _("What lies here?"),
        where=words.places(asked["cells"]),
        answers=tuple(answer(number, cells, options) for number, cells in enumerate(options)),
    )


def answer(number: int, cells: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> Answer:
    """Return one option as an answer: what lies there, and where if others have the same tiles."""
    if is_order(cells):
        return Answer(number, order(cells), ())
    colours = tuple(top(content) for content in cells.values())
    twins = [other for other in options if Counter(map(str, other.values())) == counted(cells)]
    label = tiles(colours) if len(twins) < 2 else placed(cells)
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
        f"{words.place(cell)}: {words.colour(top(content) or words.EMPTY)}"
        for cell, content in cells.items()
    )
