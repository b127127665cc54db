"""Places that are free of other shapes: as many as a slow look at every one finds."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.free_ground import free_places

SIDES = (60.0, 40.0)
POINTS = st.tuples(st.floats(-10, 70), st.floats(-10, 50))
OUTLINES = st.lists(st.lists(POINTS, min_size=3, max_size=6), max_size=4)


def is_free(place, outlines, room_mm):
    shapes = (np.array(outline, np.float32) for outline in outlines)
    return all(cv2.pointPolygonTest(shape, place, True) < -room_mm for shape in shapes)


@given(OUTLINES, st.floats(0, 8))
def test_it_finds_what_a_look_at_every_place_finds(outlines, room_mm):
    everywhere = free_places(SIDES, (), 0, 4)
    found = free_places(SIDES, outlines, room_mm, 4)
    assert found.tolist() == [p for p in everywhere.tolist() if is_free(p, outlines, room_mm)]
    assert len(everywhere) == 15 * 10
