"""What one turn can do to a board, and whether there was only one (DU-R12, R27)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.azul_duel.catalogue import ROWS, SMALL_TILES
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import BROKEN, came_on_top, colour_at, stack_at
from companion.games.azul_duel.reading.changes import new_dome_tiles
from companion.games.azul_duel.reading.consistency import came_this_round, full_deal
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.standing import line_tiles, problem
from companion.games.base import Boards, Cells, Problem
from companion.games.saying import Listed


def turn_problems(span: Span, seat: int, boards: Boards) -> Iterator[Problem]:
    """Yield what is too much for one turn, where no more than one lies in between."""
    changed = changed_seats(span, boards)
    if changed == [seat] and not other_may_hide(span, seat, boards):
        yield from breaches(boards[seat], span.boards[seat], span.options)


def changed_seats(span: Span, boards: Boards) -> list[int]:
    """Return the boards that changed in a phase 1; none where more lies in between."""
    return span.changed_seats(boards, _differ)


def _differ(before: Cells, now: Cells) -> bool:
    """Tell whether a camera sees two boards differ: of a stack the top, and no chips."""
    if came_on_top(stack_at(before), stack_at(now)):
        return True
    unseen = ("chip/", BROKEN)
    shown = {*before.items()} ^ {*now.items()}
    return not all(cell.startswith(unseen) for cell, _ in shown)


def other_may_hide(span: Span, seat: int, boards: Boards) -> bool:
    """Tell whether the other player can have had a turn that left no trace on the boards.

    A bonus chip leaves none, once a small factory can be empty (R26), be it by the first of the
    turns that are in question; nor does a tile that breaks over one of its colour.
    """
    stacks = any(stack_at(cells) for cells in boards)
    came = came_this_round(span, boards)
    if stacks or came is None or not full_deal(span):
        return True
    turn = _Turn.of(boards[seat], span.boards[seat])
    first = max(map(len, turn.lines.values()), default=0)
    return came - len(turn.new) + first >= SMALL_TILES


@dataclass(frozen=True, slots=True)
class _Turn:
    """What came to a board: cells of lines by row, dome tiles, the tile that broke last."""

    lines: dict[int, tuple[str, ...]]
    laid: tuple[str, ...]
    colours: tuple[str | None, ...]
    broke: tuple[str | None, ...]
    room: bool

    @classmethod
    def of(cls, cells: Cells, before: Cells) -> _Turn:
        had = [len(line_tiles(before, row)) for row in range(ROWS)]
        grown = {row: line_tiles(cells, row)[had[row] :] for row in range(ROWS)}
        lines = {row: new for row, new in grown.items() if new}
        colours = dict.fromkeys(colour_at(cells, cell) for new in lines.values() for cell in new)
        old, now = stack_at(before), stack_at(cells)
        broke = now[-1:] if len(now) > len(old) or came_on_top(old, now) else ()
        room = any(len(line_tiles(cells, row)) <= row for row in lines)
        return cls(lines, new_dome_tiles(cells, before), tuple(colours), broke, room)

    @property
    def new(self) -> tuple[str, ...]:
        """The cells of lines that got a tile."""
        return tuple(cell for new in self.lines.values() for cell in new)


def breaches(cells: Cells, before: Cells, options: Options) -> Iterator[Problem]:
    """Yield what is wrong with a board that is otherwise legal, had it been a single turn."""
    turn = _Turn.of(cells, before)
    yield from _divided(turn)
    if len(turn.lines) != 1 or not turn.broke:
        return
    if turn.broke[0] not in (*turn.colours, None):
        colours = Listed((*turn.colours, *turn.broke))
        text = "Tiles of {colours} came in one turn; a turn brings tiles of one colour."
        yield problem("R27", (BROKEN,), text, colours=colours)
    elif turn.room and not options.allow_partial_floor and not options.lines_may_be_paid:
        text = "Line {line} still has room; only tiles that do not fit in it break."
        yield problem("R27", (BROKEN,), text, line=min(turn.lines) + 1)


def _divided(turn: _Turn) -> Iterator[Problem]:
    """Yield what went to several places (R12, R27)."""
    if len(turn.lines) > 1:
        lines = Listed(row + 1 for row in turn.lines)
        text = "Tiles came to lines {lines}; those of one turn go in one line, so move the others."
        yield problem("R27", turn.new, text, lines=lines)
    broke = (BROKEN,) if turn.broke else ()
    if len(turn.laid) > 1 or (turn.laid and (turn.new or broke)):
        text = "A turn is one dome tile or the tiles of one colour, not both; take one back."
        yield problem("R12", (*turn.laid, *turn.new, *broke), text)
