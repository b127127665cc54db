"""The service: a unit systemd accepts and finds closed, installed and removed without traces."""

import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from companion import config
from companion.config import Config

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "hardware" / "service" / "install-service"
EXPOSURE = 3.0


def script(*arguments, **environment):
    return subprocess.run(
        [SCRIPT, *arguments],
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")} | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.fixture
def unit(tmp_path):
    """The unit for a program that is there, as a file."""
    program = tmp_path / "venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = tmp_path / "companion.service"
    path.write_text(script("unit", PREFIX=str(tmp_path)))
    return path


def settings(path):
    """section -> key -> values."""
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(path.read_text())
    return parser


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)


@needs_systemd
def test_systemd_accepts_the_unit(unit):
    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if unit.name in line]
    assert complaints == []
    assert done.returncode == 0, done.stderr


@needs_systemd
def test_the_unit_is_well_closed(unit):
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    if found is None and "offline" in done.stderr:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert found, done.stderr
    assert float(found.group(1)) < EXPOSURE
    told = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert f"rates it {found.group(1)} " in told or "rates it" not in told


def test_the_unit_has_a_user_a_state_and_a_watchdog(unit):
    service = settings(unit)["Service"]
    assert service["Type"] == "notify"
    assert service["User"] == service["StateDirectory"] == "companion"
    assert service["WorkingDirectory"] == "/var/lib/companion", "lgpio leaves its pipe there"
    assert service["Restart"] == "on-failure"
    assert service["TimeoutStopSec"] == "10"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"


def test_the_watchdog_is_more_patient_than_a_camera_that_starts(unit):
    """Starting is one call that may take its whole limit; a watchdog must not cut it short."""
    service = settings(unit)["Service"]
    camera = Config().camera
    start = camera.open_timeout_s + camera.settle_timeout_s
    assert float(service["TimeoutStartSec"]) > start
    assert float(service["WatchdogSec"]) > 3 * 5


def test_only_groups_that_exist_are_named(unit):
    """systemd refuses to start a unit with a group the system does not have."""
    named = settings(unit)["Service"]["SupplementaryGroups"].split()
    for group in named:
        subprocess.run(["getent", "group", group], check=True, capture_output=True)


def test_nothing_is_left_to_fill_in(unit):
    text = unit.read_text()
    assert "PREFIX" not in text
    assert "GROUPS" not in text


def test_without_root_the_remedy_is_named():
    if os.getuid() == 0:
        pytest.skip("we are root")
    with pytest.raises(subprocess.CalledProcessError) as caught:
        script("install")
    assert "sudo make install-service" in caught.value.stderr


@pytest.mark.parametrize("arguments", [[], ["nonsense"]])
def test_a_wrong_word_says_which_there_are(arguments):
    with pytest.raises(subprocess.CalledProcessError) as caught:
        script(*arguments)
    assert "install, uninstall or unit" in caught.value.stderr


def test_removing_keeps_the_games_unless_told(tmp_path):
    game = tmp_path / "var/lib/companion/games.db"
    for path in (game, tmp_path / "etc/companion/companion.toml", tmp_path / "opt/companion/x"):
        path.parent.mkdir(parents=True)
        path.touch()
    out = script("uninstall", DESTDIR=str(tmp_path))
    assert "are kept" in out
    assert game.exists()
    assert not (tmp_path / "opt/companion").exists()
    script("uninstall", DESTDIR=str(tmp_path), PURGE="1")
    assert not game.exists()
    assert not (tmp_path / "etc/companion").exists()


@pytest.mark.long
def test_what_is_installed_runs_and_updating_keeps_the_configuration(tmp_path):
    pip = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    before = set(ROOT.iterdir())
    script("install", DESTDIR=str(tmp_path), **pip)
    assert set(ROOT.iterdir()) == before, "nothing is built in the checkout"
    written = tmp_path / "etc/companion/companion.toml"
    assert config.load(written) == Config()
    companion = tmp_path / "opt/companion/venv/bin/companion"
    code = "import companion; print(companion.__file__)"
    where = subprocess.run(
        [companion.with_name("python"), "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert where.startswith(str(tmp_path)), "a copy, not the checkout"
    subprocess.run([companion, "config", "--config", written], check=True, capture_output=True)
    written.write_text("[web]\nport = 8123\n")
    script("install", DESTDIR=str(tmp_path), **pip)
    assert config.load(written).web.port == 8123
    assert (tmp_path / "etc/systemd/system/companion.service").read_text().startswith("# The comp")
