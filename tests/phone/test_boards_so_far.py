"""Boards photographed one by one stay photographed, whenever the companion is switched off."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hand import Hand

from companion.errors import CameraLost, JournalError
from companion.journal import Journal, Seating, boards_of, empty_of, last_of, pictures_in
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from companion.service.reports.report import Status, WhoseBoard
from companion.service.sitting.handheld import finder
from companion.vision import eyes
from companion.vision.locate.propose import Proposal
from hardware.table.mishaps import obscured
from web import create_app

PATIENCE_S = 60.0

NEAR_PX = 20.0
"""How far corners are at most from where they were tapped; another board lies much farther."""


class NoCamera:
    """Phones send the pictures; nothing else takes any."""

    def frame(self):
        raise CameraLost("there is no camera", camera="none", attempts=1)

    def rewind(self):
        pass


class Table:
    """A companion over one folder that is switched off and on, and people with a phone."""

    def __init__(self, folder, game="azul", *, brackets=True):
        self.folder, self.hand, self.number = folder, Hand(game, 2, brackets=brackets), 0
        seating = Seating(self.hand.story.setup, ("Ada", "Ben"), handheld=True, chosen=True)
        self.begin()
        self.evening.open(self.place(seating))
        self.evening.start()

    def begin(self):
        self.evening = Evening(self.place, Journal(self.folder))

    def place(self, seating):
        return real_place(seating, NoCamera(), by_rules(seating), live=True)

    def off(self):
        self.evening.stop()
        self.evening.journal.close()

    def restart(self):
        """Switch off, and on again."""
        self.off()
        self.begin()
        assert self.evening.go_on()
        self.evening.start()
        return self.evening.state

    def show(self, step, *owner):
        """Photograph all boards of a step, or one player's, and wait until that is read."""
        step = self.hand.steps[step] if isinstance(step, int) else step
        picture = self.hand.photograph(step, *owner)
        self.shown = [self.hand.corners[seat] for seat in owner or (0, 1)]
        return self.send(picture, owner=owner[0] if owner else None)

    def shown_by_nobody(self, step, owner):
        """Photograph one player's board without saying whose it is."""
        picture = self.hand.photograph(self.hand.steps[step], owner)
        self.shown = [self.hand.corners[owner]]
        return self.send(picture)

    def acts(self, step):
        """Say what no camera sees, and have whoever acted photograph their own board."""
        moment = self.hand.steps[step].moment
        if moment.told:
            self.evening.ask(asks.Tell(moment.told)).result(PATIENCE_S)
        return self.show(step, moment.seat)

    def send(self, picture, **said):
        self.number += 1
        sent = asks.Sent(picture, f"picture-{self.number}", **said)
        self.evening.ask(sent).result(PATIENCE_S)
        return self.rest()

    def rest(self):
        """Wait until the picture is read."""
        until = time.monotonic() + PATIENCE_S
        while self.evening.state.stage is Stage.LOOKING and time.monotonic() < until:
            time.sleep(0.02)
        return self.evening.state

    def kept(self):
        return pictures_in(self.evening.journal.draft(boards_of(self.evening.context.number)))

    def empty(self):
        return pictures_in(self.evening.journal.draft(empty_of(self.evening.context.number)))

    def last(self):
        return pictures_in(self.evening.journal.draft(last_of(self.evening.context.number)))

    def bare(self):
        """Which cells of each board the eyes have seen bare."""
        known = self.evening.context.keeper.scene.known
        return {seat: one.bare.given.tolist() for seat, one in known.items()}

    def files(self):
        return {path.stem for path in self.folder.glob("pictures/*")}


@pytest.fixture
def table(tmp_path):
    one = Table(tmp_path)
    yield one
    one.off()


@pytest.fixture
def found_at_once(monkeypatch, table):
    """The boards in a picture are known, and nobody looks for them."""
    find_at_once(monkeypatch, table)


def find_at_once(monkeypatch, table):
    def found(*_, **__):
        return [Proposal(corners, 0.9) for corners in table.shown]

    monkeypatch.setattr(finder, "propose", found)


EMPTY, OFFER, TILED, NEXT_OFFER = range(4)


