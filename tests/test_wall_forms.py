"""Text and JSON forms of positions: what is impossible is refused, with the exact reason."""

from __future__ import annotations

import copy
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wall_tables import at, cells, drawn, take

from companion import games
from companion.games.base import ImpossiblePosition, Setup
from companion.games.common.drawing import draw
from companion.games.wall import notation
from companion.games.wall.position import Phase, Place
from companion.games.wall.rules.special_factories import PASS, STAY, TAKEN

AZUL = games.play(Setup("azul"))
GREY = games.play(Setup("azul", "grey"))
SPECIAL = games.play(Setup("master-chocolatier", options={"special_factories": True}))

BOARD = """
        .|.y...
       yy|w....
      .ww|.....
     ....|.....
    ..rrr|....b
    1yy....
"""

TEXT = """\
azul coloured, 2 players
round 2 offer, turn 0, starter 0, marker 0, seed -
display byrr
display .
display .
display .
display .
centre kk
bag b18 y14 r15 k18 w17
lid b0 y0 r0 k0 w0
seat 0, score 7
    .|.y...
   rr|w....
  .ww|.....
 ....|.....
....r|....b
1yyyy..
seat 1, score 0
    .|.....
   ..|.....
  ...|.....
 ....|.....
.....|.....
.......
"""


def start():
    return AZUL.dump(at(AZUL, [BOARD.replace("yy|", "rr|")], ["byrr"], "kk", scores=(7,)))


def test_a_position_as_text():
    position = AZUL.parse(TEXT)
    assert AZUL.text(position) == TEXT
    assert position.boards[0].lines[2].tiles == 2
    assert drawn(AZUL, position.boards[0]).splitlines()[-1] == "1yyyy.."


def test_the_example_in_the_description_of_the_notation():
    lines = notation.__doc__.splitlines()
    example = textwrap.dedent("\n".join(line for line in lines if line.startswith("    ")))
    assert AZUL.text(AZUL.parse(example)).split() == example.split()


def test_a_position_with_gold_sides_as_text():
    position = at(SPECIAL, (), ["bnc", "kk"], sides=[PASS, TAKEN], free=1)
    text = SPECIAL.text(position)
    assert "display bnc, pass\ndisplay kk, taken\n" in text
    assert "seat 1, score 0, free .\n" in text
    assert SPECIAL.parse(text) == position
    used = position._replace(
        boards=(position.boards[0], position.boards[1]._replace(free=(1,))),
        bag=(position.bag[0], position.bag[1] - 1, *position.bag[2:]),
    )
    assert SPECIAL.parse(SPECIAL.text(used)) == used


def test_gold_sides_belong_to_the_tiling_too():
    setup = Setup("master-chocolatier", "grey", options={"special_factories": True})
    play = games.play(setup)
    board = ".|.....\nbb|.....\n...|.....\n....|.....\n.....|.....\n"
    start = at(play, [board], ["k"], sides=[PASS, STAY], turn=1)
    choosing = play.apply(start, take(play, 0, "k", "floor"))
    data = play.dump(choosing)
    assert data["phase"] == "tiling"
    assert play.load(data) == choosing
    with pytest.raises(ImpossiblePosition, match="gold sides"):
        play.load({**data, "sides": []})


def test_json_is_plain_values_by_name():
    data = start()
    assert data["displays"][0] == ["blue", "yellow", "red", "red"]
    assert data["centre"] == ["black", "black"]
    assert data["boards"][0]["score"] == 7
    assert data["boards"][0]["cells"]["floor/0"] == "first"
    assert data["bag"]["blue"] == 18


