"""A game in a real browser at phone size: every picture is taken with the phone, from elsewhere."""

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from test_browser import PHONE, chromium

from companion.boards import GAMES
from companion.games import game
from companion.games.base import Checkpoint, Setup
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from companion.service.reports.report import WhoseBoard
from companion.vision.geometry.camera import BOARD_MM, board_corners
from hardware.cameras.phone import PhoneCamera
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of
from hardware.table.picture.table_layout import eye_in_hand
from web import Server, create_app

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

PATIENCE_MS = 180_000
TRIES = 4
"""Pictures that people take of one moment at most."""


class Phone:
    """Somebody with a phone at a simulated table."""

    def __init__(self, chromium, name, seed, folder, *, brackets=False):
        self.game = name
        self.story = simulated_sitting(
            Setup(name, first_player=None if name == "azul-duel" else 0), seed, brackets=brackets
        )
        self.chance, self.folder = Random(f"phone {seed}"), folder
        self.evening = Evening(self.place, Journal(None))
        self.evening.start()
        app = create_app(self.evening)
        self.server = Server(app, "127.0.0.1", 0)
        self.server.start()
        self.context = chromium.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.address = f"http://127.0.0.1:{self.server.port}"
        self.seat_of, self.asked = {}, 0

    def place(self, seating: Seating):
        return real_place(seating, PhoneCamera(), by_rules(seating), live=True)

    def begin(self):
        """Choose the game on the page for a new one, with a phone as its camera."""
        self.page.goto(f"{self.address}/new-game")
        self.page.locator(f'[name="game"][value="{self.game}"]').check(force=True)
        self.page.locator('[name="brackets"][value="phone"]').check(force=True)
        self.page.locator("#begin").tap()
        self.page.wait_for_url(re.compile(r"/(\?.*)?$"))
        self.page.goto(f"{self.address}/camera")

    def take(self, step):
        """Take a picture of a step from anywhere, and wait for what comes of it."""
        scene = step.scene
        eye = eye_in_hand(scene.board, [one.pose for one in scene.seats], self.chance)
        outline = board_corners(scene.board.size_mm)
        self.middles = [
            eye.camera.project(one.pose.place(outline), BOARD_MM).mean(axis=0)
            for one in scene.seats
        ]
        photo = self.folder / "photo.jpg"
        photo.write_bytes(picture_of(replace(scene, eye=eye), "").jpeg)
        if step.moment.checkpoint is Checkpoint.PASSED:
            self.page.locator("summary", has_text="Somebody passes").tap()
            seat = self.seat_of[step.moment.seat]
            self.page.locator(f'[name="passes"][value="{seat}"]').check(force=True)
        before = self.evening.state.version
        self.page.set_input_files("#file", photo)
        self.wait(lambda now: now.version > before + 1 and now.stage is not Stage.LOOKING)
        self.answer(step)

    def take_until_read(self, step):
        """Go round the table where not every board was made out, as people do."""
        for _ in range(TRIES):
            self.take(step)
            if self.evening.state.stage is not Stage.LOST:
                break

    def answer(self, step):
        """Say whose board it is, where the page asks."""
        while (state := self.evening.state).stage is Stage.QUESTION:
            asked = state.report.question
            self.asked += 1
            number = self.right(asked, step)
            self.page.locator(f"#answer-{number}").tap()
            self.wait(lambda now: now.version > state.version and now.stage is not Stage.LOOKING)

    def right(self, asked, step):
        """Which answer is right: whose board it is, or what truly lies there."""
        if isinstance(asked, WhoseBoard):
            return asked.seats.index(self.seat_of[self.nearest(np.mean(asked.corners_px, axis=0))])
        (theirs,) = (one for one, seat in self.seat_of.items() if seat == asked.seat)
        lies = step.boards[theirs]
        return asked.options.index(tuple(lies.get(cell) for cell in asked.cells))

    def wait(self, holds):
        for _ in range(PATIENCE_MS // 100):
            if holds(self.evening.state):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(self.evening.state)

    def meet(self):
        """See whose board the companion takes for whose, as people do on the page."""
        for one in self.evening.state.report.boards:
            self.seat_of[self.nearest(np.mean(one.seen.corners_px, axis=0))] = one.seat

    def nearest(self, point):
        return int(np.argmin([np.linalg.norm(middle - point) for middle in self.middles]))

    def totals(self):
        """The totals on the page, by the simulated player's seat."""
        shown = [int(text) for text in self.page.locator(".score .total").all_inner_texts()]
        return tuple(shown[self.seat_of[seat]] for seat in sorted(self.seat_of))

    def close(self):
        self.context.close()
        self.evening.stop()
        self.server.stop()


@pytest.fixture
def phones(chromium, tmp_path):
    made = []

    def make(*args, **options):
        made.append(Phone(chromium, *args, tmp_path, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def play(phone, steps):
    phone.begin()
    for number, step in enumerate(steps):
        phone.take_until_read(step)
        if number == 0:
            phone.meet()
        assert phone.evening.state.report.status == "read", step.moment
    phone.page.locator(".score .total").first.wait_for()


def test_a_round_is_played_with_pictures_from_three_places(phones):
    phone = phones("azul", 1)
    play(phone, phone.story.steps[:3])
    last = phone.story.steps[2]
    phone.page.get_by_text("Walls").or_(phone.page.locator(".story")).first.wait_for()
    assert phone.totals() == last.scores
    assert phone.asked <= 1


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_with_one_phone(phones, name):
    phone = phones(name, 2)
    play(phone, phone.story.steps)
    assert phone.evening.state.stage is Stage.OVER
    phone.page.locator(".story.victory").wait_for()
    assert phone.totals() == ended(phone.story)
    assert phone.asked <= 1


def ended(story):
    """The totals with the bonuses of the end, by the rules from what truly lies there."""
    rules, last = game(story.setup), story.steps[-1]
    table = replace(rules.empty_table(), boards=last.boards, scores=last.scores, over=True)
    return rules.result(table).scores


def test_an_upload_that_is_interrupted_is_sent_again_and_taken_once(phones):
    phone = phones("azul", 1)
    phone.begin()
    failed = []

    def interrupt(route):
        if len(failed) < 2:
            failed.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/camera/picture*", interrupt)
    phone.take(phone.story.steps[0])
    assert len(failed) == 2
    assert len(phone.evening.sitting.history) == 1
