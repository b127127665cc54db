"""Dome tiles, stacks and chips of a Duel are put right like any tile."""

import pytest
from duel_kitchen import OFFER as OFFERED
from duel_kitchen import OPENING, PAID, SEATING, a_round
from kitchen import EMPTY, OFFER, TILED, asked

from companion.errors import CorrectionRefused, PictureError
from companion.events import CellCorrected
from companion.games.azul_duel.catalogue import TURNED
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from web.routes.data.state_json import state_json


def boards(evening, seat, cell):
    """What lies on a cell in every reading, by its number."""
    return [played.entry.boards[seat].get(cell) for played in evening.sitting.history]


def test_the_round_is_read(kitchen):
    assert a_round(kitchen).state.confirmed == (4, 4)


def test_what_a_drawn_chip_costs_counts_at_once_and_not_only_after_a_restart(kitchen, kitchens):
    evening = kitchen.start(seating=SEATING)
    kitchen.sees(EMPTY, OPENING)
    asked(evening, asks.Tell({"drawn": [1, 0]}))
    state = kitchen.sees(OFFERED)
    assert state.confirmed == state.table.scores == (4, 5)
    evening.stop()
    later = kitchens(kitchen.journal).evening
    assert later.go_on()
    assert later.state.confirmed == state.confirmed


def test_a_dome_tile_misread_since_the_opening_is_put_right_in_every_reading(kitchen):
    evening = a_round(kitchen)
    state = asked(evening, asks.Correct(1, {"place/2/2": TURNED[6][3]}))
    assert boards(evening, 1, "place/2/2") == [None, *[TURNED[6][3]] * 3]
    assert tuple(state.boards[1]["place/2/2"]) == TURNED[6][3]
    assert kitchen.events()[-3:] == tuple(
        CellCorrected(number, 1, "place/2/2", TURNED[6][3]) for number in (1, 2, 3)
    )
    assert state.misfits == ()


def test_a_dome_tile_put_right_in_an_early_reading_is_put_right_from_there_on(kitchen):
    evening = a_round(kitchen)
    asked(evening, asks.Correct(0, {"place/1/0": TURNED[18][1]}, reading=2))
    assert boards(evening, 0, "place/1/0") == [None, None, TURNED[18][1], TURNED[18][1]]


def test_another_dome_tile_may_have_lain_there_only_once(kitchen):
    evening = a_round(kitchen)
    before = evening.state
    with pytest.raises(CorrectionRefused, match="not be legal"):
        asked(evening, asks.Correct(0, {"place/1/0": TURNED[15][2]}))
    assert evening.state is before


def test_a_dome_tile_is_not_turned_under_the_tile_that_lies_on_it(kitchen):
    evening = a_round(kitchen)
    before = evening.state
    with pytest.raises(CorrectionRefused, match="not be legal"):
        asked(evening, asks.Correct(0, {"place/0/0": TURNED[15][2]}))
    assert evening.state is before


@pytest.mark.parametrize(
    "nonsense",
    ["red", ("red", "any", "blue"), ("red", None, "blue", "black"), ("red", "any", "blue", "pink")],
)
def test_what_is_no_dome_tile_is_refused(kitchen, nonsense):
    evening = a_round(kitchen)
    with pytest.raises(CorrectionRefused, match="cannot lie on place/1/0"):
        asked(evening, asks.Correct(0, {"place/1/0": nonsense}))


def test_the_top_of_a_stack_and_its_height_are_put_right(kitchen):
    evening = a_round(kitchen)
    state = asked(evening, asks.Correct(1, {"broken": (None, "red")}, reading=2))
    assert boards(evening, 1, "broken")[2] == (None, "red")
    assert state.confirmed == (4, 2), "two broken tiles cost 3 points (DU-R47)"
    state = asked(evening, asks.Tell({"broken": [0, 3]}, reading=2))
    assert state.confirmed == (4, 0), "three cost 6, and nobody falls below 0"
    assert [(c.entry, c.seat, c.was, c.now) for c in state.changed] == [(3, 1, 2, 0)]


