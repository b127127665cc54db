"""The page with the large button, on a phone: own turns, naps, the live view, and its looks."""

from dataclasses import replace

import pytest
from barriers import barriers
from boxes import troubles
from kitchen import EMPTY, MIXED, OFFER, TILED, Kitchen, asked
from patience import until
from test_browser import PHONE, TELEVISION, chromium

from companion.errors import BoardNotFound
from companion.games.base import Checkpoint, Setup
from companion.journal import Seating
from companion.service.bulletin.state import Phase, Stage
from companion.service.evening import asks
from companion.service.evening.due import mark
from tests.sittings import DEMO
from web import Server, create_app
from web.access.paired_devices import COOKIE, Pairing

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

LONG = ("Wolfeschlegelsteinhausenbergerd", "Anna Maria Kowalska-Wiśniewska")
PICTURE = DEMO / "000.jpg"


class Table(Kitchen):
    """A kitchen with a phone for its camera, on a real port."""

    def __init__(self, names=("Ada", "Ben"), game="azul", *, local=True, turns=False):
        super().__init__()
        setup = Setup(game, first_player=0)
        self.start(seating=Seating(setup, names, handheld=True, chosen=True, turns=turns))
        self.devices = Pairing(local=local)
        self.server = Server(create_app(self.evening, devices=self.devices), "127.0.0.1", 0)
        self.server.start()
        self.address = f"http://127.0.0.1:{self.server.port}"

    def stop(self):
        self.evening.stop()
        self.server.stop()

    def read(self):
        """What has been read so far."""
        return [played.entry.moment for played in self.evening.sitting.history]


