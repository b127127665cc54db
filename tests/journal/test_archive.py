"""A sitting in one file: out of one journal and into another."""

import json
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sittings_to_keep import SEATING, kept

from companion.cli import main
from companion.errors import JournalError
from companion.events import Confirmed
from companion.games.base import Setup
from companion.journal import NEW_GAME, Journal, Seating, export_sitting, import_sitting
from hardware.table import simulated_sitting

NOW = "2026-01-31T19:00:00+00:00"


@pytest.fixture
def journal():
    one = Journal(None)
    yield one
    one.close()


@pytest.fixture
def archive(journal, tmp_path):
    path = tmp_path / "evening.zip"
    assert export_sitting(journal, kept(journal), path) == 3
    return path


def test_it_arrives_on_another_table_with_its_pictures(journal, archive):
    other = Journal(None)
    number = import_sitting(other, archive)
    there, here = other.recorded(number), journal.recorded(1)
    assert [(one.at, one.event, one.picture) for one in there] == [
        (one.at, one.event, one.picture) for one in here
    ]
    assert other.sitting(number).seating == journal.sitting(1).seating
    for one in there:
        if one.picture:
            assert other.pictures.get(one.picture) == journal.pictures.get(one.picture)
    other.close()


def test_a_clock_that_stands_in_1970_is_no_reason_to_write_none(journal, tmp_path, monkeypatch):
    """A Pi has no clock of its own; zip files know no time before 1980."""
    number = kept(journal)
    monkeypatch.setattr("time.time", lambda: 60.0)
    path = tmp_path / "evening.zip"
    assert export_sitting(journal, number, path) == 3
    monkeypatch.undo()
    with zipfile.ZipFile(path) as archive:
        assert {one.date_time[0] for one in archive.infolist()} == {1980}
        assert {one.external_attr >> 16 for one in archive.infolist()} == {0o600}
    other = Journal(None)
    import_sitting(other, path)
    other.close()


def test_a_picture_that_was_damaged_on_the_disk_is_not_put_in(tmp_path):
    journal, path = Journal(tmp_path / "state"), tmp_path / "evening.zip"
    number = kept(journal)
    damaged = journal.picture_hashes()[0]
    (tmp_path / "state" / "pictures" / f"{damaged}.jpg").write_bytes(bytes(100))
    assert export_sitting(journal, number, path) == 2
    journal.close()
    other = Journal(None)
    assert other.pictures.get(damaged) is None
    assert len(other.recorded(import_sitting(other, path))) == 5
    other.close()


def test_an_imported_sitting_is_not_gone_on_with_by_itself(archive):
    other = Journal(None)
    assert other.sitting(import_sitting(other, archive)).aside
    other.close()


def test_what_is_typed_here_for_a_new_game_stays_when_an_evening_comes_from_elsewhere(
    journal, tmp_path
):
    number = kept(journal, replace(SEATING, chosen=True))
    export_sitting(journal, number, tmp_path / "evening.zip")
    other = Journal(None)
    other.keep_draft(NEW_GAME, [["name0", "Cyd"]])
    import_sitting(other, tmp_path / "evening.zip")
    assert other.draft(NEW_GAME) == [["name0", "Cyd"]]
    other.begin(replace(SEATING, chosen=True))
    assert other.draft(NEW_GAME) is None, "that is the game it was typed for"
    other.close()


def test_the_same_sitting_comes_only_once(journal, archive):
    with pytest.raises(JournalError, match="in the journal already"):
        import_sitting(journal, archive)
    assert len(journal.sittings()) == 1


def test_the_same_sitting_comes_only_once_though_it_is_sent_twice_at_once(tmp_path, archive):
    """An impatient second click heard that the picture cannot be kept, and to make room."""
    other = Journal(tmp_path / "other")
    add = other.pictures.add
    other.pictures.add = lambda jpeg: (time.sleep(0.1), add(jpeg))[1]
    with ThreadPoolExecutor() as clicks:
        done = [clicks.submit(import_sitting, other, archive) for _ in range(2)]
    (refused,) = filter(None, (one.exception() for one in done))
    assert "in the journal already" in str(refused)
    assert len(other.sittings()) == 1
    other.close()


def rewritten(archive, change):
    """The archive with its document, or one of its pictures, changed."""
    with zipfile.ZipFile(archive) as old:
        files = {name: old.read(name) for name in old.namelist()}
    change(files)
    with zipfile.ZipFile(archive, "w") as new:
        for name, content in files.items():
            new.writestr(name, content)


def document(**values):
    def change(files):
        files["sitting.json"] = json.dumps(json.loads(files["sitting.json"]) | values).encode()

    return change


def event(number, **values):
    """A document whose event ``number`` says something else."""

    def change(files):
        found = json.loads(files["sitting.json"])
        found["events"][number] |= values
        files["sitting.json"] = json.dumps(found).encode()

    return change


