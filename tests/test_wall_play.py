"""What holds in every position of every game: random games of each game, side and option."""

from __future__ import annotations

import itertools
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wall_scorer import final_winners, rewards, round_score, tile_points

from companion import games
from companion.games.base import Checkpoint, IllegalAction, Moment, Setup, Table
from companion.games.wall.board import cells_of
from companion.games.wall.position import CENTRE, FLOOR, Phase, Place, Take
from companion.games.wall.validate import tiles_of

SPECIAL = {"special_factories": True}
KINDS = {
    "azul": Setup("azul"),
    "azul-3": Setup("azul", players=3, first_player=2),
    "azul-4": Setup("azul", players=4),
    "azul-grey": Setup("azul", "grey"),
    "azul-partial": Setup("azul", options={"allow_partial_floor": True}),
    "azul-other": Setup(
        "azul",
        options={
            "marker_on_full_floor": "last-space",
            "untaken_marker_next_start": "next",
            "score_over_max": "cap",
            "fill_order": "tile-by-tile",
        },
    ),
    "mini": Setup("azul-mini", players=4),
    "mini-grey": Setup("azul-mini", "grey", players=3),
    "chocolatier": Setup("master-chocolatier"),
    "chocolatier-special": Setup("master-chocolatier", players=3, options=SPECIAL),
    "chocolatier-grey-special": Setup(
        "master-chocolatier",
        "grey",
        players=4,
        options={
            **SPECIAL,
            "free_floor_same_turn": False,
            "special_setup_order": "collectors-first",
        },
    ),
}
MUCH_ALIKE = ("azul", "azul-3", "mini", "chocolatier", "chocolatier-special")
"""Of fewer players, or with fewer options, than another kind of the same game."""

kinds = pytest.mark.parametrize(
    "setup",
    [
        pytest.param(setup, id=kind, marks=[pytest.mark.long] * (kind in MUCH_ALIKE))
        for kind, setup in KINDS.items()
    ],
)
seeds = given(seed=st.integers(0, 2**32))


def game_of(play, seed, floor=0.0):
    """Yield (position, action, next position) of a random game; some dump tiles on the floor."""
    chance = Random(seed)
    position = play.start(seed)
    legal = play.legal_actions(position)
    while legal:
        action = chance.choice(legal)
        if chance.random() < floor and isinstance(action, Take):
            action = action._replace(line=FLOOR, dropped=0)
        after = play.apply(position, action)
        yield position, action, after
        position, legal = after, play.legal_actions(after)


def every_action(position):
    """Yield all actions there could be, legal or not."""
    sources = [CENTRE, *range(len(position.displays) + 1)]
    lefts = [left for size in range(3) for left in itertools.combinations(range(5), size)]
    lefts = lefts if position.sides else [(), (1,)]
    for source, colour, line in itertools.product(sources, range(5), range(7)):
        for dropped, left in itertools.product(range(3), lefts):
            yield Take(source, colour, line, dropped, left)
    yield from (Place(row, column) for row in range(5) for column in range(5))


def accepts(play, position, action):
    try:
        play.apply(position, action)
    except IllegalAction:
        return False
    return True


@kinds
@settings(max_examples=4, deadline=None)
@seeds
def test_tiles_are_conserved_and_positions_round_trip(setup, seed):
    play = games.play(setup)
    for number, (_, _, after) in enumerate(game_of(play, seed, floor=0.1)):
        assert tiles_of(after) == (20,) * 5
        if number % 5 == 0 or after.phase is not Phase.OFFER:
            assert play.load(json.loads(json.dumps(play.dump(after)))) == after
            assert play.parse(play.text(after)) == after


@kinds
@settings(max_examples=1, deadline=None)
@seeds
def test_the_legal_list_is_exactly_what_apply_accepts(setup, seed):
    play = games.play(setup)
    few = Random(seed)
    for position, _, _ in game_of(play, seed, floor=0.1):
        if few.random() > (0.3 if position.phase is Phase.TILING else 0.06):
            continue
        legal = play.legal_actions(position)
        assert len(set(legal)) == len(legal)
        wanted = {
            action
            for action in legal
            if isinstance(action, Place) or (action.dropped < 3 and len(action.left) < 3)
        }
        before = repr(position)
        assert {a for a in every_action(position) if accepts(play, position, a)} == wanted
        assert repr(position) == before, "apply changed the position"


@kinds
@settings(max_examples=2, deadline=None)
@seeds
def test_the_same_seed_is_the_same_game(setup, seed):
    play = games.play(setup)
    assert list(game_of(play, seed)) == list(game_of(play, seed))


def wall_of(play, board):
    return {
        (row + 1, column + 1): play.data.colours[tile]
        for row, tiles in enumerate(board.wall)
        for column, tile in enumerate(tiles)
        if tile is not None
    }


