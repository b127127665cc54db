"""``companion evaluate``: every answer marked, nothing flattered."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace

import numpy as np
import pytest
from sittings import DATA

from companion import cli
from companion.boards import GAMES, load
from companion.cli.commands.pictures import evaluate
from companion.errors import SittingError
from companion.evaluation import measure, measurement, read_truth, sum_of
from companion.evaluation.marks import Examiner, final, same
from companion.evaluation.reliability import Belief, beliefs, reliability, softmax
from companion.evaluation.truth import TrueBoard
from companion.games.base import Result
from companion.neural_network.slots import tile_cells
from hardware.simulated_devices import load_picture


def measured(folder, **how):
    return measure(folder, lambda entry: load_picture(folder / entry.file).pixels, **how)


@pytest.fixture(scope="module")
def fault():
    return measured(DATA / "fault")


@pytest.fixture(scope="module")
def looked_at():
    """What was read of sittings whose labels change: the pictures are looked at once."""
    return {}


@pytest.fixture
def relabelled(tmp_path, looked_at, monkeypatch):
    """Copy the sitting with a fault, its truth changed by a function."""
    run = measurement._run

    def run_once(folder, load, sightings):
        key = str(folder.frames), sightings
        if key not in looked_at:
            looked_at[key] = run(folder, load, sightings)
        return looked_at[key]

    monkeypatch.setattr(measurement, "_run", run_once)

    def write(change):
        folder = tmp_path / "sitting"
        shutil.copytree(DATA / "fault", folder)
        truth = json.loads((folder / "labels.json").read_text())
        change(truth)
        (folder / "labels.json").write_text(json.dumps(truth))
        return folder

    return write


def wrong(measurement):
    return {m for m, n in measurement.asked.items() if measurement.right.get(m, 0) != n}


def test_a_sitting_read_right_is_right_in_everything(fault):
    assert fault.faultless
    assert not fault.misses
    assert dict(fault.asked) == dict(fault.right) == {
        "cells": 3 * 2 * 47,
        "boards": 6,
        "statuses": 3,
        "rounds": 2,
        "announced": 2,
        "points": 2,
        "markers": 4,
        "faults": 1,
    }  # fmt: skip
    assert fault.corner_px < 3


def test_time_is_told_by_stage_with_the_first_finding_apart(fault):
    assert set(fault.ms) == {"decoding", "finding", "registration", "tiles", "rules"}
    assert len(fault.ms["finding"]) == 1
    assert len(fault.ms["registration"]) == 3
    assert len(fault.ms["decoding"]) == len(fault.ms["rules"]) == 4
    assert all(ms > 0 for values in fault.ms.values() for ms in values)


def test_a_hand_is_right_when_nothing_is_read_under_it():
    hand = measured(DATA / "hand")
    assert hand.faultless
    assert hand.asked["hands"] == 1
    assert hand.asked["cells"] == 2 * 4 * 47, "no cell is asked for while a hand is over a board"


def with_one_tile_more(truth):
    truth["frames"][1]["boards"][0]["cells"]["floor/6"] = "red"


def test_one_other_tile_is_one_wrong_cell_and_no_other_measure_suffers(relabelled):
    once = measured(relabelled(with_one_tile_more))
    assert wrong(once) == {"cells", "boards"}
    assert once.asked["cells"] - once.right["cells"] == 1
    assert once.misses == ("001.jpg seat 0 floor/6: None for red",)


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_that_may_hold_a_tile_is_asked_for(game):
    board = load(game)
    asked = Examiner(board, "", announces=True).cells()
    assert asked == tuple(cell.id for cell in tile_cells(board))


def test_a_fault_elsewhere_is_a_fault_not_found(relabelled):
    def change(truth):
        truth["frames"][2]["fault"]["cells"] = ["line/4/4"]

    assert wrong(measured(relabelled(change))) == {"faults"}


def test_a_violation_where_there_is_none_is_a_false_alarm_and_a_wrong_status(relabelled):
    def change(truth):
        truth["frames"][2]["fault"] = None

    alarmed = measured(relabelled(change))
    assert {"alarms", "statuses"} <= wrong(alarmed)
    assert alarmed.alarms > 0


def test_other_totals_are_wrong_rounds_and_wrong_announcements(relabelled):
    def change(truth):
        truth["frames"][3]["scoring"][1]["after"] += 1

    off = measured(relabelled(change))
    assert wrong(off) == {"rounds", "announced"}
    assert off.right["rounds"] == off.right["announced"] == 1


def test_other_points_for_a_tile_are_wrong_points(relabelled):
    def change(truth):
        truth["frames"][3]["scoring"][0]["placements"][0] += 1

    assert wrong(measured(relabelled(change))) == {"points"}


def test_faults_can_be_left_out(relabelled):
    without = measured(relabelled(lambda truth: None), skip_faults=True)
    assert without.faultless
    assert "faults" not in without.asked
    assert without.asked["boards"] == 4


def test_a_replay_that_ends_early_counts_what_was_not_read_as_wrong(tmp_path):
    folder = tmp_path / "sitting"
    shutil.copytree(DATA / "fault", folder)
    (folder / "002.jpg").write_bytes(b"no picture")
    ended = measured(folder)
    assert "002.jpg" in ended.error
    assert not ended.faultless
    assert ended.asked["boards"] == 6
    assert ended.right["boards"] == 2


def test_several_sittings_are_summed(fault):
    both = sum_of([fault, replace(fault, error="the lamp fell over")])
    assert both.asked["cells"] == 2 * fault.asked["cells"]
    assert both.corner_px == fault.corner_px
    assert both.error == "fault: the lamp fell over"
    assert len(both.beliefs) == 2 * len(fault.beliefs)


def test_the_end_is_right_with_totals_and_every_bonus():
    truth = ({"rows": 2, "columns": 0, "total": 52}, {"rows": 1, "columns": 1, "total": 68})
    bonuses = tuple({k: v for k, v in seat.items() if k != "total"} for seat in truth)
    good = Result((52, 68), bonuses, ((), ()), (1,), True)
    (mark,) = final(good, truth)
    assert mark.right
    (mark,) = final(replace(good, scores=(52, 67)), truth)
    assert not mark.right
    (mark,) = final(replace(good, bonuses=(bonuses[1], bonuses[1])), truth)
    assert not mark.right
    assert list(final(good, None)) == []


@pytest.mark.parametrize(
    ("got", "want", "right"),
    [
        ("red", "red", True),
        (None, None, True),
        (None, "red", False),
        ("red", None, False),
        (["red", "blue"], ["yellow", "blue"], True),
        ([None, "blue"], ["yellow", "blue"], True),
        ("blue", ["yellow", "blue"], True),
        (["blue", "yellow"], ["yellow", "blue"], False),
        (None, ["yellow", "blue"], False),
    ],
)
def test_of_a_stack_only_the_top_counts(got, want, right):
    assert same(got, want) is right


def test_softmax_of_log_likelihoods():
    assert softmax([math.log(3), math.log(1)]) == pytest.approx((0.75, 0.25))
    assert softmax([-5000.0, -5000.0]) == pytest.approx((0.5, 0.5))


def test_what_was_believed_of_a_cell():
    seen = {"wall/0/0": {None: math.log(0.8), "blue": math.log(0.2)}}
    assert list(beliefs(seen, {})) == [Belief(pytest.approx(0.8), True, pytest.approx(0.8))]
    assert list(beliefs(seen, {"wall/0/0": "blue"})) == [
        Belief(pytest.approx(0.8), False, pytest.approx(0.2))
    ]


def test_an_honest_reader_has_a_small_error_and_a_boaster_a_large_one():
    rng = np.random.default_rng(1)
    sure = rng.uniform(0.5, 1.0, 20000)
    right = rng.random(20000) < sure
    honest = [Belief(s, bool(r), s) for s, r in zip(sure, right, strict=True)]
    boaster = [Belief(0.999, bool(r), 0.999) for r in right]
    assert reliability(honest).error < 0.01
    assert reliability(boaster).error == pytest.approx(0.249, abs=0.01)
    assert sum(b.cells for b in reliability(honest).bins) == 20000
    assert reliability([]).bins == ()


def test_surprise_is_the_price_of_being_sure_and_wrong():
    assert reliability([Belief(1.0, True, 1.0)]).surprise == 0
    assert reliability([Belief(0.99, False, 0.01)]).surprise == pytest.approx(-math.log(0.01))


def test_the_command_prints_tables(capsys):
    assert cli.main(["evaluate", "--misses", str(DATA / "fault"), str(DATA / "hand")]) == 0
    out = capsys.readouterr().out
    for word in ("cells wrong", "0/282", "2 sittings", "x decoding", "calibration error"):
        assert word in out
    assert out.endswith("Nothing was wrong.\n")


def test_the_command_prints_json_and_says_what_was_wrong(relabelled, capsys):
    folder = relabelled(with_one_tile_more)
    assert cli.main(["evaluate", "--json", str(folder)]) == 1
    out = json.loads(capsys.readouterr().out)
    (sitting,) = out["sittings"]
    assert sitting["cells"] == out["total"]["cells"] == {"right": 281, "of": 282}
    assert sitting["cells_wrong"] == 1
    assert sitting["misses"] == ["001.jpg seat 0 floor/6: None for red"]
    assert sitting["reliability"]["bins"]
    assert cli.main(["evaluate", "--misses", str(folder)]) == 1
    assert "floor/6: None for red" in capsys.readouterr().out


def test_sightings_are_marked_cell_by_cell_only(capsys):
    assert cli.main(["evaluate", "--sightings", "--json", str(DATA / "hand")]) in (0, 1)
    (sitting,) = json.loads(capsys.readouterr().out)["sittings"]
    assert sitting["cells"]["of"] == 2 * 4 * 47
    assert sitting["rounds"]["of"] == sitting["statuses"]["of"] == sitting["hands"]["of"] == 0


def test_without_labels_there_is_one_sentence(tmp_path, capsys):
    folder = tmp_path / "sitting"
    shutil.copytree(DATA / "fault", folder, ignore=shutil.ignore_patterns("labels*"))
    assert cli.main(["evaluate", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "has no labels.json" in err
    assert err.count("\n") == 1


def test_a_folder_that_is_none_costs_no_time(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(evaluate, "measure", None)
    assert cli.main(["evaluate", str(DATA / "hand"), str(tmp_path / "none")]) == 2
    assert "none does not exist; name a folder" in capsys.readouterr().err


def labelled(corners_px=((1, 1), (9, 1), (9, 9), (1, 9)), bonuses=()):
    board = {"seat": 0, "corners_px": corners_px, "cells": {}}
    frame = {"file": "a", "checkpoint": "tiled", "round": 1, "boards": [board]}
    return json.dumps({"frames": [frame], "bonuses": bonuses})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "is no JSON"),
        ("{}", "frames is missing"),
        ('{"frames": []}', "frames lists no pictures"),
        (labelled(corners_px=[[1, 1], [9, 1], [9, 9]]), r"corners_px must have 4 entries"),
        (labelled(bonuses=[{"rows": 2}]), r"bonuses\[0\].total is missing"),
        ('{"frames": [{"file": 1}]}', r"frames\[0\].file must be a text"),
        (
            '{"frames": [{"file": "a", "checkpoint": "tea", "round": 1, "boards": []}]}',
            r"frames\[0\].checkpoint is",
        ),
    ],
)
def test_labels_that_make_no_sense_are_refused_with_file_and_key(tmp_path, text, words):
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(SittingError, match=words) as caught:
        read_truth(tmp_path)
    assert caught.value.path == tmp_path / "labels.json"


def test_dome_tiles_are_believed_in_at_their_places():
    spaces = ("red", "any", "blue", "black")
    board = TrueBoard(0, (), {"line/0/0": "red"}, None, {"1/2": spaces})
    assert board.lying == {"line/0/0": "red", "place/1/2": spaces}
    (belief,) = beliefs({"place/1/2": {None: -9.0, spaces: 0.0}}, board.lying)
    assert belief.right