def test_chips_that_paid_for_a_line_are_asked_for_where_it_would_not_be_legal(kitchen):
    """Nothing is explained away: it is a violation until somebody says that chips were spent."""
    evening = a_round(kitchen)
    asked(evening, asks.Undo())
    state = kitchen.sees(PAID)
    assert (state.stage, state.reading, state.report.asks) == (Stage.VIOLATION, 2, ("chips",))
    assert state.report.boards[0].problems[0].rule == "DU-R34"
    state = asked(evening, asks.Tell({"chips": [1, 0]}))
    assert state.stage is Stage.VIOLATION, "one chip does not pay for a tile"
    state = asked(evening, asks.Tell({"chips": [2, 0]}))
    assert (state.stage, state.reading, state.happened) == (Stage.PLAYING, 4, "read")
    assert evening.sitting.history[-1].entry.moment.told["chips"] in ([2, 0], (2, 0))
    assert [line.status for line in state.history[-2:]] == ["undone", "read"]


def test_chips_are_told_and_not_laid(kitchen):
    evening = a_round(kitchen)
    with pytest.raises(CorrectionRefused, match="chips are told"):
        asked(evening, asks.Correct(0, {"chip/0": "red"}))
    asked(evening, asks.Tell({"chips": [["red", "black+blue"], 2]}, reading=2))
    lying = evening.sitting.table.boards
    assert (lying[0]["chip/0"], lying[0]["chip/1"]) == ("black+blue", "red")
    assert lying[1]["chip/1"] == "unknown"


def test_boards_laid_by_hand_may_have_their_chips_in_the_store(kitchen):
    evening = a_round(kitchen)
    asked(evening, asks.Tell({"chips": [["red", "black+blue"], 0]}, reading=2))
    lying = [dict(board) for board in evening.sitting.table.boards]
    lying[0] |= {"place/1/1": TURNED[7][0], "place/2/0": TURNED[8][0]}
    lying[1] |= {"place/0/0": TURNED[9][0], "place/0/1": TURNED[13][0]}
    state = asked(evening, asks.LayByHand(tuple(lying)))
    assert (state.stage, state.reading, state.happened) == (Stage.PLAYING, 4, "by-hand")


def test_what_no_longer_follows_is_pointed_out_until_it_is_put_right_too(kitchen):
    """Without the turquoise tile in its line none can have come onto the dome."""
    evening = a_round(kitchen)
    state = asked(evening, asks.Correct(0, {"line/0/0": None}, reading=2))
    assert {(one.reading, one.seat) for one in state.misfits} == {(3, 0)}
    assert "dome/0/1" in {cell for one in state.misfits for cell in one.problem.cells}
    told = state_json(state)["misfits"][0]
    assert (told["reading"], told["violation"]["rule"]) == (3, state.misfits[0].problem.rule)
    state = asked(evening, asks.Correct(0, {"dome/0/1": None}, reading=3))
    assert (state.misfits, state.confirmed) == ((), (3, 4))


def test_a_reading_that_is_taken_back_is_pointed_out_no_more(kitchen):
    evening = a_round(kitchen)
    asked(evening, asks.Correct(0, {"line/0/0": None}, reading=2))
    assert asked(evening, asks.Undo()).misfits == ()


def test_what_was_misread_once_stays_in_its_reading(kitchen):
    """A floor tile that was overlooked is gone after the tiling, as it should be."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    asked(evening, asks.Correct(0, {"floor/0": "black"}, reading=1))
    assert boards(evening, 0, "floor/0") == [None, "black", None]
    assert evening.state.misfits == ()


def test_what_is_told_after_a_picture_of_no_use_is_of_the_one_that_was_judged(kitchen):
    evening = a_round(kitchen)
    asked(evening, asks.Undo())
    judged = kitchen.sees(PAID).history[-1]
    assert (
        kitchen.sees(PictureError("the picture is black; switch on a light")).stage
        is Stage.VIOLATION
    )
    state = asked(evening, asks.Tell({"chips": [2, 0]}))
    assert [line.status for line in state.history[-3:]] == ["violation", "failed", "read"]
    assert state.history[-1].picture == judged.picture
