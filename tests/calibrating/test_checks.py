"""Camera placement and light: what is well is called well, the rest named with its numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import light_check, placement
from calibration.findings import Finding, Level, graded, worst
from calibration.light_check import check_light, colour_reference
from calibration.placement import check_placement
from companion.boards import load
from companion.cli import main
from companion.geometry.camera import BOARD_MM
from hardware.table import render
from hardware.table.dressing import first_scene
from hardware.table.picture.table_scene import Glare, Lighting

GAMES = ["azul", "azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel"]


def scene_of(game="azul", **light):
    scene = first_scene(load(game), 2, 3, brackets=True, surface="oak")
    return replace(scene, light=replace(Lighting(level=0.95, warmth=0.1, fall=0.2), **light))


def true_table(scene):
    """Camera and poses as they are."""
    return scene.eye.camera, {seat: seated.pose for seat, seated in enumerate(scene.seats)}


def findings(scene, image=None):
    image = render(scene) if image is None else image
    table = true_table(scene)
    return [*check_placement(image, table, scene.board), *check_light(image, table, scene.board)]


def of(check, found, seat=None):
    return next(f for f in found if f.check == check and (seat is None or f.seat == seat))


SQUARE = ("azul-mini", "master-chocolatier")
"""Whose boards are as large as those of Azul, or nearly."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game in SQUARE)) for game in GAMES]
)
def test_a_good_table_is_good(game):
    found = findings(scene_of(game))
    assert worst(found) is Level.GOOD, [f.sentence for f in found if f.level is not Level.GOOD]
    checks = {finding.check for finding in found}
    assert checks == {
        "tilt", "in-view", "tile-size", "sharpness", "glare",
        "brightness", "exposure", "colour", "evenness", "noise",
    }  # fmt: skip


def aside(scene, seats):
    """Where boards would be found by their brackets alone: they lie beside the picture."""
    camera, poses = true_table(scene)
    return camera, {s: replace(p, x_mm=-9000) if s in seats else p for s, p in poses.items()}


def test_a_board_beside_the_picture_tells_nothing_of_the_light():
    scene = scene_of()
    image = render(scene)
    whole, part = (
        {f.check for f in check_light(image, aside(scene, seats), scene.board)}
        for seats in ((), (1,))
    )
    assert part == whole
    told = colour_reference(image, aside(scene, (1,)), scene.board, brackets=True)
    assert set(told.white) == set(told.grey) == {0}
    nothing = aside(scene, (0, 1))
    assert [f.check for f in check_light(image, nothing, scene.board)] == ["noise"]
    assert colour_reference(image, nothing, scene.board, brackets=False).white == {}


def test_numbers_are_those_of_the_camera():
    scene = scene_of()
    found = findings(scene)
    height = of("tilt", found).values["height_mm"]
    assert height == pytest.approx(scene.eye.place_mm[2], rel=0.01)
    per_mm = of("tile-size", found, 0).values["px_per_mm"]
    assert per_mm == pytest.approx(scene.eye.focal_px / scene.eye.place_mm[2], rel=0.15)


def moved_eye(scene, **changes):
    return replace(scene, eye=replace(scene.eye, **changes))


def test_a_board_half_out_of_the_picture_is_named():
    scene = moved_eye(scene_of(), target_mm=(0.0, 330.0), place_mm=(0.0, 330.0, 830.0))
    found = findings(scene)
    assert of("in-view", found, 1).level is Level.BAD
    assert "Board 2 is" in of("in-view", found, 1).sentence
    assert "outside the picture; move it inwards" in of("in-view", found, 1).sentence
    assert of("in-view", found, 0).level is Level.GOOD


def test_a_camera_too_high_makes_tiles_too_small():
    found = findings(moved_eye(scene_of(), place_mm=(0.0, 100.0, 1900.0)))
    tile = of("tile-size", found, 0)
    assert tile.level is Level.WARN
    assert "20 should be the least; lower the camera" in tile.sentence


def test_a_slanted_camera_is_told():
    tilt = of("tilt", findings(moved_eye(scene_of(), place_mm=(0.0, 800.0, 900.0))))
    assert tilt.level is Level.WARN
    assert tilt.values["tilt_deg"] == pytest.approx(np.degrees(np.arctan2(800, 900)), abs=4)


@pytest.mark.parametrize(("blur", "level"), [(0.3, Level.GOOD), (2.4, Level.WARN), (6, Level.BAD)])
def test_an_unsharp_picture_is_told(blur, level):
    scene = scene_of()
    image = cv2.GaussianBlur(render(scene), (0, 0), blur)
    assert of("sharpness", findings(scene, image), 0).level is level


