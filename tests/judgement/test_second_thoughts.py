"""A doubt of an earlier picture that was decided wrongly, and what later pictures say of it."""

from __future__ import annotations

import gc
from itertools import count
from math import inf

import pytest
from judged_keeper import JOINED, SeeingKeeper

from companion.errors import JournalError
from companion.events import CellCorrected, Confirmed, Refused, Undone
from companion.games.base import Checkpoint, Moment, Setup
from companion.reconcile import DOUBT, BoardReading, Fits, Reading, Rival, Without
from companion.service.reports.report import Status
from companion.service.sitting.judgement import second_thoughts
from companion.service.sitting.judgement.cubes import Cubes
from companion.service.sitting.judgement.evidence import Evidence
from companion.service.sitting.judgement.second_thoughts import (
    Confirmation,
    SecondThought,
    SecondThoughts,
    told_of,
)
from companion.sitting import fold

OFFER, TILED = Moment(Checkpoint.OFFER_END, 3), Moment(Checkpoint.TILED, 3)
NEXT = Moment(Checkpoint.OFFER_END, 4)

WALL = {"wall/1/0": "white", "wall/1/1": "blue", "wall/4/4": "blue"}
LINES = {"line/1/0": "black", "line/2/0": "red", "line/2/1": "red", "line/2/2": "red"}
BEFORE = (WALL | LINES, {"wall/0/0": "blue", "floor/0": "first"})
PLACED = {"wall/2/4": "red", "line/1/0": "black"}
AFTER = (WALL | PLACED, {"wall/0/0": "blue"})
LATER = (WALL | PLACED | {"line/1/1": "black"}, {"wall/0/0": "blue", "floor/0": "first"})
HIDDEN = (0, "wall/1/0")
"""Where a white tile lies that the first picture does not show for sure."""

BARE_BY_ONE = {HIDDEN: {None: 0.0, "white": -1.0}}
BARE_BY_FIVE = {HIDDEN: {None: 0.0, "white": -5.0}}


def misread(table, seeming=BARE_BY_ONE):
    """Show a first picture in which the white tile seems not to be there."""
    report = table.show(OFFER, BEFORE, seeming=seeming)
    assert report.status is Status.READ
    assert "wall/1/0" not in table.keeper.sitting.table.boards[0]


def test_what_would_be_an_alarm_is_put_right(table):
    misread(table)
    report = table.show(TILED, AFTER)
    assert report.status is Status.READ
    assert report.anew
    assert table.records[-2:] == [
        CellCorrected(0, 0, "wall/1/0", "white"),
        Confirmed(TILED, tuple(AFTER)),
    ]
    assert fold(table.records).table == table.keeper.sitting.table
    assert not any(isinstance(event, Refused) for event in table.records)


def worked_out():
    """How many boards there are of which it is remembered what all their parts may be."""
    gc.collect()
    return sum(isinstance(each, Fits) for each in gc.get_objects())


def test_of_a_picture_that_is_kept_nothing_stays_that_can_be_worked_out_again(table):
    """All pictures of an evening are kept; that of all parts of their boards takes megabytes."""
    before = worked_out()
    table.show(OFFER, BEFORE)
    table.show(TILED, AFTER)
    assert table.keeper.sitting.table.checkpoint is Checkpoint.TILED
    assert worked_out() == before


def test_totals_are_as_if_it_had_been_read_rightly_at_once(table, monkeypatch):
    misread(table)
    put_right = table.show(TILED, AFTER)
    rightly = SeeingKeeper(monkeypatch, JOINED)
    rightly.show(OFFER, BEFORE)
    assert put_right.scores == rightly.show(TILED, AFTER).scores


def test_people_are_told_what_was_put_right(table):
    misread(table)
    (notice,) = table.show(TILED, AFTER).boards[0].notices
    assert notice.cells == ("wall/1/0",)
    assert "white" in notice.message
    assert "an earlier picture left unsure" in notice.message


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "it is nothing,"), ("red", "it is red,"), (("red", "any"), "it is red, any,")],
)
def test_whatever_lies_there_is_said_in_words(content, said):
    ((seat, notice),) = told_of([CellCorrected(0, 1, "place/0/0", content)])
    assert (seat, notice.cells) == (1, ("place/0/0",))
    assert said in notice.message


def test_a_doubt_that_was_decided_rightly_stays_as_it_was_read(table):
    white = {HIDDEN: {None: -1.0, "white": 0.0}}
    assert table.show(OFFER, BEFORE, seeming=white).status is Status.READ
    assert not table.show(TILED, AFTER).anew
    assert not any(isinstance(event, CellCorrected) for event in table.records)


