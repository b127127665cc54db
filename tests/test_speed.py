"""``companion bench``: ratios to decoding, and where the time goes."""

from __future__ import annotations

import json
import shutil

import cv2
import pytest
from sittings import DATA

from companion import cli, games, sitting_folder
from companion.evaluation import speed

FAULT = str(DATA / "fault")


def figures(capsys, *arguments):
    assert cli.main(["bench", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_each_stage_is_told_beside_decoding_and_its_target(capsys):
    out = figures(capsys, "--repetitions", "1", "--games-s", "0", "--sitting", FAULT)
    stages = out["stages"]
    expected = ["decoding", "finding", "reading without a reference", "reading"]
    assert list(stages) == [*expected, "reading and rules"]
    assert stages["decoding"]["of_decoding"] == 1
    assert stages["reading"]["target"] == 3
    assert stages["finding"]["target"] == 10
    assert stages["reading and rules"]["target"] == 9
    assert stages["reading and rules"]["ms"] > stages["decoding"]["ms"] > 0
    assert out["games_per_second"] == {}


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_is_played_to_its_end_some_times_a_second(game):
    assert speed.games_per_second(game, seconds=0.01) > 1


def test_tables_are_printed(capsys):
    assert cli.main(["bench", "--repetitions", "1", "--games-s", "0.01", "--sitting", FAULT]) == 0
    out = capsys.readouterr().out
    for word in ("x decoding", "reading and rules", "games/s", "azul-duel"):
        assert word in out


def test_the_profile_names_functions_of_ours(capsys):
    assert cli.main(["bench", "--profile", "--repetitions", "1", "--sitting", FAULT]) == 0
    out = capsys.readouterr().out
    assert "own ms" in out
    assert "parts:" in out


def test_the_same_state_is_read_again_and_again():
    folder = sitting_folder.read(FAULT)
    stages = speed.stages(folder, repetitions=2)
    assert {stage.name: len(stage.ms) for stage in stages} == {
        "decoding": 4,
        "finding": 1,
        "reading without a reference": 1,
        "reading": 3,
        "reading and rules": 3,
    }


def test_of_each_picture_the_quickest_time_counts(monkeypatch):
    """What else runs on a machine only ever makes it slower."""
    times = iter([*range(12, 0, -1), *range(101, 113)])
    monkeypatch.setattr(speed, "_timed", lambda job: float(next(times)))
    decoding, *_ = speed.stages(sitting_folder.read(FAULT), repetitions=2)
    assert decoding.ms == (12, 11, 10, 9)
    assert decoding.median == 10.5


def test_opencv_gets_its_cores_back():
    before = cv2.getNumThreads()
    with speed.one_core():
        assert cv2.getNumThreads() == 1
    assert cv2.getNumThreads() == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["--repetitions", "0"], "1 is the least"),
        (["--repetitions", "many"], "'many' is no number"),
        (["--json", "--profile"], "--profile: not allowed with argument --json"),
    ],
)
def test_nonsense_is_refused(capsys, line, words):
    assert cli.main(["bench", *line]) == 2
    assert words in capsys.readouterr().err


def test_one_picture_is_too_few(tmp_path, capsys):
    folder = tmp_path / "sitting"
    shutil.copytree(FAULT, folder)
    told = json.loads((folder / "sitting.json").read_text())
    told["frames"] = told["frames"][:1]
    (folder / "sitting.json").write_text(json.dumps(told))
    assert cli.main(["bench", "--sitting", str(folder)]) == 2
    assert "one picture only" in capsys.readouterr().err


@pytest.mark.long
def test_reading_finding_and_judging_keep_their_targets(capsys):
    """The best of three runs counts: others on the machine make runs slower, and none quicker."""
    runs = [figures(capsys, "--games-s", "0")["stages"] for _ in range(3)]
    for stage in ("reading", "reading and rules", "finding"):
        best = min(run[stage]["of_decoding"] for run in runs)
        assert best <= runs[0][stage]["target"], runs
