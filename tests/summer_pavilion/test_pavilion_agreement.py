"""Reading boards agrees with complete play, picture by picture, on both sides."""

from itertools import pairwise

import pytest
from pavilion import engine, random_game
from pavilion_tables import PASSED, PLACED, allows, reader

from companion.games.base import Moment
from companion.games.summer_pavilion.actions import Keep, Pass, Place, Take
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.tiles import COLOURS, named


def lying(position):
    """Return the boards of a position of complete play as they are seen."""
    boards = []
    for board in position.boards:
        seen = {c: COLOURS[t] for c, t in zip(CELLS, board.spaces, strict=True) if t is not None}
        boards.append(seen | dict(zip(CORNER_CELLS, named(board.corners), strict=False)))
    return boards


def what_is_told(before, action, now, marker):
    """Return checkpoint and told for an action of phase 2; ``marker`` once in a round."""
    told = {"marker": marker} if marker else {}
    if isinstance(action, Place):
        return PLACED, told
    beside = before.boards[before.seat].beside
    kept = len(action.tiles) if isinstance(action, Keep) else 0
    return PASSED, told | {"discarded": sum(beside) - kept}


@pytest.mark.parametrize("variant", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_reading_boards_agrees_with_complete_play(variant, players):
    game, play = reader(variant, players), engine(variant, players)
    for seed in range(4):
        now, marker = game.empty_table(), None
        for (before, action), (position, _) in pairwise(random_game(play, seed)):
            if isinstance(action, Take):
                if position.marker != before.marker:
                    gained = sum(position.boards[before.seat].beside)
                    gained -= sum(before.boards[before.seat].beside)
                    marker = {"seat": before.seat, "tiles": gained}
                continue
            passed = isinstance(action, Pass) and position.phase is not Phase.KEEP
            if not isinstance(action, Place | Keep) and not passed:
                continue
            at, told = what_is_told(before, action, position, marker)
            marker = None
            now = confirm(game, now, Moment(at, before.round, before.seat, told), before, position)
        assert now.over
        assert game.result(now) == play.result_of(position)


def confirm(game, now, seen, before, position):
    """Confirm the boards of a position, checking that they are expected and right."""
    boards = lying(position)
    if position.round > before.round:  # the picture is taken before kept tiles are put back
        boards = [b | kept_corners(now, seat) for seat, b in enumerate(boards)]
        seat = seen.seat
        kept = position.boards[seat].beside
        boards[seat] |= dict(zip(CORNER_CELLS, named(kept), strict=False))
    assert all(map(allows, game.successors(now, seen), boards))
    for seat, board in enumerate(boards):
        assert game.problems_at(now, seen, seat, board, boards) == ()
    outcome = game.advance(now, seen, boards)
    assert outcome.announced == tuple(board.score for board in position.boards)
    return outcome.table


def kept_corners(now, seat):
    if seat not in now.facts["passed"]:
        return {}
    return {c: tile for c, tile in now.boards[seat].items() if c in CORNER_CELLS}