def test_what_was_clearly_bare_makes_a_tile_laid_there_an_alarm(table):
    """What was never in doubt is no excuse for what is not legal."""
    assert table.show(OFFER, without(BEFORE)).status is Status.READ
    report = table.show(TILED, AFTER)
    assert report.status is Status.VIOLATION
    assert report.boards[0].problems
    assert isinstance(table.records[-1], Refused)


def test_so_does_what_was_more_surely_bare_than_that_nobody_lays_a_tile_wrongly(table):
    misread(table, BARE_BY_FIVE)
    assert table.show(TILED, AFTER).status is Status.VIOLATION


def test_a_doubt_explains_no_other_mistake(table):
    misread(table)
    wrong = (AFTER[0] | {"wall/3/3": "blue"}, AFTER[1])
    report = table.show(TILED, wrong)
    assert report.status is Status.VIOLATION
    assert {cell for one in report.boards[0].problems for cell in one.cells} == {"wall/3/3"}
    assert table.keeper.sitting.table.boards[0]["wall/1/0"] == "white", "but this is put right"


def test_what_people_have_said_stays_said(table):
    misread(table)
    table.keeper.amend(CellCorrected(0, 0, "wall/4/4", None))
    said = len(table.records)
    table.show(TILED, ({c: v for c, v in AFTER[0].items() if c != "wall/4/4"}, AFTER[1]))
    assert not any(isinstance(event, CellCorrected) for event in table.records[said:])


def test_pictures_that_each_say_a_little_are_believed_together(table):
    """Rules may overrule one picture, not what all of them show."""
    misread(table)
    a_little = {HIDDEN: {None: -2.0, "white": 0.0}}
    assert not table.show(TILED, AFTER, seeming=a_little).anew
    assert "wall/1/0" not in table.keeper.sitting.table.boards[0]
    report = table.show(NEXT, LATER, seeming=a_little)
    assert report.status is Status.READ
    assert report.anew
    assert [played.entry.boards[0]["wall/1/0"] for played in table.keeper.sitting.history] == [
        "white"
    ] * 3
    assert len(report.boards[0].notices) == 1, "one cell is one thing to say"


GREY = Setup("azul", variant="grey")
FIRST_OFFER, FIRST_TILED = Moment(Checkpoint.OFFER_END, 1), Moment(Checkpoint.TILED, 1)
FULL = ({"line/0/0": "white", "line/1/0": "red"}, {"line/4/0": "blue", "floor/0": "first"})
ON_THE_WALL = ({"wall/0/2": "white", "line/1/0": "red"}, {"line/4/0": "blue"})
SEEMS_BLUE = {(0, "line/0/0"): {"blue": 0.0, "white": -0.5}}


def test_a_tile_that_moved_to_a_grey_wall_tells_which_it_was_on_its_line(monkeypatch):
    """Any colour may lie there: as its line was read the wall is legal, but looks otherwise."""
    table = SeeingKeeper(monkeypatch, GREY)
    table.show(FIRST_OFFER, FULL, seeming=SEEMS_BLUE)
    assert table.keeper.sitting.table.boards[0]["line/0/0"] == "blue"
    clearly = {(0, "wall/0/2"): {"white": 0.0, "blue": -4.0}}
    report = table.show(FIRST_TILED, ON_THE_WALL, seeming=clearly)
    assert report.status is Status.READ
    assert report.anew
    assert table.keeper.sitting.table.boards[0]["wall/0/2"] == "white"
    assert table.keeper.sitting.history[0].entry.boards[0]["line/0/0"] == "white"


def test_tiles_of_one_colour_were_all_mistaken_for_another_together(monkeypatch):
    """Each of five says of them all what it says of itself: together they are no surer."""
    table = SeeingKeeper(monkeypatch, Setup("azul"))
    blue = (line(4, "blue", 5), {"line/1/0": "red", "floor/0": "first"})
    black = {(0, cell): {"black": 0.0, "blue": -2.4} for cell in blue[0]}
    table.show(FIRST_OFFER, blue, seeming=black)
    assert table.keeper.sitting.table.boards[0]["line/4/0"] == "black"
    report = table.show(FIRST_TILED, ({"wall/4/4": "blue"}, {"line/1/0": "red"}))
    assert report.status is Status.READ
    assert table.keeper.sitting.history[0].entry.boards[0] == blue[0]


def test_one_that_looks_a_little_otherwise_stays_as_it_was_read(monkeypatch):
    table = SeeingKeeper(monkeypatch, GREY)
    table.show(FIRST_OFFER, FULL, seeming=SEEMS_BLUE)
    hardly = {(0, "wall/0/2"): {"white": 0.0, "blue": -1.5}}
    assert not table.show(FIRST_TILED, ON_THE_WALL, seeming=hardly).anew
    assert table.keeper.sitting.table.boards[0]["wall/0/2"] == "blue"


