"""The first picture: boards that are not empty are never called so without a word."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kitchen import SEATING
from pages import HOME

from companion.boards import load
from companion.errors import BoardNotFound, CorrectionRefused
from companion.events import Confirmed, Opened
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.table_story import Shot
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.handlers.take_over import joined
from companion.service.evening.place import real_place
from companion.service.sitting.bareness import tiles_on
from hardware.table import SimulatedTable, simulated_sitting
from hardware.table.dressing import dressed
from web import create_app

SETUP = Setup("azul", players=2, first_player=0)
BOARD = load("azul", "coloured")
WALL = {cell.id: cell.colour for cell in BOARD.of_kind("wall")}


class Table:
    """An evening with our own eyes, at which one picture shows what the test lays on the table."""

    def __init__(self, journal=None):
        steps = simulated_sitting(SETUP, 5).steps
        self.empty, self.offer = steps[0], steps[1]
        self.journal = journal or Journal(None)
        self.camera = SimulatedTable(())
        self.evening = Evening(self.place, self.journal)

    def place(self, seating):
        return real_place(seating, self.camera, by_rules(seating), live=True)

    def begin(self):
        self.evening.open(self.place(Seating(SETUP, ("Ada", "Ben"))))
        self.evening.start()

    def shows(self, *boards):
        shot = Shot(self.empty.moment, boards, (0, 0))
        step = replace(self.empty, scene=dressed(self.empty.scene, shot), boards=boards)
        self.camera._steps += (step,)
        self.evening.press().result(5)
        return self.rest()

    def asked(self, ask):
        self.evening.ask(ask).result(5)
        return self.rest()

    def rest(self):
        while self.evening.state.stage is Stage.LOOKING:
            self.evening.bulletin.newer(self.evening.state.version, 0.05)
        return self.evening.state

    def events(self):
        return [type(one.event) for one in self.journal.recorded(self.evening.context.number)]


@pytest.fixture
def table():
    one = Table()
    one.begin()
    yield one
    one.evening.stop()


HALF = {cell: colour for n, (cell, colour) in enumerate(WALL.items()) if n % 2}
FULL = (HALF, {**HALF, "line/4/0": "red"})


def test_tiles_on_walls_are_seen_and_nothing_is_taken_over(table):
    state = table.shows(*FULL)
    assert (state.stage, state.reading, table.events()) == (Stage.NOT_EMPTY, None, [Opened])
    assert len(state.boards[0]) > 8
    assert state.boards[1]["line/4/0"] == "red"
    assert {doubt.cells[0] for doubt in state.report.boards[1].doubts} == set(state.boards[1])


def test_one_tile_left_behind_is_enough(table):
    state = table.shows({}, {"line/2/0": "blue"})
    assert state.stage is Stage.NOT_EMPTY
    assert state.boards[1]["line/2/0"] == "blue"


def test_cleared_boards_are_looked_at_again(table):
    table.shows(*FULL)
    state = table.shows({}, {})
    assert (state.stage, state.reading) == (Stage.PLAYING, 0)
    assert state.report.moment.checkpoint == "setup"


def test_people_may_know_better_than_the_eyes(table):
    table.shows({}, {"line/2/0": "blue"})
    state = table.asked(asks.Bare())
    assert (state.stage, table.events()) == (Stage.PLAYING, [Opened, Confirmed])
    assert [line.status for line in state.history] == ["read"], "the same picture, judged anew"


def arm_over(picture):
    """The picture with an arm across its middle, over both boards."""
    pixels = picture.pixels.copy()
    height, width = pixels.shape[:2]
    cv2.ellipse(pixels, (width * 2 // 5, height // 2), (90, 420), 0, 0, 360, (120, 150, 210), -1)
    return replace(picture, pixels=cv2.GaussianBlur(pixels, (0, 0), 1))


@pytest.fixture
def arm(table, monkeypatch):
    frame = table.camera.frame
    monkeypatch.setattr(table.camera, "frame", lambda: arm_over(frame()))


def test_what_only_seems_to_be_over_the_boards_keeps_nobody_from_beginning(table, arm):
    state = table.shows({}, {})
    assert (state.stage, state.may_be_bare) == (Stage.LOST, True)
    state = table.asked(asks.Bare())
    assert (state.stage, table.events()) == (Stage.PLAYING, [Opened, Confirmed])


def test_the_page_offers_to_say_so(table, arm):
    table.shows({}, {})
    client = create_app(table.evening).test_client()
    assert 'id="uncovered"' in client.get("/").text
    assert client.post("/bare", headers=HOME).status_code == 303
    table.rest()
    assert 'id="uncovered"' not in client.get("/").text


def test_later_a_board_is_covered_or_free_but_never_said_to_be_bare(table, monkeypatch):
    table.shows({}, {})
    frame = table.camera.frame
    monkeypatch.setattr(table.camera, "frame", lambda: arm_over(frame()))
    state = table.shows({}, {})
    assert (state.stage, state.may_be_bare) == (Stage.LOST, False)
    with pytest.raises(CorrectionRefused):
        table.asked(asks.Bare())


def test_what_people_say_of_one_picture_holds_for_no_other(table):
    table.shows({}, {"line/2/0": "blue"})
    keeper, empty = table.evening.context.full_keeper(), Moment(Checkpoint.SETUP, 0)
    with pytest.raises(BoardNotFound), keeper.taking_for_bare():
        keeper.look(np.zeros((600, 800, 3), np.uint8), empty)
    table.camera._steps += table.camera._steps[-1:]
    report = keeper.look(table.camera.frame().pixels, empty)
    reading = report.boards[1].reading
    asked = {cell for doubt in reading.doubts for cell in doubt.cells}
    assert "line/2/0" in reading.cells.keys() | asked, "taken for bare without a word"


def test_a_game_under_way_is_taken_over(table):
    fallen = {"floor/0": "first", "floor/1": "red"}
    boards = ({"wall/0/2": "red", "line/4/0": "blue"}, {"wall/1/1": "blue"} | fallen)
    table.shows(*boards)
    state = table.asked(asks.TakeOver((12, 9), 3, 1))
    assert (state.stage, state.confirmed, state.turn) == (Stage.PLAYING, (12, 9), 1)
    assert state.boards == dict(enumerate(boards))
    assert (state.due.checkpoint, state.due.round) == (Checkpoint.OFFER_END, 3)
    assert state.names == ("Ada", "Ben")


def test_a_game_taken_over_goes_on_after_a_power_cut(tmp_path):
    first = Table(Journal(tmp_path))
    first.begin()
    boards = ({"wall/0/2": "red", "line/4/0": "blue"}, {"wall/1/1": "blue"})
    first.shows(*boards)
    first.asked(asks.TakeOver((12, 9), 3, 1))
    first.evening.stop()
    first.journal.close()
    again = Table(Journal(tmp_path))
    assert again.evening.go_on()
    again.evening.start()
    more = ({**boards[0], "line/2/0": "red"}, {**boards[1], "floor/0": "first"})
    state = again.shows(*more)
    assert (state.happened, state.boards) == ("read", dict(enumerate(more)))
    again.evening.stop()
    again.journal.close()


def test_what_people_say_of_a_game_under_way_is_checked():
    for wrong, why in (
        (asks.TakeOver((1,), 2), "all 2 players"),
        (asks.TakeOver((1, 2), 0), "which round"),
        (asks.TakeOver((1, 2), 2, 3), "nobody sits"),
    ):
        with pytest.raises(CorrectionRefused, match=why):
            joined(SEATING, wrong)


@pytest.mark.parametrize(("game", "last"), [("azul-duel", 5), ("summer-pavilion", 6)])
def test_no_game_is_taken_over_in_a_round_it_has_not(game, last):
    seating = replace(SEATING, setup=Setup(game))
    assert joined(seating, asks.TakeOver((12, 9), last)).setup.round == last
    with pytest.raises(CorrectionRefused, match=f"from 1 to {last}"):
        joined(seating, asks.TakeOver((12, 9), last + 1))


def test_the_page_offers_three_ways(table):
    table.shows({"wall/0/2": "red"}, {"wall/1/1": "blue", "line/4/0": "red"})
    client = create_app(table.evening).test_client()
    html = client.get("/").text
    assert "These boards do not look empty." in html
    assert "can begin" not in html
    for action in ("/press", "/bare", "/take-over"):
        assert f'action="{action}"' in html
    form = {"total": ["31", "28"], "round": "4", "first_player": "0"}
    assert client.post("/take-over", data=form, headers=HOME).status_code == 303
    table.rest()
    assert table.evening.state.confirmed == (31, 28)
    assert "The game is taken over in round 4." in client.get("/").text


def seen(**margins):
    """Likelihoods of a whole board on which some cells look like tiles, by so many nats."""
    cells = {cell.id: dict.fromkeys(BOARD.colours, -9.0) | {None: 0.0} for cell in BOARD.cells}
    for cell, (content, nats) in margins.items():
        cells[cell.replace("_", "/")][content] = nats
    return {id: likely for id, likely in cells.items() if id.startswith(("wall", "line", "floor"))}


def test_a_board_with_nothing_on_it_is_bare():
    assert tiles_on(BOARD, seen()) == {}


@pytest.mark.parametrize("nats", [12.0, 40.0], ids=["a modest reader", "a sure one"])
def test_a_tile_is_a_tile_whoever_reads_it(nats):
    assert tiles_on(BOARD, seen(line_1_0=("red", nats))) == {"line/1/0": "red"}


def test_a_floor_whose_every_space_looks_alike_is_print():
    assert tiles_on(BOARD, seen(**{f"floor_{n}": ("white", 20.0) for n in range(7)})) == {}


def test_no_tile_of_another_colour_lies_on_a_printed_space():
    assert tiles_on(BOARD, seen(wall_0_0=("white", 12.0), wall_2_2=("white", 12.0))) == {}


def test_print_that_looks_a_little_like_tiles_of_its_colour_is_print():
    blues = {id.replace("/", "_"): (colour, 5.0) for id, colour in WALL.items() if colour == "blue"}
    assert tiles_on(BOARD, seen(**blues)) == {}


def test_a_full_wall_is_a_full_wall_though_all_of_it_looks_alike():
    tiles = {id.replace("/", "_"): (colour, 6.0) for id, colour in WALL.items()}
    assert tiles_on(BOARD, seen(**tiles)) == WALL
