"""A question that nobody answers: the game goes on, and the next picture tells."""

from __future__ import annotations

from collections import Counter

import pytest
from judged_keeper import JOINED, SeeingKeeper
from judged_wavering import Counting, People, game_with_wavering_eyes

from companion.errors import CorrectionRefused, JournalError
from companion.events import Asked, Confirmed, ScoreCorrected, Unanswered, Undone
from companion.games.base import Checkpoint, Moment, Setup
from companion.reconcile import OTHER, Question
from companion.service.reports.report import Answered, Status
from companion.service.sitting.judgement import open_question
from companion.service.sitting.judgement.cubes import Cubes
from companion.service.sitting.judgement.evidence import Evidence
from companion.service.sitting.judgement.open_question import answers
from companion.sitting import fold

OFFER, TILED = Moment(Checkpoint.OFFER_END, 3), Moment(Checkpoint.TILED, 3)
NEXT = Moment(Checkpoint.OFFER_END, 4)
TOTALS = (5, 9)

FULL = {"line/0/0": "blue", "floor/0": "first"}
UNSURE = (0, "line/1/0")
EVEN = {UNSURE: {"red": 0.0, "black": -0.01}}
OFFERED = (FULL | {"line/1/0": "black"}, {"line/3/0": "white"})
SCORED = ({"wall/0/0": "blue", "line/1/0": "black"}, {"line/3/0": "white"})
LATER = (SCORED[0] | {"line/1/1": "black"}, {"line/3/0": "white", "floor/0": "first"})
RIGHT = (5, 9)

ON_THE_FLOOR = (0, "floor/1")
EVEN_FLOOR = {ON_THE_FLOOR: {None: 0.0, "blue": -0.01}}
WITH_FLOOR = (OFFERED[0] | {"floor/1": "blue"}, OFFERED[1])


def asked(table, boards=OFFERED, seeming=EVEN):
    """Show the offer's end, of which people are asked."""
    report = table.show(OFFER, boards, seeming=seeming, cubes=TOTALS)
    assert report.status is Status.QUESTION
    assert not any(isinstance(event, Confirmed) for event in table.records)
    return report


def test_that_people_are_asked_is_on_record(table):
    asked(table)
    assert table.records[-1] == Asked(OFFER, ({}, {}), ({}, {}))


def test_an_answer_is_of_the_picture_asked_about_though_the_next_could_not_be_written(
    table, monkeypatch
):
    """The disk was full: what was answered then counted for the next, and this one was missing."""

    def full(*events, earlier=False):
        raise JournalError("The disk is full.", full=True)

    question = asked(table).question
    with monkeypatch.context() as for_now:
        for_now.setattr(table.keeper._judge, "_record", full)
        with pytest.raises(JournalError):
            table.show(TILED, SCORED)
    table.keeper.answer(question.options.index(("black",)))
    assert table.records[-1] == Confirmed(OFFER, OFFERED)


def test_the_next_picture_shows_what_it_was(table):
    asked(table)
    report = table.show(TILED, SCORED)
    assert report.status is Status.READ
    assert table.records[-3:] == [
        Confirmed(OFFER, OFFERED), Unanswered(0), Confirmed(TILED, SCORED),
    ]  # fmt: skip
    assert fold(table.records).table == table.keeper.sitting.table


def test_totals_are_as_if_it_had_been_answered(table, monkeypatch):
    asked(table)
    late = table.show(TILED, SCORED)
    answered = SeeingKeeper(monkeypatch, JOINED)
    first = answered.show(OFFER, OFFERED, seeming=EVEN)
    answered.answer(first, ("black",))
    assert late.scores == answered.show(TILED, SCORED).scores == RIGHT


def test_what_was_taken_is_said_and_the_history_stated_anew(table):
    asked(table)
    report = table.show(TILED, SCORED)
    (notice,) = report.boards[0].notices
    assert notice.cells == ("line/1/0",)
    assert "nobody said what lay there in the picture before; black is taken" in notice.message
    assert report.anew
    assert report.answered == Answered(0, OFFER)


