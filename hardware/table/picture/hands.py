"""Hands that reach over the table."""

from __future__ import annotations

import cv2
import numpy as np

from companion.arrays import Image, Points
from companion.geometry.camera import Camera
from hardware.table.picture.shadows import darken
from hardware.table.picture.table_scene import Hand

HEIGHT_MM = 45.0
"""How high over the table a hand is."""

SHADOW_MM = 22.0
FINGERS = ((-0.62, 62.0, 8.0), (-0.24, 86.0, 8.5), (0.04, 92.0, 9.0), (0.32, 86.0, 8.5))
"""Angle to the arm (radians), length from the palm and half the width of each finger, mm."""

THUMB = (0.95, 66.0, 9.5)
PALM_MM = 38.0
WRIST_MM = 27.0
ARM_MM = 34.0


def draw_hand(image: Image, camera: Camera, hand: Hand) -> None:
    """Draw a hand with its arm and its shadow into ``image``, in place."""
    shadow = np.zeros(image.shape[:2], np.uint8)
    away = np.array([SHADOW_MM, SHADOW_MM])
    pixels = [
        _capsule(shadow, camera, a + away, b + away, r, 255, 0.0) for a, b, r, _ in _parts(hand)
    ]
    darken(image, shadow, np.concatenate(pixels), 9.0, 0.4)
    for start, end, radius, colour in _parts(hand):
        _capsule(image, camera, start, end, radius, colour, HEIGHT_MM)


def _parts(hand: Hand) -> list[tuple[Points, Points, float, tuple[int, int, int]]]:
    """Return the capsules a hand is made of: both ends (2,), half the width, colour; arm first."""
    tip, start = np.array(hand.tip_mm), np.array(hand.from_mm)
    ahead = (tip - start) / max(float(np.linalg.norm(tip - start)), 1.0)
    palm = tip - 70.0 * ahead
    wrist = palm - 75.0 * ahead
    dark = tuple(int(0.86 * level) for level in hand.skin)
    parts = [
        (start, wrist - 25.0 * ahead, ARM_MM, hand.sleeve),
        (wrist - 30.0 * ahead, wrist, WRIST_MM, hand.skin),
        (wrist, palm, 0.8 * PALM_MM, hand.skin),
        (palm, palm, PALM_MM, hand.skin),
    ]
    for n, (angle, length, radius) in enumerate((THUMB, *FINGERS)):
        finger = palm + length * _turned(ahead, angle)
        parts.append((palm, finger, radius, hand.skin if n % 2 else (dark[0], dark[1], dark[2])))
    return parts


def _turned(ahead: Points, angle: float) -> Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * ahead[0] - s * ahead[1], s * ahead[0] + c * ahead[1]])


def _capsule(
    image: Image,
    camera: Camera,
    start: Points,
    end: Points,
    radius_mm: float,
    colour: tuple[int, int, int] | int,
    height_mm: float,
) -> Points:
    """Draw a rod with round ends; return the pixels of its ends, spread by its width."""
    seen = camera.project(np.array([start, end, end + [radius_mm, 0.0]]), height_mm)
    radius = float(np.linalg.norm(seen[2] - seen[1]))
    ink = colour if isinstance(colour, tuple) else (colour,)
    a, b = (tuple(int(v) for v in np.round(point)) for point in seen[:2])
    cv2.line(image, a, b, ink, max(1, round(2 * radius)), cv2.LINE_AA)
    return np.concatenate((seen[:2] - radius, seen[:2] + radius))
