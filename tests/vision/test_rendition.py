"""What a camera makes of colours is seen on the boards' own print, and expected of tiles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.palette import PRINTED, usual
from companion.vision.rendition import PLAIN, rendition

COLOURS = ("blue", "yellow", "red", "black", "white")
WALL = [("wall", colour) for colour in COLOURS]


def turned(lab, strength, degrees):
    """Colours (..., 3) of another strength and hue."""
    turn = np.deg2rad(degrees)
    hue = strength * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.concatenate((lab[..., :1], lab[..., 1:] @ hue), axis=-1).astype(np.float32)


def charted(strength, degrees):
    """A palette after the bare walls were seen by another camera."""
    seen = {each: turned(np.array(PRINTED[each], np.float32), strength, degrees) for each in WALL}
    return usual("azul", COLOURS).charted(seen)


@given(st.floats(0.7, 1.3), st.floats(-15, 15))
def test_tiles_are_expected_as_the_print_was_seen(strength, degrees):
    palette = charted(strength, degrees)
    for name in COLOURS:
        true = turned(palette.usual[name], strength, degrees)
        left = np.linalg.norm(palette.colours[name] - true)
        assert left <= 0.6 * np.linalg.norm(palette.usual[name] - true) + 0.5


def test_the_usual_print_changes_nothing():
    palette = charted(1.0, 0.0)
    for name in (*COLOURS, "first"):
        assert palette.colours[name] == pytest.approx(palette.usual[name], abs=0.01)


def test_nothing_seen_is_no_rendition():
    nothing = np.zeros((0, 3))
    found = rendition(nothing, nothing, np.zeros(0))
    assert found.hue == pytest.approx(PLAIN.hue)
    assert found.depth == pytest.approx(1.0)


def test_what_was_learned_is_not_forgotten_and_tells_of_the_rest():
    palette = usual("azul", COLOURS)
    pale = {name: turned(palette.usual[name], 0.7, 0) for name in ("blue", "red", "yellow")}
    for name, seen in [*pale.items()] * 8:
        palette = palette.learn(name, np.tile(seen, (9, 1)))
    assert palette.colours["blue"] == pytest.approx(pale["blue"], abs=4)
    before = usual("summer-pavilion", ("green", "blue", "red", "yellow"))
    for name, seen in [*pale.items()] * 8:
        before = before.learn(name, np.tile(seen, (9, 1)))
    green = before.colours["green"]
    assert np.hypot(*green[1:]) < 0.9 * np.hypot(*before.usual["green"][1:])
    assert "green" not in before.counts
