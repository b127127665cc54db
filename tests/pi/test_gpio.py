"""The panel on gpiozero's own mock pins: pressed, held, bouncing, refused."""

import time

import pytest
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import KeysConfig, PanelConfig
from companion.errors import ConfigError, DeviceError
from companion.ports import ButtonEvent, Gesture, Signal
from hardware.panel import gpio, open_panel, pins
from hardware.panel.gpio import GpioButtons, GpioLamps, GpioVoice
from hardware.panel.melody import Player

QUICK = PanelConfig(kind="gpio", buttons=(5,), bounce_ms=5, hold_ms=300, double_ms=60)
SEATS = PanelConfig(kind="gpio", buttons=(5, 6, 13, 19), bounce_ms=5, hold_ms=300, double_ms=60)


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


@pytest.fixture
def buttons(factory):
    buttons = GpioButtons(QUICK, factory)
    yield buttons
    buttons.close()


def push(factory, pin, seconds=0.03):
    factory.pin(pin).drive_low()
    time.sleep(seconds)
    factory.pin(pin).drive_high()


def test_a_press(factory, buttons):
    push(factory, 5)
    assert buttons.next(1.0) == ButtonEvent(Gesture.PRESS)
    assert buttons.next(0.1) is None


def test_a_hold(factory, buttons):
    push(factory, 5, 0.35)
    assert buttons.next(1.0) == ButtonEvent(Gesture.HOLD)


def test_a_double_press(factory, buttons):
    push(factory, 5)
    time.sleep(0.02)
    push(factory, 5)
    assert buttons.next(1.0) == ButtonEvent(Gesture.DOUBLE)


def test_a_bouncing_contact(factory):
    """The mock ignores bounce_time, so this is our own part of it."""
    buttons = GpioButtons(PanelConfig(bounce_ms=60, hold_ms=2000, double_ms=100), factory)
    for _ in range(4):
        push(factory, 5, 0.0)
    push(factory, 5, 0.2)
    assert buttons.next(2.0) == ButtonEvent(Gesture.PRESS)
    assert buttons.next(0.2) is None
    buttons.close()


def test_of_several_buttons_each_is_a_seat(factory):
    buttons = GpioButtons(SEATS, factory)
    push(factory, 13)
    assert buttons.next(1.0) == ButtonEvent(Gesture.PRESS, seat=2)
    push(factory, 5)
    assert buttons.next(1.0) == ButtonEvent(Gesture.PRESS, seat=0)
    buttons.close()


def test_the_pins_are_pulled_up_and_debounced_by_the_driver(factory, buttons):
    assert factory.pin(5).pull == "up"
    assert factory.pin(5).bounce == pytest.approx(0.005)


def test_whoever_listens_may_fail_and_the_buttons_go_on(factory, buttons):
    """With lgpio an exception in a handler ends the thread of all buttons: ours cannot raise."""
    push(factory, 5)

    def game():
        raise RuntimeError(f"the game failed at {buttons.next(1.0)}")

    with pytest.raises(RuntimeError, match="the game failed"):
        game()
    push(factory, 5)
    assert buttons.next(1.0) == ButtonEvent(Gesture.PRESS)


def test_the_handler_does_nothing_but_put_into_a_queue(factory, buttons):
    """Even a thousand edges with nobody listening neither raise nor take long."""
    began = time.monotonic()
    for _ in range(500):
        factory.pin(5).drive_low()
        factory.pin(5).drive_high()
    assert time.monotonic() - began < 2.0


def test_closing_wakes_whoever_waits(factory):
    buttons = GpioButtons(QUICK, factory)
    buttons.close()
    assert buttons.next(None) is None


def lit(factory, config=QUICK):
    wired = {"green": config.lamp_green, "amber": config.lamp_amber, "red": config.lamp_red}
    return {name for name, pin in wired.items() if factory.pin(pin).state}


@pytest.mark.parametrize(
    ("signal", "lamps"),
    [
        (Signal.QUIET, set()),
        (Signal.LOOKING, {"amber"}),
        (Signal.READ, {"green"}),
        (Signal.VIOLATION, {"red"}),
    ],
)
def test_each_signal_lights_its_lamps(factory, signal, lamps):
    shown = GpioLamps(QUICK, factory)
    shown.show(Signal.VIOLATION)
    shown.show(signal)
    assert lit(factory) == lamps
    shown.close()


