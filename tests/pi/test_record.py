"""A picture carries how it was taken, and stays the picture it was."""

import io

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from kept_record import record_of
from PIL import Image

from hardware.cameras.jpeg_note import OURS, with_record

PIXELS = np.random.default_rng(3).integers(0, 255, (24, 32, 3), np.uint8)
JPEG = cv2.imencode(".jpg", PIXELS)[1].tobytes()
TAKEN = {"ExposureTime": 8000, "ColourGains": [1.9, 1.6], "camera": "ö"}


def test_what_is_written_is_read():
    assert record_of(with_record(JPEG, TAKEN)) == TAKEN
    assert record_of(JPEG) == {}


def test_the_picture_is_the_same():
    kept = with_record(JPEG, TAKEN)
    for flag in (cv2.IMREAD_COLOR, cv2.IMREAD_GRAYSCALE):
        before = cv2.imdecode(np.frombuffer(JPEG, np.uint8), flag)
        after = cv2.imdecode(np.frombuffer(kept, np.uint8), flag)
        assert (before == after).all()


def test_other_programs_read_it():
    with Image.open(io.BytesIO(with_record(JPEG, TAKEN))) as image:
        assert image.size == (32, 24)
        assert image.info["comment"].startswith(b"companion {")
        image.load()


def test_nothing_to_keep_changes_nothing():
    assert with_record(JPEG, {}) == JPEG
    assert with_record(b"no picture", TAKEN) == b"no picture"
    assert with_record(JPEG, {"x": "y" * 70_000}) == JPEG


@given(st.binary(max_size=200))
def test_no_bytes_are_a_reason_to_fail(data):
    assert OURS in with_record(b"\xff\xd8" + data, TAKEN)
