"""What cannot follow after tilings of which not every offer was seen to its end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Cells, Checkpoint, Problem
from companion.games.wall.board import Board, board_of
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.standing import line_problems
from companion.games.wall.reading.tiling_problems import (
    MUST_MOVE,
    misplaced,
    missing,
    new_tiles,
    not_moved,
)
from companion.games.wall.rules.tiling import columns_for


def unseen_changes(rules: Rules, span: Span, cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield what no way to play on from ``before`` explains, row by row.

    A line may have grown; completed, it sends one of its tiles to the wall at every tiling, or on
    the grey side may have been stuck.  What else came, and when, nobody knows.
    """
    now, old = board_of(cells, rules.game.colours), board_of(before, rules.game.colours)
    for row, was in zip(Lying.of(cells).rows, Lying.of(before).rows, strict=True):
        yield from missing(rules, row, was)
        change = _Change(rules, span, row, was)
        wrong = () if change.not_cleared else tuple(line_problems(rules, row, row))
        stuck = bool(wrong) or (rules.grey and _maybe_stuck(old, now, row.number, span.tilings))
        yield from (*wrong, *change.problems(stuck))


def _maybe_stuck(old: Board, now: Board, row: int, tilings: int) -> bool:
    """Tell whether the line of ``old`` may have been stuck on the grey side (R44).

    After one tiling only what lies above was there already; after several, whatever lies there now
    may have been, and a wall never opens a space again.
    """
    colour = old.lines[row].colour
    if colour is None:
        return True
    above = now.wall if tilings > 1 else now.wall[:row] + old.wall[row:]
    wall = above[:row] + (old.wall[row],) + above[row + 1 :]
    return not columns_for(old._replace(wall=wall), row, colour, grey=True)


class _Change:
    """One row before and after; ``row`` and ``was`` as they lie, legal or not."""

    def __init__(self, rules: Rules, span: Span, row: LyingRow, was: LyingRow) -> None:
        self.rules, self.row, self.was = rules, row, was
        self.tiled, self.tilings = span.at is Checkpoint.TILED, span.tilings
        self.new = new_tiles(row, was)
        self.values = {"row": row.number + 1}

    @property
    def not_cleared(self) -> bool:
        """Whether every tiling brought a tile to the wall, and the line is not empty (R24)."""
        return self.tiled and bool(self.row.line) and len(self.new) == self.tilings

    def problems(self, stuck: bool) -> Iterator[Problem]:
        """Yield what cannot be: too many tiles on the wall, a line that changed otherwise.

        Tiles on the wall stay, so one that lies where another lay is wrong whatever was tiled.
        """
        for column in self.new.keys() & self.was.wall.keys():
            yield misplaced(self.rules, self.row, column)
        held = next(iter(self.was.line.values()), None)
        fits = held is None or stuck or held in self.new.values()
        if len(self.new) > self.tilings or not fits:
            yield from (
                misplaced(self.rules, self.row, column)
                for column, tile in self.new.items()
                if tile != held or len(self.new) > self.tilings
            )
        if self.not_cleared:
            text = (
                "A tile of line {row} moved to the wall; the rest of the line leaves for the lid."
            )
            yield Problem(self.rules.rule(24), self.row.line_tiles, text, self.values)
        if not self.new and not stuck:
            yield from self._not_kept()
        if self.tiled and self.row.full and not self.new:
            yield not_moved(self.rules, self.row)

    def _not_kept(self) -> Iterator[Problem]:
        """Yield a line that lost tiles though none of it came to the wall (R22, R25)."""
        lost = any(self.row.line.get(at) != tile for at, tile in self.was.line.items())
        if self.was.full and not (self.tiled and self.row.full):
            values = {**self.values, "colour": self.was.line[0]}
            yield Problem(self.rules.rule(22), self.row.line_tiles, MUST_MOVE, values)
        elif lost and not self.was.full:
            text = "Tiles of line {row} are gone, but none of them came to the wall; put them back."
            yield Problem(self.rules.rule(25), self.row.line_tiles, text, self.values)
