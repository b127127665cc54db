"""The worked examples of section 7 of the rules, by number.  Round 1: purple is wild."""

import pytest
from pavilion import board, cell, engine, position, tiles

from companion.games.base import IllegalAction
from companion.games.summer_pavilion.actions import PASS, Keep, Place, Take, TakeBonus
from companion.games.summer_pavilion.position import Phase

GAME = engine()


def refused(play, now, action):
    """Return the id of the rule that forbids an action."""
    with pytest.raises(IllegalAction) as refusal:
        play.apply(now, action)
    assert action not in play.legal_actions(now)
    return refusal.value.rule


def test_example_1_taking_red_leaves_the_yellow_to_the_centre():
    now = position(GAME, phase=Phase.TAKE, displays=("2r 2y",))
    after = GAME.apply(now, Take(0, "red"))
    assert after.boards[0].beside == tiles("2r")
    assert after.centre == tiles("2y")


def test_example_2_taking_green_brings_one_wild_tile_along():
    now = position(GAME, phase=Phase.TAKE, displays=("1g 2p 1y",))
    after = GAME.apply(now, Take(0, "green"))
    assert after.boards[0].beside == tiles("1g 1p")
    assert after.centre == tiles("1p 1y")


def test_example_3_first_from_the_centre_takes_the_marker_and_goes_back_to_1():
    now = position(GAME, phase=Phase.TAKE, centre="3y 1p", displays=("4r",))
    after = GAME.apply(now, Take(None, "yellow"))
    assert after.boards[0].beside == tiles("3y 1p")
    assert (after.marker, after.boards[0].score) == (0, 1)


def test_example_4_three_purple_and_one_green():
    now = position(GAME, board(beside="3p 1g"))
    legal = GAME.legal_actions(now)
    assert Place(cell("LL-4"), "green", 1, 3) in legal
    assert Place(cell("LF-3"), "purple", 3, 0) in legal
    assert Place(cell("CT-4"), "green", 1, 3) in legal
    assert Place(cell("CT-3"), "purple", 3, 0) in legal
    taken = position(GAME, board("CT-1:green CT-2:purple", beside="3p 1g"))
    middle = [a for a in GAME.legal_actions(taken) if a != PASS and a.cell.startswith("star/0")]
    assert middle == []


def test_example_5_book_a_seven_blue_tiles_for_blue_6():
    now = position(GAME, board(beside="7b"))
    after = GAME.apply(now, Place(cell("RT-6"), "blue", 6, 0))
    assert after.boards[0].score == 5 + 1
    assert after.boards[0].beside == tiles("1b")
    assert after.tower == tiles("5b")


def test_example_6_book_b_red_3_is_not_next_to_1_and_6():
    now = position(GAME, board("UR-1 UR-6", beside="3r"))
    after = GAME.apply(now, Place(cell("UR-3"), "red", 3, 0))
    assert after.boards[0].score == 5 + 1


def test_example_7_book_c_blue_6_paid_with_purple_joins_5_and_4():
    now = position(GAME, board("RT-4 RT-5", beside="3b 3p"))
    after = GAME.apply(now, Place(cell("RT-6"), "blue", 3, 3))
    assert after.boards[0].score == 5 + 3
    assert after.tower == tiles("2b 3p")


def test_example_8_book_d_orange_4_between_3_and_5():
    now = position(GAME, board("UL-3 UL-5", beside="1o 1g 3p"))
    after = GAME.apply(now, Place(cell("UL-4"), "orange", 1, 3))
    assert after.boards[0].score == 5 + 3
    assert after.boards[0].beside == tiles("1g")


def test_example_9_book_e_purple_2_between_1_and_3():
    now = position(GAME, board("LF-1 LF-3", beside="2p 2r 4g"))
    after = GAME.apply(now, Place(cell("LF-2"), "purple", 2, 0))
    assert after.boards[0].score == 5 + 3
    assert after.tower == tiles("1p")


def test_example_10_book_f_four_green_kept_and_two_red_discarded():
    now = position(GAME, board(beside="4g 2r", score=12), board(passed=True))
    after = GAME.apply(GAME.apply(now, PASS), Keep(("green",) * 4))
    assert after.boards[0].score == 12 - 2
    assert after.boards[0].beside == tiles("4g")  # back beside the board, and wild in round 2
    assert (after.round, after.wild, after.tower) == (2, 1, tiles("2r"))


def test_example_11_a_tile_that_completes_statue_and_pillar():
    filled = "UL-1 UR-3 UR-4 UL-3 CT-6:red CT-1:blue"
    now = position(GAME, board(filled, beside="2o"))
    after = GAME.apply(now, Place(cell("UL-2"), "orange", 2, 0))
    assert after.boards[0].score == 5 + 3
    assert (after.phase, after.owed) == (Phase.BONUS, (3,))


def test_example_12_a_tile_that_completes_a_window():
    now = position(GAME, board("RT-6", beside="5b"))
    after = GAME.apply(now, Place(cell("RT-5"), "blue", 5, 0))
    assert after.owed == (3,)
    after = GAME.apply(after, TakeBonus(("purple", "purple", "red")))
    assert after.boards[0].beside == tiles("2p 1r")
    assert sum(after.supply) == 10


def test_example_13_the_wild_colour_cannot_be_chosen():
    now = position(GAME, phase=Phase.TAKE, displays=("3p 1r",))
    assert refused(GAME, now, Take(0, "purple")) == "SP-R12"
    after = GAME.apply(now, Take(0, "red"))
    assert after.boards[0].beside == tiles("1r 1p")
    assert after.centre == tiles("2p")


def test_example_14_purple_3_needs_three_purple_tiles():
    now = position(GAME, board(beside="2p 1g"))
    assert refused(GAME, now, Place(cell("LF-3"), "purple", 2, 0)) == "SP-R20"
    assert refused(GAME, now, Place(cell("LF-3"), "purple", 2, 1)) == "SP-R24"
    assert refused(GAME, now, Place(cell("LF-3"), "purple", 3, 0)) == "SP-R18"
    enough = position(GAME, board(beside="3p"))
    assert Place(cell("LF-3"), "purple", 3, 0) in GAME.legal_actions(enough)


def test_example_15_wild_tiles_alone_do_not_pay():
    now = position(GAME, board(beside="6p"))
    assert refused(GAME, now, Place(cell("UR-6"), "red", 0, 6)) == "SP-R23"


def test_example_16_other_side_the_second_tile_decides():
    grey = engine("grey")
    mixed = board("LF-1:green LF-2:red", beside="5g 5r 5y", variant="grey")
    now = position(grey, mixed)
    assert refused(grey, now, Place(cell("LF-3"), "green", 1, 0)) == "SP-R47"
    assert Place(cell("LF-3"), "yellow", 1, 0) in grey.legal_actions(now)
    single = board("LF-1:green LF-2:green", beside="5g 5r 5y", variant="grey")
    now = position(grey, single)
    on_left = {a.colour for a in grey.legal_actions(now) if a != PASS and "/1/" in a.cell}
    assert on_left == {"green"}
    assert refused(grey, now, Place(cell("LF-3"), "red", 1, 0)) == "SP-R47"
