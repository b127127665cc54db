"""One companion to a state folder."""

import subprocess
import sys
from contextlib import ExitStack

import pytest
from sittings_to_keep import finished

from companion.cli import main
from companion.cli.commands.table.run import take
from companion.errors import BusyError, JournalError
from companion.journal import Journal, export_sitting, import_sitting, locked
from companion.journal.journal import FILE

HOLD = """
import sys
from pathlib import Path
from companion.journal import locked
with locked(Path(sys.argv[1])) as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held(tmp_path):
    """A folder that another process has taken."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"True\n"
        other.folder = tmp_path
        yield other
        other.kill()


def test_the_second_is_told_in_one_sentence(held):
    with ExitStack() as stack, pytest.raises(BusyError, match="another companion is at work"):
        take(stack, held.folder)


def test_the_folder_is_free_again_however_the_first_ends(held):
    held.kill()
    held.wait()
    with locked(held.folder) as alone:
        assert alone


def test_reading_the_history_beside_a_companion_changes_none_of_its_files(held, capsys):
    journal = Journal(held.folder)
    finished(journal, ("Ada", "Ben"), 5)
    before = {path.name: path.stat().st_mtime_ns for path in held.folder.iterdir()}
    assert main(["history", "--state", str(held.folder)]) == 0
    after = {path.name: path.stat().st_mtime_ns for path in held.folder.iterdir()}
    assert "Ada 42" in capsys.readouterr().out
    assert {name for name in after if after[name] != before.get(name)} <= {"lock"}
    journal.close()


def test_a_damaged_journal_is_left_to_its_companion(held, capsys):
    (held.folder / FILE).write_bytes(b"damaged again and again and again" * 99)
    assert main(["history", "--state", str(held.folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [path.name for path in held.folder.glob("*damaged*")] == []


def test_an_archive_may_come_while_a_companion_plays(held, tmp_path_factory):
    elsewhere = Journal(None)
    number = finished(elsewhere, ("Ada", "Ben"), 5)
    archive = tmp_path_factory.mktemp("archive") / "one.zip"
    export_sitting(elsewhere, number, archive)
    playing = Journal(held.folder)
    guest = Journal(held.folder, alone=False)
    assert import_sitting(guest, archive) == 1
    guest.close()
    assert len(playing.sittings()) == 1
    playing.close()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be made"), locked(tmp_path / "file" / "state"):
        pass
