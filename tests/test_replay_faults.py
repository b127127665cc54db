"""Faults on purpose: one clear sentence, exit code 2, no traceback, and nothing made up."""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from contextlib import redirect_stdout
from copy import deepcopy

import cv2
import numpy as np
import pytest
from sittings import DATA, DEMO

from companion import cli
from companion.chosen_numbers import SHARP_PX
from companion.service.pictures.photograph import MOST_PIXELS

FAULT = DATA / "fault"
TAPPED = json.loads((FAULT / "sitting.json").read_text())["corners_px"]


@pytest.fixture
def folder(tmp_path):
    """A sound sitting, without what it really shows."""
    to = tmp_path / "sitting"
    shutil.copytree(FAULT, to, ignore=shutil.ignore_patterns("labels*"))
    return to


def change(folder, **members):
    path = folder / "sitting.json"
    told = json.loads(path.read_text()) | members
    path.write_text(json.dumps({name: value for name, value in told.items() if value is not ...}))


def write_picture(folder, pixels, file="000.jpg"):
    assert cv2.imwrite(str(folder / file), pixels)


def plain(level, width=1640, height=1232):
    """Nothing but one colour, warm so that it is a camera's that sees colours."""
    return np.full((height, width, 3), (level * 3 // 4, level, level), np.uint8)


def refused(folder, capfd, *, frames=0):
    """Replay, and return the one sentence; so many ``frames`` were answered all the same."""
    code = cli.main(["replay", "--json", str(folder)])
    out, err = capfd.readouterr()
    assert code == 2
    assert len(out.splitlines()) == frames
    assert err.startswith("companion: ")
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    return err


def replayed(folder, capfd, *arguments):
    assert cli.main(["replay", "--json", *arguments, str(folder)]) == 0
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


@pytest.fixture(scope="module")
def sound():
    """What is said of the sound sitting."""
    said = io.StringIO()
    with redirect_stdout(said):
        assert cli.main(["replay", "--json", str(FAULT)]) == 0
    return [json.loads(line) for line in said.getvalue().splitlines()]


def timeless(rows):
    return [{name: value for name, value in row.items() if name != "ms"} for row in rows]


def test_a_sound_sitting_is_read(sound):
    assert [row.get("status") for row in sound] == ["read", "read", "violation", "read", None]


def test_labels_change_nothing(sound, folder, capfd):
    """Without them, with right ones (``sound``) and with nonsense the same is said."""
    assert timeless(replayed(folder, capfd)) == timeless(sound)
    (folder / "labels.json").write_text("[nonsense")
    assert timeless(replayed(folder, capfd)) == timeless(sound)


def test_sightings_are_told_without_rules(folder, capfd):
    change(folder, frames=json.loads((folder / "sitting.json").read_text())["frames"][:2])
    assert replayed(folder, capfd, "--sightings")[0]["status"] == "read"


def test_sightings_are_shown_in_letters_at_a_terminal(folder, capfd):
    frames = json.loads((folder / "sitting.json").read_text())["frames"]
    change(folder, frames=frames[:2])
    assert cli.main(["replay", "--sightings", str(folder)]) == 0
    empty, full = capfd.readouterr().out.split(frames[1]["file"])
    assert empty.count("\nboard ") == full.count("\nboard ") == 2
    assert not set("BYRKW") & set(empty)
    assert "\n        B B  " in full, "the second line of a board holds two blue tiles"


@pytest.mark.parametrize("file", ["000.jpg", "002.jpg"])
def test_a_missing_picture(folder, capfd, file):
    (folder / file).unlink()
    assert file in refused(folder, capfd)


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture at all", b"\xff\xd8\xff", b"\xff\xd8\xff\xda and no end"],
    ids=["empty", "text", "start of a JPEG", "JPEG without an end"],
)
def test_a_picture_that_is_no_picture(folder, capfd, content):
    (folder / "001.jpg").write_bytes(content)
    sentence = refused(folder, capfd, frames=5)
    assert "001.jpg is no picture, or damaged; take it again" in sentence


PNG = cv2.imencode(".png", np.full((30, 40, 3), 90, np.uint8))[1].tobytes()


def said_of(folder):
    """What a process of its own says, with OpenCV as the commands have it loaded."""
    code = "import sys; from companion.cli import main; sys.exit(main(['replay', sys.argv[1]]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    return done.stderr


@pytest.mark.parametrize(
    "content",
    [PNG[:8], PNG[:-12], b"GIF89a" + bytes(100)],
    ids=["start of a PNG", "PNG without an end", "GIF"],
)
def test_opencv_adds_nothing_to_the_sentence(folder, content):
    (folder / "000.jpg").write_bytes(content)
    assert (
        said_of(folder) == "companion: the file 000.jpg is no picture, or damaged; take it again\n"
    )


WHOLE = (FAULT / "000.jpg").read_bytes()
HALF = WHOLE[: len(WHOLE) // 2] + WHOLE[-2:]
"""Damaged within: it ends as it should, and libjpeg makes grey of what is missing."""


EVERY_LINE = pytest.mark.parametrize(
    "line",
    [
        ("replay", "FOLDER"),
        ("read", "PICTURE", "--game", "azul"),
        ("boards", "PICTURE", "--game", "azul"),
        ("calibrate", "check", "PICTURE"),
    ],
)


@EVERY_LINE
def test_a_picture_damaged_within_is_refused_in_our_sentence(folder, capfd, line):
    (folder / "000.jpg").write_bytes(HALF)
    named = {"FOLDER": str(folder), "PICTURE": str(folder / "000.jpg")}
    assert cli.main([named.get(each, each) for each in line]) == 2
    said = "companion: the file 000.jpg is no picture, or damaged; take it again\n"
    assert capfd.readouterr() == ("", said)


@EVERY_LINE
@pytest.mark.parametrize(
    ("kind", "word"), [(b"heic", "HEIC or AVIF format"), (b"mp42", "a film and no picture")]
)
def test_what_a_phone_has_made_of_a_picture_is_said_by_its_name(folder, capfd, line, kind, word):
    picture = folder / "000.jpg"
    picture.write_bytes(b"\0\0\0\x18ftyp" + kind + bytes(64))
    named = {"FOLDER": str(folder), "PICTURE": str(picture)}
    assert cli.main([named.get(each, each) for each in line]) == 2
    out, said = capfd.readouterr()
    assert not out
    assert said.startswith(f"companion: {picture}: this ")
    assert word in said


def test_a_picture_that_no_memory_holds_is_not_unpacked(folder):
    header = b"IHDR" + struct.pack(">IIBBBBB", 60000, 60000, 1, 0, 0, 0, 0)
    (folder / "000.jpg").write_bytes(
        PNG[:12] + header + struct.pack(">I", zlib.crc32(header)) + PNG[33:]
    )
    assert said_of(folder) == (
        "companion: the picture 000.jpg has more than 64 megapixels; choose a lower resolution in "
        "the camera\n"
    )
    assert int(os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"]) == MOST_PIXELS


@pytest.mark.parametrize("share", [0.05, 0.98])
def test_a_truncated_picture(folder, capfd, share):
    whole = (FAULT / "003.jpg").read_bytes()
    (folder / "003.jpg").write_bytes(whole[: int(share * len(whole))])
    assert "003.jpg is no picture, or damaged" in refused(folder, capfd, frames=5)


def test_a_picture_that_claims_to_be_enormous(folder, capfd):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    png = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")
    (folder / "001.jpg").write_bytes(b"\x89PNG\r\n\x1a\n" + png)
    assert "001.jpg has more than 64 megapixels" in refused(folder, capfd, frames=5)


@pytest.mark.parametrize("level", [0, 128, 255], ids=["black", "middling", "bright"])
@pytest.mark.parametrize("brackets", [True, False])
def test_a_first_picture_of_nothing(folder, capfd, level, brackets):
    write_picture(folder, plain(level))
    change(folder, brackets=brackets, corners_px=None if brackets else TAPPED)
    sentence = refused(folder, capfd)
    assert (
        "no board with two visible brackets" if brackets else "no board of this game can be made"
    ) in sentence


def unrelated():
    """A cluttered desk."""
    rng = np.random.default_rng(4)
    image = cv2.resize(rng.integers(0, 256, (30, 40, 3), np.uint8), (1640, 1232))
    for _ in range(80):
        at, colour = rng.integers(0, 1600, 2), rng.integers(0, 256, 3).tolist()
        cv2.rectangle(image, at.tolist(), (at + rng.integers(5, 200, 2)).tolist(), colour, -1)
    return image


def test_a_first_picture_of_something_else(folder, capfd):
    write_picture(folder, unrelated())
    assert "no board of this game can be made out" in refused(folder, capfd)
    change(folder, brackets=True, corners_px=None)
    assert "no board with two visible brackets" in refused(folder, capfd)


def test_a_first_picture_of_another_size_than_was_tapped_in(folder, capfd):
    write_picture(folder, cv2.resize(cv2.imread(str(FAULT / "000.jpg")), (400, 300)))
    sentence = refused(folder, capfd)
    assert "corners_px[0] lies beside the picture of 400 x 300 pixels" in sentence


@pytest.mark.parametrize(("width", "height"), [(1, 1), (16, 12), (300, 1)])
def test_a_tiny_first_picture(folder, capfd, width, height):
    write_picture(folder, plain(90, width, height))
    change(folder, brackets=True, corners_px=None)
    assert "no board with two visible brackets" in refused(folder, capfd)


@pytest.mark.parametrize("shift", [(-3000, 0), (0, 2500)])
def test_corners_beside_the_picture(folder, capfd, shift):
    moved = [[[x + shift[0], y + shift[1]] for x, y in board] for board in TAPPED]
    change(folder, corners_px=moved)
    assert "tap the four corners" in refused(folder, capfd)


@pytest.mark.parametrize("beside_px", [200, 300, 380])
def test_a_board_tapped_beside_itself(folder, capfd, beside_px):
    """Compared with the other board, even half of one and a strip of table seems to be one."""
    beside = [TAPPED[0], [[x - beside_px, y + 10] for x, y in TAPPED[1]]]
    change(folder, corners_px=beside)
    sentence = refused(folder, capfd)
    assert "seat 1" in sentence


def test_a_board_tapped_from_a_wrong_corner_on(folder, capfd):
    change(folder, corners_px=[TAPPED[0], TAPPED[1][1:] + TAPPED[1][:1]])
    sentence = refused(folder, capfd)
    assert "seat 1" in sentence
    assert "clockwise from the board's own top left" in sentence


def test_brackets_that_are_not_there(folder, capfd):
    change(folder, brackets=True, corners_px=None)
    assert "brackets" in refused(folder, capfd)


def test_more_players_than_boards(tmp_path, capfd):
    folder = tmp_path / "sitting"
    shutil.copytree(DEMO, folder)
    change(folder, players=3)
    assert "the boards of these seats: 2; check that" in refused(folder, capfd)


@pytest.mark.parametrize(
    "members",
    [
        {"game": "chess"},
        {"players": 7},
        {"frames": []},
        {"corners_px": [TAPPED[0]]},
        {"brackets": "yes"},
        {"format": 2},
        {"first_player": 5},
        {"frames": [{"file": "../000.jpg", "checkpoint": "setup", "round": 0}]},
        {"frames": [{"file": "000.jpg", "checkpoint": "tea", "round": 0}]},
    ],
    ids=lambda members: next(iter(members)),
)
def test_a_sitting_json_with_a_mistake_is_named(folder, capfd, members):
    change(folder, **members)
    sentence = refused(folder, capfd)
    assert "sitting.json" in sentence
    assert next(iter(members)) in sentence


def test_a_sitting_json_that_is_no_json(folder, capfd):
    (folder / "sitting.json").write_text('{"format": 1,')
    assert "is no JSON" in refused(folder, capfd)


def test_folders_that_are_none(tmp_path, capfd):
    assert "does not exist" in refused(tmp_path / "nowhere", capfd)
    assert "has no sitting.json" in refused(tmp_path, capfd)
    (tmp_path / "file").touch()
    assert "is a file" in refused(tmp_path / "file", capfd)


@pytest.mark.parametrize(
    "pixels",
    [plain(0), pytest.param(plain(255), marks=pytest.mark.long), plain(120, 16, 12), unrelated()],
    ids=["black", "white", "tiny", "unrelated"],
)
def test_a_useless_picture_in_mid_game_is_waited_out(sound, folder, capfd, pixels):
    """The boards are lost for a moment: nothing is taken over, and the next picture is read."""
    write_picture(folder, pixels, "002.jpg")
    rows = replayed(folder, capfd)
    assert rows[2]["status"] == "waiting"
    assert all(board["cells"] == {} for board in rows[2]["boards"])
    assert rows[2]["scores"] == [0, 0]
    assert rows[2]["ms"].keys() == {"registration", "tiles", "rules"}
    found, wanted = corners_apart(timeless(rows[3:])), corners_apart(timeless(deepcopy(sound[3:])))
    assert found[0] == wanted[0]
    assert found[1] == pytest.approx(wanted[1], abs=SHARP_PX), (
        "a lost board is found again, not followed"
    )


def corners_apart(rows):
    """What was read without where the corners were found, and these as one list of numbers."""
    corners = []
    for board in (board for row in rows for board in row.get("boards", ())):
        corners += [side for corner in board.pop("corners_px") for side in corner]
    return rows, corners


def test_debug_pictures_are_drawn_even_of_lost_boards(folder, capfd, tmp_path):
    write_picture(folder, plain(0), "002.jpg")
    replayed(folder, capfd, "--debug-images", str(tmp_path / "drawn"))
    assert sorted(p.name for p in (tmp_path / "drawn").iterdir()) == [
        "000.jpg", "001.jpg", "002.jpg", "003.jpg",
    ]  # fmt: skip


def test_debug_pictures_that_cannot_be_written(folder, capfd, tmp_path):
    (tmp_path / "drawn").touch()
    code = cli.main(["replay", "--json", "--debug-images", str(tmp_path / "drawn"), str(folder)])
    err = capfd.readouterr().err
    assert code == 2
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"x"', 'it must be an object in braces, not "x"'),
        ('["x"]', "it must be an object in braces"),
        ('{"000.jpg": "x"}', "000.jpg must be a list"),
        (
            '{"000.jpg": [{"seat": 0, "cells": "x"}]}',
            "000.jpg[0].cells must be an object in braces",
        ),
        ('{"000.jpg": [{"seat": 4, "cells": {}}]}', "000.jpg[0].seat is 4"),
        ('{"900.jpg": []}', "the sitting has no picture 900.jpg"),
        (
            '{"000.jpg": [{"seat": 0, "cells": {"wall/0/9": "red"}}]}',
            "000.jpg has the cell wall/0/9, which a board of azul has not; name cells as",
        ),
    ],
)
def test_answers_that_are_none_are_one_sentence(folder, tmp_path, capfd, text, said):
    answers = tmp_path / "answers.json"
    answers.write_text(text, encoding="utf-8")
    assert cli.main(["replay", "--answers", str(answers), str(folder)]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"answers.json are wrong: {said}" in err
