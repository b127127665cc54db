"""What must hold in every position of every game."""

import random
from itertools import chain, islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pavilion import engine, random_game
from pavilion_slowly import SlowGame, number_on

from companion.games.base import IllegalAction, ImpossiblePosition
from companion.games.summer_pavilion.actions import PASS, Keep, Pass, Place, Take, TakeBonus
from companion.games.summer_pavilion.layout import CELLS
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.tiles import ALL_TILES, COLOURS, named, selections
from companion.games.summer_pavilion.validate import all_tiles, reasons

SEEDS = st.integers(0, 2**64 - 1)
TABLES = st.sampled_from([(side, n) for side in ("coloured", "grey") for n in (2, 3, 4)])
ENGINES = {table: engine(*table) for table in product(("coloured", "grey"), (2, 3, 4))}


@given(SEEDS, TABLES)
@settings(max_examples=25, deadline=None)
def test_tiles_are_conserved_per_colour_and_every_position_is_possible(seed, table):
    play = ENGINES[table]
    for now, _ in random_game(play, seed):
        assert all_tiles(now) == ALL_TILES
        assert list(reasons(play.rules, now)) == []


@given(SEEDS, TABLES, st.integers(0, 150))
@settings(max_examples=40, deadline=None)
def test_positions_round_trip_as_json_and_as_text(seed, table, moves):
    play = ENGINES[table]
    now, _ = list(islice(random_game(play, seed), moves + 1))[-1]
    assert play.load(play.dump(now)) == now
    assert play.parse(play.text(now)) == now


@given(SEEDS, TABLES)
@settings(max_examples=6, deadline=None)
def test_apply_never_changes_the_position_it_was_given(seed, table):
    play = ENGINES[table]
    for now, action in random_game(play, seed):
        before = play.text(now)
        if action is not None:
            play.apply(now, action)
            assert play.text(now) == before
            assert play.apply(now, action) == play.apply(now, action)


def every_action(now):
    """Yield far more actions than can be legal, in every phase."""
    yield from (Take(d, c) for d in (*range(-1, 10), None) for c in (*COLOURS, "white"))
    yield PASS
    board = now.boards[now.seat]
    for cell, colour in product((*CELLS, "corner/0", "star/7/1"), COLOURS):
        yield from (Place(cell, colour, t, w) for t in range(7) for w in range(-1, 7 - t))
    pile = tuple(min(number, 3) for number in now.supply)
    yield from (TakeBonus(named(some)) for size in range(5) for some in selections(pile, size))
    pile = tuple(min(number, 2) for number in board.beside)
    yield from (Keep(named(some)) for size in range(6) for some in selections(pile, size))
    yield from (Keep(("red",) * 5), TakeBonus(("white",)), Keep(("first",)))


def accepts(play, now, action):
    try:
        play.apply(now, action)
    except IllegalAction as refusal:
        return not refusal.rule.startswith("SP-R")
    return True


@pytest.mark.parametrize("table", [("coloured", 2), ("grey", 3)])
def test_the_legal_list_is_exactly_what_apply_accepts(table):
    play = ENGINES[table]
    choice = random.Random(7)
    met = set()
    for now, _ in chain(random_game(play, 11), random_game(play, 12)):
        legal = play.legal_actions(now)
        assert len(set(legal)) == len(legal)
        assert all(accepts(play, now, action) for action in legal)
        if now.phase not in met or choice.random() < 0.06:
            met.add(now.phase)
            tried = {action for action in every_action(now) if accepts(play, now, action)}
            assert tried <= set(legal)
    assert met == {Phase.TAKE, Phase.PLACE, Phase.BONUS, Phase.KEEP, Phase.OVER}


def slowly(play, seed):
    """Follow a random game with the slow scorer, comparing after every action."""
    sheets = [SlowGame(grey=play.rules.side.name == "grey") for _ in range(play.rules.players)]
    for now, action in random_game(play, seed):
        for sheet, board in zip(sheets, now.boards, strict=True):
            assert sheet.score == board.score
        if action is not None:
            follow(sheets[now.seat], now, action, play.apply(now, action))
    kept = [sum(board.corners) for board in now.boards]
    return now, [sheet.finish(tiles) for sheet, tiles in zip(sheets, kept, strict=True)]


def follow(sheet, now, action, after):
    """Let one player's slow sheet follow an action, and compare bonus and cost."""
    beside = now.boards[now.seat].beside
    if isinstance(action, Take) and action.display is None and now.marker is None:
        sheet.lose(sum(after.boards[now.seat].beside) - sum(beside))
    if isinstance(action, Place):
        assert number_on(action.cell, grey=sheet.grey) == action.tiles + action.wilds
        owed = sheet.place(action.cell, action.colour)
        assert owed == sum(after.owed)
    if isinstance(action, Keep):
        sheet.lose(sum(beside) - len(action.tiles))


def compare_scorers(table, seeds):
    play = ENGINES[table]
    for seed in seeds:
        end, totals = slowly(play, seed)
        result = play.result_of(end)
        assert list(result.scores) == totals
        best = max(totals)
        assert result.winners == tuple(seat for seat, total in enumerate(totals) if total == best)


@pytest.mark.parametrize("table", ENGINES)
def test_an_independent_slow_scorer_agrees(table):
    compare_scorers(table, range(6))


@pytest.mark.long
@pytest.mark.parametrize("table", ENGINES)
def test_an_independent_slow_scorer_agrees_over_many_games(table):
    compare_scorers(table, range(1000, 1700))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_with_a_reason(text):
    play = ENGINES["coloured", 2]
    with pytest.raises(ImpossiblePosition):
        play.parse(text)


@given(SEEDS, st.integers(0, 120), st.integers(0, 900), st.sampled_from("0123456789pgoybr.-| \nx"))
@settings(max_examples=150, deadline=None)
def test_a_letter_typed_wrong_is_refused_or_gives_a_possible_position(seed, moves, place, letter):
    play = ENGINES["coloured", 2]
    now, _ = list(islice(random_game(play, seed), moves + 1))[-1]
    text = play.text(now)
    place %= len(text)
    try:
        read = play.parse(text[:place] + letter + text[place + 1 :])
    except ImpossiblePosition:
        return
    assert list(reasons(play.rules, read)) == []
    assert play.parse(play.text(read)) == read


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    play = ENGINES["coloured", 2]
    assert play.start(5) == play.start(5)
    assert play.start(5) != play.start(6)
    assert isinstance(PASS, Pass)
