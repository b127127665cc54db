"""What holds in every position of every game of Azul Duel."""

import copy
import json
import random
from collections import Counter

import duel_slow_scorer as slow
import pytest
from duel_action_text import KINDS, read_action, write_action
from duel_tables import any_action, builder, random_game, rules_for
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.azul_duel.actions import (
    DrawDome,
    EndTiling,
    KeepDome,
    LayDome,
    LeaveLine,
    LookAtDrawn,
    Pass,
    PlaceTile,
    ReturnDome,
    SpendChips,
    StackMoon,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import EMPTY_BOARD, open_cells, special_due
from companion.games.azul_duel.catalogue import CHIP_FACES, COLOURS, GOALS, TURNED
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Phase
from companion.games.azul_duel.rules.goals import goal_steps
from companion.games.azul_duel.rules.scoring import place_tile, total
from companion.games.base import IllegalAction

SEEDS = st.integers(0, 2**64 - 1)
POLICIES = st.sampled_from([any_action, builder])
GAMES = settings(max_examples=15, deadline=None)
VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "stack_draw_at_zero": st.booleans(),
        "chips_need_space": st.booleans(),
        "chips_partial": st.booleans(),
        "chips_strict_order": st.booleans(),
        "allow_partial_floor": st.booleans(),
        "impossible_line_timing": st.sampled_from(["turn", "end"]),
        "goals_clamp": st.sampled_from(["once", "each"]),
        "untaken_start_tile": st.sampled_from(["taker", "keep"]),
        "large_factory_single_colour": st.sampled_from(["pour", "bag"]),
    },
)


@given(SEEDS, POLICIES, VARIANTS)
@GAMES
def test_every_position_can_exist_so_no_tile_chip_or_dome_tile_is_ever_lost(seed, choose, options):
    rules = rules_for(**options)
    for _, _, _, position in random_game(rules, seed, choose):
        rules.check(position)


@given(SEEDS, POLICIES)
@settings(max_examples=3, deadline=None)
def test_positions_survive_json_and_text(seed, choose):
    rules = rules_for()
    for _, _, _, position in random_game(rules, seed, choose):
        assert rules.load(json.loads(json.dumps(rules.dump(position)))) == position
        assert rules.parse(rules.text(position)) == position


@given(SEEDS, POLICIES)
@settings(max_examples=5, deadline=None)
def test_apply_never_changes_the_position_it_is_given(seed, choose):
    rules = rules_for()
    for position, actions, action, _ in random_game(rules, seed, choose):
        before = copy.deepcopy(position)
        rules.apply(position, action)
        assert position == before
        assert rules.legal_actions(position) == actions


def some_action(chance):
    """Return any action at all, sensible or not."""
    line = chance.choice([None, *range(-1, 7)])
    colour = chance.choice([*COLOURS, "white"])
    number = chance.randrange(-1, 20)
    return chance.choice(
        [
            TakeDome(number),
            DrawDome(),
            LookAtDrawn(),
            KeepDome(number),
            ReturnDome(number),
            LayDome(chance.randrange(-1, 10), chance.randrange(-1, 5)),
            TakeSun(chance.randrange(-1, 6), colour, line, chance.choice([0, 0, 1])),
            StackMoon(tuple(chance.choices(COLOURS, k=chance.randrange(1, 4)))),
            TakeMoon(colour, line, chance.choice([0, 0, 1])),
            TakeChip(chance.randrange(-1, 5)),
            Pass(),
            PlaceTile(chance.randrange(-1, 7), chance.randrange(-1, 7)),
            SpendChips(chance.randrange(0, 6), tuple(chance.choices(CHIP_FACES, k=2))),
            LeaveLine(chance.randrange(-1, 7)),
            EndTiling(),
        ]
    )


@given(SEEDS, POLICIES, VARIANTS)
@GAMES
def test_the_legal_list_is_exactly_what_apply_accepts(seed, choose, options):
    rules = rules_for(**options)
    chance = random.Random(seed)
    for position, actions, _, _ in random_game(rules, seed, choose):
        assert len(set(actions)) == len(actions)
        for action in actions if len(actions) < 12 else chance.sample(actions, 6):
            rules.apply(position, action)
        for action in [some_action(chance) for _ in range(6)]:
            if action not in actions:
                with pytest.raises(IllegalAction) as refused:
                    rules.apply(position, action)
                assert refused.value.rule.startswith("DU-R")


@given(SEEDS, POLICIES, VARIANTS)
@GAMES
def test_a_game_has_five_rounds_and_an_end(seed, choose, options):
    rules = rules_for(**options)
    rounds = Counter()
    for _, _, _, position in random_game(rules, seed, choose):
        rounds[position.round] += 1
    assert sorted(rounds) == [1, 2, 3, 4, 5]
    result = rules.result_of(position)
    assert position.phase is Phase.OVER
    assert result.complete
    assert len(result.winners) == 1  # the starting player tile decides ties
    assert max(result.scores) == result.scores[result.winners[0]]


