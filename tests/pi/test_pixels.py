"""Whatever a camera delivers, the picture is BGR and a grey stays that grey."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware.cameras.pixels import CONVERTERS, Layout, matrix, to_bgr
from hardware.cameras.source import SourceError

WIDTH, HEIGHT = 64, 48
COLOURS = [(60, 120, 200), (255, 0, 0), (0, 255, 0), (0, 0, 255), (128, 128, 128), (10, 20, 15)]
"""Mid-tones and corners of the cube, as B, G, R."""


def plain(colour):
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def yuv(colour, layout):
    """The one luma and two chroma values of a colour, by the textbook."""
    forward = np.linalg.inv(matrix(layout)[:, :3].astype(float))
    return np.clip(np.rint(forward @ (np.array(colour, float) - matrix(layout)[:, 3])), 0, 255)


def delivered(colour, layout, padding=0):
    """A picture of one colour as the camera would put it into memory."""
    b, g, r = colour
    order = {"RGB888": (b, g, r), "BGR888": (r, g, b), "MJPEG": (r, g, b),
             "XRGB8888": (b, g, r, 255), "XBGR8888": (r, g, b, 255)}  # fmt: skip
    if layout.format in order:
        return np.tile(np.array(order[layout.format], np.uint8), (HEIGHT, WIDTH, 1))
    y, u, v = yuv(colour, layout)
    if layout.format in ("YUYV", "YVYU", "UYVY", "VYUY"):
        value = {"Y": (y, y), "U": (u,), "V": (v,)}
        used = dict.fromkeys("YUV", 0)
        four = []
        for letter in layout.format:
            four.append(value[letter][min(used[letter], len(value[letter]) - 1)])
            used[letter] += 1
        return np.tile(np.array(four, np.uint8), (HEIGHT, WIDTH // 2)).reshape(HEIGHT, WIDTH, 2)
    stride = WIDTH + padding
    luma = np.full((HEIGHT, stride), y, np.uint8)
    first, second = (u, v) if layout.format in ("NV12", "YUV420") else (v, u)
    if layout.format.startswith("NV"):
        chroma = np.tile(np.array([first, second], np.uint8), (HEIGHT // 2, stride // 2))
    else:
        plane = HEIGHT // 2 * (stride // 2)
        chroma = np.repeat(np.array([first, second], np.uint8), plane).reshape(HEIGHT // 2, stride)
    return np.vstack([luma, chroma])


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("full_range", [True, False])
@pytest.mark.parametrize("format", CONVERTERS)
def test_every_format_comes_out_as_the_colour_that_went_in(format, full_range, colour):
    layout = Layout(format, WIDTH, HEIGHT, full_range)
    image = to_bgr(delivered(colour, layout), layout)
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert image.dtype == np.uint8
    assert image.flags.c_contiguous
    assert np.abs(image.astype(int) - colour).max() <= 3


@pytest.mark.parametrize("encoding", ["Rec601", "Rec709", "Rec2020"])
def test_the_encoding_is_taken_from_the_configuration(encoding):
    layout = Layout("NV12", WIDTH, HEIGHT, full_range=False, encoding=encoding)
    image = to_bgr(delivered((60, 120, 200), layout), layout)
    assert np.abs(image.astype(int) - (60, 120, 200)).max() <= 3


@pytest.mark.parametrize("format", ["YUV420", "YVU420", "NV12"])
def test_padding_at_the_right_edge_is_left_out(format):
    layout = Layout(format, WIDTH, HEIGHT)
    image = to_bgr(delivered((60, 120, 200), layout, padding=32), layout)
    assert np.abs(image.astype(int) - (60, 120, 200)).max() <= 3


def test_the_limited_range_is_what_opencv_takes_for_granted():
    """An independent judge for the matrix: OpenCV's own Rec601 conversion, inside plain blocks."""
    blocks = np.random.default_rng(7).integers(30, 220, (3, 4, 3), np.uint8)
    planes = cv2.cvtColor(blocks.repeat(16, 0).repeat(16, 1), cv2.COLOR_BGR2YUV_I420)
    ours = to_bgr(planes, Layout("YUV420", WIDTH, HEIGHT, full_range=False))
    theirs = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
    assert np.abs(ours[8::16, 8::16].astype(int) - theirs[8::16, 8::16]).max() <= 2


def test_the_wrong_range_would_turn_a_mid_tone():
    full = Layout("NV12", WIDTH, HEIGHT, full_range=True)
    array = delivered((60, 120, 200), full)
    wrong = to_bgr(array, Layout("NV12", WIDTH, HEIGHT, full_range=False))
    assert np.abs(wrong.astype(int) - (60, 120, 200)).max() > 8


@pytest.mark.parametrize(
    ("space", "full_range", "encoding"),
    [
        (SimpleNamespace(range="Range.Full", ycbcrEncoding="YcbcrEncoding.Rec601"), True, "Rec601"),
        (SimpleNamespace(range="Range.Limited", ycbcrEncoding="Rec709"), False, "Rec709"),
        (
            SimpleNamespace(
                range=SimpleNamespace(name="Limited"), ycbcrEncoding=SimpleNamespace(name="Rec2020")
            ),
            False,
            "Rec2020",
        ),
        (None, True, "Rec601"),
    ],
)
def test_the_layout_is_what_was_really_configured(space, full_range, encoding):
    main = {"format": "NV12", "size": (1280, 960), "stride": 1280}
    layout = Layout.of({"main": main, "colour_space": space})
    assert layout == Layout("NV12", 1280, 960, full_range, encoding)


@pytest.mark.parametrize(
    ("array", "layout"),
    [
        (np.zeros((48, 64), np.uint8), Layout("SRGGB10", 64, 48)),
        (np.zeros((10, 64), np.uint8), Layout("NV12", 64, 48)),
        (np.zeros((48, 60, 3), np.uint8), Layout("RGB888", 64, 48)),
        (np.zeros((48, 64), np.uint8), Layout("RGB888", 64, 48)),
        (np.zeros((10, 64), np.uint8), Layout("YUV420", 64, 48)),
    ],
)
def test_a_format_we_do_not_know_or_a_torn_picture_is_refused(array, layout):
    with pytest.raises(SourceError) as caught:
        to_bgr(array, layout)
    assert caught.value.failure == "format"
    assert layout.format in caught.value.sentence


@pytest.mark.parametrize(
    ("encoding", "green"), [("Rec601", 150), ("Rec709", 182), ("Rec2020", 173)]
)
def test_each_standard_has_its_own_green(encoding, green):
    """Luma of pure green by the standards' tables: 0.587, 0.7152 and 0.678 of white."""
    layout = Layout("NV12", WIDTH, HEIGHT, True, encoding)
    assert round(float(yuv((0, 255, 0), layout)[0])) == green
