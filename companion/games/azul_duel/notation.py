"""Positions as text a person can read and type, both ways.

Tiles are capitals (B, Y, R, K black, T, S special), printed dome spaces small letters; ``*`` is an
empty multicoloured space, ``.`` a place without tile or dome tile, ``+`` a space paid with chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.azul_duel.board import CORNER_OF, PLACE_OF
from companion.games.azul_duel.catalogue import (
    CHIP_FACES,
    COLOURS,
    FACTORIES,
    LYING,
    PLACES,
    ROWS,
    TURNED,
)
from companion.games.azul_duel.serialize import GAME
from companion.games.base import ANY, SPECIAL, ImpossiblePosition
from companion.games.common.text_page import (
    NATURAL,
    NOTHING,
    WORD,
    Page,
    Words,
    maybe,
    repeated,
    several,
    spelled,
)

LETTERS = dict(zip((*COLOURS, SPECIAL), "BYRKTS", strict=True))
TILES = {letter: tile for tile, letter in LETTERS.items()}
FREE = "."
PRINTED = {ANY: "*", **{tile: letter.lower() for tile, letter in LETTERS.items()}}
"""What a dome space without a tile shows."""

LINES = (
    "azul-duel round {round:number} {phase:word} seat {seat:number} starter {starter:number}",
    "goals {goals:words}",
    "chance {chance:chance}",
    "pending {pending:pending}",
    "handled {handled:marks}",
    "bag {supply.bag:counts}",
    "tower {supply.tower:counts}",
    "stack {supply.stack:numbers}",
    "pool {supply.chips:chips} specials {supply.specials:number}",
    "display {offer.display:numbers}",
)
FACTORY = (
    "factory # sun {offer.smalls.#.sun:tiles} moon {offer.smalls.#.moon:tiles}"
    " chip {offer.smalls.#.chip:chip}"
)
LARGE = "large sun {offer.large_sun:tiles} moon {offer.large_moon:tiles}"
PLAYER = (
    "seat # score {players.#.score:number} tokens {players.#.tokens:number}"
    " taken {players.#.taken:number} passed {players.#.passed:yes}"
    " first {players.#.board.first:yes}",
    "chips {players.#.chips:chips} used {players.#.used:chips}",
    "broken {players.#.board.broken:tiles}",
    "domes {players.#.board.places:domes}",
    *(f"{{players.#.board.rows.{row}:row{row}}}" for row in range(ROWS)),
    "sheet {players.#.sheet:steps}",
)


def _row(row: int) -> Words:
    """Return how a pattern line with its dome row is drawn."""
    line, pair = rf"[.+{''.join(TILES)}]{{{row + 1}}}", r"\S{2}"
    example = f"{'.' * (row + 1)} | .. .. .."
    return Words(rf"{line} \| {pair} {pair} {pair}", example, lambda text: text.rjust(17), str)


def _step(step: Sequence[Any]) -> str:
    return ":".join(map(str, step))


def _read_step(word: str) -> list[Any]:
    cell, points, rule = word.split(":")
    return [cell, int(points), rule]


def _domes(places: Sequence[Any]) -> str:
    """Return the dome tiles of a board as place=number.turn, such as ``0/1=14.2``."""
    found = []
    for place, spaces in enumerate(places):
        if spaces is not None:
            tile, turn = LYING[tuple(spaces)]
            found.append(f"{place // 3}/{place % 3}={tile}.{turn}")
    return " ".join(found) or NOTHING


def _read_domes(text: str) -> list[Any]:
    """Return the dome tiles of a board by place."""
    places: list[Any] = [None] * PLACES
    for word in text.split() if text != NOTHING else ():
        where, what = word.split("=")
        tile, turn = map(int, what.split("."))
        if tile not in TURNED:
            raise ImpossiblePosition(f"{word!r} names no dome tile; they are 1 to 18.")
        places[3 * int(where[0]) + int(where[2])] = TURNED[tile][turn]
    return places


_TILE = spelled(LETTERS)
_CHIP = spelled({face: "".join(LETTERS[c] for c in face.split("+")) for face in CHIP_FACES})
_NUMBERS, _TILES = several(NATURAL, ","), several(_TILE, "")
_LETTER_COUNTS = [LETTERS[colour] for colour in COLOURS]
_DOME = r"[0-2]/[0-2]=\d{1,2}\.[0-3]"

PENDING: Mapping[str, Mapping[str, Words]] = {
    "drawing": {"tiles": _NUMBERS},
    "choosing": {"tiles": _NUMBERS},
    "returning": {"kept": NATURAL, "tiles": _NUMBERS},
    "laying": {"tile": NATURAL},
    "stacking": {"factory": NATURAL, "tiles": _TILES},
}
"""Kind of a turn begun -> its values, as they follow it."""


def _pending(value: Mapping[str, Any]) -> str:
    kind = value["kind"]
    return " ".join([kind, *(each.write(value[key]) for key, each in PENDING[kind].items())])


def _read_pending(text: str) -> dict[str, Any]:
    kind, *words = text.split()
    pairs = zip(PENDING[kind].items(), words, strict=True)
    return {"kind": kind, **{key: each.read(word) for (key, each), word in pairs}}


_STEP = Words(r"[^\s:]+:-?\d{1,99}:[^\s:]+", "dome/0/3:2:DU-R43", _step, _read_step)
_PENDING = "|".join(
    " ".join([kind, *(f"(?:{each.pattern})" for each in values.values())])
    for kind, values in PENDING.items()
)
_WORDS = {
    **{f"row{row}": _row(row) for row in range(ROWS)},
    "word": WORD,
    "words": several(WORD, " "),
    "number": NATURAL,
    "numbers": _NUMBERS,
    "chance": maybe(NATURAL),
    "pending": maybe(Words(_PENDING, "laying 14", _pending, _read_pending)),
    "marks": Words(
        f"[x.]{{{ROWS}}}",
        "." * ROWS,
        lambda marks: "".join("x" if mark else "." for mark in marks),
        lambda word: [letter == "x" for letter in word],
    ),
    "counts": Words(
        " ".join(rf"{letter}\d{{1,9}}" for letter in _LETTER_COUNTS),
        "B9 Y8 R7 K6 T5",
        lambda counts: " ".join(map("{}{}".format, _LETTER_COUNTS, counts)),
        lambda text: [int(word[1:]) for word in text.split()],
    ),
    "tiles": _TILES,
    "chip": maybe(_CHIP),
    "chips": several(_CHIP, ","),
    "yes": spelled({False: "no", True: "yes"}),
    "domes": Words(rf"{_DOME}(?: {_DOME})*|{NOTHING}", "0/1=14.2", _domes, _read_domes),
    "steps": several(_STEP, " "),
}


_PAGE = Page((*LINES, *repeated(FACTORIES, FACTORY), LARGE, *repeated(2, *PLAYER)), _WORDS)


class DuelNotation:
    """The text of positions."""

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of a position's JSON values."""
        players = [
            {**player, "board": {**player["board"], "rows": _rows(player["board"])}}
            for player in data["players"]
        ]
        return _PAGE.write({**data, "players": players})

    def read(self, text: str) -> dict[str, Any]:
        """Return the JSON values again; ``ImpossiblePosition`` with the reason."""
        data = _PAGE.read(text)
        for player in data["players"]:
            rows = player["board"].pop("rows")
            player["board"] |= _drawn(rows)
            for row, again in zip(rows, _rows(player["board"]), strict=True):
                if row.split() != again.split():
                    raise ImpossiblePosition(f"{row!r} does not fit the dome tiles named above.")
        return {"game": GAME, **data}


