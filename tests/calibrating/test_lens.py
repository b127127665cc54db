"""The lens that the simulated table looks through is found again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from pypdfium2 import PdfDocument

from calibration.lens.charuco_sheet import COLUMNS, ROWS, SQUARE_MM
from calibration.lens.lens_file import Lens, load_lens, save_lens
from calibration.lens.lens_measurement import coverage, measure_lens, sheet_in
from calibration.print import charuco_pdf
from calibration.print.charuco import TOP_MM
from companion.arrays import to_gray
from companion.boards import load
from companion.cli import main
from companion.errors import CalibrationError
from companion.geometry.camera import Pose
from hardware.table import render
from hardware.table.picture.table_scene import Sheet, TableScene
from hardware.table.picture.viewpoint import Eye

PER_MM = 4.0
SIZE = (1640, 1232)


def printed_sheet():
    """The rasterised sheet with a white rim, and its size in mm."""
    page = (
        PdfDocument(charuco_pdf("a4"))[0]
        .render(scale=PER_MM * 25.4 / 72 * (1 - 1e-6))
        .to_numpy()[:, :, :3]
    )
    wide, tall, rim = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM, 6.0
    left = round(((210.0 - wide) / 2 - rim) * PER_MM)
    top = round((TOP_MM - rim) * PER_MM)
    size = (round((wide + 2 * rim) * PER_MM), round((tall + 2 * rim) * PER_MM))
    picture = page[top : top + size[1], left : left + size[0]].copy()
    return Sheet(Pose(-size[0] / PER_MM / 2, -size[1] / PER_MM / 2, 0.0),
                 (size[0] / PER_MM, size[1] / PER_MM), picture)  # fmt: skip


def views_through(focal_px, k1, count=16, seed=1):
    """Pictures of the sheet by a camera that moves around it."""
    chance, sheet = np.random.default_rng(seed), printed_sheet()
    for _ in range(count):
        height = chance.uniform(330, 560)
        aside = chance.uniform(-0.8, 0.8, 2) * height
        target = chance.uniform(-130, 130, 2)
        eye = Eye((*aside, height), tuple(target), chance.uniform(-0.6, 0.6), focal_px, k1)
        yield render(
            TableScene(load("azul"), (), eye, brackets=False, sheets=(sheet,), surface="walnut")
        )


def rays():
    """Directions all over the picture."""
    xs, ys = np.meshgrid(np.linspace(-0.6, 0.6, 15), np.linspace(-0.45, 0.45, 11))
    return np.column_stack((xs.ravel(), ys.ravel()))


@pytest.mark.parametrize(
    ("focal_px", "k1"),
    [
        (1280.0, -0.03),
        pytest.param(1150.0, 0.05, marks=pytest.mark.long),
        pytest.param(1400.0, -0.12, marks=pytest.mark.long),
    ],
)
def test_a_lens_is_found_again_within_a_pixel(focal_px, k1):
    seen = [sheet_in(to_gray(image)) for image in views_through(focal_px, k1)]
    lens = measure_lens([view for view in seen if view is not None], SIZE)
    true = Lens(SIZE, focal_px, ((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2), k1, 0, 0, 0)
    miss = np.linalg.norm(lens.seen(rays()) - true.seen(rays()), axis=1)
    assert np.sqrt((miss**2).mean()) < 1.0
    assert lens.views >= 8
    assert lens.rms_px < 0.5
    assert lens.covered > 0.6


def test_a_picture_without_the_sheet_has_no_view():
    assert sheet_in(np.full((400, 600), 90, np.uint8)) is None


def test_too_few_pictures_are_refused_with_what_to_do():
    image = next(views_through(1280.0, 0.0, 1))
    view = sheet_in(to_gray(image))
    assert 0 < coverage([view], SIZE) < 1
    with pytest.raises(CalibrationError, match="found in 2 pictures, and 5 are needed; take more"):
        measure_lens([view, view], SIZE)


def test_pictures_that_fit_no_lens_are_refused():
    chance = np.random.default_rng(3)
    views = [sheet_in(to_gray(image)) for image in views_through(1280.0, 0.0, 5)]
    bent = [replace(v, pixels=v.pixels + chance.normal(0, 12, v.pixels.shape)) for v in views if v]
    with pytest.raises(CalibrationError, match="do not fit one lens"):
        measure_lens(bent, SIZE)


LENS = Lens((1640, 1232), 1281.5, (819.0, 616.25), -0.031, 0.21, 12, 0.75)


def test_a_lens_file_says_what_it_is_and_reads_back(tmp_path):
    path = tmp_path / "lens.json"
    save_lens(path, LENS)
    assert load_lens(path) == LENS
    assert '"kind": "lens"' in path.read_text()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"lens"', '"board"', 'kind is "board", but must be one of lens'),
        ('"format": 1', '"format": 9', "format is 9, but this companion knows formats up to 1"),
        ("1281.5", "-3", "focal_px is -3, but must be a focal length"),
        ("819.0", "-819.0", "centre_px must lie in the picture"),
        ("-0.031", "4", "k1 is 4, but must be between -1 and 1"),
        ('"views": 12', '"views": "x"', "views must be a whole number"),
        ("{", "", "is no JSON"),
    ],
)
def test_a_damaged_lens_file_is_one_sentence(tmp_path, old, new, complaint):
    path = tmp_path / "lens.json"
    save_lens(path, LENS)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(CalibrationError, match=complaint):
        load_lens(path)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(CalibrationError, match=r"lens.json cannot be read \(No such file"):
        load_lens(tmp_path / "lens.json")


def test_the_command_measures_a_lens(tmp_path, capsys):
    names = []
    for number, image in enumerate(views_through(1280.0, -0.03, 6)):
        names.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(names[-1], image)
    cv2.imwrite(str(tmp_path / "bare.png"), np.full_like(image, 90))
    out = tmp_path / "kept" / "lens.json"
    assert main(["calibrate", "lens", *names, str(tmp_path / "bare.png"), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "bare.png: the sheet is not seen" in told
    assert "lens.json is written: focal length 12" in told
    assert main(["calibrate", "show", str(out)]) == 0
    assert "A lens: focal length 12" in capsys.readouterr().out
