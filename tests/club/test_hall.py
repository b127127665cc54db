"""What the hub makes of what tables say: the newest word, who calls, and what is not understood."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.hub.hall import Hall, hear
from companion.club.message import Told, dump, dump_online


def said(table="t01", version=1, boot="b", **more):
    return dump(Told(table, boot, version, "azul", ("Ada", "Ben"), (1, 2), "playing", **more))


def test_the_newest_word_holds_whatever_comes_late():
    hall = Hall("club")
    for version in (1, 3, 2, 3):
        hall = hear(hall, "azul/club/t01/state", said(version=version))
    assert hall.tables["t01"].told.version == 3
    hall = hear(hall, "azul/club/t01/state", said(version=1, boot="started anew"))
    assert hall.tables["t01"].told.version == 1


def test_a_table_that_calls_is_shown_only_while_it_is_there():
    hall = hear(Hall("club"), "azul/club/t01/state", said(needs="question"))
    assert hall.calling == ()
    hall = hear(hall, "azul/club/t01/online", dump_online(True))
    assert hall.calling == ("t01",)


@pytest.mark.parametrize(
    ("topic", "payload", "reason"),
    [
        ("azul/club/t02/state", said("t01"), "speaks for the table t01"),
        ("azul/club/t02/state", b"{}", "says no state"),
        ("azul/club/t02/state", b'{"schema": 0}', "schema 0"),
        ("azul/club/t02/online", b"maybe", "says no state"),
        ("azul/club/hub/state", said("hub"), "no table speaks there"),
    ],
)
def test_what_is_not_understood_is_reported_and_skipped(topic, payload, reason):
    before = hear(Hall("club"), "azul/club/t02/state", said("t02"))
    hall = hear(hear(before, topic, payload), topic, payload)
    assert hall.tables == before.tables
    assert reason in hall.complaints[topic].reason
    assert hall.complaints[topic].times == 2


@settings(max_examples=20)
@given(st.lists(st.tuples(st.text(max_size=30), st.binary(max_size=60)), max_size=20))
def test_no_noise_moves_the_hall(noise):
    hall = Hall("club")
    for topic, payload in noise:
        hall = hear(hall, topic, payload)
    assert hall.tables == {}


def test_complaints_do_not_pile_up():
    hall = Hall("club")
    for number in range(300):
        hall = hear(hall, f"azul/club/t{number}/state", b"x")
    assert len(hall.complaints) == 100
