"""The score cube seen from the side: its foot on one number, its top before the next."""

from __future__ import annotations

from itertools import compress

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.chosen_numbers import COARSE_SCALE
from companion.geometry.rectify import Flat, flat_size, from_flat, to_flat
from companion.vision.pieces.cube import CUBE_HEIGHT_MM, around_spaces, read_score

AZUL = load("azul")
TRACK = {cell.value: cell for cell in AZUL.of_kind("track")}
SIDE_MM = 8.5
LEANS = [(0, 0), (CUBE_HEIGHT_MM, 0), (-CUBE_HEIGHT_MM, 3), (2, -8), (5, 5)]


def seen_with(number, lean_mm, frame=False, aside_mm=(0, 0)):
    """A bright track with a cube on ``number``, whose top lies ``lean_mm`` beyond its foot.

    It stands ``aside_mm`` of the middle of its space.
    """
    width, height = flat_size(AZUL.size_mm, COARSE_SCALE)
    image = np.full((height, width, 3), 225, np.uint8)
    half = SIDE_MM / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    lean = np.array(lean_mm) / 2
    middle = np.array(TRACK[number].centre_mm) + aside_mm
    points = np.concatenate((middle - lean + half, middle + lean + half))
    hull = cv2.convexHull(to_flat(points, COARSE_SCALE).astype(np.float32)).round().astype(np.int32)
    cv2.fillConvexPoly(image, hull, (28, 26, 25))
    if frame:
        image[: int(to_flat(np.array([[0.0, 6.0]]), COARSE_SCALE)[0, 1])] = 20
    return Flat(image)


@pytest.mark.parametrize("number", [1, 6, 17, 20, 21, 49, 72, 100])
@pytest.mark.parametrize("lean", LEANS)
def test_a_cube_seen_from_any_side_stands_on_its_number(number, lean):
    assert read_score(seen_with(number, lean), AZUL) == number


@pytest.mark.parametrize(("track", "cube"), [(1, 0), (3, 2)])
def test_a_track_that_is_nearly_black_stops_no_reading(track, cube):
    """Half a level is all that a cube is darker then, and that is rounded away."""
    image = np.where(seen_with(17, (0, 0)).image > 128, track, cube).astype(np.uint8)
    assert read_score(Flat(image), AZUL) == 17


@pytest.mark.parametrize("number", [6, 17, 49, 72])
@pytest.mark.parametrize("aside", [(-3, 0), (3, 0)])
def test_a_cube_that_covers_two_numbers_stands_on_that_where_its_middle_is(number, aside):
    """Both are as dark."""
    for lean in (CUBE_HEIGHT_MM, 0), (-CUBE_HEIGHT_MM, 0):
        assert read_score(seen_with(number, lean, aside_mm=aside), AZUL) == number


@pytest.mark.parametrize("number", [0, 3])
def test_a_dark_frame_beside_the_track_is_no_part_of_the_cube(number):
    assert read_score(seen_with(number, (0, -6), frame=True), AZUL) == number


@pytest.mark.parametrize(
    ("way", "reach"), [((8, 5), (7, 5)), ((-8, 5), (7, 5)), ((8, -5), (7, 5)), ((11, 0), (10, 6))]
)
def test_the_shadow_of_a_cube_is_no_part_of_it(way, reach):
    """Half as bright as the track, wider than the cube, and one with it."""
    flat = seen_with(49, (0, 0))
    low, high = (np.array(TRACK[49].centre_mm) + way + np.array(reach) * sign for sign in (-1, 1))
    (left, top), (right, bottom) = to_flat(np.array([low, high]), COARSE_SCALE).round().astype(int)
    shadow = flat.image[top:bottom, left:right]
    shadow[shadow > 90] = 90
    assert read_score(flat, AZUL) == 49


@pytest.mark.parametrize("number", [0, 3, 22, 41])
def test_a_cube_under_the_veil_of_a_lamp_is_darker_than_what_lies_around_it(number):
    """Not than the track's other end, on which no lamp is mirrored."""
    flat = seen_with(number, (2, -3))
    veil = np.linspace(190, 0, flat.image.shape[1])[:, None]
    lit = np.clip(0.7 * flat.image + veil, 0, 255).astype(np.uint8)
    assert read_score(Flat(lit), AZUL) == number


def test_printed_figures_are_no_cube():
    width, height = flat_size(AZUL.size_mm, COARSE_SCALE)
    image = np.full((height, width, 3), 225, np.uint8)
    for cell in TRACK.values():
        at = to_flat(np.array([cell.centre_mm]), COARSE_SCALE)[0].round().astype(int)
        spot = (int(at[0]), int(at[1]))
        cv2.putText(image, str(cell.value), spot, 0, 0.25 * COARSE_SCALE, (40, 40, 40))
    assert read_score(Flat(image), AZUL) is None


def read_where_it_ends(number, column):
    """What is read of a cube on ``number`` in a picture that ends amid a ``column``."""
    flat = seen_with(number, (0, 0))
    end = round(to_flat(np.array([TRACK[column].centre_mm]), COARSE_SCALE)[0, 0])
    flat.image[:, end:] = 0
    right = from_flat(np.array([[end, 0]]), COARSE_SCALE)[0, 0]
    beyond = (around_spaces(AZUL)[..., 0] >= right).any(axis=1)
    return read_score(flat, AZUL, frozenset(compress((cell.id for cell in TRACK.values()), beyond)))


@pytest.mark.parametrize(("number", "column"), [(3, 16), (21, 17), (46, 9), (62, 4)])
def test_no_cube_stands_where_the_picture_ends_and_all_is_black(number, column):
    assert read_where_it_ends(number, column) == number


@pytest.mark.parametrize("column", [9, 16, 19])
def test_a_cube_beyond_the_end_of_the_picture_is_not_seen(column):
    assert {read_where_it_ends(number, column) for number in (column, column + 1, 20)} == {None}
