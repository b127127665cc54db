"""After the tiling a round is told as a whole: with what was taken off before, and from there."""

import pytest
from duel_kitchen import OFFER, OPENING, SEATING, TILED
from kitchen import EMPTY, asked
from kitchen import OFFER as WALLS_OFFERED
from kitchen import TILED as WALLS_TILED
from pages import words

from companion.games.base import Setup
from companion.journal import Seating
from companion.service.evening import asks
from web import create_app


def overview(evening):
    return words(create_app(evening).test_client().get("/").text)


@pytest.fixture
def drawn(kitchen):
    """A round of Duel in which Ada drew a dome tile from the stack."""
    evening = kitchen.start(seating=SEATING)
    kitchen.sees(EMPTY, OPENING)
    asked(evening, asks.Tell({"drawn": [1, 0]}))
    kitchen.sees(OFFER)
    return evening


def test_the_end_of_an_offer_says_what_dome_tiles_have_cost(drawn):
    told = "Ada: there is a choice to make on the dome, dome tiles from the stack −1"
    assert told in overview(drawn)


def test_a_drawn_dome_tile_stays_on_the_sheet_of_its_round(drawn, kitchen):
    state = kitchen.sees(TILED)
    assert (state.sheet[0][0].cell, state.sheet[0][0].points) == ("stack", -1)
    assert state.before == (5, 5)
    assert [sum(step.points for step in steps) for steps in state.sheet] == [
        now - then for now, then in zip(state.confirmed, state.before, strict=True)
    ]
    assert "Ada: 3 points (−2)" in overview(drawn)


def test_that_holds_after_the_step_was_taken_back_and_put_back(drawn, kitchen):
    told = kitchen.sees(TILED)
    asked(drawn, asks.Undo())
    again = asked(drawn, asks.PutBack())
    assert (again.before, again.sheet) == (told.before, told.sheet)


def test_a_round_that_brought_nobody_anything_does_not_tell_of_the_one_before(kitchen):
    evening = kitchen.start()
    grown = ({**WALLS_TILED[0], "line/4/0": "white"}, {"line/3/0": "black"})
    state = kitchen.sees(EMPTY, WALLS_OFFERED, WALLS_TILED, grown, grown)
    assert state.reading == 4
    assert state.before == state.confirmed
    assert "Ada: 1 point Ben: 0 points" in overview(evening)


def test_who_passes_is_not_told_with_what_the_turn_before_brought(kitchen):
    evening = kitchen.start(seating=Seating(Setup("summer-pavilion"), ("Ada", "Ben")))
    kitchen.sees(EMPTY)
    placed = ({"star/0/1": "orange"}, {})
    state = kitchen.sees(placed, seat=0)
    assert (state.before, state.confirmed) == ((5, 5), (6, 5)), state.report
    state = kitchen.sees(placed, seat=1, hold=True)
    assert state.before == state.confirmed == (6, 5), state.report
    assert "Ben passes. Ada: 6 points Ben: 5 points" in overview(evening)
