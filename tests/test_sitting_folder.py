"""Sitting folders: what a faultless one says, and one clear sentence for every faulty one."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.errors import SittingError
from companion.games.base import Checkpoint
from companion.sitting_folder import read

SHARED = Path(__file__).resolve().parents[2] / "shared" / "sittings"
BOARD = [[100, 100], [300, 110], [310, 320], [90, 300]]
CORNER = [[110, 110], [160, 110], [160, 160], [110, 160]]
"""A small board on a corner of ``BOARD``, whose middle it does not cover."""

OTHER = [[500, 100], [700, 110], [710, 320], [490, 300]]


def sitting(**changes):
    """A faultless sitting of two, with ``changes``; a change to ... leaves the member out."""
    frames = [("setup", 0), ("offer-end", 1), ("tiled", 1)]
    whole = {
        "format": 1,
        "game": "azul",
        "variant": "coloured",
        "players": 2,
        "first_player": 1,
        "brackets": True,
        "corners_px": None,
        "frames": [
            {"file": f"{n:03}.jpg", "checkpoint": checkpoint, "round": round}
            for n, (checkpoint, round) in enumerate(frames)
        ],
    } | changes
    return {name: value for name, value in whole.items() if value is not ...}


def frame(n=1, **changes):
    """The faultless sitting with its picture ``n`` changed."""
    whole = sitting()
    changed = whole["frames"][n] | changes
    whole["frames"][n] = {name: value for name, value in changed.items() if value is not ...}
    return whole


@pytest.fixture
def folder(tmp_path):
    """Write a sitting with its pictures, and return where."""

    def write(content):
        for n in range(3):
            (tmp_path / f"{n:03}.jpg").write_bytes(b"a picture")
        text = content if isinstance(content, bytes) else json.dumps(content).encode()
        (tmp_path / "sitting.json").write_bytes(text)
        return tmp_path

    return write


def complaint(path):
    """The sentence ``read`` refuses ``path`` with."""
    with pytest.raises(SittingError) as caught:
        read(path)
    return str(caught.value)


def test_a_faultless_sitting(folder):
    path = folder(sitting(scores=[15, 3]))
    whole = read(path)
    assert whole.setup == games.Setup("azul", "coloured", 2, 1, scores=(15, 3))
    assert whole.brackets
    assert whole.corners_px is None
    assert [entry.file for entry in whole.frames] == ["000.jpg", "001.jpg", "002.jpg"]
    assert whole.frames[1].moment.checkpoint is Checkpoint.OFFER_END
    assert whole.picture(whole.frames[0]) == path / "000.jpg"


def test_what_was_told_arrives(folder):
    told = {"marker": {"seat": 0, "tiles": 3}, "broken": [0, 4], "free_floor": None}
    moment = read(folder(frame(told=told, seat=1))).frames[1].moment
    assert moment.told == {"marker": {"seat": 0, "tiles": 3}, "broken": (0, 4), "free_floor": None}
    assert moment.seat == 1


def test_a_seat_may_be_null_where_it_does_not_matter(folder):
    assert read(folder(sitting(first_player=None))).setup.first_player is None
    assert read(folder(sitting(first_player=...))).setup.first_player is None


def test_a_checkpoint_may_repeat(folder):
    assert read(folder(frame(2, checkpoint="offer-end"))).frames[2].moment.round == 1


def test_members_of_a_later_companion_are_passed_over(folder):
    assert read(folder(sitting(weather="rain"))).setup.game == "azul"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (sitting(format=...), "format is missing"),
        (sitting(format=2), "format is 2, but this companion reads format 1"),
        (sitting(game=...), "game is missing"),
        (sitting(game="chess"), 'game is "chess", but must be one of azul'),
        (sitting(game=7), "game must be a text in quotes, not 7"),
        (sitting(variant="gray"), 'variant is "gray", but must be one of coloured, grey'),
        (sitting(players=...), "players is missing"),
        (sitting(players="2"), 'players must be a whole number, not "2"'),
        (sitting(players=True), "players must be a whole number, not true"),
        (sitting(players=1), "players is 1, but must be at least 2"),
        (sitting(players=5), "players is 5, but must be at most 4"),
        (sitting(first_player=2), "first_player is 2, but must be at most 1"),
        (sitting(first_player=-1), "first_player is -1"),
        (sitting(frist_player=0, first_player=...), "write first_player"),
        (sitting(scores=[1]), "scores must have 2 entries, but has 1"),
        (sitting(scores=[1, -2]), "scores[1] is -2, but must be at least 0"),
        (sitting(options=[]), "options must be an object"),
        (sitting(options={"no_such_option": 1}), "no_such_option"),
        (sitting(goals=[1]), "goals[0] must be a text"),
        (sitting(goals=["G1", "G2", "G3"]), "Azul has no goals to choose: leave goals out"),
        (sitting(brackets=...), "brackets is missing"),
        (sitting(brackets="yes"), 'brackets must be true or false, not "yes"'),
        (sitting(frames=...), "frames is missing"),
        (sitting(frames=[]), "lists no pictures; take some"),
        (sitting(frames={}), "frames must be a list"),
        (sitting(frames=[1]), "frames[0] must be an object"),
        (frame(file=...), "frames[1].file is missing"),
        (frame(file="009.jpg"), 'frames[1].file is "009.jpg", which is not in the folder'),
        (frame(file="../001.jpg"), "plain name of a picture"),
        (frame(file=""), "plain name of a picture"),
        (frame(file="."), "plain name of a picture"),
        (frame(file="x" * 5000), "not in the folder"),
        (frame(file="\ud800"), "it is no JSON that can be read"),
        (frame(file="a\0b"), "plain name of a picture"),
        (frame(flie="001.jpg", file=...), "write file"),
        (frame(checkpoint=...), "frames[1].checkpoint is missing"),
        (frame(checkpoint="lunch"), 'frames[1].checkpoint is "lunch", but must be one of setup'),
        (frame(checkpoint="passed", seat=0), 'is "passed", but must be one of'),
        (frame(checkpoint="turn"), "needs the seat of the player who acted"),
        (frame(checkpoint="turn", seat=2), "frames[1].seat is 2, but must be at most 1"),
        (frame(round=0), "frames[1].round is 0, but must be at least 1"),
        (frame(round=1.5), "frames[1].round must be a whole number, not 1.5"),
        (frame(round=3), "frames[2].round is 1, but the picture before is of round 3"),
        (frame(told=3), "frames[1].told must be an object"),
        (frame(told={"marker": {"seat": 5, "tiles": 1}}), "told.marker.seat is 5"),
        (frame(told={"broken": [1]}), "told.broken must have 2 entries"),
        (frame(told={"drawn": [0, -1]}), "told.drawn[1] is -1, but must be at least 0"),
        (frame(told={"starter": 2}), "told.starter is 2, but must be at most 1"),
        (frame(told={"free_floor": 4}), "told.free_floor is 4"),
        (frame(told={"cubes": None}), "told.cubes is missing"),
        (frame(told={"broken": [10**9, 0]}), "told.broken[0] is 1000000000, but must be at most"),
        (frame(told={"discarded": "3"}), 'told.discarded must be a whole number, not "3"'),
        (frame(told={"discarded": -3}), "told.discarded is -3, but must be at least 0"),
        (frame(told={"discard": 3}), "told has 'discard', which is not known; write discarded"),
        (frame(told={"discarded": [1]}), "told.discarded must have 2 entries"),
        (frame(told={"order": 5}), "told.order must be a list"),
        (frame(told={"chips": [11, 0]}), "told.chips[0] is 11, but must be at most 10"),
        (frame(told={"chips": [0, ["red"] * 11]}), "told.chips[1] has 11 entries, but must have"),
        ([], "must be an object in braces"),
        (b"", "sitting.json: it is no JSON"),
        (b'{"format": 1,', "is no JSON"),
        (b"\xff\xd8\xff\xe0", "is no JSON"),
        (b'{"format": ' + b"9" * 5000 + b"}", "is no JSON"),
        (b'{"format": NaN}', "format must be a whole number"),
    ],
)
def test_a_mistake_is_one_sentence_with_file_and_key(folder, content, words):
    path = folder(content)
    sentence = complaint(path)
    assert sentence.startswith(f"{path / 'sitting.json'}: ")
    assert words in sentence
    assert "\n" not in sentence
    assert sentence.endswith("; put that right and start again")


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        (None, "neither brackets nor corners_px"),
        ([BOARD], "corners_px must have 2 entries, but has 1"),
        ([BOARD, OTHER[:3]], "corners_px[1] must have 4 entries, but has 3"),
        ([BOARD, [[1, 2, 3], *OTHER[1:]]], "corners_px[1][0] must have 2 entries"),
        ([BOARD, [["a", 2], *OTHER[1:]]], 'corners_px[1][0][0] must be a number, not "a"'),
        ([BOARD, [[float("inf"), 2], *OTHER[1:]]], "corners_px[1][0][0] must be a finite"),
        ([BOARD, [[10**400, 2], *OTHER[1:]]], "corners_px[1][0][0] must be a finite"),
        ([BOARD, OTHER[::-1]], "corners_px[1] must go round the board clockwise"),
        ([BOARD, [OTHER[0], OTHER[2], OTHER[1], OTHER[3]]], "must go round the board clockwise"),
        ([BOARD, [OTHER[0]] * 4], "must go round the board clockwise"),
        ([BOARD, BOARD], "puts the boards of seats 0 and 1 on top of each other"),
        ([BOARD, CORNER], "puts the boards of seats 0 and 1 on top of each other"),
        ([CORNER, BOARD], "puts the boards of seats 0 and 1 on top of each other"),
    ],
)
def test_corners_that_no_board_can_have(folder, corners, words):
    assert words in complaint(folder(sitting(brackets=False, corners_px=corners)))


def test_corners_in_the_picture_pass_and_others_are_named(folder):
    whole = read(folder(sitting(brackets=False, corners_px=[BOARD, OTHER])))
    assert whole.corners_px is not None
    assert whole.corners_px[1][0] == (500.0, 100.0)
    whole.check_corners(1640, 1232)
    whole.check_corners(700, 330)  # a tap may be a few pixels off
    with pytest.raises(SittingError, match=r"corners_px\[1\].*640 x 480.*top right, bottom right"):
        whole.check_corners(640, 480)


def test_a_board_turned_upside_down_keeps_its_corners(folder):
    turned = [*OTHER[2:], *OTHER[:2]]
    whole = read(folder(sitting(brackets=False, corners_px=[BOARD, turned])))
    assert whole.corners_px is not None
    assert whole.corners_px[1][0] == (710.0, 320.0)


def test_a_folder_that_is_none(tmp_path):
    assert "does not exist; name a folder" in complaint(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    assert "is a file; name a folder" in complaint(tmp_path / "file")


def test_a_folder_of_pictures_alone(tmp_path):
    (tmp_path / "000.jpg").touch()
    assert "has no sitting.json" in complaint(tmp_path)


def test_a_sitting_json_that_cannot_be_read(tmp_path):
    (tmp_path / "sitting.json").mkdir()
    assert "cannot be read (Is a directory)" in complaint(tmp_path)


def test_a_broken_library_is_not_blamed_on_the_sitting(folder, monkeypatch):
    def broken(setup):
        raise ModuleNotFoundError("No module named 'json'", name="json")

    monkeypatch.setattr(games, "game", broken)
    with pytest.raises(ModuleNotFoundError):
        read(folder(sitting()))


def test_each_game_has_its_own_checkpoints(folder, monkeypatch):
    placing = SimpleNamespace(checkpoints=(Checkpoint.SETUP, Checkpoint.PLACED, Checkpoint.PASSED))
    monkeypatch.setattr(games, "game", lambda setup: placing)
    whole = sitting()
    del whole["frames"][2]
    whole["frames"][1] |= {"checkpoint": "placed", "seat": 0}
    assert read(folder(whole)).frames[1].moment.checkpoint is Checkpoint.PLACED
    assert "must be one of setup, placed, passed" in complaint(folder(sitting()))


def test_the_error_carries_file_and_key(folder):
    path = folder(frame(round=0))
    with pytest.raises(SittingError) as caught:
        read(path)
    assert (caught.value.path, caught.value.key) == (path / "sitting.json", "frames[1].round")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(deadline=None)
@given(name=st.sampled_from(sorted(sitting())), value=JSON)
def test_whatever_a_member_holds_it_is_read_or_refused_in_a_sentence(tmp_path_factory, name, value):
    path = tmp_path_factory.getbasetemp() / "anything"
    path.mkdir(exist_ok=True)
    for n in range(3):
        (path / f"{n:03}.jpg").touch()
    (path / "sitting.json").write_text(json.dumps(sitting(**{name: value})))
    try:
        read(path)
    except SittingError as error:
        assert "\n" not in str(error)  # noqa: PT017 - reading may as well succeed


@pytest.mark.skipif(not SHARED.is_dir(), reason="the photographed sittings are not on this machine")
def test_the_photographed_sittings_of_azul_are_read():
    folders = sorted(SHARED.glob("azul-[234]p-*"))
    assert folders
    for path in folders:
        whole = read(path)
        assert whole.brackets == (whole.corners_px is None)
        whole.check_corners(1640, 1232)
