"""The service: a unit systemd accepts and finds closed, installed and removed without traces."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from companion import config
from companion.cli.dispatch import EXIT_ERROR, EXIT_FOR_NOW
from companion.club.hub.hub import STUCK_S
from companion.config import Config
from hardware.cameras.steady import Limits

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


NAMES = {"table": "companion", "hub": "companion-hub"}


def unit_of(kind, tmp_path):
    """The unit of a table or a hub for a program that is there, as a file."""
    program = tmp_path / "venv" / "bin" / "companion"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = tmp_path / f"{NAMES[kind]}.service"
    path.write_text(script("unit", kind, PREFIX=str(tmp_path)))
    return path


@pytest.fixture(params=NAMES)
def unit(request, tmp_path):
    return unit_of(request.param, tmp_path)


@pytest.fixture
def table_unit(tmp_path):
    return unit_of("table", tmp_path)


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
    told = (ROOT / "docs" / ("club.md" if "hub" in unit.name else "install.md")).read_text("utf-8")
    assert f"rates it {found.group(1)} " in told


def test_the_unit_has_a_user_a_state_and_a_watchdog(unit):
    service = settings(unit)["Service"]
    assert service["Type"] == "notify"
    assert service["User"] == service["StateDirectory"] == unit.stem
    assert service["WorkingDirectory"] == f"/var/lib/{unit.stem}", "lgpio leaves its pipe there"
    assert f"--config /etc/{unit.stem}/companion.toml" in service["ExecStart"]
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == str(EXIT_ERROR) != str(EXIT_FOR_NOW)
    assert service["TimeoutStopSec"] == "10"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"


def test_the_watchdog_is_more_patient_than_a_camera_that_starts(table_unit):
    """Starting is one call that may take its whole limit; a watchdog must not cut it short."""
    service = settings(table_unit)["Service"]
    camera = Config().camera
    start = Limits.of(camera).open_s
    assert float(service["TimeoutStartSec"]) > start
    assert float(service["WatchdogSec"]) > 3 * 5


def test_every_device_may_be_used_and_not_only_looked_at(table_unit):
    text = table_unit.read_text()
    for kind in ("video4linux", "media", "dma_heap", "gpiochip", "input"):
        assert f"\nDeviceAllow=char-{kind} rw\n" in text


def test_only_groups_that_exist_are_named(table_unit):
    """systemd refuses to start a unit with a group the system does not have."""
    named = settings(table_unit)["Service"]["SupplementaryGroups"].split()
    for group in named:
        subprocess.run(["getent", "group", group], check=True, capture_output=True)


def test_the_watchdog_is_more_patient_than_the_hub(tmp_path):
    service = settings(unit_of("hub", tmp_path))["Service"]
    assert float(service["WatchdogSec"]) > STUCK_S


def test_the_hub_is_shut_in_as_the_table_is_and_has_no_devices(tmp_path):
    def never(kind):
        return unit_of(kind, tmp_path).read_text().partition("# What it never needs.")[2]

    assert never("hub") == never("table") != ""
    assert settings(tmp_path / "companion-hub.service")["Service"]["PrivateDevices"] == "yes"


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


@pytest.mark.parametrize(
    ("arguments", "which"),
    [
        ([], "install, uninstall or unit"),
        (["nonsense"], "install, uninstall or unit"),
        (["unit", "nonsense"], "say hub, or nothing for a table"),
    ],
)
def test_a_wrong_word_says_which_there_are(arguments, which):
    with pytest.raises(subprocess.CalledProcessError) as caught:
        script(*arguments)
    assert which in caught.value.stderr


def laid(root, name):
    """What a service has on a machine, as empty files."""
    unit = f"etc/systemd/system/{name}.service"
    edited = f"{unit}.d/override.conf"
    files = (
        f"var/lib/{name}/games.db",
        f"etc/{name}/companion.toml",
        f"opt/{name}/x",
        unit,
        edited,
    )
    for path in (root / file for file in files):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return [root / file for file in files]


@pytest.mark.parametrize("kind", NAMES)
def test_removing_keeps_the_games_unless_told_and_the_other_service_always(tmp_path, kind):
    other = laid(tmp_path, next(NAMES[one] for one in NAMES if one != kind))
    game, config, program, unit, edited = laid(tmp_path, NAMES[kind])
    out = script("uninstall", kind, DESTDIR=str(tmp_path))
    assert "are kept" in out
    assert game.exists()
    assert edited.exists()
    assert not program.parent.exists()
    assert not unit.exists()
    script("uninstall", kind, DESTDIR=str(tmp_path), PURGE="1")
    assert not game.exists()
    assert not config.parent.exists()
    assert not edited.parent.exists(), "it would change a service that is installed anew"
    assert all(file.exists() for file in other)


def test_removing_a_program_that_was_put_among_others_leaves_them(tmp_path):
    others = tmp_path / "usr/local/bin/others"
    ours = [tmp_path / "usr/local" / one for one in ("venv/bin/x", "share/doc/companion/x")]
    for path in (others, *ours):
        path.parent.mkdir(parents=True)
        path.touch()
    script("uninstall", DESTDIR=str(tmp_path), PREFIX="/usr/local")
    assert others.exists()
    assert not any(path.parent.exists() for path in ours)


def test_links_of_the_installed_documents_lead_somewhere(tmp_path):
    """What the script copies, laid out as it lays it out."""
    (copied,) = re.findall(r'cp -r (.*) "\$dest\$prefix/share/doc/companion/"', SCRIPT.read_text())
    subprocess.run(["cp", "-r", *copied.split(), tmp_path], cwd=ROOT, check=True)
    for document in tmp_path.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            assert "://" in link or (document.parent / link).exists(), (document.name, link)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[club]\nbroker = "big.local"\n', True),
        ('[club]\n  broker="big.local"\n', True),
        ('club.broker = "big.local"\n', True),
        ('[club]\n# broker = ""\n', False),
    ],
)
def test_a_hub_whose_broker_is_named_is_started_however_that_is_written(tmp_path, text, named):
    pattern = re.search(r"grep -Eq '([^']+)' \"\$config\"", SCRIPT.read_text())[1]
    (tmp_path / "companion.toml").write_text(text)
    done = subprocess.run(["grep", "-Eq", pattern, tmp_path / "companion.toml"], check=False)
    assert (done.returncode == 0) is named


FAKE_PYTHON = f"""#!/bin/sh
case $2 in companion) exec {sys.executable} "$@" ;; esac
"""
"""The Python of an environment in which all is there already."""


@pytest.fixture
def ready(tmp_path):
    """A machine whose program needs no library any more; where it is."""
    python = tmp_path / "opt/companion/venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(FAKE_PYTHON)
    python.chmod(0o700)
    return tmp_path


def test_the_services_user_can_read_its_program_and_configuration_whatever_roots_umask_is(ready):
    command = f"umask 077; exec {SCRIPT} install"
    subprocess.run(
        ["sh", "-c", command],
        env={"PATH": os.environ["PATH"], "DESTDIR": str(ready)},
        check=True,
        capture_output=True,
    )
    config_file = ready / "etc/companion/companion.toml"
    assert config.load(config_file) == Config()
    needed = (config_file, config_file.parent, ready / "opt/companion/venv/bin/python")
    for path in needed:
        wanted = 0o5 if path.is_dir() else 0o4
        assert path.stat().st_mode & wanted == wanted, path


def test_a_configuration_folder_that_was_made_before_stays_as_it_is(ready):
    folder = ready / "etc/companion"
    folder.mkdir(parents=True)
    folder.chmod(0o750)
    script("install", DESTDIR=str(ready))
    assert folder.stat().st_mode & 0o777 == 0o750


@pytest.mark.long
@pytest.mark.parametrize("kind", NAMES)
def test_what_is_installed_runs_and_updating_keeps_the_configuration(tmp_path, kind):
    name = NAMES[kind]
    pip = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    before = set(ROOT.iterdir())
    script("install", kind, DESTDIR=str(tmp_path), **pip)
    assert set(ROOT.iterdir()) == before, "nothing is built in the checkout"
    written = tmp_path / f"etc/{name}/companion.toml"
    assert config.load(written) == Config()
    companion = tmp_path / f"opt/{name}/venv/bin/companion"
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
    if kind == "hub":
        code = "import networkx, paho.mqtt.client"
        subprocess.run([companion.with_name("python"), "-c", code], check=True)
    written.write_text("[web]\nport = 8123\n")
    script("install", kind, DESTDIR=str(tmp_path), **pip)
    assert config.load(written).web.port == 8123
    text = (tmp_path / f"etc/systemd/system/{name}.service").read_text()
    assert f"ExecStart=/opt/{name}/venv/bin/companion " in text