def without(boards):
    """The same boards without the white tile."""
    return ({cell: lies for cell, lies in boards[0].items() if cell != "wall/1/0"}, boards[1])


def test_a_second_thought_that_was_wrong_is_thought_over_too(table):
    """Somebody's sleeve seemed to be a tile, and the picture was taken back."""
    misread(table)
    assert table.show(TILED, AFTER).anew
    table.keeper.amend(Undone())
    assert table.keeper.sitting.history[0].entry.boards[0]["wall/1/0"] == "white"
    report = table.show(TILED, without(AFTER))
    assert report.status is Status.READ
    assert report.anew
    assert "wall/1/0" not in table.keeper.sitting.history[0].entry.boards[0]


def test_one_thought_that_is_had_twice_is_one(table, monkeypatch):
    misread(table)
    thought = SecondThought(6.0, (CellCorrected(0, 0, "wall/1/0", "white"),))
    had = iter([[thought, thought], []])
    monkeypatch.setattr(SecondThoughts, "_thoughts", lambda *args: iter(next(had)))
    assert table.show(TILED, AFTER).anew


def test_of_two_that_would_do_as_well_none_is_put_right(table, monkeypatch):
    """Once either is, nothing is left for the other to explain."""
    misread(table)
    cells = {"wall/1/0": "white", "wall/3/0": "red"}
    two = [SecondThought(6.0, (CellCorrected(0, 0, *each),)) for each in cells.items()]
    had = iter([two, []])
    monkeypatch.setattr(SecondThoughts, "_thoughts", lambda *args: iter(next(had)))
    thoughts = table.keeper._judge._thoughts
    before = dict(thoughts._known)
    assert table.show(TILED, AFTER).status is Status.VIOLATION
    assert thoughts._known == before, "what was only thought through changes nothing"


def test_two_doubts_that_are_as_likely_are_both_put_right(table):
    """Each explains a tile of its own, so that neither stands in for the other."""
    misread(table, BARE_BY_ONE | {(0, "wall/4/4"): BARE_BY_ONE[HIDDEN] | {"blue": -1.0}})
    report = table.show(TILED, AFTER)
    assert report.status is Status.READ
    assert [(event.cell, event.content) for event in table.records[-3:-1]] == [
        ("wall/1/0", "white"),
        ("wall/4/4", "blue"),
    ]
    assert fold(table.records).table == table.keeper.sitting.table


def test_of_many_doubts_those_beside_what_is_wrong_are_thought_over_first(table, monkeypatch):
    """A lamp leaves more in doubt than can be tried: the likeliest of all explain nothing here."""
    monkeypatch.setattr(second_thoughts, "TRIED", 1)
    misread(table, BARE_BY_ONE | {(1, "wall/3/3"): {None: 0.0, "blue": -0.5}})
    assert table.show(TILED, AFTER).status is Status.READ
    assert table.records[-2] == CellCorrected(0, 0, "wall/1/0", "white")


def test_what_people_answered_is_never_put_right():
    answered = confirmed({"a": {None: 0.0}})
    refused = confirmed({"a": Without({None: 0.0, "red": -1.0, "blue": -2.0}, ["red"])})
    assert answered.gain(0, {"a": "white"}) == -inf
    assert refused.gain(0, {"a": "red"}) == -inf
    assert refused.gain(0, {"a": "blue"}) == -2.0


@pytest.mark.parametrize("seen", [{}, {"a": {}}])
def test_a_cell_that_was_not_seen_tells_nothing(seen):
    assert confirmed(seen).gain(0, {"a": "white"}) == 0.0
    assert not list(confirmed(seen).overruled)


def test_what_looks_otherwise_by_a_doubt_is_overruled():
    nearly = {None: 0.1 - DOUBT, "white": 0.0}
    seen = confirmed({"a": {None: -DOUBT, "white": 0.0}, "b": nearly})
    assert list(seen.overruled) == [(0, "a")]


def confirmed(seen):
    """A picture of one board that was taken for bare."""
    return Confirmation(Evidence(OFFER, (seen,), Cubes()), ({},), ())


def test_a_reading_that_was_taken_back_is_not_put_right(table):
    misread(table)
    table.keeper.amend(Undone())
    assert table.show(OFFER, BEFORE).status is Status.READ
    assert not table.show(TILED, AFTER).anew


def test_a_cell_in_doubt_is_not_learned_as_bare(table):
    misread(table)
    assert table.doubted == {0: frozenset({"wall/1/0"})}
    table.show(TILED, AFTER)
    assert table.doubted == {}


