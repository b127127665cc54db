"""What is wrong with a board compared with the board before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.azul_duel.board import Board, missing
from companion.games.azul_duel.catalogue import LYING, PLACES, ROWS
from companion.games.azul_duel.cells import (
    BROKEN,
    DOME_IDS,
    LINE_IDS,
    PLACE_IDS,
    START,
    cells_of,
    chips_at,
    colour_at,
    read_board,
    spaces_at,
    stack_at,
)
from companion.games.azul_duel.chips import Chips
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.outcomes import Fate, carry_out, line_outcomes, moved_to
from companion.games.azul_duel.standing import line_tiles, problem
from companion.games.base import Cells, Problem
from companion.games.saying import Listed


def dome_tile_changes(cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield dome tiles that were turned, moved or taken away (R17)."""
    for place in range(PLACES):
        cell = PLACE_IDS[place]
        old, now = before.get(cell), cells.get(cell)
        if old is None or old == now:
            continue
        if now is not None:
            text = "The dome tile on {cell} was turned or replaced; put it back as it lay."
            yield problem("R17", (cell,), text, cell=cell)
            continue
        where = _found_again(cells, before, place)
        text = "The dome tile of {cell} was moved; it stays where it was laid, so put it back."
        yield problem("R17", where, text, cell=cell)


def _found_again(cells: Cells, before: Cells, place: int) -> tuple[str, ...]:
    """Return the place where the dome tile that lay on ``place`` lies now."""
    tile = LYING.get(spaces_at(before, place) or ("", "", "", ""), (0, 0))[0]
    return tuple(
        PLACE_IDS[other]
        for other in range(PLACES)
        if PLACE_IDS[other] not in before
        and (spaces := spaces_at(cells, other)) is not None
        and LYING.get(spaces, (-1, 0))[0] == tile
    )


def new_dome_tiles(cells: Cells, before: Cells) -> tuple[str, ...]:
    """Return the places on which a dome tile lies where there was none."""
    return tuple(cell for cell in PLACE_IDS if cell in cells and cell not in before)


