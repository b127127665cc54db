"""The same evening seen by other cameras: paler, stronger, of another hue, darker or lighter.

All pictures are changed alike, that of the empty boards too: a camera does not change its mind.
"""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest
from sittings import labelled_demo

from companion.evaluation import measure
from hardware.simulated import load_picture


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


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demonstration's sitting, with what it really shows."""
    return labelled_demo(tmp_path_factory.mktemp("demo") / "demo")


@pytest.mark.parametrize("camera", CAMERAS)
def test_another_camera_reads_the_same_game(demo, camera):
    def load(entry):
        return CAMERAS[camera](load_picture(demo / entry.file).pixels)

    whole = measure(demo, load)
    assert whole.misses == ()
    assert whole.asked == whole.right
    alone = measure(demo, load, sightings=True)
    assert alone.asked["cells"] - alone.right["cells"] <= 1, alone.misses
