"""What was put right since the eyes learned it: they go on saying what was wrong."""

from __future__ import annotations

import pytest
from judged_evenings import evening
from judged_keeper import SeeingKeeper

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Moment, Setup
from companion.service.reports.report import Status
from companion.service.sitting.answers import Answers
from companion.service.sitting.corrections import corrections
from companion.service.sitting.judgement.cubes import Cubes
from companion.service.sitting.judgement.evidence import Evidence
from companion.service.sitting.judgement.recollection import known_well, recalled, remembered
from companion.service.sitting.judgement.second_thoughts import Confirmation

DUEL = Setup("azul-duel", goals=("G1", "G5", "G8"))


@pytest.fixture
def misread(monkeypatch):
    """A keeper that took a dome tile for another; its place, both, and the next picture."""
    start, opening, offer, *_ = evening(DUEL, 3).pictures
    table = SeeingKeeper(monkeypatch, DUEL)
    table.show(start.moment, start.boards)
    ((place, right),) = opening.boards[0].items()
    lying = [one for board in offer.boards for one in board.values()]
    wrong = next(turned[0] for turned in TURNED.values() if not {*turned}.intersection(lying))
    taken = ({place: wrong}, opening.boards[1])
    assert table.show(opening.moment, taken).status is Status.READ
    return table, place, (wrong, right), offer


def says(place, wrong, right):
    """Eyes that remember a dome tile say it again, whatever lies there."""
    return {(0, place): {wrong: 0.0, right: -17.0, None: -30.0}}


def test_what_people_put_right_is_not_contradicted_by_eyes_that_remember(misread):
    table, place, (wrong, right), offer = misread
    number = table.keeper.sitting.history[-1].entry.number
    for event in corrections(table.keeper.sitting, number, 0, {place: right}):
        table.keeper.amend(event)
    seen = table.show(offer.moment, offer.boards, seeming=says(place, wrong, right))
    assert seen.status is Status.READ
    assert table.keeper.sitting.table.boards[0][place] == right


def test_what_is_answered_is_no_memory(misread):
    """Asked of a line, with the dome tile put right before: both answers are taken as they are."""
    table, place, (wrong, right), offer = misread
    number = table.keeper.sitting.history[-1].entry.number
    for event in corrections(table.keeper.sitting, number, 0, {place: right}):
        table.keeper.amend(event)
    cell = next(cell for cell in offer.boards[0] if cell.startswith("line/"))
    asked = table.show(offer.moment, offer.boards, [(0, cell)], says(place, wrong, right))
    answers = Answers(certain={(0, place): right, (0, cell): offer.boards[0][cell]})
    table.keeper._answers = answers
    assert table.keeper.tell({}).status is Status.READ, asked
    assert offer.boards[0].items() <= table.keeper.sitting.table.boards[0].items()


def test_what_nobody_put_right_stands_as_the_eyes_say_it(misread):
    table, place, (wrong, right), offer = misread
    kept = ({**offer.boards[0], place: wrong}, offer.boards[1])
    seen = table.show(offer.moment, kept, seeming=says(place, wrong, right))
    assert seen.status is Status.READ
    assert table.keeper.sitting.table.boards[0][place] == wrong


def test_what_is_only_remembered_speaks_for_nothing():
    seen = ({"place/0/0": {"a": 0.0, "b": -17.0}, "line/0/0": {"red": 0.0, "blue": -3.0}},)
    boards = ({"place/0/0": "a", "line/0/0": "red"},)
    remembered = frozenset({(0, "place/0/0")})
    picture = Confirmation(Evidence(Moment("turn", 1), seen, Cubes(), remembered), boards, ())
    assert picture.gain(0, {"place/0/0": "b", "line/0/0": "blue"}) == -3.0
    anew = recalled(picture.evidence, boards, ({"place/0/0": "b", "line/0/0": "blue"},))
    assert dict(anew.seen[0]["place/0/0"]) == {"a": -17.0, "b": 0.0}
    assert anew.seen[0]["line/0/0"] == seen[0]["line/0/0"], "of lines the eyes remember nothing"
    for before, gone in ((boards, ({},)), (({},), boards)):
        assert recalled(picture.evidence, before, gone).seen == list(seen), "nothing to exchange"
    assert recalled(picture.evidence, None, boards) is picture.evidence


def test_only_what_stays_is_remembered(misread):
    table, place, (wrong, _), _ = misread
    taught = ({place: wrong, "line/0/0": "red"}, {})
    assert remembered(table.keeper.sitting, taught) == {(0, place)}
    assert not remembered(table.keeper.sitting, None)


def test_what_is_in_doubt_is_not_remembered():
    assert known_well(({"a": "red", "b": "blue"}, {}), {0: {"a"}}) == ({"b": "blue"}, {})
