"""Who may do what at the hub: spectators, judges, organisers."""

import errno

import pytest
from hub_visitors import begin, client_of, says

from web.access.paired_devices import COOKIE
from web.access.permission import knows
from web.club import Roles, create_hub_app
from web.club.roles import Role


def test_where_looking_is_not_open_only_those_with_a_role_look(hub):
    closed = Roles(view_open=False)
    app = create_hub_app(hub, closed)
    says(hub, "t01", names=("Ada", "Běla"))
    guest, judge = (client_of(app, closed, role) for role in (Role.SPECTATOR, Role.JUDGE))
    begin(client_of(app, closed, Role.ORGANISER))
    paths = [
        rule.rule for rule in app.url_map.iter_rules()
        if "GET" in rule.methods and not rule.arguments and rule.rule not in ("/pair", "/events")
    ]  # fmt: skip
    assert "/tournament.json" in paths
    for path in paths:
        assert judge.get(path).status_code == 200
        refused = guest.get(path)
        assert refused.status_code == 401, path
        assert "Only judges and organisers may look here" in refused.text
        assert "Běla" not in refused.text
    assert guest.get("/events").status_code == 401
    assert guest.get("/pair").status_code == 200
    assert guest.get("/static/club.css").status_code == 200


def test_judges_too_keep_their_role_over_restarts_and_come_first(hub, tmp_path):
    """Eight keys are kept, one for each start; whoever comes in between stays."""
    roles = Roles(tmp_path)
    cookie = roles.enter("phone", roles.lists[Role.JUDGE].code, "192.0.2.9")
    for _ in range(12):
        roles = Roles(tmp_path)
        client = create_hub_app(hub, roles).test_client()
        client.set_cookie(COOKIE, cookie)
        assert client.get("/tournament").status_code == 200
        cookie = client.get_cookie(COOKIE).value
    assert roles.of(cookie) is Role.JUDGE
    sent = {"Cookie": f"{COOKIE}={cookie}"}
    assert knows(client.application.extensions["pairing"], "192.0.2.9", sent.get)
    assert not knows(client.application.extensions["pairing"], "192.0.2.9", {}.get)


ACTS = {
    "/begin": Role.ORGANISER,
    "/draw": Role.ORGANISER,
    "/join": Role.ORGANISER,
    "/leave": Role.ORGANISER,
    "/tables": Role.ORGANISER,
    "/end": Role.ORGANISER,
    "/decide": Role.JUDGE,
    "/accept": Role.JUDGE,
    "/pair": Role.SPECTATOR,
    "/revoke": Role.ORGANISER,
}


def test_every_act_has_its_role(app):
    posts = {rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert posts == set(ACTS)


@pytest.mark.parametrize("path", sorted(ACTS))
@pytest.mark.parametrize("role", list(Role))
def test_an_act_is_only_for_its_role_and_those_above(app, roles, role, path):
    status = client_of(app, roles, role).post(path).status_code
    assert (status == 401) == (role < ACTS[path])


def test_nothing_is_done_for_another_site(organiser, hub):
    organiser.environ_base["HTTP_ORIGIN"] = "http://evil.example"
    assert begin(organiser).status_code == 403
    assert hub.hall.books.tournament is None


def test_codes_are_for_organisers_only(organiser, judge, spectator, roles):
    codes = [kept.code for kept in roles.lists.values()]
    assert all(code in organiser.get("/pair").text for code in codes)
    for other in (judge, spectator):
        assert not any(code in other.get("/pair").text for code in codes)


def test_a_lost_phone_is_taken_its_role(app, roles, organiser):
    lost = app.test_client()
    lost.environ_base["HTTP_ORIGIN"] = "http://localhost"
    lost.post("/pair", data={"code": roles.lists[Role.JUDGE].code, "name": "Anna"})
    (device,) = roles.lists[Role.JUDGE].devices
    assert f"Take the role from {device.name}" in organiser.get("/pair").text
    assert device.name.startswith("Anna")
    assert lost.post("/decide").status_code == 400  # a judge's, who sent nothing
    assert organiser.post("/revoke", data={"device": device.id}).status_code == 303
    assert lost.post("/decide").status_code == 401
    assert organiser.post("/revoke", data={"device": device.id}).status_code == 404
    assert organiser.post("/draw", data={"after": "0"}).status_code != 401


def test_a_role_that_cannot_be_kept_is_not_given_and_it_is_said_why(hub, tmp_path, monkeypatch):
    roles = Roles(tmp_path)
    guest = client_of(create_hub_app(hub, roles), roles, Role.SPECTATOR)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    answer = guest.post("/pair", data={"code": roles.lists[Role.JUDGE].code})
    assert answer.status_code == 409
    assert "make room on it" in answer.text


def test_whose_devices_have_a_role_is_for_organisers(organiser, judge, spectator):
    assert "Judges' devices" in organiser.get("/pair").text
    for other in (judge, spectator):
        assert "devices</h2>" not in other.get("/pair").text
