"""What went wrong with one pattern line and its dome row between two pictures (DU-R34 to R39)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.azul_duel.board import Board, covered, impossible, missing, open_cells
from companion.games.azul_duel.reading.cells import DOME_IDS
from companion.games.azul_duel.reading.line_outcomes import Fate, Outcome, moved_to
from companion.games.azul_duel.reading.standing import line_tiles, problem
from companion.games.base import ANY, Cells, Problem

SEVERAL_CAME = "Several tiles came to row {line} of the dome; one line gives one tile."
OTHER_CAME = "Line {line} is {colour}, so a {colour} tile moves to row {line} of the dome."
REST_LEFT = "The tile of line {line} has moved; throw the rest of the line in the tower."
NEVER_PLACED = "Line {line} can never be placed; its tiles go on the broken-tile space."
NOT_MOVED = "Line {line} is complete; move its rightmost tile to row {line} of the dome."
NOT_COME = "Line {line} was cleared, but no tile came to row {line} of the dome."
TILES_STAY = "Line {line} held {tiles} {colour} before; those tiles stay, so put them back."


class RowChange:
    """One pattern line and its dome row, before and after."""

    def __init__(self, cells: Cells, old: Board, now: Board, row: int) -> None:
        self.old, self.now, self.row = old, now, row
        self.colour = old.lines[row].colour
        self.left = line_tiles(cells, row)
        self.came = moved_to(old, now, row)
        self.names = tuple(DOME_IDS[cell] for cell in self.came)

    def _problem(self, rule: str, cells: tuple[str, ...], text: str, **more: object) -> Problem:
        values = {"line": self.row + 1, "colour": self.colour, **more}
        return problem(rule, cells, text, **values)

    def after_seen(self, ways: Sequence[Outcome]) -> Iterator[Problem]:
        """Yield what went wrong in a phase 2 with these ``ways`` to handle the line."""
        fates = {way.fate for way in ways}
        if self.came and Fate.MOVES in fates:
            yield from self._moved()
        elif self.came:
            yield self._came_wrongly()
        elif fates == {Fate.MOVES}:
            yield self._problem("R34", self.left, NOT_MOVED if self.left else NOT_COME)
        elif Fate.BREAKS in fates and self.left:
            yield self._problem("R36", self.left, NEVER_PLACED)
        elif Fate.STAYS in fates:
            yield from self._stayed()

    def _moved(self) -> Iterator[Problem]:
        """Yield what is wrong with a move: too many tiles, another colour, line not cleared."""
        if len(self.came) > 1:
            yield self._several_came(1, self.colour)
        elif self.now.dome[self.came[0]] != self.colour:
            yield self._problem("R34", self.names, OTHER_CAME)
        if self.left:
            yield self._problem("R39", self.left, REST_LEFT)

    def _several_came(self, most: int, colour: str | None) -> Problem:
        """Return the problem of more than ``most`` tiles in a row, without those that lie right.

        Those are on spaces that take them and of ``colour``, where that is known; where there are
        more of them, nobody knows which came first.
        """
        right = [cell for cell in self.came if self._may_lie(cell, colour)]
        wrong = [cell for cell in self.came if len(right) > most or cell not in right]
        return self._problem("R34", tuple(DOME_IDS[cell] for cell in wrong), SEVERAL_CAME)

    def _may_lie(self, cell: int, colour: str | None) -> bool:
        """Tell whether a space takes the tile on it (R34, R41), and that is of ``colour``."""
        tile = self.now.dome[cell]
        return self.now.space(cell) in (tile, ANY) and colour in (tile, None)

    def _came_wrongly(self) -> Problem:
        """Return the problem of a tile for which the line has no right to move one."""
        paid = self.colour is not None and missing(self.old, self.row)
        if self.colour is None:
            text = "Line {line} was empty, so nothing can come to row {line} of the dome."
        elif paid:
            text = (
                "Line {line} was not complete; its tile may move only when bonus chips pay for "
                "what is missing."
            )
        else:
            text = "No space of row {line} was free for {colour}; the tile may not lie here."
        found = self._problem("R34", self.names, text)
        return replace(found, asks=("chips",)) if paid else found

    def _stayed(self) -> Iterator[Problem]:
        """Yield tiles that vanished from a line that stays, or came to it (R35, R39)."""
        had = self.old.lines[self.row].tiles
        if len(self.left) > had:
            text = "Line {line} got new tiles; in phase 2 nothing is added to a line."
            yield self._problem("R39", self.left[had:], text)
        elif len(self.left) < had:
            full = not missing(self.old, self.row)
            text = "Line {line} waits for a later round; put its {colour} tiles back."
            yield self._problem("R35" if full else "R39", self.left, text)
        elif had and self.now.lines[self.row].colour != self.colour:
            text = "Line {line} held {colour} tiles before; those stay, so put them back."
            yield self._problem("R39", self.left, text)

    def after_unseen(self, tilings: int, *, tiled: bool) -> Iterator[Problem]:
        """Yield what cannot be after phases 2 whose pattern lines nobody has seen.

        ``tiled``: the last of them is just over.
        """
        if len(self.came) > tilings:
            # What one phase 2 brings is of the colour that the line had, unless that broke (R36).
            sure = tilings == 1 and not self._may_have_broken()
            yield self._several_came(tilings, self.colour if sure else None)
        elif self.came and not self._fits():
            yield self._problem("R34", self.names, OTHER_CAME)
        elif not self.came:
            yield from self._nothing_came()
        if tiled:
            yield from self._left_over(tilings)

    def _fits(self) -> bool:
        """Tell whether a tile of the line came, or the line was free for another colour."""
        came = [self.now.dome[cell] for cell in self.came]
        return self.colour in (None, *came) or self._may_have_broken()

    def _may_have_broken(self) -> bool:
        """Tell whether the line can have been one that is never placed (R36).

        Spaces are only ever filled: what is open now was open then.
        """
        fits = self.colour is not None and open_cells(self.now, self.row, self.colour)
        return covered(self.now, self.row) and not fits

    def _nothing_came(self) -> Iterator[Problem]:
        """Yield a complete line that did not move, or a line that lost tiles (R34, R39)."""
        colour, held, now = self.colour, self.old.lines[self.row], self.now.lines[self.row]
        if colour is None or self._may_have_broken():
            return
        if not missing(self.old, self.row) and open_cells(self.old, self.row, colour):
            yield self._problem("R34", self.left, NOT_MOVED)
        elif now.colour != colour or now.tiles < held.tiles:
            yield self._problem("R39", self.left, TILES_STAY, tiles=held.tiles)

    def _left_over(self, tilings: int) -> Iterator[Problem]:
        """Yield what may not lie in a line any more when phase 2 is over (R34, R36, R39)."""
        colour = self.now.lines[self.row].colour
        if colour is None:
            return
        if self.came and len(self.came) >= tilings:
            yield self._problem("R39", self.left, REST_LEFT, colour=colour)
        elif impossible(self.now, self.row):
            yield self._problem("R36", self.left, NEVER_PLACED, colour=colour)
        elif not missing(self.now, self.row) and open_cells(self.now, self.row, colour):
            yield self._problem("R34", self.left, NOT_MOVED, colour=colour)
