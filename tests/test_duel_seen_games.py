"""Whole games as a camera would see them: the boards' half agrees with complete play."""

from collections import Counter

import pytest
from duel_tables import any_action, builder, settled
from duel_watcher import GOALS, Watcher
from one_board import agree, allows

from companion.games import game
from companion.games.base import Checkpoint, Setup


@pytest.mark.parametrize("choose", [any_action, builder])
@pytest.mark.parametrize("seed", range(12))
def test_boards_alone_score_as_complete_play_does(seed, choose, monkeypatch):
    watcher = Watcher(monkeypatch)
    seen, result = watcher.play(seed, choose)
    rules = game(Setup("azul-duel", goals=GOALS))
    table = rules.empty_table()
    assert [s.moment.checkpoint for s in seen].count(Checkpoint.TILED) == 5
    sheets = ((), ())
    for picture in seen:
        for seat, parts in enumerate(rules.successors(table, picture.moment)):
            assert allows(parts, picture.boards[seat]), (picture.moment, seat)
        table, outcome = settled(rules, table, picture.moment, picture.boards)
        if picture.moment.checkpoint is not Checkpoint.OPENING:
            assert table.scores == picture.scores
        if picture.moment.checkpoint is Checkpoint.TILED:
            for seat in (0, 1):
                assert outcome.steps[seat] == picture.sheets[seat][len(sheets[seat]) :]
        sheets = picture.sheets
    assert table.over
    assert rules.result(table) == result


def test_chips_are_spent_in_these_games(monkeypatch):
    watcher = Watcher(monkeypatch)
    watcher.play(3, builder)
    assert watcher.chips


@pytest.mark.parametrize("seed", range(6))
def test_what_is_announced_without_a_choice_is_what_comes(seed, monkeypatch):
    seen, _ = Watcher(monkeypatch).play(seed, any_action)
    rules = game(Setup("azul-duel", goals=GOALS))
    table, announced, held = rules.empty_table(), None, 0
    for picture in seen:
        table, outcome = settled(rules, table, picture.moment, picture.boards)
        if picture.moment.checkpoint is Checkpoint.OFFER_END:
            announced = outcome.announced
        elif announced:
            for seat in (0, 1):
                if announced[seat] is not None:
                    assert announced[seat] == picture.scores[seat]
                    held += 1
    assert held


def as_expected(parts, cells):
    """Return the cells with the broken stack as the successors know it: its top, told heights."""
    if "broken" not in cells:
        return cells
    (part,) = [part for part in parts if part.cells == ("broken",)]
    seen = cells["broken"]
    same = [content for content in part.options[0][0] if content and content[-1] == seen[-1]]
    known = min(same, key=lambda stack: (len(stack) != len(seen), len(stack)))
    return cells | {"broken": known}


@pytest.mark.parametrize("choose", [any_action, builder])
@pytest.mark.parametrize("seed", range(3))
def test_every_single_turn_is_legal_where_people_press_after_it(seed, choose, monkeypatch):
    seen, _ = Watcher(monkeypatch, turns=True).play(seed, choose)
    rules = game(Setup("azul-duel", goals=GOALS))
    table = rules.empty_table()
    turns = 0
    for picture in seen:
        parts = rules.successors(table, picture.moment)
        boards = [as_expected(parts[seat], picture.boards[seat]) for seat in (0, 1)]
        for seat in (0, 1):
            assert allows(parts[seat], boards[seat]), (picture.moment, seat)
        table, _ = settled(rules, table, picture.moment, boards)
        turns += picture.moment.checkpoint is Checkpoint.TURN
        if picture.moment.checkpoint in (Checkpoint.OFFER_END, Checkpoint.TILED):
            assert table.scores == picture.scores
    assert turns > 40


@pytest.mark.parametrize("at", [Checkpoint.OFFER_END, Checkpoint.TILED])
def test_the_companion_joins_a_game_in_progress(at, monkeypatch):
    seen, result = Watcher(monkeypatch).play(7, builder)
    first = next(k for k, p in enumerate(seen) if (p.moment.checkpoint, p.moment.round) == (at, 3))
    scores = seen[first if at is Checkpoint.TILED else first - 1].scores
    rules = game(Setup("azul-duel", goals=GOALS, scores=scores))
    table = rules.empty_table()
    chips = [Counter(), Counter()]
    for picture in seen[:first]:
        for seat, held in enumerate(picture.moment.told.get("chips", ((), ()))):
            spent = picture.moment.checkpoint is Checkpoint.TILED
            chips[seat].subtract(held) if spent else chips[seat].update(held)
    for picture in seen[first:]:
        for seat, parts in enumerate(rules.successors(table, picture.moment)):
            assert allows(parts, picture.boards[seat]), (picture.moment, seat)
        if picture is seen[first] and at is Checkpoint.OFFER_END:
            for seat in (0, 1):  # chips from before are told when the companion joins
                picture.moment.told["chips"][seat] += sorted(chips[seat].elements())
        boards = picture.boards
        assert agree(rules, table, picture.moment, boards)
        for seat in (0, 1):
            assert rules.problems_at(table, picture.moment, seat, boards[seat]) == ()
        table = rules.advance(table, picture.moment, boards).table
        assert table.scores == picture.scores
    assert rules.result(table) == result


def without_tiled(seen):
    return [p for p in seen if (p.moment.checkpoint, p.moment.round) != (Checkpoint.TILED, 2)]


def without_offer_end(seen):
    """Leave round 2's end of phase 1 out; its chips are told a round later."""
    (missed,) = [
        p for p in seen if (p.moment.checkpoint, p.moment.round) == (Checkpoint.OFFER_END, 2)
    ]
    for picture in seen:
        if (picture.moment.checkpoint, picture.moment.round) == (Checkpoint.OFFER_END, 3):
            for chips, late in zip(
                picture.moment.told["chips"], missed.moment.told["chips"], strict=True
            ):
                chips.extend(late)
    return [p for p in seen if p is not missed]


@pytest.mark.parametrize("leave_out", [without_tiled, without_offer_end])
def test_a_picture_that_was_never_taken_costs_no_false_alarm(leave_out, monkeypatch):
    seen, _ = Watcher(monkeypatch).play(5, builder)
    rules = game(Setup("azul-duel", goals=GOALS))
    table = rules.empty_table()
    for picture in leave_out(seen):
        for seat, parts in enumerate(rules.successors(table, picture.moment)):
            assert allows(parts, picture.boards[seat]), (picture.moment, seat)
        table, _ = settled(rules, table, picture.moment, picture.boards)
        # The tiled picture is made up for at the next offer's end; broken tiles that nobody
        # saw or told are not.
        if leave_out is without_tiled and picture.moment.checkpoint is Checkpoint.OFFER_END:
            assert table.scores == picture.scores
