"""What the next picture is for, held against whole games as they are really played."""

from dataclasses import replace

import pytest

from companion import sitting
from companion.errors import CorrectionRefused
from companion.events import Confirmed, Opened
from companion.games.base import Checkpoint, Moment, Setup
from companion.ports import Gesture
from companion.service.evening.due import due, on_turn
from hardware.table import simulated_sitting

SETUPS = {
    "azul": Setup("azul", players=3, first_player=1),
    "azul-mini": Setup("azul-mini", players=2, first_player=0),
    "master-chocolatier": Setup("master-chocolatier", players=4, first_player=3),
    "summer-pavilion": Setup("summer-pavilion", players=3, first_player=2),
    "azul-duel": Setup("azul-duel", players=2),
}
HELD = (Checkpoint.OFFER_END, Checkpoint.PASSED)


def gesture_of(moment):
    return Gesture.HOLD if moment.checkpoint in HELD else Gesture.PRESS


def told(state, moment, turns, seat):
    found = due(state, gesture_of(moment), seat, turns=turns)
    return found.checkpoint, found.round


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("turns", [False, True])
def test_every_moment_of_a_game_is_due_when_it_comes(name, turns):
    steps = simulated_sitting(SETUPS[name], seed=5, turns=turns).steps
    state = sitting.fold([Opened(SETUPS[name])])
    for step in steps:
        moment = step.moment
        assert told(state, moment, turns, moment.seat) == (moment.checkpoint, moment.round)
        assert due(state, gesture_of(moment), moment.seat, turns=turns).seat == moment.seat
        state = sitting.apply(state, Confirmed(moment, step.boards))
    assert state.table.over


@pytest.mark.parametrize("name", ["azul", "azul-mini", "master-chocolatier", "azul-duel"])
def test_one_shared_button_leads_through_a_game_of_rounds(name):
    state = sitting.fold([Opened(SETUPS[name])])
    for step in simulated_sitting(SETUPS[name], seed=6).steps:
        shared = due(state, turns=False)
        assert (shared.checkpoint, shared.round) == (step.moment.checkpoint, step.moment.round)
        state = sitting.apply(state, Confirmed(step.moment, step.boards))


@pytest.mark.parametrize("name", ["azul", "azul-mini", "master-chocolatier", "azul-duel"])
def test_a_shared_button_pressed_after_every_turn_says_whose_it_was(name):
    state = sitting.fold([Opened(SETUPS[name])])
    for step in simulated_sitting(SETUPS[name], seed=6, turns=True).steps:
        if step.moment.checkpoint is Checkpoint.TURN:
            assert due(state, turns=True).seat == step.moment.seat
        state = sitting.apply(state, Confirmed(step.moment, step.boards))


def test_it_is_known_who_is_on_turn():
    steps = simulated_sitting(SETUPS["summer-pavilion"], seed=5).steps
    state = sitting.fold([Opened(SETUPS["summer-pavilion"])])
    known = 0
    for step in steps:
        expected = on_turn(state)
        if expected is not None and step.moment.checkpoint is not Checkpoint.SETUP:
            assert expected == step.moment.seat
            known += 1
        state = sitting.apply(state, Confirmed(step.moment, step.boards))
    assert known > len(steps) / 2


def test_a_shared_button_held_passes_for_the_seat_on_turn():
    state = sitting.fold([
        Opened(SETUPS["summer-pavilion"]),
        Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {}, {})),
    ])  # fmt: skip
    with pytest.raises(CorrectionRefused, match="not known who passes"):
        due(state, Gesture.HOLD, turns=False)
    placed = Confirmed(Moment(Checkpoint.PLACED, 1, 1), ({}, {"star/0/1": "purple"}, {}))
    state = sitting.apply(state, placed)
    assert due(state, Gesture.HOLD, turns=False) == Moment(Checkpoint.PASSED, 1, 2)


def test_a_turn_without_a_seat_is_that_of_the_board_that_changed():
    setup = Setup("azul", players=2, first_player=0)
    state = sitting.fold([
        Opened(setup),
        Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {})),
        Confirmed(Moment(Checkpoint.TURN, 1), ({}, {"line/0/0": "red"})),
    ])  # fmt: skip
    assert on_turn(state) == 0
    assert due(state, turns=True) == Moment(Checkpoint.TURN, 1, 0)


def test_a_second_hold_of_the_last_to_pass_is_no_pass_in_the_next_round():
    """They hold twice, or lay the tiles they keep on the corners and hold again."""
    empty, kept = {"star/1/1": "purple"}, {"star/1/1": "purple", "corner/0": "green"}
    state = sitting.fold([
        Opened(Setup("summer-pavilion", first_player=0)),
        Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {})),
        Confirmed(Moment(Checkpoint.PLACED, 1, 0), (empty, {})),
        Confirmed(Moment(Checkpoint.PASSED, 1, 1), (empty, {})),
        Confirmed(Moment(Checkpoint.PASSED, 1, 0, {"discarded": 2}), (empty, {})),
    ])  # fmt: skip
    again = due(state, Gesture.HOLD, 0, turns=False)
    assert again == Moment(Checkpoint.PASSED, 1, 0)
    after = sitting.apply(
        state, Confirmed(replace(again, told=state.still_told(again)), (kept, {}))
    )
    assert after.table.scores == state.table.scores == (4, 5)
    assert due(after, Gesture.HOLD, 1, turns=False) == Moment(Checkpoint.PASSED, 2, 1)


def test_every_press_of_a_shared_button_is_a_turn_of_its_own():
    """Else the placings of a whole round would be one, and their order and points unknown."""
    setup = Setup("summer-pavilion", first_player=0)
    state = sitting.opened(setup)
    for number, step in enumerate(simulated_sitting(setup, 2).steps, 1):
        passes = step.moment.checkpoint is Checkpoint.PASSED
        moment = step.moment if passes else replace(step.moment, seat=None)
        state = sitting.apply(state, Confirmed(moment, step.boards))
        assert len(state.history) == number
        assert state.table.scores == step.scores


def test_a_pass_without_a_press_counts_when_a_corner_space_shows_it():
    """Else the round would not end for those who pressed: their next tile was called wrong."""
    kept = {"star/1/1": "purple", "corner/0": "green"}
    other = {"star/1/2": "purple"}
    state = sitting.fold([
        Opened(Setup("summer-pavilion", first_player=0)),
        Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {})),
        Confirmed(Moment(Checkpoint.PLACED, 1, 0), ({"star/1/1": "purple"}, {})),
        Confirmed(Moment(Checkpoint.PLACED, 1, 1), (kept, other)),
    ])  # fmt: skip
    assert on_turn(state) == 1
    state = sitting.apply(state, Confirmed(Moment(Checkpoint.PASSED, 1, 1), (kept, other)))
    assert due(state, seat=0, turns=False) == Moment(Checkpoint.PLACED, 2, 0)
