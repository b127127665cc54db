"""A tile that looks like its bare space in every picture: people say once that it lies there."""

from __future__ import annotations

import pytest
from test_second_thoughts import (
    AFTER,
    BEFORE,
    HIDDEN,
    LATER,
    NEXT,
    OFFER,
    TILED,
    misread,
)

from companion.events import CellCorrected
from companion.service.reports.report import Status
from companion.service.sitting.judgement.peoples_word import PeoplesWord

PLACE = (0, "wall/2/4")
"""Where a red tile lies that is printed like its space."""

BARE = {PLACE: {None: 0.0, "red": -6.0}}
GONE = {PLACE: {None: 0.0, "red": -14.0}}


@pytest.fixture
def told(table):
    """A table on which it was asked about, and people have said that the tile lies there."""
    table.show(OFFER, BEFORE)
    asked = table.show(TILED, AFTER, seeming=BARE)
    assert asked.status is not Status.READ
    assert table.answer(asked, ["red"]).status is Status.READ
    return table


def test_what_people_said_they_are_not_asked_again(told):
    assert told.show(NEXT, LATER, seeming=BARE).status is Status.READ
    assert told.keeper.sitting.table.boards[0]["wall/2/4"] == "red"


def test_nor_after_a_restart(told):
    told.restart([0, 1])
    assert told.show(NEXT, LATER, seeming=BARE).status is Status.READ


def test_nor_when_the_same_moment_is_photographed_again(told):
    assert told.show(TILED, AFTER, seeming=BARE).status is Status.READ


def test_a_correction_is_their_word_too(table):
    bare = {HIDDEN: {None: 0.0, "white": -9.0}}
    misread(table, bare)
    table.keeper.amend(CellCorrected(0, 0, "wall/1/0", "white"))
    assert table.show(TILED, AFTER, seeming=bare).status is Status.READ


def test_that_it_is_gone_is_noticed_all_the_same(told):
    """A bare space looks barer than the tile that was taken for one."""
    gone = [{c: v for c, v in LATER[0].items() if c != "wall/2/4"}, LATER[1]]
    assert told.show(NEXT, gone, seeming=GONE).status is not Status.READ


def test_only_what_they_said_last_counts_and_no_other_tile():
    word, seen = PeoplesWord(), [{"wall/2/4": BARE[PLACE]}]
    word.hear({PLACE: "red"}, seen)
    believed = word.weighed(seen, [{"wall/2/4": "red"}])[0]["wall/2/4"]
    assert dict(believed) == {None: 0.0, "red": 0.0}
    assert word.weighed(seen, [{"wall/2/4": "blue"}]) is seen
    word.hear({PLACE: None}, seen)
    assert word.weighed(seen, [{"wall/2/4": "red"}]) is seen


def test_the_eyes_are_not_believed_less_than_they_were_wrong():
    word, seen = PeoplesWord(), [{"wall/2/4": BARE[PLACE]}]
    word.hear({PLACE: "red"}, seen)
    later = word.weighed([{"wall/2/4": GONE[PLACE]}], [{"wall/2/4": "red"}])[0]["wall/2/4"]
    assert dict(later) == {None: 0.0, "red": -8.0}
