"""Games that would never end: when no tile can come to any wall any more (section 9)."""

from __future__ import annotations

from random import Random

import pytest
from wall_tables import at, grey, take

from companion import games
from companion.games.base import Setup
from companion.games.wall.position import Place
from companion.games.wall.rules.ending import loose_tiles, placement_left, row_can_be_filled

DEAD = """
        .|kyrb.
       ..|wry.b
      ...|.wbry
     ....|ybk.w
    .....|b.wkr
    .......
"""
"""A grey wall that can never take a tile again.  Row 1 lacks white, which column 5 has."""


def test_grey_side_no_wall_can_take_a_tile_any_more():
    """Such a game would never end; the rulebooks do not speak of it."""
    last = DEAD.replace(".....|b.wkr", "bbbbb|..wkr")
    for play, over in ((grey(), True), (grey(no_placement_left="play-on"), False)):
        start = at(play, [DEAD, last], ["k"], round=9, scores=(30, 20))
        tiling = play.apply(start, take(play, 0, "k", "floor"))
        assert play.legal_actions(tiling) == [Place(4, 0)]
        after = play.apply(tiling, Place(4, 0))
        assert (after.over, after.needs_deal) == (over, not over)
        assert play.load(play.dump(after)) == after
        if over:
            # A column (7) and a colour (10) each; the black tile cost 1, the last blue scored 2.
            assert play.result_of(after).scores == (30 - 1 + 17, 20 + 2 + 17)
            assert play.result_of(after).winners == (0,)


def test_lines_that_wait_for_tiles_which_lie_on_other_lines():
    """A line lives as long as the tiles it lacks lie neither on walls nor on lines."""
    play = games.play(Setup("azul", players=4))
    boards = [play.start(1).boards[0]] * 4
    red = play.data.colours.index("red")
    full_of_red = [
        board._replace(lines=(*board.lines[:4], board.lines[4]._replace(colour=red, tiles=4)))
        for board in boards
    ]
    assert placement_left(full_of_red, grey=False), "the other lines take other colours"
    free = loose_tiles(full_of_red)
    assert free == [20, 20, 4, 20, 20]
    assert row_can_be_filled(full_of_red[0], 4, free, grey=False)
    assert not row_can_be_filled(full_of_red[0], 4, [20, 20, 0, 20, 20], grey=False)
    assert not row_can_be_filled(full_of_red[0], 3, [3] * 5, grey=False)


def waiting(held, *lines):
    """Return grey boards: the first waits for reds in row 5, the others for nothing at all.

    ``held`` reds lie on line 5 of the first, where only red can still come to the wall; ``lines``
    are the reds on line 4 of the others, which will be stuck: column 4 has red already.
    """
    play = games.play(Setup("azul", "grey", players=3))
    first = DEAD.replace(".....|b.wkr", f"{'r' * held:.>5}|b.wk.")
    others = [DEAD.replace("....|ybk.w", f"{'r' * n:.>4}|ybk.w") for n in lines]
    return play, [first, *others]


@pytest.mark.parametrize(
    ("held", "loose", "alive"), [(2, 1, True), (3, 0, False)], ids=["one is loose", "none is"]
)
def test_grey_side_a_stuck_line_gives_back_what_a_line_waits_for(held, loose, alive):
    """All other reds lie on walls and lines; a line 4 that is completed gives four of them back."""
    play, boards = waiting(held, 3, 3)
    lying = at(play, boards, ["y"], round=9).boards
    assert loose_tiles(lying)[play.data.colours.index("red")] == loose
    assert not row_can_be_filled(lying[0], 4, loose_tiles(lying), grey=True)
    assert placement_left(lying, grey=True) == alive


def test_grey_side_the_game_goes_on_while_a_stuck_line_can_give_back_what_is_missing():
    play, boards = waiting(2, 3, 3)
    start = at(play, boards, ["y"], round=9)
    after = play.apply(start, take(play, 0, "y", "floor"))
    assert not after.over
    assert play.load(play.dump(after)) == after


def test_grey_side_where_no_wall_can_take_a_tile_none_ever_does():
    play = grey(no_placement_left="play-on")
    position = at(play, [DEAD, DEAD], ["k"], round=9, seed=3)
    walls, chance = [board.wall for board in position.boards], Random(1)
    assert not placement_left(position.boards, grey=True)
    while position.round < 40:
        position = play.apply(position, chance.choice(play.legal_actions(position)))
    assert [board.wall for board in position.boards] == walls
