"""A camera that sees no colours: nothing is read, since tiles are told by theirs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn import AZUL, Table, picture

from companion.arrays import is_colourless
from companion.errors import BoardNotFound
from companion.sightings.sighting import View
from companion.vision import eyes


def by_night(image):
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp"])
def test_a_grey_picture_has_no_colours_in_any_format(kind):
    kept = cv2.imencode(kind, by_night(picture(Table())))[1]
    assert is_colourless(cv2.imdecode(kept, cv2.IMREAD_COLOR))


def test_a_grey_table_under_a_camera_that_sees_colours_is_no_such_picture():
    noise = np.random.default_rng(3).normal(0.0, 1.0, (480, 640, 3))
    assert not is_colourless((128 + noise).astype(np.uint8))
    assert not is_colourless(np.zeros((480, 640, 3), np.uint8))


def test_boards_are_not_looked_for_in_it():
    with pytest.raises(BoardNotFound, match="no colours") as refused:
        eyes.begin(by_night(picture(Table())), AZUL, 2)
    assert refused.value.seats == (0, 1)


def test_boards_are_lost_while_night_vision_is_on_and_read_again_after_it():
    day = picture(Table(tiles={0: {"wall/0/0": "blue"}}))
    scene = eyes.begin(picture(Table()), AZUL, 2)
    views = []
    for image in (day, by_night(day), day):
        seen, scene = eyes.look(image, scene)
        views.append([board.view for board in seen.boards])
    assert views == [[View.CLEAR] * 2, [View.LOST] * 2, [View.CLEAR] * 2]
