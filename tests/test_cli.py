"""The command line's manners: one sentence, an exit code, and nothing loaded without need."""

import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import cli
from companion.cli import command_line, complaints, dispatch, installation
from companion.cli.process_end import Asked, heed_sigterm
from companion.errors import DependencyError, PictureError, SittingError, UsageError


class Fake(SimpleNamespace):
    """A command that does what the test wants."""

    HELP = "Do what the test wants."

    def add_arguments(self, parser):
        parser.add_argument("--tiles", type=int, default=0)


@pytest.fixture
def command(monkeypatch):
    """Install a command named ``fake`` that runs the given function."""

    def install(run):
        monkeypatch.setattr(dispatch, "COMMANDS", ("fake",))
        for module in (dispatch, command_line):
            monkeypatch.setattr(module, "load", lambda name: Fake(run=run))

    return install


def raising(error):
    def run(args):
        raise error

    return run


def test_a_command_gets_its_arguments_and_gives_the_exit_code(command):
    command(lambda args: args.tiles)
    assert cli.main(["fake", "--tiles", "5"]) == 5


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (SittingError("no such folder; name another", path=Path("x")), "no such folder"),
        (PictureError("001.jpg is no picture; take it again"), "001.jpg is no picture"),
        (PermissionError(13, "Permission denied", "out/a.jpg"), "Permission denied (out/a.jpg)"),
        (PermissionError(13, "Permission denied", "a\nb\x1b[2J"), r"denied (a\nb\x1b[2J)"),
        (UsageError("the picture\r\nx is none"), r"the picture\r\nx is none"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (ImportError("libGL.so.1: cannot open shared object file"), "sudo apt install libgl1"),
        (ModuleNotFoundError("No module named 'flask'", name="flask"), "make setup"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_exit_code_2(command, capsys, error, sentence):
    command(raising(error))
    assert cli.main(["fake"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    assert sentence in err


@pytest.mark.parametrize(
    "error",
    [
        KeyError("wall"),
        AttributeError("no 'wall'"),
        ModuleNotFoundError("No module named 'companion.nonsense'", name="companion.nonsense"),
    ],
)
def test_a_mistake_of_ours_keeps_its_traceback(command, error):
    command(raising(error))
    with pytest.raises(type(error)):
        cli.main(["fake"])


def test_ctrl_c_is_quiet(command, capsys):
    command(raising(KeyboardInterrupt()))
    assert cli.main(["fake"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("module", ["companion.cli.dispatch", "importlib.metadata", "argparse"])
def test_ctrl_c_is_quiet_while_the_command_is_still_loaded(module):
    code = (
        "import runpy, sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "sys.argv = ['companion', '--version']\n"
        "runpy.run_module('companion', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_reader_may_go_away():
    code = (
        "import sys; from companion import cli; from companion.cli import command_line, dispatch\n"
        "from types import SimpleNamespace as S\n"
        "fake = S(HELP='', add_arguments=lambda p: None,"
        " run=lambda a: print('x' * 1000000) or 0)\n"
        "dispatch.COMMANDS = ('fake',); dispatch.load = command_line.load = lambda name: fake\n"
        "sys.exit(cli.main(['fake']))"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout is not None
    writer.stdout.close()
    assert writer.stderr is not None
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait(timeout=30) == complaints.EXIT_BROKEN_PIPE


def test_version_names_the_distribution(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {command_line.version()}\n"


def test_without_a_command_the_list_of_commands_is_shown(command, capsys):
    command(lambda args: 0)
    assert cli.main([]) == 0
    assert Fake.HELP in capsys.readouterr().out


@pytest.mark.parametrize("line", [["nonsense"], ["fake", "--nonsense"], ["fake", "--tiles", "x"]])
def test_a_wrong_command_line_says_where_to_read_on(command, capsys, line):
    command(lambda args: 0)
    assert cli.main(line) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "--help'" in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("run --host=", "argument --host: it is empty; 127.0.0.1 lets only this computer in"),
        ("demo --host=", "argument --host: it is empty; 127.0.0.1 lets only this computer in"),
        ("hub --host=", "argument --host: it is empty; 127.0.0.1 lets only this computer in"),
        ("run --port 70000", "there is no port 70000; choose one from 1024 to 65535"),
        ("hub --port -5", "there is no port -5; choose one from 1024 to 65535"),
        ("run --port 0", "there is no port 0"),
        ("bench --games-s inf", "'inf' is no time; give 0 to 3600 seconds"),
        ("bench --games-s nan", "'nan' is no time; give 0 to 3600 seconds"),
        ("bench --repetitions often", "'often' is no number of repetitions; 1 is the least"),
        ("bench --repetitions 0", "'0' is no number of repetitions"),
        ("bench --games-s=-5", "'-5' is no time; give 0 to 3600 seconds"),
    ],
)
def test_values_that_make_no_sense_are_refused_before_anything_begins(capsys, line, said):
    assert cli.main(line.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_only_the_command_asked_for_is_imported():
    assert command_line.wanted(["rules", "azul"], ("replay", "rules")) == ("rules",)
    assert command_line.wanted(["--help"], ("replay", "rules")) == ("replay", "rules")


def test_the_list_of_commands_survives_a_missing_library(monkeypatch, capsys):
    def load(name):
        if name == "replay":
            raise ModuleNotFoundError("No module named 'cv2'", name="cv2")
        return Fake(run=lambda args: 0)

    monkeypatch.setattr(dispatch, "COMMANDS", ("replay", "rules"))
    monkeypatch.setattr(command_line, "load", load)
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    assert "cannot start here: No module named 'cv2'" in out
    assert Fake.HELP in out
    assert cli.main(["replay"]) == 2
    assert "OpenCV cannot be loaded" in capsys.readouterr().err


def test_half_an_opencv_is_recognised(monkeypatch):
    assert complaints.complaint(AttributeError("imread")) is None
    monkeypatch.setitem(sys.modules, "cv2", SimpleNamespace())
    assert "half installed" in (complaints.complaint(AttributeError("imread")) or "")


@pytest.mark.parametrize("found", [None, SimpleNamespace(origin="/elsewhere/web/__init__.py")])
def test_a_package_that_is_not_ours_is_refused(monkeypatch, found):
    monkeypatch.setattr(installation, "find_spec", lambda name: found)
    with pytest.raises(DependencyError, match="virtual environment of its own"):
        installation.check_packages()


def test_every_command_keeps_the_contract():
    for name in dispatch.COMMANDS:
        module = command_line.load(name)
        assert module.HELP.endswith("."), name
        parser = command_line.Parser(prog=name)
        module.add_arguments(parser)
        assert callable(module.run)


@pytest.mark.skipif("rules" not in dispatch.COMMANDS, reason="there is no such command yet")
def test_the_rules_are_shown_without_opencv():
    code = (
        "import sys; from companion.cli import main\n"
        "assert main(['rules', '--help']) == 0; sys.exit('cv2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["run", "demo", "hub"])
def test_who_serves_and_is_asked_to_end_while_it_starts_has_not_failed(monkeypatch, command):
    heard = {}
    monkeypatch.setattr(signal, "signal", heard.__setitem__)
    heed_sigterm([command])
    with pytest.raises(Asked):
        heard[signal.SIGTERM](signal.SIGTERM, None)


def test_other_commands_end_as_every_program_does(monkeypatch):
    monkeypatch.setattr(signal, "signal", lambda *_: pytest.fail("SIGTERM is taken"))
    heed_sigterm(["replay"])
    heed_sigterm([])
