"""The worked examples of section 7 of the three rules files, by number.

Examples 1 to 8 are the same in all three; colours are named by their place in the game's order,
so that example 2's yellow is Chocolatier's brown.  Drawings use the letters of Azul.
"""

from __future__ import annotations

import pytest
from wall_tables import at, drawn, take, tidy

from companion import games
from companion.games.base import IllegalAction, Setup, Step
from companion.games.wall.position import CENTRE, FLOOR, Deal, Place, Take
from companion.games.wall.rules.scoring import Placement, placement_step
from companion.games.wall.rules.special_factories import FREE, PASS, STAY

GAMES = {"az": "azul", "mi": "azul-mini", "ch": "master-chocolatier"}


@pytest.fixture(params=GAMES, ids=lambda prefix: f"{prefix}_example")
def play(request):
    return games.play(Setup(GAMES[request.param], players=3))


def spelt(play, text):
    """Return a drawing or a list of tiles in the letters of the game."""
    return text.translate(str.maketrans("byrkw", play.data.letters))


def tiled(play, before, after_turn="k"):
    """Play the last turn of an offer in which nothing changes on the boards but one floor."""
    position = at(play, [spelt(play, before)], [spelt(play, after_turn)], turn=2)
    return play.apply(position, take(play, 0, spelt(play, after_turn[0]), "floor"))


def test_example_1_first_turns(play):
    black, yellow, red = (spelt(play, letter) for letter in "kyr")
    start = at(play, (), [spelt(play, "kkbw"), spelt(play, "yrrr")])
    after_a = play.apply(start, take(play, 0, black, 1))
    assert after_a.centre == (1, 0, 0, 0, 1)
    after_b = play.apply(after_a, take(play, 1, yellow, 0))
    assert after_b.centre == (1, 0, 3, 0, 1)
    after_c = play.apply(after_b, take(play, "centre", red, 2))
    assert after_c.marker == 2
    assert drawn(play, after_c.boards[2]).splitlines()[-1] == "1......"
    assert after_c.boards[2].lines[2].tiles == 3


def test_example_2_where_two_yellow_tiles_may_go(play):
    yellow = spelt(play, "y")
    board = spelt(
        play,
        """
            .|....w
           ..|..y..
          ...|...y.
         ...b|.....
        .....|.....
        .......
        """,
    )
    start = at(play, [board], [yellow + yellow + spelt(play, "bb")])
    of_yellow = [action for action in play.legal_actions(start) if action.colour == 1]
    assert [action.line for action in of_yellow] == [0, 4, FLOOR]
    one = play.apply(start, take(play, 0, yellow, 0)).boards[0]
    assert (one.lines[0].tiles, one.floor) == (1, (1,))
    both = play.apply(start, take(play, 0, yellow, 4)).boards[0]
    assert (both.lines[4].tiles, both.floor) == (2, ())
    assert play.apply(start, take(play, 0, yellow, "floor")).boards[0].floor == (1, 1)
    for line, rule in ((1, "R17"), (2, "R17"), (3, "R15")):
        with pytest.raises(IllegalAction) as refused:
            play.apply(start, take(play, 0, yellow, line))
        assert refused.value.rule == f"{play.data.prefix}-{rule}"


def test_example_3_wall_tiling(play):
    before = """
        .|.....
       rr|.....
      ..w|.....
     bbbb|.....
    ...kk|.....
    1......
    """
    after = tiled(play, before)
    assert after.boards[0].score == 1 + 1 - 1
    assert drawn(play, after.boards[0]).splitlines() == tidy_board(
        play,
        """
            .|.....
           ..|...r.
          ..w|.....
         ....|...b.
        ...kk|.....
        .......
        """,
    )
    # One red and three blue tiles are in the lid, and the black tile of the last turn's floor.
    assert after.lid == (3, 0, 1, 1, 0)


def tidy_board(play, drawing):
    rows = tidy(spelt(play, drawing))
    return [" " * (4 - number) + row for number, row in enumerate(rows[:5])] + rows[5:]


def test_example_4_an_isolated_tile(play):
    before = """
            .|.....
           ..|.....
          rrr|.....
         ....|.....
        .....|.....
        .......
    """
    assert tiled(play, before).boards[0].score == 1


def test_example_5_a_run_across(play):
    before = """
            y|b.r..
           ..|.....
          ...|.....
         ....|.....
        .....|.....
        .......
    """
    assert tiled(play, before).boards[0].score == 3


def test_example_6_a_run_down(play):
    before = """
            .|.....
           ..|.....
          ...|...y.
         bbbb|.....
        .....|...w.
        .......
    """
    assert tiled(play, before).boards[0].score == 3


def test_example_6_is_not_explained_with_a_row(play):
    """R28: the column is counted; both are added only when both apply."""
    step = placement_step(play.data, Placement(row=3, column=3, across=1, down=3))
    assert step == Step("wall/3/3", 3, f"{play.data.prefix}-R28")
    reason = games.INFOS[play.data.name].reasons[step.rule]
    assert reason == "counts its column, and its row if there is one"


def test_example_7_a_run_in_both_directions(play):
    before = """
            .|...k.
           ..|...r.
          yyy|.wb.r
         ....|.....
        .....|.....
        .......
    """
    assert tiled(play, before).boards[0].score == 4 + 3
    step = placement_step(play.data, Placement(row=2, column=3, across=4, down=3))
    assert step == Step("wall/2/3", 7, f"{play.data.prefix}-R28"), "no row of 7"


