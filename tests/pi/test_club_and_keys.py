"""What the doctor says of the club and of the keys, and that a misspelt key is no dead button."""

import sys
from types import SimpleNamespace

import pytest

from companion.config import ClubConfig, Config, KeysConfig, PanelConfig
from companion.errors import ConfigError
from hardware.doctor import Level, System, club_broker, devices
from hardware.panel import open_panel
from hardware.panel.usb import check_keys

PAHO = "paho.mqtt.client"


def of_club(*, there=True, **club):
    """The one finding about a club; ``there`` tells whether its broker answers."""
    settings = {"broker": "big.local", "table": "t07", **club}
    system = System(answers=lambda host, port: there)
    (finding,) = club_broker.examine(Config(club=ClubConfig(**settings)), system)
    return finding


def test_a_table_without_a_club_is_well():
    assert of_club(broker="").level is Level.OK


def test_a_broker_that_answers_is_named_with_its_port():
    pytest.importorskip(PAHO)
    found = of_club()
    assert (found.level, found.text) == (
        Level.OK, "the broker big.local, port 8883, answers; this table is t07",
    )  # fmt: skip


def test_a_broker_out_of_reach_stops_no_game():
    pytest.importorskip(PAHO)
    found = of_club(there=False, tls=False)
    assert found.level is Level.NOTE
    assert "port 1883, does not answer" in found.text
    assert "plays without the club" in found.remedy


@pytest.mark.parametrize(
    ("club", "said"),
    [
        ({"venue": "My Club"}, "club.venue: 'My Club' cannot name a venue"),
        ({"table": "Table 7"}, "club.table: 'Table 7' cannot name a table"),
        ({"table": "hub"}, "club.table: 'hub' cannot name a table"),
        ({"broker": "big.local:1883"}, "club.broker: 'big.local:1883' cannot name a machine"),
        ({"ca_file": "/nowhere/ca.crt"}, "club.ca_file: there is no file /nowhere/ca.crt"),
        ({"password_file": "/nowhere/word"}, "club.password_file: /nowhere/word cannot be read"),
        ({"password_file": "/no\0where"}, "club.password_file: /no\0where cannot be read"),
    ],
)
def test_what_would_stop_the_companion_is_to_be_mended(club, said):
    found = of_club(**club)
    assert found.level is Level.MEND
    assert found.text.startswith(said)
    assert found.remedy.endswith(".")


def test_the_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, PAHO, None)
    found = of_club()
    assert found.level is Level.MEND
    assert "paho-mqtt is missing" in found.text
    assert "pip install" in found.remedy


@pytest.fixture
def evdev(monkeypatch):
    """The library, as far as it names keys."""
    names = {28: "KEY_ENTER", 30: "KEY_A", 272: ("BTN_LEFT", "BTN_MOUSE")}
    codes = SimpleNamespace(EV_KEY=1, bytype={1: names})
    module = SimpleNamespace(ecodes=codes, list_devices=list)
    monkeypatch.setitem(sys.modules, "evdev", module)


WRONG = [
    (["KEY_ENTR"], "keys.buttons[0]: there is no key KEY_ENTR; write KEY_ENTER"),
    (["KEY_A", "key_enter"], "keys.buttons[1]: there is no key key_enter; write KEY_ENTER"),
    (["KEY_A", "KEY_A"], "keys.buttons[1]: KEY_A is already another button; give each its own key"),
]


@pytest.mark.usefixtures("evdev")
@pytest.mark.parametrize(("names", "said"), WRONG)
def test_a_key_that_nobody_can_press_is_refused(names, said):
    keys = KeysConfig(device="foot", buttons=tuple(names))
    with pytest.raises(ConfigError) as refused:
        open_panel(PanelConfig(kind="simulated"), keys)
    assert str(refused.value) == said
    (found,) = devices.keys(Config(keys=keys), System())
    assert found.level is Level.MEND
    assert said.startswith(found.text)


@pytest.mark.usefixtures("evdev")
def test_every_name_of_a_key_is_known():
    keys = KeysConfig(device="foot", buttons=("BTN_MOUSE", "KEY_A"))
    open_panel(PanelConfig(kind="simulated"), keys).close()


def test_keys_that_are_not_used_are_not_judged():
    keys = KeysConfig(buttons=("KEY_ENTR",))
    open_panel(PanelConfig(kind="simulated"), keys).close()
    (found,) = devices.keys(Config(keys=keys), System())
    assert found.level is Level.OK


def test_a_key_that_is_two_buttons_is_noticed_where_nobody_knows_the_keys(monkeypatch):
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(ConfigError, match="KEY_A is already another button"):
        check_keys(KeysConfig(device="foot", buttons=("KEY_A", "KEY_A")))
    check_keys(KeysConfig(device="foot", buttons=("KEY_NOBODY_KNOWS",)))
