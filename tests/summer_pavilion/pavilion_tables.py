"""Helpers for tests that read boards: tables, moments and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import one_board
from pavilion import cell

from companion.games.base import Cells, Checkpoint, Moment, Outcome, Part, Setup, Table
from companion.games.summer_pavilion.game import SummerPavilionGame
from companion.games.summer_pavilion.layout import STAR_COLOURS

PLACED, PASSED, SETUP = Checkpoint.PLACED, Checkpoint.PASSED, Checkpoint.SETUP


def reader(variant: str = "coloured", players: int = 2, **setup: object) -> SummerPavilionGame:
    """Return the rules for reading boards."""
    return SummerPavilionGame(Setup("summer-pavilion", variant, players=players, **setup))


def cells(text: str) -> dict[str, str]:
    """Return a board from ``"UL-1 CT-6:red corner/0:blue"``; printed colours may be left out."""
    board = {}
    for word in text.split():
        name, _, colour = word.partition(":")
        where = name if "/" in name else cell(name)
        board[where] = colour or STAR_COLOURS[int(where.split("/")[1]) - 1]
    return board


def table(game: SummerPavilionGame, *boards: str, round: int = 1, **how: object) -> Table:
    """Return a table in the middle of phase 2."""
    start = game.empty_table()
    rest = ({},) * (game.setup.players - len(boards))
    values = {"scores": start.scores, "starter": 0, "facts": {}, "over": False} | how
    lying = (*map(cells, boards), *rest)
    return Table(game.setup, round, PLACED, lying, **values)


def moment(checkpoint: Checkpoint, seat: int | None = 0, round: int = 1, **told: object) -> Moment:
    """Return a moment with what was told."""
    return Moment(checkpoint, round, seat, told)


def after(game: SummerPavilionGame, before: Table, now: Moment, *boards: str) -> Outcome:
    """Confirm boards; a board not given stays as it was."""
    seen: list[Cells] = [cells(text) for text in boards]
    seen += before.boards[len(seen) :]
    return game.advance(before, now, seen)


def allows(parts: Sequence[Part], board: Mapping[str, object]) -> bool:
    """Tell whether the parts have an option for just this board."""
    known = {each for part in parts for each in part.cells}
    return set(board) <= known and one_board.allows(parts, board)


def rules_and_cells(problems: Sequence[object]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rule and the cells of each problem; every message must read as a sentence."""
    assert all("{" not in each.message and each.message.endswith(".") for each in problems)
    return [(each.rule, each.cells) for each in problems]
