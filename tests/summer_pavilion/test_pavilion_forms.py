"""Positions as text and JSON: what cannot be is refused with the reason."""

import json

import pytest
from pavilion import board, engine, position

from companion.games.base import ImpossiblePosition
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.validate import reasons

GAME = engine()
NOW = position(
    GAME,
    board("LF-1 LF-2 CT-4:red", beside="3g 1b", score=17),
    board("UR-6", corners="2p", score=9, passed=True),
    round=2,
    marker=1,
    generator=0xABC,
)
TEXT = """\
summer-pavilion coloured
round 2
phase place
seat 0
starter 0
marker 1
owed -
generator 0000000000000abc
bag 16p 17g 20o 20y 20b 19r
tower -
supply 2p 2g 2o 2y 1b 1r
displays - | - | - | - | -
centre -
board 0
  score 17
  beside 3g 1b
  corners -
  middle      ...r..
  left        pp....
  upper left  ......
  upper right ......
  right       ......
  lower right ......
  lower left  ......
board 1
  score 9 passed
  beside -
  corners 2p
  middle      ......
  left        ......
  upper left  ......
  upper right .....r
  right       ......
  lower right ......
  lower left  ......
"""
PICTURES = """\
#          seat 0                    seat 1
#  .     .       .     .     p     .       .     p
#      .   .   .   .             .   .   .   r
#      .   .   .   .             .   .   .   .
#        .       .                 .       .
#    p       .       .         .       .       .
#  .   p   .   .   .   .     .   .   .   .   .   .
#  .   .   .   .   .   .     .   .   .   .   .   .
#    .       r       .         .       .       .
#        .       .                 .       .
#      .   .   .   .             .   .   .   .
#      .   .   .   .             .   .   .   .
#  .     .       .     .     .     .       .     .
"""
"""Letters stand where the tiles lie: purple 1 and 2 left, red 4 in the middle, red 6 at the top."""


def test_a_position_as_text():
    assert GAME.text(NOW) == TEXT + PICTURES
    assert GAME.parse(TEXT + PICTURES) == NOW
    assert GAME.parse("# a note\n\n" + TEXT) == NOW


def test_a_position_as_json_survives_a_file():
    assert GAME.load(json.loads(json.dumps(GAME.dump(NOW)))) == NOW


@pytest.mark.parametrize("phase", [Phase.SET_UP, Phase.DEAL])
def test_positions_that_wait_for_tiles_have_forms_too(phase):
    now = GAME.opening()
    if phase is Phase.DEAL:
        now = GAME.deal(now, [(2, 2, 2, 2, 1, 1)])
    assert now.phase is phase
    assert GAME.parse(GAME.text(now)) == now
    assert GAME.load(GAME.dump(now)) == now


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("coloured", "grey", "variant must be 'coloured'"),
        ("round 2", "round 7", "round 7 does not exist"),
        ("phase place", "phase rest", "phase must be one of set-up"),
        ("phase place", "phase take", "in phase 1 some tile"),
        ("phase place", "phase over", "at the end everybody has passed"),
        ("phase place", "phase bonus", "bonus tiles are owed"),
        ("phase place", "phase keep", "seat 0 has not passed"),
        ("phase place", "phase refill", "never waits in phase refill"),
        ("seat 0", "seat 1", "seat 1 has passed"),
        ("seat 0", "seat 2", "seats are 0 to 1"),
        ("marker 1", "marker 4", "seat 4 cannot have the marker"),
        ("owed -", "owed 2", "bonus tiles are owed in phase bonus"),
        ("owed -", "owed x", "should look like 'owed 7'"),
        ("0000000000000abc", "abc", "16 hexadecimal digits"),
        ("bag 16p", "bag 17p", "22 purple tiles, not 23"),
        ("bag 16p", "bag 16w", "should look like 'bag 2p'"),
        ("tower -", "tower none", "should look like 'tower 2p'"),
        ("displays - |", "displays 1p |", "displays and centre are empty"),
        ("displays - | -", "displays -", "players have 5 displays"),
        ("score 17", "score 0", "the score cannot be 0"),
        ("score 17", "score 17 done", "should look like 'score 7'"),
        ("score 9 passed", "score 9", "only after passing"),
        ("...r..", "r..r..", "SP-R22: The middle star has red twice"),
        ("pp....", "pr....", "SP-R21: A red tile lies on the left star"),
        ("pp....", "pp...", "should look like 'left        ......'"),
        ("corners 2p", "corners 5p", "there are 4 corner spaces"),
        ("board 1", "board 2", "should look like 'board 1'"),
        ("centre -", "", "should look like 'centre 2p'"),
        ("  lower left  ......\nboard 1", "board 1", "should look like 'lower left  ......'"),
    ],
)
def test_text_that_cannot_be_is_refused_with_the_reason(old, new, reason):
    with pytest.raises(ImpossiblePosition) as refusal:
        GAME.parse(TEXT.replace(old, new, 1))
    assert reason in str(refusal.value)