def changed(path, value):
    data = copy.deepcopy(start())
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("extra",), 1, "missing or unknown keys: extra"),
        (("game",), "azul-mini", "must be 'azul'"),
        (("players",), 3, "must be 2, not 3"),
        (("round",), -1, "round must be a number from 0"),
        (("round",), True, "round must be a number from 0"),
        (("round",), 0, "rounds count from 1"),
        (("turn",), 2, "turn names seat 2 of 2"),
        (("marker",), 5, "marker names seat 5"),
        (("marker",), 1, r"the marker lies at seats \[0\], not at 1"),
        (("seed",), "x", "seed must be a whole number"),
        (("phase",), "lunch", "phase must be one of"),
        (("phase",), "over", "cannot be full"),
        (("displays",), [[]] * 4, "use 5 displays, not 4"),
        (("displays", 0), "blue", "displays/0 must be a list"),
        (("displays", 0), ["pink"], "must be one of blue, .*, not 'pink'"),
        (("centre",), ["black"] * 3, "21 black tiles instead of 20"),
        (("sides",), ["stay", None, None, None, None], "gold sides lie out"),
        (("sides",), [{}, None, None, None, None], "sides/0 must be a word"),
        (("boards", 0, "score"), 10**9, "more than a full wall can bring"),
        (("boards", 0, "cells", "wall/0/2"), "red", "2 tiles lie in a row of seat 0"),
        (("round",), 1, "1 tiles lie in a row of seat 0 after 0 tilings"),
        (("bag", "red"), "many", "bag.red must be a number"),
        (("bag",), {"red": 3}, "2 blue tiles instead of 20"),
        (("lid", "red"), 1, "21 red tiles"),
        (("boards",), [], "0 boards for 2 players"),
        (("boards", 0), [], "boards/0 must be an object"),
        (("boards", 0, "score"), -3, "score must be a number from 0"),
        (("boards", 0, "free"), [], r'the "0" display'),
        (("boards", 0, "cells"), [], "cells must be an object"),
        (("boards", 0, "cells", "wall/9/9"), "red", "cannot have 'wall/9/9'"),
        (("boards", 0, "cells", "line/3/0"), "first", "AZ-R11"),
        (("boards", 0, "cells", "line/3/1"), "red", "line 4 has a gap"),
        (("boards", 0, "cells", "line/4/1"), "blue", "line 5 holds more than one colour"),
        (("boards", 0, "cells", "line/0/0"), "yellow", "of the wall already has yellow"),
        (("boards", 0, "cells", "floor/5"), "red", "floor line has a gap"),
        (("boards", 0, "cells", "floor/3"), "first", "only one starting player marker"),
        (("boards", 0, "cells", "wall/0/0"), "red", "on a blue space"),
    ],
)
def test_impossible_json_is_refused_with_the_reason(path, value, reason):
    with pytest.raises(ImpossiblePosition, match=reason):
        AZUL.load(changed(path, value))


def test_a_marker_that_is_nowhere():
    data = changed(("marker",), 0)
    del data["boards"][0]["cells"]["floor/0"]
    data["boards"][0]["cells"] |= {"floor/0": "yellow"}
    del data["boards"][0]["cells"]["floor/2"]
    with pytest.raises(ImpossiblePosition, match="took the marker but it is not on the floor"):
        AZUL.load(data)


def test_a_complete_row_belongs_to_the_end():
    drawing = BOARD.replace(".|.y...", ".|byrkw").replace("yy|", "rr|")
    with pytest.raises(ImpossiblePosition, match="a complete row ends the game"):
        at(AZUL, [drawing], ["kk"])
    with pytest.raises(ImpossiblePosition, match="floors are empty"):
        at(AZUL, [drawing], phase="over")
    empty = drawing.replace("1yy....", ".......").replace(" rr|", " ..|")
    with pytest.raises(ImpossiblePosition, match="took the marker but it is not on the floor"):
        at(AZUL, [empty], phase="over", marker=0)
    assert at(AZUL, [empty], phase="over").over


def test_choices_belong_to_the_grey_side():
    drawing = ".|.....\nbb|.....\n...|.....\n....|.....\n.....|.....\n......."
    assert GREY.legal_actions(at(GREY, [drawing], phase="tiling"))
    with pytest.raises(ImpossiblePosition, match="a choice on the grey side"):
        at(AZUL, [drawing], phase="tiling")
    with pytest.raises(ImpossiblePosition, match="a choice on the grey side"):
        at(GREY, [drawing], phase="tiling", turn=1)
    with pytest.raises(ImpossiblePosition, match="seats choose in their order"):
        at(GREY, [drawing, drawing], phase="tiling", turn=1)
    stuck = drawing.replace("bb|.....", "bb|rykw.").replace(".....|.....", ".....|....b")
    with pytest.raises(ImpossiblePosition, match="stuck and leaves no choice"):
        at(GREY, [stuck], phase="tiling")
    twice = drawing.replace("bb|.....", "..|b...b")
    with pytest.raises(ImpossiblePosition, match="twice in a row or column"):
        at(GREY, [twice], ["b"])


