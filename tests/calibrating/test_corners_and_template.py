"""Tapped corners are put right, and the template is laid on another printing."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.tapped_corners import magnified, settled
from calibration.template import (
    Adjustment,
    Move,
    adjusted,
    groups,
    load_adjustment,
    save_adjustment,
    suggested,
)
from companion.boards import GAMES, load
from companion.cli import main
from companion.errors import CalibrationError
from companion.geometry.camera import BOARD_MM, board_corners
from companion.geometry.optics import Optics
from companion.vision.locate.finding import by_brackets
from hardware.table import render
from hardware.table.dressing import first_scene
from hardware.table.simulated_sitting import taps


def scene_of(game="azul", seed=3, brackets=False):
    return first_scene(load(game), 2, seed, brackets=brackets, surface="oak")


def true_corners(scene, seat):
    pose = scene.seats[seat].pose
    seen = scene.eye.camera.project(pose.place(board_corners(scene.board.size_mm)), BOARD_MM)
    return seen + 0.5


@pytest.mark.parametrize("game", ["azul", "azul-mini", "summer-pavilion"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_tapped_corners_are_put_right_within_a_pixel(game, seed):
    scene = scene_of(game, seed)
    tapped = taps(scene, Random(seed))
    _, found = settled(render(scene), scene.board, tapped)
    miss = np.concatenate([found[seat] - true_corners(scene, seat) for seat in found])
    before = np.concatenate([tapped[seat] - true_corners(scene, seat) for seat in found])
    assert np.sqrt((before**2).sum(axis=1).mean()) > 2.0
    assert np.sqrt((miss**2).sum(axis=1).mean()) < 1.0


def test_a_measured_lens_counts_where_corners_are_tapped_too():
    """Even a wrong one: what was measured is believed firmly."""
    scene = scene_of("azul", 1)
    lens = Optics(focal=1.1, focal_spread=0.001)
    image = render(scene)
    (camera, _), _ = settled(image, scene.board, taps(scene, Random(1)), lens)
    assert camera.focal_px == pytest.approx(1.1 * max(image.shape), rel=0.02)
    assert camera.focal_px != pytest.approx(scene.eye.camera.focal_px, rel=0.1)


def test_the_magnifier_goes_there_and_back():
    image = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    for x, y in [(200.0, 150.0), (0.0, 0.0), (400.0, 300.0), (3.5, 298.0)]:
        glass = magnified(image, x, y)
        assert glass.image.shape == (384, 384, 3)
        assert glass.to_picture(*glass.from_picture(x, y)) == pytest.approx((x, y))
        at = glass.from_picture(x, y)
        assert 0 <= at[0] <= 384
        assert 0 <= at[1] <= 384
    with pytest.raises(CalibrationError, match="lies beside the picture, which has 400 x 300"):
        magnified(image, 401, 20)


def printed_elsewhere(game, moves):
    """A picture of boards of another printing, with brackets, and where they lie."""
    board = load(game)
    other = adjusted(board, Adjustment("ours", game, "coloured", moves))
    scene = replace(scene_of(game, brackets=True), board=other)
    image = render(scene)
    return image, by_brackets(image, board, 2), board, other


MOVES = {
    "azul": {"wall": Move(3.0, -2.0, 1.01, 0.99), "floor": Move(-2.5, 1.5)},
    "azul-mini": {"wall": Move(-2.0, 2.0), "sliders": Move(1.5, -1.0)},
    "summer-pavilion": {"stars": Move(2.0, -1.5), "corners": Move(-1.0, 1.0)},
    "azul-duel": {"dome": Move(2.5, 1.5, 1.0, 0.99), "lines": Move(-3.0, -2.0)},
}
WALLS = ("azul", "azul-mini")
"""Games whose print is found in test_calibration.py too, and in another way in a Mini that fits."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game in WALLS)) for game in MOVES]
)
def test_another_printing_is_found(game):
    image, table, board, other = printed_elsewhere(game, MOVES[game])
    found = adjusted(board, suggested(image, table, board, "ours"))
    moved = [cell.id for name in MOVES[game] for cell in groups(board)[name]]
    miss = [_apart(found.cell(id), other.cell(id)) for id in moved]
    before = [_apart(board.cell(id), other.cell(id)) for id in moved]
    assert np.median(before) > 1.3
    assert np.median(miss) < 0.6 * np.median(before)


def test_the_template_stays_where_it_fits():
    image, table, board, _ = printed_elsewhere("azul-mini", {})
    found = adjusted(board, suggested(image, table, board, "ours"))
    assert max(_apart(a, b) for a, b in zip(found.cells, board.cells, strict=True)) < 0.9


