"""However a shell has left our output, a command does its work and says what went wrong."""

import os
import resource
import subprocess
import sys

import pytest


def started(*arguments, shell="", env=None, **how):
    """Run the companion as a process; ``shell`` are redirections."""
    command = [sys.executable, "-m", "companion", *arguments]
    line = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    environment = {**os.environ, **(env or {})}
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    return subprocess.run(line, env=environment, check=False, **how)


def test_output_that_is_closed_goes_nowhere():
    done = started("rules", "azul", shell=">&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_sentences_that_nobody_hears_change_no_exit_code(tmp_path):
    done = started("boards", str(tmp_path / "none.png"), "--game", "azul", shell="2>&-")
    assert (done.returncode, done.stdout) == (2, b"")


def test_what_is_written_at_a_closed_output_never_reaches_a_file(tmp_path):
    code = (
        "import os, sys; from companion.cli.output_streams import mend_streams\n"
        "mend_streams(); file = open(sys.argv[1], 'w')\n"
        "[os.write(number, b'libpng warning') for number in (1, 2)]; print('x', file=sys.stderr)"
    )
    path = tmp_path / "picture.png"
    line = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", code, str(path)]
    assert subprocess.run(line, check=False).returncode == 0
    assert path.read_bytes() == b""


@pytest.mark.parametrize("code", ["ascii", "latin-1"])
def test_letters_that_cannot_be_written_are_escaped(code):
    done = started("rules", "azul", "--language", "pl", env={"PYTHONIOENCODING": code})
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u0142" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "buffered"), [(("--help",), ""), (("--version",), "1"), (("rules", "azul"), "")]
)
def test_output_that_finds_no_room_is_one_sentence(tmp_path, arguments, buffered):
    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    with (tmp_path / "out.txt").open("w") as out:
        how = {"env": {"PYTHONUNBUFFERED": buffered}, "preexec_fn": no_room}
        done = started(*arguments, stdout=out, **how)
    assert done.returncode == 2
    assert done.stderr.startswith(b"companion: the system refused: File too large")
    assert done.stderr.count(b"\n") == 1
