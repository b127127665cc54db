"""Positions as text a person can read and type, both ways.

Tiles are capitals (B, Y, R, K black, T, S special), printed dome spaces small letters; ``*`` is an
empty multicoloured space, ``.`` a place without tile or dome tile, ``+`` a space paid with chips.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.azul_duel.board import Board
from companion.games.azul_duel.catalogue import ANY, COLOURS, LYING, ROWS, SPECIAL
from companion.games.azul_duel.position import (
    Choosing,
    Counts,
    Drawing,
    Laying,
    Pending,
    Player,
    Position,
    Returning,
    Stacking,
)

LETTERS = dict(zip((*COLOURS, SPECIAL), "BYRKTS", strict=True))
NOTHING = "-"


def position_text(position: Position) -> str:
    """Return ``position`` as text."""
    lines = [
        f"azul-duel round {position.round} {position.phase} seat {position.seat} "
        f"starter {position.starter}",
        "goals " + " ".join(position.goals),
        f"chance {NOTHING if position.chance is None else position.chance}",
        f"pending {_pending(position.pending)}",
        "handled " + "".join("x" if done else "." for done in position.handled),
    ]
    lines += _supply(position) + _offer(position)
    for seat, player in enumerate(position.players):
        lines += _player(seat, player)
    return "\n".join(lines) + "\n"


def _supply(position: Position) -> list[str]:
    supply = position.supply
    return [
        f"bag {_counts(supply.bag)}",
        f"tower {_counts(supply.tower)}",
        f"stack {_numbers(supply.stack)}",
        f"pool {chips_text(supply.chips)} specials {supply.specials}",
    ]


def _offer(position: Position) -> list[str]:
    offer = position.offer
    lines = [f"display {_numbers(offer.display)}"]
    for index, small in enumerate(offer.smalls):
        chip = chips_text([small.chip] if small.chip else [])
        sun, moon = tiles_text(small.sun), tiles_text(small.moon)
        lines.append(f"factory {index} sun {sun} moon {moon} chip {chip}")
    large = f"large sun {tiles_text(offer.large_sun)} moon {tiles_text(offer.large_moon)}"
    return [*lines, large]


def _player(seat: int, player: Player) -> list[str]:
    board = player.board
    return [
        f"seat {seat} score {player.score} tokens {player.tokens} taken {player.taken} "
        f"passed {_yes(player.passed)} first {_yes(board.first)}",
        f"chips {chips_text(player.chips)} used {chips_text(player.used)}",
        f"broken {tiles_text(tile for tile in board.broken if tile is not None)}",
        f"domes {domes_text(board)}",
        *board_lines(board),
        "sheet " + (" ".join(f"{s.cell}:{s.points}:{s.rule}" for s in player.sheet) or NOTHING),
    ]


def board_lines(board: Board) -> list[str]:
    """Return pattern lines and dome of ``board`` as six lines of text."""
    found = []
    for row, line in enumerate(board.lines):
        tiles = (LETTERS[line.colour] * line.tiles) if line.colour else ""
        spaces = ("+" * line.paid + tiles).rjust(row + 1, ".").rjust(ROWS)
        dome = "".join(_dome_letter(board, 6 * row + column) for column in range(6))
        found.append(f"{spaces} | {dome[:2]} {dome[2:4]} {dome[4:]}")
    return found


def _dome_letter(board: Board, cell: int) -> str:
    tile, space = board.dome[cell], board.space(cell)
    if tile is not None:
        return LETTERS[tile]
    if space is None:
        return "."
    return "*" if space == ANY else LETTERS[space].lower()


def domes_text(board: Board) -> str:
    """Return the dome tiles of ``board`` as place=number.turn, such as ``0/1=14.2``."""
    found = []
    for place, spaces in enumerate(board.places):
        if spaces is not None:
            tile, turn = LYING[spaces]
            found.append(f"{place // 3}/{place % 3}={tile}.{turn}")
    return " ".join(found) or NOTHING


def _pending(pending: Pending | None) -> str:
    match pending:
        case Drawing(tiles):
            return f"drawing {_numbers(tiles)}"
        case Choosing(tiles):
            return f"choosing {_numbers(tiles)}"
        case Returning(kept, tiles):
            return f"returning {kept} {_numbers(tiles)}"
        case Laying(tile):
            return f"laying {tile}"
        case Stacking(factory, letters):
            return f"stacking {factory} {tiles_text(letters)}"
        case _:
            return NOTHING


def tiles_text(tiles: Iterable[str]) -> str:
    """Return tiles as letters, ``-`` for none."""
    return "".join(LETTERS[tile] for tile in tiles) or NOTHING


def chips_text(chips: Iterable[str]) -> str:
    """Return chips as letters, two for a two-coloured one, such as ``B,BR``."""
    faces = ("".join(LETTERS[colour] for colour in chip.split("+")) for chip in chips)
    return ",".join(faces) or NOTHING


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or NOTHING


def _counts(counts: Counts) -> str:
    pairs = zip(COLOURS, counts, strict=True)
    return " ".join(f"{LETTERS[colour]}{tiles}" for colour, tiles in pairs)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
