"""An evening keeps the looks of its set of tiles, and the next one begins with them."""

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.in_use import board_file, tiles_file
from calibration.template import load_adjustment
from calibration.tile_looks import load_looks
from companion.boards import load
from companion.cli.shared.guided_calibrator import GuidedCalibrator
from companion.cli.shared.kept_calibration import calibrated_in, calibration_folder
from companion.errors import CalibrationError
from companion.games.base import Setup
from companion.service.sitting.keeper import Keeper
from companion.sitting_folder import read

DEMO = Path(str(files("companion"))) / "demo" / "azul-2p-lamp-brackets"
AZUL = Setup("azul")


def evening(state, pictures=3):
    """Read the first pictures of the photographed game; return the keeper."""
    folder = read(DEMO)
    keeper = Keeper.for_sitting(folder, calibrated=calibrated_in(state, folder.setup))
    for frame in folder.frames[:pictures]:
        report = keeper.look(cv2.imread(str(DEMO / frame.file)), frame.moment)
        assert report.status == "read"
    return keeper


def kept(state):
    path = tiles_file(calibration_folder(state), "azul", "coloured")
    return load_looks(path, "azul", load("azul").colours)


def test_what_was_confirmed_is_kept_at_once(tmp_path):
    keeper = evening(tmp_path)
    found = kept(tmp_path)
    assert len(found.faces) > 3
    for name, faces in keeper.scene.looks.faces.items():
        assert np.array_equal(found.faces[name], faces)


def test_the_next_evening_begins_with_it(tmp_path):
    evening(tmp_path)
    before = kept(tmp_path)
    begun = calibrated_in(tmp_path, AZUL).looks
    assert begun.colours == before.colours
    evening(tmp_path)
    after = kept(tmp_path)
    assert all(np.array_equal(after.faces[n][0], before.faces[n][0]) for n in before.faces)


def test_every_named_set_has_its_own_colours(tmp_path):
    evening(tmp_path)
    folder = calibration_folder(tmp_path)
    assert [file.name for file in folder.iterdir()] == ["tiles-azul.json"]
    pages = GuidedCalibrator(folder)
    pages.keep(AZUL, "Żółty Anny, 2. wydanie", {})
    assert calibrated_in(tmp_path, AZUL).looks is None
    file = tiles_file(calibration_folder(tmp_path), "azul", "coloured")
    assert file.name == "tiles-azul-żółty-anny-2-wydanie.json"
    evening(tmp_path)
    assert file.exists()
    assert calibrated_in(tmp_path, Setup("azul-duel")).looks is None, "another game's tiles"


def test_a_set_with_a_name_that_no_file_can_have_costs_a_sentence_and_not_the_evening(tmp_path):
    folder = calibration_folder(tmp_path)
    GuidedCalibrator(folder).keep(AZUL, "Anna", {})
    file = board_file(folder, "azul", "coloured")
    file.write_text(file.read_text().replace("Anna", 300 * "a"))
    assert calibrated_in(tmp_path, AZUL).looks is None
    with pytest.raises(CalibrationError, match="at most 40 letters"):
        load_adjustment(file)


def test_a_damaged_file_is_said_and_learned_anew(tmp_path, caplog):
    evening(tmp_path)
    file = tiles_file(calibration_folder(tmp_path), "azul", "coloured")
    file.write_text("{")
    assert calibrated_in(tmp_path, AZUL).looks is None
    assert "remove this one, and the set is learned anew" in caplog.text
    evening(tmp_path)
    assert len(kept(tmp_path).faces) > 3


def test_a_full_disk_costs_a_word_and_not_the_evening(tmp_path, caplog):
    calibration_folder(tmp_path).write_text("a file where the folder should be")
    keeper = evening(tmp_path)
    assert len(keeper.sitting.history) == 3
    assert "cannot be kept" in caplog.text
