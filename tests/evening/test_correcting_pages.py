"""The pages on which readings are put right: any cell, any total, anything told, also later."""

import json
import re
from html import unescape

import duel_kitchen
import pytest
from duel_kitchen import PAID, a_round
from duel_kitchen import TILED as TILED_DUEL
from kitchen import EMPTY, TILED
from kitchen import OFFER as AZUL
from pages import HOME, words

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Setup
from companion.journal import Seating
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from web import create_app
from web.access.paired_devices import Pairing

PAVILION = Seating(Setup("summer-pavilion", players=2), ("Ada", "Ben"))


CHOCOLATIER = Seating(
    Setup("master-chocolatier", first_player=0, options={"special_factories": True}),
    ("Ada", "Ben"),
)


def contents(html):
    """What the buttons of a correction send."""
    return [unescape(v) for v in re.findall(r'name="content" value="([^"]*)"', html)]


@pytest.fixture
def duel(kitchen):
    """A browser at an evening of Duel, at the end of its first round."""
    evening = a_round(kitchen)
    client = create_app(evening).test_client()
    client.evening = evening
    return client


def page(client, path, **query):
    answer = client.get(path, query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.text


def send(client, path, html, **fields):
    """Fill in the form of a page that goes to ``path`` and send it."""
    form = next(f for f in re.findall(r"<form.*?</form>", html, re.S) if f'action="{path}' in f)
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    data = {name: unescape(value) for name, value in hidden} | fields
    return client.post(path, data=data, headers=HOME)


def told_form(html):
    """The first form on a page that tells what no camera sees."""
    return next(f for f in re.findall(r"<form.*?</form>", html, re.S) if 'action="/told' in f)


def test_a_dome_tile_is_turned(duel):
    html = page(duel, "/table/0", cell="place/1/0")
    assert "Which way round does it lie?" in words(html)
    ways = [json.dumps(way) for way in TURNED[3]]
    assert contents(html) == [*ways, "empty"]
    assert send(duel, "/correct", html, content=ways[2]).status_code == 303
    assert tuple(duel.evening.state.boards[0]["place/1/0"]) == TURNED[3][2]


def test_another_dome_tile_is_chosen_and_turned(duel):
    chosen = page(duel, "/table/0", cell="place/1/0", tile=0)
    assert chosen.count("dome-swatch") == 18
    assert "&amp;tile=7#correct" in chosen
    html = page(duel, "/table/0", cell="place/1/0", tile=7)
    assert contents(html)[:4] == [json.dumps(way) for way in TURNED[7]]
    assert send(duel, "/correct", html, content=contents(html)[1]).status_code == 303
    assert tuple(duel.evening.state.boards[0]["place/1/0"]) == TURNED[7][1]


def test_a_bare_cell_of_the_dome_asks_for_the_dome_tile(duel):
    html = page(duel, "/table/0", cell="dome/5/5")
    assert "Which dome tile lies here?" in words(html)
    assert 'name="cell" value="place/2/2"' in html
    html = page(duel, "/table/0", cell="dome/0/1")
    assert "What really lies here?" in words(html)
    assert "The dome tile under it" in words(html)


def test_the_top_of_a_stack_is_chosen_and_its_height_told(duel):
    html = page(duel, "/table/1", cell="broken", reading=2)
    assert contents(html)[:2] == ['["blue"]', '["yellow"]']
    assert send(duel, "/correct", html, content='["red"]').status_code == 303
    assert duel.evening.sitting.history[2].entry.boards[1]["broken"] == ("red",)
    form = {"name": "broken", "reading": "2", "count": ["0", "4"]}
    assert duel.post("/told", data=form, headers=HOME).status_code == 303
    assert duel.evening.sitting.history[2].entry.moment.told["broken"] == (0, 4)
    assert 'value="4" inputmode' in page(duel, "/table/1", reading=2)


@pytest.mark.parametrize("path", ["/", "/table/1"])
def test_how_many_tiles_are_broken_is_asked_with_those_that_are_seen(kitchen, path):
    evening = kitchen.start(seating=duel_kitchen.SEATING)
    kitchen.sees(duel_kitchen.EMPTY, duel_kitchen.OPENING, duel_kitchen.OFFER)
    html = create_app(evening).test_client().get(path, headers=HOME).text
    stacks = html[html.index("How many broken tiles") :]
    assert re.findall(r'type="number"[^>]*value="(\d+)"', stacks)[:2] == ["0", "1"]


def test_chips_are_told_below_the_board(duel):
    html = words(page(duel, "/table/0", reading=2))
    assert "How many bonus chips were taken this round?" in html
    assert "How many bonus chips were spent?" in words(page(duel, "/table/0"))
    form = {"name": "chips", "reading": "2", "count": ["2", "1"]}
    assert duel.post("/told", data=form, headers=HOME).status_code == 303
    assert duel.evening.sitting.table.boards[0]["chip/1"] == "unknown"


def test_an_earlier_reading_is_shown_as_it_was_read(duel):
    html = page(duel, "/table/0", reading=2)
    assert "As it was read: Round 1 · All tiles taken." in words(html)
    assert 'aria-label="Pattern line 1, space 1: turquoise"' in html
    assert 'href="/api/pictures/' in html
    assert 'href="/table/1?reading=2"' in html, "the other boards of the same reading"
    assert duel.get("/table/0?reading=17").status_code == 404


def test_the_history_leads_to_the_readings(duel):
    html = page(duel, "/")
    assert re.findall(r'href="(/table/0\?reading=\d)"', html) == [
        f"/table/0?reading={number}" for number in (3, 2, 1, 0)
    ]


def test_what_no_longer_fits_is_a_card_that_leads_to_its_reading(duel):
    html = page(duel, "/table/0", cell="line/0/0", reading=2)
    assert send(duel, "/correct", html, content="empty").status_code == 303
    told = page(duel, "/player/0")
    assert "Ada: this no longer fits" in words(told)
    assert "reading=3#correct" in told
    assert "Ada: this no longer fits" in words(page(duel, "/scoreboard"))
    html = page(duel, "/table/0", cell="dome/0/1", reading=3)
    assert send(duel, "/correct", html, content="empty").status_code == 303
    assert "this no longer fits" not in words(page(duel, "/player/0"))


def test_a_total_of_an_earlier_reading_is_corrected(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, AZUL, TILED)
    client = create_app(evening).test_client()
    html = page(client, "/table/1", reading=0)
    assert send(client, "/score", html, score="7").status_code == 303
    assert evening.state.confirmed == (1, 6), "7, and 1 lost on the floor line"


def test_who_took_the_starting_player_marker_is_asked_and_costs_points(kitchen):
    """SP-R15: as many points as tiles were taken with it."""
    evening = kitchen.start(seating=PAVILION)
    kitchen.sees(EMPTY)
    kitchen.sees(({"star/1/1": "purple"}, {}), seat=0)
    client = create_app(evening).test_client()
    html = page(client, "/")
    assert "Who took the starting player marker" in words(html)
    before = evening.state.confirmed
    assert send(client, "/told", html, who="1", count="3").status_code == 303
    assert evening.state.confirmed == (before[0], before[1] - 3)
    assert "Who took the starting player marker" not in words(page(client, "/"))
    html = page(client, "/table/1")
    assert '<option value="1" selected>' in html
    form = {"name": "marker", "reading": "1", "who": "nobody", "count": "0"}
    assert client.post("/told", data=form, headers=HOME).status_code == 303
    assert evening.state.confirmed == before


def test_nobody_holds_the_display_with_the_0_is_an_answer_too(kitchen):
    """CH-R55: it may not be in play this round, and then everybody must be able to say so."""
    evening = kitchen.start(seating=CHOCOLATIER)
    kitchen.sees(EMPTY, ({"line/0/0": "red"}, {"line/0/0": "blue"}))
    client = create_app(evening).test_client()
    html = page(client, "/")
    assert "Who holds the display with the 0? Ada Ben nobody" in words(html)
    assert "Who holds the display with the 0?</p>" in html, "it is said aloud, too"
    assert "aria-pressed" not in told_form(html), "nothing was told yet"
    values = re.findall(r'name="told" value="([^"]*)"', told_form(html))
    assert send(client, "/told", html, told=unescape(values[-1])).status_code == 303
    assert "Who holds the display with the 0?" not in words(page(client, "/"))
    assert evening.sitting.table.starter == 0, "the marker stayed in the centre"
    pressed = re.findall(r'aria-pressed="true">(.*?)<', told_form(page(client, "/table/0")))
    assert pressed == ["nobody"]


def test_what_else_is_to_be_told_is_asked_until_it_is(duel):
    duel.evening.double().result(5)
    html = page(duel, "/")
    assert "How many broken tiles" in words(html)
    form = {"name": "broken", "count": ["0", "1"]}
    assert duel.post("/told", data=form, headers=HOME).status_code == 303
    told = words(page(duel, "/"))
    assert "How many broken tiles" not in told
    assert "How many dome tiles were drawn from the stack?" in told


def test_a_line_that_chips_may_have_completed_asks_for_them_beside_the_violation(duel, kitchen):
    duel.evening.double().result(5)
    kitchen.sees(PAID)
    html = page(duel, "/")
    assert "Ada: this is not allowed" in words(html)
    assert "How many bonus chips were spent?" in words(html)
    form = {"name": "chips", "count": ["2", "0"]}
    assert duel.post("/told", data=form, headers=HOME).status_code == 303
    assert "not allowed" not in words(page(duel, "/"))


def test_a_dome_tile_that_lies_wrong_is_marked_as_it_lies(duel, kitchen):
    """Of a picture that was not taken over, too: its boards come from a report."""
    faulty = ({**TILED_DUEL[0], "place/1/0": TURNED[3][1]}, TILED_DUEL[1])
    duel.evening.double().result(5)
    assert kitchen.sees(faulty).stage is Stage.VIOLATION
    html = page(duel, "/table/0", cell="place/1/0")
    pressed = re.findall(r'value="([^"]*)" aria-pressed="true"', html)
    assert [json.loads(unescape(one)) for one in pressed] == [list(TURNED[3][1])]


@pytest.fixture
def azul(kitchen):
    """A browser at an evening of Azul whose tiles have all been taken."""
    client = create_app(kitchen.start()).test_client()
    client.evening = kitchen.evening
    kitchen.sees(EMPTY, AZUL)
    return client


def test_two_tiles_that_changed_places_are_swapped_in_one_step(azul):
    """One after the other would never be legal: a line has one colour and no gaps."""
    html = page(azul, "/table/0", cell="line/0/0")
    assert "from=line/0/0" in unescape(html)
    assert "Press the other place" in words(page(azul, "/table/0", **{"from": "line/0/0"}))
    html = page(azul, "/table/0", **{"from": "line/0/0", "cell": "line/1/0"})
    assert "Pattern line 1, space 1: red → blue" in words(html)
    assert "Pattern line 2, space 1: blue → red" in words(html)
    before = len(azul.evening.sitting.history)
    assert send(azul, "/correct", html).status_code == 303
    assert azul.evening.state.boards[0] == {"line/0/0": "blue", "line/1/0": "red"}
    assert len(azul.evening.sitting.history) == before
    assert azul.evening.journal.recorded(1)[-1].event.cells == {
        "line/0/0": "blue", "line/1/0": "red"}  # fmt: skip


def test_a_tile_that_lies_elsewhere_is_moved_there(azul):
    html = page(azul, "/table/0", **{"from": "line/0/0", "cell": "line/2/0"})
    assert "Pattern line 1, space 1: red → empty" in words(html)
    send(azul, "/correct", html)
    assert azul.evening.state.boards[0] == {"line/2/0": "red", "line/1/0": "blue"}


def test_several_cells_are_collected_and_checked_as_a_whole(azul):
    html = page(azul, "/table/0", several=1, cell="line/2/1")
    links = [unescape(one) for one in re.findall(r'<a class="choice button" href="([^"]*)"', html)]
    red = next(one for one in links if one.endswith('~"red"') or "red" in one)
    html = azul.get(red).text
    assert send(azul, "/correct", html).status_code == 409, "alone it leaves a gap"
    further = next(one for one in re.findall(r'href="([^"]*)"', html) if "cell=line/2/0" in one)
    html = azul.get(unescape(further)).text
    links = [unescape(one) for one in re.findall(r'<a class="choice button" href="([^"]*)"', html)]
    html = azul.get(next(one for one in links if one.count("red") == 2)).text
    assert len(re.findall(r"→", html)) == 2
    assert send(azul, "/correct", html).status_code == 303
    assert azul.evening.state.boards[0] == {
        "line/0/0": "red", "line/1/0": "blue", "line/2/0": "red", "line/2/1": "red"}  # fmt: skip


@pytest.mark.parametrize(
    "change", ["line/9/9~red", "line/0/0~mauve", "line/0/0~[[[", "~", "line/0/0~[1]", "x" * 3000]
)
def test_an_address_that_makes_no_sense_collects_nothing(azul, change):
    html = page(azul, "/table/0", change=change)
    assert "→" not in words(html)


def test_who_collects_overrules_nobody_unseen(azul):
    html = page(azul, "/table/0", **{"from": "line/0/0", "cell": "line/1/0"})
    other = page(azul, "/table/0", cell="line/0/0")
    assert send(azul, "/correct", other, content="black").status_code == 303
    answer = send(azul, "/correct", html)
    assert answer.status_code == 409
    assert "Somebody else has just corrected" in answer.text


def test_of_an_evening_that_is_typed_no_page_speaks_of_pictures_taken(kitchen):
    evening = kitchen.start()
    for boards in (EMPTY, AZUL):
        evening.ask(asks.LayByHand(boards)).result(5)
    client = create_app(evening).test_client()
    assert "So far 0 pictures" in words(page(client, "/"))
    said = words(page(client, "/table/0"))
    assert "No picture yet" in said
    assert "has not been found" not in said
    kitchen.sees(TILED)
    assert "So far 1 picture" in words(page(client, "/"))
    assert "has not been found in the picture" in words(page(client, "/table/0"))


def test_boards_are_laid_by_hand_until_the_game_is_over(kitchen):
    client = create_app(kitchen.start()).test_client()
    assert 'href="/by-hand"' in page(client, "/table/0")
    kitchen.plays_to_the_end()
    assert "Nothing is due" in (laid := page(client, "/by-hand"))
    assert "Choose a tile" not in laid
    assert 'href="/by-hand"' not in page(client, "/table/0"), "nothing is due any more"


def test_who_may_not_act_is_told_so_before_the_boards_are_laid(kitchen):
    stranger = create_app(kitchen.start(), devices=Pairing(local=False)).test_client()
    assert (laid := page(stranger, "/by-hand")).index("may only look") < laid.index("palette")
    assert "may only look" not in page(create_app(kitchen.evening).test_client(), "/by-hand")


def test_before_anything_was_read_no_place_is_there_to_be_corrected(kitchen):
    client = create_app(kitchen.start()).test_client()
    assert "Press a place" not in (before := page(client, "/table/0"))
    assert "Choose a board" not in page(client, "/table")
    assert "cell=" not in before
    kitchen.sees(EMPTY)
    assert "Press a place" in (read := page(client, "/table/0"))
    assert "Choose a board" in page(client, "/table")
    assert "cell=" in read
