"""How a board may lie at a checkpoint after the table before, in independent parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from companion.games.azul_duel.board import CELLS, CELLS_OF, EMPTY_LINE, Board, Line
from companion.games.azul_duel.catalogue import BROKEN_PLACES, COLOURS, LYING, PLACES, ROUNDS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import (
    BROKEN,
    DOME_IDS,
    LINE_IDS,
    PLACE_IDS,
    START,
    cells_of,
    read_board,
    stack_at,
)
from companion.games.azul_duel.reading.line_outcomes import carry_out, line_outcomes
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.rules.chips import Chips
from companion.games.base import (
    ANY,
    FIRST,
    NOTHING,
    SPECIAL,
    Allowed,
    Cells,
    Checkpoint,
    Content,
    Part,
)

Option = tuple[Allowed, ...]
ANY_COLOUR: Allowed = frozenset(COLOURS)
ANY_TILE: Allowed = frozenset({None, SPECIAL, *COLOURS})


def only(content: Content | None) -> Allowed:
    """Return the set that allows exactly ``content``."""
    return frozenset({content})


def board_parts(span: Span, seat: int) -> tuple[Part, ...]:
    """Return how the board of ``seat`` may lie at the end of a ``span``."""
    match span.at:
        case Checkpoint.SETUP | Checkpoint.OPENING:
            return _opening(span)
        case Checkpoint.TILED:
            return _tiled(span, seat)
    return _acquired(span, seat)


def dome_tiles_due(checkpoint: Checkpoint, round_: int) -> int:
    """Return how many dome tiles lie on each board at a checkpoint (R10, R14)."""
    if checkpoint is Checkpoint.SETUP:
        return 0
    if checkpoint is Checkpoint.OPENING:
        return 1
    return 1 + 2 * min(max(round_, 1), ROUNDS - 1)


def fewest_dome_tiles(span: Span) -> int:
    """Return how many dome tiles lie on each board at least, as far as phase 1 has come (R14).

    In the midst of it those of the rounds before, in round 1 perhaps none: it may be the opening.
    """
    if not span.options.stack_draw_at_zero:
        return 0
    if span.at is not Checkpoint.TURN:
        return dome_tiles_due(span.at, span.moment.round)
    return dome_tiles_due(span.at, span.moment.round - 1) if span.moment.round > 1 else 0


def _opening(span: Span) -> tuple[Part, ...]:
    """Empty boards; at ``opening`` with one dome tile each."""
    due = dome_tiles_due(span.at, 0)
    ids = (*sum(LINE_IDS, ()), *DOME_IDS, BROKEN, START)
    empty = (fixed({}, cell) for cell in ids)
    return (places_part({}, (due,), new_dome_tiles(span)), *empty)


def fixed(cells: Cells, cell: str) -> Part:
    """Return the part of a single cell that stays as it is."""
    return Part((cell,), ((only(cells.get(cell)),),))


def _acquired(span: Span, seat: int) -> tuple[Part, ...]:
    """Return the parts of a board during and at the end of phase 1.

    After a turn both boards may have changed, and by more: a press may have been forgotten.
    """
    cells = span.boards[seat]
    wanted = _new_dome_tiles(span, cells)
    board = read_board(cells)
    unseen = span.joined or span.tiling_missed
    line_part = unseen_line if unseen else grown_line
    stack = () if unseen else stack_at(cells)
    return (
        places_part(cells, wanted, new_dome_tiles(span)),
        *(line_part(row, line) for row, line in enumerate(board.lines)),
        *(_unseen_dome(board) if unseen else (fixed(cells, cell) for cell in DOME_IDS)),
        _broken_part(stack, _heights(span, seat, len(stack))),
        _start_part(span, seat),
    )


def _new_dome_tiles(span: Span, cells: Cells) -> Iterable[int]:
    """Return how many dome tiles may have come since."""
    laid = sum(cell in cells for cell in PLACE_IDS)
    due, fewest = dome_tiles_due(span.at, span.moment.round), fewest_dome_tiles(span)
    return range(max(0, fewest - laid), max(0, due - laid) + 1)


def new_dome_tiles(span: Span) -> Allowed:
    """Return every dome tile, in every orientation, that lies on no board yet."""
    if span.options.dome_tiles == "free":
        return _free_dome_tiles()
    places = [tile for cells in span.before.boards for tile in read_board(cells).places]
    return _dome_tiles_but(frozenset(LYING[tile][0] for tile in places if tile in LYING))


@lru_cache(maxsize=256)
def _dome_tiles_but(used: frozenset[int]) -> Allowed:
    return frozenset(spaces for spaces, (tile, _) in LYING.items() if tile not in used)


@lru_cache(maxsize=1)
def _free_dome_tiles() -> Allowed:
    """Return every dome tile there could be: three different colours and one other space."""
    return frozenset(
        spaces
        for kind in (ANY, SPECIAL)
        for colours in combinations(COLOURS, 3)
        for spaces in permutations((kind, *colours))
    )


def places_part(cells: Cells, wanted: Iterable[int], new: Allowed) -> Part:
    """Return the dome places: those laid stay, ``wanted`` numbers of new ones are added (R17)."""
    empty = [place for place in range(PLACES) if PLACE_IDS[place] not in cells]
    kept = [only(cells.get(cell)) for cell in PLACE_IDS]
    options = []
    for number in sorted({min(max(number, 0), len(empty)) for number in wanted}):
        for chosen in combinations(empty, number):
            options.append(tuple(new if p in chosen else kept[p] for p in range(PLACES)))
    return Part(PLACE_IDS, tuple(options), stays=True)


def grown_line(row: int, line: Line) -> Part:
    """Return every way a pattern line may have grown in phase 1 (R28, R29)."""
    size = row + 1
    colours = COLOURS if line.colour is None else (line.colour,)
    least = max(1, line.tiles)
    options = [_filled(only(c), n, size) for n in range(least, size + 1) for c in colours]
    if line.colour is None:
        options.insert(0, (NOTHING,) * size)
    return Part(LINE_IDS[row], tuple(options))


def unseen_line(row: int, line: Line) -> Part:
    """Return every way a line may lie when it may also have been tiled since ``line`` was seen."""
    grown, fresh = grown_line(row, line), grown_line(row, EMPTY_LINE)
    return Part(grown.cells, tuple(dict.fromkeys(fresh.options + grown.options)))


def _filled(content: Allowed, tiles: int, size: int) -> Option:
    return (content,) * tiles + (NOTHING,) * (size - tiles)


def _heights(span: Span, seat: int, old: int) -> Iterable[int]:
    """Return how high the broken-tile stack may be: no camera sees it, people tell it.

    After a turn nobody was asked yet, and the lowest stack that explains what is seen will do.
    """
    if span.at is Checkpoint.TURN:
        return range(old, min(old + 1, BROKEN_PLACES) + 1)
    told = span.told_number("broken", seat)
    return range(old, BROKEN_PLACES + 1) if told is None else (told,)


def _broken_part(old: tuple[str | None, ...], heights: Iterable[int]) -> Part:
    """Return the stacks that may lie on the broken-tile space over the ``old`` tiles (R32).

    Of unseen tiles under the top nothing is known but their number, which people tell: colours
    bring nothing, and what it costs is never taken from the picture.
    """
    allowed = frozenset(stack for height in heights for stack in _stacks(old, height))
    return Part((BROKEN,), ((allowed,),), _sure_of)


def _sure_of(stacks: Sequence[Content | None]) -> Content | None:
    """Return the lowest of several stacks, with the top they all show; None where they differ."""
    lowest = min(stacks, key=lambda stack: len(stack or ()))
    tops = {stack[-1] for stack in stacks if stack}
    return lowest if not lowest or len(tops) == 1 else (*lowest[:-1], None)


def _stacks(old: tuple[str | None, ...], height: int) -> set[Content | None]:
    """Return the stacks of ``height`` that may lie over the ``old`` tiles."""
    if height == 0:
        return {None}
    new = height - len(old)
    if new <= 0:
        *below, top = old[:height]
        return {(*below, colour) for colour in (COLOURS if top is None else (top,))}
    found: set[Content | None] = {(*old, *(None,) * (new - 1), colour) for colour in COLOURS}
    if old and old[-1] is not None:
        # The tile that was seen on top may be the last of several: nobody saw it come alone.
        found -= {(*old, *(None,) * (new - 1), old[-1])}
        found |= {(*old[:-1], *(None,) * new, old[-1])}
    return found


def _start_part(span: Span, seat: int) -> Part:
    """Return the starting player tile's field: free in a new round, else it stays (R23, R48)."""
    if span.within_phase_1 and span.boards[seat].get(START) == FIRST:
        return fixed(span.boards[seat], START)
    return Part((START,), ((frozenset({None, FIRST}),),))


