"""The pages of an evening in a real browser: correcting, answering, undoing, two phones at once."""

import time
from dataclasses import replace

import pytest
from barriers import barriers
from evening import REPORTS, TABLE_JPEG, violation
from keeping import KeptEvening, asking
from patience import until
from test_browser import AT_HOME, PHONE, TELEVISION, chromium

from companion.games.base import Checkpoint, Moment
from companion.service.evening.asks import Answer, Undo
from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

CELLS = ("line/0/0", "floor/0")
PAGES = [
    "/", "/scoreboard", "/table", "/table/0", "/table/1?cell=line/3/0", "/player/0", "/player/1",
    "/coach/0",
    "/table/0?reading=0", "/rules/azul", "/rules/summer-pavilion", "/history", "/about",
    "/new-game", "/by-hand", "/people", "/help", "/pair", "/game?round=1&seat=1",
]  # fmt: skip
ALIKE = ("/player/1", "/rules/summer-pavilion", "/table/0?reading=0")
"""Pages that shut out nobody whom another one lets in."""

LATER = (*ALIKE, "/table/0", "/by-hand", "/table", "/help", "/about")
"""And those that take time: the first with a place pressed, the second for Duel, are looked at,
and of the others, which are boards and texts, the boards and the rules.
"""

NARROW = ("/table", "/table/0", "/table/1?cell=line/3/0", "/player/0", "/game?round=1&seat=1")
"""Pages that nobody measures by boxes at a phone's size (test_layout.py)."""


@pytest.fixture
def kept():
    """An evening with a question in its second picture and a violation in its fourth."""
    one = KeptEvening({1: asking(), 3: violation()})
    server = Server(one.app, "127.0.0.1", 0)
    server.start()
    # By its number: there a browser on this very machine may act without being paired.
    one.address = f"http://127.0.0.1:{server.port}"
    one.at_home = f"http://{AT_HOME}:{server.port}"
    yield one
    one.live.stop()
    server.stop()


@pytest.fixture
def open_page(chromium, kept):
    """Open pages of the evening; in the end none of them may have complained of anything."""
    contexts, complaints = [], []

    def open_one(path="/", viewport=PHONE, **options):
        context = chromium.new_context(viewport=viewport, locale="en-GB", **options)
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{path} {said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(f"{path} {error}"))
        page.goto(kept.address + path)
        return page

    open_one.complaints = complaints
    yield open_one
    for context in contexts:
        context.close()
    assert complaints == [], "errors, or the content security policy was violated"


def answered(kept):
    """Bring the evening behind its question."""
    kept.press(2)
    kept.live.ask(Answer(0))
    kept.until(lambda state: state.report.status == "read")


def test_a_cell_is_corrected_with_two_taps_and_every_screen_sees_it(open_page, kept):
    answered(kept)
    mine, other = open_page("/table/0"), open_page("/player/0")
    mine.evaluate("() => { window.same = true }")
    mine.get_by_role("link", name="Floor line, space 1: red").click()
    mine.get_by_role("heading", name="Floor line, space 1").wait_for()
    mine.get_by_role("button", name="empty").click()
    other.get_by_role("heading", name="The correction is in.").wait_for()
    mine.get_by_text("Press a place on the board").wait_for()
    assert mine.evaluate("() => location.pathname + location.search") == "/table/0"
    assert mine.evaluate("() => window.same") is True
    assert "floor/0" not in kept.live.state.boards[0]


def test_a_correction_works_with_the_keyboard_alone(open_page, kept):
    answered(kept)
    page = open_page("/table/0", TELEVISION)
    page.get_by_role("link", name="Floor line, space 1: red").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Floor line, space 1").wait_for()
    until(lambda: page.evaluate("() => document.activeElement.id") == "correct")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    kept.until(lambda state: state.boards[0].get("floor/0") == "blue")


def test_a_correction_that_cannot_be_is_said_aloud(open_page, kept):
    answered(kept)
    page = open_page("/table/0?cell=wall/0/0")
    page.get_by_role("button", name="blue").click()
    page.get_by_role("alert").wait_for()
    assert len(page.get_by_role("alert").inner_text()) > 20
    open_page.complaints[:] = [one for one in open_page.complaints if "status of 4" not in one]


