"""A whole evening in a real browser, from the new game to the winner, with our own eyes.

Two phones press, pass and say what no camera sees; the television shows the totals.
"""

import time

import pytest
from patience import until
from standing_table import StandingTable
from test_browser import PHONE, TELEVISION, chromium
from truth import right_answer

from companion.games.base import Checkpoint
from companion.journal import Journal
from companion.service.bulletin.state import Stage
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from hardware.table import simulated_sitting
from web import Server, create_app

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

OTHERS = ("azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel")


class Family:
    """Two people with a phone each, and a television, at a simulated table."""

    def __init__(self, chromium):
        self.evening = Evening(self.sit_down, Journal(None))
        self.evening.start()
        self.server = Server(create_app(self.evening), "127.0.0.1", 0)
        self.server.start()
        self.chromium, self.contexts, self.complaints = chromium, [], []
        self.table, self.steps = None, ()

    def sit_down(self, seating):
        """What the simulated players will do is known as soon as a game is chosen."""
        self.steps = simulated_sitting(seating.setup, 5).steps
        self.table = StandingTable(self.steps)
        return real_place(seating, self.table, by_rules(seating), live=True)

    def open(self, path, viewport=PHONE):
        context = self.chromium.new_context(viewport=viewport, locale="en-GB")
        context.set_default_timeout(15000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self.complaints.append(f"{path} {said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"{path} {error}"))
        page.goto(f"http://127.0.0.1:{self.server.port}{path}")
        return page

    def go_home(self):
        for context in self.contexts:
            context.close()
        self.evening.stop()
        self.server.stop()


@pytest.fixture
def family(chromium):
    one = Family(chromium)
    yield one
    one.go_home()


def new_game(family, game):
    """Ada chooses the game on her phone."""
    page = family.open("/new-game")
    page.locator(f"[name=game][value={game}]").check()
    page.locator("#name-0").fill("Ada")
    page.locator("#name-1").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/")
    page.get_by_role("heading", name="Ben").first.wait_for()
    return page


def came(holds, seconds):
    """Wait a while for something, and tell whether it came."""
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def pressed(family, shared, phones, step):
    """Press as the moment wants it, answer what is asked, and wait for what comes of it."""
    family.table.play()
    before = len(family.evening.state.history)
    passed = step.moment.checkpoint is Checkpoint.PASSED
    page = shared if step.moment.seat is None else phones[step.moment.seat]
    page.locator("#hold" if passed else "#press").click()
    if not came(lambda: len(family.evening.state.history) > before, 5):
        page.locator("#hold" if passed else "#press").click()  # as people do when nothing happens
    until(lambda: len(family.evening.state.history) > before)
    until(lambda: family.evening.state.stage is not Stage.LOOKING)
    if family.evening.state.may_be_bare:  # one board in a hundred only seems to be covered
        shared.locator("#uncovered").click()
        until(lambda: family.evening.state.happened == "read")
    answer(family, shared, step)
    assert family.evening.state.happened in ("read", "violation"), family.evening.state.trouble


def answer(family, page, step):
    """Tap what truly lies there, as often as the companion asks."""
    while (state := family.evening.state).stage is Stage.QUESTION:
        page.locator(f"#answer-{right_answer(state.report.question, step.boards)}").click()
        until(lambda before=state: family.evening.state.version > before.version)
        until(lambda: family.evening.state.stage is not Stage.LOOKING)


def tell(family, page, told):
    """Say on the page what the companion asks for.

    That may be all that was wrong: chips that completed a line are told only now (DU-R37).
    """
    for name in family.evening.state.report.asks:
        form = page.locator(f"form:has(input[name=name][value={name}])")
        value = told.get(name, 0)
        if name == "discarded":
            form.get_by_role("button", name=str(value), exact=True).click()
        elif name == "marker":
            form.get_by_label("Player").select_option(str(value["seat"]))
            form.get_by_label("Tiles taken with it").fill(str(value["tiles"]))
            form.get_by_role("button", name="Say so").click()
        else:
            for number, each in enumerate(value or (0, 0)):
                number_of = each if isinstance(each, int) else len(each)
                form.get_by_role("spinbutton").nth(number).fill(str(number_of))
            form.get_by_role("button", name="Say so").click()
        until(lambda name=name: name not in family.evening.state.report.asks)
    assert family.evening.state.report.status == "read", family.evening.state.report


@pytest.mark.parametrize(
    "game", ["azul", *(pytest.param(game, marks=pytest.mark.long) for game in OTHERS)]
)
def test_a_whole_evening_from_the_new_game_to_the_winner(family, game):
    shared = new_game(family, game)
    phones = [family.open(f"/player/{seat}") for seat in (0, 1)]
    screen = family.open("/scoreboard", TELEVISION)
    for step in family.steps:
        pressed(family, shared, phones, step)
        tell(family, shared, step.moment.told)
        assert family.evening.sitting.table.scores == step.scores or step.moment.checkpoint in (
            Checkpoint.OFFER_END, Checkpoint.TURN,
        )  # fmt: skip
    result = family.evening.state.result
    assert result.complete
    winner = " and ".join(("Ada", "Ben")[seat] for seat in result.winners)
    screen.get_by_role("heading", name=winner).first.wait_for()
    until(
        lambda: screen.locator(".tall .total").all_inner_texts() == [str(n) for n in result.scores]
    )
    assert screen.locator(".story h2").inner_text().startswith(winner)
    assert family.complaints == []
