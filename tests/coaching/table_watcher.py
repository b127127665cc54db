"""Plays random games of the wall family and keeps what the engine forgets: every single take.

It lays tiles and scores walls by itself, written from the rules files, so that it can say what any
other way to lay the same takes would have brought.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from wall_scorer import round_score, tile_points

from companion import games
from companion.events import Confirmed, Opened
from companion.games.base import FIRST, Checkpoint, Moment
from companion.games.wall.board import cells_of
from companion.games.wall.position import CENTRE, FLOOR, Take
from companion.sitting import fold

Lines = tuple[tuple[str, ...], ...]


@dataclass
class Round:
    """A round of a random game: boards at its beginning, every seat's takes, boards at the end."""

    number: int
    start: list
    takes: list = field(default_factory=list)
    offer: list = field(default_factory=list)
    end: list = field(default_factory=list)


def lay(lines, floor, colour, count, place, marker):
    """Lay one take as the rules say; None where they forbid it (R11 to R19)."""
    floor = [*floor, FIRST] if marker else list(floor)
    if place < FLOOR:
        held = lines[place]
        if len(held) > place or (held and held[0] != colour):
            return None
        fitting = min(count, place + 1 - len(held))
        lines = (*lines[:place], held + (colour,) * fitting, *lines[place + 1 :])
        count -= fitting
    return lines, tuple((floor + [colour] * count)[:7])


def random_round(play, position, chance, careless=0.15):
    """Play one round at random; return it and the position after it."""
    names = play.data.colours
    seen = Round(position.round, list(position.boards))
    lying = [(tuple(_tiles(line, names) for line in b.lines), ()) for b in position.boards]
    seen.takes = [[] for _ in position.boards]
    while not position.over and position.round == seen.number:
        if not isinstance((action := _choose(play, position, chance, careless)), Take):
            position = play.apply(position, action)  # a place on the grey wall
            continue
        source = position.centre if action.source == CENTRE else position.displays[action.source]
        marker = action.source == CENTRE and position.marker is None
        what = (names[action.colour], source[action.colour], action.line, marker)
        seen.takes[position.turn].append(what)
        lying[position.turn] = lay(*lying[position.turn], *what)
        position = play.apply(position, action)
    seen.offer = [_cells(b, *one, names) for b, one in zip(seen.start, lying, strict=True)]
    seen.end = [cells_of(b, names) for b in position.boards]
    return seen, position


def _choose(play, position, chance, careless):
    legal = play.legal_actions(position)
    lines = [a for a in legal if not isinstance(a, Take) or a.line < FLOOR]
    return chance.choice(lines if lines and chance.random() > careless else legal)


def _tiles(line, names):
    return () if line.colour is None else (names[line.colour],) * line.tiles


def _cells(board, lines, floor, names):
    wall = {c: t for c, t in cells_of(board, names).items() if c.startswith("wall")}
    found = {f"line/{r}/{k}": tile for r, line in enumerate(lines) for k, tile in enumerate(line)}
    return wall | found | {f"floor/{k}": tile for k, tile in enumerate(floor)}


def rounds(setup, seed):
    """Yield every round of a random game, with the sitting as it stands after its tiling."""
    play, chance = games.play(setup), Random(seed)
    position = play.start(seed)
    events = [Opened(setup)]
    events.append(Confirmed(Moment(Checkpoint.SETUP, 0), ({},) * setup.players))
    while not position.over:
        seen, position = random_round(play, position, chance)
        events.append(Confirmed(Moment(Checkpoint.OFFER_END, seen.number), tuple(seen.offer)))
        events.append(Confirmed(Moment(Checkpoint.TILED, seen.number), tuple(seen.end)))
        yield seen, fold(events)


def most_possible(setup, board, takes):
    """Return the most that any way to lay these takes brings: every way is tried."""
    game = games.game(setup)
    names = game.colours
    start = tuple(_tiles(line, names) for line in board.lines)
    ways = {(start, ())}
    for colour, count, _, marker in takes:
        ways = {
            laid
            for lines, floor in ways
            for place in range(FLOOR + 1)
            if _allowed(board, names, place, colour)
            and (laid := lay(lines, floor, colour, count, place, marker)) is not None
        }
    wall = {
        (r + 1, c + 1): names[tile]
        for r, row in enumerate(board.wall)
        for c, tile in enumerate(row)
        if tile is not None
    }
    printed = {(r, c): game.data.printed(r - 1, c - 1) for r in range(1, 6) for c in range(1, 6)}
    allowed = None if setup.variant == "grey" else printed
    most = max(
        _tiled(wall, lines, len(floor), board.score, allowed, 1, []) for lines, floor in ways
    )
    return most - board.score


def _allowed(board, names, place, colour):
    return place == FLOOR or names.index(colour) not in board.wall[place]


def _tiled(wall, lines, fallen, score, printed, row, points):
    """Return the best total of all ways to tile, row by row (R22, R43, R44)."""
    if row > 5:
        return round_score(score, points, min(7, fallen))
    line = lines[row - 1]
    if len(line) < row:
        return _tiled(wall, lines, fallen, score, printed, row + 1, points)
    places = [
        c
        for c in range(1, 6)
        if (row, c) not in wall
        and (
            printed[row, c] == line[0]
            if printed
            else all(wall.get((r, c)) != line[0] for r in range(1, 6))
        )
    ]
    if not places:
        return _tiled(wall, lines, fallen + row, score, printed, row + 1, points)
    totals = []
    for column in places:
        after = wall | {(row, column): line[0]}
        gained = [*points, tile_points(after, row, column)]
        totals.append(_tiled(after, lines, fallen, score, printed, row + 1, gained))
    return max(totals)


def goal(advice, kind, which):
    """The open goal of a kind that the advice tells of."""
    return next(one for one in advice.goals if (one.kind, one.which) == (kind, which))
