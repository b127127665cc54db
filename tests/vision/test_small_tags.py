"""Brackets far away: small tags, blurred, whose white paper the camera shows burnt."""

import cv2
import numpy as np
import pytest

from companion.geometry.bracket_tags import find_tags

FINE, SIDE = 8, 100
MIDDLE = FINE * SIDE / 2


def photographed(number, wide_px, times_white, blur_px, turn_deg):
    """A grey picture of one tag on its white card, lit ``times_white`` as brightly as shows."""
    symbols = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    tag = cv2.aruco.generateImageMarker(symbols, number, 48).astype(np.float32) / 255
    card = np.ones((80, 80), np.float32)
    card[16:64, 16:64] = np.maximum(tag, 0.03)
    turned = cv2.getRotationMatrix2D((39.5, 39.5), turn_deg, FINE * wide_px / 48)
    turned[:, 2] += MIDDLE - 40
    light = cv2.warpAffine(card, turned, (FINE * SIDE, FINE * SIDE), borderValue=0.1)
    light = cv2.GaussianBlur(light * times_white, (0, 0), FINE * blur_px)
    light = cv2.resize(light, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return (255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


@pytest.mark.parametrize(
    ("wide_px", "times_white", "blur_px"),
    [(14, 1.5, 0.6), (15, 1.0, 0.9), (18, 1.0, 0.9), (20, 1.5, 0.9), (22, 1.0, 1.2)],
)
def test_small_blurred_and_burnt_tags_are_found_where_they_are(wide_px, times_white, blur_px):
    found = []
    for number in range(16):
        gray = photographed(number, wide_px, times_white, blur_px, 7 * number)
        tags = find_tags(gray, [number])
        for corners in tags.values():
            assert corners.mean(axis=0) == pytest.approx([SIDE / 2 - 0.5] * 2, abs=0.7)
            assert np.linalg.norm(corners[0] - corners[1]) == pytest.approx(wide_px, abs=2)
        found += tags
    assert len(found) >= 15


def test_no_tag_is_made_out_where_none_lies():
    gray = photographed(3, 20, 1.5, 0.9, 10)
    assert find_tags(gray, [4, 5, 6]) == {}
    assert find_tags(np.full((SIDE, SIDE), 200, np.uint8), range(16)) == {}