@pytest.fixture
def tables():
    made = []

    def make(*args, **options):
        made.append(Table(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def phone(chromium):
    """Opens pages as a phone does; none may complain of anything."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, locale="en-GB", bypass_csp=True)
    context.set_default_timeout(20_000)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def take(page, table, sight, control="#file"):
    table.eyes.sights.append(sight)
    before = table.evening.state.version
    knows(page, table.evening.state)
    page.set_input_files(control, PICTURE)
    arrived(page, table, before)
    settled(page, table.evening.state)


def knows(page, state, seen="visible"):
    """Wait until the page asks for what is due: of a picture it says what it was taken for."""
    due = mark(state.sitting, state.due, state.reading)
    page.locator(f'[data-part="shutter"][data-due="{due}"]').wait_for(state=seen)


def settled(page, state):
    """Wait until the page shows it: what is on its way moves what stands beside it as it goes."""
    knows(page, state, "attached")
    page.locator("#sending > .progress").wait_for(state="hidden")


def belongs(page, question, seat):
    """Say whose phone this is."""
    page.locator("summary", has_text=question).tap()
    page.locator(f'label:has([name="mine"][value="{seat}"])').tap()


def arrived(page, table, before):
    for _ in range(200):
        if table.evening.state.version > before + 1:
            break
        page.wait_for_timeout(50)
    table.rest()


def test_when_the_game_is_over_a_rematch_takes_the_place_of_the_shutter(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    assert phone.locator("#file").is_enabled()
    ended = {"stage": Stage.OVER, "phase": Phase.OVER}
    table.evening.bulletin.change(lambda state: replace(state, **ended))
    phone.get_by_role("button", name="Rematch").wait_for()
    assert phone.locator(".shutter:visible, .closer:visible").count() == 0
    assert (
        phone.locator("main a", has_text="New game").get_attribute("href").startswith("/new-game")
    )
    assert troubles(phone) == []
    phone.get_by_role("button", name="Rematch").tap()
    phone.locator(".shutter", has_text="Look at the empty boards").wait_for()


def test_in_a_pause_the_button_goes_on_and_takes_no_picture(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    asked(table.evening, asks.Pause(on=True))
    phone.get_by_role("button", name="Go on").tap()
    until(lambda: table.evening.state.stage is Stage.PLAYING)
    phone.locator(".shutter:visible").wait_for()
    assert len(table.read()) == 1


def test_whose_phone_it_is_presses_their_own_turn(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    assert phone.locator(".own-turn").is_hidden()
    belongs(phone, "Whose phone", 1)
    phone.locator(".own-turn", has_text="Check my turn").wait_for()
    take(phone, table, ({}, {"line/0/0": "red"}), "#own-file")
    assert (table.read()[-1].checkpoint, table.read()[-1].seat) == (Checkpoint.TURN, 1)
    phone.reload()
    phone.locator(".own-turn").wait_for()  # the phone remembers whose it is
    take(phone, table, BoardNotFound("no board"))
    phone.locator(".own-turn").wait_for(state="hidden")  # the large button looks again


def test_where_every_turn_is_photographed_a_button_of_its_own_ends_the_offer(tables, phone):
    """The large one looked at turns only, so that no round could be scored."""
    table = tables(turns=True)
    phone.goto(f"{table.address}/camera")
    ends = phone.locator(".shutter", has_text="Score the round")
    take(phone, table, EMPTY)
    take(phone, table, ({"line/0/0": "red"}, {}))
    assert table.read()[-1].checkpoint is Checkpoint.TURN
    ends.wait_for()
    assert troubles(phone) == []
    take(phone, table, OFFER, "#offer-over")
    assert table.read()[-1].checkpoint is Checkpoint.OFFER_END
    ends.wait_for(state="hidden")  # the large button goes on to the walls
    take(phone, table, TILED)
    assert table.read()[-1].checkpoint is Checkpoint.TILED


def test_where_an_own_turn_shows_tiled_walls_the_offer_can_be_ended(tables, phone):
    """The large button looked at the same turn again, which it could not be."""
    table = tables()
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    belongs(phone, "Whose phone", 0)
    ends = phone.locator(".shutter.aside")
    assert ends.is_hidden()
    take(phone, table, MIXED, "#own-file")
    assert table.evening.state.stage is Stage.VIOLATION
    ends.wait_for()
    take(phone, table, OFFER, "#offer-over")
    assert table.read()[-1].checkpoint is Checkpoint.OFFER_END


def test_who_passes_is_chosen_though_nobody_knows_who_begins(tables, phone):
    table = tables(game="summer-pavilion")
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    phone.locator("summary", has_text="Somebody passes").tap()
    phone.locator('label:has([name="passes"][value="1"])').tap()
    table.evening.ask(asks.Seat(("Ada", "Bea"))).result(5)
    phone.locator(".owners", has_text="Bea").last.wait_for()  # news do not unsay what was chosen
    take(phone, table, EMPTY)
    assert (table.read()[-1].checkpoint, table.read()[-1].seat) == (Checkpoint.PASSED, 1)


def test_a_picture_is_sent_once_after_the_page_was_left_in_the_middle(tables, phone):
    table = tables()
    tried = []
    phone.route("**/camera/picture*", lambda route: (tried.append(1), route.abort()))
    phone.goto(f"{table.address}/camera")
    phone.set_input_files("#file", PICTURE)
    phone.get_by_text("Trying again").wait_for()
    phone.unroute_all()
    table.eyes.sights.append(EMPTY)
    before = table.evening.state.version
    phone.goto(f"{table.address}/camera")  # the phone woke up
    arrived(phone, table, before)
    assert [moment.checkpoint for moment in table.read()] == [Checkpoint.SETUP]
    phone.reload()
    phone.wait_for_timeout(500)
    assert len(table.read()) == 1
    assert table.eyes.sights == []
    assert phone.evaluate(KEPT) == 0


KEPT = """async () => (await (await import('/static/js/outbox.js')).waiting()).length"""


def test_a_late_picture_counts_for_nothing_else_than_it_was_taken_for(tables, phone):
    table = tables()
    phone.route("**/camera/picture*", lambda route: route.abort())
    phone.goto(f"{table.address}/camera")
    phone.set_input_files("#file", PICTURE)
    phone.get_by_text("Trying again").wait_for()
    other = phone.context.new_page()
    other.goto(f"{table.address}/scoreboard")
    phone.goto("about:blank")
    phone.unroute_all()
    other.goto("about:blank")
    sent_by_somebody_else(table, EMPTY)
    phone.goto(f"{table.address}/camera")
    phone.get_by_text("the game has moved on").wait_for()
    assert [moment.checkpoint for moment in table.read()] == [Checkpoint.SETUP]


def test_an_impatient_second_picture_counts_for_nothing(tables, phone):
    table = tables()
    table.eyes.takes_s = 0.5
    table.eyes.sights.append(EMPTY)
    phone.goto(f"{table.address}/camera")
    for _ in range(2):
        phone.set_input_files("#file", PICTURE)
    phone.get_by_text("the game has moved on").wait_for()
    assert [moment.checkpoint for moment in table.read()] == [Checkpoint.SETUP]


def test_a_picture_is_of_what_was_due_when_its_button_was_pressed(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    with phone.expect_file_chooser() as camera:
        phone.locator(".shutter:has(#file)").tap()
    sent_by_somebody_else(table, EMPTY)
    knows(phone, table.evening.state)
    camera.value.set_files(PICTURE)
    phone.get_by_text("the game has moved on").wait_for()
    assert [moment.checkpoint for moment in table.read()] == [Checkpoint.SETUP]


def sent_by_somebody_else(table, sight):
    from test_sent_pictures import sent

    table.eyes.sights.append(sight)
    table.evening.ask(sent("from-somebody-else")).result(5)
    table.rest()


def test_a_phone_that_may_no_longer_act_is_told_so_at_once(tables, phone):
    table = tables(local=False)
    cookie = table.devices.pair("phone", code=table.devices.code)
    phone.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.address}])
    phone.goto(f"{table.address}/camera")
    table.devices.revoke(table.devices.devices[0].id)
    phone.set_input_files("#file", PICTURE)
    phone.get_by_role("alert").get_by_text("This device may only look.").wait_for(timeout=30_000)
    phone.get_by_role("alert").get_by_role("link", name="Pair this device").wait_for()
    assert table.evening.state.stage is Stage.SET_UP


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("pl", "zrób im zdjęcie"),
        pytest.param("en", "photograph them", marks=pytest.mark.long),
        pytest.param("cs", "vyfoť je", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("path", ["/", pytest.param("/player/0", marks=pytest.mark.long)])
def test_a_fresh_game_of_a_phone_leads_to_the_camera(tables, phone, path, lang, asked):
    table = tables(LONG)
    phone.goto(f"{table.address}{path}?lang={lang}")
    way = phone.locator("#camera")
    box = way.bounding_box()
    assert (box["height"] >= 44, box["width"] >= PHONE["width"] / 2) == (True, True)
    assert troubles(phone) == []
    assert barriers(phone) == []
    assert asked in phone.locator(".story h2").inner_text()
    phone.set_viewport_size(TELEVISION)
    assert (way.is_visible(), troubles(phone)) == (True, [])
    way.tap()
    phone.wait_for_url("**/camera*")


LATER = (pytest.param(language, marks=pytest.mark.long) for language in ("en", "cs"))
"""Languages of shorter words, which have their turn when time is no matter."""

WHOSE = {"en": "Whose phone", "pl": "Czyj", "cs": "Čí"}


@pytest.mark.parametrize("lang", ["pl", *LATER])
def test_nothing_is_cut_and_nobody_shut_out_on_the_pages_for_a_phone(tables, phone, lang):
    table = tables(LONG)
    for sight in (None, EMPTY, BoardNotFound("no board")):
        if sight is not None:
            phone.goto(f"{table.address}/camera?lang={lang}")
            belongs(phone, WHOSE[lang], 0)
            take(phone, table, sight)
        for path in ("/camera", "/score", "/new-game"):
            phone.goto(f"{table.address}{path}?lang={lang}")
            assert troubles(phone) == [], path
            if lang == "en":
                assert barriers(phone) == [], path
