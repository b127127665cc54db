"""Questions, answers and corrections through the keeper; what is told and what is asked."""

from __future__ import annotations

import pytest
from judged_evenings import evening
from judged_keeper import SeeingKeeper

from companion.cli.shared.answer_file import read_answers
from companion.errors import CorrectionRefused
from companion.events import CellCorrected, Confirmed, ScoreCorrected, ToldCorrected, Undone
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.summer_pavilion.layout import STAR_COLOURS
from companion.reconcile import OTHER
from companion.service.reports.report import Status, question_json
from companion.sitting import fold

AZUL = Setup("azul", first_player=0)
DUEL = Setup("azul-duel", goals=("G1", "G5", "G8"))
SETUP = Moment(Checkpoint.SETUP, 0)
OFFER, TILED = Moment(Checkpoint.OFFER_END, 1), Moment(Checkpoint.TILED, 1)
FILLED = {"line/0/0": "red", "line/2/0": "blue", "line/2/1": "blue"}
OTHERS = {"floor/0": "first", "floor/1": "white", "line/1/0": "white", "line/1/1": "white"}
FULL = {f"line/4/{k}": "black" for k in range(5)} | {f"line/3/{k}": "yellow" for k in range(4)}
FLOOR = {f"floor/{k}": "red" for k in range(2, 6)}
KEPT = {"line/2/0": "blue", "line/2/1": "blue", "wall/0/2": "red"}
WALLS = {"wall/1/0": "white", "wall/3/4": "yellow", "wall/4/2": "black"}
SEATS = (FILLED | {"floor/0": "yellow"}, OTHERS | FULL | FLOOR)


@pytest.fixture
def azul(monkeypatch):
    """A keeper of Azul after the picture of the empty boards."""
    table = SeeingKeeper(monkeypatch, AZUL)
    assert table.show(SETUP, ({}, {})).status is Status.READ
    return table


def test_an_answer_settles_trains_and_is_on_record(azul):
    asked = azul.show(OFFER, SEATS, [(0, "line/0/0")])
    assert asked.status is Status.QUESTION
    assert asked.scores == (0, 0)
    assert azul.keeper.sitting.table.round == 0, "nothing is taken over before the answer"
    taught = len(azul.learned)
    for _ in range(3):
        if ("red",) in asked.question.options:
            break
        asked = azul.answer(asked, OTHER)
    report = azul.answer(asked, ("red",))
    assert report.status is Status.READ
    assert azul.learned[taught:] == [dict(enumerate(SEATS))]
    assert isinstance(azul.records[-1], Confirmed)
    assert azul.records[-1].boards[0]["line/0/0"] == "red"
    with pytest.raises(CorrectionRefused, match="no such answer"):
        azul.keeper.answer(0)


def test_the_orders_of_two_seats_are_asked_one_after_the_other(monkeypatch):
    """Nobody pressed between their turns; the second answer does not take back the first."""
    table = pavilion(monkeypatch)
    moment, asked = Moment(Checkpoint.PLACED, 1, None, MARKED), []
    report = table.show(moment, (star(1, 2, 3), star(1, 2, 3)))
    while report.status is Status.QUESTION:
        asked.append(report.question.seat)
        assert len(asked) <= 2, "the same is asked again"
        report = table.keeper.answer(0)
    assert asked == [0, 1]
    assert report.status is Status.READ
    assert set(table.records[-1].moment.told["order"]) == {"0", "1"}


def test_a_question_offers_at_most_four_answers_the_last_a_way_out(azul):
    asked = azul.show(OFFER, SEATS, [(0, "line/0/0")])
    told = question_json(asked.question)
    assert 2 <= len(told["options"]) <= 4
    assert told["options"][-1] == {"label": "something else", "cells": {}}
    offered = set(asked.question.options[:-1])
    again = azul.answer(asked, OTHER)
    assert again.status is Status.QUESTION
    assert not offered & set(again.question.options)


