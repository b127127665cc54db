"""A game begun by house rules, with finger or keyboard, in a real browser."""

import pytest
from patience import until
from test_browser import PHONE, chromium

from web import Server, create_app

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser


@pytest.fixture
def table(chromium, kitchen):
    """Opens the page of a new game while another one is played; nothing may complain."""
    evening = kitchen.start()
    server = Server(create_app(evening), "127.0.0.1", 0)
    server.start()
    complaints, contexts = [], []

    def open_page(**options):
        context = chromium.new_context(viewport=PHONE, locale="en-GB", **options)
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}/new-game")
        return page

    open_page.evening = evening
    yield open_page
    for context in contexts:
        context.close()
    server.stop()
    assert complaints == []


def setup_of(table):
    setup = table.evening.state.setup
    return setup.game, dict(setup.options)


def test_a_game_begins_with_one_house_rule_changed(table):
    page = table()
    page.get_by_text("House rules").click()
    page.get_by_role("radio", name="No, 100 is the most").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/")
    until(lambda: setup_of(table) == ("azul", {"score_over_max": "cap"}))
    again = table()
    assert again.get_by_role("radio", name="No, 100 is the most").is_checked()
    assert again.get_by_role("radio", name="Whoever began this round as usual").is_checked()


def test_the_questions_are_those_of_the_chosen_game_and_fit_on_a_phone(table):
    page = table()
    page.get_by_text("House rules").click()
    for game, question, others in [
        ("Azul Duel", "Which dome tiles are in your box?", "Do points above 100 count?"),
        ("Azul: Summer Pavilion", "Must all bonus tiles be taken?", "Which dome tiles"),
        ("Azul Mini", "What if no tile can reach any wall", "Must all bonus tiles"),
    ]:
        page.get_by_role("radio", name=game, exact=True).check()
        page.get_by_role("group", name=question).wait_for()
        assert page.get_by_role("group", name=others).count() == 0
        sizes = [one.bounding_box() for one in page.locator(".house .pick:visible").all()]
        assert min(size["height"] for size in sizes) >= 44
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_house_rule_is_chosen_with_the_keyboard_and_tells_its_rule(table):
    page = table()
    page.get_by_role("radio", name="Azul Duel", exact=True).check()
    page.locator(".house > summary", has_text="House rules").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("For goal 6 all special tiles of a row together count").wait_for()
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_url("**/")
    until(lambda: setup_of(table) == ("azul-duel", {"goal_five_colours_special_counts": False}))


def test_no_script_is_needed(table):
    page = table(java_script_enabled=False)
    page.get_by_role("radio", name="Azul: Summer Pavilion").check()
    page.get_by_text("House rules").click()
    page.get_by_role("radio", name="Before the bonuses").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/")
    changed = {"corner_penalty_after_bonuses": False}
    until(lambda: setup_of(table) == ("summer-pavilion", changed))


def test_nobody_is_told_to_clear_the_boards_of_a_game_under_way(table):
    page = table()
    assert page.locator("#begin").inner_text() == "Begin: empty boards on the table"
    page.get_by_text("The game is under way already").click()
    page.get_by_role("checkbox", name="Go on from what lies there").check()
    assert page.locator("#begin").inner_text() == "Begin: the boards as they lie"
    page.get_by_role("spinbutton", name="Total of player 1").fill("30")
    page.get_by_role("spinbutton", name="Total of player 2").fill("25")
    page.get_by_role("button", name="Begin: the boards as they lie").click()
    page.wait_for_url("**/")
    until(lambda: table.evening.state.setup.scores == (30, 25))
