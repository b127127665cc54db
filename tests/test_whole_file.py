"""Files are whole or not there at all, and take the place of nothing but files."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import cli, whole_file
from companion.whole_file import check_writable, read_whole, write_whole
from tests.sittings import DEMO


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    write_whole(path, b"old")

    def full_disk(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left") as refused:
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["kept.json"]
    assert refused.value.filename == str(path)


def test_missing_folders_are_made_and_everybody_may_read(tmp_path):
    path = tmp_path / "new" / "kept.json"
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o644


def test_who_may_read_a_file_stays(tmp_path):
    path = tmp_path / "mine.json"
    path.touch(mode=0o600)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path, there):
    link, file = tmp_path / "link.pdf", tmp_path / "elsewhere" / "sheet.pdf"
    link.symlink_to(file)
    if there:
        write_whole(file, b"old")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"


def pipe(path):
    os.mkfifo(path)


def folder(path):
    path.mkdir()


def protected(path):
    path.touch(mode=0o444)


def circle(path):
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (pipe, "no ordinary file"),
        (folder, "Is a directory"),
        (protected, "write-protected"),
        (circle, "no ordinary file"),
    ],
)
@pytest.mark.parametrize("write", [check_writable, lambda path: write_whole(path, b"new")])
def test_what_is_no_file_or_protected_stays_as_it_is(tmp_path, write, make, said):
    path = tmp_path / "there"
    make(path)
    before = path.lstat()
    with pytest.raises(OSError, match=said) as refused:
        write(path)
    assert refused.value.filename == str(path)
    assert path.lstat() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [check_writable, lambda path: write_whole(path, b"new")])
def test_a_file_is_no_folder(tmp_path, write):
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        write(tmp_path / "file" / "kept.json")


def test_the_longest_name_there_is_can_be_written(tmp_path):
    path = tmp_path / ("x" * 255)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_looking_whether_a_file_can_be_written_makes_nothing(tmp_path):
    check_writable(tmp_path / "new" / "newer" / "kept.json")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def fifo(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    return tmp_path / "pipe.jpg"


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(whole_file, "WRITER_S", 0.1)


@pytest.mark.usefixtures("impatient")
def test_a_pipe_that_nobody_writes_to_is_empty(fifo):
    assert read_whole(fifo) == b""


def test_a_pipe_is_read_to_its_end(fifo, monkeypatch):
    monkeypatch.setattr(whole_file, "WRITER_S", 60)
    much = b"x" * 200_000
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read_whole, fifo)
        fifo.write_bytes(much)
        assert reading.result() == much


def test_a_device_without_an_end_is_not_read_for_ever(monkeypatch):
    monkeypatch.setattr(whole_file, "MOST_PIPED", 1000)
    assert read_whole(Path("/dev/null")) == b""
    with pytest.raises(OSError, match="File too large: '/dev/zero'"):
        read_whole(Path("/dev/zero"))


NOBODY_WRITES = [
    ("read", "PIPE", "--game", "azul"),
    ("read", "PICTURE", "--game", "azul", "--corners", "PIPE"),
    ("read", "PICTURE", "--game", "azul", "--corners", "CORNERS", "--tiles", "PIPE"),
    ("calibrate", "check", "PIPE"),
    ("calibrate", "check", "PICTURE", "--board", "PIPE"),
    ("calibrate", "show", "PIPE"),
    ("replay", "SITTING", "--answers", "PIPE"),
    ("replay", "FOLDER"),
    ("evaluate", "LABELLED"),
]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("line", NOBODY_WRITES)
def test_no_command_waits_for_a_pipe_that_nobody_writes_to(capsys, tmp_path, fifo, line):
    for name, file in (("folder", "sitting.json"), ("labelled", "labels.json")):
        shutil.copytree(DEMO, tmp_path / name)
        (tmp_path / name / file).unlink(missing_ok=True)
        os.mkfifo(tmp_path / name / file)
    corners = tmp_path / "corners.json"
    corners.write_text("[[[9, 9], [99, 9], [99, 99], [9, 99]]]", encoding="utf-8")
    named = {
        "PIPE": fifo,
        "PICTURE": DEMO / "000.jpg",
        "CORNERS": corners,
        "SITTING": DEMO,
        "FOLDER": tmp_path / "folder",
        "LABELLED": tmp_path / "labelled",
    }
    assert cli.main([str(named.get(each, each)) for each in line]) == 2
    assert capsys.readouterr().err.count("\n") == 1
