"""Positions as text, both ways: for terminals, for tests, for typing by hand.

Tiles are counted by the first letter of their colour (``2p 1g``); a star is a row of its six
slots, a letter or a dot each.  Empty lines and lines that begin with ``#`` mean nothing: they
show the boards as they lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base import Boards, Content
from companion.games.common.drawing import draw
from companion.games.common.text_page import (
    NOTHING,
    NUMBER,
    WORD,
    Page,
    Words,
    maybe,
    repeated,
    several,
)
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, SLOTS, STAR_NAMES
from companion.games.summer_pavilion.tiles import COLOURS

LETTERS = {name: name[0] for name in COLOURS}
SIGNS: dict[Content, str] = {name: name[0] for name in COLOURS}
"""The letters of what may lie on a board, for ``draw``."""
NAMES = {letter: name for name, letter in LETTERS.items()}
FREE = "."
_WIDTH = max(map(len, STAR_NAMES))

LINES = (
    "{game:word} {variant:word}",
    "round {round:number}",
    "phase {phase:word}",
    "seat {seat:number}",
    "starter {starter:number}",
    "marker {marker:marker}",
    "owed {owed:numbers}",
    "generator {generator:digits}",
    *(f"{heap} {{{heap}:tiles}}" for heap in ("bag", "tower", "supply")),
    "displays {displays:displays}",
    "centre {centre:tiles}",
)
BOARD = (
    "board #",
    "  score {boards.#.score:number}{boards.#.passed:passed}",
    "  beside {boards.#.beside:tiles}",
    "  corners {boards.#.corners:tiles}",
    *(f"  {name:{_WIDTH}} {{boards.#.stars.{star}:star}}" for star, name in enumerate(STAR_NAMES)),
)


def _heap(text: str) -> dict[str, int]:
    """Return tiles written like ``2p 1g``."""
    words = text.split() if text != NOTHING else ()
    return {NAMES[word[-1]]: int(word[:-1]) for word in words}


def _counted(tiles: Mapping[str, int]) -> str:
    return " ".join(f"{number}{LETTERS[name]}" for name, number in tiles.items()) or NOTHING


_TILE = rf"[1-9]\d{{0,8}}[{''.join(NAMES)}]"
_TILES = Words(rf"{_TILE}(?: {_TILE})*|{NOTHING}", f"2{next(iter(NAMES))}", _counted, _heap)
_WORDS = {
    "word": WORD,
    "number": NUMBER,
    "marker": maybe(NUMBER, "centre"),
    "numbers": several(NUMBER, " "),
    "digits": maybe(WORD),
    "tiles": _TILES,
    "displays": several(_TILES, " | "),
    "passed": Words("(?: passed)?", "", lambda passed: " passed" * passed, bool),
    "star": Words(f"[{''.join(NAMES)}{FREE}]{{{SLOTS}}}", FREE * SLOTS, str, str),
}


class PavilionNotation:
    """The text of positions of a number of players."""

    def __init__(self, players: int) -> None:
        self._page = Page((*LINES, *repeated(players, *BOARD)), _WORDS)

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of a position's JSON values, with the boards drawn below."""
        boards = [board | {"stars": _stars(board["spaces"])} for board in data["boards"]]
        pictures = side_by_side([board["spaces"] | _kept(board["corners"]) for board in boards])
        drawn = "".join(f"#  {line}".rstrip() + "\n" for line in pictures)
        return self._page.write({**data, "boards": boards}) + drawn

    def read(self, text: str) -> Any:
        """Return the JSON values again; ``ImpossiblePosition`` with the exact reason."""
        said = [line for line in text.splitlines() if not line.strip().startswith("#")]
        data = self._page.read("\n".join(said))
        for board in data["boards"]:
            tiles = zip(CELLS, "".join(board.pop("stars")), strict=True)
            board["spaces"] = {cell: NAMES[letter] for cell, letter in tiles if letter != FREE}
        return data


def _stars(spaces: Mapping[str, str]) -> list[str]:
    """Return each star as its six slots, a letter or a dot each."""
    signs = "".join(LETTERS[spaces[cell]] if cell in spaces else FREE for cell in CELLS)
    return [signs[start : start + SLOTS] for start in range(0, len(signs), SLOTS)]


def _kept(corners: Mapping[str, int]) -> dict[str, str]:
    """Return kept tiles as they lie on the corner spaces."""
    tiles = (name for name, number in corners.items() for _ in range(number))
    return dict(zip(CORNER_CELLS, tiles, strict=False))


# The boards as pictures for terminals: every star a ring of six, as it lies on the board.

WIDTH, HEIGHT = 21, 12

_TOPS = ((4, 10), (4, 2), (0, 6), (0, 14), (4, 18), (8, 14), (8, 6))
"""By star: line and column of its topmost space."""

_AROUND = ((0, 0), (1, 2), (2, 2), (3, 0), (2, -2), (1, -2))
"""Lines and columns from the topmost space: 12, 2, 4, 6, 8 and 10 o'clock."""

_CORNERS = ((0, 0), (0, WIDTH - 1), (HEIGHT - 1, WIDTH - 1), (HEIGHT - 1, 0))


def _place(star: int, slot: int) -> tuple[int, int]:
    """Return line and column of a space; slot 1 of the outer stars turns with the star."""
    line, column = _TOPS[star]
    down, across = _AROUND[(slot - 1 + max(0, star - 1)) % SLOTS]
    return line + down, column + across


def _layout() -> tuple[tuple[str, ...], ...]:
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for space, cell in enumerate(CELLS):
        line, column = _place(space // SLOTS, space % SLOTS + 1)
        rows[line][column] = cell
    for cell, (line, column) in zip(CORNER_CELLS, _CORNERS, strict=True):
        rows[line][column] = cell
    return tuple(map(tuple, rows))


LAYOUT = _layout()


def side_by_side(boards: Boards) -> list[str]:
    """Return boards next to each other as lines of text, with their seats above.

    A letter is a tile, a dot an empty space.
    """
    columns = [
        [f"seat {seat}".center(WIDTH), *draw(LAYOUT, cells, SIGNS).split("\n")]
        for seat, cells in enumerate(boards)
    ]
    return ["     ".join(lines).rstrip() for lines in zip(*columns, strict=True)]
