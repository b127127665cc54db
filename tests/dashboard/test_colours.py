"""The colours of the page can be told apart: contrast as WCAG 2.2 AA asks (4.5 : 1 for text)."""

import re
from pathlib import Path

import pytest

import web

CSS = (Path(web.__file__).parent / "static" / "dashboard.css").read_text(encoding="utf-8")
TEXTS = [
    ("ink", "paper"), ("ink", "card"), ("ink", "alert-paper"), ("ink", "doubt-paper"),
    ("quiet", "card"), ("quiet", "paper"), ("alert", "marble"), ("on-blue", "blue"),
    ("on-clay", "clay"), ("good", "card"), ("alert", "card"), ("alert", "alert-paper"),
    ("doubt", "doubt-paper"), ("clay", "card"), ("paper", "alert"), ("quiet", "doubt-paper"),
    ("seat-0", "card"), ("seat-1", "card"), ("seat-2", "card"), ("seat-3", "card"),
    ("seat-4", "card"), ("seat-5", "card"), ("seat-4", "doubt-paper"), ("seat-5", "doubt-paper"),
    ("seat-0", "doubt-paper"), ("seat-1", "doubt-paper"), ("good", "doubt-paper"),
]  # fmt: skip
"""Text and what it stands on."""


def palettes():
    """The colours by day, and by night where they differ."""
    day = re.search(r":root \{(.*?)\}", CSS, re.DOTALL)[1]
    night, chosen = re.findall(r":root(?::not)?\W+data-theme=\S+ \{\n(.*?--.*?)\}", CSS, re.DOTALL)
    assert chosen.replace("color-scheme: dark;", "").split() == night.split()
    colours = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in (day, night)]
    return {"day": colours[0], "night": colours[0] | colours[1]}


def luminance(colour):
    """Relative luminance of ``#rrggbb``."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_right():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("light", ["day", "night"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_every_text_can_be_read(light, text, ground):
    palette = palettes()[light]
    assert contrast(palette[text], palette[ground]) >= 4.5


def test_night_has_its_own_colours():
    assert len(palettes()["day"]) > 15
    assert palettes()["day"] != palettes()["night"]
