"""Every page on every screen, for every game, measured by boxes: nothing is cut or overlaps."""

from itertools import product

import pytest
from boxes import troubles
from gallery import GAMES, SCENES, SHORT, WIDE, shown
from test_browser import chromium

from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

LONG = pytest.mark.long

SCREENS = ((390, 844), (768, 1024), (1280, 720), (1920, 1080))
SMALLEST = (320, 568)
"""A phone of long ago, and what a page has where everything is enlarged."""

FIXED = ("/", "/scoreboard")
"""Pages that a television shows without scrolling."""

MOVING = (*FIXED, "/player/1", "/coach/1", "/table", "/table/0", "/game?round=1&seat=1")
STILL = (
    "/new-game",
    "/history",
    "/history/1",
    "/help",
    "/about",
    "/rules/azul",
    "/by-hand",
    "/people",
    "/pair",
    "/calibration",
)
BY_NAME = {scene.name: scene for scene in SCENES}

SAMPLE = [
    ("azul-duel", 2, "violations", WIDE, "pl"),
    pytest.param(("summer-pavilion", 4, "over", SHORT, "cs"), marks=LONG),
]
ALL = [
    (game, players, scene.name, names, language)
    for game in GAMES
    for players in ((2,) if game == "azul-duel" else (2, 3, 4))
    for scene in SCENES
    for names in (SHORT, WIDE)
    for language in ("en", "pl", "cs")
]


@pytest.fixture
def visit(chromium):
    """Open a page of an evening on a screen of some size; everything ends with the test."""
    servers, page = {}, chromium.new_page(reduced_motion="reduce")

    def open_one(evening, path, size, lang):
        if evening not in servers:
            servers[evening] = Server(evening.app, "127.0.0.1", 0)
            servers[evening].start()
        mark = "&" if "?" in path else "?"
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"http://127.0.0.1:{servers[evening].port}{path}{mark}lang={lang}")
        return page

    yield open_one
    page.close()
    for evening, server in servers.items():
        evening.end()
        server.stop()


