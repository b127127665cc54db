"""One stream of gestures from whatever can be pressed; signals one can see and hear."""

import os
import pty
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from patience import until

from companion.config import KeysConfig, PanelConfig
from companion.errors import DeviceError
from companion.ports import ButtonEvent, Gesture, Signal
from hardware.panel import open_panel, usb
from hardware.panel.button_edges import EdgeButtons
from hardware.panel.gestures import Timing
from hardware.panel.keyboard import KeyboardButtons
from hardware.panel.melody import Player
from hardware.panel.signals import ANNOUNCEMENTS
from hardware.panel.simulated_panel import SimulatedPanel
from hardware.panel.usb import UsbButtons

QUICK = Timing(bounce_s=0.0, hold_s=0.2, double_s=0.0)
PRESS = Gesture.PRESS


class TestSignals:
    def test_there_is_an_announcement_for_each(self):
        assert set(ANNOUNCEMENTS) == set(Signal)

    def test_no_two_look_alike(self):
        looks = [tuple(sorted(one.lamps.items())) for one in ANNOUNCEMENTS.values()]
        assert len(set(looks)) == len(looks)

    def test_no_two_sound_alike(self):
        heard = [one.melody for one in ANNOUNCEMENTS.values() if one.melody]
        assert len(set(heard)) == len(heard)
        assert {s for s, one in ANNOUNCEMENTS.items() if not one.melody} == {
            Signal.QUIET,
            Signal.LOOKING,
        }

    def test_good_news_are_higher_than_bad_ones(self):
        def highest(signal):
            return max(hertz for hertz, _ in ANNOUNCEMENTS[signal].melody)

        assert highest(Signal.VIOLATION) < highest(Signal.QUESTION) < highest(Signal.READ)

    def test_a_melody_is_short_and_within_the_buzzers_two_octaves(self):
        for one in ANNOUNCEMENTS.values():
            assert sum(seconds for _, seconds in one.melody) < 1.0
            assert all(hertz == 0 or 110 <= hertz <= 1760 for hertz, _ in one.melody)


class Voice:
    def __init__(self, fail=0):
        self.heard = []
        self.fail = fail
        self.closed = False

    def sound(self, hertz):
        if self.fail:
            self.fail -= 1
            raise OSError("the piezo fell off")
        self.heard.append(hertz)

    def close(self):
        self.closed = True


class TestBuzzer:
    def test_a_melody_ends_in_silence(self):
        voice = Voice()
        player = Player(voice, sleep=lambda seconds: None)
        player.play(Signal.QUESTION)
        until(lambda: voice.heard[-1:] == [0.0])
        player.close()
        assert voice.heard == [440.0, 659.26, 0.0]
        assert voice.closed

    def test_it_keeps_nobody_waiting(self):
        over = threading.Event()
        player = Player(Voice(), sleep=lambda seconds: over.wait(10.0))
        began = time.monotonic()
        for signal in Signal:
            player.play(signal)
        assert time.monotonic() - began < 5.0, "somebody waited for a note to end"
        over.set()
        player.close()

    def test_the_newest_melody_wins(self):
        voice = Voice()
        gate = threading.Event()
        player = Player(voice, sleep=lambda seconds: gate.wait(1.0))
        player.play(Signal.OVER)
        player.play(Signal.VIOLATION)
        gate.set()
        player.close()
        assert voice.heard[0] == 523.25
        assert voice.heard[-2:] == [220.0, 0.0]
        assert len(voice.heard) <= 5

    def test_a_broken_buzzer_does_not_silence_what_comes_later(self, caplog):
        voice = Voice(fail=1)
        player = Player(voice, sleep=lambda seconds: None)
        player.play(Signal.READ)
        time.sleep(0.05)
        player.play(Signal.READ)
        until(lambda: voice.heard == [880.0, 0.0])
        player.close()
        assert "cannot play" in caplog.text


class TestEdges:
    def test_a_waiting_reader_gets_a_press_from_another_thread(self):
        buttons = EdgeButtons(1, QUICK)
        threading.Timer(0.02, lambda: (buttons.edge(0, True), buttons.edge(0, False))).start()
        assert buttons.next(2.0) == ButtonEvent(PRESS)

    def test_one_button_is_shared_and_several_belong_to_seats(self):
        shared, seats = EdgeButtons(1, QUICK), EdgeButtons(3, QUICK)
        for buttons, number in ((shared, 0), (seats, 2)):
            buttons.edge(number, True)
            buttons.edge(number, False)
        assert shared.next(0.5) == ButtonEvent(PRESS, None)
        assert seats.next(0.5) == ButtonEvent(PRESS, 2)

    def test_buttons_do_not_disturb_each_other(self):
        buttons = EdgeButtons(2, Timing(0.0, 0.2, 0.05))
        for button, down in ((0, True), (1, True), (0, False), (1, False)):
            buttons.edge(button, down)
        assert [buttons.next(0.5), buttons.next(0.5)] == [
            ButtonEvent(PRESS, 0),
            ButtonEvent(PRESS, 1),
        ]

    def test_the_time_runs_out(self):
        began = time.monotonic()
        assert EdgeButtons(1, QUICK).next(0.05) is None
        assert 0.04 < time.monotonic() - began < 0.5

    def test_a_button_nobody_knows_is_passed_over(self):
        buttons = EdgeButtons(1, QUICK)
        buttons.edge(7, True)
        assert buttons.next(0.05) is None

    def test_closed_is_closed(self):
        buttons = EdgeButtons(1, QUICK)
        threading.Timer(0.02, buttons.close).start()
        assert buttons.next(None) is None
        assert buttons.next(None) is None