def _apart(one, other):
    return float(np.linalg.norm(np.array(one.centre_mm) - other.centre_mm))


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_that_holds_something_belongs_to_one_group(game):
    board = load(game)
    ids = [cell.id for cells in groups(board).values() for cell in cells]
    assert sorted(ids) == sorted(cell.id for cell in board.cells)


MM = st.floats(-4, 4)


@given(right=MM, down=MM, wider=st.floats(0.97, 1.03), game=st.sampled_from(GAMES))
def test_moves_move_one_group_rigidly(right, down, wider, game):
    board = load(game)
    name, cells = next(iter(groups(board).items()))
    moved = adjusted(board, Adjustment("x", game, "coloured", {name: Move(right, down, wider)}))
    for cell in board.cells:
        now = moved.cell(cell.id)
        if cell not in cells:
            assert now == cell
            continue
        shift = np.array(now.centre_mm) - cell.centre_mm
        assert np.array(now.polygon_mm) - cell.polygon_mm == pytest.approx(
            np.tile(shift, (len(cell.polygon_mm), 1)), abs=1e-9
        )
    middle = np.mean([moved.cell(cell.id).centre_mm for cell in cells], axis=0)
    was = np.mean([cell.centre_mm for cell in cells], axis=0)
    assert middle - was == pytest.approx([right, down], abs=2.0)


def test_dome_tiles_and_ornaments_go_with_their_group():
    duel = load("azul-duel")
    moved = adjusted(duel, Adjustment("x", "azul-duel", "coloured", {"dome": Move(2.0, 1.0)}))
    for now, was in zip(moved.dome_tile.places, duel.dome_tile.places, strict=True):
        assert np.subtract(now.centre_mm, was.centre_mm) == pytest.approx([2.0, 1.0])
    stars = load("summer-pavilion")
    moved = adjusted(
        stars, Adjustment("x", "summer-pavilion", "coloured", {"stars": Move(2.0, 1.0)})
    )
    for now, was in zip(moved.ornaments, stars.ornaments, strict=True):
        assert np.subtract(now.polygon_mm, was.polygon_mm) == pytest.approx(
            np.tile([2.0, 1.0], (len(was.polygon_mm), 1))
        )


@pytest.mark.parametrize(
    ("adjustment", "complaint"),
    [
        (Adjustment("x", "azul-mini"), "is for the coloured side of azul-mini, not for"),
        (Adjustment("x", "azul", "grey"), "is for the grey side of azul, not for the coloured"),
        (Adjustment("x", "azul", moves={"dome": Move()}), "has no group 'dome'; its groups are"),
        (Adjustment("x", "azul", moves={"wall": Move(39.0)}), "moves wall/0/4 off the board"),
    ],
)
def test_what_does_not_fit_the_board_is_refused(adjustment, complaint):
    with pytest.raises(CalibrationError, match=complaint):
        adjusted(load("azul"), adjustment)


OURS = Adjustment("granny's", "azul", "coloured", {"wall": Move(1.5, -2.25, 1.01, 0.995)})


def test_an_adjustment_is_a_file_that_reads_back(tmp_path):
    path = tmp_path / "set.json"
    save_adjustment(path, OURS)
    assert load_adjustment(path) == OURS
    assert OURS.moved("floor", Move(1.0)).moves["floor"] == Move(1.0)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"azul"', '"chess"', 'game is "chess", but must be one of'),
        ("1.5", "900", "moves.wall.right_mm is 900, but must be between -40 and 40"),
        ("1.01", "3", "moves.wall.wider is 3, but must be between 0.8 and 1.25"),
        ('"down_mm"', '"up_mm"', "moves.wall.down_mm is missing"),
    ],
)
def test_a_damaged_adjustment_is_one_sentence(tmp_path, old, new, complaint):
    path = tmp_path / "set.json"
    save_adjustment(path, OURS)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(CalibrationError, match=complaint):
        load_adjustment(path)