def test_what_a_look_found_wrong_is_said_until_another_look_or_other_boards(open_page, kept):
    page, found = open_page("/new-game"), [{"number": 0, "boards": [], "sentence": ""}]
    wrong = ["Player 1: no board of this game", "Player 2: no board of this game"]
    sentences = iter(("\n".join(wrong), wrong[1], ""))

    def look(asked):
        found.append({"number": len(found), "boards": [], "sentence": next(sentences)})
        asked.fulfill(status=204)

    page.route("**/preview", look)
    page.route("**/preview.json", lambda asked: asked.fulfill(json=found[-1]))
    page.route("**/preview.jpg*", lambda asked: asked.fulfill(body=TABLE_JPEG))
    new_picture, alert = page.get_by_role("button", name="New picture"), page.get_by_role("alert")
    new_picture.click()
    alert.wait_for()
    assert [line.strip() for line in alert.inner_text().splitlines()] == wrong
    page.locator("label", has_text="Azul Mini").click()
    alert.wait_for(state="hidden")
    page.get_by_text("Take a new picture to see whether all boards are found.").wait_for()
    new_picture.click()
    page.get_by_role("alert").filter(has_text=wrong[1]).wait_for()
    assert "0 of 2" not in page.locator(".instruction").inner_text(), "nobody has counted"
    new_picture.click()
    alert.wait_for(state="hidden")


def test_a_question_is_answered_with_one_tap(open_page, kept):
    kept.press(2)
    page, board = open_page("/player/0"), open_page("/scoreboard", TELEVISION)
    board.get_by_role("heading", name="Player 1: one question").wait_for()
    button = page.get_by_role("button", name="red")
    assert button.bounding_box()["height"] >= 44
    button.click()
    page.get_by_text("What to move now").wait_for()
    until(lambda: board.get_by_role("heading", name="Player 1: one question").count() == 0)


def test_whoever_answers_with_the_keyboard_goes_on_from_the_content(open_page, kept):
    kept.press(2)
    page = open_page("/")
    page.locator(".answer").first.focus()
    page.keyboard.press("Enter")
    page.locator("form.question").wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.id") == "main", "the button is gone"


def test_a_link_keeps_the_keyboard_when_its_part_is_drawn_anew(open_page, kept):
    answered(kept)
    page = open_page("/")
    link = page.locator(".history a").last
    link.focus()
    words = link.inner_text()
    kept.press(1)
    until(lambda: page.locator(".history a").count() > 2)
    assert page.evaluate("() => document.activeElement.innerText") == words


def test_undo_takes_the_last_reading_back_on_both_phones(open_page, kept):
    answered(kept)
    kept.press()
    one, other = open_page("/player/0"), open_page("/player/1")
    until(lambda: one.locator(".mine .total").inner_text().startswith("3"))
    one.locator("#undo").click()
    other.get_by_role("heading", name="The last step was taken back.").wait_for()
    until(lambda: one.locator(".mine .total").inner_text().startswith("0"))
    assert "All tiles taken" in one.locator("#undo").inner_text()


def test_where_a_reading_is_taken_back_its_page_shows_the_board_as_it_is_now(open_page, kept):
    answered(kept)
    last = kept.live.state.reading
    page = open_page(f"/table/1?reading={last}&lang=pl")
    page.locator("#undo").click()
    page.wait_for_url("**/table/1?lang=pl")
    page.locator("#put-back").wait_for()
    assert all("404" in said for said in open_page.complaints)
    open_page.complaints.clear()


def test_undo_tapped_twice_takes_back_one_step(open_page, kept):
    answered(kept)
    kept.press()
    page = open_page("/player/0")
    until(lambda: page.locator(".mine .total").inner_text().startswith("3"))
    page.locator("#undo").dblclick()
    page.get_by_role("heading", name="The last step was taken back.").wait_for()
    until(lambda: "All tiles taken" in page.locator("#undo").inner_text())
    page.wait_for_timeout(300)
    assert kept.live.state.reading == 1
    assert page.locator("#refusal").is_hidden()


