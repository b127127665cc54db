"""A table's pages say who was drawn to play there, and offer their game as it was drawn."""

import re
from dataclasses import replace

import pytest
from kitchen import Kitchen

from companion.journal import NEW_GAME
from companion.service.bulletin.call import Called
from companion.service.bulletin.state import Stage, with_call
from web import create_app

CALL = Called("5/3", "Cup of <b>", 3, "azul-mini", ("Ewa", "Řehoř", "<i>"))


@pytest.fixture
def evening():
    evening = Kitchen().start()
    yield evening
    evening.stop()


@pytest.fixture
def client(evening):
    return create_app(evening).test_client()


def call(evening, called=CALL):
    evening.bulletin.change(lambda state: with_call(state, called))


def test_every_page_of_the_table_says_who_plays_next(evening, client):
    for page in ("/", "/scoreboard"):
        assert "at this table" not in client.get(page).text
    call(evening)
    for page in ("/", "/scoreboard"):
        text = client.get(page).text
        assert "Cup of &lt;b&gt;, round 3: at this table" in text
        assert "Ewa (begins), Řehoř, &lt;i&gt;" in text
    assert 'href="/new-game"' in client.get("/").text
    assert client.get("/api/state").json["called"]["names"] == list(CALL.names)
    call(evening, None)
    assert "at this table" not in client.get("/").text


def test_one_thing_at_a_time_is_asked(evening, client):
    call(evening)
    evening.bulletin.change(lambda state: replace(state, trouble="The picture is black."))
    assert "at this table" not in client.get("/").text
    evening.bulletin.change(lambda state: replace(state, trouble="", stage=Stage.QUESTION))
    assert "at this table" not in client.get("/").text
    evening.bulletin.change(lambda state: replace(state, stage=Stage.OVER))
    assert "at this table" in client.get("/").text


def test_a_new_game_is_offered_as_it_was_drawn(evening, client):
    call(evening)
    page = client.get("/new-game").text
    assert re.search(r'value="azul-mini"[^>]* checked>', page)
    assert 'name="players" value="3" checked' in page
    assert all(f'value="{name}"' in page for name in ("Ewa", "Řehoř", "&lt;i&gt;"))
    assert re.search(r'name="first_player" value="0"[^>]* checked>', page)


def test_what_was_typed_before_the_draw_is_not_for_its_game(evening, client):
    typed = [["name0", "Somebody"], ["drawn", ""]]
    evening.journal.keep_draft(NEW_GAME, typed)
    assert "Somebody" in client.get("/new-game").text
    call(evening)
    assert "Somebody" not in client.get("/new-game").text
    evening.journal.keep_draft(NEW_GAME, [["name0", "Eva"], ["drawn", "5/3"]])
    assert "&#34;Eva&#34;" in client.get("/new-game").text
