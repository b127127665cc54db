"""What whoever has the pages read aloud hears: of places, points, players, and what goes on."""

import logging
import re
from dataclasses import replace

import pytest
from evening import Evening, question, violation
from gallery import SCENES, shown
from keeping import KeptEvening
from patience import until
from test_browser import PHONE, chromium

from companion.sentence import Sentence
from web import Server, create_app

__all__ = ["chromium"]  # a fixture


def labels(html):
    return re.findall(r'<a [^>]*aria-label="([^"]+)"', html)


def test_a_place_in_a_frame_says_what_the_frame_means():
    evening = Evening({3: violation()})
    evening.press(4)
    client = evening.app.test_client()
    assert "Pattern line 4, space 1: red (not allowed)" in labels(client.get("/table/1").text)
    assert "Pattern line 4, space 1: red (not allowed)" in client.get("/").text
    polish = labels(client.get("/table/1?lang=pl").text)
    assert any(one.endswith("(niedozwolone)") for one in polish)
    evening.live.stop()


def test_a_place_in_doubt_says_so():
    evening = Evening({3: question()})
    evening.press(4)
    assert any(
        one.startswith("Floor line, space 1") and one.endswith("(question)")
        for one in labels(evening.app.test_client().get("/table/0").text)
    )
    evening.live.stop()


def test_points_have_the_place_they_are_for_as_their_head(client, evening):
    evening.press(3)
    rows = re.findall(r'<th scope="row" class="sheet-place">(.*?)\s', client.get("/").text)
    assert len(rows) > 2


@pytest.mark.parametrize(
    ("code", "heard"), [("en", "1 point"), ("pl", "22 punkty"), ("cs", "5 bodů"), ("pl", "–")]
)
def test_a_total_is_heard_with_the_word_in_its_form(client, evening, code, heard):
    number = heard.split()[0]
    totals = None if number == "–" else (int(number), 0)
    evening.live.bulletin.change(lambda old: replace(old, confirmed=totals))
    total = re.search(r'<p class="total">(.*)</p>', client.get(f"/player/0?lang={code}").text)[1]
    listened = re.sub(r'<span aria-hidden="true">.*?</span>|<.*?>', "", total)
    assert listened.strip() == heard


def test_who_begins_is_said_with_the_player(client):
    html = client.get("/new-game").text
    for seat in range(4):
        assert f'value="{seat}" aria-labelledby="who-{seat} begins-{seat}"' in html
        assert f'id="who-{seat}"' in html
        assert f'id="begins-{seat}"' in html


def test_the_log_is_read_as_the_english_it_is(client):
    logging.getLogger("companion.service").warning("The lamp went out.")
    html = client.get("/about?lang=pl").text
    assert re.search(r'<pre class="log"[^>]* role="region"[^>]* lang="en"', html)


@pytest.mark.parametrize(
    ("lang", "camera"), [("en", "paired phones"), ("pl", "sparowane telefony"), ("cs", "spárované")]
)
def test_a_device_is_named_once(lang, camera):
    notes = {"Camera": Sentence("Camera: paired phones, on the page Camera.")}
    evening = shown("azul", 2, next(one for one in SCENES if one.name == "set-up"))
    client = create_app(evening.evening, notes=notes).test_client()
    named = re.search(r"<dt>[CK]amera</dt><dd>(.*?)</dd>", client.get(f"/about?lang={lang}").text)
    evening.end()
    assert named[1].startswith(camera)


def test_a_chart_tells_players_apart_without_colour():
    evening = shown("azul", 2, next(one for one in SCENES if one.name == "tiled"))
    client = evening.app.test_client()
    for path in ("/", "/game"):
        assert client.get(path).text.count('class="line-key"') == 2
    evening.end()


@pytest.fixture
def open_page(chromium):
    """Open a page of an evening whose first picture has been taken."""
    evening = KeptEvening()
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    evening.press()
    context = chromium.new_context(viewport=PHONE)
    context.set_default_timeout(8000)
    page = context.new_page()

    def open_one(path):
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        return page

    open_one.evening = evening
    yield open_one
    context.close()
    evening.live.stop()
    server.stop()


