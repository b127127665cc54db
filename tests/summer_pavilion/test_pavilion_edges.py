"""The edge cases of section 8 of the rules, and the open questions of section 9."""

import pytest
from pavilion import board, cell, engine, position, spaces, tiles
from pavilion_tables import PLACED, after, moment, reader, table

from companion.games import play as play_of
from companion.games.base import IllegalAction, Setup, Step
from companion.games.common.sack import Sack
from companion.games.summer_pavilion.actions import PASS, Keep, Place, Take, TakeBonus
from companion.games.summer_pavilion.options import Options
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.rules.scoring import add_points, final_score, lose_points
from companion.games.summer_pavilion.tiles import NO_TILES

GAME = engine()
WINDOW = Place(cell("RT-5"), "blue", 5, 0)
"""Completes the blue window where blue 6 is filled: three bonus tiles."""


def windowed(play, **how):
    """Return the position after completing the blue window, bonus tiles not yet taken."""
    return play.apply(position(play, board("RT-6", beside="5b"), **how), WINDOW)


def test_a_display_of_four_wild_tiles_gives_one_and_three_go_to_the_centre():
    after = GAME.apply(position(GAME, phase=Phase.TAKE, displays=("4p",)), Take(0, "purple"))
    assert after.boards[0].beside == tiles("1p")
    assert after.centre == tiles("3p")


def test_a_wild_tile_of_the_centre_comes_along_while_it_lasts_one_per_take():
    now = position(GAME, phase=Phase.TAKE, centre="1r 1y 1b 2p", marker=1)
    for colour, gained in (("red", "1r 1p"), ("yellow", "1y 1p"), ("blue", "1b")):
        seat, before = now.seat, now.boards[now.seat].beside
        now = GAME.apply(now, Take(None, colour))
        gains = tuple(a - b for a, b in zip(now.boards[seat].beside, before, strict=True))
        assert gains == tiles(gained)


def test_only_wild_tiles_in_the_centre_one_per_turn():
    now = position(GAME, phase=Phase.TAKE, centre="3p", marker=0)
    for left in (2, 1, 0):
        assert GAME.legal_actions(now) == [Take(None, "purple")]
        now = GAME.apply(now, Take(None, "purple"))
        assert sum(now.centre) == left
    assert now.phase is Phase.PLACE


def test_first_in_the_centre_with_only_wild_tiles_loses_one_point():
    after = GAME.apply(position(GAME, phase=Phase.TAKE, centre="3p"), Take(None, "purple"))
    assert (after.marker, after.boards[0].score) == (0, 4)


def test_score_2_and_the_marker_with_five_tiles_is_score_1():
    now = position(GAME, board(score=2), phase=Phase.TAKE, centre="4r 2p", displays=("1b",))
    assert GAME.apply(now, Take(None, "red")).boards[0].score == 1


def test_the_second_to_take_from_the_centre_loses_nothing():
    now = position(GAME, phase=Phase.TAKE, centre="4r 2p", marker=1)
    after = GAME.apply(now, Take(None, "red"))
    assert (after.marker, after.boards[0].score) == (1, 5)


def test_an_empty_bag_is_filled_from_the_tower_for_the_supply():
    after = GAME.apply(windowed(GAME, rest="tower"), TakeBonus(("red", "blue", "purple")))
    assert sum(after.supply) == 10
    assert after.tower == NO_TILES


def test_an_empty_bag_is_filled_from_the_tower_for_the_displays():
    now = position(GAME, board(), board(passed=True), rest="tower")
    after = GAME.apply(now, PASS)
    assert [sum(display) for display in after.displays] == [4] * 5
    assert after.tower == NO_TILES


def test_with_bag_and_tower_empty_the_supply_stays_partly_empty():
    now = windowed(GAME, supply="2p 2g 1o", rest="board")
    assert (sum(now.bag), sum(now.tower)) == (0, 4)
    after = GAME.apply(now, TakeBonus(("purple", "purple", "green")))
    assert after.supply == tiles("1g 1o 4b")  # the four tiles paid came back out of the tower
    assert after.bag == after.tower == NO_TILES


def test_with_bag_and_tower_empty_the_first_displays_are_filled():
    now = position(GAME, board(beside="6r"), board(passed=True))
    nearly_out = now._replace(bag=NO_TILES, tower=tiles("3b 1y"))
    after = GAME.apply(GAME.apply(nearly_out, PASS), Keep(()))
    assert [sum(display) for display in after.displays] == [4, 4, 2, 0, 0]