def slow_round(play, before, after):
    """Score a seat's round by the slow scorer, from its board before and after the tiling."""
    wall, new = wall_of(play, before), wall_of(play, after)
    points = []
    for row, column in sorted(new.keys() - wall.keys()):
        wall[row, column] = new[row, column]
        points.append(tile_points(wall, row, column))
    gained_rows = {row for row, _ in new.keys() - wall_of(play, before).keys()}
    floor = len(before.floor)
    for row, line in enumerate(before.lines, start=1):
        if line.tiles == row and row not in gained_rows:  # R44: the line was stuck
            room = int(before.free == () and floor == len(before.floor))
            floor += line.tiles - room
    return round_score(before.score, points, min(7, floor))


def rounds_of(play, seed):
    """Yield (position at the end of the offer, position after the tiling) of a random game."""
    offered = None
    for position, action, after in game_of(play, seed):
        if isinstance(action, Take):
            offered = play.take(position, action)
        if after.round != position.round or after.over:
            yield offered, after


def check_against_the_slow_scorer(play, seed):
    last = None
    for offered, after in rounds_of(play, seed):
        for old, new in zip(offered.boards, after.boards, strict=True):
            score = slow_round(play, old, new)
            assert new.score == (min(score, 100) if play.rules.capped else score)
        last = after
    assert last is not None
    result = play.result_of(last)
    assert result.complete
    counted = [rewards(wall_of(play, board)) for board in last.boards]
    worth = [2 * rows + 7 * columns + 10 * colours for rows, columns, colours in counted]
    totals = [board.score + more for board, more in zip(last.boards, worth, strict=True)]
    if play.rules.capped:
        totals = [min(total, 100) for total in totals]
    assert list(result.scores) == totals
    assert [tuple(bonus.values()) for bonus in result.bonuses] == counted
    assert list(result.winners) == final_winners(totals, [rows for rows, _, _ in counted])


@kinds
def test_the_slow_scorer_agrees(setup):
    play = games.play(setup)
    for seed in range(12):
        check_against_the_slow_scorer(play, seed)


@pytest.mark.long
@kinds
def test_the_slow_scorer_agrees_on_thousands_of_games(setup):
    play = games.play(setup)
    for seed in range(1000, 3000):
        check_against_the_slow_scorer(play, seed)


@pytest.mark.parametrize(("kind", "seed"), [("mini-grey", 1025), ("azul-grey", 3464)])
def test_a_game_in_which_no_row_can_be_completed_ends_all_the_same(kind, seed):
    play = games.play(KINDS[kind])
    *_, (_, _, last) = game_of(play, seed)
    assert last.over
    assert [bonus["rows"] for bonus in play.result_of(last).bonuses] == [0] * play.setup.players


@kinds
def test_board_scoring_agrees_with_complete_play(setup):
    """What lies on the boards, read as if from pictures, scores as complete play does."""
    play, reader = games.play(setup), games.game(setup)
    for seed in range(6):
        table = reader.empty_table()
        for offered, after in rounds_of(play, seed):
            table = follow_a_round(play, reader, table, offered, after)
        result, expected = reader.result(table), play.result_of(after)
        assert (result.scores, result.bonuses) == (expected.scores, expected.bonuses)
        assert (result.steps, result.winners) == (expected.steps, expected.winners)
        assert result.complete


def follow_a_round(play, reader, table: Table, offered, after) -> Table:
    colours = play.data.colours
    for checkpoint, position in ((Checkpoint.OFFER_END, offered), (Checkpoint.TILED, after)):
        boards = [cells_of(board, colours) for board in position.boards]
        holder = next((s for s, b in enumerate(position.boards) if b.free is not None), None)
        told = {} if holder is None else {"free_floor": holder}
        moment = Moment(checkpoint, offered.round, told=told)
        assert reader.surprise(table, moment, boards) == 0
        ways = reader.successors(table, moment)
        for seat, (board, parts) in enumerate(zip(boards, ways, strict=True)):
            assert reader.problems_at(table, moment, seat, board, boards) == ()
            for part in parts:
                lying = tuple(board.get(cell) for cell in part.cells)
                assert any(
                    all(tile in may for tile, may in zip(lying, way, strict=True))
                    for way in part.options
                )
        outcome = reader.advance(table, moment, boards)
        table = outcome.table
    seen_free = any(board.free == () for board in offered.boards)
    for seat, board in enumerate(after.boards):
        stuck_unseen = seen_free and play.rules.grey and offered.boards[seat].free == ()
        assert stuck_unseen or table.scores[seat] == board.score
        gains = sum(step.points for step in outcome.steps[seat])
        assert gains == table.scores[seat] - offered.boards[seat].score
    if offered.marker is not None and outcome.table.starter is not None:
        assert table.starter == after.starter
    return table
