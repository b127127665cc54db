"""The worked examples of the rules file (section 7), by number and name."""

import pytest
from duel_tables import acquiring, board, cell, domes, offer, tiling

from companion.games.azul_duel.actions import (
    DrawDome,
    KeepDome,
    LayDome,
    LookAtDrawn,
    PlaceTile,
    SpendChips,
    StackMoon,
    TakeChip,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import EMPTY_BOARD
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Laying
from companion.games.azul_duel.rules.chips import payments, without
from companion.games.azul_duel.rules.goals import goal_steps
from companion.games.azul_duel.rules.scoring import losses, move_tile, total
from companion.games.base import Step

OPTIONS = Options()


def after(play, position, *actions):
    for action in actions:
        assert action in play.legal_actions(position)
        position = play.apply(position, action)
    return position


def points(goal, a_board):
    return total(goal_steps(a_board, goal, OPTIONS))


def test_example_1_two_dome_tiles_drawn_from_the_stack_cost_two_points():
    play, position = acquiring()
    first, second, *rest = position.supply.stack
    position = after(play, position, DrawDome(), DrawDome(), LookAtDrawn(), KeepDome(second))
    assert position.pending == Laying(second)
    position = after(play, position, LayDome(8, 1))
    assert position.players[0].score == 5 - 2
    assert position.players[0].tokens == 1
    assert position.players[0].board.places[8] is not None
    assert position.supply.stack == (*rest, first)


def test_example_2_what_remains_of_a_small_factory_is_stacked_black_below_yellow():
    play, position = acquiring(offer(smalls=["TTKY"]))
    position = after(play, position, TakeSun(0, "turquoise", 1), StackMoon(("black", "yellow")))
    assert position.offer.smalls[0].moon == ("black", "yellow")
    assert position.players[0].board.lines[1].tiles == 2


def test_example_3_the_rest_of_the_large_factory_goes_separately_to_its_moon_part():
    play, position = acquiring(offer(large_sun="TTBKY"))
    position = after(play, position, TakeSun(4, "turquoise", 2))
    assert sorted(position.offer.large_moon) == ["black", "blue", "yellow"]
    assert len(position.offer.large_moon) < 4  # one of the four places stays empty


def test_example_4_yellow_from_small_stacks_does_not_bring_the_starting_player_tile():
    table = offer(moons=["RY", "BY", "YK"], large_moon="BK")
    play, position = acquiring(table)
    takes = {a for a in play.legal_actions(position) if isinstance(a, TakeMoon)}
    assert {take.colour for take in takes} == {"blue", "black", "yellow"}
    for colour, tiles, holder in (("blue", 1, 0), ("black", 2, 0), ("yellow", 2, None)):
        taken = play.apply(position, TakeMoon(colour, 5))
        assert taken.players[0].board.lines[5].tiles == tiles
        assert taken.holder == holder


def test_example_5_the_opponent_takes_the_chip_of_an_emptied_factory():
    play, position = acquiring(offer(moons=["R"], smalls=["", "BBBB"]))
    assert TakeChip(0) not in play.legal_actions(position)
    position = after(play, position, TakeMoon("red", 0), TakeChip(0))
    assert position.players[1].chips == ("blue",)


def test_example_6_tiling_with_a_line_that_breaks_two_that_move_and_two_that_stay():
    mine = board(
        """
        Y | .. .. ..
       KK | .. .. ..
      .RR | .. .. ..
     BBBB | .. .. ..
    ...TT | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=7.0 0/1=17.2 0/2=3.2 1/0=10.2",
    )
    play, position = tiling(mine)
    assert position.player.board.broken == ("yellow",)  # line 1 at once: no space for yellow
    assert position.handled[0]
    position = after(play, position, PlaceTile(1, 2))
    position = after(play, position, PlaceTile(3, 1))
    sheet = position.players[0].sheet
    assert sheet[0] == Step("dome/1/2", 1, "DU-R42")
    assert sheet[1] == Step("dome/3/1", 1, "DU-R42")
    assert sheet[2] == Step("broken", -1, "DU-R47")
    lines = position.players[0].board.lines
    assert [line.tiles for line in lines] == [0, 0, 2, 0, 2, 0]
    assert position.supply.tower == (3, 1, 0, 1, 0)  # three blue, the broken yellow, one black


def test_example_7_chips_complete_lines_three_and_four():
    mine = board(
        """
        . | .. .. ..
       .. | .. .. ..
      .TT | .. .. ..
     .BBB | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "1/0=15.0",
    )
    chips = ("black", "red", "red+turquoise", "turquoise+yellow", "yellow")
    play, position = tiling(mine, chips=chips)
    position = after(play, position, SpendChips(2, ("red+turquoise", "turquoise+yellow")))
    position = after(play, position, PlaceTile(2, 1))
    assert position.players[0].chips == ("black", "red", "yellow")
    position = after(play, position, SpendChips(3, ("black", "red", "yellow")))
    position = after(play, position, PlaceTile(3, 1))
    assert position.players[0].chips == ()
    assert len(position.players[0].used) == 5
    assert position.supply.tower == (2, 0, 0, 0, 1)  # chips are no tiles


def test_example_8_four_two_and_three_points():
    mine = board(
        """
        . | .. RB ..
       YY | .T .. ..
      BBB | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=6.1 0/1=18.2 1/1=9.0",
    )
    assert mine.places[1] == ("red", "blue", "yellow", "special")
    assert mine.space(cell(3, 4)) == "blue"
    mine, thrown, yellow = move_tile(mine, 1, cell(2, 3), OPTIONS)
    assert yellow == (Step("dome/1/2", 4, "DU-R43"), Step("dome/1/3", 2, "DU-R44"))
    assert thrown == ("yellow",)
    mine, _, blue = move_tile(mine, 2, cell(3, 4), OPTIONS)
    assert blue == (Step("dome/2/3", 3, "DU-R43"),)
    assert total(yellow + blue) == 9


def test_example_9_three_broken_tiles_and_the_starting_player_tile_cost_eight():
    assert losses(3, True, 20) == (Step("broken", -6, "DU-R47"), Step("start", -2, "DU-R48"))


def test_example_10_two_broken_tiles_cost_three():
    assert total(losses(2, False, 20)) == -3


def test_example_11_a_score_stops_at_zero():
    assert 4 + 2 + total(losses(4, True, 4 + 2)) == 0


CHIPS_12 = ("black", "blue+red", "red", "red", "red+turquoise")
CHIPS_13 = ("black", "blue", "red", "red+turquoise", "yellow")
LINE_5 = board(
    """
        . | .. .. ..
       .. | .. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..RRR | .. .. ..
   ...... | .. .. ..
    """,
    "2/0=10.0",
)


def test_example_12_two_pairs_that_show_red_are_cheapest():
    cheapest = payments(CHIPS_12, "red", 2)[0]
    assert without(CHIPS_12, cheapest) == ("black",)
    play, position = tiling(LINE_5, chips=CHIPS_12)
    position = after(play, position, SpendChips(4, cheapest))
    red = next(a for a in play.legal_actions(position) if isinstance(a, PlaceTile))
    position = after(play, position, red)
    assert position.supply.tower == (0, 0, 2, 0, 0)
    assert position.players[0].board.lines[4].tiles == 0


def test_example_13_one_pair_and_any_three_spend_all_five_chips():
    assert payments(CHIPS_13, "red", 2) == (CHIPS_13,)


@pytest.mark.parametrize(("goal", "expected"), [("G1", 6), ("G4", 8), ("G7", 6), ("G8", -3)])
def test_example_14_goals(goal, expected):
    mine = EMPTY_BOARD._replace(places=domes("0/0=7.1 0/1=2.1 0/2=14.1 1/0=3.0 1/1=4.1 2/0=1.0"))
    mine = filled_as_printed(mine)
    assert points(goal, mine) == expected


def filled_as_printed(mine):
    """Return the board with the upper three dome tiles filled, and all multicoloured spaces."""
    spaces = [mine.space(index) for index in range(36)]
    dome = [
        "blue" if space == "any" else space if index < 12 else None
        for index, space in enumerate(spaces)
    ]
    return mine._replace(dome=tuple(dome))