def test_with_no_tile_to_deal_the_kept_tiles_are_placed_at_once():
    now = position(GAME, board(), board(corners="4r", passed=True))._replace(bag=NO_TILES)
    after = GAME.apply(now, PASS)
    assert (after.round, after.phase, sum(map(sum, after.displays))) == (2, Phase.PLACE, 0)
    assert after.boards[1].beside == tiles("4r")


def test_the_supply_is_filled_before_the_next_turn_also_after_three_tiles():
    after = GAME.apply(windowed(GAME), TakeBonus(("purple", "purple", "red")))
    assert (after.seat, sum(after.supply)) == (1, 10)


def test_at_most_four_tiles_are_kept():
    now = GAME.apply(position(GAME, board(beside="5r 1g")), PASS)
    assert max(len(action.tiles) for action in GAME.legal_actions(now)) == 4
    with pytest.raises(IllegalAction, match="SP-R36"):
        GAME.apply(now, Keep(("red",) * 5))
    with pytest.raises(IllegalAction, match="SP-R36"):
        GAME.apply(now, Keep(("yellow",)))


def test_tiles_are_kept_only_when_passing():
    with pytest.raises(IllegalAction, match="SP-R17"):
        GAME.apply(position(GAME, board(beside="1r")), Keep(("red",)))


def test_passing_with_no_tile_left_costs_nothing():
    now = position(GAME, board(score=9), board(beside="1r"))
    after = GAME.apply(now, PASS)
    assert (after.boards[0].score, after.boards[0].passed, after.seat) == (9, True, 1)


def test_passing_early_is_allowed():
    now = position(GAME, board(beside="6r 6b"))
    assert PASS in GAME.legal_actions(now)


def test_passing_in_round_6_corner_tiles_cost_a_point_each_in_the_end():
    last = position(
        GAME, board(beside="3r", score=20), board(passed=True, score=2, corners="3g"), round=6
    )
    after = GAME.apply(GAME.apply(last, PASS), Keep(("red", "red")))
    assert after.over
    result = GAME.result_of(after)
    assert result.scores == (20 - 1 - 2, 1)
    assert [step.rule for step in result.steps[0]] == ["SP-R44"]
    assert result.winners == (0,)


def test_middle_star_the_wild_colour_may_pay_though_it_lies_there():
    now = position(GAME, board("CT-1:purple", beside="1r 2p"))
    assert Place(cell("CT-3"), "red", 1, 2) in GAME.legal_actions(now)


def test_bonus_tiles_lie_beside_the_board_and_can_be_discarded():
    now = position(GAME, board("RT-6", beside="5b"), board(passed=True))
    now = GAME.apply(GAME.apply(now, WINDOW), TakeBonus(("red", "purple", "purple")))
    after = GAME.apply(GAME.apply(now, PASS), Keep(()))
    assert after.boards[0].score == 5 + 2 - 3


def test_turns_skip_players_who_have_passed():
    play = engine(players=3)
    now = position(play, board(beside="1r"), board(passed=True), board(beside="1b"))
    after = play.apply(now, Place(cell("UR-1"), "red", 1, 0))
    assert after.seat == 2


def test_who_goes_on_alone_has_turn_after_turn():
    now = position(GAME, board(beside="1r 1b"), board(passed=True))
    assert GAME.apply(now, Place(cell("UR-1"), "red", 1, 0)).seat == 0


def test_the_holder_of_the_marker_begins_phase_2_and_the_next_round():
    now = position(GAME, phase=Phase.TAKE, centre="1r", marker=1)
    after = GAME.apply(now, Take(None, "red"))
    assert (after.phase, after.seat) == (Phase.PLACE, 1)
    ended = position(GAME, board(passed=True), board(), seat=1, marker=1)
    after = GAME.apply(ended, PASS)
    assert (after.round, after.starter, after.seat, after.marker) == (2, 1, 1, None)


def test_wild_tiles_of_an_earlier_round_are_ordinary():
    now = position(GAME, board(beside="1r 5p"), round=2)
    assert {a.cell for a in GAME.legal_actions(now) if a != PASS and a.colour == "red"} == {
        cell("UR-1"),
        cell("CT-1"),
    }


# Section 9: open questions and their options


def test_score_min_limits_what_discarded_tiles_cost():
    for lowest, score in ((1, 1), (0, 0), (None, -1), (-1, -1)):
        play = engine(score_min=lowest)
        now = play.apply(position(play, board(beside="3r", score=2)), PASS)
        assert play.apply(now, Keep(())).boards[0].score == score


