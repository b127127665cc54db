"""Corners and colours are files that read back, and a damaged one is named."""

from __future__ import annotations

import cv2
import pytest

from calibration.corners_and_white import (
    ColourReference,
    TableCorners,
    load_colours,
    load_corners,
    save_colours,
    save_corners,
)
from companion.boards import load
from companion.cli import main
from companion.errors import CalibrationError
from hardware.table import render
from hardware.table.dressing import first_scene

SQUARE = ((10.0, 20.0), (110.0, 20.0), (110.0, 120.5), (10.0, 120.0))
CORNERS = TableCorners("azul", (1640, 1232), (SQUARE, SQUARE))
COLOURS = ColourReference({0: (200.0, 220.5, 240.0)}, {0: (100.0, 110.0, 119.0)})


def test_corners_and_colours_read_back(tmp_path):
    path = tmp_path / "table.json"
    save_corners(path, CORNERS)
    assert load_corners(path) == CORNERS
    save_colours(path, COLOURS)
    assert load_colours(path) == COLOURS


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"azul"', '"go"', 'game is "go"'),
        ("1640", "3", "size.0. is 3, but must be at least 16"),
        ("120.5", '"x"', "corners_px.0..2..1. must be a number"),
        ('"corners"', '"colours"', 'kind is "colours"'),
    ],
)
def test_damaged_corners_are_one_sentence(tmp_path, old, new, complaint):
    path = tmp_path / "corners.json"
    save_corners(path, CORNERS)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(CalibrationError, match=complaint):
        load_corners(path)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("220.5", "999", "white.0 must be three levels from 0 to 255"),
        ('"0"', '"9"', "white has the seat '9', but seats are 0 to 3"),
    ],
)
def test_damaged_colours_are_one_sentence(tmp_path, old, new, complaint):
    path = tmp_path / "colours.json"
    save_colours(path, COLOURS)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(CalibrationError, match=complaint):
        load_colours(path)


def test_the_check_keeps_what_white_looks_like(tmp_path, capsys):
    scene = first_scene(load("azul"), 2, 3, brackets=True, surface="oak")
    picture, out = tmp_path / "empty.png", tmp_path / "colours.json"
    cv2.imwrite(str(picture), render(scene))
    assert main(["calibrate", "check", str(picture), "--out", str(out)]) == 0
    reference = load_colours(out)
    assert set(reference.white) == set(reference.grey) == {0, 1}
    capsys.readouterr()
    assert main(["calibrate", "show", str(out)]) == 0
    assert "White at 2 boards" in capsys.readouterr().out
