"""Helpers for the tests of Azul Duel: boards from text, complete games, tables that follow them."""

from __future__ import annotations

import random

from companion.games.azul_duel.board import Board, Line
from companion.games.azul_duel.catalogue import TURNED
from companion.games.azul_duel.textform import LETTERS

TILE = {letter: tile for tile, letter in LETTERS.items()}


def board(drawing, domes="", broken=(), first=False):
    """Return a board from six drawn lines, such as ``'.BB | ry .. K*'``, and ``0/1=14.2``."""
    lines, dome, places = [], [], [None] * 9
    for row, text in enumerate(drawing.strip("\n").splitlines()):
        left, _, right = text.partition("|")
        tiles = left.strip().lstrip(".")
        assert len(left.strip()) == row + 1, text
        lines.append(Line(TILE[tiles[0]], len(tiles)) if tiles else Line())
        dome += [TILE.get(letter) for letter in "".join(right.split())]
    for word in domes.split():
        where, what = word.split("=")
        place = 3 * int(where[0]) + int(where[2])
        places[place] = TURNED[int(what.split(".")[0])][int(what.split(".")[1])]
    return Board(tuple(lines), tuple(places), tuple(dome), tuple(broken), first)


def allows(parts, cells):
    """Tell whether some option of every part agrees with the cells."""
    return all(
        any(
            all(cells.get(cell) in allowed for cell, allowed in zip(part.cells, way, strict=True))
            for way in part.options
        )
        for part in parts
    )


def settled(rules, table, moment, boards):
    """Return the table after boards that must be legal, and the outcome."""
    assert rules.consistent(table, moment, boards)
    for seat, cells in enumerate(boards):
        before = table.boards[seat] if table.boards else None
        assert rules.problems(cells, before, moment.checkpoint) == ()
        assert rules.problems_at(table, moment, seat, cells) == ()
    outcome = rules.advance(table, moment, boards)
    return outcome.table, outcome


def random_game(play, seed, choose=None):
    """Yield (position, action, next position) of a random game."""
    chance = random.Random(seed)
    position = play.start(seed)
    while actions := play.legal_actions(position):
        action = choose(position, actions, chance) if choose else chance.choice(actions)
        following = play.apply(position, action)
        yield position, action, following
        position = following