def test_text_that_goes_on_is_refused():
    with pytest.raises(ImpossiblePosition, match="'board 2' belongs to no position"):
        GAME.parse(TEXT + "board 2\n")


def changed(**values):
    return GAME.dump(NOW) | values


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(game="azul"), "game must be 'summer-pavilion'"),
        (changed(variant="grey"), "variant must be 'coloured'"),
        (changed(extra=1), "missing or unknown keys: extra"),
        (changed(round="2"), "round must be a whole number, not '2'"),
        (changed(seat=True), "seat must be a whole number, not True"),
        (changed(boards=5), "boards must be a list"),
        (changed(boards=[]), "2 players have 2 boards"),
        (changed(boards=[3, 4]), "boards/0 must be an object"),
        (changed(bag=[1, 2]), "bag must be an object"),
        (changed(bag={"white": 3}), "bag cannot have 'white'"),
        (changed(bag={"red": 0}), "22 purple tiles, not 6"),
        (changed(phase=None), "phase must be one of"),
        (changed(generator=7), "16 hexadecimal digits"),
        (changed(owed=[4]), "bonus"),
        ({"game": "summer-pavilion"}, "variant must be 'coloured', not None"),
    ],
)
def test_json_that_cannot_be_is_refused_with_the_reason(data, reason):
    with pytest.raises(ImpossiblePosition) as refusal:
        GAME.load(data)
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("passed", 1, "passed must be true or false"),
        ("spaces", {"star/9/9": "red"}, "cannot have 'star/9/9'"),
        ("spaces", ["star/1/1"], "spaces must be an object"),
        ("spaces", {"star/1/1": []}, "star/1/1 must be one of purple"),
        ("spaces", {"star/1/1": {}}, "star/1/1 must be one of purple"),
        ("score", 10**9, "more than tiles can bring"),
        ("colour", "red", "missing or unknown keys: colour"),
    ],
)
def test_json_boards_that_cannot_be_are_refused_with_the_reason(key, value, reason):
    data = GAME.dump(NOW)
    data["boards"][0][key] = value
    with pytest.raises(ImpossiblePosition) as refusal:
        GAME.load(data)
    assert reason in str(refusal.value)


def test_a_score_beyond_the_only_token_cannot_be():
    """House rule ``point_tokens``: the marker and one token end at 160 (SP-R29)."""
    one = engine(point_tokens="one")
    data = GAME.dump(NOW)
    data["boards"][0]["score"] = 161
    assert GAME.load(data).boards[0].score == 161
    with pytest.raises(ImpossiblePosition, match="161 is more than tiles can bring"):
        one.load(data)
    data["boards"][0]["score"] = 160
    assert one.load(data).boards[0].score == 160


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"supply": (11, 0, 0, 0, 0, 0)}, "the supply has 10 spaces"),
        ({"phase": Phase.TAKE, "displays": ((5, 0, 0, 0, 0, 0),) * 5}, "a display holds 4 tiles"),
        ({"phase": Phase.TAKE, "centre": (1, 0, 0, 0, 0, 0)}, "nobody has passed in phase take"),
        ({"phase": Phase.OVER}, "the game ends in round 6"),
        ({"phase": Phase.BONUS, "owed": (4,)}, "a bonus is 1, 2 or 3 tiles"),
        ({"phase": Phase.BONUS, "owed": (1,), "supply": (0,) * 6}, "no tile to take"),
        ({"supply": (1, 0, 0, 0, 0, 0)}, "the supply has 10 tiles while bag or tower hold any"),
        ({"phase": Phase.DEAL, "generator": None}, "between rounds the marker lies in the centre"),
        ({"phase": Phase.SET_UP}, "the supply is first filled before round 1"),
        ({"phase": Phase.REFILL, "generator": None}, "here there are none to draw"),
        ({"boards": (board(beside="1r", passed=True), board())}, "keeps no tiles beside"),
    ],
)
def test_positions_that_cannot_be_have_their_reasons(change, reason):
    changed = NOW._replace(**change)
    assert any(reason in each for each in reasons(GAME.rules, changed))


def test_deals_that_the_bag_cannot_give_are_refused():
    start = GAME.opening()
    for tiles, reason in (
        ([(9, 0, 0, 0, 0, 0)], "10 tiles must be drawn now, not 9"),
        ([(11, 0, 0, 0, 0, -1)], "SP-R34"),
        ([(5, 5, 0, 0, 0, 0)] * 2, "deal 1 sets of tiles, not 2"),
    ):
        with pytest.raises(ImpossiblePosition, match=reason):
            GAME.deal(start, tiles)
    dealt = GAME.deal(start, [(10, 0, 0, 0, 0, 0)])
    with pytest.raises(ImpossiblePosition, match="a display holds 4 tiles"):
        GAME.deal(dealt, [(5, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0), *[(0, 4, 0, 0, 0, 0)] * 3])
    with pytest.raises(ImpossiblePosition, match="no tiles are dealt in phase place"):
        GAME.deal(NOW, [(0,) * 6])
