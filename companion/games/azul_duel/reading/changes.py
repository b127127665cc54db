"""What is wrong with a board compared with the board before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.azul_duel.board import EMPTY_LINE, Board, missing, with_line
from companion.games.azul_duel.catalogue import FIRST, LYING, PLACES, ROWS
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    DOME_IDS,
    PLACE_IDS,
    START,
    cells_of,
    colour_at,
    read_board,
    spaces_at,
    stack_at,
)
from companion.games.azul_duel.reading.line_outcomes import (
    BREAKS,
    Fate,
    cheapest,
    line_outcomes,
    moved_to,
    needs,
)
from companion.games.azul_duel.reading.standing import line_tiles, problem
from companion.games.azul_duel.rules.chips import Chips, can_pay
from companion.games.base import Cells, Problem
from companion.games.saying import Listed

SEVERAL_CAME = "Several tiles came to row {line} of the dome; one line gives one tile."
OTHER_CAME = "Line {line} is {colour}, so a {colour} tile moves to row {line} of the dome."
REST_LEFT = "The tile of line {line} has moved; throw the rest of the line in the tower."
NEVER_PLACED = "Line {line} can never be placed; its tiles go on the broken-tile space."
NOT_MOVED = "Line {line} is complete; move its rightmost tile to row {line} of the dome."
TILES_STAY = "Line {line} held {tiles} {colour} before; those tiles stay, so put them back."
"""What is said of a line after phase 2, whether its beginning was seen or not."""


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
    """Yield a line that lost tiles in phase 1: what lies in a line stays (R39).

    Tiles that were only pushed along the line are a gap and nothing else (R28).
    """
    had, left = line_tiles(before, row), line_tiles(cells, row)
    kept = [cell for cell in left if cells[cell] == before[had[0]]] if had else []
    changed = any(cells.get(cell, before[cell]) != before[cell] for cell in had)
    if len(kept) < len(had) or changed:
        tiles, colour = len(had), before[had[0]]
        yield problem("R39", left, TILES_STAY, line=row + 1, tiles=tiles, colour=colour)


def start_tile_moved(cells: Cells, before: Cells, *, fresh: bool) -> Iterator[Problem]:
    """Yield a starting player tile that is gone from its field in phase 1 (R48).

    ``fresh``: a round has begun since ``before``, and with it the tile was put back (R55).
    """
    if not fresh and before.get(START) == FIRST != cells.get(START):
        text = "The starting player tile moved; it stays on its field until the next round."
        yield problem("R48", (), text)


def start_tile_came(cells: Cells, before: Cells, *, fresh: bool) -> Iterator[Problem]:
    """Yield a starting player tile that came to a board without tiles (R23), or stayed (R55)."""
    had = before.get(START) == FIRST
    if cells.get(START) != FIRST or (had and not fresh) or _got_tiles(cells, before):
        return
    if had:
        text = "The starting player tile still lies here; a round begins with it on its factory."
        yield problem("R55", (START,), text)
    else:
        text = "The starting player tile comes with tiles of the large factory's moon part only."
        yield problem("R23", (START,), text)


def _got_tiles(cells: Cells, before: Cells) -> bool:
    """Tell whether tiles may have come since; over a broken tile another one may lie unseen."""
    grown = any(len(line_tiles(cells, row)) > len(line_tiles(before, row)) for row in range(ROWS))
    return grown or bool(stack_at(cells))


def as_tiled(before: Cells, now: Cells, chips: Chips) -> Cells:
    """Return ``before`` after the phase 2 that the dome as it lies ``now`` tells of."""
    old, after = read_board(before), read_board(now)
    board = old
    for row in range(ROWS):
        came = moved_to(old, after, row)
        broke = line_outcomes(old, row, chips) == (BREAKS,)
        if broke or any(old.space(cell) is not None for cell in came):
            board = with_line(board, row, EMPTY_LINE)
    dome = tuple(None if old.space(cell) is None else tile for cell, tile in enumerate(after.dome))
    return cells_of(board._replace(dome=dome, broken=(), first=False))


def phase_2_changes(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield what went wrong in phase 2 with lines and dome, line by line."""
    old, now = read_board(before), read_board(cells)
    for row in range(ROWS):
        yield from _LineChange(cells, old, now, row, chips).problems()
    yield from dome_losses(cells, before)
    yield from unpayable(cells, before, chips)


def tiling_changes(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield what went wrong in phase 2: with lines and dome, then on the fields below."""
    yield from phase_2_changes(cells, before, chips)
    laid = new_dome_tiles(cells, before)
    if laid:
        text = "A dome tile came in phase 2; dome tiles are taken in phase 1 only."
        yield problem("R14", laid, text)
    if before.get(START) != cells.get(START):
        text = "The starting player tile moved; it stays on its field until the next round."
        yield problem("R48", (START,) if START in cells else (), text)


def unpayable(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield lines of which each could be completed with ``chips``, but not all (R37)."""
    old, now = read_board(before), read_board(cells)
    wanted = needs(old, now)
    each = all(can_pay(chips, colour, gap) for colour, gap in wanted)
    if len(wanted) < 2 or not each or cheapest(chips, wanted) is not None:
        return
    rows = [row for row in range(ROWS) if missing(old, row) and moved_to(old, now, row)]
    came = [DOME_IDS[cell] for row in rows for cell in moved_to(old, now, row)]
    text = (
        "The bonus chips pay for some of lines {lines}, not for all; take a tile back, or tell the"
        " chips."
    )
    found = problem("R37", came, text, lines=Listed(row + 1 for row in rows))
    yield replace(found, asks=("chips",))


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
            yield self._problem("R36", self.left, NEVER_PLACED)
        elif Fate.STAYS in fates:
            yield from self._stayed()

    def _problem(self, rule: str, cells: tuple[str, ...], text: str) -> Problem:
        return problem(rule, cells, text, line=self.row + 1, colour=self.colour)

    def _names(self) -> tuple[str, ...]:
        return tuple(DOME_IDS[cell] for cell in self.came)

    def _moved(self) -> Iterator[Problem]:
        """Yield what is wrong with a move: too many tiles, another colour, line not cleared."""
        if len(self.came) > 1:
            yield self._problem("R34", self._names(), SEVERAL_CAME)
        wrong = tuple(DOME_IDS[c] for c in self.came if self.tiles[c] != self.colour)
        if wrong and len(self.came) == 1:
            yield self._problem("R34", wrong, OTHER_CAME)
        if self.left:
            yield self._problem("R39", self.left, REST_LEFT)

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
        cleared = "Line {line} was cleared, but no tile came to row {line} of the dome."
        return self._problem("R34", self.left, NOT_MOVED if self.left else cleared)

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