@pytest.mark.parametrize(
    ("signal", "lamp"),
    [(Signal.QUESTION, "amber"), (Signal.LOST, "red"), (Signal.OVER, "green")],
)
def test_what_waits_for_people_blinks(factory, monkeypatch, signal, lamp):
    monkeypatch.setattr(gpio, "BLINK_S", 0.02)
    shown = GpioLamps(QUICK, factory)
    shown.show(signal)
    seen = set()
    until = time.monotonic() + 1.0
    while seen != {frozenset(), frozenset({lamp})} and time.monotonic() < until:
        seen.add(frozenset(lit(factory)))
        time.sleep(0.005)
    assert seen == {frozenset(), frozenset({lamp})}
    shown.show(Signal.QUIET)
    time.sleep(0.05)
    assert lit(factory) == set()
    shown.close()


def test_a_lamp_that_is_not_there_is_left_out(factory):
    config = PanelConfig(kind="gpio", lamp_amber=-1, lamp_green=-1)
    shown = GpioLamps(config, factory)
    for signal in Signal:
        shown.show(signal)
    shown.close()


def test_the_buzzer_plays_the_melody_and_falls_silent(factory):
    player = Player(GpioVoice(18, factory), sleep=lambda seconds: None)
    player.play(Signal.OVER)
    player.close()
    factory.reset()


def test_notes_are_sounded_at_their_pitch(factory):
    voice = GpioVoice(18, factory)
    voice.sound(440.0)
    assert factory.pin(18).frequency == pytest.approx(440.0)
    assert factory.pin(18).state == pytest.approx(0.5)
    voice.sound(0.0)
    assert factory.pin(18).frequency is None
    voice.close()


@pytest.mark.parametrize("pin", sorted(pins.FORBIDDEN))
def test_a_forbidden_pin_is_refused_with_the_reason(pin):
    with pytest.raises(ConfigError, match=f"GPIO {pin} belongs to") as caught:
        pins.check(PanelConfig(buzzer=pin))
    assert caught.value.key == "panel.buzzer"
    assert "use one of 4, 5, 6" in str(caught.value)


def test_a_pin_used_twice_is_refused():
    with pytest.raises(ConfigError, match=r"panel.lamp_green: GPIO 5 is already used by panel.b"):
        pins.check(PanelConfig(buttons=(5,), lamp_green=5))
    with pytest.raises(ConfigError, match=r"panel.buttons\[1\]"):
        pins.check(PanelConfig(buttons=(6, 6)))


def test_more_buttons_than_seats_are_refused():
    with pytest.raises(ConfigError, match="four seats"):
        pins.check(PanelConfig(buttons=(4, 5, 6, 12, 13)))


def test_the_default_pins_are_allowed():
    pins.check(PanelConfig())
    assert set(dict(pins.uses(PanelConfig())).values()) <= set(pins.ALLOWED)


def test_pins_that_are_taken_are_named(factory):
    first = GpioButtons(QUICK, factory)
    with pytest.raises(DeviceError, match=r"button on GPIO 5.*GPIOPinInUse") as caught:
        GpioButtons(QUICK, factory)
    assert isinstance(caught.value.__cause__, GPIOPinInUse)
    first.close()


def test_the_panel_gives_all_pins_free_when_one_cannot_be_had(factory):
    blocking = GpioVoice(QUICK.buzzer, factory)
    with pytest.raises(DeviceError, match="buzzer on GPIO 18"):
        open_panel(QUICK, KeysConfig(), lambda name: factory)
    blocking.close()
    panel = open_panel(QUICK, KeysConfig(), lambda name: factory)
    assert panel.note == "Panel: 1 button(s) on GPIO 5."
    push(factory, 5)
    assert panel.buttons[0].next(1.0) == ButtonEvent(Gesture.PRESS)
    panel.lamps.show(Signal.READ)
    assert lit(factory) == {"green"}
    assert panel.buzzer is not None
    panel.close()
    assert not factory.pin(17).state


def test_buttons_that_cannot_all_be_had_keep_none(factory):
    both = PanelConfig(kind="gpio", buttons=(5, 6))
    blocking = GpioVoice(6, factory)
    with pytest.raises(DeviceError, match="button on GPIO 6") as caught:
        GpioButtons(both, factory)
    blocking.close()
    GpioButtons(both, factory).close()
    del caught


def test_without_sound_there_is_no_buzzer(factory):
    silent = PanelConfig(kind="gpio", sound=False)
    panel = open_panel(silent, KeysConfig(), lambda name: factory)
    assert panel.buzzer is None
    panel.close()


