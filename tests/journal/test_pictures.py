"""Pictures beside the journal: by hash, on the disk, within a limit."""

import errno
import os
import stat
import tempfile

import pytest
from sittings_to_keep import SEATING, kept

from companion.errors import JournalError
from companion.journal import Journal, boards_of, empty_of, export_everything, last_of, unpacked
from companion.journal.picture_store import IN_MEMORY, PictureStore


def test_a_picture_is_found_by_its_hash(tmp_path):
    store = PictureStore(tmp_path)
    name = store.add(b"jpeg")
    assert PictureStore(tmp_path).get(name) == b"jpeg"
    assert store.add(b"jpeg") == name
    assert store.get("0" * 64) is None


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "ABC", "0" * 63])
def test_only_hashes_are_names(tmp_path, name):
    assert PictureStore(tmp_path).get(name) is None


@pytest.mark.parametrize("in_memory", [True, False])
def test_the_oldest_make_room(tmp_path, in_memory):
    store = PictureStore(None if in_memory else tmp_path, limit=25)
    names = [store.add(b"%d" % n * 10) for n in range(4)]
    store.prune(reversed(names))
    assert [store.get(name) is not None for name in names] == [False, False, True, True]


def test_one_picture_is_always_kept(tmp_path):
    store = PictureStore(tmp_path, limit=1)
    name = store.add(b"large")
    store.prune([name])
    assert store.get(name) == b"large"


def test_the_picture_just_taken_is_kept_though_no_event_has_it_yet(tmp_path):
    """A question comes of it, and is written after it; the older ones make room, not the newer."""
    journal = Journal(tmp_path, picture_limit=45)
    number = kept(journal)
    first, second, third = reversed(journal.picture_hashes())
    name = journal.keep_picture(b"\xff\xd8 picture 9", number)
    assert [journal.pictures.get(one) is not None for one in (first, second, third, name)] == [
        True, False, True, True,
    ]  # fmt: skip
    journal.close()


def test_a_picture_is_on_the_disk_with_its_name(tmp_path, monkeypatch):
    synced = []
    fsync = os.fsync
    monkeypatch.setattr(
        "os.fsync", lambda handle: (synced.append(is_folder(handle)), fsync(handle))
    )
    PictureStore(tmp_path).add(b"jpeg")
    assert synced == [False, True], "the file before it is renamed, the folder after that"


def is_folder(handle):
    return stat.S_ISDIR(os.fstat(handle).st_mode)


def test_the_picture_of_the_empty_boards_stays_while_the_sitting_goes_on(tmp_path):
    journal = Journal(tmp_path, picture_limit=40)
    number = kept(journal)
    first = journal.first_picture(number)
    for n in range(9):
        picture = journal.keep_picture(b"picture %d" % n, number)
        journal.append(number, journal.recorded(number)[-1].event, picture=picture)
    assert journal.pictures.get(first) is not None
    assert len(list((tmp_path / "pictures").iterdir())) <= 5
    journal.close()


def test_a_full_disk_leaves_no_half_picture(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = PictureStore(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="make room"):
        store.add(b"jpeg")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_picture_is_mended_by_whoever_brings_it_whole(tmp_path):
    """A backup that was restored left it as it was."""
    store = PictureStore(tmp_path)
    name = store.add(b"jpeg")
    (tmp_path / f"{name}.jpg").write_bytes(b"jpXg")
    assert store.get(name) is None
    assert store.add(b"jpeg") == name
    assert store.get(name) == b"jpeg"


def test_half_a_picture_that_a_power_cut_left_is_removed(tmp_path):
    """It counts for no limit, and nobody would ever finish it."""
    Journal(tmp_path).close()
    half = tmp_path / "pictures" / f"{'0' * 64}.part"
    half.parent.mkdir(exist_ok=True)
    half.write_bytes(b"\xff\xd8 pict")
    Journal(tmp_path, alone=False).close()
    assert half.exists(), "whoever is at work may be writing it"
    Journal(tmp_path).close()
    assert not half.exists()


def test_what_memory_has_no_room_for_is_on_the_disk_while_the_process_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    store = PictureStore(None, in_memory=25)
    names = [store.add(b"%d" % n * 10) for n in range(6)]
    assert len(store._memory) == 20
    assert [store.get(name) for name in names] == [b"%d" % n * 10 for n in range(6)]
    assert len([*tmp_path.rglob("*.jpg")]) == 4
    store.close()
    assert [*tmp_path.iterdir()] == []


def test_an_evening_in_memory_stays_within_its_bound():
    """The demonstration plays game after game and keeps no folder."""
    journal = Journal(None)
    number = journal.begin(SEATING)
    names = [journal.keep_picture(bytes([n]) * 4_000_000, number) for n in range(40)]
    assert len(journal.pictures._memory) <= IN_MEMORY == 100_000_000
    assert all(journal.pictures.get(name) for name in names)
    journal.close()


def test_what_was_put_on_the_disk_makes_room_too(tmp_path):
    store = PictureStore(None, limit=35, in_memory=15)
    names = [store.add(b"%d" % n * 10) for n in range(5)]
    store.prune(reversed(names))
    assert [store.get(name) is not None for name in names] == [False, False, True, True, True]
    store.close()


BESIDE = [boards_of, empty_of, last_of]
"""Pictures of boards that may be on no record: that wait, of empty ones, of those read last."""


def with_boards_beside(folder, name_of, **options):
    """A journal with a sitting, and a picture of boards beside it that no event has."""
    journal = Journal(folder, **options)
    number = kept(journal)
    picture = journal.keep_picture(b"\xff\xd8 boards 0", number)
    kept_beside = {"pictures": [{"picture": picture, "corners": {}}]}
    journal.keep_draft(name_of(number), kept_beside)
    return journal, number, picture


@pytest.mark.parametrize("name_of", BESIDE)
def test_so_do_those_of_boards_beside_it(tmp_path, name_of):
    journal, number, picture = with_boards_beside(tmp_path, name_of, picture_limit=60)
    for n in range(9):
        later = journal.keep_picture(b"picture %d" % n, number)
        journal.append(number, journal.recorded(number)[-1].event, picture=later)
    assert journal.pictures.get(picture) is not None
    journal.close()


@pytest.mark.parametrize("name_of", BESIDE)
def test_they_go_with_the_sitting_and_not_with_another(tmp_path, name_of):
    journal, number, picture = with_boards_beside(tmp_path, name_of)
    journal.forget(kept(journal))
    assert journal.pictures.get(picture) is not None
    journal.forget(number)
    assert journal.pictures.get(picture) is None
    journal.close()


@pytest.mark.parametrize("name_of", BESIDE)
def test_they_are_in_a_backup(tmp_path, name_of):
    journal, number, picture = with_boards_beside(tmp_path / "here", name_of)
    export_everything(journal, tmp_path / "backup.zip")
    journal.close()
    (tmp_path / "there").mkdir()
    found = unpacked(tmp_path / "backup.zip", tmp_path / "there")
    assert picture in [path.stem for path in found.jpegs()]
    again = Journal(tmp_path / "there")
    assert again.draft(name_of(number))["pictures"][0]["picture"] == picture
    again.close()
