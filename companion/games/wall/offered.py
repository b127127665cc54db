"""What is wrong with a board during the offer, compared with what lay on it before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base import Cells, Checkpoint, Content, Problem
from companion.games.wall.data import WallGame
from companion.games.wall.lying import Lying, LyingRow
from companion.games.wall.span import Span


def offer_changes(
    game: WallGame, board: Lying, old: Lying, at: Checkpoint, standing: Sequence[Problem]
) -> Iterator[Problem]:
    """Yield tiles that moved although only taking is allowed now: R13, R22, R25, R32.

    ``standing`` is what was found already; its rows and spaces are not reported again.
    """
    named = {cell for problem in standing for cell in problem.cells}
    for row, was in zip(board.rows, old.rows, strict=True):
        yield from _wall_changes(game, row, was, named)
        if not named.intersection(row.line_tiles):
            yield from _line_loss(game, row, was)
    if at is Checkpoint.TURN:
        yield from _two_lines(game, board, old)
    yield from _floor_changes(game, board, old)


def _wall_changes(
    game: WallGame, row: LyingRow, was: LyingRow, named: set[str]
) -> Iterator[Problem]:
    values = {"row": row.number + 1}
    fresh = [column for column, tile in row.wall.items() if was.wall.get(column) != tile]
    for cell in row.wall_at(fresh):
        if cell not in named:
            text = "A tile came to row {row} of the wall; tiles move there only after the offer."
            yield Problem(game.rule(22), (cell,), text, values)
    if was.wall.keys() - row.wall.keys():
        text = "A tile is missing from row {row} of the wall; it must lie where it was."
        yield Problem(game.rule(22), (), text, values)


def _line_loss(game: WallGame, row: LyingRow, was: LyingRow) -> Iterator[Problem]:
    if any(row.line.get(place) != tile for place, tile in was.line.items()):
        text = "Tiles of pattern line {row} were moved; they stay there until the wall is tiled."
        yield Problem(game.rule(25), row.line_tiles, text, {"row": row.number + 1})


def _two_lines(game: WallGame, board: Lying, old: Lying) -> Iterator[Problem]:
    """Yield one colour that went to two lines since the last picture (R13).

    Of different colours in two lines one board tells nothing: people may have played several turns
    without pressing the button; see ``too_many_lines``.
    """
    gained: dict[Content, list[tuple[str, ...]]] = {}
    for row, was in zip(board.rows, old.rows, strict=True):
        fresh = [place for place in row.line if place not in was.line]
        for colour in {row.line[place] for place in fresh}:
            places = [place for place in fresh if row.line[place] == colour]
            gained.setdefault(colour, []).append(row.line_at(places))
    for colour, lines in gained.items():
        if len(lines) > 1:
            cells = tuple(cell for line in lines for cell in line)
            text = "The {colour} tiles of one turn went to {count} pattern lines; use only one."
            values = {"colour": colour, "count": len(lines)}
            yield Problem(game.rule(13), cells, text, values)


def _floor_changes(game: WallGame, board: Lying, old: Lying) -> Iterator[Problem]:
    moved = [place for place, tile in old.floor.items() if board.floor.get(place) != tile]
    if moved:
        cells = tuple(f"floor/{place}" for place in moved if place in board.floor)
        text = "Tiles of the floor line were moved; they stay there until the wall is tiled."
        yield Problem(game.rule(32), cells, text)


def too_many_lines(
    game: WallGame, span: Span, seat: int, boards: Sequence[Cells]
) -> Iterator[Problem]:
    """Yield tiles of a single turn that went to several lines (R13).

    Turns alternate, and each of them brings a tile to some board: while all other boards lie as
    they did, nobody had two.
    """
    if span.at is not Checkpoint.TURN or not span.same_turns or not boards:
        return
    if any(dict(boards[s]) != dict(old) for s, old in enumerate(span.boards) if s != seat):
        return
    board, old = Lying.of(boards[seat]), Lying.of(span.boards[seat])
    fresh = [
        row.line_at(place for place in row.line if place not in was.line)
        for row, was in zip(board.rows, old.rows, strict=True)
    ]
    grown = [cells for cells in fresh if cells]
    if len(grown) > 1:
        text = "Tiles came to {count} pattern lines in one turn; a turn fills only one."
        cells = tuple(cell for line in grown for cell in line)
        yield Problem(game.rule(13), cells, text, {"count": len(grown)})