def test_lamps_may_be_all_there_is(factory):
    lamps_only = PanelConfig(kind="gpio", buttons=())
    panel = open_panel(lamps_only, KeysConfig(), lambda name: factory)
    assert panel.note == "Panel: lamps and buzzer; the buttons are on the dashboard."
    panel.close()


def no_pins(name):
    raise DeviceError("no pins", device="the Pi's pins")


def test_a_machine_without_pins_gets_the_simulated_panel_and_one_line():
    panel = open_panel(PanelConfig(), KeysConfig(), no_pins)
    assert panel.simulated is not None
    assert "no pins found" in panel.note
    panel.simulated.press(2)
    assert panel.buttons[0].next(0.5) == ButtonEvent(Gesture.PRESS, 2)
    panel.close()


def test_pins_that_were_asked_for_are_not_replaced():
    with pytest.raises(DeviceError, match="no pins"):
        open_panel(PanelConfig(kind="gpio"), KeysConfig(), no_pins)
    with pytest.raises(DeviceError, match="no pins"):
        open_panel(PanelConfig(factory="lgpio"), KeysConfig(), no_pins)


def test_a_pin_that_is_taken_ends_no_start_where_nobody_asked_for_pins(factory, caplog):
    blocking = GpioVoice(PanelConfig().buzzer, factory)
    panel = open_panel(PanelConfig(), KeysConfig(), lambda name: factory)
    assert panel.note == "Panel: a pin is taken, so the buttons are on the dashboard."
    assert "the buzzer on GPIO 18 cannot be used" in caplog.text
    panel.close()
    with pytest.raises(DeviceError, match="buzzer on GPIO 18"):
        open_panel(PanelConfig(factory="mock"), KeysConfig(), lambda name: factory)
    blocking.close()
    assert open_panel(PanelConfig(), KeysConfig(), lambda name: factory).simulated is None


def test_this_machine_is_asked_as_it_is(monkeypatch, tmp_path):
    """Off a Pi: one sentence with the remedy, and no warnings on the way."""
    monkeypatch.chdir(tmp_path)
    for name in ("", "lgpio"):
        sentence = ""
        try:
            gpio.pin_factory(name, {}).close()
        except DeviceError as error:
            sentence = str(error)
        assert sentence == "" or sentence.startswith("the Pi's pins cannot be used")
        assert "\n" not in sentence


def test_gpiozeros_own_variable_is_respected():
    assert isinstance(gpio.pin_factory("", {"GPIOZERO_PIN_FACTORY": "mock"}), MockFactory)
    assert isinstance(gpio.pin_factory("mock", {}), MockFactory)


@pytest.mark.parametrize("library", ["gpiozero", "lgpio"])
def test_without_a_library_the_remedy_is_named(monkeypatch, library):
    """Neither the pin map nor another program is to be blamed."""

    def missing(name):
        raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    monkeypatch.setattr(gpio, "import_module", missing)
    with pytest.raises(DeviceError, match=f"without {library}; 'sudo apt install python3-gpiozero"):
        gpio.pin_factory("lgpio", {})


def test_a_folder_that_lgpio_may_not_write_to_is_named_and_not_taken_for_no_pi(monkeypatch, caplog):
    def unwritable(name):
        raise FileNotFoundError(2, "No such file or directory: '.lgd-nfy0'")

    monkeypatch.setattr(gpio, "import_module", unwritable)
    with pytest.raises(DeviceError, match="start the companion in a folder that it may write to"):
        gpio.pin_factory("lgpio", {})
    panel = open_panel(PanelConfig(), KeysConfig(), lambda name: gpio.pin_factory(name, {}))
    assert "no pins found" in panel.note
    assert "in a folder that it may write to" in caplog.text
    panel.close()


def test_where_there_is_no_driver_nothing_is_logged(caplog):
    open_panel(PanelConfig(), KeysConfig(), lambda name: _without_driver()).close()
    assert caplog.text == ""


def _without_driver():
    with gpio.reported("the Pi's pins"):
        raise ModuleNotFoundError("No module named 'lgpio'", name="lgpio")


def test_the_driver_that_every_pi_has_is_tried_first(monkeypatch):
    """RPi.GPIO knows no pins of a Pi 5."""
    tried = []

    def make(name):
        tried.append(name)
        if name == "lgpio":
            raise OSError("no chip")
        return name

    monkeypatch.setattr(gpio, "_make", make)
    assert gpio.pin_factory("", {}) == "rpigpio"
    assert tried == ["lgpio", "rpigpio"]