def resized(page, sizes):
    """Yield some sizes, which the page takes on as it is: its layout follows, nothing is loaded."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def measured(visit, case, visits):
    game, players, scene, names, language = case
    evening = shown(game, players, BY_NAME[scene], names)
    found, last = {}, None
    for path, size in visits:
        if path != last:
            page, last = visit(evening, path, size, language), path
        page.set_viewport_size({"width": size[0], "height": size[1]})  # nothing is loaded anew
        wide = size[0] >= 1100 and path in FIXED
        if wrong := troubles(page, fixed=wide):
            found[f"{path} {size}"] = wrong
    return found


def all_of(paths, screens=SCREENS):
    return list(product(paths, screens))


def named(case):
    game, players, scene, names, language = case
    return f"{game}-{players}-{scene}-{'wide' if names is WIDE else 'short'}-{language}"


@pytest.mark.parametrize("case", SAMPLE, ids=named)
def test_nothing_is_cut_and_nothing_overlaps(visit, case):
    pages = ("/", "/scoreboard", "/player/1", "/coach/1")
    assert measured(visit, case, all_of(pages)) == {}


def test_nor_on_the_pages_that_stand_still(visit):
    case = ("azul", 4, "tiled", WIDE, "pl")
    assert measured(visit, case, all_of(STILL, SCREENS[:1])) == {}


@LONG
@pytest.mark.parametrize("case", ALL, ids=named)
def test_nowhere(visit, case):
    assert measured(visit, case, all_of(MOVING)) == {}


@LONG
@pytest.mark.parametrize("lang", ["en", "pl", "cs"])
def test_nor_on_any_page_that_stands_still(visit, lang):
    assert measured(visit, ("azul", 4, "tiled", WIDE, lang), all_of(STILL)) == {}


def test_the_measure_finds_what_is_wrong(chromium):
    page = chromium.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        "<p style='width:500px'>" + "sticks out " * 9 + "</p>"
        "<p style='position:absolute;top:60px'>one</p><p style='position:absolute;top:62px'>two</p>"
        "<div style='height:20px;overflow:hidden'><p>cut<br>off</p></div>"
        "<p style='margin-top:400px'>far below</p>"
    )
    found = " ".join(troubles(page, fixed=True))
    for word in ("beyond the side", "overlap", "cut by", "below the screen", "scrolls down"):
        assert word in found, word
    page.close()


def test_boards_of_one_game_are_equally_large_and_share_their_top_edge(visit):
    evening = shown("azul", 3, BY_NAME["tiled"], WIDE)
    page = visit(evening, "/", SCREENS[2], "en")
    for _ in resized(page, SCREENS[2:]):
        boxes = [one.bounding_box() for one in page.locator(".boards .board-drawing").all()]
        sides = ("y", "width", "height")
        assert len({tuple(round(box[side]) for side in sides) for box in boxes}) == 1
        sheets = page.locator(".boards .sheet").all()
        assert len(sheets) == 3
        assert all(one.is_visible() for one in sheets)


def test_from_a_fresh_start_it_is_four_taps_and_the_names_to_the_first_picture(visit):
    evening = shown("azul", 2, BY_NAME["set-up"])
    page = visit(evening, "/", SCREENS[0], "en")

    def tap(locator):
        box = locator.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SCREENS[0][1], "on the screen, without scrolling"
        locator.click()

    tap(page.locator("main").get_by_role("link", name="New game"))
    tap(page.locator("label", has_text="Azul Mini"))
    for seat, name in enumerate(("Ada", "Ben")):
        box = page.locator(f"#name-{seat}").bounding_box()
        assert box["y"] + box["height"] <= SCREENS[0][1]
        page.locator(f"#name-{seat}").fill(name)
    tap(page.get_by_role("button", name="Begin: empty boards on the table"))
    page.wait_for_url("**/?lang=en")
    page.get_by_role("heading", name="Ada").first.wait_for()
    evening.eyes.sights.append(({}, {}))
    tap(page.get_by_role("button", name="Look at the empty boards"))
    page.get_by_role("heading", name="The boards are empty.").wait_for()
    assert evening.evening.state.setup.game == "azul-mini"


def test_a_name_that_is_half_under_the_bar_comes_out_when_it_is_pressed(visit):
    page = visit(shown("azul", 4, BY_NAME["set-up"]), "/new-game", (1280, 720), "en")
    page.locator(".people label.pick", has_text="4").click()
    name, bar = page.locator("#name-3"), page.locator(".begin-bar")
    beneath = bar.bounding_box()["y"] - name.bounding_box()["y"] - 20
    page.evaluate("by => scrollBy(0, by)", -beneath)
    box = name.bounding_box()
    assert box["y"] < bar.bounding_box()["y"] < box["y"] + box["height"] - 10, "half of it"
    page.mouse.click(box["x"] + 20, box["y"] + 10)
    assert page.evaluate("() => document.activeElement.id") == "name-3"
    box = name.bounding_box()
    assert box["y"] + box["height"] <= bar.bounding_box()["y"]


def test_the_answers_of_a_question_are_not_covered(visit):
    evening = shown("azul", 2, BY_NAME["question"])
    page = visit(evening, "/", SCREENS[0], "en")
    last = page.locator(".answer").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4]
    on_top = "([x, y]) => document.elementFromPoint(x, y).closest('.answer') !== null"
    assert page.evaluate(on_top, middle)


@pytest.mark.parametrize(
    ("scene", "beside"),
    [
        ("question", (".picture", ".history", ".extras", ".switches")),
        ("violations", (".extras", ".switches")),
    ],
)
def test_a_television_has_room_beside_what_is_asked(visit, scene, beside):
    page = visit(shown("azul-duel", 2, BY_NAME[scene], WIDE), "/", SCREENS[3], "pl")
    for part in beside:
        assert page.locator(f".side {part}").bounding_box()["height"] > 40, part
    assert troubles(page, fixed=True) == []


def test_what_was_not_allowed_twice_leaves_picture_and_list_on_a_television(visit):
    evening = shown("azul", 2, BY_NAME["violations"])
    evening.sees(evening.sight("violations", len(evening.steps) // 2))
    evening.sees("waiting")
    page = visit(evening, "/", SCREENS[3], "en")
    assert page.locator(".history li.violation").count() == 2
    for part in (".picture", ".history"):
        assert page.locator(f".side {part}").is_visible(), part
    assert troubles(page, fixed=True) == []


def test_what_may_lie_on_a_place_fits_its_buttons_in_every_language(visit):
    evening = shown("summer-pavilion", 3, BY_NAME["tiled"])
    page = visit(evening, "/table/0?cell=star/1/1", SCREENS[0], "pl")
    for size in resized(page, ((390, 844), (900, 900), (1024, 768), (1280, 720))):
        assert page.get_by_role("button", name="pomarańczowy").count() == 1
        assert page.evaluate(STICKS_OUT) == [], size
        assert troubles(page) == [], size


def test_what_is_chosen_on_a_board_is_in_sight_whatever_is_not_allowed(visit):
    page = visit(shown("azul", 2, BY_NAME["violations"]), "/table/0", SCREENS[2], "en")
    page.get_by_role("link", name="Wall, row 1, space 2").click(force=True)
    choice = page.locator(".choice").last
    choice.wait_for()
    assert choice.bounding_box()["y"] < SCREENS[2][1] / 2


def test_on_paper_no_button_lies_on_what_is_read(visit):
    page = visit(shown("azul", 2, BY_NAME["over"]), "/", (794, 1123), "en")
    page.emulate_media(media="print")
    assert page.locator(".sheet").first.is_visible()
    assert not page.locator(".controls").is_visible()
    page.emulate_media(media="screen")


def test_a_name_without_a_space_stays_within_the_history(visit):
    evening = shown("azul-mini", 2, BY_NAME["over"], WIDE)
    page = visit(evening, "/history", SCREENS[0], "en")
    for size in resized(page, SCREENS):
        assert "W" * 30 in page.locator(".ranking").inner_text()
        assert troubles(page) == [], size


DOT = "() => getComputedStyle(document.querySelector('.history li'), '::before').backgroundColor"


def test_boards_that_are_not_empty_have_the_mark_of_what_is_open_in_the_history(visit):
    covered, not_empty, counts = (
        visit(shown("azul", 2, BY_NAME[scene]), "/", SCREENS[3], "en").evaluate(DOT)
        for scene in ("covered", "not-empty", "begun")
    )
    assert covered == not_empty != counts


UNDERLINED = """() => [...document.querySelectorAll(".button")].filter((one) =>
  getComputedStyle(one).textDecorationLine !== "none").map((one) => one.textContent.trim())"""


def test_a_link_that_looks_like_a_button_is_not_underlined_as_well(visit):
    over, tiled = (shown("azul", 2, BY_NAME[name]) for name in ("over", "tiled"))
    pages = [(over, each) for each in ("/game", "/player/1", "/help", "/history", "/camera")]
    for evening, path in (*pages, (tiled, "/table/0")):
        page = visit(evening, path, SCREENS[0], "en")
        assert page.locator(".button").count()
        assert page.evaluate(UNDERLINED) == [], path


def test_a_television_says_whose_board_is_covered_however_many_play(visit):
    page = visit(shown("azul", 4, BY_NAME["covered"], WIDE), "/", SCREENS[2], "pl")
    said = page.locator(".story li:visible")
    assert said.count() == 4
    assert "coś zasłania planszę" in said.first.inner_text()
    assert troubles(page, fixed=True) == []


LATER = ("en", "cs")
"""Languages of shorter words, which have their turn when time is no matter."""

STICKS_OUT = """() => [...document.querySelectorAll(".answer, .choice")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().right > one.getBoundingClientRect().right - 2;
}).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("lang", ["pl", *(pytest.param(n, marks=LONG) for n in LATER)])
def test_an_answer_stays_within_its_button(visit, lang):
    evening = shown("azul", 2, BY_NAME["question"])
    for path in ("/", "/scoreboard", "/player/1"):
        page = visit(evening, path, SCREENS[0], lang)
        for size in resized(page, SCREENS):
            assert page.evaluate(STICKS_OUT) == [], (path, size)