def test_example_8_floor(play):
    position = at(
        play,
        [spelt(play, ".|.....\n..|.....\n...|.....\n....|.....\n.....|.....\n1rrbb..")],
        [spelt(play, "k")],
        scores=(20,),
        turn=2,
    )
    after = play.apply(position, take(play, 0, spelt(play, "k"), "floor"))
    assert after.boards[0].score == 20 - 8


def azul(**setup):
    return games.play(Setup("azul", **setup))


@pytest.mark.parametrize("name", ["azul", "azul-mini"])
def test_az_example_9_and_mi_example_10_the_score_stays_at_zero(name):
    play = games.play(Setup(name))
    board = """
            k|.....
           rr|.....
          ...|.....
         ....|.....
        .....|.....
        1yyyy..
    """
    position = at(play, [board], ["w"], scores=(3,), turn=1)
    after = play.apply(position, take(play, 0, "w", "floor"))
    assert after.boards[0].score == 0, "3 + 2 - 8"


def test_az_example_10_tiles_beyond_the_seventh_floor_space():
    play = azul()
    board = ".|.....\n..|.....\n...|.....\n....|.....\n.....|.....\n1rrbbw."
    position = at(play, [board], ["kkk"], scores=(30,), turn=0)
    offered = play.take(position, take(play, 0, "k", "floor"))
    assert len(offered.boards[0].floor) == 7
    assert offered.lid == (0, 0, 0, 2, 0)
    assert play.settled(offered).boards[0].score == 30 - 14


def test_az_example_11_rewards():
    play = azul()
    board = """
            .|byrkw
           ..|wbyrk
          ...|..b..
         ....|..wb.
        .....|..k.b
        .......
    """
    position = at(play, [board], phase="over", round=7)
    result = play.result_of(position)
    assert result.bonuses[0] == {"rows": 2, "columns": 1, "colours": 1}
    assert result.scores[0] == 21
    assert result.steps[0] == (
        Step("rows", 4, "AZ-R38"),
        Step("columns", 7, "AZ-R39"),
        Step("colours", 10, "AZ-R40"),
    )


def test_mi_example_9_two_sliders():
    play = games.play(Setup("azul-mini"))
    board = """
            .|...k.
           ..|...r.
          yyy|.wb.r
         ....|.....
        .....|.....
        1y.....
    """
    position = at(play, [board], ["k"], scores=(9,), turn=1)
    after = play.apply(position, take(play, 0, "k", "floor"))
    assert divmod(after.boards[0].score, 10) == (1, 4), "tens and units of 9 + 7 - 2"


def special(**options):
    return games.play(Setup("master-chocolatier", options={"special_factories": True, **options}))


def counts(letters):
    return tuple(letters.count(letter) for letter in "bnckr")


def test_ch_example_9_colour_collector():
    play = special()
    deal = Deal(
        displays=tuple(map(counts, ("rrkc", "bbcn", "bnnk", "bbbb", "nnnn"))),
        sides=(None, "collect-red", None, None, STAY),
    )
    after = play.deal(play.opening(), deal)
    assert [sum(tiles) for tiles in after.displays[:3]] == [3, 5, 4]
    assert after.displays[1] == counts("bbcnr")
    assert after.displays[0] == counts("rkc")


def test_ch_example_10_tiles_stay():
    play = special()
    position = at(play, (), ["bbrc", "", "n"], sides=[STAY, PASS])
    after = play.apply(position, take(play, 0, "b", 1))
    assert after.displays[0] == counts("rc")
    assert after.centre == position.centre
    assert take(play, 0, "r", 1) in play.legal_actions(after)


def test_ch_example_11_pass_to_neighbours():
    play = special()
    position = at(play, (), ["brrc", "", "", "", ""], sides=[PASS, STAY])
    blue = take(play, 0, "b", 0)
    ways = {a.left for a in play.legal_actions(position) if a[:3] == blue[:3]}
    red, cream = play.data.letters.index("r"), play.data.letters.index("c")
    assert ways == {(), (red,), (cream,), (cream, red)}
    after = play.apply(position, blue._replace(left=(red,)))
    assert after.displays[4] == counts("rr"), "the left neighbour"
    assert after.displays[1] == counts("c"), "the right neighbour, empty before"
    assert after.centre == position.centre


def test_ch_example_12_free_floor_space():
    play = special()
    position = at(play, (), ["bbbb", "nnnn"], sides=[FREE, PASS])
    offered = play.apply(position, take(play, 0, "b", 0))
    board = offered.boards[0]
    assert (board.free, board.floor) == ((0,), (0, 0))
    later = special(free_floor_same_turn=False)
    offered = later.apply(position, take(later, 0, "b", 0))
    assert (offered.boards[0].free, offered.boards[0].floor) == ((), (0, 0, 0))


def test_actions_are_named_by_display_colour_and_line():
    play = azul()
    position = at(play, (), ["bbyr"])
    assert play.describe(position, Take(0, 0, 1)) == "seat 0 takes 2 blue from display 0 to line 1"
    centre = at(play, (), (), "y")
    words = play.describe(centre, Take(CENTRE, 1, FLOOR))
    assert words == "seat 0 takes 1 yellow from the centre to the floor"
    assert play.describe(position, Place(2, 4)) == "seat 0 moves the tile of line 2 to wall/2/4"