def acquiring_changes(cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield what may not change in phase 1: the dome, and tiles that lay in a line."""
    for cell in DOME_IDS:
        if cell in cells and cell not in before:
            text = "A tile came to {cell} too early: tiles move to the dome after all are taken."
            yield problem("R34", (cell,), text, cell=cell)
    yield from dome_losses(cells, before)
    for row in range(ROWS):
        yield from _line_kept(cells, before, row)


def dome_losses(cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield tiles on the dome that were exchanged or taken away."""
    for cell in DOME_IDS:
        if cell in before and cells.get(cell) != before[cell]:
            yield _lost(cell, cells)


def _lost(cell: str, cells: Cells) -> Problem:
    """Return the problem of a dome tile that was exchanged or taken away."""
    text = "The tile on {cell} is not the one that lay there; put that one back."
    if cell not in cells:
        text = "The tile on {cell} is gone; put it back, for tiles stay on the dome."
    return problem("R39", (cell,) if cell in cells else (), text, cell=cell)


def _line_kept(cells: Cells, before: Cells, row: int) -> Iterator[Problem]:
    """Yield a line that lost tiles in phase 1: what lies in a line stays (R39)."""
    for cell in LINE_IDS[row]:
        if cell in before and cells.get(cell) != before[cell]:
            text = "Line {line} held {tiles} {colour} before; those tiles stay, so put them back."
            tiles = len(line_tiles(before, row))
            colour = before[LINE_IDS[row][0]] if LINE_IDS[row][0] in before else before[cell]
            where = line_tiles(cells, row)
            yield problem("R39", where, text, line=row + 1, tiles=tiles, colour=colour)
            return


def tiled_since(before: Cells, cells: Cells) -> Cells | None:
    """Return ``before`` after a phase 2 without a picture that led to the dome of ``cells``.

    None when the rules allow no such phase 2.
    """
    old, now = read_board(before), read_board(cells)
    board, chips = old, chips_at(before)
    for row in range(ROWS):
        came = moved_to(old, now, row)
        ways = line_outcomes(old, row, chips)
        fits = [way for way in ways if (way.cell,) == (came or (-1,))]
        if not fits:
            return None
        board, _ = carry_out(board, row, fits[0], Options())
    return cells_of(replace(board, broken=(), first=False))


def turn_changes(cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield what is too much for a single turn (R12, R27)."""
    grown = [row for row in range(ROWS) if len(line_tiles(cells, row)) > _tiles(before, row)]
    new = tuple(cell for row in grown for cell in line_tiles(cells, row)[_tiles(before, row) :])
    if len(grown) > 1:
        lines = Listed(row + 1 for row in grown)
        text = "Tiles came to lines {lines}; those of one turn go in one line, so move the others."
        yield problem("R27", new, text, lines=lines)
    laid = new_dome_tiles(cells, before)
    broke = (BROKEN,) if len(stack_at(cells)) > len(stack_at(before)) else ()
    if len(laid) > 1 or (laid and (new or broke)):
        text = "A turn is one dome tile or the tiles of one colour, not both; take one back."
        yield problem("R12", (*laid, *new, *broke), text)


def _tiles(cells: Cells, row: int) -> int:
    return len(line_tiles(cells, row))


def tiling_changes(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield what went wrong in phase 2, line by line, then on the fields below."""
    old, now = read_board(before), read_board(cells)
    for row in range(ROWS):
        yield from _LineChange(cells, old, now, row, chips).problems()
    yield from dome_losses(cells, before)
    laid = new_dome_tiles(cells, before)
    if laid:
        text = "A dome tile came in phase 2; dome tiles are taken in phase 1 only."
        yield problem("R14", laid, text)
    if before.get(START) != cells.get(START):
        text = "The starting player tile moved; it stays on its field until the next round."
        yield problem("R48", (START,) if START in cells else (), text)


def broken_left(cells: Cells) -> Iterator[Problem]:
    """Yield a broken-tile space that was not emptied after phase 2 (R47)."""
    if stack_at(cells):
        text = "Tiles still lie on the broken-tile space; once counted they go in the tower."
        yield problem("R47", (BROKEN,), text)


class _LineChange:
    """One pattern line and its dome row, before and after phase 2."""

    def __init__(self, cells: Cells, old: Board, now: Board, row: int, chips: Chips) -> None:
        self.old, self.now, self.row = old, now, row
        self.colour = old.lines[row].colour
        self.left = line_tiles(cells, row)
        self.came = moved_to(old, now, row)
        self.tiles = {cell: colour_at(cells, DOME_IDS[cell]) for cell in self.came}
        self.ways = line_outcomes(old, row, chips)

    def problems(self) -> Iterator[Problem]:
        """Yield what went wrong with the line."""
        fates = {way.fate for way in self.ways}
        if self.came and Fate.MOVES in fates:
            yield from self._moved()
        elif self.came:
            yield self._came_wrongly()
        elif fates == {Fate.MOVES}:
            yield self._not_moved()
        elif Fate.BREAKS in fates and self.left:
            text = "Line {line} can never be placed; its tiles go on the broken-tile space."
            yield self._problem("R36", self.left, text)
        elif Fate.STAYS in fates:
            yield from self._stayed()

    def _problem(self, rule: str, cells: tuple[str, ...], text: str) -> Problem:
        return problem(rule, cells, text, line=self.row + 1, colour=self.colour)

    def _names(self) -> tuple[str, ...]:
        return tuple(DOME_IDS[cell] for cell in self.came)

    def _moved(self) -> Iterator[Problem]:
        """Yield what is wrong with a move: too many tiles, another colour, line not cleared."""
        if len(self.came) > 1:
            text = "Several tiles came to row {line} of the dome; one line gives one tile."
            yield self._problem("R34", self._names(), text)
        wrong = tuple(DOME_IDS[c] for c in self.came if self.tiles[c] != self.colour)
        if wrong and len(self.came) == 1:
            text = "Line {line} is {colour}, so a {colour} tile moves to row {line} of the dome."
            yield self._problem("R34", wrong, text)
        if self.left:
            text = "The tile of line {line} has moved; throw the rest of the line in the tower."
            yield self._problem("R39", self.left, text)

    def _came_wrongly(self) -> Problem:
        """Return the problem of a tile for which the line has no right to move one."""
        if self.colour is None:
            text = "Line {line} was empty, so nothing can come to row {line} of the dome."
        elif missing(self.old, self.row):
            text = (
                "Line {line} was not complete; its tile may move only when bonus chips pay for "
                "what is missing."
            )
        else:
            text = "No space of row {line} was free for {colour}; the tile may not lie here."
        found = self._problem("R34", self._names(), text)
        paid = self.colour is not None and missing(self.old, self.row)
        return replace(found, asks=("chips",)) if paid else found

    def _not_moved(self) -> Problem:
        if self.left:
            text = "Line {line} is complete; move its rightmost tile to row {line} of the dome."
        else:
            text = "Line {line} was cleared, but no tile came to row {line} of the dome."
        return self._problem("R34", self.left, text)

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
