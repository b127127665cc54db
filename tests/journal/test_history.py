"""What the evenings come to."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sittings_to_keep import SEATING, finished, kept

from companion import games, sitting
from companion.cli import main
from companion.events import Confirmed, Opened, ScoreCorrected
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Journal, Seating, history, statistics
from companion.journal.archive import archive_name
from companion.journal.journal import FILE
from companion.journal.kept_values import local_day


@pytest.fixture
def found():
    journal = Journal(None)
    finished(journal, ("Ada", "Ben"), 5)
    finished(journal, ("Ada", "Ben"), -5)
    finished(journal, ("Ada", ""), 1)
    kept(journal)
    yield history(journal)
    journal.close()


def test_every_sitting_is_listed_with_its_totals(found):
    assert [one.complete for one in found.evenings] == [True, True, True, False]
    assert found.evenings[0].scores == (42, 45), "a row brings two points more"
    assert found.evenings[0].winners == (1,)
    assert found.evenings[3].rounds == ((1, 7),)
    assert found.evenings[0].rounds == ((42, 45),)


def test_an_evening_is_of_the_day_that_it_was_here(clock_of):
    clock_of("EST5")
    assert archive_name("2026-12-02T00:30:00+00:00", "azul", 7) == "2026-12-01-azul-7.zip"
    assert local_day("no time at all") == "no time at"


def test_a_sitting_that_was_joined_tells_with_which_round_and_totals(found):
    assert (found.evenings[0].first_round, found.evenings[0].start) == (1, (0, 0))
    journal = Journal(None)
    setup = replace(SEATING.setup, scores=(12, 9), round=4)
    number = journal.begin(Seating(setup))
    journal.append(number, Opened(setup))
    journal.append(number, Confirmed(Moment(Checkpoint.OFFER_END, 4), ({"line/0/0": "red"}, {})))
    (joined,) = history(journal).evenings
    assert (joined.first_round, joined.start) == (4, (12, 9))
    journal.close()


def test_a_round_is_over_when_everybody_has_passed_and_not_when_the_first_one_has():
    """The chart of a game that was broken off ended in totals that nobody had."""
    setup = Setup("summer-pavilion")
    shots = list(games.story(setup)(3, Random(3)))
    first = next(n for n, shot in enumerate(shots) if shot.moment.checkpoint is Checkpoint.PASSED)
    last = next(n for n, shot in enumerate(shots) if shot.moment.round == 2) - 1
    assert first < last
    events = [Opened(setup), *(Confirmed(shot.moment, shot.boards) for shot in shots)]
    for upto, over in ((first, ()), (last, (shots[last].scores,))):
        played = sitting.fold(events[: upto + 2])
        assert statistics.rounds(played, played.game.result(played.table)) == over


def test_players_are_counted_by_name_and_only_where_the_game_was_finished(found):
    ada, ben = found.standings
    assert (ada.name, ada.games, ada.wins, ada.record, ada.average) == ("Ada", 3, 2, 42, 42.0)
    assert (ben.name, ben.games, ben.wins, ben.record, ben.average) == ("Ben", 2, 1, 45, 40.0)


def test_an_evening_is_worked_out_once_however_many_there_are(monkeypatch):
    """With five years of weekly games the page took as long as playing all of them."""
    journal, folded, fold = Journal(None), [], sitting.fold
    monkeypatch.setattr(statistics, "_known", {})  # other tests play the like
    monkeypatch.setattr(sitting, "fold", lambda events: folded.append(1) or fold(events))
    for lead in range(300):
        finished(journal, ("Ada", "Ben"), lead + 60)
    before = history(journal)
    assert len(folded) == 300
    assert history(journal) == before
    assert len(folded) == 300
    journal.append(1, ScoreCorrected(2, 0, 7))
    assert history(journal).evenings[0].scores != before.evenings[0].scores
    assert len(folded) == 301
    journal.close()


def test_the_command_prints_it(tmp_path, capsys):
    journal = Journal(tmp_path)
    assert main(["history", "--state", str(tmp_path)]) == 0
    assert "No game" in capsys.readouterr().out
    finished(journal, ("Ada", "Ben"), 5)
    journal.close()
    assert main(["history", "--state", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Ada 42, Ben 45*" in lines[0]
    assert lines[-2].split() == ["Ben", "azul", "1", "1", "45", "45.0"]
    assert main(["history", "--state", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"][0]["wins"] == 1


def test_who_has_no_name_is_called_as_on_the_pages(tmp_path, capsys):
    journal = Journal(tmp_path)
    finished(journal, ("Ada", ""), 1)
    journal.close()
    assert main(["history", "--state", str(tmp_path)]) == 0
    assert ", player 2 " in capsys.readouterr().out


def test_a_terminal_without_our_letters_gets_json_all_the_same(tmp_path):
    journal = Journal(tmp_path)
    finished(journal, ("Zoë", "Łucja"), 5)
    journal.close()
    command = [sys.executable, "-m", "companion", "history", "--json", "--state", str(tmp_path)]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    out = subprocess.run(command, env=ascii_only, capture_output=True, check=True).stdout
    assert json.loads(out)["evenings"][0]["names"] == ["Zoë", "Łucja"]


@pytest.mark.parametrize(
    "command", [["history"], ["history", "--json"], ["export", "1", "--to", "evening.zip"]]
)
def test_whichever_command_mends_a_damaged_journal_says_so(tmp_path, capsys, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    journal = Journal(tmp_path)
    finished(journal, ("Ada", "Ben"), 5)
    journal.close()
    (tmp_path / FILE).write_bytes(b"somebody's letter " * 99)
    assert main([*command, "--state", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert "The journal was damaged" in err
    assert "damaged" not in out


def test_the_command_says_which_game_counts_for_no_record(tmp_path, capsys):
    journal = Journal(tmp_path)
    finished(journal, ("Ada", "Ben"), 5)
    journal.leave_out(finished(journal, ("Ada", "Ben"), 30), on=True)
    journal.close()
    assert main(["history", "--state", str(tmp_path)]) == 0
    counted, aside, *_, best, _ = capsys.readouterr().out.splitlines()
    assert "(left out of the records)" in aside
    assert "left out" not in counted
    assert best.split() == ["Ben", "azul", "1", "1", "45", "45.0"]


def test_a_round_after_whose_tiling_nobody_pressed_has_its_totals():
    """The chart left it out, and called the rounds after it by the numbers before theirs."""
    setup = Setup("azul", first_player=0)
    shots = [*games.story(setup)(3, Random(3))]
    tiled = Moment(Checkpoint.TILED, 2)
    whole, without = (
        sitting.fold([Opened(setup), *(Confirmed(shot.moment, shot.boards) for shot in each)])
        for each in (shots, [shot for shot in shots if shot.moment != tiled])
    )
    result = whole.game.result(whole.table)
    assert len(without.history) == len(whole.history) - 1
    assert statistics.rounds(without, result) == statistics.rounds(whole, result)


@pytest.mark.parametrize("words", [["history"], ["import", "evening.zip"]])
def test_a_state_without_a_name_is_not_the_folder_one_is_in(tmp_path, monkeypatch, capsys, words):
    """It is what ``--state "$STATE"`` says where the variable is not set."""
    monkeypatch.chdir(tmp_path)
    Path("evening.zip").write_bytes(b"PK")
    assert main([*words, "--state", ""]) == 2
    assert "it is empty; name a folder, or leave the option out" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["evening.zip"]
