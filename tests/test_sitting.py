"""A sitting is a fold: what holds follows from the events and from nothing else."""

from __future__ import annotations

import json

import pytest

from companion import events, sitting
from companion.events import CellCorrected, Confirmed, Opened, Refused, ScoreCorrected, Undone
from companion.games.base import Checkpoint, Moment, Setup

SETUP = Setup("azul", players=2, first_player=0)
OFFER = Moment(Checkpoint.OFFER_END, 1)
TILED = Moment(Checkpoint.TILED, 1)
ONE_RED = ({"line/0/0": "red"}, {"floor/0": "first"})
RED_ON_WALL = ({"wall/0/2": "red"}, {})
TWO_LINES = ({"line/0/0": "red", "line/1/0": "blue", "line/1/1": "blue"}, {"floor/0": "first"})
TWO_ON_WALL = ({"wall/0/2": "red", "wall/1/1": "blue"}, {})


def evening() -> list[events.Event]:
    return [Opened(SETUP), Confirmed(OFFER, ONE_RED), Confirmed(TILED, RED_ON_WALL)]


def test_confirmed_boards_bring_their_points() -> None:
    assert sitting.fold(evening()).table.scores == (1, 0)


def test_a_sitting_must_be_opened_first() -> None:
    with pytest.raises(ValueError, match="first event"):
        sitting.fold([Undone()])


def test_what_was_refused_changes_nothing() -> None:
    before = sitting.fold(evening())
    assert sitting.apply(before, Refused(TILED, ONE_RED, ("AZ-R22",))) == before
    assert sitting.apply(before, events.Asked(TILED)) == before
    assert sitting.apply(before, events.Unanswered(1)) == before


def test_a_legal_repeat_replaces_the_earlier_reading() -> None:
    played = [Opened(SETUP), Confirmed(OFFER, ONE_RED), Confirmed(OFFER, TWO_LINES)]
    state = sitting.fold(played)
    assert len(state.history) == 1
    assert state.table.boards[0] == TWO_LINES[0]


def test_undo_takes_back_the_last_reading() -> None:
    state = sitting.fold([*evening(), Undone()])
    assert state.table.checkpoint is Checkpoint.OFFER_END
    assert state.table.scores == (0, 0)


def test_undo_of_nothing_is_nothing() -> None:
    assert sitting.fold([Opened(SETUP), Undone()]) == sitting.opened(SETUP)


def test_a_corrected_cell_is_reckoned_through_to_the_end() -> None:
    before = sitting.fold(evening())
    corrected = [CellCorrected(0, 0, "line/1/0", "blue"), CellCorrected(0, 0, "line/1/1", "blue")]
    moved = [CellCorrected(1, 0, "wall/1/1", "blue")]
    after = sitting.fold([*evening(), *corrected, *moved])
    straight = [Opened(SETUP), Confirmed(OFFER, TWO_LINES), Confirmed(TILED, TWO_ON_WALL)]
    assert after.table == sitting.fold(straight).table
    assert sitting.changes(before, after) == (sitting.Change(1, 0, 1, 2),)


def test_cells_that_only_make_sense_together_are_corrected_together() -> None:
    cells = {"line/0/0": None, "line/1/0": "blue", "line/1/1": "blue"}
    after = sitting.fold([*evening()[:2], events.CellsCorrected(0, 0, cells)])
    assert after.table.boards[0] == {"line/1/0": "blue", "line/1/1": "blue"}


def test_a_corrected_score_carries_on() -> None:
    state = sitting.fold([*evening(), ScoreCorrected(1, 1, 7)])
    assert state.table.scores == (1, 7)


def test_no_total_below_0_is_announced_of_a_score_corrected_at_the_end_of_an_offer() -> None:
    """AZ-R31: 5 points, one for the tile and 14 off for the floor line make 0, as the tiling does.

    The sheet says how many of the 14 are really lost.
    """
    floor = {f"floor/{place}": "blue" for place in range(7)}
    full = ({**ONE_RED[0], **floor}, {})
    offer = [Opened(SETUP), Confirmed(OFFER, full), ScoreCorrected(0, 0, 5)]
    foretold = sitting.fold(offer)
    assert foretold.table.scores == (5, 0)
    tiled = sitting.fold([*offer, Confirmed(TILED, RED_ON_WALL)])
    assert foretold.outcome
    assert tiled.outcome
    assert foretold.outcome.announced == tiled.table.scores == (0, 0)
    assert foretold.outcome.steps == tiled.outcome.steps
    assert sum(step.points for step in foretold.outcome.steps[0]) == -5


def test_a_corrected_score_outlives_another_picture_of_the_same_moment() -> None:
    """A turn button is pressed twice: that says nothing of the total."""
    turn = Moment(Checkpoint.TURN, 1, 0)
    placed = ({"line/0/0": "red"}, {})
    once = [Opened(SETUP), Confirmed(turn, placed), ScoreCorrected(0, 1, 7)]
    assert sitting.fold([*once, Confirmed(turn, placed)]).table.scores == (0, 7)
    tiled = [*once, Confirmed(OFFER, ONE_RED), Confirmed(TILED, RED_ON_WALL)]
    assert sitting.fold(tiled).table.scores == (1, 6)


def test_a_corrected_score_is_not_held_against_another_reading() -> None:
    corrected = [*evening(), ScoreCorrected(1, 0, 5)]
    assert sitting.fold([*corrected, Confirmed(TILED, ({}, {}))]).table.scores[0] == 0


def test_folding_is_applying_step_by_step() -> None:
    state = sitting.opened(SETUP)
    for event in evening()[1:]:
        state = sitting.apply(state, event)
    assert state == sitting.fold(evening())


@pytest.mark.parametrize(
    "event",
    [
        *evening(),
        Refused(OFFER, ONE_RED, ("AZ-R15",)),
        Refused(OFFER, ONE_RED, ("AZ-R15",), by_hand=True),
        events.Asked(OFFER),
        events.Asked(
            OFFER,
            ({"line/1/0": None}, {"broken": (None, "red")}),
            ({"line/0/0": ("red", None)}, {"place/0/1": (("red", "any", None, "blue"),)}),
        ),
        CellCorrected(3, 1, "broken", (None, "red")),
        events.CellsCorrected(3, 1, {"line/1/0": None, "broken": (None, "red")}),
        ScoreCorrected(0, 1, 4),
        events.ToldCorrected(2, {"broken": [1, 0]}),
        events.Unanswered(3),
        Undone(),
    ],
)
def test_every_event_comes_back_from_its_json(event: events.Event) -> None:
    assert events.from_json(json.loads(json.dumps(events.to_json(event)))) == event


ASKED = {"event": "asked", "moment": {"checkpoint": "tiled", "round": 1}}
REFUSED = {**ASKED, "event": "refused", "boards": [{}, {}], "rules": []}


def test_what_was_refused_before_people_could_say_so_was_seen() -> None:
    event = events.from_json(REFUSED)
    assert isinstance(event, events.Refused)
    assert not event.by_hand


@pytest.mark.parametrize("data", [
    {}, {"event": "danced"}, {"event": "undone", "why": 1}, {"event": "asked"},
    {**ASKED, "refused": [{"line/0/0": "red"}]}, {**ASKED, "certain": [{"line/0/0": [1]}]},
    {**REFUSED, "by_hand": "yes"},
])  # fmt: skip
def test_a_damaged_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="event"):
        events.from_json(data)