def test_a_board_photographed_before_a_restart_need_not_be_photographed_again(table):
    table.show(EMPTY)
    before = table.show(OFFER, 0)
    (waits,) = table.kept()
    assert waits in table.files()
    after = table.restart()
    assert (after.stage, after.report.missing) == (before.stage, before.report.missing)
    assert after.report.missing == (1,)
    read = table.show(OFFER, 1)
    assert (read.report.status, read.report.moment.checkpoint) == (Status.READ, "offer-end")
    lying = [cells.keys() for cells in table.hand.steps[OFFER].boards]
    assert [cells.keys() for cells in table.evening.sitting.table.boards] == lying
    assert table.kept() == ()
    assert table.files() == set(table.evening.journal.picture_hashes())


@pytest.mark.long
def test_so_it_is_with_the_empty_boards(table):
    table.show(EMPTY, 0)
    assert table.restart().report.missing == (1,)
    assert table.show(EMPTY, 1).stage is Stage.PLAYING


@pytest.mark.long
def test_what_was_wrong_on_boards_seen_one_by_one_is_put_right_by_one_picture(table):
    table.show(EMPTY)
    table.show(OFFER, 0)
    before = table.show(NEXT_OFFER, 1)
    assert before.stage is Stage.VIOLATION
    after = table.restart()
    assert after.stage is Stage.VIOLATION
    assert [one.reading.problems for one in after.report.boards] == [
        one.reading.problems for one in before.report.boards
    ]
    assert table.show(OFFER, 1).report.status is Status.READ


@pytest.mark.long  # after a restart, that is the end of the first of these tests
def test_once_all_boards_are_read_no_picture_waits(table):
    table.show(EMPTY)
    table.show(OFFER, 0)
    (waited,) = table.kept()
    assert waited in table.files()
    table.show(OFFER, 1)
    assert table.kept() == ()
    assert table.files() == set(table.evening.journal.picture_hashes())


@pytest.mark.long
def test_a_picture_that_is_gone_costs_that_board_and_not_the_game(table):
    table.show(EMPTY)
    table.show(OFFER, 0)
    table.evening.journal.pictures.forget(table.kept())
    assert table.restart().stage is Stage.PLAYING
    assert table.show(OFFER, 1).report.missing == (0,)


def test_with_an_evening_that_is_deleted_go_the_pictures_that_waited(table):
    table.show(EMPTY)
    table.show(OFFER, 0)
    table.evening.journal.forget(table.evening.context.number)
    assert table.files() == set()


def test_empty_boards_photographed_one_by_one_are_known_after_a_restart(table, found_at_once):
    table.show(EMPTY, 0)
    table.show(EMPTY, 1)
    table.show(OFFER, 0)
    assert table.show(OFFER, 1).report.status is Status.READ
    first, last = table.empty()
    assert last == table.evening.journal.first_picture(table.evening.context.number)
    assert {first, last} <= table.files()
    before = table.bare()
    assert before.keys() == {0, 1}
    table.restart()
    assert table.bare() == before
    read = table.show(TILED)
    assert read.report.status is Status.READ
    assert list(table.evening.sitting.table.boards) == [*map(dict, table.hand.steps[TILED].boards)]


def test_only_pictures_are_kept_that_show_an_empty_board_no_later_one_shows(table, found_at_once):
    for owner in (0, 0, 1):
        table.show(EMPTY, owner)
    first, last = table.empty()
    assert table.files() == {first, last}
    assert table.evening.journal.first_picture(table.evening.context.number) == last


def test_whose_boards_people_pointed_out_in_the_first_picture_holds_after_a_restart(tmp_path):
    """Looked for by their print, the boards would be given to the seats as they are found."""
    table = Table(tmp_path, brackets=False)
    picture = table.hand.photograph(table.hand.steps[EMPTY])
    for corners in (table.hand.corners, table.hand.corners[::-1]):
        said = {seat: [*map(tuple, each)] for seat, each in enumerate(corners)}
        assert table.send(picture, corners=said).report.status is Status.READ
        table.restart()
        lie = eyes.corners_of(table.evening.context.keeper.scene)
        assert all(np.abs(lie[seat] - corners[seat]).max() < NEAR_PX for seat in (0, 1))
        table.evening.ask(asks.Undo()).result(PATIENCE_S)
    table.off()


def test_a_board_that_was_not_empty_is_to_be_photographed_empty(table, found_at_once):
    """What lay there at first is not taken for its print after a restart."""
    assert table.show(OFFER, 0).stage is Stage.NOT_EMPTY
    assert (table.empty(), table.files()) == ((), set())
    assert table.restart().stage is Stage.SET_UP
    assert table.show(EMPTY, 1).report.missing == (0,)


