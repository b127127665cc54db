"""What phones send may be anything: it is taken upright and handy, or refused in one sentence."""

import errno
import io
import os
import struct
import time
import zlib
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.boards import load
from companion.errors import PictureError
from companion.service.pictures import decoder_words
from companion.service.pictures.decoder_words import said_by_libraries
from companion.service.pictures.photograph import (
    HANDY_PX,
    MOST_BYTES,
    photograph,
    picture_from,
    pixels_of,
    size_of,
)
from companion.service.pictures.single_picture import find_boards, look_at
from tests.sittings import DEMO


def encoded(width, height, kind=".jpg", seed=0):
    """A picture of some colours as a file."""
    small = np.random.default_rng(seed).integers(0, 255, (6, 8, 3), np.uint8)
    return cv2.imencode(kind, cv2.resize(small, (width, height)))[1].tobytes()


def turned(orientation, width=64, height=48):
    """A JPEG whose left half is white, with an EXIF orientation and a place on the earth."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2] = 255
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x8825] = {1: "N", 2: (50.0, 5.0, 0.0)}
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=95, exif=exif)
    return out.getvalue()


def bomb(width, height):
    """A PNG of a few bytes that would be unpacked to gigabytes."""

    def part(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", b"") + part(b"IEND", b"")


def refusal(data):
    with pytest.raises(PictureError) as error:
        photograph(data)
    said = str(error.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("size", [(640, 480), (480, 640), (3000, 200)])
def test_the_size_is_known_before_anything_is_unpacked(kind, size):
    assert size_of(encoded(*size, kind)) == size


def test_webp_of_every_kind_has_its_size():
    for options in ({"lossless": True}, {"quality": 60}, {"quality": 60, "exif": b"Exif\0\0MM"}):
        out = io.BytesIO()
        Image.new("RGB", (321, 123), "red").save(out, "WEBP", **options)
        assert size_of(out.getvalue()) == (321, 123)


def test_a_handy_jpeg_is_kept_byte_for_byte():
    data = encoded(1640, 1232)
    assert photograph(data).jpeg == data


@pytest.mark.parametrize("size", [(4000, 3000), (3000, 4000), (7000, 5000), (2100, 900)])
def test_a_large_picture_becomes_handy_and_is_kept_as_it_is_read(size):
    taken = photograph(encoded(*size))
    height, width = taken.pixels.shape[:2]
    assert max(width, height) == HANDY_PX
    assert width / height == pytest.approx(size[0] / size[1], rel=0.01)
    assert np.array_equal(pixels_of(taken.jpeg), taken.pixels)


@pytest.mark.parametrize("kind", [".png", ".jpg"])
@pytest.mark.parametrize(("size", "handy"), [((60_000, 1), (2048, 1)), ((3, 20_000), (1, 2048))])
def test_of_a_strip_however_thin_something_is_left(kind, size, handy):
    picture = photograph(encoded(*size, kind))
    assert picture.pixels.shape[1::-1] == handy


@pytest.mark.parametrize(
    ("orientation", "white"), [(1, "left"), (3, "right"), (6, "top"), (8, "bottom")]
)
def test_a_picture_is_turned_as_its_file_says(orientation, white):
    pixels = photograph(turned(orientation)).pixels
    middle = {"left": (0.5, 0.1), "right": (0.5, 0.9), "top": (0.1, 0.5), "bottom": (0.9, 0.5)}
    for where, (row, column) in middle.items():
        point = pixels[int(row * pixels.shape[0]), int(column * pixels.shape[1])]
        assert (point.mean() > 128) == (where == white) or where not in (
            white,
            {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[white],
        )


def test_where_a_picture_was_taken_is_not_kept():
    data = turned(1)
    assert b"Exif" in data
    assert b"Exif" not in photograph(data).jpeg


@pytest.mark.parametrize(
    ("marker", "told"),
    [
        (b"\xff\xe1", b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude='50,5N'/>"),
        (b"\xff\xed", b"Photoshop 3.0\08BIM the town's name"),
    ],
    ids=["XMP", "IPTC"],
)
def test_nor_is_it_where_a_program_has_written_it_without_exif(marker, told):
    data = encoded(640, 480)
    data = data[:2] + marker + struct.pack(">H", len(told) + 2) + told + data[2:]
    assert told not in photograph(data).jpeg


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no picture arrived"),
        (b"hello", "no picture"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "HEIC"),
        (b"\0\0\0\x18ftypmif1" + bytes(64), "HEIC"),
        (b"\0\0\0\x18ftypavif" + bytes(64), "AVIF"),
        (b"\0\0\0\x18ftypmp42" + bytes(64), "film"),
        (b"\0\0\0\x14ftypqt  " + bytes(64), "film"),
        (b"\x1a\x45\xdf\xa3" + bytes(64), "film"),
        (b"RIFF\0\0\0\0AVI " + bytes(64), "film"),
        (b"%PDF-1.4" + bytes(64), "no picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"),
        (b"\xff\xd8" + bytes(200), "no picture"),
        (bytes(MOST_BYTES + 1), "25 megabytes"),
        (bomb(60000, 60000), "64 megapixels"),
        (bomb(0, 10), "no picture"),
        (encoded(8100, 8000), "64 megapixels"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_picture_is_refused_in_a_sentence(data, word):
    assert word in refusal(data)


@pytest.mark.parametrize("size", [(32_767, 9), (9, 32_767)])
def test_what_is_read_at_full_size_must_not_be_too_long_to_look_into(size):
    with pytest.raises(PictureError, match="32,766 pixels long"):
        pixels_of(encoded(*size, ".png"))


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_picture_that_is_cut_off_is_refused(kind, part):
    noisy = np.random.default_rng(1).integers(0, 255, (400, 600, 3), np.uint8)
    data = cv2.imencode(kind, noisy)[1].tobytes()
    assert "cut off" in refusal(data[: int(part * len(data))])


WHOLE = (DEMO / "004.jpg").read_bytes()


def test_a_film_of_the_moment_behind_a_picture_is_passed_over():
    film = b"\0\0\0\x18ftypmp42" + b"\xff\xd9 by chance \xff\xda" + bytes(999)
    assert np.array_equal(pixels_of(WHOLE + film), pixels_of(WHOLE))
    assert np.array_equal(photograph(WHOLE + film).pixels, photograph(WHOLE).pixels)


HALF = WHOLE[: len(WHOLE) // 2] + WHOLE[-2:]
"""Damaged within: it ends as it should, and libjpeg makes grey of what is missing."""

SPOILT = WHOLE[:60_000] + bytes(512) + WHOLE[60_512:]


@pytest.mark.parametrize("data", [HALF, SPOILT], ids=["cut within", "spoilt within"])
def test_a_picture_damaged_within_is_refused_too(data, capfd):
    assert np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)).any()
    assert "damaged" in refusal(data)


def test_bytes_between_the_parts_of_a_picture_do_no_harm(capfd):
    at = WHOLE.index(b"\xff\xda")
    data = WHOLE[:at] + bytes(3) + WHOLE[at:]
    assert np.array_equal(photograph(data).pixels, photograph(WHOLE).pixels)
    assert "extraneous bytes" in capfd.readouterr().err, "the decoder has noticed"


def test_what_others_say_while_a_picture_is_looked_at_is_said_all_the_same(capfd):
    with said_by_libraries(aloud=True) as said:
        os.write(2, b"the club is out of reach\n")
        assert capfd.readouterr().err == ""
        assert said() == b"the club is out of reach\n"
    os.write(2, b"it is back\n")
    assert capfd.readouterr().err == "the club is out of reach\nit is back\n"


def no_room(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("broken", ["mkstemp", "os.dup"])
def test_without_room_to_take_down_what_is_said_a_picture_is_read_all_the_same(monkeypatch, broken):
    monkeypatch.setattr(f"{decoder_words.__name__}.{broken}", no_room)
    assert photograph(WHOLE).jpeg == WHOLE


def test_a_log_that_cannot_be_written_costs_no_picture(monkeypatch, capfd):
    monkeypatch.setattr(decoder_words.os, "write", no_room)
    assert photograph(WHOLE[:-2] + bytes(3) + WHOLE[-2:]).pixels.any()


def test_pictures_that_come_at_once_are_told_apart(capfd):
    """What is said of one is not said of another, and standard error is given back."""
    with ThreadPoolExecutor(4) as phones:
        taken = list(phones.map(is_taken, [WHOLE, HALF] * 6))
    assert taken == [True, False] * 6
    os.write(2, b"heard")
    assert capfd.readouterr().err.endswith("heard")


def is_taken(data):
    try:
        return bool(photograph(data).pixels.any())
    except PictureError:
        return False


@given(
    st.binary(max_size=300), st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF"])
)
def test_what_is_made_up_is_refused_in_a_sentence(data, start):
    refusal(start + data)


@pytest.mark.long
def test_twelve_megapixels_are_answered_in_at_most_three_times_the_time_of_two():
    """From the bytes that arrive to what lies on the boards, on the same core in one run."""
    small = cv2.imread(str(DEMO / "003.jpg"))
    large = cv2.resize(small, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    two, twelve = (cv2.imencode(".jpg", each)[1].tobytes() for each in (small, large))
    answered_s(two)  # what is loaded once counts for neither
    assert answered_s(twelve) < 3 * answered_s(two)


def answered_s(data):
    board, start = load("azul"), time.process_time()
    pixels = photograph(data).pixels
    corners = find_boards(pixels, board, 2)
    assert len(look_at(pixels, board, corners).sighting.boards) == 2
    return time.process_time() - start


@pytest.mark.parametrize("data", [b"", b"no picture", bomb(60_000, 60_000)])
def test_a_kept_picture_that_is_none_is_said_to_be_damaged(data):
    """An archive of another table may bring anything, also what no memory holds."""
    with pytest.raises(PictureError, match=r"the picture 003\.jpg is damaged; take it again"):
        picture_from("003.jpg", data)
