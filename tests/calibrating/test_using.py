"""What calibration found is used: the lens as a firm belief, the boards as they are printed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.in_use import board_file, kept_boards, kept_optics, lens_file, optics_of
from calibration.lens.lens_file import Lens, save_lens
from calibration.template import Adjustment, Move, adjusted, save_adjustment
from companion.boards import load
from companion.cli import main
from companion.cli.shared.kept_calibration import calibrated_in
from companion.errors import CalibrationError
from companion.games.base import Checkpoint, Moment, Setup
from companion.geometry.bracket import tag_corners
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.misses import Sight
from companion.geometry.optics import USUAL, centre_px
from companion.geometry.solve import solve_table
from companion.service.sitting.keeper import Keeper
from companion.service.sitting.lens_and_print import NOTHING
from hardware.table import render
from hardware.table.dressing import first_scene

SIZE = (1640, 1232)
AZUL = load("azul")
LENS = Lens(SIZE, 1320.0, (829.5, 610.5), -0.11, 0.2, 16, 0.9)
SHIFT = Move(3.0, -2.5)


def one_board_seen_through(lens, noise=0.4):
    """Brackets of one board from right above, where focal length and height look alike."""
    camera = Camera(lens.focal_px, lens.centre_px, lens.k1, np.eye(3), np.array([-120.0, -90, 700]))
    board = np.concatenate([tag_corners(k, AZUL.size_mm) for k in range(4)])
    seen = camera.project(Pose(0, 0, 0).place(board))
    wobble = np.random.default_rng(2).normal(0, noise, seen.shape)
    return {0: [Sight(board, seen + wobble, noise)]}


def test_a_measured_lens_is_believed():
    sights = one_board_seen_through(LENS)
    measured, _ = solve_table(sights, SIZE, optics=optics_of(LENS))
    unknown, _ = solve_table(sights, SIZE)
    assert measured.focal_px == pytest.approx(1320, rel=0.02)
    assert measured.k1 == pytest.approx(-0.11, abs=0.02)
    assert measured.centre_px == pytest.approx(LENS.centre_px, abs=5)
    assert abs(measured.position_mm[2] - 700) < 15 < abs(unknown.position_mm[2] - 700)


def test_a_lens_holds_for_smaller_pictures_of_the_same_view_and_for_no_others():
    optics = optics_of(LENS)
    assert optics.fitting((820, 616)) == optics
    assert centre_px(SIZE, optics.centre) == pytest.approx(LENS.centre_px)
    assert optics.fitting((1920, 1080)) == USUAL


def test_an_empty_folder_changes_nothing(tmp_path):
    assert calibrated_in(tmp_path, Setup("azul")) == NOTHING
    assert NOTHING.board("azul", "coloured") == AZUL


def test_what_is_kept_is_taken_from_the_folder(tmp_path):
    save_lens(lens_file(tmp_path), LENS)
    moved = Adjustment("grannys", "azul", "coloured", {"wall": SHIFT})
    save_adjustment(board_file(tmp_path, "azul", "coloured"), moved)
    assert kept_optics(tmp_path) == (optics_of(LENS), ())
    assert kept_boards(tmp_path) == ((adjusted(AZUL, moved),), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON|cannot be understood|wrong"),
        ('{"kind": "lens"}', "kind"),
        (json.dumps({"kind": "board", "format": 1, "set": "x", "game": "azul-mini",
                     "variant": "coloured", "moves": {}}), "is for the coloured side of azul-mini"),
    ],
)  # fmt: skip
def test_a_damaged_file_costs_a_sentence_and_not_the_evening(tmp_path, caplog, text, said):
    file = board_file(tmp_path / "calibration", "azul", "coloured")
    file.parent.mkdir()
    file.write_text(text)
    boards, wrong = kept_boards(file.parent)
    assert boards == ()
    with pytest.raises(CalibrationError, match=said):
        raise CalibrationError(wrong[0])
    assert calibrated_in(tmp_path, Setup("azul")) == NOTHING
    assert "until then the companion works without it" in caplog.text


def sitting_of_another_printing(folder: Path, moves) -> None:
    """A folder with one picture of two empty boards that are printed otherwise."""
    other = adjusted(AZUL, Adjustment("ours", "azul", "coloured", moves))
    scene = replace(first_scene(AZUL, 2, 3, brackets=True, surface="oak"), board=other)
    cv2.imwrite(str(folder / "000.jpg"), render(scene))
    told = {"format": 1, "game": "azul", "variant": "coloured", "players": 2, "first_player": 0,
            "brackets": True,
            "frames": [{"file": "000.jpg", "checkpoint": "setup", "round": 0}],
            }  # fmt: skip
    (folder / "sitting.json").write_text(json.dumps(told))


def test_the_keeper_reads_the_board_that_was_adjusted(tmp_path):
    save_lens(lens_file(tmp_path / "calibration"), LENS)
    moved = Adjustment("ours", "azul", "coloured", {"wall": SHIFT})
    save_adjustment(board_file(tmp_path / "calibration", "azul", "coloured"), moved)
    scene = first_scene(adjusted(AZUL, moved), 2, 3, brackets=True, surface="oak")
    keeper = Keeper(Setup("azul"), None, calibrated=calibrated_in(tmp_path, Setup("azul")))
    report = keeper.look(render(scene), Moment(Checkpoint.SETUP, 0))
    assert report.to_json()["status"] == "read"
    assert keeper.scene.board == adjusted(AZUL, moved)
    assert keeper.scene.optics == optics_of(LENS)
    true = scene.eye.camera.project(scene.seats[0].pose.place(np.zeros((1, 2))), BOARD_MM)
    seen = keeper.scene.camera.project(keeper.scene.known[0].pose.place(np.zeros((1, 2))), BOARD_MM)
    assert np.linalg.norm(true - seen) < 6.0


def test_replay_uses_the_files_it_is_given(tmp_path, capsys):
    sitting_of_another_printing(tmp_path, {"wall": SHIFT})
    board, lens = tmp_path / "ours.json", tmp_path / "lens.json"
    save_adjustment(board, Adjustment("ours", "azul", "coloured", {"wall": SHIFT}))
    save_lens(lens, replace(LENS, focal_px=1300.0, centre_px=(819.5, 615.5), k1=0.0))
    with_files = ["replay", str(tmp_path), "--json", "--board", str(board), "--lens", str(lens)]
    assert main(with_files) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["status"] == "read"


def test_replay_refuses_the_board_of_another_game(tmp_path, capsys):
    sitting_of_another_printing(tmp_path, {})
    save_adjustment(tmp_path / "mini.json", Adjustment("ours", "azul-mini"))
    assert main(["replay", str(tmp_path), "--board", str(tmp_path / "mini.json")]) == 2
    assert "is for the coloured side of azul-mini" in capsys.readouterr().err
