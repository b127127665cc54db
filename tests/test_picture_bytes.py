"""Whether all of a picture's file is there, and not more than can be looked into."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest
from sittings import DATA

from companion import cli
from companion.errors import PictureError
from companion.picture_bytes import MOST_SIDE, is_cut_off
from hardware.simulated_devices import load_picture

JPEG = (DATA / "fault" / "003.jpg").read_bytes()
PNG = cv2.imencode(".png", np.full((30, 40, 3), 90, np.uint8))[1].tobytes()
FILM = b"\0\0\0\x18ftypmp42" + b"\x12\xff\xd9\x34\xff\xda\x56\xff\xc0" + bytes(40)


@pytest.mark.parametrize("whole", [JPEG, PNG], ids=["JPEG", "PNG"])
def test_only_what_is_cut_off_is_said_to_be(whole):
    assert not is_cut_off(whole)
    assert not is_cut_off(whole + b"\0\0 what a camera leaves behind")
    assert is_cut_off(whole[:-2])
    assert not is_cut_off(b"something else")


def test_a_film_of_the_moment_behind_a_picture_does_not_cut_it_off():
    assert not is_cut_off(JPEG + FILM)
    assert is_cut_off(JPEG[:-2]), "its own end is missing"


def test_the_end_of_a_small_picture_within_is_not_the_end_of_the_large_one():
    small = b"Exif\0\0" + cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes()
    data = JPEG[:2] + b"\xff\xe1" + struct.pack(">H", len(small) + 2) + small + JPEG[2:]
    assert not is_cut_off(data)
    assert is_cut_off(data[: len(data) // 2])
    assert is_cut_off(data[:700])


def test_a_picture_of_several_scans_is_cut_off_within_each():
    pixels = cv2.imdecode(np.frombuffer(JPEG, np.uint8), cv2.IMREAD_COLOR)
    told = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    data = cv2.imencode(".jpg", pixels, told)[1].tobytes()
    assert data.count(b"\xff\xda") > 1
    assert not is_cut_off(data)
    assert all(is_cut_off(data[: int(part * len(data))]) for part in (0.01, 0.3, 0.6, 0.99))


def test_what_does_no_harm_to_a_picture_is_not_said(tmp_path, capfd):
    profile = b"iCCP" + b"nonsense"
    chunk = struct.pack(">I", 8) + profile + struct.pack(">I", zlib.crc32(profile))
    path = tmp_path / "profile.png"
    path.write_bytes(PNG[:33] + chunk + PNG[33:])
    assert cli.main(["boards", str(path), "--game", "azul"]) == 1
    assert capfd.readouterr().err == ""


def test_a_picture_that_is_too_long_to_look_into_is_refused(tmp_path):
    longest, too_long = (tmp_path / name for name in ("0.png", "1.png"))
    for path, side in ((longest, MOST_SIDE), (too_long, MOST_SIDE + 1)):
        path.write_bytes(cv2.imencode(".png", np.zeros((9, side, 3), np.uint8))[1].tobytes())
    assert load_picture(longest).pixels.shape == (9, MOST_SIDE, 3)
    with pytest.raises(PictureError, match=f"1.png is more than {MOST_SIDE:,} pixels long"):
        load_picture(too_long)