def test_two_phones_press_at_once_and_show_the_same(open_page, kept):
    one, other = open_page("/player/0"), open_page("/player/1")
    kept.camera.shutter.clear()
    for page in (one, other):
        page.evaluate("document.getElementById('press').click()")
    kept.camera.shutter.set()
    kept.until(lambda state: state.shown >= 1 and state.phase != "looking")
    version = "() => document.body.dataset.version"
    until(lambda: one.evaluate(version) == other.evaluate(version) == str(kept.live.state.version))
    assert one.locator(".story h2").inner_text() == other.locator(".story h2").inner_text()


def test_a_phone_that_slept_finds_its_page_up_to_date(open_page, kept):
    page = open_page("/player/1")
    change = (
        "value => { Object.defineProperty(document, 'hidden', {value, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    page.evaluate(change, True)
    answered(kept)
    kept.press()
    time.sleep(0.2)
    assert page.locator(".mine .total").inner_text().startswith("–")
    page.evaluate(change, False)
    until(lambda: page.locator(".mine .total").inner_text().startswith("2"))


def test_without_scripts_a_cell_can_be_corrected_all_the_same(open_page, kept):
    answered(kept)
    page = open_page("/table/0", java_script_enabled=False)
    page.get_by_role("link", name="Floor line, space 1: red").click()
    with page.expect_navigation(url="**/table/0"):
        page.get_by_role("button", name="empty").click()
    assert kept.live.state.happened == "corrected"


def test_rules_are_found_while_typing(open_page):
    page = open_page("/rules/azul")
    page.get_by_label("Search the rules").fill("floor line points")
    until(lambda: 0 < page.locator(".rule-text:visible").count() < 12)
    page.get_by_label("Search the rules").fill("")
    until(lambda: page.locator(".rule-text:visible").count() == 45)


def test_four_tapped_corners_become_a_board(open_page, kept):
    kept.press()
    page = open_page("/new-game")
    page.get_by_label("I tap the four corners of each board").check()
    page.get_by_text("Tap the top left corner of the board of Player 1").wait_for()
    box = page.locator(".photo").bounding_box()
    for seat in range(2):
        for x, y in ((0.1, 0.1), (0.3, 0.1), (0.3, 0.35), (0.1, 0.35)):
            page.mouse.click(box["x"] + box["width"] * (x + seat / 2), box["y"] + box["height"] * y)
    page.get_by_text("All corners are set.").wait_for()
    corners = page.locator("[name=corners]").evaluate("one => JSON.parse(one.value)")
    assert [len(board) for board in corners] == [4, 4]
    assert corners[0][2] == pytest.approx([0.3 * 1640, 0.35 * 1232], abs=6)
    assert corners[1][0] == pytest.approx([0.6 * 1640, 0.1 * 1232], abs=6)


def test_a_new_picture_for_a_new_game_locks_nobody(open_page, kept):
    kept.press()
    page, phone = open_page("/new-game"), open_page("/player/0")
    page.get_by_role("button", name="New picture").click()
    page.get_by_text("Boards found: 2 of 2.").wait_for()
    phone.get_by_role("button", name="Score the round").first.click()
    kept.until(lambda state: state.shown == 2)
    page.close()
    assert kept.live.ask(Undo()).result(5).happened == "undone"


def test_corners_can_be_set_with_the_keyboard(open_page, kept):
    kept.press()
    page = open_page("/new-game")
    page.get_by_label("I tap the four corners of each board").check()
    page.get_by_text("Tap the top left corner").wait_for()
    page.locator(".stage").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_text("Now the top right corner of Player 1.").wait_for()


def test_a_new_game_begins_with_names(open_page, kept):
    page = open_page("/new-game")
    page.locator("#name-0").fill("Ania")
    page.locator("#name-1").fill("Tomek")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/")
    page.get_by_role("heading", name="Ania").first.wait_for()
    assert kept.live.state.names == ("Ania", "Tomek")


def test_whoever_is_not_paired_is_told_where_to_pair(chromium, kept):
    page = chromium.new_page()
    page.set_default_timeout(8000)
    page.goto(kept.at_home + "/")
    page.route("**/press*", lambda route: route.fulfill(status=401, json={"error": "Pair it."}))
    page.get_by_role("button", name="Look at the empty boards").click()
    page.get_by_role("link", name="Pair this device").wait_for()
    page.close()


def test_boards_are_laid_by_hand(open_page, kept):
    kept.press()
    kept.live.bulletin.change(lambda state: replace(state, due=Moment(Checkpoint.OFFER_END, 1)))
    page, sent = open_page("/by-hand"), []

    def confirmed(route):
        sent.append(route.request.post_data_json)
        route.fulfill(status=200, json={})

    page.route("**/api/lay", confirmed)
    line, floor = (page.locator(f"[data-seat='1'][data-cell='{cell}']") for cell in CELLS)
    page.get_by_label("red", exact=True).check()
    line.click()
    assert line.get_attribute("aria-label") == "Pattern line 1, space 1: red"
    page.get_by_label("starting player marker").check()
    floor.focus()
    page.keyboard.press("Enter")
    line.click()
    line.click()
    assert line.get_attribute("aria-label") == "Pattern line 1, space 1: empty"
    page.get_by_role("button", name="So they lie").click()
    page.wait_for_url("**/")
    due = f"{kept.live.state.sitting}/offer-end/1/{kept.live.state.reading}"
    assert sent == [{"boards": [{}, {"floor/0": "first"}], "gesture": "press", "late": due}]


def test_a_game_begun_with_a_tap_too_many_begins_once(open_page, kept):
    """The answer is there, but the next page is still on its way: the machine is slow."""
    page, sent = open_page("/new-game"), []
    page.on("request", lambda request: sent.append((request.method, request.url)))
    page.route(kept.address + "/", lambda route: (time.sleep(0.5), route.continue_()))
    page.evaluate("() => { setInterval(() => document.getElementById('begin').click(), 50) }")
    page.wait_for_url("**/")
    assert sent.count(("POST", kept.address + "/new-game")) == 1


EVERYWHERE = [pytest.param(each, PAGES, marks=pytest.mark.long) for each in ("pl", "en", "cs")]


@pytest.mark.parametrize(("lang", "paths"), [("pl", NARROW), *EVERYWHERE])  # of the longest words
def test_no_page_scrolls_sideways_on_a_phone(open_page, kept, lang, paths):
    answered(kept)
    kept.press(2)
    page = open_page(f"/?lang={lang}")
    for path in paths:
        page.goto(f"{kept.address}{path}{'&' if '?' in path else '?'}lang={lang}")
        sides = "() => [document.scrollingElement.scrollWidth, innerWidth]"
        width, seen = page.evaluate(sides)
        assert width <= seen, path


@pytest.mark.parametrize("presses", [1, 3])
def test_the_scoreboard_is_read_from_three_metres(open_page, kept, presses):
    answered(kept)
    kept.press(presses)
    page = open_page("/scoreboard", TELEVISION)
    height, seen = page.evaluate("() => [document.scrollingElement.scrollHeight, innerHeight]")
    assert height <= seen
    for total in page.locator(".tall .total b").all():
        size = total.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 160
        box, card = total.bounding_box(), page.locator(".story").bounding_box()
        assert box["y"] + box["height"] <= card["y"], "totals and story do not overlap"


ALL = [pytest.param(each, ALIKE, marks=pytest.mark.long) for each in ("light", "dark")]


@pytest.mark.parametrize(("light", "but"), [("light", LATER), *ALL])
def test_no_page_shuts_anybody_out(chromium, kept, light, but):
    answered(kept)
    kept.press(len(REPORTS) and 2)
    context = chromium.new_context(viewport=PHONE, color_scheme=light, bypass_csp=True)
    page = context.new_page()
    for path in (one for one in PAGES if one not in but):
        page.goto(kept.address + path)
        assert barriers(page) == [], path
    context.close()
