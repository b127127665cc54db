"""The interface for other programs: what it does, what it says of itself, what it refuses."""

import json
import re
import time

import pytest
from evening import Evening
from pages import HOME

from web import create_app
from web.access.paired_devices import Pairing
from web.input.action_table import ACTIONS
from web.input.openapi import document


def post(client, name, **values):
    return client.post(f"/api/{name}", json=values, headers=HOME)


def test_a_press_tells_the_version_that_came_of_it(client, evening):
    answer = post(client, "press", seat=1)
    assert answer.status_code == 200
    assert answer.json["stage"] == "looking"
    assert answer.json["version"] > 1
    assert evening.until(lambda state: state.shown == 1)


def test_an_empty_body_is_an_empty_object(client, evening):
    assert client.post("/api/press", headers=HOME).status_code == 200
    evening.until(lambda state: state.shown == 1)


def test_the_state_tells_where_the_evening_stands(client, evening):
    assert client.get("/api/state").json["stage"] == "set-up"
    evening.press(2)
    state = client.get("/api/state").json
    assert (state["stage"], state["happened"]) == ("playing", "read")
    assert len(state["boards"]) == 2


@pytest.mark.parametrize(
    ("name", "values", "word"),
    [
        ("answer", {"option": 0}, "no longer open"),
        ("correct", {"seat": 0, "cell": "wall/0/0", "content": "red"}, "Nothing has been read"),
        ("resume", {"sitting": 99}, "no sitting 99"),
        ("bare", {}, "cannot be done now"),
        ("told", {"told": {"nonsense": 1}}, "nonsense"),
    ],
)
def test_what_is_refused_is_409_with_the_reason(client, evening, name, values, word):
    before = evening.live.state
    answer = post(client, name, **values)
    assert answer.status_code == 409
    assert word in answer.json["error"]
    assert evening.live.state is before


@pytest.mark.parametrize(
    ("name", "values", "word"),
    [
        ("press", {"seat": "one"}, "seat must be a whole number"),
        ("press", {"seat": 4}, "seat is 4, but must be at most 3"),
        ("press", {"chair": 1}, "has no 'chair'; press takes seat"),
        ("answer", {}, "option is missing"),
        ("correct", {"seat": 0}, "cell is missing"),
        ("correct", {"seat": 0, "cells": []}, "cells must be an object"),
        ("autoplay", {"on": "yes"}, "on must be true or false"),
        ("new-game", {"game": "chess"}, "must be one of azul"),
        ("new-game", {"game": "azul", "variant": "blue"}, "no side of the boards of azul"),
        ("new-game", {"game": "azul", "first_player": 2}, "first_player is 2"),
        ("new-game", {"game": "azul-duel", "goals": ["G9"]}, "does not make a game"),
        ("new-game", {"game": "azul", "goals": ["G1"]}, "Azul has no goals to choose"),
        ("new-game", {"game": "azul", "names": ["x" * 31]}, "at most 30 letters"),
        ("new-game", {"game": "azul", "corners": [[[1, 2]]]}, "corners must have 2 entries"),
        ("lay", {"boards": [], "gesture": "wink"}, "must be one of press, hold"),
    ],
)
def test_what_makes_no_sense_is_400_with_where_and_why(client, evening, name, values, word):
    answer = post(client, name, **values)
    assert answer.status_code == 400
    assert word in answer.json["error"]


def test_errors_are_json_for_programs_and_pages_for_people(client):
    assert client.get("/api/nowhere").json["error"]
    assert client.post("/api/press", headers={}).json["error"]
    assert client.get("/nowhere").text.startswith("<!doctype html>")


def test_a_new_game_is_begun_by_its_form_too(client, evening):
    form = {
        "game": "azul", "variant": "grey", "players": "3", "first_player": "2", "brackets": "yes",
        "name0": "Ada", "name1": " Ben ", "name2": "", "name3": "", "turns": "yes", "corners": "",
    }  # fmt: skip
    assert client.post("/new-game", data=form, headers=HOME).status_code == 303
    assert evening.live.state.names == ("Ada", "Ben", "")


