"""Azul, Mini, Chocolatier: where the tiles of a round could have gone.

Which tiles came in one take is not seen, only what came to each line and to the floor line.  So
tiles are moved only together with all that may have come with them: whatever the takes were, a
player could have laid just these tiles so (R13, R15 to R20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from companion.games.advice import Move, Possible
from companion.games.common.tuples import put
from companion.games.wall.board import FLOOR_SPACES, LINES, MARKER, NO_LINE, Board, Line
from companion.games.wall.data import SIZE, Rules
from companion.games.wall.rules.score_sheet import sheet
from companion.games.wall.rules.scoring import capped
from companion.games.wall.rules.tiling import Tiled, tilings

FLOOR = SIZE
"""The floor line among the places tiles can go to; below are the pattern lines."""


MOST_MOVED = 2
"""Groups moved at most on the grey side, where every way can be tiled in very many ways."""


class Group(NamedTuple):
    """Tiles of one colour that may have come together: how many to each place."""

    colour: int
    lay: tuple[tuple[int, int], ...]

    @property
    def tiles(self) -> int:
        """How many tiles they are."""
        return sum(count for _, count in self.lay)


class Way(NamedTuple):
    """Lines and floor as tiles could lie; ``targets`` is where each group went (None: stayed)."""

    lines: tuple[Line, ...]
    fallen: int
    targets: tuple[int | None, ...] = ()

    @property
    def moved(self) -> int:
        """How many groups lie otherwise than they did."""
        return sum(target is not None for target in self.targets)


def groups(start: Board, end: Board, *, partial: bool) -> tuple[Group, ...] | None:
    """Return what was laid between two boards of one round; None where lines do not follow.

    Tiles on the floor may be what a full line had no room for, or with option
    ``allow_partial_floor`` (``partial``) what any line was not given.
    """
    if any(not _grown(old, new) for old, new in zip(start.lines, end.lines, strict=True)):
        return None
    fallen = Counter(tile for tile in end.floor if tile != MARKER)
    found: list[Group] = []
    for colour in range(SIZE):
        gains = {
            row: line.tiles - start.lines[row].tiles
            for row, line in enumerate(end.lines)
            if line.colour == colour and line.tiles > start.lines[row].tiles
        }
        over = [row for row in gains if partial or end.lines[row].tiles > row]
        together = over if fallen[colour] else []
        alone = [row for row in gains if row not in together]
        found += [Group(colour, ((row, gains[row]),)) for row in alone]
        if fallen[colour]:
            lay = [(row, gains[row]) for row in together]
            found.append(Group(colour, (*lay, (FLOOR, fallen[colour]))))
    return tuple(found)


def _grown(old: Line, new: Line) -> bool:
    return new.tiles >= old.tiles and (old == NO_LINE or old.colour == new.colour)


def ways(start: Board, found: Sequence[Group]) -> tuple[Way, ...]:
    """Return every way to lay the groups, each lying once with the fewest groups moved."""
    known = {(start.lines, 0): Way(start.lines, 0)}
    for group in found:
        longer = chain.from_iterable(_laid(start, way, group) for way in known.values())
        known = {}
        for way in sorted(longer, key=lambda one: one.moved):
            known.setdefault((way.lines, way.fallen), way)
    return tuple(known.values())


def _laid(start: Board, way: Way, group: Group) -> Iterator[Way]:
    """Yield where a group can go: where it went, all of it to one line, all to the floor."""
    stayed: Way | None = way
    for place, tiles in group.lay:
        stayed = stayed and _put(start, stayed, group.colour, place, tiles)
    if stayed is not None:
        yield stayed._replace(targets=(*way.targets, None))
    for place in range(SIZE + 1):
        laid = _put(start, way, group.colour, place, group.tiles)
        if laid is not None and (place, group.tiles) not in group.lay:
            yield laid._replace(targets=(*way.targets, place))


def _put(start: Board, way: Way, colour: int, place: int, tiles: int) -> Way | None:
    """Lay tiles on a line, the rest on the floor; None where the rules forbid it (R15 to R17)."""
    if place == FLOOR:
        return way._replace(fallen=way.fallen + tiles)
    line = way.lines[place]
    if line.tiles > place or line.colour not in (None, colour) or colour in start.wall[place]:
        return None
    fitting = min(tiles, place + 1 - line.tiles)
    lines = put(way.lines, place, LINES[colour][line.tiles + fitting])
    return way._replace(lines=lines, fallen=way.fallen + tiles - fitting)


def possible(rules: Rules, start: Board, end: Board, scored: int) -> Possible | None:
    """Return the most the tiles that came in a round could bring; None where they are not known.

    ``start`` has the total the round began with, ``scored`` is what the round really brought.
    """
    found = groups(start, end, partial=rules.partial)
    if found is None:
        return None
    laid = (way for way in ways(start, found) if not rules.grey or way.moved <= MOST_MOVED)
    tried = [
        (best_tiling(start, way, end.floor.count(MARKER), grey=rules.grey), way)
        for way in _different(tuple(laid))
    ]
    best, way = max(tried, key=lambda one: (capped(rules, one[0].board.score), -one[1].moved))
    most = capped(rules, best.board.score) - start.score
    if most <= scored:
        return Possible(scored, scored)
    moves = tuple(_moves(rules, way, found))
    return Possible(scored, most, moves, sheet(rules, start.score, best))


def _different(laid: Sequence[Way]) -> tuple[Way, ...]:
    """Return the ways that a tiling can tell apart: lines that stay incomplete bring nothing."""
    known: dict[tuple[object, ...], Way] = {}
    for way in sorted(laid, key=lambda one: one.moved):
        complete = tuple(
            line.colour if line.tiles > row else None for row, line in enumerate(way.lines)
        )
        known.setdefault((complete, min(way.fallen, FLOOR_SPACES)), way)
    return tuple(known.values())


def best_tiling(start: Board, way: Way, markers: int, *, grey: bool) -> Tiled:
    """Return the tiling of a way that brings most; on the grey side there are several (R43)."""
    fallen = min(way.fallen + markers, FLOOR_SPACES)
    lying = Board(start.wall, way.lines, (MARKER,) * fallen, start.score)
    return max(tilings(lying, grey), key=lambda one: one.board.score)


def _moves(rules: Rules, way: Way, found: Sequence[Group]) -> Iterator[Move]:
    """Yield what lies otherwise than it did."""
    for group, target in zip(found, way.targets, strict=True):
        for source, tiles in group.lay if target is not None else ():
            if target is not None and source != target:
                colour = rules.game.colours[group.colour]
                yield Move(colour, tiles, _name(source), _name(target))


def _name(place: int) -> str:
    return "floor" if place == FLOOR else f"line/{place}"