def test_the_marker_never_costs_more_than_down_to_1_whatever_score_min():
    play = engine(score_min=None)
    now = position(play, board(score=2), phase=Phase.TAKE, centre="4r", displays=("1b",))
    assert play.apply(now, Take(None, "red")).boards[0].score == 1


@pytest.mark.parametrize(("after_bonuses", "total"), [(True, 12), (False, 13)])
def test_corner_penalty_after_bonuses_matters_near_the_lowest_score(after_bonuses, total):
    play = engine(corner_penalty_after_bonuses=after_bonuses)
    colours = ("red", "blue", "green", "yellow", "orange", "purple")
    middle = " ".join(f"CT-{slot}:{colour}" for slot, colour in enumerate(colours, 1))
    done = board(middle, corners="2r", score=2, passed=True)
    over = position(play, done, board(passed=True), round=6, phase=Phase.OVER)
    assert play.result_of(over).scores[0] == total


@pytest.mark.parametrize("after_bonuses", [True, False])
def test_corner_tiles_cost_no_more_than_there_is_and_the_sheet_says_so(after_bonuses):
    options = Options(corner_penalty_after_bonuses=after_bonuses)
    assert final_score(3, (), 4, options) == (1, (Step("corner", -2, "SP-R44"),))


def test_a_loss_never_moves_a_marker_up():
    """With ``score_min`` 5 a marker may have brought somebody to 1; with null there is no limit."""
    assert lose_points(1, 2, 5, Options()) == 1
    assert lose_points(-3, 2, 1, Options()) == -3


def scarce(play):
    """Return a position with one tile in the supply, none in the bag, and three owed."""
    return windowed(play, supply="1r", rest="board")


def test_short_supply_gives_what_is_there():
    play = engine()
    now = scarce(play)
    assert play.legal_actions(now) == [TakeBonus(("red",))]
    after = play.apply(now, TakeBonus(("red",)))
    assert (after.phase, after.seat) == (Phase.PLACE, 1)


def test_short_supply_after_refill_gives_the_rest_when_it_is_filled():
    play = engine(short_supply="after-refill")
    after = play.apply(scarce(play), TakeBonus(("red",)))
    assert (after.phase, after.seat, after.owed) == (Phase.BONUS, 0, (2,))
    assert play.legal_actions(after) == [TakeBonus(("blue", "blue"))]
    assert play.apply(after, TakeBonus(("blue", "blue"))).seat == 1


def test_a_bonus_must_be_taken():
    with pytest.raises(IllegalAction, match="SP-R30"):
        GAME.apply(windowed(GAME), TakeBonus(("red",)))
    with pytest.raises(IllegalAction, match="SP-R30"):
        GAME.apply(windowed(GAME), TakeBonus(("blue", "blue", "blue")))


def test_bonus_mandatory_off_lets_a_bonus_be_declined():
    play = engine(bonus_mandatory=False)
    after = play.apply(windowed(play), TakeBonus(()))
    assert (after.seat, sum(after.boards[0].beside)) == (1, 0)


def test_what_was_declined_is_not_owed_any_more_though_the_supply_is_filled_up():
    play = engine(bonus_mandatory=False, short_supply="after-refill")
    assert play.apply(windowed(play), TakeBonus(())).owed == ()


@pytest.mark.parametrize("short", ["take-what-is-there", "after-refill"])
def test_bonus_combined_choice_off_fills_up_between_two_structures(short):
    play = engine(bonus_combined_choice=False, short_supply=short)
    filled = "UL-1 UR-3 UR-4 UL-3 CT-6:red CT-1:blue"
    now = play.apply(
        position(play, board(filled, beside="2o")), Place(cell("UL-2"), "orange", 2, 0)
    )
    assert now.owed == (1, 2)
    now = play.apply(now, TakeBonus(("red",)))
    assert (now.owed, sum(now.supply), now.seat) == ((2,), 10, 0)


def test_bonus_combined_choice_off_loses_only_what_an_empty_supply_cannot_give():
    """The pillar finds nothing; what was paid comes from the tower in time for the statue."""
    play = engine(bonus_combined_choice=False)
    filled = "UL-1 UR-3 UR-4 UL-3 CT-6:red CT-1:blue"
    now = position(play, board(filled, beside="2o"), supply="", rest="board")
    now = play.apply(now, Place(cell("UL-2"), "orange", 2, 0))
    assert (now.phase, now.seat, now.owed) == (Phase.BONUS, 0, (2,))
    assert play.legal_actions(now) == [TakeBonus(("orange",))]