@pytest.mark.parametrize(("stands", "lay"), [(5, None), (4, "blue")])
def test_where_the_cubes_stand_tells_what_no_picture_shows_any_more(table, stands, lay):
    asked(table, WITH_FLOOR, EVEN_FLOOR)
    report = table.show(TILED, SCORED, cubes=(stands, 9))
    assert report.scores == (stands, 9)
    assert table.keeper.sitting.history[0].entry.boards[0].get("floor/1") == lay


def test_the_likelier_is_taken_where_nothing_tells_and_stays_a_doubt(table):
    """A picture that is left out would be missing in all totals to come."""
    asked(table, WITH_FLOOR, EVEN_FLOOR)
    assert table.show(TILED, SCORED).scores == RIGHT
    report = table.show(NEXT, LATER, cubes=(4, 9))
    assert report.anew, "the cube was moved late"
    assert table.keeper.sitting.history[0].entry.boards[0]["floor/1"] == "blue"


def test_what_was_a_little_too_unlikely_to_be_asked_stays_a_doubt_too(table):
    """A lamp burns a tile of a complete line: where it lies on the wall tells what it is."""
    burnt = {(0, "line/0/0"): {"red": 0.0, "black": -0.01, "blue": -2.4}}
    report = table.show(OFFER, OFFERED, seeming=burnt)
    assert report.question.options == (("red",), ("black",))
    report = table.show(TILED, SCORED, seeming={(0, "wall/0/0"): {"red": 0.0, "blue": -0.6}})
    assert report.status is Status.READ
    assert table.keeper.sitting.history[0].entry.boards[0]["line/0/0"] == "blue"
    assert report.scores == RIGHT


def test_of_many_answers_that_are_as_likely_none_is_taken(table):
    blurred = [(0, f"floor/{space}") for space in (1, 2)]
    more = (WITH_FLOOR[0] | {"floor/2": "red"}, WITH_FLOOR[1])
    assert table.show(OFFER, more, blurred).status is Status.QUESTION
    report = table.show(TILED, SCORED)
    assert (report.status, report.answered) == (Status.READ, None)
    assert [played.entry.moment for played in table.keeper.sitting.history] == [TILED]


def test_of_three_totals_that_are_as_likely_none_is_taken(table):
    """The likeliest of them would be wrong two times in three."""
    even = {(0, f"floor/{n}"): {None: 0.0, tile: 0.0} for n, tile in ((1, "blue"), (2, "red"))}
    more = (WITH_FLOOR[0] | {"floor/2": "red"}, WITH_FLOOR[1])
    assert table.show(OFFER, more, seeming=even).status is Status.QUESTION
    report = table.show(TILED, SCORED)
    assert (report.status, report.answered) == (Status.READ, None)


def test_of_more_answers_than_are_tried_none_is_taken(table, monkeypatch):
    """What was not tried may be likelier than all that was."""
    monkeypatch.setattr(open_question, "TRIED", 1)
    asked(table)
    assert table.show(TILED, SCORED).answered is None


def test_of_many_answers_that_bring_the_same_the_likeliest_is_taken(table):
    """Of one tile on a line that is not complete any of four colours: no total depends on it."""
    seeming = {UNSURE: {"red": -0.01, "black": 0.0, "white": -0.01, "yellow": -0.02}}
    assert table.show(OFFER, OFFERED, seeming=seeming).status is Status.QUESTION
    tiled = {(0, "line/1/0"): {"red": 0.0, "black": 0.0, "white": 0.0, "yellow": 0.0}}
    report = table.show(TILED, SCORED, seeming=tiled)
    assert report.answered == Answered(0, OFFER)
    assert report.scores == RIGHT


def test_a_hand_over_the_next_picture_is_waited_for(table, monkeypatch):
    asked(table)
    with monkeypatch.context() as hand:
        hand.setattr("companion.sightings.sighting.Sighting.clear", False)
        assert table.show(TILED, SCORED).status is Status.WAITING
    assert table.keeper.sitting.history == ()
    assert table.show(TILED, SCORED).answered == Answered(0, OFFER)


