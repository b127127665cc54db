"""Looking is for everybody at home; acting for devices that were paired."""

import errno
import re
import stat

import pytest
from evening import Evening
from pages import HOME

from companion.errors import PairingRefused
from web import create_app
from web.access.addresses import for_others, own_address
from web.access.guests import ATTEMPTS, FIRST_PAUSE_S, HOUSE_ATTEMPTS
from web.access.paired_devices import COOKIE, KEYS, Pairing
from web.input.action_table import ACTIONS

PHONE = "192.168.1.30"


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def pairing():
    return Pairing(local=False)


@pytest.fixture
def app(evening, pairing):
    return create_app(evening.live, devices=pairing)


def browser(app, address=PHONE):
    """A browser on another device."""
    client = app.test_client()
    client.environ_base = {"REMOTE_ADDR": address}
    return client


@pytest.fixture
def phone(app):
    return browser(app)


def paired(phone, pairing, **way):
    return phone.post("/api/pair", json=way or {"code": pairing.code}, headers=HOME)


SAID = {"/new-game": "it can begin no game until it is paired", "/people": "may only look."}


@pytest.mark.parametrize("path", SAID)
def test_what_may_not_be_sent_is_said_before_anybody_types_it(phone, pairing, path):
    assert SAID[path] in phone.get(path).text.partition("<form")[0]
    paired(phone, pairing)
    assert SAID[path] not in phone.get(path).text


