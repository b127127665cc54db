"""Boards photographed one by one stay photographed, whenever the companion is switched off."""

from __future__ import annotations

import time

import pytest
from hand import Hand

from companion.errors import CameraLost
from companion.journal import Journal, Seating, boards_of, pictures_in
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from companion.service.reports.report import Status

PATIENCE_S = 60.0


class NoCamera:
    """Phones send the pictures; nothing else takes any."""

    def frame(self):
        raise CameraLost("there is no camera", camera="none", attempts=1)

    def rewind(self):
        pass


class Table:
    """A companion over one folder that is switched off and on, and people with a phone."""

    def __init__(self, folder):
        self.folder, self.hand, self.number = folder, Hand("azul", 2, brackets=True), 0
        seating = Seating(self.hand.story.setup, ("Ada", "Ben"), handheld=True, chosen=True)
        self.begin()
        self.evening.open(self.place(seating))
        self.evening.start()

    def begin(self):
        self.evening = Evening(self.place, Journal(self.folder))

    def place(self, seating):
        return real_place(seating, NoCamera(), by_rules(seating), live=True)

    def restart(self):
        """Switch off, and on again."""
        self.evening.stop()
        self.evening.journal.close()
        self.begin()
        assert self.evening.go_on()
        self.evening.start()
        return self.evening.state

    def show(self, step, *owner):
        """Photograph all boards of a step, or one player's, and wait until that is read."""
        self.number += 1
        picture = self.hand.photograph(self.hand.steps[step], *owner)
        sent = asks.Sent(picture, f"picture-{self.number}", owner=owner[0] if owner else None)
        self.evening.ask(sent).result(PATIENCE_S)
        until = time.monotonic() + PATIENCE_S
        while self.evening.state.stage is Stage.LOOKING and time.monotonic() < until:
            time.sleep(0.02)
        return self.evening.state

    def kept(self):
        return pictures_in(self.evening.journal.draft(boards_of(self.evening.context.number)))

    def files(self):
        return {path.stem for path in (self.folder / "pictures").iterdir()}


@pytest.fixture
def table(tmp_path):
    one = Table(tmp_path)
    yield one
    one.evening.stop()
    one.evening.journal.close()


EMPTY, OFFER, _, NEXT_OFFER = range(4)


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