FIRST_OFFER, FIRST_TILED = Moment(Checkpoint.OFFER_END, 1), Moment(Checkpoint.TILED, 1)
TAKEN = (
    {"line/0/0": "red", "line/2/0": "blue", "line/2/1": "blue", "floor/0": "yellow"},
    {"line/1/0": "white", "line/1/1": "white", "floor/0": "first", "floor/1": "white"}
    | {f"line/4/{k}": "black" for k in range(5)}
    | {f"line/3/{k}": "yellow" for k in range(4)}
    | {f"floor/{k}": "red" for k in range(2, 6)},
)
PLACED = (
    {"line/2/0": "blue", "line/2/1": "blue", "wall/0/2": "red"},
    {"wall/1/0": "white", "wall/3/4": "yellow", "wall/4/2": "black"},
)
YELLOW_OR_RED = {(0, "line/0/0"): {"yellow": 0.0, "red": -0.01}}


@pytest.fixture
def begun(monkeypatch):
    """A keeper that has asked at the first offer's end, and may be shown what comes then."""
    table = SeeingKeeper(monkeypatch, Setup("azul", first_player=0))
    table.show(Moment(Checkpoint.SETUP, 0), ({}, {}))
    assert table.show(FIRST_OFFER, TAKEN, seeming=YELLOW_OR_RED).status is Status.QUESTION
    table.keeper.expect(lambda sitting: FIRST_TILED)
    return table


def test_people_who_play_on_are_followed(begun):
    """They have tiled their walls; at the offer's end that would break every rule."""
    report = begun.show(FIRST_OFFER, PLACED)
    assert report.status is Status.READ
    assert report.moment == FIRST_TILED
    assert report.answered == Answered(1, FIRST_OFFER)
    assert [type(event) for event in begun.records[-3:]] == [Confirmed, Unanswered, Confirmed]
    assert begun.keeper.tell({}).moment == FIRST_TILED


def test_so_they_are_where_nothing_was_read_before(table):
    """Whatever lies on the boards of a game that is joined could lie there at an offer's end."""
    asked(table)
    table.keeper.expect(lambda sitting: TILED)
    assert table.show(OFFER, SCORED).moment == TILED


def test_a_game_that_is_joined_may_be_looked_at_again_too(table):
    asked(table)
    table.keeper.expect(lambda sitting: TILED)
    assert table.show(OFFER, OFFERED).moment == OFFER


def test_who_only_looks_again_is_not_taken_for_playing_on(begun):
    report = begun.show(FIRST_OFFER, TAKEN)
    assert report.status is Status.READ
    assert report.moment == FIRST_OFFER
    assert report.answered is None


def test_what_fits_neither_is_a_violation_of_what_was_asked_about(begun):
    wrong = (TAKEN[0] | {"wall/3/3": "blue"}, TAKEN[1])
    report = begun.show(FIRST_OFFER, wrong)
    assert (report.status, report.moment) == (Status.VIOLATION, FIRST_OFFER)
    begun.keeper.expect(lambda sitting: FIRST_TILED)
    assert begun.show(FIRST_OFFER, PLACED).moment == FIRST_TILED, "still possible"


def test_where_nobody_knows_what_is_due_the_same_is_looked_at(begun):
    def refused(sitting):
        raise CorrectionRefused("it is not known who passes")

    begun.keeper.expect(refused)
    report = begun.show(FIRST_OFFER, PLACED)
    assert (report.status, report.moment) == (Status.VIOLATION, FIRST_OFFER)


def test_it_is_expected_of_one_picture_only(begun):
    begun.show(FIRST_OFFER, TAKEN, seeming=YELLOW_OR_RED)
    assert begun.show(FIRST_OFFER, PLACED).status is Status.VIOLATION


def test_it_is_expected_still_when_the_hand_over_the_boards_has_gone(begun, monkeypatch):
    with monkeypatch.context() as hand:
        hand.setattr("companion.sightings.sighting.Sighting.clear", False)
        assert begun.show(FIRST_OFFER, PLACED).status is Status.WAITING
    assert begun.show(FIRST_OFFER, PLACED).moment == FIRST_TILED


def test_what_was_expected_at_one_moment_is_not_at_another(begun, monkeypatch):
    with monkeypatch.context() as hand:
        hand.setattr("companion.sightings.sighting.Sighting.clear", False)
        begun.show(FIRST_OFFER, PLACED)
    turn = Moment(Checkpoint.TURN, 1, 0)
    assert begun.show(turn, PLACED).moment == turn


