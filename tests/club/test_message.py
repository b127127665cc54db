"""Messages say the same when they arrive, and anything else is refused with its reason."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.message import (
    NEEDS,
    SCHEMA,
    Finished,
    MessageRefused,
    Told,
    Wrong,
    dump,
    load,
    load_online,
)
from companion.club.topics import table_of
from companion.journal.player_names import names_of

texts = st.text(max_size=20)


@st.composite
def finished(draw):
    players = draw(st.integers(2, 4))
    numbers = st.lists(st.integers(-50, 300), min_size=players, max_size=players).map(tuple)
    return Finished(
        draw(st.text(min_size=1, max_size=32)),
        draw(texts),
        tuple(draw(texts) for _ in range(players)),
        draw(numbers),
        draw(numbers),
        (draw(st.integers(0, players - 1)),),
    )


@st.composite
def words(draw):
    players = draw(st.integers(2, 4))
    seats = st.integers(0, players - 1)
    return Told(
        table=draw(texts),
        boot=draw(texts),
        version=draw(st.integers(0, 10**9)),
        game=draw(texts),
        names=tuple(draw(texts) for _ in range(players)),
        scores=tuple(draw(st.integers(-50, 300)) for _ in range(players)),
        stage=draw(texts),
        round=draw(st.integers(0, 20)),
        turn=draw(st.none() | seats),
        needs=draw(st.sampled_from(NEEDS)),
        wrong=tuple(draw(st.lists(st.builds(Wrong, seats, texts), max_size=3))),
        sitting=draw(texts),
        finished=tuple(draw(st.lists(finished(), max_size=2))),
        seating=draw(texts),
    )


@given(words())
def test_what_is_said_is_what_is_heard(told):
    assert load(dump(told)) == told


def a_word():
    told = Told("t01", "b", 1, "azul", ("Ada", "Ben"), (3, 4), "playing")
    return json.loads(dump(told))


def test_a_table_of_an_older_companion_is_understood():
    told = a_word()
    del told["seating"]
    assert load(json.dumps(told).encode()).seating == ""


@given(st.binary(max_size=200))
def test_noise_is_refused(payload):
    for read in (load, load_online):
        with pytest.raises(MessageRefused):
            read(payload)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": 0}, "schema 0 was skipped"),
        ({"schema": SCHEMA + 1}, "schema 2 was skipped"),
        ({"schema": "1"}, "whole number"),
        ({"names": ["Ada"]}, "2 to 4"),
        ({"scores": [1, 2, 3]}, "must have 2 entries"),
        ({"scores": [1, 10**9]}, "at most 1000"),
        ({"names": ["x" * 241, "Ben"]}, "longer than 240"),
        ({"needs": "beer"}, "must be one of"),
        ({"turn": 2}, "at most 1"),
        ({"finished": [{}]}, "missing"),
        ({"table": None}, "missing"),
    ],
)
def test_a_word_that_is_wrong_somewhere_says_where(change, reason):
    with pytest.raises(MessageRefused, match=reason):
        load(json.dumps(a_word() | change).encode())


@given(st.sampled_from(sorted(a_word())), st.none() | st.integers() | texts | st.lists(texts))
def test_whatever_stands_in_a_field_is_understood_or_refused(name, value):
    with suppress(MessageRefused):
        load(json.dumps(a_word() | {name: value}).encode())


def test_a_message_that_is_much_too_long_is_not_even_read():
    with pytest.raises(MessageRefused, match="are the most"):
        load(b" " * 70_000)


@pytest.mark.parametrize(
    "topic",
    ["azul/club/t01", "azul/other/t01/state", "azul/club/hub/state", "azul/club/t01/state/x",
     "azul/club/t01/result", "azul/club//state"],
)  # fmt: skip
def test_other_topics_are_none_of_ours(topic):
    assert table_of(topic, "club") is None


def test_places_follow_points_then_rows_and_are_shared_after_that():
    assert Finished("s", "azul", ("",) * 4, (50, 61, 50, 50), (2, 0, 3, 2), (1,)).places == (
        3, 1, 2, 3,
    )  # fmt: skip
    duel = Finished("s", "azul-duel", ("",) * 2, (40, 40), (0, 0), (1,))
    assert duel.places == (2, 1), "the holder of the starting player tile has won"


def test_a_table_is_understood_whatever_its_players_may_be_called():
    """A flag has two signs and is one letter, a family has seven."""
    name = "\N{REGIONAL INDICATOR SYMBOL LETTER C}\N{REGIONAL INDICATOR SYMBOL LETTER Z}" * 30
    family = "\N{ZERO WIDTH JOINER}".join("\N{MAN}\N{WOMAN}\N{GIRL}\N{BOY}") * 30
    told = Told("t01", "b", 1, "azul", names_of([name, family], 2), (0, 0), "playing")
    assert load(dump(told)) == told