def seating(**values):
    def change(files):
        found = json.loads(files["sitting.json"])
        found["seating"] |= values
        files["sitting.json"] = json.dumps(found).encode()

    return change


def setup(**values):
    def change(files):
        found = json.loads(files["sitting.json"])
        found["events"][0]["setup"] |= values
        files["sitting.json"] = json.dumps(found).encode()

    return change


def asked(**values):
    """A document in which people are asked in the end."""
    moment = {"checkpoint": "offer-end", "round": 2}
    line = {"at": NOW, "picture": None, "event": "asked", "moment": moment}

    def change(files):
        found = json.loads(files["sitting.json"])
        found["events"].append(line | values)
        files["sitting.json"] = json.dumps(found).encode()

    return change


def nested(files):
    deep = b"[" * 100_000 + b"]" * 100_000
    files["sitting.json"] = files["sitting.json"].replace(b'"format": 1', b'"format": ' + deep)


def spoiled_picture(files):
    files[next(name for name in files if name.startswith("pictures/"))] = b"another"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (document(format=2), "format 2"),
        (document(events=[]), "damaged"),
        (document(events=[{"at": NOW, "picture": None, "event": "danced"}]), "danced"),
        (document(events=[{"at": NOW, "picture": None, "event": "undone"}]), "first event"),
        (document(seating=None), "damaged"),
        (spoiled_picture, "not what was put in"),
        (nested, "no JSON that can be read"),
        (document(uid="x" * 100_000), "32 hexadecimal digits"),
        (document(uid=7), "32 hexadecimal digits"),
        (seating(names=["W" * 4000, "Ben"]), "at most 30 letters"),
        (seating(names=["a\u202eb", "Ben"]), "invisible"),
        (seating(names=["Ada"]), "1 names for 2 players"),
        (seating(names=[["Ada"], "Ben"]), "must be a text"),
        (seating(corners=[[[1, 2]] * 4, [[1, 2]] * 3]), "four corners"),
        (setup(variant="golden"), "not known here"),
        (setup(players=2.0), "whole number"),
        (setup(scores=[5, 10**9]), "at most 999"),
        (event(0, at="yesterday"), "damaged"),
        (event(1, at="9" * 5000), "a time is not like"),
        (event(1, picture="../../etc/passwd"), "named by its hash"),
        (event(2, boards=[{"line/0/0": "mauve"}, {}]), "mauve cannot lie on line/0/0"),
        (event(2, boards=[{"line/9/0": "red"}, {}]), "no cell 'line/9/0'"),
        (event(2, boards=[{}]), "1 boards for 2 players"),
        (event(2, moment={"checkpoint": "offer-end", "round": 10**9}), "at most 99"),
        (asked(moment={"checkpoint": "offer-end", "round": 10**9}), "at most 99"),
        (asked(certain=[{"line/0/0": "red"}]), "not of 2 players"),
        (asked(certain=[{"line/9/0": "red"}, {}]), "no cell 'line/9/0'"),
        (asked(refused=[{}, {"line/0/0": ["red", "mauve"]}]), "mauve cannot lie on line/0/0"),
        (asked(refused=[{}, {"line/0/0": "red"}]), "damaged"),
        (event(4, score=-5), "at least 0"),
        (event(4, seat=3), "at most 1"),
        (event(2, moment={"checkpoint": "offer-end", "round": 1, "told": "\ud800"}), "no JSON"),
        (document(uid="0" * 32, events=[]), "damaged"),
        (lambda files: files.pop("sitting.json"), "sitting.json"),
        (lambda files: files.update({"sitting.json": b"{"}), "damaged"),
        (lambda files: files.update({"sitting.json": b"[]"}), "damaged"),
    ],
)
def test_a_damaged_archive_is_one_sentence_and_changes_nothing(archive, change, word):
    rewritten(archive, change)
    other = Journal(None)
    with pytest.raises(JournalError, match=word) as refused:
        import_sitting(other, archive)
    assert len(str(refused.value)) < 400
    assert other.sittings() == ()
    other.close()


def patched(archive, signature, at, change):
    """The archive with a byte changed in each of its headers of a kind."""
    data = bytearray(archive.read_bytes())
    found = data.find(signature)
    while found >= 0:
        data[found + at] = change(data[found + at])
        found = data.find(signature, found + 1)
    archive.write_bytes(data)


HEADERS = ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2))
"""Signature of a file's own header and of that in the list, and how much later fields lie."""


def locked(archive):
    for signature, later in HEADERS:
        patched(archive, signature, 6 + later, lambda byte: byte | 1)


def packed_otherwise(archive):
    for signature, later in HEADERS:
        patched(archive, signature, 8 + later, lambda byte: 99)


def spoiled(archive):
    """The packed document begins with bytes that nothing is packed to."""
    patched(archive, b"sitting.json", 12, lambda byte: 0xFF)


