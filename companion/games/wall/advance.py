"""What a confirmed moment brings: the table after it and the score sheet of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.base import FIRST, Cells, Checkpoint, Outcome, Step, Table
from companion.games.saying import Notice
from companion.games.wall.board import FLOOR_SPACES, NO_LINE, Board, board_of
from companion.games.wall.consistency import free_floor_used, lines_total
from companion.games.wall.data import SIZE, WallGame
from companion.games.wall.ending import game_is_over
from companion.games.wall.score_sheet import sheet
from companion.games.wall.scoring import (
    TOTAL_PENALTY,
    Placement,
    measure,
)
from companion.games.wall.span import CARRIED, Span
from companion.games.wall.tiling import Tiled, drop, tilings

Steps = tuple[Step, ...]
FREE_FLOOR = "free_floor"
"""Told, and kept as a fact of the round: the seat that holds Chocolatier's "0" display."""

FREE_USED = "free_used"
"""Fact of a round: something lies on the "0" display already."""

UNSEEN_FLOOR = "The floor line of this round was not seen; what it cost is missing in the score."


def advance(
    game: WallGame, options: Mapping[str, Any], span: Span, boards: Sequence[Cells]
) -> Outcome:
    """Return the outcome of a moment whose boards were confirmed; see ``Game.advance``."""
    if span.tiling_missed:
        span = _over_the_missed_tiling(game, options, span, boards)
    if span.at is Checkpoint.TILED:
        return _after_tiling(game, options, span, boards)
    table = _moved_on(game, options, span, boards)
    if span.at is not Checkpoint.OFFER_END:
        return Outcome(table, ((),) * len(boards), table.scores)
    known = Span(replace(span.before, facts=table.facts), span.moment)
    sheets = [_expected(game, known, seat, cells) for seat, cells in enumerate(boards)]
    return Outcome(
        table,
        tuple(steps for steps, _ in sheets),
        tuple(None if total is None else capped(options, total) for _, total in sheets),
    )


def capped(options: Mapping[str, Any], score: int) -> int:
    """Return a score as option ``score_over_max`` keeps it (section 9)."""
    return min(score, 100) if options["score_over_max"] == "cap" else score


def _moved_on(
    game: WallGame, options: Mapping[str, Any], span: Span, boards: Sequence[Cells]
) -> Table:
    """Return the table at the end of a span in which nobody scored."""
    known = span.before.facts
    facts = {key: known[key] for key in (CARRIED, FREE_FLOOR) if key in known}
    if span.at is Checkpoint.SETUP:
        facts = {CARRIED: 0}
    if FREE_FLOOR in span.moment.told:
        facts[FREE_FLOOR] = span.moment.told[FREE_FLOOR]
    table = replace(
        span.before,
        round=span.moment.round,
        checkpoint=span.at,
        boards=tuple(dict(cells) for cells in boards),
        facts=facts,
    )
    if span.at is not Checkpoint.OFFER_END:
        return table
    if FREE_FLOOR in facts and free_floor_used(game, options, span, boards):
        facts[FREE_USED] = True
    return replace(table, starter=_next_starter(game, options, span.before, facts, boards))


def _next_starter(
    game: WallGame,
    options: Mapping[str, Any],
    before: Table,
    facts: Mapping[str, Any],
    boards: Sequence[Cells],
) -> int | None:
    """Return who begins the next round: the holder of the marker (R36).

    Where no floor line shows it, it lies beside a full one or on the "0" display; when nobody can
    have it, it stayed in the centre (option ``untaken_marker_next_start``).
    """
    for seat, cells in enumerate(boards):
        if FIRST in cells.values():
            return seat
    free = facts.get(FREE_FLOOR)
    full = [s for s, c in enumerate(boards) if len(board_of(c, game.colours).floor) == FLOOR_SPACES]
    possible = full if free is None else [*full, free]
    if possible or before.starter is None:
        return possible[0] if len(possible) == 1 else None
    same = options["untaken_marker_next_start"] == "same"
    return before.starter if same else (before.starter + 1) % len(boards)


def _expected(game: WallGame, span: Span, seat: int, cells: Cells) -> tuple[Steps, int | None]:
    """Return a seat's score sheet of the coming tiling; no total where it has a choice (R43)."""
    board = board_of(cells, game.colours, span.before.scores[seat])
    ways = tilings(_with_free_floor(board, span, seat), span.grey)
    only = next(ways)
    if next(ways, None) is not None:
        return (), None
    return sheet(game, board.score, only), only.board.score


