"""The edge cases of the rules file (section 8), row by row."""

from dataclasses import replace

import pytest
from duel_tables import (
    GOALS,
    acquiring,
    any_action,
    board,
    offer,
    random_game,
    refused,
    rules_for,
    tiles,
    tiling,
    with_seat,
)

from companion.games import game, play
from companion.games.azul_duel.actions import (
    DrawDome,
    KeepDome,
    LayDome,
    LookAtDrawn,
    Pass,
    PlaceTile,
    ReturnDome,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import EMPTY_BOARD, Line, with_line
from companion.games.azul_duel.catalogue import TURNED
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Offer, Phase, SmallFactory, Supply
from companion.games.azul_duel.rules.filling import draw_deal, next_round
from companion.games.azul_duel.rules.goals import winners
from companion.games.azul_duel.rules.scoring import losses, place_tile, total
from companion.games.base import Setup, Step

OPTIONS = Options()
BARE = """
        . | .. .. ..
       .. | .. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
"""


def filling(bag, tower=(0, 0, 0, 0, 0), options=OPTIONS):
    """Return a position whose factories were filled from this bag and tower."""
    _, position = acquiring(Offer())
    supply = position.supply._replace(bag=bag, tower=tower)
    return draw_deal(position._replace(phase=Phase.PREPARING, supply=supply), options)


# Large factory with five equal tiles: back into the bag, draw again.


def test_the_large_factory_never_shows_five_equal_tiles_while_others_are_left():
    for seed in range(300):
        position = play(Setup("azul-duel")).start(seed)
        assert len(set(position.offer.large_sun)) > 1
    assert len(set(filling((13, 0, 0, 0, 1)).offer.large_sun)) == 2


def test_the_tower_is_poured_before_five_equal_tiles_are_accepted():
    assert len(set(filling((13, 0, 0, 0, 0), (0, 9, 9, 9, 9)).offer.large_sun)) > 1
    accepted = filling(
        (13, 0, 0, 0, 0), (0, 9, 0, 0, 0), Options(large_factory_single_colour="bag")
    )
    assert accepted.offer.large_sun == tiles("BBBBB")
    assert filling((13, 0, 0, 0, 0)).offer.large_sun == tiles("BBBBB")


# Small factory with four equal tiles taken: chip turned up at once.


def test_four_equal_tiles_taken_turn_the_chip_up_at_once():
    rules, position = acquiring(offer(smalls=["RRRR", "BBBB"]))
    position = rules.apply(position, TakeSun(0, "red", 3))
    assert position.offer.smalls[0].open_chip == "blue"
    assert TakeChip(0) in rules.legal_actions(position)


# Two equal tiles on top of each other in a moon stack: only the top one is taken.


def test_of_two_equal_tiles_in_a_stack_only_the_top_one_is_taken():
    rules, position = acquiring(offer(moons=["KRR", "YR"]))
    position = rules.apply(position, TakeMoon("red", 5))
    assert [small.moon for small in position.offer.smalls[:2]] == [tiles("KR"), tiles("Y")]
    assert position.players[0].board.lines[5].tiles == 2


# Who gets the starting player tile: the first taker from the large moon part only.


def test_only_the_first_taker_from_the_large_moon_part_gets_the_starting_player_tile():
    rules, position = acquiring(offer(moons=["R"], large_sun="BBYRK"))
    position = rules.apply(position, TakeSun(4, "blue", 5))
    assert position.holder is None
    position = rules.apply(position, TakeMoon("red", 5))
    assert position.holder == 1
    position = rules.apply(position, TakeMoon("black", 4))
    assert position.holder == 1


# Player with nothing possible: must pass, out for the phase; the other goes on.


def test_a_player_with_nothing_possible_must_pass_and_the_other_goes_on():
    rules, position = acquiring(offer(), taken=2, tokens=0)
    assert rules.legal_actions(position) == [Pass()]
    position = with_seat(rules.apply(position, Pass()), 1, tokens=0)
    assert position.players[0].passed
    for factory in (0, 1):
        assert rules.legal_actions(position)[0] == TakeChip(factory)
        position = rules.apply(position, TakeChip(factory))
        assert position.seat == 1


# Player would rather not act: must act.


def test_passing_is_refused_while_an_action_is_possible():
    assert refused(*acquiring(), Pass()) == "DU-R13"


# Third bonus chip in a round: illegal.


def test_a_third_bonus_chip_is_refused():
    assert refused(*acquiring(offer(), taken=2), TakeChip(0)) == "DU-R25"


# Round 5: no tokens, no dome tiles; phase 1 ends with empty factories.


def test_round_5_has_no_dome_tiles_and_ends_with_empty_factories():
    rules, position = acquiring(Offer(smalls=(SmallFactory(chip="red"),) + (SmallFactory(),) * 3))
    position = position._replace(round=5)
    assert rules.legal_actions(position) == [TakeChip(0)]
    assert refused(rules, position, TakeDome(1)) == "DU-R14"
    assert refused(rules, position, DrawDome()) == "DU-R14"
    assert rules.apply(position, TakeChip(0)).phase is Phase.OVER


def test_in_other_rounds_phase_1_waits_for_the_tokens():
    rules, position = acquiring(Offer(smalls=(SmallFactory(chip="red"),) + (SmallFactory(),) * 3))
    assert rules.apply(position, TakeChip(0)).phase is Phase.ACQUIRING


# Display empty, tokens left: draw from the stack (1 point each).


def test_with_an_empty_display_dome_tiles_come_from_the_stack():
    rules, position = acquiring(Offer())
    assert rules.legal_actions(position) == [DrawDome()]
    position = rules.apply(position, DrawDome())
    assert position.players[0].score == 4
    assert rules.legal_actions(position) == [DrawDome(), LookAtDrawn()]


def test_drawing_without_points_is_allowed_and_costs_nothing_unless_the_table_says_no():
    rules, position = acquiring(Offer(), score=0)
    assert rules.apply(position, DrawDome()).players[0].score == 0
    rules, position = acquiring(Offer(), {"stack_draw_at_zero": False}, score=0)
    assert refused(rules, position, DrawDome()) == "DU-R16"
    assert rules.legal_actions(position) == [Pass()]


def test_the_other_drawn_tiles_go_under_the_stack_in_the_order_the_player_likes():
    rules, position = acquiring()
    one, two, three, *rest = position.supply.stack
    for action in (DrawDome(), DrawDome(), DrawDome(), LookAtDrawn(), KeepDome(two)):
        position = rules.apply(position, action)
    assert rules.legal_actions(position) == [ReturnDome(one), ReturnDome(three)]
    position = rules.apply(position, ReturnDome(three))
    assert position.supply.stack == (*rest, three, one)


# Fifth and further broken tiles: into the tower, no penalty.


def test_the_fifth_broken_tile_goes_into_the_tower():
    mine = EMPTY_BOARD._replace(broken=tiles("KKK"))
    rules, position = acquiring(offer(smalls=["RRRR"] * 2), mine=mine)
    position = rules.apply(position, TakeSun(0, "red", 0))
    assert position.players[0].board.broken == tiles("KKKR")
    assert position.supply.tower == (0, 0, 2, 0, 0)
    assert total(losses(4, False, 50)) == -10


# Complete line without a dome tile to receive it: stays and blocks the line.


def test_a_complete_line_without_a_dome_tile_stays_and_blocks():
    mine = board(BARE.replace(".. | .. .. ..\n      ...", "RR | .. .. ..\n      ..."))
    rules, position = acquiring(offer(smalls=["RRRR"] * 2), mine=mine)
    assert refused(rules, position, TakeSun(0, "red", 1)) == "DU-R29"
    _, position = tiling(mine)
    assert position.phase is Phase.ACQUIRING
    assert position.round == 2
    assert position.players[0].board.lines[1] == Line("red", 2)


# Incomplete line of a colour that can never be placed: goes to the broken-tile space.


def test_an_incomplete_line_that_can_never_be_placed_breaks():
    mine = with_line(EMPTY_BOARD, 1, Line("yellow", 1))._replace(
        places=(TURNED[7][0], TURNED[7][1], TURNED[9][0], *(None,) * 6),
    )
    _, position = tiling(mine)
    assert position.players[0].sheet == (Step("broken", -1, "DU-R47"),)
    assert position.players[0].board.lines[1] == Line()


@pytest.mark.parametrize("timing", ["turn", "end"])
def test_the_moment_of_breaking_makes_no_difference_to_the_score(timing):
    mine = board(
        """
        Y | .. .. ..
       BB | .. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=7.0 0/1=17.2 0/2=3.2",
    )
    rules, position = tiling(mine, {"impossible_line_timing": timing})
    assert position.player.board.broken == (tiles("Y") if timing == "turn" else ())
    position = rules.apply(position, rules.legal_actions(position)[0])
    assert [step.points for step in position.players[0].sheet] == [1, -1]


# Special tile and order of lines: placed at once, counts for lines handled later.


def test_a_special_tile_counts_for_lines_handled_later():
    mine = board(
        """
        . | .. RB ..
       YY | .. .. ..
      BBB | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/1=18.2 1/1=9.0",
    )
    rules, position = tiling(mine)
    position = rules.apply(position, PlaceTile(1, 2))
    assert position.player.board.dome[9] == "special"
    assert position.supply.specials == 8
    position = rules.apply(position, PlaceTile(2, 3))
    assert Step("dome/2/3", 3, "DU-R43") in position.players[0].sheet


# Chain of special tiles: impossible.


def test_one_tile_brings_one_special_tile_at_most():
    for seed in range(5):
        for before, _, action, position in random_game(rules_for(), seed):
            if isinstance(action, PlaceTile):
                assert before.supply.specials - position.supply.specials in (0, 1)


# Same colour twice in a row or column of the dome: allowed.


def test_the_same_colour_may_lie_twice_in_a_row_and_in_a_column():
    mine = EMPTY_BOARD._replace(places=(TURNED[2][0], TURNED[10][0], *(None,) * 7))
    assert (mine.space(0), mine.space(2)) == ("any", "any")
    mine, _ = place_tile(mine, 0, "red", OPTIONS)
    mine, steps = place_tile(mine, 2, "red", OPTIONS)
    assert steps == (Step("dome/0/2", 1, "DU-R42"),)


# Bag and tower empty: factories partly filled; chip of an empty small factory face up.


def test_factories_are_partly_filled_when_bag_and_tower_are_empty():
    position = filling((2, 2, 2, 1, 0), (0, 1, 1, 1, 0))
    sizes = [len(small.sun) for small in position.offer.smalls]
    assert (len(position.offer.large_sun), sizes) == (5, [4, 1, 0, 0])
    assert position.offer.smalls[1].open_chip is None
    assert position.offer.smalls[2].open_chip is not None
    assert position.supply.bag == position.supply.tower == (0, 0, 0, 0, 0)


# Score 0 with penalties: stays 0.


def test_a_score_of_zero_stays_zero():
    steps = losses(4, True, 0)
    assert [step.points for step in steps] == [-10, -2, 12]
    assert steps[-1].rule == "DU-R49"


# Starting player tile in round 5: stays with its holder; costs 2; decides ties.


def test_the_starting_player_tile_costs_two_and_decides_ties_at_the_end():
    rules, position = acquiring(Offer(smalls=(SmallFactory(chip="red"),) + (SmallFactory(),) * 3))
    position = with_seat(
        position._replace(round=5), 1, board=EMPTY_BOARD._replace(first=True), score=7
    )
    position = rules.apply(position, TakeChip(0))
    assert [player.score for player in position.players] == [5, 5]
    assert position.players[1].board.first
    assert rules.result_of(position).winners == (1,)


def test_most_points_win_and_nobody_knows_a_tie_without_the_tile():
    assert winners((9, 8), 1) == (0,)
    assert winners((9, 9), None) == (0, 1)


@pytest.mark.parametrize("starter", [0, 1])
def test_a_tie_when_nobody_took_the_tile_goes_to_who_started_round_5(starter):
    """The rulebook does not say so: a reading of our own (section 9)."""
    rules, position = acquiring(Offer(), round=5)
    over = position._replace(phase=Phase.OVER, starter=starter)
    assert rules.result_of(over).winners == (starter,)
    reader = game(Setup("azul-duel", goals=GOALS))
    table = replace(reader.empty_table(), boards=({}, {}), starter=starter, over=True)
    assert reader.result(table).winners == (starter,)


def test_the_holder_starts_the_next_round_and_otherwise_the_starter_stays():
    _, position = acquiring(Offer())
    assert next_round(position, OPTIONS).starter == 0
    held = with_seat(position, 1, board=EMPTY_BOARD._replace(first=True), tokens=0)
    following = next_round(held, OPTIONS)
    assert (following.starter, following.seat, following.holder) == (1, 1, None)
    assert following.players[1].tokens == 2


@pytest.mark.parametrize(
    ("large", "untaken", "holder"),
    [("RRRRR", "taker", 0), ("RRRRR", "keep", None), ("RRRR", "taker", None)],
)
def test_five_equal_tiles_that_could_not_be_avoided(large, untaken, holder):
    table = offer(large_sun=large, smalls=["RRRR"])
    rules, position = acquiring(table, {"untaken_start_tile": untaken})
    assert rules.apply(position, TakeSun(4, "red", 5)).holder == holder


def test_the_opening_is_one_free_dome_tile_each_the_other_player_first():
    rules = play(Setup("azul-duel", goals=GOALS, first_player=0))
    position = rules.start(3)
    assert (position.seat, position.phase) == (1, Phase.OPENING)
    assert refused(rules, position, TakeSun(0, "red", 1)) == "DU-R11"
    for seat in (1, 0):
        assert position.seat == seat
        position = rules.apply(position, TakeDome(position.offer.display[0]))
        assert refused(rules, position, TakeDome(position.offer.display[0])) == "DU-R10"
        position = rules.apply(position, LayDome(4, 0))
        assert len(position.offer.display) == 3
    assert (position.seat, position.phase) == (0, Phase.ACQUIRING)
    assert [player.tokens for player in position.players] == [2, 2]
    assert [player.score for player in position.players] == [5, 5]
    assert len(position.supply.stack) == 13
    assert sum(position.supply.bag) == 44
    assert len(position.supply.chips) == 16


def test_the_dome_stack_shrinks_as_the_rules_file_says():
    before_phase_1 = {}
    for position, _, _, _ in random_game(rules_for(), 4, any_action):
        if position.phase is Phase.ACQUIRING:
            before_phase_1.setdefault(position.round, len(position.supply.stack))
    assert before_phase_1 == {1: 13, 2: 9, 3: 5, 4: 1, 5: 0}
    assert Supply().specials == 9