def _tiled(span: Span, seat: int) -> tuple[Part, ...]:
    """Return the parts of a board after phase 2."""
    cells = span.boards[seat]
    if not span.offer_seen:
        return _tiled_unknown(span, seat)
    board, chips = read_board(cells), span.spendable(seat)
    bands = (band_part(band, band_options(board, band, chips, span.options)) for band in range(3))
    return (
        *bands,
        *(fixed(cells, cell) for cell in PLACE_IDS),
        Part((BROKEN,), ((NOTHING,),)),
        fixed(cells, START),
    )


def _tiled_unknown(span: Span, seat: int) -> tuple[Part, ...]:
    """Return the parts after a phase 2 whose pattern lines nobody has seen before."""
    cells = span.boards[seat]
    wanted = _new_dome_tiles(span, cells)
    return (
        places_part(cells, wanted, new_dome_tiles(span)),
        *(grown_line(row, EMPTY_LINE) for row in range(6)),
        *_unseen_dome(read_board(cells)),
        Part((BROKEN,), ((NOTHING,),)),
        Part((START,), ((frozenset({None, FIRST}),),)),
    )


def _unseen_dome(board: Board) -> Iterable[Part]:
    """Return the parts of a dome to which tiles may have come."""
    return (Part((DOME_IDS[cell],), ((_may_lie(board, cell),),)) for cell in range(CELLS))


