"""Who may talk to the dashboard: our own pages under our own names, and nobody else."""

import re

import pytest
from evening import Evening
from pages import HOME

from web import create_app
from web.access.guard import SAFE_METHODS, host_name, is_own_host, own_names
from web.input import action_table

ACTIONS = [f"{way}{action.name}" for action in action_table.ACTIONS for way in ("/", "/api/")]
PAIRING = ["/pair", "/api/pair", "/revoke", "/api/devices/<device>"]
KEEPING = [
    "/history/import",
    "/history/<int:number>/count",
    "/history/<int:number>/delete",
    "/restore",
    "/coach/<int:seat>",
]
PICTURES = ["/score/picture", "/camera/picture", "/api/picture", "/camera/corners"]
CALIBRATION = ["/calibration/save", "/calibration/picture", "/calibration/tiles"]


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.1.20:8080",
     "10.0.0.7", "172.16.3.4:80", "169.254.7.7", "[fe80::1]:8080"],
)  # fmt: skip
def test_names_and_addresses_of_the_home_are_answered(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8080", "localhost.evil.example", "8.8.8.8", "[2001:4860::1]",
     "127.0.0.1.nip.example", "0x7f000001.example", ""],
)  # fmt: skip
def test_foreign_names_are_refused(client, host):
    answer = client.get("/api/state", headers={"Host": host})
    assert answer.status_code in (400, 421)
    assert b'"version"' not in answer.data


def test_the_machines_own_name_is_answered(client):
    for name in own_names():
        assert client.get("/", headers={"Host": f"{name}:8080"}).status_code == 200


def test_further_names_can_be_allowed(evening):
    app = create_app(evening.live, extra_hosts=["Table.Club."])
    assert app.test_client().get("/", headers={"Host": "table.club"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "name"),
    [("A.Local:80", "a.local"), ("[::1]:8080", "::1"), ("box.", "box"), ("10.0.0.1", "10.0.0.1")],
)
def test_the_name_in_a_host_header(host, name):
    assert host_name(host) == name


def test_a_zone_does_not_hide_an_address():
    assert is_own_host("fe80::1%eth0", ())
    assert not is_own_host("2001:4860::1%eth0", ())


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://localhost:81", "https://localhost",
     "http://localhost.evil.example", "http://localhost/"],
)  # fmt: skip
def test_foreign_origins_change_nothing(client, evening, origin):
    before = evening.live.state
    headers = {} if origin is None else {"Origin": origin}
    for path in ACTIONS:
        answer = client.post(path, data={"autoplay": "on"}, headers=headers)
        assert answer.status_code == 403, path
    assert evening.live.state is before


def test_the_origin_must_be_the_very_host_that_was_asked(client):
    headers = {"Host": "192.168.1.20:8080", "Origin": "http://localhost"}
    assert client.post("/press", headers=headers).status_code == 403
    headers["Origin"] = "http://192.168.1.20:8080"
    assert client.post("/press", headers=headers).status_code == 303


def every_route():
    evening = Evening()
    evening.live.stop()
    for rule in evening.app.url_map.iter_rules():
        yield re.sub(r"<[^>]+>", "dashboard.css", rule.rule), rule.methods


@pytest.mark.parametrize("path", sorted({path for path, _ in every_route()} - {"/events"}))
def test_get_changes_nothing_anywhere(client, evening, path):
    before = evening.live.state
    for method in sorted(SAFE_METHODS):
        client.open(f"{path}?autoplay=on", method=method).close()
    assert evening.live.state is before
    assert evening.camera.taken == 0


def test_actions_need_post(client):
    for path in ACTIONS:
        assert client.get(path).status_code == (
            200 if path in ("/new-game", "/people", "/score") else 405
        ), path


def test_every_changing_route_is_known_to_these_tests():
    changing = {path for path, methods in every_route() if methods - SAFE_METHODS}
    known = ACTIONS + PAIRING + CALIBRATION + KEEPING + PICTURES
    assert changing == {re.sub(r"<[^>]+>", "dashboard.css", path) for path in known}


def test_other_kinds_of_bodies_are_refused(client):
    answer = client.post("/press", data=b"<x/>", content_type="text/plain", headers=HOME)
    assert answer.status_code == 415


def test_too_much_is_too_much(client):
    answer = client.post("/autoplay", data={"autoplay": "x" * 20_000}, headers=HOME)
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/", "/api/state", "/static/dashboard.css", "/nowhere"])
def test_every_answer_is_hardened(client, path):
    with client.get(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_pages_hold_nothing_the_policy_forbids(client, evening):
    evening.press(3)
    html = client.get("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"\s(style|on\w+)=", html)
    assert "http://" not in html.replace("http://www.w3.org", "")


ELSEWHERE = ("/\t//evil.example", "/\t/evil.example", "//evil.example", "/\\evil.example",
             "/a\r\nX: y", "/ /evil.example", "https://evil.example", "/\n/evil.example", "/é",
             "/\x00", "evil")  # fmt: skip


@pytest.mark.parametrize("back", ELSEWHERE)
def test_a_form_leads_back_to_our_own_pages_only(evening, back):
    client = evening.app.test_client()
    answer = client.post("/undo", data={"back": back}, headers=HOME)
    assert (answer.status_code, answer.location) in ((303, "/"), (409, None))
    answer = client.post("/autoplay", data={"back": back, "autoplay": "off"},
                         headers=HOME)  # fmt: skip
    assert (answer.status_code, answer.location) == (303, "/")


def test_and_there_with_what_was_asked_for(evening):
    form = {"back": "/player/1?lang=pl", "autoplay": "off"}
    answer = evening.app.test_client().post("/autoplay", data=form,
                                            headers=HOME)  # fmt: skip
    assert answer.location == "/player/1?lang=pl"
