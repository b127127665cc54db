"""What a confirmed moment brings: the table after it and the score sheet of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.games.base import CUBES, Boards, Cells, Checkpoint, Outcome, Table
from companion.games.common.span import CARRIED
from companion.games.common.tuples import put
from companion.games.saying import Notice, beyond_markers
from companion.games.wall.board import NO_LINE, Board, board_of, cells_of
from companion.games.wall.data import SIZE, Rules, WallGame
from companion.games.wall.reading.consistency import free_floor_used, lines_total
from companion.games.wall.reading.joining import fits_together
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.starter import after_tiling, next_starter, who_began
from companion.games.wall.reading.tiling_problems import as_tiled
from companion.games.wall.reading.turn_problems import breaches
from companion.games.wall.rules.ending import game_is_over
from companion.games.wall.rules.score_sheet import sheet
from companion.games.wall.rules.scoring import TOTAL_PENALTY, Placement, capped, measure, on_track
from companion.games.wall.rules.tiling import Tiled, drop, tilings

FREE_FLOOR = "free_floor"
"""Told, and kept as a fact of the round: who holds Chocolatier's "0" display; None for nobody."""

FREE_USED = "free_used"
"""Fact of a round: something lies on the "0" display already; None where nobody can know."""

UNSEEN_FLOOR = "The floor line of this round was not seen; what it cost is missing in the score."

FLOOR_BY_CUBE = "The floor line of this round was not seen; by the score cube it cost {points}."

FLOOR_BY_SLIDERS = "The floor line of this round was not seen; by the sliders it cost {points}."

FREE_AS_EMPTY = (
    "Whether a tile lay on the display with the 0 already was not seen; it counts as empty. "
    "If one did, the total is {score}: put it right."
)
FREE_AS_USED = (
    "Whether the display with the 0 was still empty was not seen; it counts as taken. "
    "If it was empty, the total is {score}: put it right."
)
"""What to say where a line fell that no space takes, its first tile for nothing or not (CH-R55)."""

DO_NOT_FIT = (
    "The totals that were told, the walls and the tiles dealt so far do not fit together; check "
    "the totals and the round, and whether a tile is missing on the table."
)
"""What to say where a game is joined (R24, R30)."""


def advance(rules: Rules, span: Span, boards: Boards) -> Outcome:
    """Return the outcome of a moment whose boards were confirmed; see ``Game.advance``."""
    if span.at is Checkpoint.TILED:
        return _after_tiling(rules, span, boards)
    notices = tuple(
        span.missed_press(
            span.changed_seats(boards),
            lambda seat: any(breaches(rules, boards[seat], span.boards[seat])),
        )
    )
    if span.joined_now and not fits_together(rules, span, boards):
        notices = (*notices, (0, Notice((), DO_NOT_FIT)))
    if span.tiling_missed:
        tiled = _missed_tiling(rules, span, boards)
        span, notices = Span(tiled.table, span.moment), tiled.notices
    table = _moved_on(rules, span, boards)
    if span.at is not Checkpoint.OFFER_END:
        return Outcome(table, ((),) * len(boards), table.scores, notices)
    known = Span(replace(span.before, facts=table.facts), span.moment)
    ways = [_expected(rules.game, known, seat, cells) for seat, cells in enumerate(boards)]
    sheets = zip(table.scores, ways, strict=True)
    return Outcome(
        table,
        tuple(sheet(rules, score, way) if way else () for score, way in sheets),
        tuple(capped(rules, way.board.score) if way else None for way in ways),
        notices,
        ahead=tuple(
            cells_of(way.board, rules.game.colours) if way else cells
            for way, cells in zip(ways, boards, strict=True)
        ),
    )


def _moved_on(rules: Rules, span: Span, boards: Boards) -> Table:
    """Return the table at the end of a span in which nobody scored."""
    known = span.before.facts
    facts = {key: known[key] for key in (CARRIED, FREE_FLOOR) if key in known}
    if span.at is Checkpoint.SETUP:
        facts = {} if span.joined else {CARRIED: 0}
    if FREE_FLOOR in span.moment.told:
        facts[FREE_FLOOR] = span.moment.told[FREE_FLOOR]
    table = span.table(boards, facts=facts)
    if span.at is Checkpoint.TURN and table.starter is None:
        return replace(table, starter=who_began(rules, span, boards))
    if span.at is not Checkpoint.OFFER_END:
        return table
    if facts.get(FREE_FLOOR) is not None:
        facts[FREE_USED] = free_floor_used(span, boards)
    return replace(table, starter=next_starter(rules, span, _holders(rules, facts), boards))


def _holders(rules: Rules, facts: Mapping[str, Any]) -> set[int] | None:
    """Return who holds the "0" display: nobody, or one seat; None where nobody has told."""
    if FREE_FLOOR in facts:
        return {facts[FREE_FLOOR]} - {None}
    return None if rules.special else set()


def _expected(game: WallGame, span: Span, seat: int, cells: Cells) -> Tiled | None:
    """Return how a seat is about to tile; None where it has a choice (R43)."""
    board = board_of(cells, game.colours, span.before.scores[seat])
    ways = tilings(_with_free_floor(board, span, seat), span.grey)
    only = next(ways)
    return only if next(ways, None) is None else None


def _with_free_floor(board: Board, span: Span, seat: int) -> Board:
    """Give the board its "0" display where it can still take a tile of a stuck line (CH-R55).

    No camera sees it.  Where the tiles dealt do not tell either, it counts as in use if anything
    lies on the floor line: that may have come there before the display did, but seldom has.
    """
    used: bool | None = span.before.facts.get(FREE_USED)
    if _holder(span) != seat or (bool(board.floor) if used is None else used):
        return board
    return board._replace(free=())