def _may_lie(board: Board, cell: int) -> Allowed:
    """Return what may lie on a dome cell when its dome tile is known, and when not."""
    if board.dome[cell] is not None:
        return only(board.dome[cell])
    space = board.space(cell)
    if space is None:
        return ANY_TILE  # a dome tile may have been laid here since
    return ANY_COLOUR | NOTHING if space == ANY else frozenset({None, space})


def band_cells(band: int) -> tuple[str, ...]:
    """Return the cells of two pattern lines and the two dome rows beside them."""
    dome = [DOME_IDS[cell] for place in range(3 * band, 3 * band + 3) for cell in CELLS_OF[place]]
    return (*LINE_IDS[2 * band], *LINE_IDS[2 * band + 1], *dome)


def band_options(board: Board, band: int, chips: Chips, options: Options) -> list[Cells]:
    """Return every way the two lines of a band may have been handled (R34 to R40).

    The rows of a band share their dome tiles and so their special tiles; bands are independent.
    """
    rows = (2 * band, 2 * band + 1)
    found: list[Cells] = []
    for chosen in product(*(line_outcomes(board, row, chips) for row in rows)):
        after = board
        for row, outcome in zip(rows, chosen, strict=True):
            after, _ = carry_out(after, row, outcome, options)
        found.append(cells_of(after))
    return found


def band_part(band: int, afterwards: Iterable[Cells]) -> Part:
    """Return the part of a band with an option for each of the boards ``afterwards``."""
    ids = band_cells(band)
    options = (tuple(only(cells.get(cell)) for cell in ids) for cells in afterwards)
    return Part(ids, tuple(dict.fromkeys(options)))