def test_an_answer_that_was_refused_is_not_taken_later(begun):
    begun.keeper._question = Question(0, ("line/0/0",), (("red",), ("yellow",), OTHER))
    begun.keeper.answer(2)
    begun.keeper.expect(lambda sitting: FIRST_TILED)
    begun.show(FIRST_OFFER, PLACED)
    read = [played.entry.boards[0].get("line/0/0") for played in begun.keeper.sitting.history[1:]]
    assert not {"red", "yellow"} & set(read)


def test_another_picture_of_the_same_moment_is_no_answer(table):
    asked(table)
    assert asked(table).answered is None
    assert table.keeper.sitting.history == ()


def test_an_answer_is_an_answer(table):
    first = asked(table)
    table.answer(first, ("black",))
    report = table.show(TILED, SCORED)
    assert report.answered is None
    assert len(table.keeper.sitting.history) == 2


def test_what_people_laid_by_hand_meanwhile_holds(table):
    asked(table)
    table.keeper.amend(Confirmed(OFFER, OFFERED))
    report = table.show(TILED, SCORED)
    assert report.answered is None
    assert len(table.keeper.sitting.history) == 2


def asked_later(table):
    """Show a whole round, and the next offer's end, of which people are asked."""
    table.show(OFFER, OFFERED)
    table.show(TILED, SCORED)
    unsure = {(0, "line/2/0"): {"red": 0.0, "white": -0.01}}
    more = (LATER[0] | {"line/2/0": "white"}, LATER[1])
    assert table.show(NEXT, more, seeming=unsure).status is Status.QUESTION


def test_an_earlier_reading_may_be_corrected_meanwhile(table):
    asked_later(table)
    table.keeper.amend(ScoreCorrected(1, 1, 30))
    tiled = {"wall/0/0": "blue", "wall/1/4": "black", "line/2/0": "white"}
    report = table.show(Moment(Checkpoint.TILED, 4), (tiled, SCORED[1]))
    assert report.answered == Answered(2, NEXT)
    assert report.scores[1] == 29, "what was corrected stays; the marker on the floor costs one"


def test_one_that_was_asked_before_something_was_taken_back_is_forgotten(table):
    asked_later(table)
    table.keeper.amend(Undone())
    assert table.show(TILED, SCORED).answered is None


def test_a_question_that_offers_something_else_is_open_to_it():
    question = Question(0, ("a",), (("red",), ("blue",), OTHER))
    evidence = Evidence(OFFER, ({"a": {"red": 0.0, "blue": -1.0, None: -2.0}},), Cubes())
    given = list(answers(question, evidence))
    assert [one.contents for one in given] == [("red",), ("blue",), (None,)]
    assert given[2].within(evidence).seen == [{"a": {None: -2.0}}]
    assert [dict(rival.cells) for rival in given[0].rivals()] == [{"a": "blue"}, {"a": None}]


def test_an_order_is_told_and_said_as_one():
    question = Question(0, ("a", "b"), (("1", "2"), ("2", "1")), told="order")
    evidence = Evidence(TILED, ({},), Cubes())
    first, second = answers(question, evidence)
    assert first.within(evidence).moment.told == {"order": {"0": ("a", "b")}}
    assert second.within(evidence).moment.told == {"order": {"0": ("b", "a")}}
    assert list(second.rivals()) == []
    ((seat, notice),) = second.told()
    assert (seat, notice.cells) == (0, ("a", "b"))
    assert "in which order" in notice.message


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("azul", (3, 5)),
        *(pytest.param(game, range(8), marks=pytest.mark.long) for game in ("azul", "azul-mini")),
    ],
)
def test_whole_games_go_as_well_without_an_answer(monkeypatch, game, seeds):
    monkeypatch.setattr("judged_wavering.WAVERING", 0.12)

    def played(answering):
        people = People(Counting.RIGHTLY, answering)
        games = (game_with_wavering_eyes(monkeypatch, Setup(game), n, people) for n in seeds)
        return sum(games, Counter())

    silent, answered = played(answering=False), played(answering=True)
    print(game, dict(silent), dict(answered))
    assert silent["questions"]
    assert silent["right totals"] >= answered["right totals"] - 1
    assert silent["alarms"] <= answered["alarms"] + 1
