"""Positions as text that a person can read and type.

A position of two players::

    azul coloured, 2 players
    round 1 offer, turn 1, starter 0, marker -, seed 7
    display byrr
    display .
    display kkww
    display bbrw
    display yyyk
    centre bk
    bag b16 y14 r17 k16 w17
    lid b0 y0 r0 k0 w0
    seat 0, score 0
        .|.....
       yy|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    seat 1, score 0
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......

Each seat has its board: five rows, pattern line and wall, then the floor line.  ``1`` is the
starting player marker.  With special factories a gold side stands after its display
(``display byrr, stay``), and the "0" display in front of a player after the score (``free .``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import FIRST, Content
from companion.games.common.drawing import EMPTY, draw
from companion.games.common.text_page import (
    NUMBER,
    WORD,
    Page,
    Words,
    maybe,
    repeated,
    several,
    spelled,
)
from companion.games.wall.board import FLOOR_CELLS, LINE_CELLS, WALL_CELLS
from companion.games.wall.data import SIZE, Rules, WallGame
from companion.games.wall.serialize import FORMAT

LAYOUT = (
    *(
        (" " * (SIZE - 1 - row), *reversed(LINE_CELLS[row]), "|", *WALL_CELLS[row])
        for row in range(SIZE)
    ),
    FLOOR_CELLS,
)
"""The board as rows of cells for ``draw``."""

LINES = (
    "{game:word} {variant:word}, {players:number} players",
    "round {round:number} {phase:word}, turn {turn:number}, starter {starter:number}, "
    "marker {marker:number}, seed {seed:number}",
)
BOARD = (
    "seat #, score {boards.#.score:number}{boards.#.free:free}",
    *(f"{{boards.#.rows.{row}:row{row}}}" for row in range(SIZE)),
    f"{{boards.#.rows.{SIZE}:floor}}",
)


def letters_of(game: WallGame) -> dict[Content, str]:
    """Return the letter of every content; ``1`` is the starting player marker."""
    return {**dict(zip(game.colours, game.letters, strict=True)), FIRST: "1"}


def board_text(game: WallGame, cells: Mapping[str, Content]) -> str:
    """Return one board as text, five rows and the floor line."""
    return draw(LAYOUT, cells, letters_of(game))


class WallNotation:
    """The text of positions of one game."""

    def __init__(self, rules: Rules) -> None:
        self._game = rules.game
        self._tile = spelled(letters_of(rules.game))
        lines = [
            *LINES,
            *repeated(rules.displays, "display {displays.#:tiles}{sides.#:side}"),
            "centre {centre:tiles}",
            *(f"{heap} {self._heap(heap)}" for heap in ("bag", "lid")),
            *repeated(rules.players, *BOARD),
        ]
        self._page = Page(lines, self._words())

    def _heap(self, name: str) -> str:
        """Return a heap of tiles as a template: each colour's letter with its number."""
        pairs = zip(self._game.letters, self._game.colours, strict=True)
        return " ".join(f"{letter}{{{name}.{colour}:number}}" for letter, colour in pairs)

    def _words(self) -> dict[str, Words]:
        sign = f"[{EMPTY}{''.join(letters_of(self._game).values())}]"
        rows = {
            f"row{row}": Words(rf"{sign}{{{row + 1}}}\|{sign}{{{SIZE}}}", _empty(row), str, str)
            for row in range(SIZE)
        }
        return {
            **rows,
            "floor": Words(f"{sign}{{{len(FLOOR_CELLS)}}}", _empty(SIZE), str, str),
            "word": WORD,
            "number": maybe(NUMBER),
            "tiles": several(self._tile, "", EMPTY),
            "side": _after(", ", WORD),
            "free": _after(", free ", several(self._tile, "", EMPTY)),
        }

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of a position's JSON values; see the module."""
        return self._page.write(
            {
                **data,
                "sides": data["sides"] or [None] * len(data["displays"]),
                "boards": [
                    {**board, "rows": board_text(self._game, board["cells"]).split("\n")}
                    for board in data["boards"]
                ],
            }
        )

    def read(self, text: str) -> dict[str, Any]:
        """Return the JSON values again; ``ImpossiblePosition`` with the reason."""
        data = self._page.read(text)
        sides = data["sides"] if any(data["sides"]) else []
        for board in data["boards"]:
            board["cells"] = self._cells(board.pop("rows"))
        return {"format": FORMAT, **data, "sides": sides}

    def _cells(self, rows: Sequence[str]) -> dict[str, Content]:
        """Return the filled cells of a board that was drawn."""
        ids = [cell for row in LAYOUT for cell in row if "/" in cell]
        signs = "".join(rows).replace("|", "")
        pairs = zip(ids, signs, strict=True)
        return {cell: self._tile.read(sign) for cell, sign in pairs if sign != EMPTY}


def _empty(row: int) -> str:
    return draw((LAYOUT[row],), {}, {}).strip()


def _after(before: str, words: Words) -> Words:
    """Return how something is written that comes last on a line and may be missing."""
    return Words(
        f"(?:{before}(?:{words.pattern}))?",
        "",
        lambda value: "" if value is None else before + words.write(value),
        lambda text: words.read(text.removeprefix(before)) if text else None,
    )
