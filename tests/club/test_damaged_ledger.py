"""The hub's ledger damaged in mid-tournament, in every way a card can fail: all comes back."""

import random
import shutil
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playing import done, word

from companion.club.books import Books, apply, fold
from companion.club.broker import Broker
from companion.club.facts import Heard, Left, Met
from companion.club.hub import wishes
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import FILE, Ledger
from companion.club.message import dump
from companion.club.tournament import Plan
from companion.errors import JournalError
from companion.journal.rescue.sqlite_file import TAILS, copy_of

sys.path.insert(0, str(Path(__file__).parents[1] / "journal"))
from test_damaged import DAMAGES

PLAYERS = tuple(f"Player {n}" for n in range(1, 14))
PLAN = Plan("Cup", "azul", 3, tuple(f"t{n}" for n in range(1, 8)), PLAYERS, seed=3)


def mid_tournament(folder, rounds=3):
    """A ledger as the plug was pulled within a round; return its facts."""
    ledger, books = Ledger(folder), Books()

    def happens(facts):
        nonlocal books
        ledger.append(facts)
        ledger.back_up()
        books = apply(books, facts)

    happens([*wishes.begin(books, PLAN), *map(Met, PLAN.tables)])
    for number in range(rounds):
        happens(wishes.next_round(books))
        for match in books.tournament.rounds[-1].matches[: None if number < rounds - 1 else 2]:
            happens([Heard(match.table, done(match.players, number))])
        happens([Left(PLAYERS[number])])
    facts = ledger.facts()
    ledger._file.db.close()  # no clean stop
    return facts


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return folder, mid_tournament(folder)


def comes_back(whole, damage, chance, files=(FILE,)):
    """Damage files of the ledger; every fact is there, and can be added to."""
    folder, facts = whole
    state = folder.with_name("state")
    shutil.rmtree(state, ignore_errors=True)
    shutil.copytree(folder, state)
    for file in files:
        path = state / file
        path.write_bytes(damage(path.read_bytes(), chance))
    ledger = Ledger(state)
    assert ledger.facts() == facts
    told = ledger.notice
    ledger.append([Left("Player 9")])
    ledger.close()
    again = Ledger(state)
    assert again.notice == ""
    assert again.facts() == (*facts, Left("Player 9"))
    again.close()
    return "damaged" in told


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_everything_up_to_the_last_result_comes_back(whole, damage):
    chance = random.Random(damage.__name__)
    said = [comes_back(whole, damage, chance) for _ in range(6)]
    assert "odd" in damage.__name__ or "stretch" in damage.__name__ or sum(said) > 2


@pytest.mark.long
def test_it_comes_back_two_hundred_times(whole):
    chance = random.Random(5)
    for count in range(200):
        comes_back(whole, DAMAGES[count % len(DAMAGES)], chance)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_copy_does_no_harm(whole, damage):
    comes_back(whole, damage, random.Random(1), files=(copy_of(Path(FILE)).name,))


def test_what_nobody_has_any_more_is_counted_and_the_rest_is_kept(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path / "hub")
    copy_of(tmp_path / "hub" / FILE).unlink()
    with sqlite3.connect(tmp_path / "hub" / FILE) as db:
        db.execute("DROP TRIGGER facts_stay")
        db.execute("UPDATE fact SET body = replace(body, 't4', 't5') WHERE seq = 13")
    db.close()
    ledger = Ledger(tmp_path / "hub")
    facts = list(whole[1])
    del facts[12]
    assert ledger.facts() == tuple(facts)
    assert f"{len(facts)} entries were taken over, 1 could not be read" in ledger.notice
    ledger.close()


def test_a_ledger_that_is_gone_is_made_again_from_its_copy(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path / "hub")
    for tail in TAILS:
        (tmp_path / "hub" / (FILE + tail)).unlink(missing_ok=True)
    ledger = Ledger(tmp_path / "hub")
    assert ledger.facts() == whole[1]
    ledger.close()


def test_a_ledger_of_an_older_hub_is_read_and_added_to(tmp_path):
    facts = mid_tournament(tmp_path, 1)
    copy_of(tmp_path / FILE).unlink()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("ALTER TABLE fact DROP COLUMN sum")
    db.close()
    ledger = Ledger(tmp_path)
    ledger.append([Left("Player 9")])
    assert ledger.facts() == (*facts, Left("Player 9"))
    assert ledger.notice == ""
    ledger.close()


def test_a_fact_of_a_newer_hub_is_not_taken_for_damage(tmp_path):
    mid_tournament(tmp_path, 1)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("""INSERT INTO fact (at, body) VALUES ('', '{"fact": "danced"}')""")
    db.close()
    ledger = Ledger(tmp_path)
    with pytest.raises(JournalError, match="newer companion"):
        ledger.facts()
    ledger.close()


def says(match, sitting):
    """What the hub hears of a game that has just ended."""
    ended = replace(done(match.players, 9), sitting=sitting)
    return f"azul/club/{match.table}/state", dump(
        word(match.table, 1, match.players, ended=[ended])
    )


def spoilt(ledger, file):
    """Damage a ledger while it is open."""
    ledger._file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.write_bytes(b"\\x55" * file.stat().st_size)
    ledger._file.db.execute("PRAGMA shrink_memory")


def test_a_ledger_damaged_while_the_hub_runs_loses_no_result(tmp_path):
    facts = mid_tournament(tmp_path)
    ledger = Ledger(tmp_path)
    hub = Hub(Broker("192.0.2.1", 1883), "club", ledger)
    match = hub.hall.books.tournament.open_matches[0]
    spoilt(ledger, tmp_path / FILE)
    hub._take([says(match, "s1")])
    assert "damaged" in hub.hall.notice
    hub._take([])  # what could not be written at once is owed, and written by itself
    assert (3, match.table) in hub.hall.books.tournament.outcomes
    assert fold(ledger.facts()) == hub.hall.books
    assert ledger.facts()[:-1] == facts
    hub.stop()
    ledger.close()


def test_a_disk_that_is_full_holds_nothing_back_for_good(tmp_path, caplog):
    mid_tournament(tmp_path)
    ledger = Ledger(tmp_path)
    hub = Hub(Broker("192.0.2.1", 1883), "club", ledger)
    match = hub.hall.books.tournament.open_matches[0]
    (pages,) = ledger._file.db.execute("PRAGMA page_count").fetchone()
    ledger._file.db.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(60):
        hub._take([says(match, f"{number:060}")])
    assert "The disk is full" in caplog.text
    ledger._file.db.execute("PRAGMA max_page_count = 100000")
    hub._take([])
    assert (match.table, f"{59:060}") in hub.hall.books.games
    hub.stop()
    ledger.close()