def _holder(span: Span) -> int | None:
    """Return the seat that holds the "0" display, as far as that is told."""
    holder: int | None = span.moment.told.get(FREE_FLOOR, span.before.facts.get(FREE_FLOOR))
    return holder


def _after_tiling(rules: Rules, span: Span, boards: Boards) -> Outcome:
    game = rules.game
    tiled = [_scored(rules, span, seat, cells) for seat, cells in enumerate(boards)]
    after = [board_of(cells, game.colours) for cells in boards]
    scores = tuple(capped(rules, way.board.score) for way in tiled)
    table = span.table(
        boards,
        scores=scores,
        starter=after_tiling(span),
        over=game_is_over(after, span.grey, rules.play_on),
        facts={CARRIED: lines_total(after)},
    )
    sheets = tuple(sheet(rules, span.before.scores[seat], way) for seat, way in enumerate(tiled))
    unseen, notices = _unseen_floors(rules, span, tiled)
    notices += _unsure_floor(rules, span, boards, scores)
    if rules.markers_end is not None:
        notices += beyond_markers(scores, rules.markers_end)
    return Outcome(table, sheets, scores, tuple(notices), unseen=unseen)


def _unseen_floors(
    rules: Rules, span: Span, tiled: Sequence[Tiled]
) -> tuple[tuple[int, ...], list[tuple[int, Notice]]]:
    """Return the seats of which nobody knows what the floor line cost, and what to say of all."""
    if span.offer_seen:
        return (), []
    stand = [on_track(rules, way.board.score) for way in tiled]
    unseen = [seat for seat, number in enumerate(stand) if _cube(span, seat) != number]
    told = FLOOR_BY_CUBE if rules.markers_end is None else FLOOR_BY_SLIDERS
    notices = [
        (seat, Notice((), UNSEEN_FLOOR))
        if seat in unseen
        else (seat, Notice((), told, {"points": way.penalty}))
        for seat, way in enumerate(tiled)
    ]
    return tuple(unseen), notices


def _unsure_floor(
    rules: Rules, span: Span, boards: Boards, scores: Sequence[int]
) -> Iterator[tuple[int, Notice]]:
    """Say what the total is if a "0" display is not as it was counted, where nobody knows that."""
    seat = _holder(span)
    if seat is None or span.before.facts.get(FREE_USED) is not None:
        return
    for used in (True, False):
        before = replace(span.before, facts={**span.before.facts, FREE_USED: used})
        way = _scored(rules, Span(before, span.moment), seat, boards[seat])
        score = capped(rules, way.board.score)
        if score != scores[seat]:
            text = FREE_AS_EMPTY if used else FREE_AS_USED
            yield seat, Notice((), text, {"score": score})


def _scored(rules: Rules, span: Span, seat: int, cells: Cells) -> Tiled:
    """Return how a seat tiled, from the boards before and after."""
    score, colours, cube = span.before.scores[seat], rules.game.colours, _cube(span, seat)
    old, new = board_of(span.boards[seat], colours, score), board_of(cells, colours)
    if span.joined:
        return Tiled(new._replace(score=score), (), (), 0)
    board, placed = _placed(old, new)
    if not span.offer_seen:
        left = ((lost, _less(board, lost).score) for lost in TOTAL_PENALTY)
        penalty = next((lost for lost, rest in left if on_track(rules, rest) == cube), 0)
        return Tiled(_less(board, penalty), placed, (), penalty)
    board, stuck = _with_free_floor(board, span, seat), _stuck_rows(old, new)
    for row in stuck:
        line = old.lines[row]
        board = drop(board, (line.colour or 0,) * line.tiles)[0]
    penalty = TOTAL_PENALTY[len(board.floor)]
    return Tiled(_less(board, penalty), placed, stuck, penalty)


def _less(board: Board, penalty: int) -> Board:
    """Return the board with a penalty paid: no score falls below 0 (R30)."""
    return board._replace(score=max(0, board.score - penalty))


def _cube(span: Span, seat: int) -> int | None:
    """Return the number that a seat's cube was moved to, as far as that is told."""
    stands: int | None = span.moment.told.get(CUBES, {}).get(str(seat))
    return stands


def _placed(old: Board, new: Board) -> tuple[Board, tuple[Placement, ...]]:
    """Return the ``old`` board with the tiles that came to the wall, top row first, scored."""
    wall, placed = old.wall, []
    for row, column in product(range(SIZE), repeat=2):
        tile = new.wall[row][column]
        if tile is not None and wall[row][column] is None:
            wall = put(wall, row, put(wall[row], column, tile))
            placed.append(measure(wall, row, column))
    score = old.score + sum(each.points for each in placed)
    return old._replace(wall=wall, score=score), tuple(placed)


def _stuck_rows(old: Board, new: Board) -> tuple[int, ...]:
    """Return complete lines that brought no tile to the wall (R44)."""
    return tuple(
        row
        for row in range(SIZE)
        if old.lines[row].tiles > row
        and new.wall[row] == old.wall[row]
        and new.lines[row] == NO_LINE
    )


def _missed_tiling(rules: Rules, span: Span, boards: Boards) -> Outcome:
    """Return what tilings that no picture shows brought, as the walls now tell it."""
    pairs = zip(span.boards, boards, strict=True)
    tiled = [as_tiled(rules, old, now) for old, now in pairs]
    moment = replace(span.moment, checkpoint=Checkpoint.TILED, round=span.before.round, told={})
    outcome = _after_tiling(rules, Span(span.before, moment), tiled)
    if span.gap.known:
        return outcome
    notices = tuple((seat, Notice((), UNSEEN_FLOOR)) for seat in range(len(boards)))
    return replace(outcome, table=replace(outcome.table, starter=None, facts={}), notices=notices)
