"""Edge cases of section 8 and the open questions of section 9, in complete play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from wall_tables import EMPTY, at, grey, take

from companion import games
from companion.games.base import Checkpoint, IllegalAction, ImpossiblePosition, Moment, Setup, Step
from companion.games.wall.board import MARKER
from companion.games.wall.position import CENTRE, Deal, Phase, Place, Take
from companion.games.wall.rules.special_factories import EXTRA, FREE, PASS, STAY, TAKEN

LINES = ".|.....\n..|.....\n...|.....\n....|.....\n.....|.....\n"
FULL_FLOOR = LINES + "rrbbwwk"


def azul(**options):
    return games.play(Setup("azul", options=options))


def special(**options):
    setup = Setup("master-chocolatier", options={"special_factories": True, **options})
    return games.play(setup)


def counts(letters, order="byrkw"):
    return tuple(letters.count(letter) for letter in order)


def short_of_tiles(play, bag, lid):
    """Return a position that waits for a deal with so many tiles in bag and lid.

    All other tiles lie beside it: only the deal is looked at.
    """
    return play.opening()._replace(bag=counts(bag), lid=counts(lid))


def test_the_bag_empties_while_displays_are_filled():
    play = azul()
    start = short_of_tiles(play, "bbbbyyyy", "rrrrkkkkwwwwbb")
    full = tuple(map(counts, ("bbby", "byyy", "rrrr", "kkkk", "wwww")))
    after = play.deal(start, Deal(full))
    assert after.bag == counts("bb")
    assert after.lid == counts("")


def test_the_bag_is_empty_when_the_last_display_is_full():
    play = azul()
    start = short_of_tiles(play, "bbbbyyyyrrrrkkkkwwww", "bb")
    after = play.deal(start, Deal(tuple(map(counts, ("byrk",) * 4 + ("wwww",)))))
    assert after.bag == counts("")
    assert after.lid == counts("bb"), "no refill before the next draw"


def test_the_bag_must_be_empty_before_the_lid_helps():
    play = azul()
    start = short_of_tiles(play, "bbbbyyyyrrrrkkkkwwwwr", "bbbb")
    with pytest.raises(ImpossiblePosition, match="AZ-R34"):
        play.deal(start, Deal(tuple(map(counts, ("bbbb", "bbbb", "rrrr", "kkkk", "wwww")))))


def test_bag_and_lid_empty_displays_stay_partly_filled():
    play = azul()
    start = short_of_tiles(play, "bbbb", "yyrr")
    after = play.deal(start, Deal(tuple(map(counts, ("bbbb", "yyrr", "", "", "")))))
    assert after.displays[2:] == ((), (), ())
    with pytest.raises(ImpossiblePosition, match="must hold"):
        play.deal(start, Deal(tuple(map(counts, ("bbbb", "yy", "rr", "", "")))))
    each_in_turn = azul(fill_order="tile-by-tile")
    start = short_of_tiles(each_in_turn, "bbbb", "yyrr")
    after = each_in_turn.deal(start, Deal(tuple(map(counts, ("by", "by", "br", "b", "r")))))
    assert after.phase is Phase.OFFER


def test_no_tile_at_all_ends_the_game():
    for answer, points in (("end", 7), ("end-without-bonuses", 0)):
        play = azul(no_tiles_left=answer)
        board = LINES.replace("|.", "|{}").format(*"bwkry") + "......."
        start = at(play, [board], ["k"], turn=1)
        # All other tiles have left the game, as far as this test goes.
        start = start._replace(bag=counts(""), lid=counts(""))
        after = play.apply(start, take(play, 0, "k", 0))
        assert after.phase is Phase.OVER
        assert play.result_of(after).scores == (points, 1)
        assert play.legal_actions(after) == ()


def test_a_full_floor_sends_tiles_to_the_lid_without_penalty():
    play = azul()
    after = play.take(at(play, [FULL_FLOOR], ["yyyr"]), take(play, 0, "y", 1))
    assert after.boards[0].lines[1].tiles == 2
    assert after.boards[0].floor == at(play, [FULL_FLOOR], ["y"]).boards[0].floor
    assert after.lid == counts("y")


def test_the_marker_goes_down_before_the_tiles_of_its_turn():
    play = azul()
    after = play.take(at(play, (), ["k"], "yyy"), take(play, "centre", "y", 0))
    assert after.boards[0].floor == (MARKER, 1, 1)


def test_the_marker_beside_a_full_floor_still_starts_the_next_round():
    play = azul()
    after = play.apply(at(play, [FULL_FLOOR], (), "y"), take(play, "centre", "y", 0))
    assert after.starter == 0
    assert after.boards[0].score == 0
    last = azul(marker_on_full_floor="last-space")
    offered = last.take(at(last, [FULL_FLOOR], (), "y"), take(last, "centre", "y", 0))
    assert offered.boards[0].floor[-1] == MARKER
    assert offered.lid == counts("k")


def test_nobody_took_the_marker():
    for answer, starter in (("same", 1), ("next", 0)):
        play = azul(untaken_marker_next_start=answer)
        start = at(play, (), ["kkkk"], starter=1)
        after = play.apply(start, take(play, 0, "k", 3))
        assert after.starter == starter


def test_a_score_above_one_hundred():
    for answer, score in (("keep", 101), ("cap", 100)):
        play = azul(score_over_max=answer)
        start = at(play, [LINES + "......."], ["k"], scores=(100,))
        after = play.apply(start, take(play, 0, "k", 0))
        assert after.boards[0].score == score


def test_a_score_sheet_says_what_is_not_counted_above_one_hundred():
    """Section 9, ``score_over_max``: 99 and a tile worth 3; 98 and two rows worth 2 each."""
    setup = Setup("azul", options={"score_over_max": "cap"}, scores=(99, 98))
    lies = {"wall/0/0": "blue", "wall/0/1": "yellow", "line/0/0": "red"}
    reader = games.game(setup)
    outcome = reader.advance(reader.empty_table(), Moment(Checkpoint.OFFER_END, 3), (lies, {}))
    cap = Step("score", -2, "AZ-R31")
    assert outcome.steps[0] == (Step("wall/0/2", 3, "AZ-R27"), cap)
    assert outcome.announced == (100, 98)
    rows = {f"wall/{r}/{c}": reader.colours[(c - r) % 5] for r in (0, 1) for c in range(5)}
    over = replace(outcome.table, boards=({}, rows), over=True)
    assert reader.result(over).steps[1] == (Step("rows", 4, "AZ-R38"), cap)
    assert reader.result(over).scores == (99, 100)


def test_no_game_is_joined_with_a_total_that_is_not_counted():
    """Section 9, ``score_over_max``: a total of 101 would lose a point with the next tile."""
    kept, capped = ({"score_over_max": answer} for answer in ("keep", "cap"))
    assert games.game(Setup("azul", options=kept, scores=(101, 98)))
    assert games.game(Setup("azul", options=capped, scores=(100, 98)))
    with pytest.raises(ValueError, match="101: give numbers from 0 to 100"):
        games.game(Setup("azul", options=capped, scores=(101, 98)))


def test_a_complete_line_takes_nothing_more():
    play = azul()
    board = LINES.replace("..|", "yy|", 1) + "......."
    start = at(play, [board], ["yyrr"])
    assert take(play, 0, "y", 1) not in play.legal_actions(start)
    with pytest.raises(IllegalAction) as refused:
        play.apply(start, take(play, 0, "y", 1))
    assert refused.value.rule == "AZ-R16"


def test_dropping_part_of_the_tiles_is_an_option():
    play = azul(allow_partial_floor=True)
    start = at(play, (), ["yyyr"])
    action = take(play, 0, "y", 3)._replace(dropped=2)
    assert action in play.legal_actions(start)
    board = play.apply(start, action).boards[0]
    assert (board.lines[3].tiles, board.floor) == (1, (1, 1))
    with pytest.raises(IllegalAction, match="AZ-R13"):
        azul().apply(start, action)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Take(9, 0, 0), "R3"),
        (Take(-2, 0, 0), "R3"),
        (Take(0, 7, 0), "R9"),
        (Take(0, 3, 0), "R9"),
        (Take(CENTRE, 0, 0), "R12"),
        (Take(0, 0, 6), "R13"),
        (Take(0, 0, 0, dropped=1), "R13"),
        (Take(0, 0, 0, left=(1,)), "R52"),
        (Place(0, 0), "R22"),
    ],
)
def test_illegal_actions_are_refused_with_their_rule(action, rule):
    play = azul()
    with pytest.raises(IllegalAction) as refused:
        play.apply(at(play, (), ["byrr"]), action)
    assert refused.value.rule == f"AZ-{rule}"


def test_a_colour_missing_from_the_centre_is_rule_10():
    play = azul()
    with pytest.raises(IllegalAction, match="AZ-R10"):
        play.apply(at(play, (), (), "y"), take(play, "centre", "b", 0))


def test_the_marker_alone_does_not_prolong_the_offer():
    play = azul()
    after = play.apply(at(play, (), ["kk"]), take(play, 0, "k", 1))
    assert after.needs_deal


def test_positions_that_wait_or_are_over_refuse_turns():
    play = azul()
    with pytest.raises(IllegalAction, match="AZ-R33"):
        play.apply(play.opening(), Take(0, 0, 0))
    with pytest.raises(IllegalAction, match="AZ-R37"):
        play.apply(play.opening()._replace(phase=Phase.OVER), Take(0, 0, 0))
    with pytest.raises(IllegalAction, match="AZ-R33"):
        play.deal(play.start(1), Deal(()))


def test_two_players_complete_a_row_in_the_same_phase():
    play = azul()
    board = LINES.replace(".|.....", "b|.yrkw", 1) + "......."
    start = at(play, [board, board], ["k"], scores=(10, 11))
    after = play.apply(start, take(play, 0, "k", "floor"))
    result = play.result_of(after)
    assert after.over
    assert result.scores == (10 + 5 - 1 + 2, 11 + 5 + 2)
    assert result.winners == (1,)


GREY_BOARD = LINES.replace(".|.....", "b|ryk..", 1).replace("..|.....", "kk|.....", 1)


def test_grey_side_the_owner_chooses_and_must():
    play = grey()
    start = at(play, [GREY_BOARD + "......."], ["w"], turn=1)
    tiling = play.apply(start, take(play, 0, "w", "floor"))
    assert (tiling.phase, tiling.turn) == (Phase.TILING, 0)
    assert play.legal_actions(tiling) == [Place(0, 3), Place(0, 4)]
    with pytest.raises(IllegalAction, match="AZ-R43"):
        play.apply(tiling, Take(0, 0, 0))
    with pytest.raises(IllegalAction, match="AZ-R43"):
        play.apply(tiling, Place(0, 0))
    with pytest.raises(IllegalAction, match="AZ-R22"):
        play.apply(tiling, Place(1, 0))
    second = play.apply(tiling, Place(0, 4))
    assert play.legal_actions(second) == [Place(1, column) for column in (0, 1, 3, 4)]
    done = play.apply(second, Place(1, 0))
    assert done.needs_deal
    assert done.boards[0].score == 1 + 2
    assert done.lid == counts("kw")


def test_grey_side_a_stuck_line_goes_to_the_floor():
    play = grey()
    board = LINES.replace("..|.....", "bb|.ykw.", 1).replace("...|.....", "...|b...b", 1)
    with pytest.raises(ImpossiblePosition, match="twice in a row or column"):
        at(play, [board + "......."], ["w"], turn=1)
    board = LINES.replace("..|.....", "bb|.ykw.", 1)
    board = board.replace("...|.....", "...|b....", 1).replace("....|.....", "....|....b", 1)
    start = at(play, [board + "1......"], ["w"], scores=(9,), turn=1)
    after = play.apply(start, take(play, 0, "w", "floor"))
    assert after.boards[0].lines[1].tiles == 0
    assert after.boards[0].score == 9 - 4
    assert after.lid == counts("bbw")


def test_grey_side_a_stuck_line_uses_the_free_floor_space_first():
    play = games.play(Setup("master-chocolatier", "grey", options={"special_factories": True}))
    board = LINES.replace("..|.....", "bb|.nkr.", 1)
    board = board.replace("...|.....", "...|b....", 1).replace("....|.....", "....|....b", 1)
    start = at(play, [board + "......."], ["r"], scores=(9,), turn=1, sides=[TAKEN, PASS], free=0)
    after = play.apply(start, take(play, 0, "r", "floor"))
    assert after.boards[0].score == 9 - 1, "one of the two tiles lies free"
    assert after.lid == counts("bbr", "bnckr")


def test_special_nothing_is_left_over_of_one_colour():
    play = special()
    for side in (STAY, PASS):
        other = PASS if side == STAY else STAY
        start = at(play, (), ["bbbb", "nn"], sides=[side, other])
        after = play.apply(start, take(play, 0, "b", 3))
        assert after.displays[0] == ()
        assert after.displays[1:] == start.displays[1:]
        assert after.centre == start.centre


def test_special_a_taken_display_is_no_neighbour():
    play = special()
    start = at(play, (), ["", "bc", "n", "r", "k"], sides=[TAKEN, PASS], free=1)
    cream = play.data.colours.index("cream")
    action = take(play, 1, "b", 0)._replace(left=(cream,))
    assert play.apply(start, action).displays[4] == counts("kc", "bnckr")


@pytest.mark.parametrize("floor", ["", "kkkkkkk"])
def test_special_the_marker_can_lie_on_the_free_display(floor):
    """It does so beside a full floor line as well, and not beside the board."""
    play = special()
    drawing = EMPTY.replace(".......", floor.ljust(7, "."))
    start = at(play, [drawing], ["nn"], "b", sides=[TAKEN, PASS], free=0)
    after = play.take(start, take(play, "centre", "b", 0))
    assert (after.boards[0].free, len(after.boards[0].floor)) == ((MARKER,), len(floor))


def test_special_the_free_display_returns_at_the_end_of_the_round():
    play = special()
    start = at(play, (), ["bb"], sides=[FREE, PASS])
    after = play.apply(start, take(play, 0, "b", 0))
    assert after.boards[0].free is None
    assert after.lid == counts("b", "bnckr")
    assert after.boards[0].score == 1, "the tile on the display costs nothing"


def test_special_the_extra_tile():
    play = special()
    deal = Deal(
        tuple(counts(tiles, "bnckr") for tiles in ("bbbb", "nnnn", "cccc", "kkkk", "rrrr")),
        sides=(EXTRA, STAY, None, None, None),
        extra=4,
    )
    after = play.deal(play.opening(), deal)
    assert after.displays[0] == counts("bbbbr", "bnckr")
    assert sum(after.bag) == 100 - 21
    for extra, sides, reason in (
        (None, deal.sides, "must name its colour"),
        (7, deal.sides, "colour 7 cannot be"),
        (4, (STAY, PASS, None, None, None), "colour 4 cannot be"),
    ):
        with pytest.raises(ImpossiblePosition, match=reason):
            play.deal(play.opening(), deal._replace(extra=extra, sides=sides))


def test_special_effects_go_clockwise_unless_the_option_says_otherwise():
    deal = Deal(
        tuple(counts(tiles, "bnckr") for tiles in ("bbbb", "nnnn", "cccc", "kkkk", "kkkk")),
        sides=("collect-red", EXTRA, None, None, None),
        extra=4,
    )
    clockwise = special().deal(special().opening(), deal)
    assert clockwise.displays[:2] == (counts("bbbb", "bnckr"), counts("nnnnr", "bnckr"))
    play = special(special_setup_order="extra-tile-first")
    first = play.deal(play.opening(), deal)
    assert first.displays[:2] == (counts("bbbbr", "bnckr"), counts("nnnn", "bnckr"))


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (Deal(((4, 0, 0, 0, 0),) * 4), "use 5 displays, not 4"),
        (Deal(((4, 0, 0, 0, 0),) * 4 + ((3, 0, 0, 0, 0),)), "must hold"),
        (Deal(((4, 0, 0, 0),) * 5), "five counts"),
        (Deal(((5, 0, 0, -1, 0),) * 5), "five counts"),
        (Deal(((4, 0, 0, 0, 0),) * 5, sides=(STAY,) * 5), "special_factories"),
        (Deal(((5, 0, 0, 0, 0),) * 5), "must hold"),
    ],
)
def test_impossible_deals_are_refused_with_the_reason(deal, reason):
    with pytest.raises(ImpossiblePosition, match=reason):
        azul().deal(azul().opening(), deal)


@pytest.mark.parametrize(
    ("sides", "reason"),
    [((), "0 of 0"), ((STAY, None, None, None, None), "1 of 5"), ((STAY, PASS, None), "2 of 3"),
     ((STAY, STAY, None, None, None), "exists once")],
)  # fmt: skip
def test_impossible_gold_sides_are_refused_with_the_reason(sides, reason):
    deal = Deal(tuple(counts(colour * 4) for colour in "byrkw"), sides=sides)
    with pytest.raises(ImpossiblePosition, match=reason):
        special().deal(special().opening(), deal)