@pytest.mark.parametrize(("looks", "open_"), [("red", {0: frozenset({"line/1/0"})}), (None, {})])
def test_a_tile_that_looks_like_another_than_the_rules_have_it_is_not_learned(table, looks, open_):
    """They may have it so because of what is in doubt; one that looks bare is like its space."""
    assert table.show(OFFER, BEFORE).status is Status.READ
    seeming = {(0, "line/1/0"): {looks: 0.0, "black": -DOUBT}}
    assert table.show(TILED, AFTER, seeming=seeming).status is Status.READ
    assert table.keeper.sitting.table.boards[0]["line/1/0"] == "black"
    assert table.doubted == open_


def line(row, colour, count):
    """So many tiles of a colour on a pattern line."""
    return {f"line/{row}/{k}": colour for k in range(count)}


PLACED_NEXT = {"wall/0/4": "white", "wall/2/3": "yellow", "wall/3/0": "red", "wall/4/2": "black"}
LEFT_NEXT = AFTER[1] | line(3, "blue", 3) | {"wall/1/2": "yellow", "wall/2/1": "white"}
TILED_NEXT = Moment(Checkpoint.TILED, 4)


def show_filled_up(table):
    """Show a line that a lamp burns: neither what began nor what filled it has a colour left."""
    mine = line(0, "white", 1) | line(2, "yellow", 3) | line(3, "red", 4)
    theirs = line(1, "yellow", 2) | line(2, "white", 3) | line(3, "blue", 3) | LATER[1]

    def show(moment, boards, lit):
        burnt = {(0, cell): {"white": 0.0, "black": -0.2} for cell in lit}
        return table.show(moment, (boards[0] | lit, boards[1]), seeming=burnt)

    show(OFFER, BEFORE, line(4, "black", 1))
    show(TILED, AFTER, line(4, "black", 1))
    show(NEXT, (AFTER[0] | mine, theirs), line(4, "black", 5))
    assert table.keeper.sitting.table.boards[0]["line/4/4"] == "white"


def test_what_filled_a_line_up_since_is_put_right_with_it(table):
    show_filled_up(table)
    tiled = table.show(TILED_NEXT, (AFTER[0] | PLACED_NEXT, LEFT_NEXT))
    assert tiled.status is Status.READ
    lines = [played.entry.boards[0].get("line/4/4") for played in table.keeper.sitting.history]
    assert lines == [None, None, "black", None]
    assert fold(table.records).table == table.keeper.sitting.table


def test_all_of_it_is_on_record_or_nothing(table, monkeypatch):
    """The disk is full, or the power goes, after the first that is written."""
    show_filled_up(table)
    written = count()

    def half_way(*events, earlier=False):
        if next(written):
            raise JournalError("The disk is full.", full=True)
        table.records.extend(events)

    monkeypatch.setattr(table.keeper._judge, "_record", half_way)
    with pytest.raises(JournalError):
        table.show(TILED_NEXT, (AFTER[0] | PLACED_NEXT, LEFT_NEXT))
    first = [played.entry.boards[0]["line/4/0"] for played in fold(table.records).history]
    assert first == ["black", "black", "black"]
    assert fold(table.records).table == table.keeper.sitting.table


def test_what_people_put_right_since_is_not_read_anew_with_it(table):
    """They have looked at that picture: what they left stays as well as what they changed."""
    show_filled_up(table)
    table.keeper.amend(CellCorrected(2, 1, "line/1/1", None))
    said = len(table.records)
    left = {cell: tile for cell, tile in LEFT_NEXT.items() if cell != "wall/1/2"}
    tiled = table.show(TILED_NEXT, (AFTER[0] | PLACED_NEXT, left | line(1, "yellow", 1)))
    assert tiled.status is Status.VIOLATION
    assert [type(event) for event in table.records[said:]] == [Refused]


@pytest.mark.parametrize(
    ("later", "doubted"),
    [
        pytest.param({}, True, id="covered"),
        pytest.param({None: 0.0, "white": -1.0}, True, id="as unsure"),
        pytest.param({None: -5.0, "white": 0.0}, True, id="otherwise"),
        pytest.param({None: 0.0, "white": -3.5}, False, id="clear enough, with the first"),
    ],
)
def test_a_cell_is_in_doubt_until_a_picture_clears_it_up(table, later, doubted):
    table.show(OFFER, without(BEFORE))
    table.show(TILED, without(AFTER))
    sitting, thoughts = table.keeper.sitting, SecondThoughts()
    for played, seen, rivals in zip(
        sitting.history,
        ({None: 0.0, "white": -1.0}, later),
        ((Rival(0, {"wall/1/0": "white"}),), ()),
        strict=True,
    ):
        boards = tuple(BoardReading(cells, (), ()) for cells in played.entry.boards)
        evidence = Evidence(played.entry.moment, ({"wall/1/0": seen}, {}), Cubes())
        thoughts.keep(played.entry.number, evidence, Reading(boards, rivals=rivals))
    assert thoughts.doubted(sitting) == ({0: {"wall/1/0"}} if doubted else {})
