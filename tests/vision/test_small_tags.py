"""Brackets far away: small tags, blurred, whose white paper the camera shows burnt."""

import cv2
import numpy as np
import pytest

from companion.geometry import bracket_tags
from companion.geometry.bracket import tag_corners
from companion.geometry.bracket_tags import find_tags

FINE, SIDE = 8, 100
MIDDLE = FINE * SIDE / 2
BOARD_MM = (259.0, 259.0)
SIDE_PX = 700


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
        tags = find_tags(gray, [number], BOARD_MM)
        for corners in tags.values():
            assert corners.mean(axis=0) == pytest.approx([SIDE / 2 - 0.5] * 2, abs=0.7)
            assert np.linalg.norm(corners[0] - corners[1]) == pytest.approx(wide_px, abs=2)
        found += tags
    assert len(found) >= 15


def test_no_tag_is_made_out_where_none_lies():
    gray = photographed(3, 20, 1.5, 0.9, 10)
    assert find_tags(gray, [4, 5, 6], BOARD_MM) == {}
    assert find_tags(np.full((SIDE, SIDE), 200, np.uint8), range(16), BOARD_MM) == {}


@pytest.fixture
def searched(monkeypatch):
    """Notes of how many pixels each part of a picture is in which tags are looked for."""
    sizes = []
    detect = bracket_tags._detect

    def noted(gray, wanted, windows):
        sizes.append(gray.size)
        return detect(gray, wanted, windows)

    monkeypatch.setattr(bracket_tags, "_detect", noted)
    return sizes


def table_with(tags):
    """A grey picture of the brackets of a board, two pixels a millimetre."""
    gray = np.full((SIDE_PX, SIDE_PX), 60, np.uint8)
    symbols = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag in tags:
        corners = (2 * (tag_corners(tag, BOARD_MM) + 45)).round().astype(int)
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        gray[top - 12 : bottom + 12, left - 12 : right + 12] = 230
        image = cv2.aruco.generateImageMarker(symbols, tag, right - left)
        gray[top:bottom, left:right] = np.rot90(image, -tag)
    return gray


def from_afar(gray):
    """The same so small that its lower left quarter, which is blurred, is not read at first."""
    small = cv2.resize(gray, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    quarter = small[len(small) // 2 :, : len(small) // 2]
    quarter[:] = cv2.GaussianBlur(quarter, (0, 0), 0.8)
    return small


def test_what_is_missing_of_a_board_is_looked_for_where_its_other_brackets_have_it(searched):
    gray = from_afar(table_with(range(4)))
    found = find_tags(gray, range(4), BOARD_MM)
    assert set(found) == {0, 1, 2, 3}
    there = 0.6 * (tag_corners(3, BOARD_MM).mean(axis=0) + 45) - 0.5
    assert found[3].mean(axis=0) == pytest.approx(there, abs=0.7)
    whole, *parts = searched
    assert whole == gray.size
    assert 0 < max(parts) < gray.size


def test_a_covered_bracket_costs_no_search_of_the_whole_picture(searched):
    assert set(find_tags(table_with([0, 1, 2]), range(4), BOARD_MM)) == {0, 1, 2}
    assert [size for size in searched if size >= SIDE_PX**2] == [SIDE_PX**2]


def test_a_board_of_which_one_bracket_was_seen_is_looked_for_everywhere(searched):
    assert set(find_tags(table_with([2]), range(8), BOARD_MM)) == {2}
    assert max(searched) > SIDE_PX**2


def test_a_misread_tag_that_has_the_others_nowhere_costs_nothing(monkeypatch, searched):
    flat = np.array([[10.0, 10.0], [20.0, 10.0], [30.0, 10.0], [40.0, 10.0]])
    noted = bracket_tags._detect
    first = [{1: flat, 2: flat}]
    monkeypatch.setattr(
        bracket_tags, "_detect", lambda *args: first.pop() if first else noted(*args)
    )
    assert set(find_tags(table_with([]), range(4), BOARD_MM)) == {1, 2}
