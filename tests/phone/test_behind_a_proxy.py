"""HTTPS at home: a proxy on the companion's own machine passes on what phones send."""

import http.client
from contextlib import closing
from threading import Event, Thread

import pytest
from kitchen import EMPTY
from test_sent_pictures import IN_HAND, photo

from web import Server, create_app
from web.access.paired_devices import COOKIE, Pairing
from web.access.permission import knows
from web.access.sender import sender

PHONE, STRANGER = "192.168.1.9", "192.168.1.66"
SAYS = ["X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"]


class Proxied:
    """A companion that hears from nobody but the proxy on its own machine."""

    def __init__(self, evening):
        self.devices = Pairing(local=True)
        self.server = Server(create_app(evening, devices=self.devices), "127.0.0.1", 0)
        self.server.start()
        self.host = f"127.0.0.1:{self.server.port}"

    def ask(self, path, sent=None, *, sender=PHONE, cookie="", scheme="https", **said):
        """Return the status and the body of what the proxy is answered."""
        headers = {"X-Forwarded-For": sender, "X-Forwarded-Proto": scheme,
                   "Origin": f"https://{self.host}", "Cookie": cookie,
                   "Content-Type": "application/json"} | said  # fmt: skip
        with closing(http.client.HTTPConnection(self.host, timeout=20)) as line:
            kept = {name: value for name, value in headers.items() if value}
            line.request("GET" if sent is None else "POST", path, sent, kept)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def pair(self):
        return f"{COOKIE}={self.devices.pair('phone', code=self.devices.code)}"


@pytest.fixture
def house(kitchens):
    kitchen = kitchens()
    kitchen.start(EMPTY, seating=IN_HAND)
    one = Proxied(kitchen.evening)
    one.kitchen = kitchen
    yield one
    kitchen.evening.stop()
    one.server.stop()


def test_the_own_pages_may_come_over_https(house):
    said = {"cookie": house.pair(), "Content-Type": "image/jpeg"}
    assert house.ask("/camera/picture?name=picture-1", photo(), **said)[0] == 200


@pytest.mark.parametrize("origin", ["https://elsewhere", "https://127.0.0.1:9", "ftp://127.0.0.1"])
def test_other_pages_may_not(house, origin):
    assert house.ask("/press", "{}", cookie=house.pair(), Origin=origin)[0] == 403


def test_nor_over_https_where_the_proxy_says_that_it_was_not(house):
    assert house.ask("/press", "{}", cookie=house.pair(), scheme="http")[0] == 403


@pytest.mark.parametrize("says", SAYS)
def test_what_a_proxy_passes_on_is_not_the_companions_own_screen(house, says):
    said = {"X-Forwarded-For": ""} | {says: "for=192.168.1.66"}
    status, page = house.ask("/pair", **said)
    assert status == 200
    assert house.devices.code not in page
    assert house.ask("/api/pairing-code", **said)[0] == 401
    assert house.ask("/press", "{}", **said)[0] == 401


def test_nor_is_who_says_of_himself_that_he_is_there(house):
    assert house.ask("/press", "{}", sender="127.0.0.1")[0] == 401


def test_the_own_screen_is_known_as_ever(house):
    own = {"sender": "", "scheme": "", "Origin": f"http://{house.host}"}
    assert house.ask("/api/pairing-code", **own)[0] == 200


def test_a_link_for_others_leads_over_the_proxy_too(house):
    assert f"https://{house.host}/pair" in house.ask("/pair", cookie=house.pair())[1]


def test_who_types_wrong_codes_keeps_nobody_else_behind_the_proxy_out(house):
    wrong = [house.ask("/api/pair", '{"code": "x"}', sender=STRANGER)[0] for _ in range(6)]
    assert wrong[-1] == 429
    right = f'{{"code": "{house.devices.code}"}}'
    assert house.ask("/api/pair", right, sender=PHONE)[0] == 200


def test_a_stranger_behind_the_proxy_is_served_after_the_phones(house):
    """As without one: not being told apart, everybody would count as this machine."""
    known = house.server._server.knows
    assert not known("127.0.0.1", {"X-Forwarded-For": STRANGER}.get)
    assert known("127.0.0.1", {"X-Forwarded-For": PHONE, "Cookie": house.pair()}.get)
    assert known("127.0.0.1", {}.get)


def test_a_stranger_behind_the_proxy_gets_only_so_many_streams(house):
    over, statuses = Event(), []

    def listen():
        headers = {"X-Forwarded-For": STRANGER, "X-Forwarded-Proto": "https"}
        with closing(http.client.HTTPConnection(house.host, timeout=20)) as line:
            line.request("GET", "/events", headers=headers)
            answer = line.getresponse()  # as long as it is held, so is the stream
            statuses.append(answer.status)
            over.wait(20)
            answer.close()

    crowd = [Thread(target=listen) for _ in range(20)]
    for one in crowd:
        one.start()
    while len(statuses) < len(crowd):
        over.wait(0.02)
    over.set()
    assert sorted(statuses) == [200] * 16 + [503] * 4


@pytest.mark.parametrize(
    ("address", "forwarded", "who"),
    [
        ("127.0.0.1", PHONE, PHONE),
        ("127.0.0.1", f"{STRANGER}, {PHONE}", PHONE),  # the first is what the phone says itself
        ("127.0.0.1", None, "127.0.0.1"),
        (STRANGER, PHONE, STRANGER),  # no proxy of ours
    ],
)
def test_only_the_proxy_on_this_machine_is_believed(address, forwarded, who):
    assert sender(address, {"X-Forwarded-For": forwarded}.get) == who


def test_who_must_be_paired_even_here_is_known_by_the_cookie_only():
    assert not knows(Pairing(local=False), "127.0.0.1", {}.get)


def test_only_the_camera_page_may_use_the_camera(house):
    for path, may in {"/camera": "(self)", "/": "()", "/score": "()", "/new-game": "()"}.items():
        with closing(http.client.HTTPConnection(house.host, timeout=20)) as line:
            line.request("GET", path)
            assert f"camera={may}" in line.getresponse().headers["Permissions-Policy"], path