def test_which_colour_a_fallen_tile_has_is_noted_but_not_asked(azul):
    """AZ-R30 and AZ-R32: every tile costs the same, and all are cleared away next."""
    report = azul.show(OFFER, SEATS, [(0, "floor/0")])
    assert (report.status, report.question) == (Status.READ, None)
    (doubt,) = report.boards[0].reading.doubts
    assert doubt.cells == ("floor/0",)


def test_a_fallen_tile_is_asked_about_while_it_stays(azul):
    """Next turn it still lies there, and a guess would overrule what is seen then."""
    turn = Moment(Checkpoint.TURN, 1, 0)
    report = azul.show(turn, ({"floor/0": "yellow"}, {}), [(0, "floor/0")])
    assert report.question.cells == ("floor/0",)


def test_counts_settle_what_the_eyes_cannot(azul):
    """A line's last space tells nothing, but all twenty tiles dealt lie elsewhere: it is empty."""
    assert azul.show(OFFER, SEATS, [(0, "line/2/2")]).status is Status.READ
    assert "line/2/2" not in azul.keeper.sitting.table.boards[0]


def test_a_violation_asks_whether_a_tile_was_misread(azul):
    mixed = (SEATS[0] | {"line/2/1": "black"}, SEATS[1])
    report = azul.show(OFFER, mixed)
    assert report.status is Status.VIOLATION
    assert report.boards[0].reading.problems[0].rule == "AZ-R15"
    assert "line/2/1" in report.question.cells
    right = tuple(SEATS[0][cell] for cell in report.question.cells)
    settled = azul.answer(report, right)
    assert settled.status is Status.READ
    assert azul.keeper.sitting.table.boards[0]["line/2/1"] == "blue"


def test_print_that_seems_to_be_a_tile_can_be_said_to_be_none(azul):
    """A stained floor place, where AZ-R32 wants none: one tap, and the eyes know it as bare."""
    azul.show(OFFER, SEATS)
    report = azul.show(TILED, (KEPT | {"floor/0": "yellow"}, WALLS))
    assert report.status is Status.VIOLATION
    assert report.boards[0].reading.problems[0].rule == "AZ-R32"
    assert report.question.cells == ("floor/0",)
    assert report.question.options == (("yellow",), (None,))
    settled = azul.answer(report, (None,))
    assert settled.status is Status.READ
    assert azul.learned[-1] == {0: KEPT, 1: WALLS}
    assert azul.doubted == {}


@pytest.mark.parametrize(
    ("red", "asked"), [(-8.0, (("wall/0/2",), ((None,), ("red",)))), (-14.0, None)]
)
def test_a_tile_that_is_hard_to_see_on_its_print_can_be_said_to_lie_there(azul, red, asked):
    """Its line is empty, and none seems to have come: but one on such a print nearly seems to."""
    azul.show(OFFER, SEATS)
    bare = {cell: each for cell, each in KEPT.items() if cell != "wall/0/2"}
    report = azul.show(TILED, (bare, WALLS), seeming={(0, "wall/0/2"): {None: 0.0, "red": red}})
    assert report.status is Status.VIOLATION
    question = report.question
    assert (question and (question.cells, question.options)) == asked
    if question:
        assert azul.answer(report, ("red",)).status is Status.READ
        assert azul.keeper.sitting.table.boards[0]["wall/0/2"] == "red"


def test_boards_that_people_put_right_teach_the_eyes_as_confirmed_ones_do(azul):
    azul.show(OFFER, SEATS)
    assert azul.show(TILED, (KEPT | {"floor/0": "yellow"}, WALLS)).status is Status.VIOLATION
    azul.keeper.amend(Confirmed(TILED, (KEPT, WALLS)))
    azul.keeper.teach((KEPT, WALLS))
    assert azul.learned[-1] == {0: KEPT, 1: WALLS}


def test_before_the_first_picture_there_is_nothing_to_learn_from(monkeypatch):
    table = SeeingKeeper(monkeypatch, AZUL)
    table.keeper.teach(({}, {}))
    assert table.learned == []


def scored(azul):
    """Take a keeper through the first round and return the boards after it."""
    azul.show(OFFER, SEATS)
    report = azul.show(TILED, (KEPT, WALLS))
    assert report.status is Status.READ
    return report


