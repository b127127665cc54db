"""A recorded evening some of whose pictures are damaged is replayed as far as it can be."""

from __future__ import annotations

import json
import shutil

import pytest
from sittings import DATA

from companion import cli

FAULT = DATA / "fault"


@pytest.fixture
def folder(tmp_path):
    to = tmp_path / "sitting"
    shutil.copytree(FAULT, to, ignore=shutil.ignore_patterns("labels*"))
    return to


def damage(folder, *files):
    for file in files:
        (folder / file).write_bytes((folder / file).read_bytes()[:5000])


def replayed(capfd, folder, *options):
    code = cli.main(["replay", *options, str(folder)])
    said = capfd.readouterr()
    return code, said.out, said.err


def rows(out):
    return [json.loads(line) for line in out.splitlines()]


def told(row):
    """What a row says of the game; where exactly the boards lie hangs on what was seen before."""
    lying = [(b["view"], b["cells"], b["violations"]) for b in row.pop("boards", ())]
    return lying, {name: value for name, value in row.items() if name != "ms"}


def test_the_pictures_around_a_damaged_one_are_read_as_ever(folder, capfd):
    _, sound, _ = replayed(capfd, folder, "--json")
    damage(folder, "002.jpg")
    code, out, err = replayed(capfd, folder, "--json")
    assert code == 2
    assert err == "companion: the file 002.jpg is no picture, or damaged; take it again\n"
    for number in (0, 1, 3, 4):
        assert told(rows(out)[number]) == told(rows(sound)[number])


def test_a_damaged_picture_is_said_to_be_one_and_changes_nothing(folder, capfd):
    damage(folder, "002.jpg")
    row = rows(replayed(capfd, folder, "--json")[1])[2]
    assert (row["file"], row["checkpoint"], row["status"]) == ("002.jpg", "offer-end", "waiting")
    assert row["error"] == "the file 002.jpg is no picture, or damaged; take it again"
    assert [(board["view"], board["cells"]) for board in row["boards"]] == [("lost", {})] * 2
    assert row["scores"] == [0, 0]


def test_every_damaged_picture_is_named(folder, capfd):
    damage(folder, "001.jpg", "003.jpg")
    code, out, err = replayed(capfd, folder)
    assert code == 2
    assert [line.split()[3] for line in err.splitlines()] == ["001.jpg", "003.jpg"]
    assert "[2/4] 001.jpg  round 1, offer-end: damaged, gone on without it\n" in out
    assert "The game is not over." in out


def test_what_a_phone_has_made_of_a_picture_does_not_end_the_evening_either(folder, capfd):
    (folder / "002.jpg").write_bytes(b"\0\0\0\x18ftypheic" + bytes(64))
    code, out, err = replayed(capfd, folder, "--json")
    assert (code, len(rows(out))) == (2, 5)
    assert "HEIC or AVIF format" in err


def test_a_damaged_picture_is_not_drawn(folder, capfd, tmp_path):
    damage(folder, "001.jpg")
    code, *_ = replayed(capfd, folder, "--debug-images", str(tmp_path / "drawn"))
    drawn = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert (code, drawn) == (2, ["000.jpg", "002.jpg", "003.jpg"])


def test_without_its_first_picture_nothing_is_replayed(folder, capfd):
    """Corners were tapped in it, and it shows what everything else is compared with."""
    damage(folder, "000.jpg")
    code, out, err = replayed(capfd, folder, "--json")
    assert (code, out) == (2, "")
    assert err == "companion: the file 000.jpg is no picture, or damaged; take it again\n"
