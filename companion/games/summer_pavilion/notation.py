"""Positions as text, both ways: for terminals, for tests, for typing by hand.

Tiles are counted by the first letter of their colour (``2p 1g``); a star is a row of its six
slots, a letter or a dot each.  Empty lines and lines that begin with ``#`` mean nothing: they
show the boards as they lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from companion.games.summer_pavilion.reading.drawn_board import side_by_side
from companion.games.summer_pavilion.tiles import COLOURS

LETTERS = {name: name[0] for name in COLOURS}
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