def test_the_commands_for_corners_and_boards(tmp_path, capsys):
    scene = scene_of()
    picture = tmp_path / "empty.png"
    cv2.imwrite(str(picture), render(scene))
    tapped = taps(scene, Random(1))
    corners = [f"--corners={x:.1f},{y:.1f}" for x, y in tapped[0]]
    given_ = ["--corners", *[c.partition("=")[2] for c in corners]]
    assert main(["calibrate", "corners", str(picture), "--players", "1", *given_]) == 0
    (settled_,) = json.loads(capsys.readouterr().out)["corners_px"]
    assert np.linalg.norm(np.array(settled_) - true_corners(scene, 0), axis=1).max() < 2.5
    out = tmp_path / "ours.json"
    assert (
        main(["calibrate", "board", str(picture), "--set", "ours", "--out", str(out), *given_]) == 0
    )
    assert "ours.json is written, for the coloured side of azul: " in capsys.readouterr().out
    assert main(["calibrate", "show", str(out)]) == 0
    assert "The set 'ours', the coloured side of azul: " in capsys.readouterr().out
    glass = tmp_path / "glass.png"
    assert main(["calibrate", "magnify", str(picture), "--at", "400,300", "--out", str(glass)]) == 0
    assert cv2.imread(str(glass)).shape == (384, 384, 3)


def test_corners_left_of_the_picture_are_typed_like_any_other(tmp_path, capsys):
    scene = scene_of()
    truth, picture = true_corners(scene, 0), tmp_path / "empty.png"
    gone = int(truth[:, 0].min()) + 12
    cv2.imwrite(str(picture), render(scene)[:, gone:-gone])
    corners = [f"{x - gone:.1f},{y:.1f}" for x, y in truth]
    assert any(each.startswith("-") for each in corners)
    assert main(["calibrate", "corners", str(picture), "--corners", *corners]) == 0
    (settled_,) = json.loads(capsys.readouterr().out)["corners_px"]
    assert np.linalg.norm(np.array(settled_) - (truth - [gone, 0]), axis=1).max() < 2.5


SQUARE = ["--corners", "9,9", "99,9", "99,99", "9,99"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["corners", "empty.png"], "no corners were given; tap four a board"),
        (
            ["corners", "empty.png", "--corners", "1,1", "9,1", "1,9", "9,9"],
            "do not go round a board; tap them again",
        ),
        (["tiles", "empty.png", "--out", "x", "--corners", *["9,9"] * 4], "do not go round"),
        (
            ["corners", "empty.png", "--corners", "999,1", "1300,1", "1300,300", "999,300"],
            "lie beside the picture",
        ),
        (["magnify", "empty.png", "--at", "1;2", "--out", "x.png"], "is no place; write it as X,Y"),
        (["magnify", "empty.png", "--at", "1,2", "--out", "x.txt"], "name a file.png"),
        (["show", "empty.png"], "is no calibration"),
        (["check", "empty.png", "--players", "1000000000"], "invalid choice: 1000000000"),
        (["magnify", "empty.png", "--at", "inf,2", "--out", "x.png"], "is no place"),
        (["magnify", "empty.png", "--at", "1e308,2", "--out", "x.png"], "is no place"),
        (["corners", "empty.png", "--corners", "nan,1", "9,1", "9,9", "1,9"], "is no place"),
        (["corners", "empty.png", *SQUARE], "no board of this game can be made out between"),
        (["board", "empty.png", "--set", "x", "--out", "x", *SQUARE], "no board of this game"),
        (["corners", "empty.png", *SQUARE, *SQUARE], "boards 1 and 2 on top of each other"),
        (["corners", "empty.png", *(SQUARE * 6)], "at most 4 boards, not 6"),
        (["check", "empty.png", "--players", "3", *SQUARE], "where 1 of the boards lie"),
        (["board", "empty.png", "--out", "x", "--set", ""], "give one of 1 to 40 letters"),
        (["board", "empty.png", "--out", "x", "--set", "../x\n\0"], "give one of 1 to 40 letters"),
        (["show", "none.json"], "none.json cannot be read (No such file or directory); name"),
        (["check", "nothing.png"], "nothing.png cannot be read"),
        (["check", "empty.png"], "empty.png shows too little of the brackets of board 1, 2; check"),
        (["tiles", "empty.png", "--out", "x"], "or say with --corners where the boards lie"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments, sentence, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("empty.png", np.full((400, 500, 3), 90, np.uint8))
    assert main(["calibrate", *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_picture_in_which_no_board_is_made_out_is_checked_all_the_same(tmp_path, capsys):
    """What is wrong with it is asked, so it is no reason to refuse."""
    scene = scene_of()
    picture = tmp_path / "blurred.png"
    cv2.imwrite(str(picture), cv2.GaussianBlur(render(scene), (0, 0), 20))
    corners = [f"{x:.1f},{y:.1f}" for x, y in true_corners(scene, 0)]
    assert main(["calibrate", "corners", str(picture), "--corners", *corners]) == 2
    assert main(["calibrate", "check", str(picture), "--corners", *corners]) == 1
    assert "BAD   Printed edges of board 1 are" in capsys.readouterr().out
