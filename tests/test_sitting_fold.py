"""A sitting of a random game: whatever happens on the way, what holds is what was confirmed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from test_wall_play import rounds_of

from companion import games
from companion.events import CellCorrected, Confirmed, Opened, Refused, Undone
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.wall.board import cells_of
from companion.sitting import apply, changes, fold, opened

SETUP = Setup("azul", first_player=0)
CHECKPOINTS = (Checkpoint.OFFER_END, Checkpoint.TILED)


@cache
def evening(seed):
    """The events of a random game from its first to its last picture."""
    play = games.play(SETUP)
    events = [Opened(SETUP)]
    for round in rounds_of(play, seed):
        for checkpoint, position in zip(CHECKPOINTS, round, strict=True):
            boards = tuple(cells_of(board, play.data.colours) for board in position.boards)
            events.append(Confirmed(Moment(checkpoint, round[0].round), boards))
    return tuple(events)


def refused(event):
    return Refused(event.moment, event.boards, ("AZ-R15",))


def misread(event):
    """The same moment with a tile overlooked on some board."""
    boards = [dict(board) for board in event.boards]
    for board in boards:
        floor = sorted(cell for cell in board if cell.startswith("floor"))
        if floor:
            del board[floor[-1]]
    return Confirmed(event.moment, tuple(boards))


seeds = st.integers(0, 30)


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_the_fold_is_the_same_step_by_step(seed):
    state = opened(SETUP)
    for event in evening(seed)[1:]:
        state = apply(state, event)
    assert state == fold(evening(seed))
    assert state.table.over


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_totals_are_those_of_complete_play(seed):
    play = games.play(SETUP)
    *_, (_, last) = rounds_of(play, seed)
    state = fold(evening(seed))
    result, expected = state.game.result(state.table), play.result_of(last)
    assert (result.scores, result.winners) == (expected.scores, expected.winners)
    assert result.complete


@settings(max_examples=30, deadline=None)
@given(seeds, st.data())
def test_what_goes_wrong_on_the_way_leaves_no_trace(seed, data):
    """Refused pictures, readings repeated, misread and read again, taken back and read again."""
    events = []
    for event in evening(seed):
        if isinstance(event, Confirmed):
            what = data.draw(st.sampled_from(["refused", "repeat", "misread", "undone", "fine"]))
            events += {
                "refused": [refused(event)],
                "repeat": [event],
                "misread": [misread(event)],
                "undone": [event, Undone()],
                "fine": [],
            }[what]
        events.append(event)
    straight, winding = fold(evening(seed)), fold(events)
    assert winding.table == straight.table
    assert winding.outcome == straight.outcome
    assert [p.entry.moment for p in winding.history] == [p.entry.moment for p in straight.history]
    assert [p.outcome for p in winding.history] == [p.outcome for p in straight.history]


@settings(max_examples=15, deadline=None)
@given(seeds, st.data())
def test_any_beginning_of_an_evening_is_a_sitting(seed, data):
    events = evening(seed)
    half = data.draw(st.integers(1, len(events)))
    early = fold(events[:half])
    assert len(early.history) == half - 1
    for event in events[half:]:
        early = apply(early, event)
    assert early == fold(events)


@settings(max_examples=15, deadline=None)
@given(seeds, st.data())
def test_undo_goes_back_one_reading_at_a_time(seed, data):
    events = evening(seed)
    back = data.draw(st.integers(0, len(events) - 1))
    undone = fold([*events, *[Undone()] * back])
    early = fold(events[: len(events) - back])
    assert undone.table == early.table
    assert undone.outcome == early.outcome
    assert changes(early, undone) == ()


@given(seeds)
@settings(max_examples=5, deadline=None)
def test_a_state_is_not_changed_by_what_follows(seed):
    events = evening(seed)
    early = fold(events[:3])
    before = (early.table, early.history, early.outcome)
    apply(early, events[3])
    apply(early, Undone())
    assert (early.table, early.history, early.outcome) == before


@settings(max_examples=30, deadline=None)
@given(seeds, st.data())
def test_a_corrected_evening_is_as_if_it_had_been_read_so_at_once(seed, data):
    events = list(evening(seed))
    number = data.draw(st.integers(1, len(events) - 2))
    seat = data.draw(st.integers(0, SETUP.players - 1))
    boards = list(events[number].boards)
    cell = data.draw(st.sampled_from([*boards[seat], "floor/6"]))
    corrected = fold([*events, CellCorrected(number - 1, seat, cell, None)])
    boards[seat] = {each: lies for each, lies in boards[seat].items() if each != cell}
    events[number] = replace(events[number], boards=tuple(boards))
    straight = fold(events)
    assert [each.outcome for each in corrected.history] == [e.outcome for e in straight.history]
    assert [each.base for each in corrected.history] == [each.base for each in straight.history]
