"""Pages are drawn once for each version, and kept for all threads that answer phones."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from test_pairing import browser, paired

from web import create_app
from web.access.guests import HOUSE_ATTEMPTS
from web.access.paired_devices import Pairing
from web.page_cache import KEPT, DrawnPages

NAMES = ("Ada", "Ben", "Cyd", "Dan")
LOOKS = 30_000


@pytest.fixture
def hasty_threads():
    """Threads that interrupt each other as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_a_page_is_kept_for_its_version_alone():
    pages = DrawnPages()
    pages.keep(("/",), 3, "three")
    assert pages.page(("/",), 3) == "three"
    assert pages.page(("/",), 4) is None
    assert pages.page(("/table",), 3) is None
    pages.keep(("/",), 4, "four")
    assert pages.page(("/",), 4) == "four"


def test_the_page_that_was_drawn_longest_ago_makes_room():
    pages = DrawnPages()
    for number in range(KEPT):
        pages.keep((number,), 1, "page")
    pages.keep((0,), 2, "drawn anew")
    pages.keep((KEPT,), 1, "one more")
    assert pages.page((0,), 2) == "drawn anew"
    assert [pages.page((number,), 1) for number in (1, 2, KEPT)] == [None, "page", "one more"]


def test_many_phones_at_once_do_not_disturb_each_other(hasty_threads):
    pages = DrawnPages()

    def phone(name):
        for number in range(LOOKS):
            pages.keep((name, number), 1, name)

    with ThreadPoolExecutor(len(NAMES)) as phones:
        list(phones.map(phone, NAMES))
    keys = ((name, number) for name in NAMES for number in range(LOOKS))
    assert sum(pages.page(key, 1) is not None for key in keys) == KEPT


def test_screens_show_the_code_that_holds_also_after_too_many_wrong_ones(evening):
    """Only the link lets in then, and they showed the one of before."""
    pairing = Pairing(local=False)
    app = create_app(evening.live, devices=pairing)
    own, shown = browser(app, "127.0.0.1"), pairing.code
    assert f"Code {shown}" in own.get("/scoreboard").text
    for guest in range(HOUSE_ATTEMPTS):
        paired(browser(app, f"fd00::{guest:x}"), pairing, code="wrong!")
    assert pairing.code != shown
    assert f"Code {pairing.code}" in own.get("/scoreboard").text
