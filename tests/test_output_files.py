"""A command never writes over what it reads, and says at once what it cannot write."""

import errno
import json
import os
import shutil

import cv2
import numpy as np
import pytest

from calibration.template import Adjustment
from companion.cli import main
from companion.cli.commands.pictures import calibrate
from companion.errors import PictureError
from companion.service.reports.picture_file import write_picture
from tests.sittings import DEMO


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((400, 500, 3), 90, np.uint8))
    return path


def refused(capsys, *arguments):
    assert main([*map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


ADJUSTMENT = {
    "format": 1,
    "kind": "board",
    "set": "ours",
    "game": "azul",
    "variant": "coloured",
    "moves": {},
}

CORNERS = ("--corners", "9,9", "99,9", "99,99", "9,99")


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "PICTURE", "--game", "azul", "--debug-image", "OUT"),
        ("boards", "PICTURE", "--game", "azul", "--debug-image", "OUT"),
        ("calibrate", "magnify", "PICTURE", "--at", "9,9", "--out", "OUT"),
        ("calibrate", "lens", "PICTURE", "PICTURE", "--out", "OUT"),
        ("calibrate", "corners", "PICTURE", *CORNERS, "--out", "OUT"),
        ("calibrate", "check", "PICTURE", "--out", "OUT"),
    ],
)
@pytest.mark.parametrize("way", ["itself", "a link to it", "another name of it"])
def test_a_picture_that_is_read_is_not_written_over(capsys, tmp_path, picture, arguments, way):
    out = tmp_path / "out.png"
    if way == "itself":
        out = picture
    elif way == "a link to it":
        out.symlink_to(picture)
    else:
        os.link(picture, out)
    before = picture.read_bytes()
    named = {"PICTURE": picture, "OUT": out}
    assert "would be lost" in refused(capsys, *(named.get(each, each) for each in arguments))
    assert picture.read_bytes() == before


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(DEMO, tmp_path / "sitting")


def test_the_pictures_of_a_sitting_are_not_drawn_over(capsys, folder):
    assert "would be lost" in refused(capsys, "replay", folder, "--debug-images", folder)
    assert (folder / "000.jpg").read_bytes() == (DEMO / "000.jpg").read_bytes()


@pytest.mark.parametrize("option", ["--answers", "--board", "--lens", None])
def test_looks_are_not_kept_in_what_a_replay_reads(capsys, folder, tmp_path, option):
    file = tmp_path / "ours.json" if option else folder / "sitting.json"
    file.write_text("{}" if option else file.read_text())
    before = file.read_text()
    words = [option, file] if option else []
    assert "would be lost" in refused(capsys, "replay", folder, *words, "--tiles", file)
    assert file.read_text() == before


def test_a_sitting_is_not_replayed_for_looks_that_cannot_be_kept(capsys, folder, tmp_path):
    (tmp_path / "file").touch()
    said = refused(capsys, "replay", folder, "--tiles", tmp_path / "file" / "tiles.json")
    assert "file/tiles.json cannot be written (Not a directory); name another file" in said


@pytest.mark.parametrize("what", ["check", "corners", "tiles"])
def test_an_adjustment_is_not_written_over_by_what_is_found_with_it(
    capsys, picture, tmp_path, what
):
    kept = tmp_path / "ours.json"
    kept.write_text(json.dumps(ADJUSTMENT), encoding="utf-8")
    words = ["--board", kept, *CORNERS, "--out", kept]
    assert "would be lost" in refused(capsys, "calibrate", what, picture, *words)
    assert json.loads(kept.read_text(encoding="utf-8")) == ADJUSTMENT


@pytest.fixture
def suggested_at_once(monkeypatch):
    """Where the spaces of a set are printed is suggested without looking: that takes seconds."""
    monkeypatch.setattr(
        calibrate,
        "suggested",
        lambda pixels, table, board, name: Adjustment(name, board.game, board.variant),
    )


@pytest.mark.usefixtures("suggested_at_once")
def test_an_adjustment_may_be_put_right_in_its_own_file(tmp_path):
    """What is read of it is what is written anew."""
    kept = tmp_path / "ours.json"
    kept.write_text(json.dumps(ADJUSTMENT), encoding="utf-8")
    words = ["--board", str(kept), "--set", "ours", "--out", str(kept)]
    assert main(["calibrate", "board", str(DEMO / "000.jpg"), *words]) == 0


@pytest.mark.parametrize("command", ["read", "boards"])
@pytest.mark.parametrize("name", ["seen.txt", "seen", "seen.pbm"])
def test_a_name_that_is_no_pictures_is_said_before_boards_are_sought(
    capsys, monkeypatch, picture, tmp_path, command, name
):
    for sought in ("read.find_boards", "boards.propose"):
        monkeypatch.setattr(f"companion.cli.commands.pictures.{sought}", None)
    words = [command, picture, "--game", "azul", "--debug-image", tmp_path / name]
    assert "is no picture's name; name a file.png" in refused(capsys, *words)


def test_letters_that_no_coding_has_do_not_end_the_process(tmp_path):
    """A name of a file may be any bytes; OpenCV ends the whole process over some."""
    image = np.full((4, 5, 3), 90, np.uint8)
    write_picture(image, tmp_path / "\udcff.png")
    assert [path.suffix for path in tmp_path.iterdir()] == [".png"]
    with pytest.raises(PictureError, match="is no picture's name"):
        write_picture(image, tmp_path / "seen.p\udcff")


PAPER = [("card",), ("charuco",), ("brackets",)]
CALIBRATED = [("calibrate", "check"), ("calibrate", "board", "--set", "ours")]


@pytest.mark.usefixtures("suggested_at_once")
@pytest.mark.parametrize("command", [*PAPER, *CALIBRATED], ids=" ".join)
def test_a_full_disk_is_said_with_what_to_do(capsys, tmp_path, monkeypatch, command):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    out = tmp_path / "out"
    picture = [] if command in PAPER else [str(DEMO / "000.jpg")]
    assert main([*command, *picture, "--out", str(out)]) == 2
    said = "cannot be written (No space left on device); name another file, or free some space"
    assert f"{out} {said}" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("command", PAPER, ids=" ".join)
def test_paper_takes_the_place_of_no_pipe(capsys, tmp_path, command):
    os.mkfifo(tmp_path / "pipe")
    said = refused(capsys, *command, "--out", tmp_path / "pipe")
    assert "pipe cannot be written (it is no ordinary file); name another file" in said
