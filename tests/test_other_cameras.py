"""The same evening seen by other cameras, and in light that changes all the time.

Another camera changes all pictures alike, that of the empty boards too.
"""

from __future__ import annotations

from functools import cache, partial

import cv2
import numpy as np
import pytest
from sittings import labelled_demo

from companion.evaluation import measure
from hardware.simulated_devices import load_picture


def recoloured(image, strength, degrees):
    """The picture with colours of another strength and hue."""
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    turn = np.deg2rad(degrees)
    hue = strength * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    lab[..., 1:] = lab[..., 1:] @ hue.astype(np.float32)
    return np.clip(255 * cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), 0, 255).astype(np.uint8)


def darker(image, gamma):
    """The picture with another tone curve."""
    return np.clip(255 * (image / 255.0) ** gamma, 0, 255).astype(np.uint8)


CAMERAS = {
    "pale": partial(recoloured, strength=0.75, degrees=0),
    "strong": partial(recoloured, strength=1.25, degrees=0),
    "turned": partial(recoloured, strength=1.0, degrees=12),
    "turned back": partial(recoloured, strength=1.0, degrees=-12),
    "dark": partial(darker, gamma=1.3),
    "light": partial(darker, gamma=0.75),
}


def lit(image, blue, green, red):
    """The picture under a lamp of another colour."""
    return np.clip(image * np.array([blue, green, red]), 0, 255).astype(np.uint8)


LIGHTS = {
    "warm": partial(lit, blue=0.75, green=0.95, red=1.1),
    "cool": partial(lit, blue=1.15, green=1.0, red=0.8),
    "dim": partial(lit, blue=0.5, green=0.5, red=0.5),
    "another exposure": partial(darker, gamma=0.8),
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demonstration's sitting, with what it really shows."""
    return labelled_demo(tmp_path_factory.mktemp("demo") / "demo")


def some(cases, *short):
    """All cases, those not named here only when time is no matter."""
    return [pytest.param(n, marks=() if n in short else pytest.mark.long) for n in cases]


@pytest.mark.parametrize("camera", some(CAMERAS, "dark"))
def test_another_camera_reads_the_same_game(demo, camera):
    @cache
    def seen(file):
        return CAMERAS[camera](load_picture(demo / file).pixels)

    def load(entry):
        return seen(entry.file)

    whole = measure(demo, load)
    assert whole.misses == ()
    assert whole.asked == whole.right
    alone = measure(demo, load, sightings=True)
    assert alone.asked["cells"] - alone.right["cells"] <= 8, alone.misses  # of 940


@pytest.mark.parametrize("light", some(LIGHTS, "warm"))
def test_light_that_changes_in_every_second_picture_changes_nothing(demo, light):
    def load(entry):
        pixels = load_picture(demo / entry.file).pixels
        return LIGHTS[light](pixels) if int(entry.file.split(".")[0]) % 2 else pixels

    whole = measure(demo, load)
    assert whole.misses == ()
    assert whole.asked == whole.right