@pytest.mark.browser
def test_what_happened_is_said_once_and_nothing_else(open_page):
    page = open_page("/")
    page.evaluate(
        """() => {
        window.heard = [];
        for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]"))
          new MutationObserver(() => window.heard.push(region.textContent.trim()))
            .observe(region, { childList: true, subtree: true, characterData: true });
    }"""
    )
    open_page.evening.press(2)
    until(lambda: page.locator(".mine, .total").first.inner_text() == "3")
    version = str(open_page.evening.live.state.version)
    until(lambda: page.locator("body").get_attribute("data-version") == version)
    heard = [one for one in page.evaluate("window.heard") if one]
    assert len(heard) == len(set(heard)) <= 2
    assert heard[-1].startswith("Round 1 is scored.")


@pytest.mark.browser
def test_what_is_laid_by_hand_is_said(open_page):
    page = open_page("/by-hand")
    page.locator("[data-cell='line/0/0']").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#laid").inner_text() == "Pattern line 1, space 1: blue"


@pytest.mark.browser
def test_a_picture_on_its_way_is_not_counted_aloud_percent_by_percent(open_page):
    page = open_page("/score")
    said = page.evaluate(
        """async () => {
        const { shownOn } = await import("/static/js/sending.js");
        const shown = shownOn(document.getElementById("sending")), words = [];
        const there = document.querySelector(".progress span");
        const heard = new MutationObserver((all) => words.push(...all));
        heard.observe(there, { childList: true });
        for (let part = 0; part <= 100; part++) {
          shown.progress(part / 100);
          await null;
        }
        return [words.length, document.querySelector("progress").value];
    }"""
    )
    assert said == [5, 100]


@pytest.mark.browser
def test_a_corner_that_is_set_can_be_moved_with_the_keyboard(open_page):
    page = open_page("/new-game")
    page.get_by_label("I tap the four corners of each board").check()
    page.get_by_text("Tap the top left corner").wait_for()
    corners = "() => JSON.parse(document.querySelector('[name=corners]').value)"
    box = page.locator(".photo").bounding_box()
    for seat in range(2):
        for x, y in ((0.1, 0.2), (0.3, 0.2), (0.3, 0.6), (0.1, 0.6)):
            page.mouse.click(box["x"] + box["width"] * (x + seat / 2), box["y"] + box["height"] * y)
    page.get_by_text("All corners are set.").wait_for()
    before = page.evaluate(corners)
    page.locator(".stage").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter", "ArrowRight"):
        page.keyboard.press(key)
    until(lambda: page.evaluate(corners) != before)
    x, y = before[1][3]
    assert page.evaluate(corners)[1][3] == pytest.approx([x, y + 20])
    assert page.evaluate(corners)[0] == before[0]


@pytest.mark.browser
def test_the_keys_that_set_corners_are_told_to_whoever_has_a_keyboard(open_page):
    page = open_page("/new-game")
    page.get_by_label("I tap the four corners of each board").check()
    assert page.locator("#keys").is_hidden()
    page.keyboard.press("Tab")
    page.locator(".stage").focus()
    assert "Enter sets a corner" in page.locator("#keys").inner_text()


@pytest.mark.browser
def test_players_colours_stay_where_a_device_has_its_own(open_page):
    page = open_page("/people")
    page.emulate_media(forced_colors="active")
    grounds = (
        page.locator(".colours")
        .first.locator("span[aria-hidden]")
        .evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    )
    assert len(set(grounds)) == 6


@pytest.mark.browser
def test_what_is_chosen_and_what_can_be_pressed_is_seen_in_a_device_s_own_colours(open_page):
    page = open_page("/by-hand")
    page.emulate_media(forced_colors="active")
    width, style = "getComputedStyle(one).borderTopWidth", "getComputedStyle(one).outlineStyle"
    assert page.locator(".press").first.evaluate(f"one => {width}") == "2px"
    stamps = page.locator(".stamp").evaluate_all(f"all => all.map((one) => {style})")
    assert (stamps.count("solid"), set(stamps)) == (1, {"solid", "none"})
    page.goto(page.url.removesuffix("by-hand"))
    adjust = page.locator(".total").first.evaluate("one => getComputedStyle(one).forcedColorAdjust")
    assert adjust == "none", "the ground under its letters covers the name above"
