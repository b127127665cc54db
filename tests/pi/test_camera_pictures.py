"""What a camera's picture is: new, bright enough, of one size, with how it was taken."""

import time
from unittest.mock import patch

import cv2
import numpy as np
import pytest
from cable_camera import QUICK, Plugged, silent
from kept_record import record_of

from companion.errors import CameraLost, PictureError
from hardware.cameras.steady import Limits, SteadyCamera


def test_a_picture_is_jpeg_and_pixels_with_how_it_was_taken(camera):
    picture = camera.frame()
    assert picture.pixels.shape == (48, 64, 3)
    assert cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), 1).shape == (48, 64, 3)
    assert picture.record == {"ExposureTime": 1000}
    assert picture.name == "test-0001.jpg"
    assert camera.frame().name == "test-0002.jpg"


def test_how_it_was_taken_is_in_the_picture_wherever_that_is_kept(camera):
    assert record_of(camera.frame().jpeg) == {"ExposureTime": 1000}


def test_a_camera_that_repeats_its_picture_is_opened_again(camera, cable, caplog):
    """Drivers hand out the last picture for ever when the camera behind them hangs."""
    first = camera.frame()
    cable.frozen = True
    thawed = cable.make().close  # what opening it again does for such a camera

    def close(self):
        cable.frozen = False
        thawed()

    with patch.object(Plugged, "close", close):
        second = camera.frame()
    assert (cable.opened, cable.closed) == (2, 1)
    assert (first.pixels != second.pixels).any()
    assert "the same picture again and again" in caplog.text
    for _ in range(4):
        camera.frame()
    assert cable.opened == 2


def test_a_camera_without_noise_is_believed_once_it_was_opened_again(camera, cable):
    camera.frame()
    cable.frozen = True
    for _ in range(5):
        camera.frame()
    assert cable.opened == 2
    cable.frozen = False
    camera.frame()
    cable.frozen = True
    camera.frame()
    assert cable.opened == 3, "it has had noise in between"


def test_a_black_picture_is_no_picture(camera, cable):
    cable.image = np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()


def test_a_picture_without_colours_is_none(camera, cable):
    cable.image = np.arange(48 * 64, dtype=np.uint8).reshape(48, 64, 1).repeat(3, axis=2)
    with pytest.raises(PictureError, match="night vision"):
        camera.frame()


def test_a_dim_picture_is_one(camera, cable):
    """By a candle: the eyes say what they can make of it."""
    cable.image = np.full((48, 64, 3), (10, 12, 14), np.uint8)
    assert camera.frame().pixels.mean() == pytest.approx(12, abs=0.01)


def test_a_picture_has_its_own_limit(cable):
    camera = SteadyCamera("test", cable.make, Limits(open_s=60, frame_s=0.1, attempts=1))
    camera.start()
    cable.hang.clear()
    began = time.monotonic()
    with pytest.raises(CameraLost, match=r"did not answer within 0.1 s"):
        camera.frame()
    assert time.monotonic() - began < 10


def test_light_that_was_measured_in_the_dark_is_measured_anew(cable):
    """The cap was on when the camera started: what it locked then is all too bright."""
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    bright, cable.image = cable.image, np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()
    assert (forgotten, cable.opened) == ([], 1), "as long as it is dark there is nothing to measure"
    cable.image = bright
    assert camera.frame().name == "test-0001.jpg"
    assert (forgotten, cable.opened, cable.closed) == ([1], 2, 1)
    camera.frame()
    assert cable.opened == 2


def test_a_lamp_that_goes_out_in_mid_game_changes_no_light(cable):
    """Colours are compared with pictures of before."""
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    camera.frame()
    bright, cable.image = cable.image, np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError):
        camera.frame()
    cable.faults = [silent()]
    with pytest.raises(PictureError):
        camera.frame()
    cable.image = bright
    camera.frame()
    assert forgotten == []


@pytest.mark.parametrize(("turn", "corner"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_a_camera_mounted_turned_is_turned_back(cable, turn, corner):
    cable.image = np.full((48, 64, 3), (40, 40, 60), np.uint8)
    cable.image[0, 0] = 250  # was top left
    picture = SteadyCamera("test", cable.make, QUICK, rotate=turn).frame()
    assert picture.pixels.shape == ((48, 64, 3) if turn == 180 else (64, 48, 3))
    assert picture.pixels[corner][0] == 250


def test_a_new_sitting_measures_the_light_anew(cable):
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    camera.frame()
    camera.rewind()
    assert forgotten == [1]
    assert cable.closed == 1
    camera.frame()
    assert cable.opened == 2
