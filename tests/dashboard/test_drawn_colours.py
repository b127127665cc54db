"""Boards, tiles and what is pressed can be made out: 3 : 1 for what is no text (WCAG 2.2 AA)."""

import re
from itertools import product
from pathlib import Path

import pytest
from test_colours import contrast, palettes

import web

CSS = (Path(web.__file__).parent / "static" / "boards.css").read_text(encoding="utf-8")
GROUNDS = dict(re.findall(r"\.ground\.(\w+) \{ fill: (#[0-9a-f]{6})", CSS))
PENS = dict(re.findall(r"\.mark\.(\w+) \{ (?:fill|stroke): var\(--glyph, (#[0-9a-f]+)\)", CSS))
UMBER = ("cream", "special")
COLOURS = sorted(GROUNDS.keys() - {"first", "any", "unknown"})
STARS = ("purple", "orange", "red", "blue", "yellow", "green")
LIGHTS = ("day", "night")
PRINTED = [
    *product((".printed", ".due .printed", ".board-drawing .dome .printed"), COLOURS),
    *product((".space .printed",), STARS),
]
PLATE = re.search(r"\.plate \{ fill: (#[0-9a-f]{6})", CSS)[1]
DRAWN = [
    ("edge", "card"), ("edge", "paper"), ("edge", "marble"), ("edge", "doubt-paper"),
    ("edge", "alert-paper"), ("clay", "card"), ("clay", "paper"), ("clay", "marble"),
    ("clay", "bed"), ("doubt", "card"), ("alert", "card"), ("good", "card"), ("quiet", "marble"),
]  # fmt: skip
"""Edges of fields and empty places, focus rings and marks, and what they stand on."""


def pen_of(colour):
    """The colour of a tile's glyph, as six figures."""
    found = PENS.get(colour) or PENS["umber" if colour in UMBER else "line"]
    return found if len(found) == 7 else "#" + "".join(2 * figure for figure in found[1:])


def laid_over(colour, ground, part):
    """Return a colour that lets a ground through."""
    pairs = [[int(one[at : at + 2], 16) for one in (colour, ground)] for at in (1, 3, 5)]
    return "#" + "".join(f"{round(part * over + (1 - part) * under):02x}" for over, under in pairs)


def printed(selector):
    """How much of its colour a printed place shows, and what its glyph is drawn in."""
    rule = re.search(rf"(?:^|, |\n){re.escape(selector)}(?:, [^{{]*)? \{{ ([^}}]*)\}}", CSS)[1]
    wanted = dict(re.findall(r"--(\w+): ([^;]+);", rule))
    return float(wanted["faint"]), wanted["glyph"]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(("drawn", "ground"), DRAWN)
def test_edges_and_rings_stand_out(light, drawn, ground):
    palette = palettes()[light]
    assert contrast(palette[drawn], palette[ground]) >= 3


@pytest.mark.parametrize("colour", COLOURS)
def test_a_tiles_glyph_stands_out(colour):
    assert contrast(pen_of(colour), GROUNDS[colour]) >= 3


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(("place", "colour"), PRINTED)
def test_a_printed_glyph_stands_out(light, place, colour):
    palette = palettes()[light]
    faint, glyph = printed(place)
    ink = palette[glyph[6:-1]] if glyph.startswith("var") else glyph
    under = PLATE if ".dome" in place else palette["marble"]
    assert contrast(ink, laid_over(GROUNDS[colour], under, faint)) >= 3


@pytest.mark.parametrize("light", LIGHTS)
def test_a_doubt_stands_out_from_its_halo(light):
    halo = re.search(r"\.halo \{[^}]*stroke: (#[0-9a-f]{6})", CSS)[1]
    for ring in re.findall(r"\.ring \{[^}]*stroke: (#[0-9a-f]{6})", CSS):
        assert contrast(ring, halo) >= 3
