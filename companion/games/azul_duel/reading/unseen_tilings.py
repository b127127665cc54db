"""What cannot follow after a phase 2 whose pattern lines nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.azul_duel.board import Board, covered, impossible, missing, open_cells
from companion.games.azul_duel.catalogue import ROWS
from companion.games.azul_duel.reading.cells import DOME_IDS, read_board
from companion.games.azul_duel.reading.changes import (
    NEVER_PLACED,
    NOT_MOVED,
    OTHER_CAME,
    REST_LEFT,
    SEVERAL_CAME,
    TILES_STAY,
    dome_losses,
)
from companion.games.azul_duel.reading.line_outcomes import moved_to
from companion.games.azul_duel.reading.standing import line_tiles, problem
from companion.games.base import Cells, Problem


def unseen_changes(cells: Cells, before: Cells, tilings: int, *, tiled: bool) -> Iterator[Problem]:
    """Yield what no way to play on from ``before`` explains; ``tiled``: phase 2 is just over.

    In each of ``tilings`` phases 2 a line may have sent a tile to its row of the dome, be it with
    bonus chips; else its tiles stay, unless they can never be placed.
    """
    old, now = read_board(before), read_board(cells)
    yield from dome_losses(cells, before)
    for row in range(ROWS):
        yield from _Row(cells, old, now, row, tilings).problems(tiled=tiled)


class _Row:
    """One pattern line and its dome row, before and after."""

    def __init__(self, cells: Cells, old: Board, now: Board, row: int, tilings: int) -> None:
        self.old, self.now, self.row, self.tilings = old, now, row, tilings
        self.line, self.left = old.lines[row], line_tiles(cells, row)
        self.came = moved_to(old, now, row)

    def problems(self, *, tiled: bool) -> Iterator[Problem]:
        """Yield what cannot be."""
        if len(self.came) > self.tilings:
            yield self._problem("R34", self._names(), SEVERAL_CAME)
        elif self.came and not self._fits():
            yield self._problem("R34", self._names(), OTHER_CAME)
        elif not self.came:
            yield from self._nothing_came()
        if tiled:
            yield from self._left_over()

    def _problem(self, rule: str, cells: tuple[str, ...], text: str) -> Problem:
        return problem(rule, cells, text, line=self.row + 1, colour=self.line.colour)

    def _names(self) -> tuple[str, ...]:
        return tuple(DOME_IDS[cell] for cell in self.came)

    def _fits(self) -> bool:
        """Tell whether a tile of the line came, or the line was free for another colour."""
        came = [self.now.dome[cell] for cell in self.came]
        return self.line.colour in (None, *came) or self._may_have_broken()

    def _may_have_broken(self) -> bool:
        """Tell whether the line can have been one that is never placed (R36).

        Spaces are only ever filled: what is open now was open then.
        """
        colour = self.line.colour
        fits = colour is not None and open_cells(self.now, self.row, colour)
        return covered(self.now, self.row) and not fits

    def _nothing_came(self) -> Iterator[Problem]:
        """Yield a complete line that did not move, or a line that lost tiles (R34, R39)."""
        colour, line = self.line.colour, self.now.lines[self.row]
        if colour is None or self._may_have_broken():
            return
        if not missing(self.old, self.row) and open_cells(self.old, self.row, colour):
            yield self._problem("R34", self.left, NOT_MOVED)
        elif line.colour != colour or line.tiles < self.line.tiles:
            values = {"line": self.row + 1, "tiles": self.line.tiles, "colour": colour}
            yield problem("R39", self.left, TILES_STAY, **values)

    def _left_over(self) -> Iterator[Problem]:
        """Yield what may not lie in a line any more when phase 2 is over (R34, R36, R39)."""
        colour = self.now.lines[self.row].colour
        if colour is None:
            return
        values = {"line": self.row + 1, "colour": colour}
        if self.came and len(self.came) >= self.tilings:
            yield problem("R39", self.left, REST_LEFT, **values)
        elif impossible(self.now, self.row):
            yield problem("R36", self.left, NEVER_PLACED, **values)
        elif not missing(self.now, self.row) and open_cells(self.now, self.row, colour):
            yield problem("R34", self.left, NOT_MOVED, **values)
