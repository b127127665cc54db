"""The doctor takes the pins to see whether they can be had, and says where phones can look."""

import os
import socket

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import cli
from companion.config import CameraConfig, Config, PanelConfig, ServiceConfig, WebConfig
from companion.errors import DeviceError
from hardware import doctor
from hardware.cameras import open_camera
from hardware.doctor import Level, System, devices, machine, network
from hardware.doctor.system import answers, port_is_free
from hardware.panel import gpio


@pytest.fixture
def factory(monkeypatch):
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(gpio, "pin_factory", lambda *_: factory)
    yield factory
    factory.close()


def panel(config=None, service=""):
    (finding,) = devices.panel(config or Config(), System(run=lambda command: service))
    return finding.level, finding.text


def test_pins_that_can_be_had_are_given_free_again(factory):
    assert panel() == (Level.OK, "GPIO 5, 17, 27, 22, 18 can be used")
    assert panel() == (Level.OK, "GPIO 5, 17, 27, 22, 18 can be used")


def test_a_pin_that_another_program_has_is_to_be_mended(factory):
    other = LED(22, pin_factory=factory)
    level, text = panel()
    assert level is Level.MEND
    assert "the red lamp on GPIO 22 cannot be used (GPIOPinInUse" in text
    other.close()


def test_pins_of_the_service_are_left_to_it(factory):
    other = LED(22, pin_factory=factory)
    assert panel(service="active") == (Level.OK, "in use by the companion's service")
    other.close()


def test_a_driver_that_was_named_and_is_not_there_stops_the_companion(monkeypatch):
    """Unnamed drivers that are not there only mean that this is no Pi."""

    def refuse(*_):
        raise DeviceError("the Pi's pins cannot be used; check this", device="x")

    monkeypatch.setattr(gpio, "pin_factory", refuse)
    assert panel(Config(panel=PanelConfig(factory="pigpio")))[0] is Level.MEND
    assert panel()[0] is Level.NOTE


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("", "at http://192.168.1.7:8080; the simulated table's only at http://127.0.0.1:8080"),
        ("0.0.0.0", "at http://192.168.1.7:8080"),
        ("127.0.0.1", "for this computer only, at http://127.0.0.1:8080"),
        ("::1", "for this computer only, at http://[::1]:8080"),
        ("10.0.0.4", "at http://10.0.0.4:8080"),
    ],
)
def test_the_address_told_is_one_that_answers(host, said):
    config = Config(web=WebConfig(host=host))
    system = System(run=lambda command: "192.168.1.7", port_is_free=lambda *_: True)
    assert network.addresses(config, system).text == f"the dashboard is {said}"
    topics = [finding.topic for finding in network.examine(config, system)]
    assert ("name" in topics) == (host not in ("127.0.0.1", "::1")), "a name leads to the network"


def test_an_address_of_another_computer_is_told_as_such():
    """The router gave the Pi a new one: the start ends with an error, and no port is in use."""
    config, taken = Config(web=WebConfig(host="192.0.2.77")), System(run=lambda command: "")
    found = {one.topic: one for one in network.examine(config, taken)}
    assert found["network"].level is Level.MEND
    assert "192.0.2.77 is no address of this computer" in found["network"].text
    assert "does not start with the computer" in found["service"].text


def test_phones_that_take_the_pictures_are_nothing_to_mend():
    config = Config(camera=CameraConfig(kind="phone"))
    (found,) = devices.camera(config, lambda wanted: open_camera(wanted.camera), System())
    assert (found.level, found.text) == (Level.OK, "paired phones, on the page Camera.")


def test_a_game_that_cannot_be_played_is_to_be_mended(tmp_path, capsys, monkeypatch):
    """The start refuses it, so that "nothing to mend" is not so."""
    monkeypatch.setattr(doctor, "examine", lambda config: iter(()))
    path = tmp_path / "companion.toml"
    path.write_text('[game]\nname = "azul-duel"\nplayers = 4\n')
    assert cli.main(["doctor", "--config", str(path)]) == 1
    assert "MEND  game: the game of the configuration cannot" in capsys.readouterr().out


def test_a_port_of_the_newer_kind_of_address():
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    with socket.create_server(("::", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        assert not port_is_free("::", port)
    assert port_is_free("::", port)


def test_a_broker_that_listens_answers():
    with socket.create_server(("127.0.0.1", 0)) as broker:
        port = broker.getsockname()[1]
        assert answers("127.0.0.1", port)
    assert not answers("127.0.0.1", port)
    assert not answers("no-such-machine.invalid", port)


def test_files_that_may_only_be_read_are_not_enough(tmp_path):
    """A pin is switched by writing."""
    chip = tmp_path / "dev" / "gpiochip0"
    chip.parent.mkdir()
    chip.touch()
    system = System(access=lambda path, mode: not mode & os.W_OK, root=tmp_path)
    (found,) = devices.permissions(Config(), system)
    assert (found.level, found.text) == (
        Level.MEND, "this user may not use the pins (/dev/gpiochip0)",
    )  # fmt: skip


def test_a_file_in_place_of_the_state_folder(tmp_path):
    file = tmp_path / "state"
    file.touch()
    config = Config(service=ServiceConfig(state_dir=str(file)))
    (finding,) = machine.disk(config, System())
    assert (finding.level, finding.text) == (Level.MEND, f"{file} cannot be written")