@pytest.mark.parametrize("damage", [locked, packed_otherwise, spoiled])
def test_an_archive_that_cannot_be_unpacked_is_one_sentence(tmp_path, archive, damage, capsys):
    damage(archive)
    assert main(["import", str(archive), "--state", str(tmp_path / "new")]) == 2
    err = capsys.readouterr().err
    assert "evening.zip is no archive of a sitting, or damaged (" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("damage", [locked, packed_otherwise])
def test_pictures_that_cannot_be_unpacked_are_one_sentence(journal, tmp_path, damage):
    path = tmp_path / "evening.zip"
    export_sitting(journal, kept(journal), path)
    with zipfile.ZipFile(path) as old:
        files = {name: old.read(name) for name in old.namelist()}
    document = files.pop("sitting.json")
    with zipfile.ZipFile(path, "w") as new:
        for name, content in files.items():
            new.writestr(name, content)
    damage(path)
    with zipfile.ZipFile(path, "a") as new:
        new.writestr("sitting.json", document)
    other = Journal(None)
    with pytest.raises(JournalError, match="or damaged"):
        import_sitting(other, path)
    assert other.sittings() == ()
    other.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.zip", "cannot be read (No such file or directory); name another file"),
        ("folder.zip", "cannot be read (Is a directory); name another file"),
        ("photo.zip", "is no archive of a sitting"),
    ],
)
def test_what_is_no_archive_makes_no_journal(tmp_path, capsys, name, said):
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "photo.zip").write_bytes(b"\xff\xd8\xff")
    assert main(["import", str(tmp_path / name), "--state", str(tmp_path / "new")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("place", ["", ".", "/", "folder"])
def test_an_archive_takes_the_place_of_no_folder(journal, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match="Is a directory"):
        export_sitting(journal, kept(journal), Path(place))
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_an_archive_is_written_beside_what_has_a_like_name(journal, tmp_path):
    (tmp_path / "game.zip.part").write_bytes(b"mine")
    export_sitting(journal, kept(journal), tmp_path / "game.zip")
    assert (tmp_path / "game.zip.part").read_bytes() == b"mine"


@pytest.mark.parametrize(
    "game", ["azul", "azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel"]
)
def test_a_whole_game_of_every_kind_passes_the_checks(tmp_path, journal, game):
    duel = game == "azul-duel"
    goals = ("G1", "G5", "G8") if duel else ()
    setup = Setup(game, "coloured", 2, None if duel else 0, goals=goals)
    number = journal.begin(Seating(setup, ("Ada", "")))
    for step in simulated_sitting(setup, 5).steps:
        journal.append(number, Confirmed(step.moment, tuple(step.boards)))
    export_sitting(journal, number, tmp_path / "game.zip")
    other = Journal(None)
    there = other.recorded(import_sitting(other, tmp_path / "game.zip"))
    assert [one.event for one in there] == [one.event for one in journal.recorded(number)]
    other.close()


def test_what_is_no_archive_at_all(tmp_path):
    path = tmp_path / "photo.zip"
    path.write_bytes(b"\xff\xd8\xff")
    journal = Journal(None)
    for file in (path, tmp_path / "missing.zip"):
        with pytest.raises(JournalError, match=file.name):
            import_sitting(journal, file)
    journal.close()


def test_the_commands_carry_a_sitting_from_table_to_table(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    journal = Journal(tmp_path / "kitchen")
    kept(journal)
    journal.close()
    assert main(["export", "1", "--to", "evening.zip", "--state", "kitchen"]) == 0
    assert capsys.readouterr().out == "evening.zip: 5 events, 3 pictures\n"
    assert main(["import", "evening.zip", "--state", "club"]) == 0
    assert main(["history", "--state", "club"]) == 0
    assert "Ada 1, Ben 7 (unfinished)" in capsys.readouterr().out
    assert main(["import", "evening.zip", "--state", "club"]) == 2
    assert main(["export", "7", "--state", "kitchen"]) == 2
    assert main(["history", "--state", "nowhere"]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 3


@pytest.mark.parametrize("way", ["itself", "a link to it", "the lock", "a picture"])
def test_an_archive_takes_the_place_of_nothing_that_the_companion_keeps(tmp_path, capsys, way):
    state = tmp_path / "kitchen"
    journal = Journal(state)
    kept(journal)
    journal.close()
    picture = next((state / "pictures").rglob("*.jpg"))
    place = {"the lock": state / "lock", "a picture": picture}.get(way, state / "journal.db")
    place.touch()
    before, to = place.read_bytes(), place
    if way == "a link to it":
        to = tmp_path / "game.zip"
        to.symlink_to(place)
    assert main(["export", "1", "--state", str(state), "--to", str(to)]) == 2
    assert "would be lost; name another file" in capsys.readouterr().err
    assert place.read_bytes() == before


def test_an_archive_beside_the_journal_may_be_written_anew(tmp_path):
    journal = Journal(tmp_path)
    kept(journal)
    journal.close()
    words = ["export", "1", "--state", str(tmp_path), "--to", str(tmp_path / "1.zip")]
    assert [main(words), main(words)] == [0, 0]
