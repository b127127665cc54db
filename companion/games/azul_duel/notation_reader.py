"""Reading the text of a position (see ``notation``), strictly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.azul_duel.board import CELLS, EMPTY_LINE, Board, Line
from companion.games.azul_duel.catalogue import CHIP_FACES, COLOURS, PLACES, ROWS, TURNED, Spaces
from companion.games.azul_duel.notation import LETTERS, NOTHING, board_lines, chips_text
from companion.games.azul_duel.position import (
    Choosing,
    Counts,
    Drawing,
    Laying,
    Offer,
    Pending,
    Phase,
    Player,
    Position,
    Returning,
    SmallFactory,
    Stacking,
    Supply,
    Tiles,
)
from companion.games.base import ImpossiblePosition, Step

_TILE = {letter: tile for tile, letter in LETTERS.items()}
_CHIP = {chips_text([chip]): chip for chip in CHIP_FACES}


class _Reader:
    """The lines of a text, one after the other; says which line cannot be read."""

    def __init__(self, text: str) -> None:
        self._lines = [line for line in text.splitlines() if line.strip()]
        self._next = 0

    def line(self) -> str:
        """Return the next line that is not blank."""
        if self._next == len(self._lines):
            raise ImpossiblePosition("The text ends too early; it describes no whole position.")
        self._next += 1
        return self._lines[self._next - 1]

    def fields(self, pattern: str) -> Iterator[str]:
        """Yield the words of the next line at the underscores of ``pattern``."""
        line = self.line()
        words, wanted = line.split(), pattern.split()
        if len(words) != len(wanted):
            raise ImpossiblePosition(f"{line!r} should look like {pattern!r}.")
        for word, want in zip(words, wanted, strict=True):
            if want == "_":
                yield word
            elif word != want:
                raise ImpossiblePosition(f"{line!r} should look like {pattern!r}.")

    def end(self) -> None:
        """Refuse lines after the end of the position."""
        if self._next != len(self._lines):
            raise ImpossiblePosition(f"{self._lines[self._next]!r} belongs to no position.")


def parse_position(text: str) -> Position:
    """Return the position that ``position_text`` wrote."""
    reader = _Reader(text)
    round_, phase, seat, starter = reader.fields("azul-duel round _ _ seat _ starter _")
    if phase not in list(Phase):
        raise ImpossiblePosition(f"There is no phase {phase!r}; use {', '.join(Phase)}.")
    goals = _rest(reader.line(), "goals")
    (chance,) = reader.fields("chance _")
    pending = _pending(_rest(reader.line(), "pending"))
    (handled,) = reader.fields("handled _")
    supply, display = _supply(reader)
    offer = _offer(reader, display)
    players = (_player(reader, 0), _player(reader, 1))
    reader.end()
    return Position(
        goals=tuple(goals),
        starter=_number(starter),
        seat=_number(seat),
        round=_number(round_),
        phase=Phase(phase),
        players=players,
        offer=offer,
        supply=supply,
        pending=pending,
        handled=_handled(handled),
        chance=None if chance == NOTHING else _number(chance),
    )


def _rest(line: str, name: str) -> list[str]:
    """Return the words after ``name`` on a line of any length."""
    first, *rest = line.split()
    if first != name:
        raise ImpossiblePosition(f"{line!r} should begin with {name!r}.")
    return rest


def _supply(reader: _Reader) -> tuple[Supply, tuple[int, ...]]:
    bag = _counts(_rest(reader.line(), "bag"))
    tower = _counts(_rest(reader.line(), "tower"))
    (stack,) = reader.fields("stack _")
    pool, specials = reader.fields("pool _ specials _")
    (display,) = reader.fields("display _")
    supply = Supply(bag, tower, _numbers(stack), _chips(pool), _number(specials))
    return supply, _numbers(display)


def _offer(reader: _Reader, display: tuple[int, ...]) -> Offer:
    smalls = []
    for index in range(4):
        sun, moon, chip = reader.fields(f"factory {index} sun _ moon _ chip _")
        chips = _chips(chip)
        if len(chips) > 1:
            raise ImpossiblePosition(f"Factory {index} holds one chip, not {len(chips)}.")
        smalls.append(SmallFactory(_tiles(sun), _tiles(moon), chips[0] if chips else None))
    sun, moon = reader.fields("large sun _ moon _")
    return Offer(tuple(smalls), _tiles(sun), _tiles(moon), display)


def _player(reader: _Reader, seat: int) -> Player:
    pattern = f"seat {seat} score _ tokens _ taken _ passed _ first _"
    score, tokens, taken, passed, first = reader.fields(pattern)
    chips, used = reader.fields("chips _ used _")
    (broken,) = reader.fields("broken _")
    places = _places(_rest(reader.line(), "domes"))
    board = _board([reader.line() for _ in range(ROWS)], places, _tiles(broken), _yes(first))
    return Player(
        board=board,
        score=_number(score),
        tokens=_number(tokens),
        chips=_chips(chips),
        used=_chips(used),
        taken=_number(taken),
        passed=_yes(passed),
        sheet=tuple(map(_step, _words(_rest(reader.line(), "sheet")))),
    )


def _board(
    drawn: Sequence[str], places: tuple[Spaces | None, ...], broken: Tiles, first: bool
) -> Board:
    """Return the board of six drawn lines; they must show the dome tiles that were named."""
    lines, dome = [], []
    for row, text in enumerate(drawn):
        left, bar, right = text.partition("|")
        letters = "".join(right.split())
        if not bar or len(letters) != ROWS:
            raise ImpossiblePosition(f"{text!r} should look like '  .BB | ry .. K*'.")
        lines.append(_line(left.strip(), row))
        dome += [_TILE.get(letter) for letter in letters]
    assert len(dome) == CELLS
    board = Board(tuple(lines), places, tuple(dome), broken, first)
    for text, again in zip(drawn, board_lines(board), strict=True):
        if text.split() != again.split():
            raise ImpossiblePosition(f"{text.strip()!r} does not fit the dome tiles named above.")
    return board


def _line(text: str, row: int) -> Line:
    """Return a pattern line drawn like ``.+BB``: free, paid and filled spaces."""
    tiles = text.lstrip(".").lstrip("+")
    if len(text) != row + 1 or len(set(tiles)) > 1 or not set(tiles) <= set(_TILE):
        raise ImpossiblePosition(f"{text!r} is no pattern line of {row + 1} spaces.")
    if not text.strip("."):
        return EMPTY_LINE
    return Line(_TILE[tiles[0]] if tiles else None, len(tiles), text.count("+"))


def _places(words: Sequence[str]) -> tuple[Spaces | None, ...]:
    """Return the dome tiles named like ``0/1=14.2`` by place."""
    places: list[Spaces | None] = [None] * PLACES
    for word in _words(words):
        where, _, what = word.partition("=")
        row, _, column = where.partition("/")
        tile, _, turn = what.partition(".")
        place, turns = 3 * _number(row) + _number(column), TURNED.get(_number(tile), ())
        if _number(column) > 2 or place >= PLACES or _number(turn) >= len(turns):
            raise ImpossiblePosition(f"{word!r} names no dome tile on a place.")
        places[place] = turns[_number(turn)]
    return tuple(places)


def _pending(words: Sequence[str]) -> Pending | None:
    match words:
        case ["-"]:
            return None
        case ["drawing", tiles]:
            return Drawing(_numbers(tiles))
        case ["choosing", tiles]:
            return Choosing(_numbers(tiles))
        case ["returning", kept, tiles]:
            return Returning(_number(kept), _numbers(tiles))
        case ["laying", tile]:
            return Laying(_number(tile))
        case ["stacking", factory, tiles]:
            return Stacking(_number(factory), _tiles(tiles))
        case _:
            raise ImpossiblePosition(f"pending {' '.join(words)!r} is no unfinished turn.")


def _step(word: str) -> Step:
    match word.split(":"):
        case [cell, points, rule] if points.removeprefix("-").isdecimal():
            number = _number(points.removeprefix("-"))
            return Step(cell, -number if points.startswith("-") else number, rule)
        case _:
            raise ImpossiblePosition(f"{word!r} should look like 'dome/0/3:2:DU-R43'.")


def _counts(words: Sequence[str]) -> Counts:
    letters = [LETTERS[colour] for colour in COLOURS]
    if [word[:1] for word in words] != letters:
        raise ImpossiblePosition(f"{' '.join(words)!r} should look like 'B9 Y8 R7 K6 T5'.")
    blue, yellow, red, black, turquoise = (_number(word[1:]) for word in words)
    return blue, yellow, red, black, turquoise


def _handled(word: str) -> tuple[bool, ...]:
    if len(word) != ROWS or not set(word) <= set("x."):
        raise ImpossiblePosition(f"handled {word!r} should be six of 'x' and '.'.")
    return tuple(letter == "x" for letter in word)


def _words(words: Sequence[str]) -> Sequence[str]:
    return () if words == [NOTHING] else words


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 99):
        raise ImpossiblePosition(f"{word!r} is no number.")
    return int(word)


def _numbers(word: str) -> tuple[int, ...]:
    return () if word == NOTHING else tuple(map(_number, word.split(",")))


def _tiles(word: str) -> Tiles:
    if word == NOTHING:
        return ()
    if not set(word) <= set(_TILE):
        raise ImpossiblePosition(f"{word!r} has letters of no tile; use {''.join(_TILE)}.")
    return tuple(_TILE[letter] for letter in word)


def _chips(word: str) -> Tiles:
    if word == NOTHING:
        return ()
    for face in word.split(","):
        if face not in _CHIP:
            raise ImpossiblePosition(f"{face!r} is no bonus chip; use {', '.join(_CHIP)}.")
    return tuple(_CHIP[face] for face in word.split(","))


def _yes(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ImpossiblePosition(f"{word!r} should be yes or no.")
    return word == "yes"
