"""What was learned of a set is kept in a file one can read, and found again."""

from __future__ import annotations

import json

import numpy as np
import pytest

from calibration.tile_colours import load_tiles, save_tiles
from companion.boards import load
from companion.errors import CalibrationError
from companion.vision.palette import usual

COLOURS = load("azul").colours


def learned():
    reddish = np.tile(np.array([50.0, 66.0, 40.0], np.float32), (9, 1))
    return usual("azul", COLOURS).learn("red", reddish)


def test_a_set_comes_back_as_it_was_learned(tmp_path):
    path = tmp_path / "ours.json"
    save_tiles(path, "azul", learned())
    back = load_tiles(path, "azul", COLOURS)
    assert back.counts == {"red": 1}
    assert back.colours["red"] == pytest.approx(learned().colours["red"], abs=0.01)
    printed = learned().printed("wall", "red")
    assert back.printed("wall", "red") == pytest.approx(printed, abs=0.02)  # colours are rounded


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format"),
        ({"game": "azul-duel"}, "game"),
        ({"colours": {"red": [50, 60, 30]}}, "colours"),
        ({"colours": {name: [500, 0, 0] for name in (*COLOURS, "first")}}, "from 0 to 100"),
        ({"counts": {"red": "many"}}, "counts"),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path, change, said):
    path = tmp_path / "ours.json"
    save_tiles(path, "azul", learned())
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(CalibrationError, match=said):
        load_tiles(path, "azul", COLOURS)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_tiles(tmp_path / "none.json", "azul", COLOURS)