def test_without_pairing_every_changing_request_is_refused(phone, app, evening):
    before = evening.live.state
    changing = [
        (method, re.sub(r"<[^>]+>", "1", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}
        if rule.rule not in ("/pair", "/api/pair")
    ]
    assert len(changing) >= 2 * len(ACTIONS)
    for method, path in changing:
        answer = phone.open(path, method=method, json={}, headers=HOME)
        assert answer.status_code in (401, 415), path
    assert evening.live.state is before


def test_everybody_may_look(phone):
    for path in ("/", "/api/state", "/api/history", "/pair"):
        assert phone.get(path).status_code == 200


def test_looking_can_be_closed(evening):
    client = browser(create_app(evening.live, devices=Pairing(local=False, view_open=False)))
    page = client.get("/")
    assert page.status_code == 401
    assert "<h1>Pair this device</h1>" in page.text, "nothing went wrong"
    assert "may only look" not in page.text, "it may not even do that"
    for answer in (client.get("/api/state"), client.post("/api/press", headers=HOME)):
        assert answer.status_code == 401
        assert answer.json["error"] == "Only paired devices may look here. Pair this one first."
    assert client.get("/pair").status_code == 200
    with client.get("/static/dashboard.css") as answer:
        assert answer.status_code == 200


def test_the_code_lets_a_phone_in(phone, pairing, evening):
    assert paired(phone, pairing).status_code == 200
    assert phone.post("/api/press", headers=HOME).status_code == 200
    evening.until(lambda state: state.shown == 1)


def test_the_page_and_its_form_do_the_same(phone, pairing):
    assert 'name="code"' in phone.get("/pair").text
    answer = phone.post("/pair", data={"code": pairing.code}, headers=HOME)
    assert (answer.status_code, answer.location) == (303, "/")
    assert (
        "This device is paired." in phone.get("/pair").text
        or pairing.code in phone.get("/pair").text
    )


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(phone, pairing):
    cookie = paired(phone, pairing).headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_link_lets_in_once(phone, app, pairing):
    token = pairing.token
    page = phone.get(f"/pair?token={token}").text
    assert f'value="{token}"' in page
    assert not pairing.devices, "looking at the link pairs nobody"
    assert phone.post("/pair", data={"token": token}, headers=HOME).status_code == 303
    assert paired(browser(app), pairing, token=token).status_code == 403


def test_a_code_lets_in_once(phone, app, pairing):
    code = pairing.code
    paired(phone, pairing)
    assert paired(browser(app), pairing, code=code).status_code == 403


def test_only_the_companions_own_screen_and_paired_devices_see_the_code(phone, app, pairing):
    own = browser(app, "127.0.0.1")
    assert pairing.code in own.get("/pair").text
    assert "<svg" in own.get("/pair").text
    assert own.get("/api/pairing-code").json["code"] == pairing.code
    assert pairing.code not in phone.get("/pair").text
    assert phone.get("/api/pairing-code").status_code == 401
    assert phone.get("/api/devices").status_code == 401
    paired(phone, pairing)
    assert pairing.code in phone.get("/pair").text
    link = phone.get("/api/pairing-code").json["link"]
    assert link == f"http://{own_address()}/pair?token={pairing.token}"


def test_a_link_never_leads_other_devices_to_themselves():
    assert for_others("http://127.0.0.1:8080/pair") == f"http://{own_address()}:8080/pair"
    assert for_others("http://[::1]:8080/pair") == f"http://{own_address()}:8080/pair"
    assert for_others("http://table.local:8080/pair") == "http://table.local:8080/pair"


def test_on_the_machine_itself_a_demonstration_needs_no_pairing(evening):
    app = create_app(evening.live, devices=Pairing(local=True))
    assert browser(app, "127.0.0.1").post("/api/press", headers=HOME).status_code == 200
    assert browser(app).post("/api/press", headers=HOME).status_code == 401


def test_a_table_for_the_whole_house_asks_its_own_screen_too(app):
    assert browser(app, "127.0.0.1").post("/api/press", headers=HOME).status_code == 401


def test_and_that_screen_is_paired_by_a_button_as_it_shows_the_code_itself(app, pairing):
    own = browser(app, "127.0.0.1")
    assert "Pair this device" in own.get("/pair").text
    shown = re.search(r'name="code" value="(\d{6})"', own.get("/pair").text)[1]
    assert own.post("/pair", data={"code": shown}, headers=HOME).status_code == 303
    assert own.post("/api/press", headers=HOME).status_code == 200
    assert "Pair this device" not in own.get("/pair").text


def test_a_revoked_device_may_only_look(phone, app, pairing):
    paired(phone, pairing, code=pairing.code, name="Ada's phone")
    other = browser(app)
    paired(other, pairing)
    (first, _) = other.get("/api/devices").json
    assert first["name"] == "Ada's phone"
    assert len(other.delete(f"/api/devices/{first['id']}", headers=HOME).json) == 1
    assert phone.post("/api/press", headers=HOME).status_code == 401
    assert phone.get("/").status_code == 200
    assert other.delete("/api/devices/nobody", headers=HOME).status_code == 404
    form = {"device": pairing.devices[0].id}
    assert other.post("/revoke", data=form, headers=HOME).status_code == 303
    assert pairing.devices == ()


@pytest.mark.parametrize("cookie", ["", "x", "ImFiYyI.AAAA", '"1"', "ä" * 50])
def test_a_forged_cookie_is_no_cookie(pairing, cookie):
    pairing.pair("x", code=pairing.code)
    assert pairing.device(cookie) is None


@pytest.mark.parametrize("other", ["other=caf\xe9", "other=\xff\xfe; third", "\xc3"])
def test_what_cookies_of_others_say_in_any_letters_does_not_matter(app, pairing, other):
    cookie = pairing.pair("x", code=pairing.code)
    client = app.test_client(use_cookies=False)
    client.environ_base = {"REMOTE_ADDR": PHONE}
    ours = {"HTTP_COOKIE": f"{other}; {COOKIE}={cookie}; {other}"}
    assert client.get("/api/devices", environ_overrides=ours).status_code == 200
    forged = {"HTTP_COOKIE": f"{COOKIE}=x; {other}"}
    assert client.get("/", environ_overrides=forged).status_code == 200


def test_another_tables_cookie_is_no_cookie(pairing):
    other = Pairing()
    assert pairing.device(other.pair("x", code=other.code)) is None


def wrong(pairing):
    with pytest.raises(PairingRefused) as refused:
        pairing.pair("x", code="wrong!")
    return refused.value


def test_five_wrong_codes_bring_a_pause():
    clock = Clock()
    pairing = Pairing(clock=clock)
    assert [wrong(pairing).wait_s for _ in range(ATTEMPTS)] == [0.0] * ATTEMPTS
    assert 0 < wrong(pairing).wait_s <= FIRST_PAUSE_S
    with pytest.raises(PairingRefused, match="Wait 60 seconds"):
        pairing.pair("x", code=pairing.code)
    clock.now += FIRST_PAUSE_S
    pairing.pair("x", code=pairing.code)


def test_each_pause_is_longer_and_a_right_code_forgives():
    clock = Clock()
    pairing = Pairing(clock=clock)
    waits = []
    for _ in range(8):
        for _ in range(ATTEMPTS):
            wrong(pairing)
        waits.append(wrong(pairing).wait_s)
        clock.now += waits[-1]
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    pairing.pair("x", code=pairing.code)
    for _ in range(ATTEMPTS):
        wrong(pairing)
    assert wrong(pairing).wait_s == 60


def test_too_many_wrong_codes_are_429_for_that_guest_alone(phone, app, pairing):
    code = pairing.code
    codes = [paired(phone, pairing, code="wrong!").status_code for _ in range(ATTEMPTS + 1)]
    assert codes == [403] * ATTEMPTS + [429]
    assert paired(phone, pairing).status_code == 429, "the right one too"
    assert paired(browser(app, "192.168.1.31"), pairing, code=code).status_code == 200


def test_who_has_to_wait_may_still_come_by_the_link(phone, pairing):
    for _ in range(ATTEMPTS + 1):
        paired(phone, pairing, code="wrong!")
    assert paired(phone, pairing, token=pairing.token).status_code == 200


def test_a_guest_of_many_addresses_is_stopped_all_the_same(app, pairing):
    codes = [
        paired(browser(app, f"fd00::{guest:x}"), pairing, code="wrong!").status_code
        for guest in range(HOUSE_ATTEMPTS + 5)
    ]
    assert codes == [403] * HOUSE_ATTEMPTS + [429] * 5
    assert paired(browser(app, "192.168.1.31"), pairing, token=pairing.token).status_code == 200


HALF = "\ud800"
"""Half a letter: JSON can write it, and nothing can keep or send it."""


@pytest.mark.parametrize(
    "body",
    [{}, {"code": 123456}, {"code": None}, {"code": "\u0661" * 6}, {"code": HALF}, {"token": HALF}],
)
def test_what_is_no_code_lets_nobody_in(phone, pairing, body):
    assert phone.post("/api/pair", json=body, headers=HOME).status_code in (400, 403)
    assert not pairing.devices


def test_devices_stay_paired_when_the_companion_starts_anew(tmp_path):
    before = Pairing(tmp_path)
    cookie = before.pair("Ada's phone", code=before.code)
    after = Pairing(tmp_path)
    assert after.device(cookie).name == "Ada's phone"
    assert not after.is_fresh(cookie)
    assert after.is_fresh(after.cookie(after.devices[0]))


def test_a_cookie_of_an_older_key_is_renewed_on_use(tmp_path, evening):
    first = Pairing(tmp_path, local=False)
    cookie = first.pair("x", code=first.code)
    second = Pairing(tmp_path, local=False)
    client = browser(create_app(evening.live, devices=second))
    client.set_cookie(COOKIE, cookie, domain="localhost")
    renewed = client.get("/api/state").headers["Set-Cookie"]
    assert second.is_fresh(re.search(rf"{COOKIE}=([^;]+)", renewed).group(1))
    assert "Set-Cookie" not in client.get("/api/state").headers


def test_starting_again_and_again_all_night_locks_nobody_out(tmp_path):
    before = Pairing(tmp_path)
    cookie = before.pair("Ada's phone", code=before.code)
    for _ in range(40):
        pairing = Pairing(tmp_path)
    assert pairing.device(cookie).name == "Ada's phone"


def test_a_key_that_leaks_grows_old_all_the_same(tmp_path):
    before = Pairing(tmp_path)
    leaked = cookie = before.pair("Ada's phone", code=before.code)
    for _ in range(KEYS):
        pairing = Pairing(tmp_path)
        assert pairing.device(cookie)
        cookie = pairing.cookie(pairing.devices[0])
    assert pairing.device(leaked) is None


def test_secrets_are_for_the_companion_alone(tmp_path):
    pairing = Pairing(tmp_path / "state")
    pairing.pair("x", code=pairing.code)
    file = tmp_path / "state" / "devices.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_keeps_nobody_out_who_is_in(tmp_path, monkeypatch, caplog):
    """Evenings are deleted on the page; without it nobody at the table could make room."""
    before = Pairing(tmp_path)
    cookie = before.pair("Ada's phone", code=before.code)

    monkeypatch.setattr("os.fsync", full)
    pairing = Pairing(tmp_path)
    assert pairing.device(cookie).name == "Ada's phone"
    again = pairing.cookie(pairing.devices[0])
    assert "No space left" in caplog.text
    monkeypatch.undo()
    assert Pairing(tmp_path).device(again), "no cookie has a key that is not on the disk"


def test_a_device_that_cannot_be_taken_off_the_list_stays_on_it(tmp_path, monkeypatch):
    """It was gone from the page, so that nobody took it off again, and was back after a restart."""
    pairing = Pairing(tmp_path)
    pairing.pair("a lost phone", code=pairing.code)
    (lost,) = pairing.devices
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        pairing.revoke(lost.id)
    assert pairing.devices == (lost,)
    monkeypatch.undo()
    assert pairing.revoke(lost.id)
    assert Pairing(tmp_path).devices == ()


def test_a_device_that_cannot_be_kept_is_not_let_in(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", full)
    pairing = Pairing(tmp_path)
    with pytest.raises(OSError, match="No space left"):
        pairing.pair("x", code=pairing.code)
    assert pairing.devices == ()
    monkeypatch.undo()
    pairing.pair("x", code=pairing.code)
    assert [one.name for one in Pairing(tmp_path).devices] == ["x"]


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"keys": 1, "devices": [3]}'])
def test_a_damaged_list_means_pairing_anew(tmp_path, content):
    (tmp_path / "devices.json").write_text(content)
    pairing = Pairing(tmp_path)
    assert pairing.devices == ()
    pairing.pair("x", code=pairing.code)


def test_the_console_is_told_every_new_code():
    told = []
    pairing = Pairing(announce=told.append)
    pairing.pair("x", code=pairing.code)
    assert told[-1] == pairing.code
    assert len(told) == 2
    assert all(re.fullmatch(r"\d{6}", code) for code in told)


def test_the_evening_of_a_test_has_its_own_pairing():
    one = Evening()
    assert one.app.extensions["pairing"].local
    one.live.stop()


def test_pairing_leads_on_in_the_language_of_its_page(phone, pairing):
    (action,) = re.findall(r'action="(/pair[^"]*)"', phone.get("/pair?lang=pl").text)
    done = phone.post(action, data={"code": pairing.code}, headers=HOME)
    assert done.location == "/?lang=pl"