def test_the_corners_of_a_form_are_json(client):
    form = {"game": "azul", "players": "2", "brackets": "no", "corners": "[[[0,0]]]"}
    answer = client.post("/new-game", data=form, headers=HOME)
    assert answer.status_code == 400
    assert "First tap the four corners of every board in the picture." in answer.text
    program = {"game": "azul", "players": 2, "corners": [[[0, 0]]]}
    answer = client.post("/api/new-game", json=program, headers=HOME)
    assert "corners must have 2 entries" in answer.json["error"]


def test_the_history_and_everything_of_one_sitting(client, evening):
    assert set(client.get("/api/history").json) == {"evenings", "standings"}
    one = client.get("/api/history/1").json
    assert one["events"][0]["event"] == "opened"
    assert client.get("/api/history/99").status_code == 404
    assert client.get("/api/pictures/" + "0" * 64 + ".jpg").status_code == 404


def routes(app):
    """Method and path of every address for programs, as OpenAPI writes them."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            yield from ((method.lower(), path) for method in rule.methods - {"HEAD", "OPTIONS"})


def test_every_route_is_documented_and_every_document_true(evening):
    documented = {
        (method, path) for path, methods in document()["paths"].items() for method in methods
    }
    assert documented == set(routes(evening.app))


def requests_that_are_refused(path, method):
    """What each address may be sent by mistake, for which nobody needs an evening."""
    if method != "post":
        return [{"headers": HOME}]
    kinds = ("application/json", "text/plain", "image/jpeg")
    bodies = (b"{", b"x" * 20_000)
    sent = [{"data": body, "content_type": kind} for body in bodies for kind in kinds]
    return [{"headers": {}}, *({**one, "headers": HOME} for one in sent)]


@pytest.mark.parametrize("view_open", [True, False])
def test_whatever_an_address_answers_is_documented(evening, view_open):
    devices = Pairing(local=view_open, view_open=view_open)
    client = create_app(evening.live, devices=devices).test_client()
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1" if view_open else "192.168.1.7"
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if path == "/api/events" and view_open:
                continue  # it never ends
            for request in requests_that_are_refused(path, method):
                answer = client.open(re.sub(r"\{\w+\}", "1", path), method=method, **request)
                assert str(answer.status_code) in operation["responses"], (path, request)


def references(node):
    if isinstance(node, dict):
        yield from ([node["$ref"]] if "$ref" in node else [])
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_the_document_is_whole(client):
    told = client.get("/api/openapi.json").json
    assert told == json.loads(json.dumps(document()))
    assert told["openapi"] == "3.1.0"
    schemas = told["components"]["schemas"]
    assert {ref.removeprefix("#/components/schemas/") for ref in references(told)} <= set(schemas)
    for methods in told["paths"].values():
        for operation in methods.values():
            assert operation["summary"].endswith(".")
            assert "200" in operation["responses"]


def test_the_state_is_what_the_document_says(client):
    state = client.get("/api/state").json
    schema = document()["components"]["schemas"]["State"]
    assert set(schema["required"]) <= set(state)
    assert set(schema["properties"]) == set(state)
    closed = {name: one["enum"] for name, one in schema["properties"].items() if "enum" in one}
    assert {"stage", "phase", "happened", "doing", "club"} <= set(closed)
    assert {name for name, values in closed.items() if state[name] not in values} == set()


def test_the_document_has_every_address_and_no_other(client):
    rules = [rule for rule in client.application.url_map.iter_rules() if "/api/" in rule.rule]
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in rules
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    told = {(path, method) for path, ways in document()["paths"].items() for method in ways}
    assert served == told


def test_properties_of_every_action_are_understood():
    """What the table documents is what is read: none is refused as unknown."""
    for action in ACTIONS:
        assert set(action.required) <= set(action.properties), action.name


def test_from_press_to_new_state_it_takes_no_longer_than_the_reading(monkeypatch):
    evening = Evening()
    client = evening.app.test_client()
    read_s, beside = 0.2, []
    keeper = evening.live.context.keeper
    look = keeper.look

    def slow(image, moment):
        time.sleep(read_s)
        return look(image, moment)

    monkeypatch.setattr(keeper, "look", slow)
    for count in range(1, 6):
        started = time.perf_counter()
        post(client, "press")
        evening.until(lambda state, count=count: state.shown == count)
        beside.append(time.perf_counter() - started - read_s)
    evening.live.stop()
    assert min(beside) < 0.1  # a machine that is busy makes presses late, not all of them
