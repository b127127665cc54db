"""Whether the tiles that left the table beside the boards pay for the one that was placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.base import FIRST, Boards, Cells, Checkpoint, Problem
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.summer_pavilion.layout import BESIDE, CELLS, SPACE, STRUCTURES, Side, Structure
from companion.games.summer_pavilion.position import DISPLAYS, SUPPLY_SPACES, TILES_PER_DISPLAY
from companion.games.summer_pavilion.reading.span import Span, corners_seen, new_cells
from companion.games.summer_pavilion.tiles import COLOURS

COST = "This space costs {cost} tiles; gone from beside the board: {paid}."
COLOUR = "Only while {other} is wild do {other} tiles pay for {colour}; in this round {wild} is."
WILD_ALONE = (
    "Only {wild} tiles are gone from beside the board: one of the tiles spent must itself be "
    "{colour}."
)


def beside_boards(side: Side, span: Span, boards: Boards, seen: Offer, *, followed: bool) -> Offer:
    """Return all loose tiles as one heap: while tiles are placed they all lie beside a board.

    It is complete where a round's first picture shows as many as must lie there; one that has not
    the colour of the table, is cut off, or is held in a hand would make each later payment seem too
    small.  ``followed`` by later pictures, that is known.
    """
    heap = Counter(seen.centre) + Counter(seen.elsewhere)
    for display in seen.displays:
        heap.update(display)
    whole = followed or heap.total() - heap[FIRST] in _due_beside(side, span, boards)
    return Offer((), {}, dict(heap), complete=bool(heap) and whole)


def _due_beside(side: Side, span: Span, boards: Boards) -> tuple[int, ...]:
    """Return how many tiles lie loose in the first picture of a round, with and without the supply.

    They are those that were dealt (SP-R6), kept (SP-R41) and won (SP-R30), less what was spent.
    """
    if span.joined or not span.new_round or span.rounds_missed:
        return ()
    loose = DISPLAYS[len(boards)] * TILES_PER_DISPLAY
    for before, board in zip(span.boards, boards, strict=True):
        loose += corners_seen(before) - corners_seen(board)
        loose -= sum(side.numbers[SPACE[cell]] for cell in new_cells(before, board))
        loose += sum(
            structure.bonus
            for structure in STRUCTURES
            if _covered(structure, board) and not _covered(structure, before)
        )
    return (loose, loose + SUPPLY_SPACES)


def payment_problems(side: Side, since: Since) -> tuple[TakeProblem, ...]:
    """Return what does not fit about the payment for a single tile (SP-R20, SP-R23).

    Only worth saying, never a violation: people keep tiles in their hands.  Nothing is said where
    tiles came to the table, or where the tile brought others from the supply; too many that are
    gone may only be hidden.
    """
    placed = [
        (seat, cell)
        for seat, (old, new) in enumerate(zip(since.before.boards, since.boards, strict=True))
        for cell in new
        if cell not in old
    ]
    paid = Counter(since.was.elsewhere) - Counter(since.now.elsewhere)
    came = Counter(since.now.elsewhere) - Counter(since.was.elsewhere)
    if since.moment.checkpoint is not Checkpoint.PLACED or len(placed) != 1 or came or not paid:
        return ()
    (seat, cell) = placed[0]
    if cell not in SPACE or _brings_tiles(cell, since.boards[seat]):
        return ()
    return tuple(_objections(side, since, seat, cell, paid))


def _brings_tiles(cell: str, board: Cells) -> bool:
    """Tell whether a structure beside a filled space is complete."""
    return any(_covered(structure, board) for structure in BESIDE[SPACE[cell]])


def _covered(structure: Structure, board: Cells) -> bool:
    return all(CELLS[space] in board for space in structure.spaces)


def _objections(
    side: Side, since: Since, seat: int, cell: str, paid: Counter[str]
) -> Iterator[TakeProblem]:
    cost, colour = side.numbers[SPACE[cell]], str(since.boards[seat][cell])
    wild = COLOURS[since.moment.round - 1]
    problems = []
    if paid.total() != cost:
        values = {"cost": cost, "paid": paid.total()}
        problems.append(Problem("SP-R20", (cell,), COST, values))
    for other in sorted(paid.keys() - {colour, wild}):
        named = {"other": other, "colour": colour, "wild": wild}
        problems.append(Problem("SP-R23", (cell,), COLOUR, named))
    # With fewer gone than it costs, the tile of the colour may have come out of the hand.
    if colour != wild and set(paid) == {wild} and paid.total() >= cost:
        problems.append(Problem("SP-R23", (cell,), WILD_ALONE, {"colour": colour, "wild": wild}))
    for problem in problems:
        yield TakeProblem(seat, problem, stops=False, doubtful=paid.total() > cost)
