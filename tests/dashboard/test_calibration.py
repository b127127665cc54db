"""The page that guides through calibration, with pictures of the simulated table."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from urllib.parse import urlsplit

import cv2
import pytest
from barriers import barriers
from hypothesis import given
from hypothesis import strategies as st
from pages import HOME
from test_evening_browser import chromium  # a fixture

from calibration.template import Adjustment, Move, adjusted, load_adjustment
from companion.boards import load
from companion.cli.shared.guided_calibrator import GuidedCalibrator
from companion.cli.shared.kept_calibration import calibrated_in, calibration_folder
from companion.games.base import Setup
from companion.journal import Journal, Seating
from companion.ports import Picture
from companion.service.bulletin.state import Stage
from companion.service.evening.asks import Seat
from companion.service.evening.evening import Evening
from companion.service.evening.guides import ByRules
from companion.service.evening.place import real_place
from companion.service.pictures.calibrator import AS_USUAL, Laid
from companion.service.sitting.tile_lesson import usual_places
from hardware.cameras.phone import PhoneCamera
from hardware.table import render
from hardware.table.dressing import first_scene
from web import Server, create_app
from web.views.setup import calibration as view

__all__ = ["chromium"]

AZUL = load("azul")
PRINTED = adjusted(AZUL, Adjustment("theirs", "azul", "coloured", {"wall": Move(3.0, -2.0)}))


def photographed(scene):
    pixels = render(scene)
    return Picture("table.jpg", cv2.imencode(".jpg", pixels)[1].tobytes(), pixels)


SCENE = replace(first_scene(AZUL, 2, 3, brackets=True, surface="oak"), board=PRINTED)
PICTURE = photographed(SCENE)


class Still:
    """A camera over a table on which nothing happens."""

    taken = 0
    picture = PICTURE

    def frame(self):
        self.taken += 1
        return self.picture

    def rewind(self):
        self.taken = 0


class Kitchen:
    """A companion at a set whose walls are printed 3 mm to the right and 2 mm up."""

    def __init__(self, folder):
        self.camera, self.folder = Still(), folder
        self.live = Evening(self.place, Journal(None))
        self.live.open(self.place(Seating(Setup("azul"))))
        self.live.start()
        self.app = create_app(self.live, calibrator=GuidedCalibrator(calibration_folder(folder)))
        self.client = self.app.test_client()

    def place(self, seating):
        known = calibrated_in(self.folder, seating.setup)
        return real_place(seating, self.camera, ByRules(), live=False, calibrated=known)

    def page(self, query=""):
        answer = self.client.get(f"/calibration{query}")
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def kitchen(tmp_path):
    one = Kitchen(tmp_path)
    yield one
    one.live.stop()


@pytest.fixture
def seen(kitchen):
    """The same with a picture taken."""
    assert kitchen.client.post("/calibration/picture", headers=HOME).status_code == 303
    return kitchen


def step(page, way):
    """The address behind one of the buttons."""
    return html.unescape(re.search(rf'step-{way}" href="([^"]+)"', page)[1])


def test_without_a_picture_one_is_asked_for(kitchen):
    assert "There is no picture yet" in kitchen.page()
    assert kitchen.camera.taken == 0


def test_a_new_picture_is_taken_and_the_evening_stays_where_it_was(kitchen):
    before = kitchen.live.state
    assert before.stage is Stage.SET_UP
    kitchen.client.post("/calibration/picture", headers=HOME)
    assert kitchen.camera.taken == 1
    assert kitchen.live.state.stage is Stage.SET_UP
    assert kitchen.live.state.sitting == before.sitting


def test_a_new_picture_without_boards_leaves_the_evening_where_it_was_too(kitchen):
    kitchen.camera.picture = photographed(replace(SCENE, seats=()))
    assert kitchen.client.post("/calibration/picture", headers=HOME).status_code == 303
    assert kitchen.live.state.stage is Stage.SET_UP
    assert "The boards are not found in this picture" in kitchen.page()


def test_why_no_picture_came_is_said(kitchen):
    kitchen.camera.frame = PhoneCamera().frame
    answer = kitchen.client.post("/calibration/picture?lang=cs", headers=HOME)
    assert answer.status_code == 409
    assert "Tuto hru fotí telefon" in answer.text


def test_where_phones_take_the_pictures_the_page_leads_to_their_camera(kitchen):
    kitchen.live.bulletin.change(lambda state: replace(state, handheld=True))
    page = kitchen.page("?lang=pl")
    assert page.count('href="/camera?lang=pl">Kamera</a></p>') == 2
    assert 'action="/calibration/picture' not in page, "it could only be refused"


def test_the_placement_of_the_camera_is_told_in_three_languages(seen):
    for language, words in {
        "en": "a tile is", "pl": "kafelek ma szerokość", "cs": "dlaždice je široká",
    }.items():  # fmt: skip
        page = seen.page(f"?lang={language}")
        assert page.count(words) == 2
        assert page.count('class="found') == 2
        assert page.count('class="remark ') == 14


def test_glare_is_drawn_where_it_is(kitchen):
    pixels = PICTURE.pixels.copy()
    corners = GuidedCalibrator(None).lay(PICTURE.jpeg, Seating(Setup("azul")), {})[0].outline
    x, y = (sum(axis) / 4 for axis in zip(*corners, strict=True))
    cv2.circle(pixels, (round(x), round(y)), 30, (255, 255, 255), -1)
    kitchen.live.album.add(Picture("x", cv2.imencode(".jpg", pixels)[1].tobytes(), pixels))
    page = kitchen.page()
    spot = re.search(r'class="spot" cx="([\d.]+)" cy="([\d.]+)"', page)
    assert float(spot[1]) == pytest.approx(x, abs=6)
    assert float(spot[2]) == pytest.approx(y, abs=6)
    assert "1 place glares" in page
    assert "Move the lamp or the board" in page


def test_a_picture_without_boards_says_so(kitchen):
    bare = photographed(replace(SCENE, seats=()))
    kitchen.live.album.add(bare)
    assert "The boards are not found in this picture" in kitchen.page()


def test_six_steps_to_the_right_and_four_up_put_the_lines_on_the_print_and_are_saved(seen):
    page = seen.page()
    for way in ["right"] * 6 + ["up"] * 4:
        address = step(page, way)
        page = seen.page("?" + urlsplit(address).query)
    assert "+3.0 mm to the right, -2.0 mm down" in page
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page))
    saved = seen.client.post("/calibration/save", data={**form, "set": "Granny's"}, headers=HOME)
    assert saved.status_code == 303
    kept = load_adjustment(seen.folder / "calibration" / "azul-coloured.json")
    assert kept == Adjustment("Granny's", "azul", "coloured", {"wall": Move(3.0, -2.0)})
    assert calibrated_in(seen.folder, Setup("azul")).board("azul", "coloured") == PRINTED
    assert "Granny&#39;s" in seen.page()
    assert "+3.0 mm to the right, -2.0 mm down" in seen.page()


def test_the_companion_finds_the_print_by_itself_and_changes_nothing(seen):
    before = seen.live.state
    page = seen.page("?suggest=1")
    right, down = re.search(r"([+-][\d.]+) mm to the right, ([+-][\d.]+) mm down", page).groups()
    assert float(right) == pytest.approx(3.0, abs=0.7)
    assert float(down) == pytest.approx(-2.0, abs=1.2)
    assert seen.live.state is before
    assert not (seen.folder / "calibration").exists()


def test_looking_and_moving_change_nothing(seen):
    before = seen.live.state
    seen.page("?draft=1&wall=2,0,1,1&set=x")
    assert seen.client.get("/calibration/save?wall=2,0,1,1&set=x").status_code == 405
    assert seen.live.state is before
    assert not (seen.folder / "calibration").exists()


def test_saving_needs_our_own_page_and_a_device_that_may_act(seen):
    values = {"set": "x", "wall": "2,0,1,1"}
    foreign = {"Origin": "http://evil.example"}
    away = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    for path in ("/calibration/save", "/calibration/picture"):
        assert seen.client.post(path, data=values, headers=foreign).status_code == 403
        assert seen.client.post(path, data=values, headers=HOME, **away).status_code == 401
    assert not (seen.folder / "calibration").exists()
    assert seen.camera.taken == 1


@pytest.mark.parametrize("move", ["1,2,3", "a,b,c,d", "nan,0,1,1", "inf,0,1,1", "1e9,0,1,1"])
def test_a_damaged_address_is_refused(seen, move):
    assert seen.client.get(f"/calibration?draft=1&wall={move}").status_code == 400
    values = {"set": "x", "wall": move}
    assert seen.client.post("/calibration/save", data=values, headers=HOME).status_code == 400


def test_a_set_needs_a_name(seen):
    assert seen.client.post("/calibration/save", data={"set": " "}, headers=HOME).status_code == 400


def test_the_simulated_table_keeps_nothing(kitchen):
    client = create_app(kitchen.live, calibrator=GuidedCalibrator(None)).test_client()
    answer = client.post("/calibration/save", data={"set": "x"}, headers=HOME)
    assert answer.status_code == 409
    assert "Nothing is kept at the simulated table" in answer.text


def test_where_nobody_can_calibrate_there_is_no_such_page(kitchen):
    assert create_app(kitchen.live).test_client().get("/calibration").status_code == 404


@given(st.lists(st.sampled_from(sorted(view.WAYS)), max_size=60))
def test_every_way_there_and_back_again_ends_where_it_began(ways):
    back = {"up": "down", "left": "right", "wider": "narrower", "taller": "shorter"}
    back |= {there: here for here, there in back.items()}
    moves = {}
    for way in ways:
        moves = view.stepped(moves, "wall", way)
        assert view.understood({"wall": view.written(moves["wall"])}) == moves
    if all(ways.count(way) <= 18 for way in view.WAYS):  # nothing was held at a limit
        for way in reversed(ways):
            moves = view.stepped(moves, "wall", back[way])
        assert moves.get("wall", AS_USUAL) == AS_USUAL


@given(st.floats(-180, 180))
def test_the_close_view_shows_a_board_as_its_player_sees_it(turn):
    import numpy as np

    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corners = np.array([[0, 0], [100, 0], [100, 60], [0, 60]]) @ [[c, s], [-s, c]]
    shape = tuple((float(x), float(y)) for x, y in corners)
    window = view.around(Laid(0, shape, {"wall": (shape,)}), "wall")
    assert (window.turn + turn + 180) % 360 == pytest.approx(180, abs=1e-6)
    assert window.width / window.height > 1.2


@pytest.mark.browser
@pytest.mark.parametrize("size", [(390, 844), pytest.param((1920, 1080), marks=pytest.mark.long)])
def test_the_page_fits_and_can_be_used_by_everybody(seen, chromium, size):
    server = Server(seen.app, "127.0.0.1", 0)
    server.start()
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    try:
        page, complaints = context.new_page(), []
        page.on("console", lambda said: complaints.append(said.text))
        page.goto(f"http://127.0.0.1:{server.port}/calibration")
        page.get_by_role("link", name="Pattern lines").click()
        page.get_by_role("link", name="To the right").click()
        page.get_by_text("+0.5 mm to the right").wait_for()
        page.wait_for_load_state()  # the stylesheet may come after the words
        boxes = [link.bounding_box() for link in page.locator(".steps .button").all()]
        assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes)
        wide = page.evaluate("() => document.scrollingElement.scrollWidth")
        assert wide == size[0]
        page.get_by_role("button", name="Save for the next games").click()
        page.get_by_text("Saved.").wait_for()
        assert complaints == []
        assert barriers(page) == []
    finally:
        context.close()
        server.stop()
    assert calibrated_in(seen.folder, Setup("azul")).boards != ()


@pytest.mark.browser
def test_long_names_make_the_page_no_wider_than_a_phone(seen, chromium):
    long = "Wolfeschlegelsteinhausenberger", "W" * 30
    seen.live.ask(Seat(long)).result(5)
    server = Server(seen.app, "127.0.0.1", 0)
    server.start()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="pl")
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/calibration")
        assert page.get_by_text("W" * 30).count() > 1
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == 390
    finally:
        context.close()
        server.stop()


def test_the_tiles_of_a_set_are_shown_once(kitchen):
    assert "Pattern line 5, space 1" in html.unescape(kitchen.page())
    laid = usual_places(AZUL)
    first, *others = SCENE.seats
    scene = replace(SCENE, seats=(replace(first, cells=laid), *others))
    kitchen.camera.picture = photographed(scene)
    kitchen.client.post("/calibration/picture", headers=HOME)
    assert kitchen.client.post("/calibration/tiles", headers=HOME).status_code == 303
    looks = calibrated_in(kitchen.folder, Setup("azul")).looks
    assert looks is not None
    assert set(looks.faces) == set(AZUL.colours)


def test_where_a_tile_is_missing_it_is_said_which_one(seen):
    answer = seen.client.post("/calibration/tiles?lang=pl", headers=HOME)
    assert answer.status_code == 409
    assert "nie widać kafelka" in html.unescape(answer.text)
    assert calibrated_in(seen.folder, Setup("azul")).looks is None
