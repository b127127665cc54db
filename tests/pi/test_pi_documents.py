"""Drawings and tables say what the code does."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion import config
from companion.config import PanelConfig
from companion.ports import Gesture, Signal
from hardware.panel import pins
from hardware.panel.signals import ANNOUNCEMENTS, Light

DOCS = Path(__file__).resolve().parents[2] / "docs"
DRAWINGS = sorted((DOCS / "wiring").glob("*.svg"))


def text(name):
    return (DOCS / name).read_text(encoding="utf-8")


def drawn(path):
    """Every pin of a drawing: number on the header -> (GPIO or None, whether a wire goes there)."""
    found = {}
    for one in ElementTree.parse(path).iter():
        if number := one.get("data-header-pin"):
            gpio = one.get("data-gpio")
            found[int(number)] = (int(gpio) if gpio else None, one.get("data-used") == "yes")
    return found


@pytest.fixture(scope="module")
def header():
    """The header as gpiozero knows it: number -> GPIO, None for power and ground."""
    factory = MockFactory()
    names = {number: pin.name for number, pin in factory.board_info.headers["J8"].pins.items()}
    found = {n: int(name[4:]) if name.startswith("GPIO") else None for n, name in names.items()}
    factory.close()
    return found


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_the_header_is_drawn_as_it_is(path, header):
    assert {number: gpio for number, (gpio, _) in drawn(path).items()} == header


@pytest.mark.parametrize(
    ("name", "wired"),
    [("shared-button.svg", {5, 17, 27, 22, 18}), ("button-per-seat.svg", {5, 6, 13, 19})],
)
def test_wires_go_to_the_pins_of_the_configuration(name, wired):
    used = {gpio for gpio, on in drawn(DOCS / "wiring" / name).values() if on and gpio is not None}
    assert used == wired
    if name == "shared-button.svg":
        assert used == {pin for _, pin in pins.uses(PanelConfig())}


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_drawings_are_described_and_shown(path):
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.parse(path).iter()}
    assert {"title", "desc"} <= tags
    assert f"wiring/{path.name}" in text("wiring.md")


def test_the_pins_in_the_tables_are_those_of_the_header(header):
    for gpio, number in re.findall(r"\| (\d+) \| (\d+) \| (?:ground|330)", text("wiring.md")):
        assert header[int(number)] == int(gpio)
    for seat, gpio, number in re.findall(r"\| (\d) \| (\d+) \| (\d+) \|\n", text("wiring.md")):
        assert int(seat) < 4
        assert header[int(number)] == int(gpio)


def test_every_forbidden_pin_is_listed_with_its_reason():
    listed = text("wiring.md").partition("## Pins that must stay free")[2]
    rows = re.findall(r"^\| ([\d, ]+) \| (.*) \|$", listed, re.MULTILINE)
    told = {int(pin): reason for row, reason in rows for pin in row.split(",")}
    assert told.keys() == pins.FORBIDDEN.keys()
    for pin, reason in told.items():
        assert reason.split()[-1].rstrip("s") in pins.FORBIDDEN[pin]


def test_every_announcement_is_in_the_table_with_its_lamp():
    table = text("wiring.md").partition("## What the lamps and tones say")[2]
    rows = re.findall(r"^\| ([a-z][^|]*) \| ([^|]*) \| ([^|]*) \|$", table, re.MULTILINE)
    rows = [row for row in rows if row[0] != "announcement"]
    lamps = {
        " ".join(
            f"{lamp} blinks" if light is Light.BLINK else lamp for lamp, light in a.lamps.items()
        )
        for signal, a in ANNOUNCEMENTS.items()
        if signal is not Signal.QUIET
    }
    assert {row[1] for row in rows[: len(lamps)]} == lamps
    assert len(Gesture) == 3


@pytest.mark.parametrize("name", ["wiring.md", "install.md", "configuration.md"])
def test_every_configuration_shown_can_be_read(name):
    for example in re.findall(r"```toml\n(.*?)```", text(name), re.DOTALL):
        config.parse(example, Path(name))


@pytest.mark.parametrize(
    "name", ["wiring.md", "install.md", "build-guide.md", "troubleshooting.md"]
)
def test_keys_that_are_named_exist(name):
    sections = "camera|panel|keys|game|web|service"
    for section, key in re.findall(rf"`({sections})\.([a-z_]+)", text(name)):
        assert f"`{section}.{key}`" in text("configuration.md"), f"{section}.{key}"


def test_every_complaint_in_the_troubleshooting_is_one_the_companion_makes():
    """What is quoted there is searched in the code, word for word, up to the first dots."""
    code = " ".join(
        path.read_text(encoding="utf-8")
        for folder in ("companion", "hardware", "web")
        for path in (DOCS.parent / folder).rglob("*.py")
    )
    code += (DOCS.parent / ".ci" / "set-up").read_text(encoding="utf-8")
    flat = re.sub(r'"\s+f?"', "", re.sub(r"\s+", " ", code))
    for quote in re.findall(r'^\| "([^"]+)"', text("troubleshooting.md"), re.MULTILINE):
        for part in quote.split("..."):
            words = part.strip(" ),(")
            assert words in flat or words in NOT_OURS, quote


NOT_OURS = ("numpy.dtype size changed", "port 8080 is in use", "GPIOPinInUse", "")
"""What libraries say, or what has a number in it."""