class TestSimulatedPanel:
    def test_players_press_hold_and_undo(self):
        panel = SimulatedPanel(4)
        panel.press(1)
        panel.hold()
        panel.double(3)
        assert [panel.next(0.2) for _ in range(4)] == [
            ButtonEvent(PRESS, 1),
            ButtonEvent(Gesture.HOLD),
            ButtonEvent(Gesture.DOUBLE, 3),
            None,
        ]

    def test_levels_mean_what_they_mean_on_a_real_panel(self):
        panel = SimulatedPanel(1, QUICK)
        panel.move(0, down=True)
        time.sleep(0.25)
        panel.move(0, down=False)
        assert panel.next(0.5) == ButtonEvent(Gesture.HOLD)

    def test_one_can_ask_what_it_shows_and_played(self):
        panel = SimulatedPanel()
        panel.show(Signal.VIOLATION)
        panel.play(Signal.VIOLATION)
        panel.play(Signal.QUIET)
        assert panel.lamps == {"red": "on"}
        assert list(panel.played) == [Signal.VIOLATION]
        panel.close()
        assert panel.lamps == {}
        assert panel.next(None) is None


class TestKeyboard:
    @pytest.fixture
    def terminal(self):
        ours, theirs = pty.openpty()
        yield ours, theirs
        os.close(ours)
        os.close(theirs)

    def test_keys_are_gestures(self, terminal):
        ours, theirs = terminal
        keys = KeyboardButtons(theirs)
        os.write(ours, b" x2hu")
        assert [keys.next(1.0) for _ in range(3)] == [
            ButtonEvent(PRESS),
            ButtonEvent(Gesture.HOLD, 2),
            ButtonEvent(Gesture.DOUBLE),
        ]
        assert keys.next(0.05) is None
        keys.close()
        keys.close()
        assert keys.next(None) is None

    def test_closing_wakes_whoever_waits(self, terminal):
        keys = KeyboardButtons(terminal[1])
        threading.Timer(0.05, keys.close).start()
        assert keys.next(5.0) is None

    def test_a_terminal_that_is_closed_keeps_no_core_busy(self):
        """The window was closed, and the companion runs on (nohup)."""
        outside, inside = pty.openpty()
        keys = KeyboardButtons(inside)
        os.close(outside)
        busy = time.process_time()
        assert keys.next(0.3) is None
        assert keys.next(0.3) is None
        assert time.process_time() - busy < 0.2
        keys.close()
        os.close(inside)

    def test_what_is_no_terminal_is_refused(self):
        read, write = os.pipe()
        with pytest.raises(OSError, match="no terminal"):
            KeyboardButtons(read)
        os.close(read)
        os.close(write)


class FootSwitch:
    """A key box one can plug and unplug; behind the same small interface as evdev's."""

    def __init__(self, path="/dev/input/event3"):
        self.name, self.path = "PCsensor FootSwitch", path
        self.find_calls = 0
        self.plugged = False
        self.plug_in()

    def plug_in(self):
        self.reader, self.writer = os.pipe()
        self.plugged, self.waiting = True, []

    def unplug(self):
        self.plugged = False
        os.write(self.writer, b"x")

    def step(self, key, *values):
        self.waiting += [(key, value) for value in values]
        os.write(self.writer, b"x")

    def find(self, config, held):
        self.find_calls += 1
        return [self] if self.plugged and self.path not in held else []

    def fileno(self):
        return self.reader

    def read(self):
        os.read(self.reader, 1)
        if not self.plugged:
            raise OSError(19, "No such device")
        waiting, self.waiting = self.waiting, []
        return waiting

    def close(self):
        os.close(self.reader)
        os.close(self.writer)


KEYS = KeysConfig(device="foot", buttons=("KEY_A", "KEY_B"), rescan_s=0.02)