def _rows(board: Mapping[str, Any]) -> list[str]:
    """Return pattern lines and dome of a board as six lines of text."""
    found = []
    for row, line in enumerate(board["lines"]):
        tiles = "+" * line["paid"] + LETTERS.get(line["colour"], "") * line["tiles"]
        dome = "".join(_dome_letter(board, 6 * row + column) for column in range(6))
        found.append(f"{tiles.rjust(row + 1, '.')} | {dome[:2]} {dome[2:4]} {dome[4:]}")
    return found


def _dome_letter(board: Mapping[str, Any], cell: int) -> str:
    tile, spaces = board["dome"][cell], board["places"][PLACE_OF[cell]]
    if tile is not None:
        return LETTERS[tile]
    space = FREE if spaces is None else spaces[CORNER_OF[cell]]
    return PRINTED.get(space, space)


def _drawn(rows: Sequence[str]) -> dict[str, Any]:
    """Return lines and dome of six drawn rows, as far as their tiles tell."""
    halves = [row.split(" | ") for row in rows]
    lines = [
        {"colour": TILES.get(line[-1]), "tiles": len(line.strip(".+")), "paid": line.count("+")}
        for line, _ in halves
    ]
    dome = [TILES.get(letter) for _, right in halves for letter in right.replace(" ", "")]
    return {"lines": lines, "dome": dome}
