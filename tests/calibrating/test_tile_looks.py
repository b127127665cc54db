"""What was learned of a set is kept in a file one can read, and found again."""

from __future__ import annotations

import json
import struct
from base64 import b64encode
from zlib import compress, crc32

import numpy as np
import pytest

from calibration.tile_looks import load_looks, save_looks
from companion.boards import load
from companion.cli import main
from companion.errors import CalibrationError
from companion.picture_bytes import PNG_START
from companion.vision.cells.looks import Looks

COLOURS = load("azul").colours
FACES = np.random.default_rng(3).integers(0, 256, (3, 20, 20, 3), np.uint8)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))


SQUARE = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
NO_MEMORY = b"".join(
    [PNG_START, chunk(b"IHDR", SQUARE), chunk(b"IDAT", compress(bytes(999))), chunk(b"IEND", b"")]
)
"""A small file of a picture that no memory holds."""


def learned():
    return Looks().learn("red", FACES[0]).learn("red", FACES[1]).learn("first", FACES[2])


def test_a_set_comes_back_as_it_was_learned(tmp_path):
    path = tmp_path / "ours.json"
    save_looks(path, "azul", learned())
    back = load_looks(path, "azul", COLOURS)
    assert back.colours == ("red", "red", "first")
    assert np.array_equal(back.faces["red"], FACES[:2])
    assert np.array_equal(back.faces["first"], FACES[2:])


def test_which_colours_were_shown_is_kept(tmp_path):
    path = tmp_path / "ours.json"
    looks = learned().learn("blue", FACES[0], shown=True).learn("blue", FACES[1])
    save_looks(path, "azul", looks)
    assert looks.shown == load_looks(path, "azul", COLOURS).shown == {"blue"}


def test_an_older_file_tells_of_no_colour_that_it_was_shown(tmp_path):
    path = tmp_path / "ours.json"
    save_looks(path, "azul", learned())
    kept = json.loads(path.read_text())
    del kept["shown"]
    path.write_text(json.dumps(kept))
    assert load_looks(path, "azul", COLOURS).shown == frozenset()


@pytest.mark.parametrize("older", [False, True])
def test_a_file_is_shown_whether_or_not_it_says_its_kind(tmp_path, capsys, older):
    path = tmp_path / "ours.json"
    save_looks(path, "azul", learned())
    if older:
        kept = json.loads(path.read_text())
        del kept["kind"]
        path.write_text(json.dumps(kept))
    assert main(["calibrate", "show", str(path)]) == 0
    said = capsys.readouterr().out
    assert said == "The tiles of a set of azul, pictures of each: red 2, first 1.\n"


def test_the_first_face_and_the_newest_are_kept():
    looks = learned().learn("red", FACES[2])
    assert np.array_equal(looks.faces["red"], FACES[[0, 2]])


def test_single_colours_of_an_older_companion_know_nothing(tmp_path):
    path = tmp_path / "ours.json"
    path.write_text(json.dumps({"format": 1, "game": "azul", "colours": {}, "counts": {}}))
    assert load_looks(path, "azul", COLOURS).faces == {}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 3}, "format"),
        ({"game": "azul-duel"}, "game"),
        ({"kind": "board"}, 'kind is "board"'),
        ({"faces": {"turquoise": []}}, "turquoise"),
        ({"faces": {"red": []}}, "a picture or more"),
        ({"faces": {"red": ["no picture"]}}, "20 x 20"),
        ({"faces": {"red": ["keine Wörter"]}}, "20 x 20"),
        ({"faces": {"red": [b64encode(NO_MEMORY).decode()]}}, "20 x 20"),
        ({"faces": {"red": [5]}}, "faces"),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path, change, said):
    path = tmp_path / "ours.json"
    save_looks(path, "azul", learned())
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(CalibrationError, match=said):
        load_looks(path, "azul", COLOURS)


@pytest.mark.parametrize("kind", [{}, {"kind": "corners"}])
def test_another_file_of_that_format_is_none_of_looks(tmp_path, kind):
    """A sitting, corners and an adjustment have a game and format 1 as well."""
    path = tmp_path / "sitting.json"
    path.write_text(json.dumps({"format": 1, "game": "azul", "frames": []} | kind))
    with pytest.raises(CalibrationError, match="name another file"):
        load_looks(path, "azul", COLOURS)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_looks(tmp_path / "none.json", "azul", COLOURS)