@given(SEEDS)
@GAMES
def test_the_same_seed_gives_the_same_game(seed):
    rules = rules_for()
    assert rules.start(seed) == rules.start(seed)
    one, two = ([step[3] for step in random_game(rules, seed)] for _ in range(2))
    assert one == two


@given(SEEDS, POLICIES)
@GAMES
def test_actions_survive_their_text(seed, choose):
    for _, actions, _, _ in random_game(rules_for(), seed, choose):
        for action in actions:
            assert read_action(write_action(action)) == action
    assert set(KINDS) >= {type(action).__name__ for action in actions}


@given(SEEDS)
@GAMES
def test_dome_tiles_lie_as_the_rounds_ask(seed):
    for _, _, _, position in random_game(rules_for(), seed, any_action):
        if position.phase in (Phase.TILING, Phase.OVER):
            for player in position.players:
                laid = sum(spaces is not None for spaces in player.board.places)
                assert laid == min(9, 1 + 2 * position.round)


def follow_slowly(rules, seed, choose):
    """Play a game and hold every point against the slow scorer; return the final position."""
    phase_2 = None
    for before, _, action, position in random_game(rules, seed, choose):
        if isinstance(action, PlaceTile):
            phase_2 = _hold_tile(rules, before, action, position)
            assert phase_2
    players = rules.dump(position)["players"]
    scores = [
        slow.final(player["score"], *slow.dome_of(player), position.goals) for player in players
    ]
    assert list(rules.result_of(position).scores) == scores
    return position


def _hold_tile(rules, before, action, position):
    """Check the step of a placed tile, and its special tile's, and the losses that follow."""
    seat = before.seat
    old, new = rules.dump(before)["players"][seat], rules.dump(position)["players"][seat]
    lying, printed = slow.dome_of(old)
    colour = old["board"]["lines"][action.line]["colour"]
    lying, points = slow.place(lying, printed, action.line + 1, action.column + 1, colour)
    assert slow.dome_of(new)[0] == lying
    steps = new["sheet"][len(old["sheet"]) :]
    gained = [step for step in steps if step[0].startswith("dome/")]
    assert sum(step[1] for step in gained) == points
    lost = steps[len(gained) :]
    if lost:
        rules_named = [step[2] for step in lost]
        broken = {0: 0, -1: 1, -3: 2, -6: 3, -10: 4}[
            sum(step[1] for step in lost if step[2] == "DU-R47")
        ]
        after = slow.end_of_phase_2(old["score"] + points, broken, "DU-R48" in rules_named)
        assert new["score"] == after
    return True


@given(SEEDS, POLICIES)
@GAMES
def test_a_slow_scorer_agrees_with_every_point(seed, choose):
    follow_slowly(rules_for(), seed, choose)


@pytest.mark.long
@pytest.mark.parametrize("choose", [any_action, builder], ids=["random", "builder"])
def test_a_slow_scorer_agrees_over_a_thousand_games(choose):
    for seed in range(1000):
        follow_slowly(rules_for(), seed, choose)


def random_dome(chance, share):
    """Return a board with up to nine dome tiles, about ``share`` of its spaces filled."""
    numbers = chance.sample(list(TURNED), 9)
    laid = [TURNED[n][chance.randrange(4)] if chance.random() < 0.9 else None for n in numbers]
    bare = EMPTY_BOARD._replace(places=tuple(laid))
    dome = [None] * 36
    for cell in range(36):
        space = bare.space(cell)
        if space in (*COLOURS, "any") and chance.random() < share:
            dome[cell] = chance.choice(COLOURS) if space == "any" else space
    board = bare._replace(dome=tuple(dome))
    for place in range(9):
        due = special_due(board, place)
        if due is not None:
            dome[due] = "special"
    return board._replace(dome=tuple(dome))


def as_json(board):
    return {"board": {"dome": board.dome, "places": board.places}}


@given(st.randoms(use_true_random=False), st.sampled_from([0.5, 0.9, 0.97, 1]))
@settings(max_examples=100, deadline=None)
def test_the_slow_scorer_agrees_on_random_domes(chance, share):
    board = random_dome(chance, share)
    lying, printed = slow.dome_of(as_json(board))
    for goal in GOALS:
        assert total(goal_steps(board, goal, Options())) == slow.goal_points(lying, printed, goal)
    for cell in range(36):
        colour = next((c for c in COLOURS if cell in open_cells(board, cell // 6, c)), None)
        if colour:
            placed, steps = place_tile(board, cell, colour, Options())
            slowly, points = slow.place(lying, printed, cell // 6 + 1, cell % 6 + 1, colour)
            assert slow.dome_of(as_json(placed))[0] == slowly
            assert total(steps) == points


def test_random_domes_reward_every_goal():
    boards = [random_dome(random.Random(seed), 0.97) for seed in range(200)]
    for goal in GOALS:
        assert any(goal_steps(board, goal, Options()) for board in boards), goal


def test_four_goals_may_be_in_play():
    goals = ("G1", "G2", "G3", "G4")
    rules = rules_for()
    position = rules.start(1)._replace(goals=goals)
    rules.check(position)
    assert position.goals == goals
