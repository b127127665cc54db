"""Whatever is sent, the companion answers with a reason and never with a mistake of its own."""

import json
import random
import string

import pytest
from duel_kitchen import OPENING, SEATING
from kitchen import EMPTY, OFFER, Eyes
from pages import HOME

from companion.service.evening import asks
from web import create_app
from web.input.action_table import ACTIONS


class Curtain(Eyes):
    """Eyes that see nothing but a covered table."""

    def next(self):
        return "waiting"


CHANCE = random.Random(7)
HALF = "\ud800"
"""Half a letter: JSON can write it, and nothing can keep or send it."""

HALVES = (HALF, [HALF], [[HALF, "x"]], {HALF: "x"}, {"wall/0/0": HALF}, [{"wall/0/0": HALF}])
ODD = [
    *(None, True, -1, 0, 3, 7, 10**30, 1e308, "", "red", "wall/0/0", "line/1/1", "\x00", "ž" * 300),
    *([], {}, [[]], [None], {"wall/0/0": "red"}, [{"a": [1, {}]}], "first", "azul", "offer-end"),
    *HALVES,
    *({"wall/0/0": ["red", None]}, [[[0, 0]] * 4] * 2, "place/0/0", {"marker": {"seat": 0}}),
]
ADDRESSES = [
    *("/frame.jpg?v=x", "/api/history/0", "/?lang=%00", "/pair?token=" + "x" * 500),
    *("/api/pictures/..%2f..%2fetc.jpg", "/table/9?cell=%ff", "/rules/azul?q=%5B"),
    *("/table/0?reading=-1", "/table/1?reading=999999999999", "/table/0?reading=x&cell=floor/0"),
    *("/table/0?cell=place/9/9&tile=99", "/table/0?cell=place/0/0&tile=-4", "/table/0?cell=dome/"),
    *(
        "/table/0?cell=dome/x/1",
        "/table/0?cell=place/\u0663/0&tile=0",
        "/table/1?cell=broken&tile=1",
    ),
]
FIELDS = {
    "/correct": ("seat", "cell", "content", "was", "reading", "cells"),
    "/people": ("name0", "name1", "colour0", "colour1", "exchange"),
    "/told": ("name", "told", "count", "who", "reading"),
    "/score": ("seat", "score", "reading"),
    "/new-game": (
        "game",
        "variant",
        "players",
        "goals",
        "special_factories",
        "corners",
        "brackets",
    ),
}
TYPED = [
    *("9" * 5000, f"{'9' * 5000},1", "0,1", '["\\ud800"]', '{"wall/0/0": "\\ud800"}'),
    *("", "0", "1", "-1", "x", "\u0663", "9" * 400, "[", "[null]", '["red", 1]', "{}", "NaN"),
    *("[" * 3000, "place/0/0", "broken", "floor/0", "marker", "broken", "chips", "discarded"),
    *("empty", "red", '["red","any","blue","black"]', "azul-duel", "master-chocolatier", "no"),
]


def forms(count):
    """Forms filled in by somebody who means no good."""
    for _ in range(count):
        path = CHANCE.choice([*FIELDS])
        names = [name for name in FIELDS[path] if CHANCE.random() < 0.8]
        yield path, {name: CHANCE.choices(TYPED, k=CHANCE.choice((1, 1, 2))) for name in names}


def malformed(count):
    """Requests that somebody might send by mistake or on purpose."""
    for _ in range(count):
        action = CHANCE.choice(ACTIONS)
        values = {name: CHANCE.choice(ODD) for name in action.properties if CHANCE.random() < 0.7}
        if CHANCE.random() < 0.1:
            values["".join(CHANCE.choices(string.printable, k=5))] = 1
        body = json.dumps(values)
        if CHANCE.random() < 0.15:
            body = body[: CHANCE.randrange(len(body))] + CHANCE.choice(
                ["", "}", "\ud83d", "[" * 99]
            )
        if CHANCE.random() < 0.05:
            body = CHANCE.choice(["[" * 9000, '"', "NaN", "1e999", "null", "[]", "\x00\xff"])
        yield action.name, body.encode("utf-8", "surrogatepass")


def send_all(count, kitchens, caplog, then=OFFER, **seating):
    caplog.set_level("CRITICAL")
    kitchen = kitchens()
    kitchen.eyes = Curtain()
    kitchen.start(**seating)
    kitchen.evening.ask(asks.LayByHand(EMPTY)).result(5)
    kitchen.evening.ask(asks.LayByHand(then)).result(5)
    client = create_app(kitchen.evening).test_client()
    kind = {"Content-Type": "application/json"}
    codes = []
    for name, body in malformed(count):
        path = CHANCE.choice(["/api/", "/"]) + name
        answer = client.post(path, data=body, headers=HOME | kind)
        codes.append(answer.status_code)
        assert answer.status_code < 500, (path, body)
    for path, data in forms(count):
        answer = client.post(path, data=data, headers=HOME)
        codes.append(answer.status_code)
        assert answer.status_code < 500, (path, data)
    for path in ADDRESSES:
        assert client.get(path).status_code < 500, path
    return codes


def test_malformed_requests_bring_no_500(kitchens, caplog):
    codes = send_all(120, kitchens, caplog)
    assert {400, 409} <= set(codes)
    assert {200, 303} & set(codes), "some mean something"


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_half_a_letter_anywhere_is_refused(kitchens, caplog, action):
    caplog.set_level("CRITICAL")
    client = create_app(kitchens().evening).test_client()
    for name in action.properties:
        for half in HALVES:
            answer = client.post(f"/api/{action.name}", json={name: half}, headers=HOME)
            assert (answer.status_code, answer.json["error"]) == (400, "Send a JSON object.")


def test_malformed_requests_to_a_duel_bring_no_500(kitchens, caplog):
    codes = send_all(60, kitchens, caplog, OPENING, seating=SEATING)
    assert {400, 409} <= set(codes)
    assert {200, 303} & set(codes), "some mean something"


@pytest.mark.long
def test_a_thousand_malformed_requests_bring_no_500(kitchens, caplog):
    assert len(send_all(1000, kitchens, caplog)) == 2000