def test_the_smallest_phone_has_room_for_a_players_three_buttons(visit):
    evening = shown("azul", 2, BY_NAME["violations"])
    for lang in ("en", "pl", "cs"):
        page = visit(evening, "/player/1", SMALLEST, lang)
        assert page.locator(".mine-controls button:visible").count() == 3
        assert troubles(page) == [], lang


def test_the_coach_tells_how_many_tiles_beside_the_tile(visit):
    page = visit(shown("azul", 3, BY_NAME["over"]), "/coach/1", SCREENS[0], "cs")
    tiles = page.locator(".coach .moves li > span:first-child").first
    text, swatch = tiles.bounding_box(), tiles.locator(".swatch").bounding_box()
    assert swatch["x"] > text["x"] + 5
    assert text["height"] < 2 * swatch["height"]


def test_on_a_television_points_stand_beside_what_brings_them(visit):
    """The coach's stood at the other side of the screen."""
    page = visit(shown("azul-duel", 2, BY_NAME["over"]), "/coach/1", SCREENS[3], "en")
    place, points = (page.locator(f".coach .sheet-{part}").first for part in ("place", "points"))
    assert points.bounding_box()["x"] - place.bounding_box()["x"] < SCREENS[3][0] * 2 / 3


def test_a_game_sheet_cuts_no_name_where_there_is_room(visit):
    page = visit(shown("azul", 4, BY_NAME["tiled"]), "/game", SCREENS[0], "pl")
    name = page.locator(".rounds thead bdi:visible").last
    assert name.inner_text().startswith("Oświęci")
    for size in resized(page, SCREENS[1:]):
        assert name.inner_text() == "Oświęcimka", size
        assert troubles(page) == [], size


def test_looking_again_is_offered_once(visit):
    evening = shown("azul", 2, BY_NAME["violations"])
    for path in ("/", "/player/0", "/table"):
        page = visit(evening, path, SCREENS[0], "en")
        assert page.get_by_role("button", name="look again").count() == 1, path


SIDES = """all => all.filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.getBoundingClientRect(), one.innerText])
  .map(([box, words]) => [box.left, box.right, words])"""


def test_every_way_is_on_the_screen_of_a_phone(visit):
    evening = shown("summer-pavilion", 2, BY_NAME["tiled"])
    page = visit(evening, "/", SCREENS[0], "pl")
    page.get_by_text("Więcej").click()
    for size in resized(page, SCREENS):
        links = page.locator(".all-ways a").evaluate_all(SIDES)
        assert len(links) >= 8
        for left, right, words in links:
            assert left >= 0
            assert right <= size[0], words
