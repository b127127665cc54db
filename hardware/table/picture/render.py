"""The simulated table drawn as its camera sees it: a pure function of a scene."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.arrays import Image
from companion.ports import Picture
from hardware.table.picture.flat import flat_of
from hardware.table.picture.hands import draw_hand
from hardware.table.picture.lamps import gains, mirrored, noisy
from hardware.table.picture.shadows import cast
from hardware.table.picture.solids import Played, Solid, draw, loose, on_board
from hardware.table.picture.table_scene import TableScene

SOFTNESS = 0.6
"""Standard deviation (pixels) of the blur of lens and sensor."""

QUALITY = 92
"""JPEG quality of the pictures."""


def render(scene: TableScene) -> Image:
    """Return the scene as the camera sees it, (H, W, 3) uint8 BGR.

    The same scene gives the same picture, to the last grain of noise.
    """
    if scene.black:
        width, height = scene.eye.size
        return noisy(np.zeros((height, width, 3), np.uint8), scene.light.noise, scene.exposure)
    image = flat_of(scene)
    solids = solids_of(scene)
    cast(image, scene.eye.camera, solids, scene.light.lamp_mm)
    draw(image, scene.eye.camera, solids)
    for hand in scene.hands:
        draw_hand(image, scene.eye.camera, hand)
    return _exposed(image, scene)


def solids_of(scene: TableScene) -> Sequence[Solid]:
    """Return everything on the table that has height, hands excepted."""
    played = Played(scene.board, scene.edition)
    beside = [loose(played, tile) for tile in scene.loose]
    for seat, seated in enumerate(scene.seats):
        beside += on_board(played, seated, f"{scene.seed}/{seat}")
    return beside


def picture_of(scene: TableScene, name: str) -> Picture:
    """Return the scene as a camera would give it: its JPEG, and that JPEG decoded."""
    _, data = cv2.imencode(".jpg", render(scene), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return Picture(name, data.tobytes(), np.asarray(pixels, np.uint8))


def _exposed(image: Image, scene: TableScene) -> Image:
    """Put the picture under its lamps and through lens and sensor."""
    lit = cv2.multiply(image, gains(scene.eye, scene.light), dtype=cv2.CV_8U)
    shine = mirrored(scene.eye, scene.light.glares)
    if shine is not None:
        lit = cv2.add(lit, shine)
    soft = cv2.GaussianBlur(lit, (0, 0), SOFTNESS)
    return noisy(np.asarray(soft, np.uint8), scene.light.noise, scene.exposure)
