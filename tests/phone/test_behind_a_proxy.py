"""HTTPS at home: a proxy on the companion's own machine passes on what phones send."""

import pytest
from kitchen import EMPTY
from test_sent_pictures import IN_HAND, photo

from web import create_app
from web.access.paired_devices import COOKIE, Pairing

PROXIED = {"X-Forwarded-For": "192.168.1.9", "X-Forwarded-Proto": "https"}
SECURE = {"Origin": "https://localhost", "X-Requested-With": "fetch"}
SAYS = ["X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"]


@pytest.fixture
def phone(kitchens):
    """A phone at home that is paired, as it seems to a companion on whose machine the proxy is."""
    kitchen, devices = kitchens(), Pairing(local=True)
    kitchen.start(EMPTY, seating=IN_HAND)
    client = create_app(kitchen.evening, devices=devices).test_client()
    client.cookie = devices.pair("phone", code=devices.code)
    return client


def send(phone, headers):
    return phone.post(
        "/camera/picture?name=picture-1", data=photo(), headers=headers,
        content_type="image/jpeg",
    ).status_code  # fmt: skip


def test_the_own_pages_may_come_over_https(phone):
    phone.set_cookie(COOKIE, phone.cookie)
    assert send(phone, SECURE | PROXIED) == 200


@pytest.mark.parametrize("origin", ["https://elsewhere", "https://localhost:9", "ftp://localhost"])
def test_other_pages_may_not(phone, origin):
    phone.set_cookie(COOKIE, phone.cookie)
    assert send(phone, SECURE | PROXIED | {"Origin": origin}) == 403


def test_nor_over_https_without_a_proxy(phone):
    assert send(phone, SECURE) == 403


@pytest.mark.parametrize("says", SAYS)
def test_what_a_proxy_passes_on_is_not_the_companions_own_screen(phone, says):
    secure = {**SECURE, "X-Forwarded-Proto": "https"}
    assert send(phone, secure | {says: "for=192.168.1.9"}) == 401
    assert phone.get("/camera", headers={says: "1.1 caddy"}).status_code == 401


def test_only_the_camera_page_may_use_the_camera(phone):
    assert "camera=(self)" in phone.get("/camera").headers["Permissions-Policy"]
    for path in ("/", "/score", "/new-game"):
        assert "camera=()" in phone.get(path).headers["Permissions-Policy"]