def test_point_tokens_more_or_one():
    assert add_points(158, 6, Options()) == 164
    assert add_points(158, 6, Options(point_tokens="one")) == 160


def test_a_score_sheet_says_what_is_not_counted_above_160():
    """Section 9, ``point_tokens``: 159 and a tile that makes three; then a star worth 14."""
    game = reader(options={"point_tokens": "one"})
    now = table(game, "LF-1 LF-2", scores=(159, 5))
    outcome = after(game, now, moment(PLACED, 0), "LF-1 LF-2 LF-3")
    assert outcome.announced == (160, 5)
    cap = Step("score", -2, "SP-R29")
    assert outcome.steps[0] == (Step(cell("LF-3"), 3, "SP-R27"), cap)
    for after_bonuses, lost in ((True, 3), (False, 1)):
        options = Options(point_tokens="one", corner_penalty_after_bonuses=after_bonuses)
        total, steps = final_score(159, (Step("number/1", 4, "SP-R43"),), 2, options)
        assert total == 159 + sum(step.points for step in steps)
        assert Step("score", -lost, "SP-R29") in steps


def test_no_game_is_joined_with_a_total_beyond_the_only_token():
    """Section 9, ``point_tokens``: 161 would be 160 with the next tile."""
    assert reader(scores=(161, 5))
    assert reader(options={"point_tokens": "one"}, scores=(160, 5))
    with pytest.raises(ValueError, match="161: give numbers from 1 to 160"):
        reader(options={"point_tokens": "one"}, scores=(161, 5))


def test_loss_across_80_hands_the_token_back_or_stops_on_space_1():
    assert lose_points(82, 5, 1, Options()) == 77
    assert lose_points(82, 5, 1, Options(loss_across_80="stop")) == 81
    assert lose_points(80, 5, 1, Options(loss_across_80="stop")) == 75
    assert lose_points(161, 5, 1, Options(loss_across_80="stop")) == 161
    assert lose_points(160, 5, 1, Options(loss_across_80="stop")) == 155  # space 80, one token


@pytest.mark.parametrize(("answer", "starter"), [("same", 0), ("next", 1)])
def test_untaken_marker_next_start(answer, starter):
    play = engine(untaken_marker_next_start=answer)
    now = position(play, phase=Phase.TAKE, displays=("2r",))
    now = play.apply(now, Take(0, "red"))
    assert (now.phase, now.seat) == (Phase.PLACE, 0)
    after = play.apply(play.apply(play.apply(now, PASS), Keep(())), PASS)
    assert (after.round, after.starter) == (2, starter)


@pytest.mark.parametrize(("answer", "bag", "tower"), [("when-needed", 0, 30), ("at-once", 30, 0)])
def test_tower_poured_when_needed_or_at_once(answer, bag, tower):
    play = engine(tower_poured=answer)
    last = board(passed=True), board(corners="4g", passed=True)
    now = position(play, *last, phase=Phase.REFILL, supply="9p", tower="20y 10b", generator=None)
    emptied = now._replace(bag=tiles("1o"))
    after = play.deal(emptied, [tiles("1o")])
    assert (sum(after.bag), sum(after.tower)) == (bag, tower)


@pytest.mark.parametrize(
    "options",
    [{"no_such": 1}, {"score_min": "low"}, {"short_supply": "wait"}, {"bonus_mandatory": 1}],
)
def test_options_that_nobody_understands_are_refused(options):
    with pytest.raises(ValueError, match=r"[Oo]ption"):
        play_of(Setup("summer-pavilion", options=options))


@pytest.mark.parametrize(
    "setup",
    [
        Setup("summer-pavilion", "purple"),
        Setup("summer-pavilion", players=5),
        Setup("summer-pavilion", players=2, first_player=2),
    ],
)
def test_set_ups_that_cannot_be_played_are_refused(setup):
    with pytest.raises(ValueError, match=r"Summer Pavilion has|Summer Pavilion is for|no seat 2"):
        play_of(setup)


def test_an_empty_bag_gives_what_the_tower_has():
    sack = Sack(tiles("1r"), tiles("2b"))
    assert sack.can_give(tiles("1r 1b"))
    assert not sack.can_give(tiles("2b"))
    assert sack.without(tiles("1r 1b")) == Sack(tiles("1b"), NO_TILES)
    assert spaces("")[0] is None
