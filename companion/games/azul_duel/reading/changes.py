"""What is wrong with a board compared with the board before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.azul_duel.board import EMPTY_LINE, Board, missing, with_dome, with_line
from companion.games.azul_duel.catalogue import LYING, PLACES, ROWS
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    DOME_IDS,
    PLACE_IDS,
    START,
    cells_of,
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
from companion.games.azul_duel.reading.row_changes import TILES_STAY, RowChange
from companion.games.azul_duel.reading.standing import line_tiles, problem
from companion.games.azul_duel.rules.chips import Chips, can_pay
from companion.games.base import ANY, FIRST, Cells, Problem
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
    """Return ``before`` after the phase 2 that the dome as it lies ``now`` tells of.

    A line that had to move and lies there no more was cleared, though no tile of it came.
    """
    old, after = read_board(before), read_board(now)
    board = old
    for row in range(ROWS):
        came = moved_to(old, after, row)
        ways = line_outcomes(old, row, chips)
        due = all(way.fate is Fate.MOVES for way in ways)
        gone = ways == (BREAKS,) or (due and after.lines[row] != old.lines[row])
        if gone or any(old.space(cell) is not None for cell in came):
            board = with_line(board, row, EMPTY_LINE)
    dome = tuple(None if old.space(cell) is None else tile for cell, tile in enumerate(after.dome))
    return cells_of(board._replace(dome=dome, broken=(), first=False))


def phase_2_changes(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield what went wrong in phase 2 with lines and dome, line by line."""
    old, now = read_board(before), read_board(cells)
    for row in range(ROWS):
        yield from RowChange(cells, old, now, row).after_seen(line_outcomes(old, row, chips))
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


def unseen_changes(cells: Cells, before: Cells, tilings: int, *, tiled: bool) -> Iterator[Problem]:
    """Yield what no way to play on from ``before`` explains; ``tiled``: phase 2 is just over.

    In each of ``tilings`` phases 2 a line may have sent a tile to its row of the dome, be it with
    bonus chips; else its tiles stay, unless they can never be placed.
    """
    old, now = read_board(before), read_board(cells)
    yield from dome_losses(cells, before)
    for row in range(ROWS):
        yield from RowChange(cells, old, now, row).after_unseen(tilings, tiled=tiled)


def unpayable(cells: Cells, before: Cells, chips: Chips) -> Iterator[Problem]:
    """Yield lines of which each could be completed with ``chips``, but not all (R37).

    A tile that lies wrong goes back anyway, so nothing need be paid for its line.
    """
    old, now = read_board(before), _without_wrong_tiles(read_board(before), read_board(cells))
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


def _without_wrong_tiles(old: Board, now: Board) -> Board:
    """Return the board without the tiles that came to spaces, or from lines, not of their colour.

    Those are reported as what they are (R23, R34, R40).
    """
    came = {cell: old.lines[row].colour for row in range(ROWS) for cell in moved_to(old, now, row)}
    fits = {c for c, line in came.items() if now.dome[c] == line and now.space(c) in (line, ANY)}
    gone = came.keys() - fits
    return with_dome(now, tuple(None if c in gone else t for c, t in enumerate(now.dome)))


def broken_left(cells: Cells) -> Iterator[Problem]:
    """Yield a broken-tile space that was not emptied after phase 2 (R47)."""
    if stack_at(cells):
        text = "Tiles still lie on the broken-tile space; once counted they go in the tower."
        yield problem("R47", (BROKEN,), text)
