"""Files are whole or not there at all, and take the place of nothing but files."""

import os

import pytest

from companion.whole_file import check_writable, write_whole


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
