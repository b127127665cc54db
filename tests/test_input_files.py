"""A file that is named and cannot be read: what to do about it is said as well."""

import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.sittings import DEMO

PICTURE = str(DEMO / "000.jpg")
RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize(
    "words",
    [
        ["read", "NAMED", "--game", "azul"],
        ["read", PICTURE, "--game", "azul", "--corners", "NAMED"],
        ["read", PICTURE, "--game", "azul", "--players", "1", "--reference", "NAMED"],
        ["boards", "NAMED", "--game", "azul"],
        ["calibrate", "check", "NAMED"],
        ["calibrate", "magnify", "NAMED", "--at", "3,4", "--out", "magnified.png"],
        ["calibrate", "lens", "NAMED", "--out", "lens.json"],
        ["replay", str(DEMO), "--answers", "NAMED"],
        ["calibrate", "show", "NAMED"],
        ["import", "NAMED"],
        ["verify", "NAMED"],
    ],
)
@pytest.mark.parametrize("there", [True, False])
def test_another_file_is_asked_for(capsys, tmp_path, monkeypatch, words, there):
    monkeypatch.setattr("companion.cli.commands.pictures.read.find_boards", lambda *_: [])
    named = tmp_path / "named"
    if there:
        named.mkdir()
    assert main([str(named) if word == "NAMED" else word for word in words]) == 2
    err = capsys.readouterr().err
    assert f"{named} cannot be read (" in err
    assert err.rstrip().endswith(("); name another file", "); name another one"))


@pytest.mark.parametrize("suffix", [".bmp", ".tiff", ".ppm"])
@pytest.mark.parametrize("words", [["read"], ["boards"], ["calibrate", "check"]])
def test_every_command_takes_the_same_kinds_of_pictures(capsys, tmp_path, words, suffix):
    """OpenCV could read these; the page and the sittings know them as little as GIFs."""
    picture = tmp_path / f"table{suffix}"
    cv2.imwrite(str(picture), np.full((300, 400, 3), 90, np.uint8))
    assert main([*words, str(picture), "--game", "azul"]) == 2
    said = f"{picture}: this file is no picture, or damaged; choose a JPEG, PNG or WebP picture"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["verify", "-games.jsonl"], ["verify", "--", "-games.jsonl"]])
def test_a_name_may_begin_with_a_dash(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    shutil.copy(RECORDS / "azul-2p.jsonl", tmp_path / "-games.jsonl")
    assert main(words) == 0
    assert "1 games of azul checked" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_an_archive_is_waited_for_nowhere(tmp_path, capsys, name):
    os.mkfifo(tmp_path / "pipe")
    assert main(["import", str(tmp_path / name), "--state", str(tmp_path / "new")]) == 2
    assert "cannot be read (it is no ordinary file); name another file" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