def test_boards_of_a_moment_that_is_due_no_more_wait_for_no_others(table, found_at_once):
    """One was photographed after the tiling, then the end of the offer was taken back."""
    table.show(EMPTY)
    table.show(OFFER)
    assert table.show(TILED, 0).report.missing == (1,)
    table.evening.ask(asks.Undo()).result(PATIENCE_S)
    after = table.restart()
    assert (after.stage, after.due.checkpoint) == (Stage.PLAYING, "offer-end")
    read = table.show(OFFER)
    assert (read.report.status, read.report.moment.checkpoint) == (Status.READ, "offer-end")


def test_a_hand_over_an_empty_board_that_is_photographed_by_itself_is_seen(table, found_at_once):
    """With that picture as its own reference the board seemed to be clear, hand and all."""
    step = table.hand.steps[EMPTY]
    scene = obscured(step.scene, "hands", Random(2))
    waits = table.show(replace(step, scene=scene), 0)
    assert (waits.report.only_covered, waits.others_awaited) == (True, False)
    assert (table.empty(), table.files()) == ((), set())
    page = create_app(table.evening).test_client().get("/camera").text
    assert "A board is covered or moving" in page
    assert "The other boards, please" not in page
    table.evening.ask(asks.Bare()).result(PATIENCE_S)
    said = table.rest()
    assert (said.report.missing, said.others_awaited) == ((1,), True)
    assert table.show(EMPTY, 1).stage is Stage.PLAYING


@pytest.fixture
def asked_whose(table, found_at_once):
    """One of two empty boards is known; people are asked whose the other one is."""
    table.show(EMPTY, 0)
    state = table.shown_by_nobody(EMPTY, 1)
    assert isinstance(state.report.question, WhoseBoard)
    return table


def answered(table):
    """Answer that it is the other player's."""
    option = table.evening.state.report.question.seats.index(1)
    return table.evening.ask(asks.Answer(option)).result(PATIENCE_S)


def full(*_, **__):
    raise JournalError("no room", full=True)


def test_whose_board_it_is_can_be_said_again_once_the_disk_has_room(asked_whose, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "append", full)
        with pytest.raises(JournalError):
            answered(asked_whose)
    assert answered(asked_whose).stage is Stage.PLAYING


def test_it_can_be_said_where_another_picture_found_the_disk_full(asked_whose, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "append", full)
        assert asked_whose.show(EMPTY, 1).trouble == "no room"
    assert answered(asked_whose).stage is Stage.PLAYING


def test_it_can_be_said_where_an_earlier_reading_was_put_right_meanwhile(table, found_at_once):
    table.show(EMPTY, 0)
    table.show(EMPTY, 1)
    table.shown_by_nobody(OFFER, 1)
    state = table.evening.ask(asks.CorrectScore(0, 7)).result(PATIENCE_S)
    assert (state.stage, state.confirmed) == (Stage.QUESTION, (7, 0))
    assert answered(table).report.missing == (0,)


def test_after_a_restart_too_a_turn_needs_only_the_board_of_its_player(tmp_path, monkeypatch):
    table = Table(tmp_path, "summer-pavilion", brackets=False)
    find_at_once(monkeypatch, table)
    table.show(EMPTY, 0)
    assert table.show(EMPTY, 1).report.status is Status.READ
    for turn in (1, 2, 3):
        table.restart()
        assert table.acts(turn).report.status is Status.READ
        assert table.acts(turn).reading == 2 * turn, "once more, which replaces it"
        lying = [*map(dict, table.hand.steps[turn].boards)]
        assert list(table.evening.sitting.table.boards) == lying
    assert len(table.last()) == 2
    table.off()


@pytest.mark.long
def test_a_full_disk_costs_those_pictures_and_not_the_game(table, found_at_once, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "keep_picture", full)
        table.show(EMPTY, 0)
        assert table.show(EMPTY, 1).stage is Stage.PLAYING
    assert (table.empty(), table.files()) == ((), set())
    assert table.restart().stage is Stage.PLAYING
    assert table.show(OFFER).report.status is Status.READ


@pytest.mark.long
def test_a_game_of_an_earlier_companion_goes_on_without_them(table, found_at_once):
    table.show(EMPTY, 0)
    table.show(EMPTY, 1)
    for name_of in (empty_of, last_of):
        table.evening.journal.keep_draft(name_of(table.evening.context.number), None)
    table.restart()
    assert table.evening.context.keeper.scene is None
    assert table.show(OFFER).report.status is Status.READ
