"""A file that is named and cannot be read: what to do about it is said as well."""

import pytest

from companion.cli import main
from tests.sittings import DEMO

PICTURE = str(DEMO / "000.jpg")


@pytest.mark.parametrize(
    "words",
    [
        ["read", "NAMED", "--game", "azul"],
        ["read", PICTURE, "--game", "azul", "--corners", "NAMED"],
        ["read", PICTURE, "--game", "azul", "--players", "1", "--reference", "NAMED"],
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