def test_a_mirrored_lamp_is_shown_where_it_is():
    scene = scene_of()
    at = scene.seats[0].pose.place(np.array([[150.0, 170.0]]))
    scene = replace(scene, light=replace(scene.light, glares=(Glare(tuple(at[0]), 35.0, 1.2),)))
    glare = of("glare", findings(scene), 0)
    assert glare.level is not Level.GOOD
    x, y, radius = max(glare.spots, key=lambda spot: spot[2])
    assert np.hypot(*(scene.eye.camera.project(at, BOARD_MM)[0] - [x, y])) < 25, (
        "brighter print burns out first"
    )
    assert 10 < radius < 90
    assert of("glare", findings(scene), 1).level is Level.GOOD


@pytest.mark.parametrize(
    ("check", "light", "words"),
    [
        ("brightness", {"level": 0.35}, "put a lamp nearer"),
        ("exposure", {"level": 1.9}, "let the camera expose shorter"),
        ("colour", {"warmth": 2.4}, "stronger in red"),
        ("evenness", {"fall": 1.1, "lamp_mm": (0.0, 500.0)}, "hang the lamp higher"),
        ("noise", {"noise": 14.0}, "give it more light"),
    ],
)
def test_bad_light_is_named_with_a_remedy(check, light, words):
    finding = of(check, findings(scene_of(**light)))
    assert finding.level is not Level.GOOD
    assert words in finding.sentence


def test_brackets_tell_white_and_grey():
    scene = scene_of(warmth=0.8)
    reference = colour_reference(render(scene), true_table(scene), scene.board, brackets=True)
    for seat in (0, 1):
        blue, _, red = reference.white[seat]
        assert red > 1.3 * blue
        for grey, white in zip(reference.grey[seat], reference.white[seat], strict=True):
            assert grey / white == pytest.approx(119 / 246, abs=0.03)
    bare = colour_reference(render(scene), true_table(scene), scene.board, brackets=False)
    assert bare.grey == {}
    assert bare.white[0][2] > bare.white[0][0]


def test_levels_have_an_order():
    assert graded(5, 10, 3) is Level.WARN
    assert graded(2, 10, 3) is Level.BAD
    assert graded(2, 5, 8) is Level.GOOD
    assert graded(9, 5, 8) is Level.BAD
    assert worst([]) is Level.GOOD
    assert worst([Finding("a", Level.WARN, ""), Finding("b", Level.GOOD, "")]) is Level.WARN


def test_the_command_prints_what_it_found(tmp_path, capsys):
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), render(scene_of()))
    assert main(["calibrate", "check", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"check", "level", "seat", "sentence", "values", "spots"} == set(lines[0])
    assert main(["calibrate", "check", str(path)]) == 0
    assert "good  The camera hangs" in capsys.readouterr().out


def test_bad_is_an_exit_code(tmp_path, capsys):
    path = tmp_path / "dim.png"
    cv2.imwrite(str(path), render(scene_of(level=0.27)))
    assert main(["calibrate", "check", str(path)]) == 1
    assert "BAD   White has a level of" in capsys.readouterr().out


def test_a_black_picture_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "black.png"
    cv2.imwrite(str(path), np.zeros((300, 400, 3), np.uint8))
    assert main(["calibrate", "check", str(path)]) == 2
    assert "black.png is black; take it again" in capsys.readouterr().err


def test_the_limits_are_those_that_the_manual_tells():
    manual = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:5] for line in manual.splitlines() if line.startswith("| ")]
    told = {
        name.strip(): [float(each) for each in re.findall(r"\d+(?:\.\d+)?", f"{look} {bad}")]
        for name, _, look, bad in (row for row in rows if len(row) == 4)
    }
    white = 255
    percent = 100
    assert {name: told[name] for name in LIMITS} == LIMITS
    assert told["brightness"] == [light_check.DIM_WARN, white, light_check.DIM_BAD]
    burnt = (light_check.BURNT_WARN, light_check.BURNT_BAD)
    assert told["exposure"] == [percent * each for each in burnt]
    assert told["glare"] == [percent * placement.SPOT_BAD_SHARE]
    assert f"wider than {placement.SPOT_MM:.0f} mm" in manual


LIMITS = {
    "in view": [placement.RIM_PX],
    "tile size": [placement.TILE_WARN_PX, placement.TILE_BAD_PX],
    "tilt": [placement.TILT_WARN_DEG, placement.TILT_BAD_DEG],
    "sharpness": [placement.BLUR_WARN_PX, placement.BLUR_BAD_PX],
    "colour": [light_check.CAST_WARN, light_check.CAST_BAD],
    "evenness": [light_check.UNEVEN_WARN, light_check.UNEVEN_BAD],
    "noise": [light_check.NOISE_WARN, light_check.NOISE_BAD],
}