class TestUsbKeys:
    @pytest.fixture
    def switch(self):
        return FootSwitch()

    @pytest.fixture
    def buttons(self, switch):
        buttons = UsbButtons(KEYS, QUICK, switch.find)
        yield buttons
        buttons.close()

    def test_a_step_is_a_press_of_the_seat_whose_key_it_is(self, switch, buttons):
        switch.step("KEY_B", 1, 0)
        assert buttons.next(1.0) == ButtonEvent(PRESS, 1)
        switch.step("KEY_A", 1, 0)
        assert buttons.next(1.0) == ButtonEvent(PRESS, 0)

    def test_the_machines_own_repeating_is_neither_press_nor_release(self, switch, buttons):
        switch.step("KEY_A", 1, 2, 2)
        time.sleep(0.25)
        switch.step("KEY_A", 2, 0)
        assert buttons.next(1.0) == ButtonEvent(Gesture.HOLD, 0)
        assert buttons.next(0.05) is None

    def test_other_keys_are_passed_over(self, switch, buttons):
        switch.step("KEY_C", 1, 0)
        assert buttons.next(0.1) is None

    def test_unplugged_and_back(self, switch, buttons):
        assert buttons.plugged == ("PCsensor FootSwitch",)
        switch.unplug()
        until(lambda: buttons.plugged == ())
        calls = switch.find_calls
        until(lambda: switch.find_calls > calls)
        switch.plug_in()
        until(lambda: buttons.plugged != ())
        switch.step("KEY_A", 1, 0)
        assert buttons.next(1.0) == ButtonEvent(PRESS, 0)

    def test_a_look_that_fails_is_not_the_last_one(self, switch):
        def find(config, held):
            found = switch.find(config, held)
            if switch.find_calls == 2:
                raise FileNotFoundError("it went away while it was looked at")
            return found

        buttons = UsbButtons(KEYS, QUICK, find)
        until(lambda: switch.find_calls > 2)
        switch.step("KEY_A", 1, 0)
        assert buttons.next(1.0) == ButtonEvent(PRESS, 0)
        buttons.close()

    def test_the_second_part_of_a_device_may_come_later_than_the_first(self, switch):
        """A receiver is several devices of one name, plugged one after the other."""
        keys = FootSwitch("/dev/input/event4")
        keys.plugged = False
        both = [switch, keys]
        buttons = UsbButtons(
            KEYS, QUICK, lambda config, held: [one for s in both for one in s.find(config, held)]
        )
        assert len(buttons.plugged) == 1
        keys.plugged = True
        until(lambda: len(buttons.plugged) == 2)
        keys.step("KEY_B", 1, 0)
        assert buttons.next(1.0) == ButtonEvent(PRESS, 1)
        buttons.close()

    def test_what_is_listened_to_is_not_opened_again(self, monkeypatch):
        opened = []

        def input_device(path):
            opened.append(path)
            name = "FootSwitch" if path != "event1" else "Mouse"
            return SimpleNamespace(name=name, path=path, grab=lambda: None, close=lambda: None)

        listed = ["event1", "event2", "event3"]
        evdev = SimpleNamespace(list_devices=lambda: listed, InputDevice=input_device)
        monkeypatch.setitem(sys.modules, "evdev", evdev)
        found = usb.find_evdev(KEYS, {"event2"})
        assert [one.path for one in found] == ["event3"]
        assert "event2" not in opened

    def test_a_key_held_while_the_cable_is_pulled_is_up_again(self, switch, buttons):
        switch.step("KEY_A", 1)
        time.sleep(0.25)
        switch.unplug()
        assert buttons.next(1.0) == ButtonEvent(Gesture.HOLD, 0)

    def test_not_plugged_at_the_start_is_no_error(self, switch):
        switch.plugged = False
        buttons = UsbButtons(KEYS, QUICK, switch.find)
        assert buttons.plugged == ()
        switch.plugged = True
        until(lambda: buttons.plugged != ())
        buttons.close()

    def test_without_evdev_the_remedy_is_named(self):
        def missing(config, held):
            raise ModuleNotFoundError("No module named 'evdev'", name="evdev")

        with pytest.raises(DeviceError, match="sudo apt install python3-evdev"):
            UsbButtons(KEYS, QUICK, missing)

    def test_keys_stand_beside_the_panel(self, switch, monkeypatch):
        monkeypatch.setattr(usb.UsbButtons.__init__, "__defaults__", (switch.find,))
        panel = open_panel(PanelConfig(kind="simulated"), KEYS)
        assert len(panel.buttons) == 2
        assert panel.note.endswith("The USB keys of 'foot' are buttons too.")
        panel.close()

    def test_evdev_gives_several_names_to_some_keys(self):
        names = {30: "KEY_A", 272: ("BTN_LEFT", "BTN_MOUSE")}
        codes = SimpleNamespace(EV_KEY=1, bytype={1: names})
        assert usb.names_of(codes, 30) == ["KEY_A"]
        assert usb.names_of(codes, 272) == ["BTN_LEFT", "BTN_MOUSE"]
        assert usb.names_of(codes, 999) == []

    def test_evdev_is_as_we_use_it(self):
        evdev = pytest.importorskip("evdev", reason="evdev is not installed: it needs a compiler")
        assert usb.names_of(evdev.ecodes, evdev.ecodes.KEY_ENTER) == ["KEY_ENTER"]
        for name in ("fd", "path", "read", "grab", "close", "name"):
            assert hasattr(evdev.InputDevice, name) or name in evdev.InputDevice.__slots__
        assert usb.find_evdev(KeysConfig(device="no such device"), ()) == []