def test_a_correction_recomputes_and_lists_what_changed(azul):
    before = scored(azul)
    (change,) = azul.keeper.amend(ScoreCorrected(2, 0, 7))
    assert (change.entry, change.seat, change.was, change.now) == (2, 0, before.scores[0], 7)
    assert azul.keeper.sitting.table.scores[0] == 7
    assert fold(azul.records).table == azul.keeper.sitting.table


def test_undo_takes_the_last_reading_back(azul):
    scored(azul)
    azul.keeper.amend(Undone())
    assert azul.keeper.sitting.table.checkpoint is Checkpoint.OFFER_END
    assert azul.keeper.sitting.table.scores == (0, 0)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (CellCorrected(1, 0, "line/2/1", "red"), "not be legal"),
        (CellCorrected(1, 9, "line/2/1", "blue"), "nobody sits"),
        (CellCorrected(77, 0, "line/2/1", "blue"), "no longer holds"),
        (ScoreCorrected(1, 0, -3), "never below 0"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(azul, event, why):
    scored(azul)
    before, records = azul.keeper.sitting, len(azul.records)
    with pytest.raises(CorrectionRefused, match=why):
        azul.keeper.amend(event)
    assert azul.keeper.sitting is before
    assert len(azul.records) == records


# --- Summer Pavilion: the order of several tiles -------------------------------------------------

PAVILION = Setup("summer-pavilion", first_player=0)
MARKED = {"marker": {"seat": 1, "tiles": 2}}


def pavilion(monkeypatch):
    table = SeeingKeeper(monkeypatch, PAVILION)
    table.show(SETUP, ({}, {}))
    return table


def star(*slots):
    """Return tiles on spaces of the first outer star, in its colour."""
    return {f"star/1/{slot}": STAR_COLOURS[0] for slot in slots}


def test_orders_that_bring_the_same_need_no_question(monkeypatch):
    table = pavilion(monkeypatch)
    report = table.show(Moment(Checkpoint.PLACED, 1, 0, MARKED), (star(1, 2), {}))
    assert report.status is Status.READ
    assert report.scores[0] == 5 + 1 + 2


def test_orders_that_bring_different_points_are_asked(monkeypatch):
    """1, 2, 3 bring 1 + 2 + 3; 1, 3 and then 2 between them 1 + 1 + 3."""
    table = pavilion(monkeypatch)
    moment = Moment(Checkpoint.PLACED, 1, 0, MARKED)
    asked = table.show(moment, (star(1, 2, 3), {}))
    assert asked.status is Status.QUESTION
    assert asked.question.told == "order"
    assert "order" in question_json(asked.question)["text"]
    orders = {asked.question.order(n): n for n in range(len(asked.question.options))}
    split = next(order for order in orders if order[-1] == "star/1/2")
    report = table.keeper.answer(orders[split])
    assert report.status is Status.READ
    assert report.scores[0] == 5 + 1 + 1 + 3
    assert table.records[-1].moment.told["order"] == {"0": split}


# --- What is told, not seen, and what the rules remind of ----------------------------------------


def test_what_no_camera_sees_is_asked_for(monkeypatch):
    table = pavilion(monkeypatch)
    first = table.show(Moment(Checkpoint.PLACED, 1, 0), (star(1), {}))
    assert (first.status, first.asks) == (Status.READ, ("marker",))
    told = table.show(Moment(Checkpoint.PASSED, 1, 1, MARKED | {"discarded": 2}), (star(1), {}))
    assert told.asks == ()


def test_told_afterwards_counts_as_told_in_time(monkeypatch):
    table = pavilion(monkeypatch)
    table.show(Moment(Checkpoint.PLACED, 1, 0), (star(1), {}))
    (change,) = table.keeper.amend(ToldCorrected(1, {"marker": {"seat": 1, "tiles": 2}}))
    assert (change.seat, change.was, change.now) == (1, 5, 3)


def test_a_completed_structure_reminds_of_its_bonus_tiles(monkeypatch):
    table = pavilion(monkeypatch)
    table.show(Moment(Checkpoint.PLACED, 1, 0, MARKED), (star(5), {}))
    report = table.show(Moment(Checkpoint.PLACED, 1, 1), (star(5), star(1)))
    window = table.show(Moment(Checkpoint.PLACED, 1, 0), (star(5, 6), star(1)))
    said = [notice.message for notice in window.boards[0].notices]
    assert report.status is window.status is Status.READ
    assert any("SP-R30" in sentence for sentence in said)


def special_tiles(seed):
    """Yield the pictures of a game of Azul Duel and what new special tiles lie on its boards."""
    whole, known = evening(DUEL, seed), [set(), set()]
    for picture in whole.pictures:
        found = []
        for seat, board in enumerate(picture.boards):
            lying = {cell for cell, lies in board.items() if lies == "special"}
            found += [(seat, cell) for cell in lying - known[seat]]
            known[seat] |= lying
        yield picture, found


def test_a_missing_special_tile_is_said_with_its_place(monkeypatch):
    """DU-R40: three spaces of a special dome tile are filled and nothing lies on the fourth."""
    table = SeeingKeeper(monkeypatch, DUEL)
    seed = next(seed for seed in range(9) if any(new for _, new in special_tiles(seed)))
    for picture, new in special_tiles(seed):
        if not new:
            assert table.show(picture.moment, picture.boards).status is Status.READ
            continue
        ((seat, cell), *_) = new
        boards = [dict(board) for board in picture.boards]
        del boards[seat][cell]
        report = table.show(picture.moment, boards)
        assert report.status is Status.VIOLATION
        said = [p.message for p in report.boards[seat].reading.problems if p.rule == "DU-R40"]
        assert any("put a special tile" in sentence and cell in sentence for sentence in said)
        return


def test_a_stack_whose_tiles_bring_nothing_is_not_asked_about(monkeypatch):
    """DU-R47 counts the broken tiles, which people tell; their colour is of no account."""
    table, tried = SeeingKeeper(monkeypatch, DUEL), 0
    for picture in evening(DUEL, 2).pictures:
        stacks = [(s, "broken") for s, lies in enumerate(picture.boards) if "broken" in lies]
        report = table.show(picture.moment, picture.boards, stacks)
        assert report.status is Status.READ
        assert picture.scores in (None, report.scores)
        read = [report.boards[seat].reading for seat, _ in stacks]
        assert all(one.cells["broken"][-1] is None for one in read), "no colour is guessed"
        assert all("broken" in sum((d.cells for d in one.doubts), ()) for one in read)
        tried += len(stacks)
    assert tried > 3


def test_a_stack_that_was_not_seen_overrules_no_later_picture(monkeypatch):
    """DU-R32: whether a tile broke in this turn stays open; then it is seen plainly, or none."""
    table, later = SeeingKeeper(monkeypatch, DUEL), 0
    for number, picture in enumerate(evening(DUEL, 18, turns=True).pictures[:26]):
        blurred = [(seat, "broken") for seat in (0, 1) if number % 2]
        report = table.show(picture.moment, picture.boards, blurred)
        assert report.status is Status.READ
        if not blurred:
            tops = [lying.get("broken", (None,))[-1] for lying in picture.boards]
            assert [b.reading.cells.get("broken", (None,))[-1] for b in report.boards] == tops
            later += any(tops)
    assert later > 5


def test_a_file_answers_questions_of_a_replay(azul, tmp_path):
    file = tmp_path / "answers.json"
    file.write_text('{"001.jpg": [{"seat": 0, "cells": {"line/0/0": "red"}}]}')
    answers = read_answers(file)
    asked = azul.show(OFFER, SEATS, [(0, "line/0/0")])
    assert answers.settle("000.jpg", asked, azul.keeper) is asked, "no answer for this picture"
    report = answers.settle("001.jpg", asked, azul.keeper)
    assert report.status is Status.READ
    assert azul.keeper.sitting.table.boards[0]["line/0/0"] == "red"