def test_impossible_gold_sides():
    for sides, reason in (
        ([PASS, STAY, "extra"], "cannot lie in the circle"),
        ([PASS, "gilded"], "cannot lie in the circle"),
        ([TAKEN, "free"], "cannot lie in the circle"),
        ([TAKEN, PASS], "beside one floor line"),
        ([], "gold sides lie out"),
    ):
        with pytest.raises(ImpossiblePosition, match=reason):
            at(SPECIAL, (), ["b"], sides=sides)


def test_a_score_above_the_cap():
    capped = games.play(Setup("azul", options={"score_over_max": "cap"}))
    with pytest.raises(ImpossiblePosition, match="above 100"):
        at(capped, (), ["b"], scores=(101,))


def test_a_score_passes_the_cap_until_the_floor_is_paid_for():
    """Grey side: 99 and a run of 4 are 103 while another line still has to be placed (R31)."""
    capped = games.play(Setup("azul", "grey", options={"score_over_max": "cap"}))
    lines = "b|ryk.. \n yy|..... \n ...|..... \n ....|..... \n .....|..... \n ......."
    position = capped.apply(at(capped, [lines], ["k"], scores=(99,)), take(capped, 0, "k", 4))
    position = capped.apply(position, Place(0, 3))
    assert (position.phase, position.boards[0].score) == (Phase.TILING, 103)
    assert capped.load(capped.dump(position)) == position
    assert capped.parse(capped.text(position)) == position


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("azul coloured", "azul plain", "variant must be 'coloured'"),
        ("azul coloured", "chess coloured", "game must be 'azul'"),
        ("turn 0", "turn x", "should look like"),
        ("display byrr", "display bzrr", "should look like 'display b'"),
        ("display byrr\n", "", "should look like"),
        ("bag b18", "bag b19", "21 blue tiles"),
        ("bag b18 ", "bag ", "should look like 'bag b7 y7"),
        ("seat 1", "seat 0", "should look like 'seat 1, score 7'"),
        ("....r|....b", "....r|....", r"should look like \'\.{5}\|\.{5}\'"),
        ("1yyyy..\n", "1yyyy..\nmore\n", "should look like"),
        (".......\n", ".......\nmore\n", "'more' belongs to no position"),
    ],
)
def test_impossible_text_is_refused_with_the_reason(old, new, reason):
    assert old in TEXT
    head, _, tail = TEXT.rpartition(old) if old.startswith("..") else TEXT.partition(old)
    with pytest.raises(ImpossiblePosition, match=reason):
        AZUL.parse(head + new + tail)


@given(st.data())
def test_what_parses_round_trips(data):
    """Change a few characters anywhere: the text is refused, or it is a position."""
    letters = list(TEXT)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(letters) - 1))
        letters[place] = data.draw(st.sampled_from("byrkw1.|0123 -\n"))
    try:
        position = AZUL.parse("".join(letters))
    except ImpossiblePosition:
        return
    assert AZUL.parse(AZUL.text(position)) == position


def test_positions_made_by_play_need_nothing_but_their_text():
    position = AZUL.start(5)
    for _ in range(20):
        action = AZUL.legal_actions(position)[-1]
        assert AZUL.apply(AZUL.parse(AZUL.text(position)), action) == AZUL.apply(position, action)
        position = AZUL.apply(position, action)


def test_boards_are_drawn_with_stacks_and_unknown_contents():
    layout = (("  ", "a/0", "|", "a/1"), ("a/2", "a/3"))
    lying = {"a/0": "red", "a/2": ("blue", "red"), "a/3": "moon"}
    assert draw(layout, lying, {"red": "r", "blue": "b"}) == "  r|.\nr?"


def test_cells_of_the_board_file_are_those_of_the_rules():
    assert set(cells(BOARD)) >= {"line/1/0", "line/1/1", "wall/0/1", "floor/0"}
    assert take(AZUL, "centre", "k", "floor").line == 5
