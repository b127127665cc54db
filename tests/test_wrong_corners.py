"""Corners in which no board can lie are refused by ``companion read``, each in one sentence."""

from __future__ import annotations

import json

import pytest

from tests.sittings import DEMO
from tests.test_read_picture import refused, truth

CROSSED = [[100, 100], [300, 100], [100, 300], [300, 300]]
ONE_PLACE = [[100, 100]] * 4
ONE_PIXEL = [[100, 100], [100.001, 100], [100.001, 100.001], [100, 100.001]]
MIRRORED = [[400, 100], [100, 100], [100, 400], [400, 400]]


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (CROSSED, "do not go round a board"),
        (ONE_PLACE, "do not go round a board"),
        (ONE_PIXEL, "do not go round a board"),
        (MIRRORED, "do not go round a board"),
        ([[5000, 5000], [5500, 5000], [5500, 5500], [5000, 5500]], "lie beside the picture"),
        ([[-1e9, -1e9], [-1e8, -1e9], [-1e8, -1e8], [-1e9, -1e8]], "lie beside the picture"),
    ],
)
def test_corners_that_no_board_has_are_refused_in_a_sentence(capsys, tmp_path, board, said):
    wrong = tmp_path / "corners.json"
    wrong.write_text(json.dumps([truth(3)[0]["corners_px"], board]), encoding="utf-8")
    err = refused(capsys, DEMO / "003.jpg", "--corners", wrong)
    assert said in err
    assert "seat 1" in err


def test_one_place_is_no_place_of_two_boards(capsys, tmp_path):
    wrong = tmp_path / "corners.json"
    wrong.write_text(json.dumps([truth(3)[0]["corners_px"]] * 2), encoding="utf-8")
    err = refused(capsys, DEMO / "003.jpg", "--corners", wrong)
    assert "puts the boards of seats 0 and 1 on top of each other" in err


@pytest.mark.parametrize(
    ("far", "said"), [(1e308, "[0][0] lies too far"), (1e9, "lie beside the picture")]
)
def test_a_board_as_large_as_the_world_is_refused_in_a_sentence(capsys, tmp_path, far, said):
    wrong = tmp_path / "corners.json"
    wrong.write_text(
        json.dumps([[[-far, -far], [far, -far], [far, far], [-far, far]]]), encoding="utf-8"
    )
    assert said in refused(capsys, DEMO / "003.jpg", "--corners", wrong)


@pytest.mark.parametrize(
    "text", ["", "[]", "[1]", "[[[1, 2], [3, 4], [5, 6]]]", '{"a": 1}', "[[[]]]"]
)
def test_corners_that_are_none_are_refused_in_a_sentence(capsys, tmp_path, text):
    wrong = tmp_path / "corners.json"
    wrong.write_text(text, encoding="utf-8")
    assert "four points" in refused(capsys, DEMO / "003.jpg", "--corners", wrong)
