"""What one turn can do to a board, and whether there was only one (R11 to R13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.games.base import FIRST, Boards, Cells, Content, Problem
from companion.games.saying import Listed
from companion.games.wall.board import FLOOR_CELLS, FLOOR_SPACES, floor_is_full
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying
from companion.games.wall.reading.span import Span

LAST_SPACE = FLOOR_SPACES - 1
"""The last place of the floor line: with the marker there, its tiles are in the lid (R19)."""


def turn_problems(rules: Rules, span: Span, seat: int, boards: Boards) -> Iterator[Problem]:
    """Yield what is too much for one turn, where no more than one lies in between."""
    if span.changed_seats(boards) == [seat] and not others_may_hide(rules, span, seat, boards):
        yield from breaches(rules, boards[seat], span.boards[seat])


def others_may_hide(rules: Rules, span: Span, seat: int, boards: Boards) -> bool:
    """Tell whether all others can have had turns that left no trace, so that ``seat`` had several.

    Turns alternate (R8), and each brings a tile to some board, but that a full floor line sends
    what falls to the lid (R19), and that the "0" display takes one tile beside a board (CH-R55).
    """
    others = [cells for other, cells in enumerate(boards) if other != seat]
    traces = sum(not floor_is_full(cells) for cells in others)
    once = (
        rules.special and _Turn.of(Lying.of(boards[seat]), Lying.of(span.boards[seat])).least <= 2
    )
    return traces <= once


@dataclass(frozen=True, slots=True)
class _Turn:
    """What came to a board: places by line, and places of the floor line with what lies there.

    ``colours`` came to lines, those of ``full`` to lines that are complete now.
    """

    lines: dict[int, tuple[str, ...]]
    colours: tuple[Content, ...]
    full: frozenset[Content]
    dropped: dict[int, Content]

    @classmethod
    def of(cls, board: Lying, old: Lying) -> _Turn:
        pairs = zip(board.rows, old.rows, strict=True)
        grown = [(row, [at for at in row.line if at not in was.line]) for row, was in pairs]
        lines = {row.number: row.line_at(new) for row, new in grown if new}
        colours = dict.fromkeys(row.line[at] for row, new in grown for at in new)
        dropped = {at: tile for at, tile in board.floor.items() if old.floor.get(at) != tile}
        full = frozenset(row.line[at] for row, new in grown for at in new if row.full)
        return cls(lines, tuple(colours), full, dropped)

    @property
    def least(self) -> int:
        """How many turns it takes at the least: for each line, and what fell but from full ones."""
        fell = [self.fallen[at] for at in sorted(self.fallen)]
        apart = sum(one != other for one, other in pairwise(fell)) + bool(fell)
        return len(self.lines) + apart - len(self.full & {*fell})

    @property
    def marker(self) -> int | None:
        """The place of the floor line to which the marker came."""
        return next((at for at, tile in self.dropped.items() if tile == FIRST), None)

    @property
    def last(self) -> Content | None:
        """What fell last."""
        return self.dropped[max(self.dropped)] if self.dropped else None

    @property
    def fallen(self) -> dict[int, Content]:
        """The tiles that fell, without the marker."""
        return {at: tile for at, tile in self.dropped.items() if tile != FIRST}


def breaches(rules: Rules, cells: Cells, before: Cells) -> Iterator[Problem]:
    """Yield what is wrong with a board that is otherwise legal, had it been a single turn."""
    turn = _Turn.of(Lying.of(cells), Lying.of(before))
    if len(turn.lines) > 1:
        yield _several_lines(rules, turn)
    elif len({*turn.colours, *turn.fallen.values()}) > 1:
        yield _several_colours(rules, turn)
    elif turn.lines and not turn.full and turn.fallen and not rules.partial:
        text = "Line {row} still has room; only tiles that do not fit in it fall to the floor line."
        yield Problem(rules.rule(13), _floor(turn.fallen), text, {"row": min(turn.lines) + 1})
    yield from _marker(rules, turn)


def lonely_marker(rules: Rules, board: Lying, old: Lying) -> Iterator[Problem]:
    """Yield a marker with which no tile can have come, however many turns there were (R11, R12).

    Only where the floor line is full the tiles may be in the lid (R19).
    """
    turn = _Turn.of(board, old)
    if not turn.lines and turn.last == FIRST and turn.marker != LAST_SPACE:
        yield from _marker(rules, turn)


def _several_lines(rules: Rules, turn: _Turn) -> Problem:
    new = tuple(cell for line in turn.lines.values() for cell in line)
    values = {"count": len(turn.lines)}
    if len(turn.colours) > 1:
        text = "Tiles came to {count} pattern lines in one turn; a turn fills only one."
        return Problem(rules.rule(13), new, text, values)
    text = "The {colour} tiles of one turn went to {count} pattern lines; use only one."
    return Problem(rules.rule(13), new, text, {**values, "colour": turn.colours[0]})


def _several_colours(rules: Rules, turn: _Turn) -> Problem:
    """Return the problem of tiles on the floor that the line's colour does not explain (R13)."""
    odd = {at: tile for at, tile in turn.fallen.items() if tile not in turn.colours}
    colours = Listed(dict.fromkeys((*turn.colours, *turn.fallen.values())))
    text = "Tiles of {colours} came in one turn; a turn brings tiles of one colour."
    return Problem(rules.rule(13), _floor(odd), text, {"colours": colours})


def _marker(rules: Rules, turn: _Turn) -> Iterator[Problem]:
    """Yield a marker that came after the tiles of its turn (R11), or without any (R12)."""
    at = turn.marker
    if at is None:
        return
    if any(other < at for other in turn.fallen):
        text = "The starting player marker takes its space before the tiles of the turn fall."
        yield Problem(rules.rule(11), _floor((at,)), text)
    elif not turn.lines and not turn.fallen and at != LAST_SPACE:
        text = "The starting player marker came alone; it is taken with tiles from the centre only."
        yield Problem(rules.rule(12), _floor((at,)), text)


def _floor(places: Iterable[int]) -> tuple[str, ...]:
    return tuple(FLOOR_CELLS[place] for place in sorted(places))
