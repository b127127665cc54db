"""Questions to the people at the table: one short sentence and a few answers to press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.boards import PLACE, Board
from companion.games.base import Content
from companion.reconcile import Question as Asked
from companion.service.bulletin.state import State
from companion.service.pictures.album import Print
from companion.service.reports.report import Status, WhoseBoard, question_id
from web.languages import gettext as _
from web.views.boards.board_drawing import top
from web.views.boards.crops import Crop, crop, whole_board
from web.views.boards.fittings import spaces
from web.views.wording import words

Lying = Mapping[str, Content | None]
"""What may lie on some cells; None is nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its number among the options, in words, the pieces to show beside it.

    A piece is its colours: a tile has one, a dome tile those of its four spaces.  ``crop`` is the
    place in the picture with this answer laid on it, None without a picture.
    """

    number: int
    label: str
    pieces: tuple[Sequence[str], ...]
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
    report = state.open_report
    if report is None or report.status not in (Status.QUESTION, Status.VIOLATION):
        return None
    if isinstance(report.question, WhoseBoard):
        return whose(state, report.question, picture)
    return None if report.question is None else what(state, board, report.question, picture)


def what(state: State, board: Board, asked: Asked, picture: Print | None) -> Question:
    """Return the question what lies on some cells, or in which order it came there."""
    assert state.report is not None
    found = {one.seat: one.seen.corners_px for one in state.report.boards}
    cut = partial(crop, state.picture, picture, board, found.get(asked.seat), asked.cells)
    options = [dict(zip(asked.cells, option, strict=False)) for option in asked.options]
    return Question(
        id=question_id(asked),
        seat=asked.seat,
        title=_("%(who)s: one question", who=words.seat(asked.seat)),
        text=_("In which order were the tiles placed?") if asked.told else _("What lies here?"),
        where=words.places(asked.cells),
        answers=tuple(
            Answer(number, order(asked.order(number)), (), cut({}))
            if asked.told
            else replace(answer(number, cells, options), crop=cut(cells))
            for number, cells in enumerate(options)
        ),
    )


def whose(state: State, asked: WhoseBoard, picture: Print | None) -> Question:
    """Return the question whose board it is that is shown."""
    shown = whole_board(state.picture, picture, asked.corners_px)
    return Question(
        id=asked.id,
        seat=asked.seats[0],
        title=_("Whose board is this?"),
        text=_("The picture was taken from another side, and the boards look alike."),
        where="",
        answers=tuple(
            Answer(number, words.seat(seat), (), shown if number == 0 else None)
            for number, seat in enumerate(asked.seats)
        ),
    )


def answer(number: int, cells: Lying, options: Sequence[Lying]) -> Answer:
    """Return one option as an answer: what lies there, and where if others have the same tiles."""
    twins = [other for other in options if counted(other) == counted(cells)]
    domes = any(cell.startswith(PLACE) for cell in cells)
    if not cells:
        label = _("something else")
    elif len(cells) == 1:
        label = lying(*next(iter(cells.items())))
    else:
        label = placed(cells) if domes or len(twins) > 1 else tiles([*map(top, cells.values())])
    return Answer(number, label, tuple(filter(None, map(piece, cells, cells.values()))))


def order(cells: Sequence[str]) -> str:
    """Return an order of cells in words, the first one first."""
    return " \N{RIGHTWARDS ARROW} ".join(map(words.place, cells))


def counted(cells: Lying) -> Counter[Content | None]:
    """Return how often each content lies in ``cells``."""
    return Counter(cells.values())


def tiles(colours: Sequence[str]) -> str:
    """Return several tiles in words, the equal ones counted; ``empty`` where nothing lies."""
    lying = Counter(colour for colour in colours if colour)
    if not lying:
        return words.colour(words.EMPTY)
    return words.joined(
        [
            f"{count} \N{MULTIPLICATION SIGN} {words.colour(colour)}"
            for colour, count in lying.items()
        ]
    )


def placed(cells: Lying) -> str:
    """Return what lies on each of some cells, one by one."""
    return "; ".join(
        f"{words.place(cell)}: {lying(cell, content)}" for cell, content in cells.items()
    )


def piece(cell: str, content: Content | None) -> Sequence[str]:
    """Return the colours of what lies on a cell: four of a dome tile, none where nothing lies."""
    if content and cell.startswith(PLACE):
        return [str(space) for space in content]
    return [top(content)] if top(content) else []


def lying(cell: str, content: Content | None) -> str:
    """Return what lies on a cell in words: a tile, or the four spaces of a dome tile."""
    if content and cell.startswith(PLACE):
        return spaces(content)
    return words.colour(top(content) or words.EMPTY)
