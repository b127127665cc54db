"""The first pictures of a game with phones: of the empty boards, and of tiles that are shown."""

from dataclasses import replace
from itertools import count

import pytest
from hand import Hand

from companion.games.base import Checkpoint
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from companion.service.sitting.handheld import finder
from companion.vision.locate.propose import Proposal
from hardware.cameras.phone import PhoneCamera

FOUND = 0.99


class Table(Hand):
    """An evening with our own eyes, which find by themselves only what the test lets them find."""

    def __init__(self, monkeypatch):
        super().__init__("azul", 1)
        seating = Seating(self.story.setup, ("Ada", "Ben"), handheld=True, show_tiles=True)
        self.found = ()
        self.names = (f"picture-{n}" for n in count())
        self.evening = Evening(self.place, Journal(None))
        self.evening.open(self.place(seating))
        self.evening.start()
        monkeypatch.setattr(finder, "propose", lambda *asked, **_: self.found)

    def place(self, seating):
        return real_place(seating, PhoneCamera(), by_rules(seating), live=True)

    def finds(self, *seats):
        self.found = tuple(Proposal(self.corners[seat], FOUND) for seat in seats)

    def shown(self):
        """The corners of the boards as people tap them, which count from the picture's edge."""
        return {
            seat: tuple((float(x) + 0.5, float(y) + 0.5) for x, y in four)
            for seat, four in enumerate(self.corners)
        }

    def send(self, picture, **said):
        return self.asked(asks.Sent(picture, next(self.names), **said))

    def asked(self, ask):
        self.evening.ask(ask).result(60)
        while self.evening.state.stage is Stage.LOOKING:
            self.evening.bulletin.newer(self.evening.state.version, 0.05)
        return self.evening.state


@pytest.fixture
def table(monkeypatch):
    one = Table(monkeypatch)
    yield one
    one.evening.stop()


def test_boards_that_were_not_found_are_read_where_people_say_they_lie(table):
    """They were searched for once more, and people asked again and again to show them."""
    picture = table.photograph(table.steps[0])
    assert table.send(picture).stage is Stage.LOST
    assert table.send(picture, corners=table.shown()).stage is Stage.PLAYING


def test_a_game_that_is_taken_over_is_read_where_people_say_its_boards_lie(table):
    """They had shown it, and were asked to show it again."""
    picture = table.photograph(table.steps[2])
    table.send(picture)
    assert table.send(picture, corners=table.shown()).stage is Stage.NOT_EMPTY
    state = table.asked(asks.TakeOver((0, 0), 2))
    assert (state.stage, state.trouble) == (Stage.PLAYING, "")


def test_a_single_board_of_a_game_that_is_taken_over_is_its_owners(table):
    """It was asked whose it is."""
    picture = table.photograph(table.steps[2], 1)
    table.finds(1)
    table.send(picture, owner=1)
    assert table.asked(asks.TakeOver((0, 0), 2)).report.missing == (0,)


def test_a_single_board_on_which_tiles_lie_is_not_said_to_be_empty(table):
    picture = table.photograph(table.steps[2], 1)
    table.finds(1)
    state = table.send(picture, owner=1)
    assert state.stage is Stage.NOT_EMPTY
    assert state.boards[1].keys() >= {cell for cell in table.steps[2].boards[1] if "wall" in cell}


def test_tiles_are_shown_on_a_board_that_is_photographed_alone(table):
    """The other board was asked for, and not all tiles were said to be seen."""
    setup = table.steps[0]
    picture = table.photograph(setup)
    table.finds(0, 1)
    places = table.send(picture).due.told["tiles"]["0"]
    first, other = setup.scene.seats
    seats = replace(first, cells=places), other
    picture = table.photograph(replace(setup, scene=replace(setup.scene, seats=seats)), 0)
    table.finds(0)
    state = table.send(picture, owner=0)
    assert (state.stage, state.due.checkpoint) == (Stage.PLAYING, Checkpoint.OFFER_END)
    offer = table.steps[1]
    picture = table.photograph(offer)
    table.finds(0, 1)
    assert table.send(picture).boards == dict(enumerate(offer.boards))
