"""What is wrong with a board whatever lay on it before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.games.base import FIRST, Checkpoint, Content, Problem
from companion.games.wall.board import WALL_CELLS
from companion.games.wall.data import SIZE, Rules
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow, beyond_gap

Due = Mapping[int, Content]
"""By row the colour of each line that was complete when the tiling began."""


def line_problems(rules: Rules, row: LyingRow, walled: LyingRow) -> Iterator[Problem]:
    """Yield what is wrong with a pattern line: R11, R14, R15, R17.

    ``walled`` is the row whose wall tells which colours the line cannot take: of two pictures the
    earlier one, for a tile that came to the wall too early makes no other tile wrong.
    """
    number = row.number + 1
    markers = [place for place, tile in row.line.items() if tile == FIRST]
    if markers:
        text = "The starting player marker belongs on the floor line, not in pattern line {row}."
        yield Problem(rules.rule(11), row.line_at(markers), text, {"row": number})
    colours = {tile for tile in row.line.values() if tile != FIRST}
    if len(colours) > 1:
        text = "Pattern line {row} holds more than one colour; it may hold only one."
        yield Problem(rules.rule(15), row.line_tiles, text, {"row": number})
    late = beyond_gap(row.line)
    if late:
        text = "Pattern line {row} has a gap; it fills from the right, next to the wall."
        yield Problem(rules.rule(14), row.line_at(late), text, {"row": number})
    wall = {tile for at, tile in walled.wall.items() if rules.fits(tile, walled.number, at)}
    for colour in colours & wall:
        tiles = row.line_at(place for place, tile in row.line.items() if tile == colour)
        text = "Row {row} of the wall already has {colour}; line {row} cannot take it."
        yield Problem(rules.rule(17), tiles, text, {"row": number, "colour": colour})


def wall_problems(
    rules: Rules, board: Lying, old: Lying | None, due: Due | None = None
) -> Iterator[Problem]:
    """Yield tiles on spaces that cannot take them: R22 (coloured), R43 (grey), R11.

    Where nobody knows what was ``due``, every new tile may have come rightly.
    """
    for row in board.rows:
        for column, tile in row.wall.items():
            if tile == FIRST:
                text = "The starting player marker belongs on the floor line, not on the wall."
                yield Problem(rules.rule(11), row.wall_at((column,)), text)
            elif not rules.fits(tile, row.number, column):
                yield wrong_space(rules, row, column)
    if rules.grey:
        yield from _doubled(rules, _Wall(board, old, due))


def wrong_space(rules: Rules, row: LyingRow, column: int) -> Problem:
    """Return the problem of a tile on a wall space of another colour (R22)."""
    values = {"colour": row.wall[column], "printed": rules.game.printed(row.number, column)}
    text = "A {colour} tile lies on a {printed} space; it belongs on the space of its own colour."
    return Problem(rules.rule(22), row.wall_at((column,)), text, values)


Space = tuple[int, int]
"""Row and column of a wall space."""


@dataclass(frozen=True, slots=True)
class _Wall:
    """A grey wall, what lay on it before, and which tiles had to come to it."""

    board: Lying
    old: Lying | None
    due: Due | None

    def tile(self, space: Space) -> Content | None:
        row, column = space
        return self.board.rows[row].wall.get(column)

    def new(self, space: Space) -> bool:
        """Whether a tile may have come since; all may where nothing was seen."""
        row, column = space
        return self.old is None or self.old.rows[row].wall.get(column) != self.tile(space)

    def right(self, space: Space) -> bool:
        """Whether the line of a tile was complete, so that it had to come to this row."""
        return self.due is not None and self.due.get(space[0]) == self.tile(space)

    def against(self, space: Space) -> list[Space]:
        """The spaces of the same row or column on which the colour lies once more."""
        row, column = space
        crossing = [(row, c) for c in range(SIZE)] + [(r, column) for r in range(SIZE)]
        return [one for one in crossing if one != space and self.tile(one) == self.tile(space)]

    def stands(self, space: Space, other: Space) -> bool:
        """Whether a tile lies right and the ``other`` of its colour is the stray one.

        It lay there before, or alone had to come; of two that had to, the upper one comes first
        (R22), and if no other space of its row takes it, it had to come right here.
        """
        if not self.new(space):
            return True
        if not self.right(space) or not self.right(other):
            return self.right(space)
        return space[0] < other[0] and not self._elsewhere(space)

    def _elsewhere(self, space: Space) -> bool:
        row, colour = space[0], self.tile(space)
        return any(
            self.tile((row, c)) is None and all(self.tile((r, c)) != colour for r in range(SIZE))
            for c in range(SIZE)
        )


def _doubled(rules: Rules, wall: _Wall) -> Iterator[Problem]:
    """Yield colours that lie twice in a row or a column of the grey wall (R43).

    Tiles of which either can be the stray one are named together.  A tile that nothing brought to
    its row is none of them: it may not lie there at all (R22, R23).
    """
    spaces = [(row.number, column) for row in wall.board.rows for column in row.wall]
    for space in (s for s in spaces if wall.tile(s) != FIRST):  # the marker has no colour
        against = wall.against(space)
        placed = wall.new(space) if wall.due is None else wall.right(space) and wall.new(space)
        if placed and not all(wall.stands(space, other) for other in against):
            either = {space, *(other for other in against if not wall.stands(other, space))}
            cells = tuple(WALL_CELLS[row][column] for row, column in sorted(either))
            text = TWICE if len(either) > 1 else TAKEN
            yield Problem(rules.rule(43), cells, text, {"colour": wall.tile(space)})


TAKEN = "The wall already has {colour} in this row or column; choose another space."

TWICE = "The wall has {colour} twice in a row or column; one of these tiles needs another space."


def floor_problems(rules: Rules, board: Lying, at: Checkpoint) -> Iterator[Problem]:
    """Yield what is wrong with the floor line: R11, R18, R32."""
    tiles = _floor_ids(board.floor)
    if at is Checkpoint.TILED and tiles:
        text = "The floor line is emptied after the tiling; tiles still lie on it."
        yield Problem(rules.rule(32), tiles, text)
        return
    late = beyond_gap(board.floor)
    if late:
        text = "The floor line has a gap; it fills from the left."
        yield Problem(rules.rule(18), _floor_ids(late), text)
    markers = [place for place, tile in board.floor.items() if tile == FIRST]
    if len(markers) > 1:
        text = "There is only one starting player marker; {count} lie on this floor line."
        yield Problem(rules.rule(11), _floor_ids(markers), text, {"count": len(markers)})


def _floor_ids(places: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"floor/{place}" for place in sorted(places))
