"""Each thing that can be wrong is found, and its remedy is one sentence."""

import json

import numpy as np
import pytest

from companion import cli
from companion.config import CameraConfig, Config, KeysConfig, PanelConfig, ServiceConfig
from companion.config.folders import state_dir
from companion.errors import CameraLost, DeviceError
from companion.ports import Picture
from hardware import doctor
from hardware.cameras import Found
from hardware.cameras.source import Failure, SourceError
from hardware.doctor import Level, System, devices, libraries, machine, network
from hardware.doctor.system import load_library, port_is_free, run_command
from hardware.panel import gpio

MEND, NOTE, OK = Level.MEND, Level.NOTE, Level.OK


@pytest.fixture
def pi(tmp_path):
    """A Pi as files: everything well."""
    return Pi(tmp_path)


class Pi:
    def __init__(self, root):
        self.root = root
        self.commands = {}
        self.forbidden = set()
        self.free = 20_000_000_000
        self.ports_taken = set()
        self.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
        self.write("/etc/os-release", 'NAME="x"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
        self.write("/sys/class/thermal/thermal_zone0/temp", "48312\n")
        self.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        self.write("/proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable: 6000000 kB\n")
        self.write("/run/systemd/timesync/synchronized", "")
        self.write("/run/avahi-daemon/socket", "")
        self.write("/proc/bus/input/devices", 'I: Bus=0003\nN: Name="PCsensor FootSwitch"\n')

    def write(self, path, text):
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    @property
    def system(self):
        return System(
            root=self.root,
            environment={"STATE_DIRECTORY": str(self.root)},
            run=lambda command: self.commands.get(command[0], ""),
            load=lambda name: "1.2.3",
            access=lambda path, mode: path not in self.forbidden,
            free_bytes=lambda path: self.free,
            port_is_free=lambda host, port: port not in self.ports_taken,
        )


def check(finding, level, *words):
    assert finding.level is level, finding
    said = f"{finding.text} {finding.remedy}"
    for word in words:
        assert word in said
    if level is not OK:
        assert finding.remedy.endswith(".")
        assert "\n" not in said


def the_one(findings):
    (finding,) = findings
    return finding


class TestMachine:
    def test_a_pi_that_is_well(self, pi):
        found = list(machine.examine(Config(), pi.system))
        assert {one.level for one in found} == {OK}
        assert found[0].text == "Raspberry Pi 5 Model B Rev 1.0"

    def test_no_pi(self, pi):
        pi.write("/proc/device-tree/model", "")
        check(machine.model(pi.system), NOTE, "no Raspberry Pi", "USB camera")

    def test_a_32_bit_system(self, pi):
        check(machine.architecture("armv7l", pi.system), MEND, "trixie", "64-bit")
        check(machine.architecture("aarch64", pi.system), OK, "trixie")

    def test_an_old_python(self):
        check(machine.python((3, 9, 2)), MEND, "3.9.2")

    @pytest.mark.parametrize(
        ("text", "level"),
        [("48312", OK), ("71000", NOTE), ("84500", MEND), ("", NOTE), ("hot", NOTE)],
    )
    def test_heat(self, pi, text, level):
        pi.write("/sys/class/thermal/thermal_zone0/temp", text)
        check(machine.temperature(pi.system), level)

    @pytest.mark.parametrize(
        ("word", "levels"),
        [
            ("0", [OK]),
            ("1", [MEND]),
            ("50000", [NOTE, NOTE]),
            ("50005", [MEND, MEND]),
            ("80008", [MEND]),
        ],
    )
    def test_voltage_and_throttling(self, pi, word, levels):
        pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", word)
        found = list(machine.throttling(pi.system))
        assert [one.level for one in found] == levels

    def test_what_is_to_be_done_names_the_pi_as_it_is_called(self, pi):
        pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "10000")
        check(the_one(machine.throttling(pi.system)), NOTE, "not now", "made for this Pi,")

    def test_vcgencmd_is_asked_where_there_is_no_file(self, pi):
        (pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled").unlink()
        assert list(machine.throttling(pi.system)) == []
        pi.commands["vcgencmd"] = "throttled=0x1"
        check(the_one(machine.throttling(pi.system)), MEND, "voltage", "power supply")

    def test_little_memory(self, pi):
        pi.write("/proc/meminfo", "MemAvailable: 100000 kB\n")
        check(machine.memory(pi.system), NOTE, "97 MB")
        pi.write("/proc/meminfo", "")
        check(machine.memory(pi.system), NOTE, "unknown")

    def test_a_full_disk(self, pi):
        pi.free = 100_000_000
        check(the_one(machine.disk(Config(), pi.system)), MEND, "100 MB free")
        enough = Config(service=ServiceConfig(free_mb=50))
        check(the_one(machine.disk(enough, pi.system)), OK)

    def test_a_folder_that_cannot_be_written(self, pi):
        pi.forbidden.add(pi.root)
        check(the_one(machine.disk(Config(), pi.system)), MEND, "cannot be written")

    def test_a_folder_that_is_made_later_is_judged_by_the_one_above(self, pi):
        wanted = Config(service=ServiceConfig(state_dir=str(pi.root / "a" / "b")))
        check(the_one(machine.disk(wanted, pi.system)), OK, "a/b")

    def test_a_clock_without_network(self, pi):
        (pi.root / "run/systemd/timesync/synchronized").unlink()
        check(machine.clock(pi.system, 1.8e9), NOTE, "order")
        pi.commands["timedatectl"] = "yes"
        check(machine.clock(pi.system, 1.8e9), OK)

    def test_a_clock_from_the_past(self, pi):
        check(machine.clock(pi.system, 1e9), MEND, "2001-09-09")


class TestLibraries:
    def test_all_there(self, pi):
        assert {one.level for one in libraries.examine(Config(), pi.system)} == {OK}

    def test_a_needed_one_missing(self, pi):
        def load(name):
            raise ImportError("libGL.so.1: cannot open shared object file")

        broken = System(load=load)
        check(libraries.needed("cv2", broken), MEND, "libGL.so.1", "sudo apt install libgl1")
        check(libraries.needed("flask", broken), MEND, "make setup")

    def test_an_optional_one_matters_when_it_is_configured(self):
        def load(name):
            raise ModuleNotFoundError(f"No module named '{name}'")

        without = System(load=load)
        check(libraries.optional("picamera2", False, without), NOTE, "python3-picamera2")
        check(libraries.optional("picamera2", True, without), MEND, "python3-picamera2")
        wished = Config(
            camera=CameraConfig(kind="picamera2"),
            panel=PanelConfig(kind="gpio"),
            keys=KeysConfig(device="foot"),
        )
        for name in libraries.OPTIONAL:
            assert libraries.wanted(name, wished)
            assert not libraries.wanted(name, Config())

    def test_the_simplejpeg_of_bookworm(self):
        def load(name):
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

        found = libraries.optional("picamera2", False, System(load=load))
        check(found, MEND, "--upgrade simplejpeg")

    def test_two_builds_of_opencv(self):
        both = {"opencv-python", "opencv-python-headless", "numpy"}
        check(the_one(libraries.opencv_builds(both)), MEND, ".venv")
        assert list(libraries.opencv_builds({"opencv-python"})) == []


class Camera:
    def __init__(self, brightness=120, error=None):
        self.brightness, self.error, self.closed = brightness, error, False

    def frame(self):
        if self.error:
            raise self.error
        return Picture("x", b"", np.full((48, 64, 3), self.brightness, np.uint8))

    def close(self):
        self.closed = True


class TestDevices:
    def camera(self, camera):
        found = Found(camera, "Camera: it is one.")
        return list(devices.camera(Config(), lambda config: found, System()))

    @pytest.mark.parametrize(("brightness", "level"), [(120, OK), (20, NOTE), (240, NOTE)])
    def test_a_camera_is_looked_through_and_closed(self, brightness, level):
        camera = Camera(brightness)
        found, picture = self.camera(camera)
        check(found, OK, "it is one")
        check(picture, level, "64 x 48")
        assert camera.closed

    def test_a_camera_that_is_lost(self):
        lost = CameraLost("the camera is silent; check its cable", camera="x", attempts=3)
        camera = Camera(error=lost)
        _, picture = self.camera(camera)
        check(picture, MEND, "the camera is silent", "Check its cable.")
        assert camera.closed

    def test_a_camera_that_cannot_be_had(self):
        def refuse(config):
            raise CameraLost("another program uses it; end it", camera="x", attempts=1)

        check(the_one(devices.camera(Config(), refuse, System())), MEND, "End it.")

    def test_a_camera_the_service_uses_is_well(self, pi):
        def refuse(config):
            busy = SourceError(Failure.BUSY, "another program uses it", "end it")
            raise CameraLost(busy.sentence, camera="x", attempts=1) from busy

        check(the_one(devices.camera(Config(), refuse, pi.system)), MEND, "End it.")
        pi.commands["systemctl"] = "active"
        check(the_one(devices.camera(Config(), refuse, pi.system)), OK, "companion's service")

    def test_no_camera(self):
        found = Found(None, "No camera found (a; b): this is the simulated table. Ask.")
        finding = the_one(devices.camera(Config(), lambda config: found, System()))
        check(finding, NOTE, "No camera found (a; b)")
        assert "simulated table. Ask" not in finding.text

    @pytest.mark.parametrize(
        ("device", "group"), [("video0", "video"), ("gpiochip0", "gpio"), ("media1", "video")]
    )
    def test_devices_this_user_may_not_use(self, pi, device, group):
        file = pi.write(f"/dev/{device}", "")
        check(the_one(devices.permissions(Config(), pi.system)), OK)
        pi.forbidden.add(file)
        finding = the_one(devices.permissions(Config(), pi.system))
        check(finding, MEND, f"/dev/{device}", f"usermod -aG {group}")

    def test_keyboards_need_no_permission_unless_wanted(self, pi):
        pi.forbidden.add(pi.write("/dev/input/event0", ""))
        assert list(devices.permissions(Config(), pi.system)) == []
        wished = Config(keys=KeysConfig(device="foot"))
        check(the_one(devices.permissions(wished, pi.system)), MEND, "usermod -aG input")

    def test_a_wrong_pin_map(self, pi):
        wrong = Config(panel=PanelConfig(buzzer=2))
        check(the_one(devices.panel(wrong, pi.system)), MEND, "GPIO 2 belongs to I2C", "Use one of")

    def test_no_pins(self, pi, monkeypatch):
        def refuse(*_):
            raise DeviceError("the pins cannot be used; check this", device="x")

        monkeypatch.setattr(gpio, "pin_factory", refuse)
        check(the_one(devices.panel(Config(), pi.system)), NOTE, "dashboard")
        asked = Config(panel=PanelConfig(kind="gpio"))
        check(the_one(devices.panel(asked, pi.system)), MEND, "Check this.")
        off = Config(panel=PanelConfig(kind="off"))
        check(the_one(devices.panel(off, pi.system)), OK, "not used")

    def test_keys_are_found_by_name(self, pi):
        check(the_one(devices.keys(Config(), pi.system)), OK, "'PCsensor FootSwitch'")
        there = Config(keys=KeysConfig(device="footswitch"))
        check(the_one(devices.keys(there, pi.system)), OK, "plugged")
        gone = Config(keys=KeysConfig(device="presenter"))
        check(the_one(devices.keys(gone, pi.system)), MEND, "presenter", "keys.device")


class TestNetwork:
    def test_addresses(self, pi):
        pi.commands["hostname"] = "192.168.1.7 127.0.0.1 fd00::7"
        finding = network.addresses(Config(), pi.system)
        check(finding, OK, "http://192.168.1.7:8080, http://[fd00::7]:8080")
        pi.commands["hostname"] = ""
        check(network.addresses(Config(), pi.system), NOTE, "nmtui")

    def test_the_name(self, pi):
        check(network.name("azul", Config(), pi.system), OK, "http://azul.local:8080")
        check(network.name("azul.local", Config(), pi.system), OK, "http://azul.local:8080")
        (pi.root / "run/avahi-daemon/socket").unlink()
        check(network.name("azul", Config(), pi.system), NOTE, "avahi-daemon")

    def test_the_service(self, pi):
        check(network.service(Config(), pi.system), NOTE, "make install-service")
        pi.ports_taken.add(8080)
        check(network.service(Config(), pi.system), NOTE, "port 8080 is in use")
        pi.commands["systemctl"] = "activating"
        check(network.service(Config(), pi.system), NOTE, "starting, or cannot start", "its page")
        pi.commands["systemctl"] = "failed"
        check(network.service(Config(), pi.system), MEND, "has failed", "systemctl restart")
        pi.commands["systemctl"] = "active"
        check(network.service(Config(), pi.system), OK)


class TestSystem:
    def test_a_command_that_fails_says_nothing(self):
        assert run_command(["no-such-command"]) == ""
        assert run_command(["false"]) == ""
        assert run_command(["echo", "yes"]) == "yes"

    def test_libraries_tell_their_version(self):
        assert load_library("numpy")[0].isdigit()
        assert load_library("cv2") != "unknown version"

    def test_a_taken_port(self):
        import socket

        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            assert not port_is_free("127.0.0.1", port)
        assert port_is_free("127.0.0.1", port)


class TestStateDirectory:
    def test_it_is_the_one_named_then_systemds_then_the_users_own(self, tmp_path):
        named = Config(service=ServiceConfig(state_dir=str(tmp_path)))
        assert state_dir(named, {"STATE_DIRECTORY": "/x"}) == tmp_path
        assert str(state_dir(Config(), {"STATE_DIRECTORY": "/var/lib/companion:/y"})) == (
            "/var/lib/companion"
        )
        assert state_dir(Config(), {"XDG_STATE_HOME": "/s"}).as_posix() == "/s/companion"
        assert state_dir(Config(), {}, tmp_path) == tmp_path / ".local/state/companion"


class TestCommand:
    @pytest.fixture
    def path(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
        path = tmp_path / "companion.toml"
        path.write_text('[camera]\nkind = "simulated"\n[panel]\nkind = "off"\n')
        return path

    def test_this_machine(self, path, capsys):
        code = cli.main(["doctor", "--json", "--config", str(path)])
        found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        topics = {one["topic"] for one in found}
        assert topics >= {"camera", "pins", "library", "disk", "clock", "network", "name",
                          "temperature", "python", "service"}  # fmt: skip
        assert code == any(one["level"] == "mend" for one in found)
        assert all(one["remedy"] for one in found if one["level"] != "ok")

    @pytest.mark.parametrize(("level", "code"), [("ok", 0), ("note", 0), ("mend", 1)])
    def test_the_exit_code_says_whether_something_must_be_mended(
        self, path, capsys, monkeypatch, level, code
    ):
        finding = doctor.Finding("clock", Level(level), "five past twelve", "Set it.")
        monkeypatch.setattr(doctor, "examine", lambda config: iter([finding]))
        assert cli.main(["doctor", "--config", str(path)]) == code
        out = capsys.readouterr().out
        assert "clock: five past twelve\n      -> Set it." in out
        assert ("1 to mend." if code else "Nothing to mend.") in out


def test_files_are_shown_as_people_know_them(tmp_path):
    system = System(root=tmp_path)
    assert system.shown(tmp_path / "dev" / "video0") == "/dev/video0"
    assert system.shown(tmp_path.parent / "x") == str(tmp_path.parent / "x")
