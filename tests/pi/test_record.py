"""A picture carries how it was taken, and stays the picture it was."""

import io

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.cameras.jpeg_note import record_of, with_record

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


def test_other_programs_read_it_too():
    with Image.open(io.BytesIO(with_record(JPEG, TAKEN))) as image:
        assert image.size == (32, 24)
        assert image.info["comment"].startswith(b"companion {")
        image.load()


def test_nothing_to_keep_changes_nothing():
    assert with_record(JPEG, {}) == JPEG
    assert with_record(b"no picture", TAKEN) == b"no picture"
    assert with_record(JPEG, {"x": "y" * 70_000}) == JPEG


@pytest.mark.parametrize("body", [b"companion {", b"companion []", b"somebody else's"])
def test_a_comment_that_is_not_ours_is_no_record(body):
    comment = b"\xff\xfe" + (len(body) + 2).to_bytes(2, "big") + body
    assert record_of(JPEG[:2] + comment + JPEG[2:]) == {}


@given(st.integers(0, len(JPEG) + 80))
def test_a_torn_picture_is_no_reason_to_fail(length):
    kept = with_record(JPEG, TAKEN)[:length]
    assert record_of(kept) in ({}, TAKEN)


@given(st.binary(max_size=200))
def test_no_bytes_are_a_reason_to_fail(data):
    assert isinstance(record_of(b"\xff\xd8" + data), dict)
