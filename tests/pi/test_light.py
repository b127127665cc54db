"""Exposure and white balance are locked as measured, and only as far as the camera can."""

import pytest

from hardware.cameras import light

BRIGHT = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.6), "Lux": 310.0}
ALL = ("ExposureTime", "AnalogueGain", "ColourGains", "AeEnable", "AwbEnable")


def changed(**values):
    return BRIGHT | values


def test_four_equal_pictures_have_settled():
    assert light.settled([BRIGHT] * 4)
    assert not light.settled([BRIGHT] * 3)


@pytest.mark.parametrize(
    "other",
    [changed(ExposureTime=9000), changed(AnalogueGain=2.2), changed(ColourGains=(1.9, 1.7))],
)
def test_a_picture_unlike_the_others_has_not(other):
    assert not light.settled([BRIGHT, BRIGHT, BRIGHT, other])
    assert light.settled([other, BRIGHT, BRIGHT, BRIGHT, BRIGHT])


def test_exposure_traded_against_gain_is_the_same_light():
    assert light.settled([BRIGHT, changed(ExposureTime=16000, AnalogueGain=1.0)] * 2)


def test_all_is_locked_where_all_is_offered():
    assert light.locking(BRIGHT, ALL) == {
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.9, 1.6),
        "AeEnable": False,
        "AwbEnable": False,
    }


@pytest.mark.parametrize(
    ("advertised", "locked"),
    [
        ((), set()),
        (("ColourGains",), {"ColourGains"}),
        (("AeEnable", "AwbEnable"), set()),
        (("ExposureTime", "AnalogueGain"), {"ExposureTime", "AnalogueGain"}),
        (("ExposureTime",), set()),
    ],
)
def test_what_is_not_offered_is_not_asked_for(advertised, locked):
    assert set(light.locking(BRIGHT, advertised)) == locked


def test_what_is_not_told_is_not_locked():
    assert light.locking({"Lux": 3.0}, ALL) == {}
    assert light.settled([{}] * 4), "nothing to wait for"


def test_the_record_is_json():
    assert light.recorded(changed(FrameDuration=3)) == {
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": [1.9, 1.6],
        "Lux": 310.0,
    }
