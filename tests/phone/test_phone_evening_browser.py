"""A game in a real browser at phone size: every picture is taken with the phone, from elsewhere."""

import json
import re
from dataclasses import replace

import pytest
from hand import TRIES, Hand
from test_browser import PHONE, chromium

from companion.boards import GAMES
from companion.games import game
from companion.games.base import Checkpoint
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.due import mark
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from companion.service.reports.report import Status
from hardware.cameras.phone import PhoneCamera
from web import Server, create_app

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

PATIENCE_MS = 180_000


class Phone(Hand):
    """Somebody with a phone at a simulated table."""

    def __init__(self, chromium, name, seed, folder, *, brackets=False):
        super().__init__(name, seed, brackets=brackets)
        self.game, self.folder = name, folder
        self.evening = Evening(self.place, Journal(None))
        self.evening.start()
        app = create_app(self.evening)
        self.server = Server(app, "127.0.0.1", 0)
        self.server.start()
        self.context = chromium.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.address = f"http://127.0.0.1:{self.server.port}"
        self.asked = self.again = 0

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

    def take(self, step, *only):
        """Take a picture of a step from anywhere, and wait for what comes of it."""
        photo = self.folder / "photo.jpg"
        photo.write_bytes(self.photograph(step, *only).jpeg)
        self.say(step)
        if only:
            self.choose("Only one board", "owner", self.seat_of[only[0]])
        if step.moment.checkpoint is Checkpoint.PASSED:
            self.choose("Somebody passes", "passes", self.seat_of[step.moment.seat])
        before = self.evening.state
        due = mark(before.sitting, before.due, before.reading)
        self.page.locator(f'[data-part="shutter"][data-due="{due}"]').wait_for()
        self.page.set_input_files("#file", photo)
        self.wait(lambda now: now.version > before.version + 1 and now.stage is not Stage.LOOKING)
        self.answer(step)

    def choose(self, summary, name, seat):
        closed = self.page.locator("details:not([open]) > summary", has_text=summary)
        if closed.count():
            closed.tap()
        self.page.locator(f'[name="{name}"][value="{seat}"]').check(force=True)

    def say(self, step):
        """Tell in advance what no camera sees."""
        if step.moment.told:
            told = json.loads(json.dumps(self.moment(step).told))  # as a page sends it
            self.evening.ask(asks.Tell(told)).result(30)

    def take_until_read(self, step, *only):
        """Look again where not every board was made out, or one was misread, as people do."""
        for _ in range(TRIES):
            self.take(step, *only)
            if self.taken(only):
                break
            self.again += 1

    def taken(self, only):
        """Whether the picture was read, or the one board that it shows was made out."""
        state = self.evening.state
        if state.stage is Stage.LOST:
            return False
        missing = state.report.missing
        one = bool(only and missing) and self.seat_of[only[0]] not in missing
        return one or state.report.status is Status.READ

    def answer(self, step):
        """Say whose board it is, or what lies there, where the page asks."""
        while (state := self.evening.state).stage is Stage.QUESTION:
            self.asked += 1
            number = self.right(state.report.question, step)
            self.page.locator(f"#answer-{number}").tap()
            self.wait(lambda now: now.version > state.version and now.stage is not Stage.LOOKING)

    def wait(self, holds):
        for _ in range(PATIENCE_MS // 100):
            if holds(self.evening.state):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(self.evening.state)

    def meet_all(self):
        """See whose board the companion takes for whose, as people do on the page."""
        boards = self.evening.state.report.boards
        self.meet({one.seen.seat: one.seen.corners_px for one in boards})

    def shown(self):
        """The totals on the page, by the simulated player's seat."""
        texts = self.page.locator(".score .total").all_inner_texts()
        return tuple(int(texts[self.seat_of[seat]]) for seat in sorted(self.seat_of))

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
            phone.meet_all()
        assert phone.evening.state.report.status is Status.READ, step.moment
    phone.page.locator(".score .total").first.wait_for()


def play_board_by_board(phone, steps):
    """Every player their own, in any order; after a turn only the one board."""
    phone.begin()
    phone.seat_of = {0: 0, 1: 1}
    for step in steps:
        mine = step.moment.seat
        seats = [0, 1] if mine is None else [mine]
        for seat in phone.chance.sample(seats, len(seats)):
            phone.take_until_read(step, seat)
        assert phone.evening.state.report.status is Status.READ, step.moment


@pytest.mark.parametrize("brackets", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_round_is_played_with_pictures_from_three_places(phones, brackets):
    phone = phones("azul", 1, brackets=brackets)
    play(phone, phone.steps[:3])
    last = phone.steps[2]
    phone.wait(lambda now: phone.shown() == last.scores)  # the page hears of it a moment later
    assert phone.asked <= 1


@pytest.mark.long
def test_a_round_is_photographed_board_by_board(phones):
    phone = phones("azul", 1)
    phone.begin()
    phone.seat_of = {0: 0, 1: 1}
    setup = phone.steps[0]
    phone.take_until_read(setup, 1)
    assert phone.page.locator(".story", has_text="still to be photographed").is_visible()
    phone.take_until_read(setup, 0)
    assert phone.evening.state.report.status is Status.READ
    assert phone.asked == 0


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_with_one_phone(phones, name):
    phone = phones(name, 2)
    play(phone, phone.steps)
    check_end(phone)


@pytest.mark.long
@pytest.mark.parametrize("name", ["azul", "summer-pavilion"])
def test_a_whole_game_is_photographed_board_by_board(phones, name):
    phone = phones(name, 3)
    play_board_by_board(phone, phone.steps)
    check_end(phone)


def check_end(phone):
    assert phone.evening.state.stage is Stage.OVER
    phone.page.locator(".story.victory").wait_for()
    phone.wait(lambda now: phone.shown() == ended(phone.story))
    assert phone.asked <= 1


def ended(story):
    """The totals with the bonuses of the end, by the rules from what truly lies there."""
    rules, last = game(story.setup), story.steps[-1]
    table = replace(rules.empty_table(), boards=last.boards, scores=last.scores, over=True)
    return rules.result(table).scores


def test_an_upload_that_is_interrupted_is_sent_again_and_taken_once(phones):
    phone = phones("azul", 1, brackets=True)
    phone.begin()
    failed = []

    def interrupt(route):
        if len(failed) < 2:
            failed.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/camera/picture*", interrupt)
    phone.take(phone.steps[0])
    assert len(failed) == 2
    assert len(phone.evening.sitting.history) == 1