def _with_free_floor(board: Board, span: Span, seat: int) -> Board:
    """Give the board its "0" display where it can still take a tile of a stuck line (CH-R55).

    No camera sees it; where anything lies on the floor line, or a tile that was dealt lies
    nowhere else, it is in use already.
    """
    holder = span.moment.told.get(FREE_FLOOR, span.before.facts.get(FREE_FLOOR))
    if holder != seat or board.floor or span.before.facts.get(FREE_USED):
        return board
    return board._replace(free=())


def _after_tiling(
    game: WallGame, options: Mapping[str, Any], span: Span, boards: Sequence[Cells]
) -> Outcome:
    tiled = [_scored(game, span, seat, cells) for seat, cells in enumerate(boards)]
    after = [board_of(cells, game.colours) for cells in boards]
    scores = tuple(capped(options, way.board.score) for way in tiled)
    table = replace(
        span.before,
        round=span.moment.round,
        checkpoint=span.at,
        boards=tuple(dict(cells) for cells in boards),
        scores=scores,
        starter=span.before.starter if span.offer_seen else None,
        over=game_is_over(after, span.grey, options["no_placement_left"] == "play-on"),
        facts={CARRIED: lines_total(after)},
    )
    sheets = tuple(sheet(game, span.before.scores[seat], way) for seat, way in enumerate(tiled))
    unseen = () if span.offer_seen else tuple(range(len(boards)))
    notices = tuple((seat, Notice((), UNSEEN_FLOOR)) for seat in unseen)
    return Outcome(table, sheets, scores, notices)


def _scored(game: WallGame, span: Span, seat: int, cells: Cells) -> Tiled:
    """Return how a seat tiled, from the boards before and after."""
    score = span.before.scores[seat]
    old = board_of(span.boards[seat], game.colours, score)
    new = board_of(cells, game.colours)
    if span.joined:
        return Tiled(new._replace(score=score), (), (), 0)
    board, placed = old, []
    for row, column in _gains(old, new):
        board, placement = _put(board, row, column, new)
        placed.append(placement)
    stuck = _stuck_rows(old, new) if span.offer_seen else ()
    if not span.offer_seen:
        return Tiled(board, tuple(placed), (), 0)
    board = _with_free_floor(board, span, seat)
    for row in stuck:
        line = old.lines[row]
        board = drop(board, (line.colour or 0,) * line.tiles)[0]
    penalty = TOTAL_PENALTY[len(board.floor)]
    return Tiled(board._replace(score=max(0, board.score - penalty)), tuple(placed), stuck, penalty)


def _gains(old: Board, new: Board) -> Iterator[tuple[int, int]]:
    for row in range(SIZE):
        for column in range(SIZE):
            if new.wall[row][column] is not None and old.wall[row][column] is None:
                yield row, column


def _put(board: Board, row: int, column: int, new: Board) -> tuple[Board, Placement]:
    wall = board.wall
    filled = (*wall[row][:column], new.wall[row][column], *wall[row][column + 1 :])
    wall = (*wall[:row], filled, *wall[row + 1 :])
    placed = measure(wall, row, column)
    return board._replace(wall=wall, score=board.score + placed.points), placed


def _stuck_rows(old: Board, new: Board) -> tuple[int, ...]:
    """Return complete lines that brought no tile to the wall (R44)."""
    return tuple(
        row
        for row in range(SIZE)
        if old.lines[row].tiles > row
        and new.wall[row] == old.wall[row]
        and new.lines[row] == NO_LINE
    )


def _over_the_missed_tiling(
    game: WallGame, options: Mapping[str, Any], span: Span, boards: Sequence[Cells]
) -> Span:
    """Return the span from the tiling that no picture shows, as the walls now tell it."""
    tiled = []
    for cells, now in zip(span.boards, boards, strict=True):
        tiled.append(_as_tiled(game, span, cells, now))
    moment = replace(span.moment, checkpoint=Checkpoint.TILED, round=span.before.round, told={})
    outcome = _after_tiling(game, options, Span(span.before, moment), tiled)
    return Span(outcome.table, span.moment)


def _as_tiled(game: WallGame, span: Span, before: Cells, now: Cells) -> Cells:
    """Return the board after its tiling: the walls as they are now, complete lines cleared."""
    old = board_of(before, game.colours)
    kept = {cell: tile for cell, tile in now.items() if cell.startswith("wall/")}
    for row, line in enumerate(old.lines):
        if line.tiles <= row:
            cells = (f"line/{row}/{place}" for place in range(line.tiles))
            kept.update({cell: before[cell] for cell in cells if cell in before})
    return kept
