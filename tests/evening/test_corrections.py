"""What people put right: taps, answers, totals, undo, told numbers."""

from dataclasses import replace
from unittest.mock import patch

import pytest
from kitchen import EMPTY, MIXED, OFFER, TILED, Anew, HearsayKeeper, asked
from pages import HOME

from companion.errors import BoardNotFound, CorrectionRefused, PictureError
from companion.events import (
    CellCorrected,
    CellsCorrected,
    Confirmed,
    ScoreCorrected,
    ToldCorrected,
    Undone,
)
from companion.games.base import Checkpoint
from companion.service.bulletin.state import Phase, Stage
from companion.service.evening import asks, look
from companion.service.reports.report import Status, WhoseBoard, question_id
from web import create_app

QUESTION = {"options": [OFFER, TILED]}
QUESTION_OF_WALLS = {"options": [TILED, OFFER]}
TILED_WITHOUT = ({"line/1/0": "blue"}, {})


def test_a_misread_violation_is_corrected_with_a_tap(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, MIXED)
    state = asked(evening, asks.Correct(0, {"line/1/1": "blue"}))
    assert (state.stage, state.happened) == (Stage.PLAYING, "corrected")
    assert state.boards[0] == {"line/1/0": "blue", "line/1/1": "blue"}
    last = kitchen.journal.recorded(state.sitting)[-1]
    assert isinstance(last.event, Confirmed)
    assert evening.context.keeper.taught == [last.event.boards], "misread once is enough"
    assert last.picture is not None


def test_a_tap_that_leaves_something_wrong_shows_what(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, MIXED)
    state = asked(evening, asks.Correct(0, {"line/1/1": "yellow"}))
    assert (state.stage, state.reading) == (Stage.VIOLATION, 0)
    assert state.boards[0]["line/1/1"] == "yellow"
    assert state.report.boards[0].problems


def test_taps_that_only_together_put_it_right_are_kept(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, (MIXED[0], MIXED[0]))
    assert asked(evening, asks.Correct(0, {"line/1/1": None})).stage is Stage.VIOLATION
    state = asked(evening, asks.Correct(1, {"line/1/1": "blue"}))
    assert (state.stage, state.reading) == (Stage.PLAYING, 1)
    assert state.boards == {
        0: {"line/1/0": "blue"}, 1: {"line/1/0": "blue", "line/1/1": "blue"},
    }  # fmt: skip


def test_of_a_turn_that_is_looked_at_again_only_the_last_reading_holds_with_its_total(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    kitchen.sees(({"line/1/0": "blue"}, {}), seat=0)
    asked(evening, asks.CorrectScore(0, 7))
    state = kitchen.sees(({"line/1/0": "red"}, {}), seat=0)
    assert [(line.number, line.status) for line in state.history] == [
        (0, "read"), (1, "undone"), (2, "read"),
    ]  # fmt: skip
    assert state.confirmed == state.table.scores == (7, 0)


def test_a_question_is_answered(kitchen):
    evening = kitchen.start()
    state = kitchen.sees(EMPTY, QUESTION)
    assert (state.stage, state.reading) == (Stage.QUESTION, 0)
    state = asked(evening, asks.Answer(0, question_id(state.report.question)))
    assert (state.stage, state.announced, len(state.history)) == (Stage.PLAYING, (1, 0), 2)
    assert state.history[-1].kept


@pytest.mark.parametrize(
    ("ask", "total"),
    [
        (asks.CorrectScore(1, 7, reading=1), 7),
        (asks.Correct(1, {"floor/1": "white"}, reading=1), 0),
        (asks.Tell({"starter": 1}, reading=1), 0),
        (asks.SkipTiles(), 0),
    ],
)
def test_what_else_is_put_right_leaves_a_question_open(kitchen, ask, total):
    evening = kitchen.start()
    question = kitchen.sees(EMPTY, OFFER, QUESTION_OF_WALLS).report.question
    before = evening.state
    state = asked(evening, ask)
    assert (state.stage, state.report.question) == (Stage.QUESTION, question)
    assert state.report.moment == before.report.moment
    assert state.table.scores == (0, total)
    assert [line.status for line in state.history] == ["read", "read", "question"]
    assert asked(evening, asks.Answer(0, question_id(question))).stage is Stage.PLAYING


def test_what_is_clear_after_something_was_put_right_is_asked_no_more(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, QUESTION_OF_WALLS)
    with patch.object(HearsayKeeper, "tell", lambda self, told: self.answer(0)):
        state = asked(evening, asks.CorrectScore(0, 3, reading=1))
    assert (state.stage, state.reading) == (Stage.PLAYING, 2)
    assert [line.status for line in state.history] == ["read", "read", "read"]


def test_what_is_taken_back_or_laid_by_hand_ends_a_question(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, QUESTION_OF_WALLS)
    assert asked(evening, asks.Undo()).stage is Stage.PLAYING
    kitchen.sees(OFFER, QUESTION_OF_WALLS)
    assert asked(evening, asks.LayByHand(TILED)).stage is Stage.PLAYING


def test_a_question_that_is_closed_cannot_be_answered(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, QUESTION)
    with pytest.raises(CorrectionRefused, match="no longer open"):
        asked(evening, asks.Answer(0, "1:floor/6"))
    asked(evening, asks.Answer(0))
    with pytest.raises(CorrectionRefused, match="no longer open"):
        asked(evening, asks.Answer(1))


def test_an_answer_never_counts_for_another_question_about_the_same_place(kitchen):
    """Answers are numbers: of the next picture the likelier one may be another."""
    evening = kitchen.start()
    first = {"options": [OFFER, TILED], "answers": (("first",), (None,))}
    asks_first = question_id(kitchen.sees(EMPTY, first).report.question)
    kitchen.sees({"options": [TILED, OFFER], "answers": ((None,), ("first",))})
    with pytest.raises(CorrectionRefused, match="no longer open"):
        asked(evening, asks.Answer(0, asks_first))
    assert evening.state.stage is Stage.QUESTION
    kitchen.sees(first)
    assert asked(evening, asks.Answer(0, asks_first)).reading == 1, "the same one is known again"


def test_nor_does_one_about_whose_board_it_is():
    """After a restart the same picture is asked about anew, perhaps in another order."""
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    asked_of = [question_id(WhoseBoard(corners, seats)) for seats in ((0, 1), (1, 0), (0, 1, 2))]
    assert len(set(asked_of)) == 3


@pytest.mark.parametrize("ask", [asks.Answer(0), asks.Correct(0, {})])
def test_what_is_said_of_a_picture_is_of_its_moment_though_another_look_failed(kitchen, ask):
    """Ada's turn is asked about, she holds to score the round, the picture is black."""
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    kitchen.sees({"options": [TILED_WITHOUT, EMPTY]}, seat=0)
    failed = kitchen.sees(PictureError("the picture is black"), hold=True)
    assert failed.stage is Stage.QUESTION
    state = asked(evening, ask)
    last = evening.sitting.history[-1].entry.moment
    assert (last.checkpoint, last.round, last.seat) == (Checkpoint.TURN, 1, 0)
    assert (state.history[-1].checkpoint, state.history[-1].number) == ("turn", 1)
    assert state.history[-1].picture == 2, "the one that was asked about"


@pytest.mark.parametrize(
    ("error", "stage"),
    [
        (BoardNotFound("no board is to be seen; move the lamp"), Stage.LOST),
        (PictureError("the picture is black; switch on a light"), Stage.PLAYING),
        (RuntimeError("a mistake of ours"), Stage.PLAYING),
    ],
)
def test_a_picture_of_no_use_is_told_and_forgotten(kitchen, error, stage):
    kitchen.start()
    state = kitchen.sees(EMPTY, error)
    assert (state.stage, state.phase, state.reading) == (stage, Phase.FAILED, 0)
    assert str(error) in state.trouble
    assert kitchen.sees(OFFER).trouble == ""


def test_undo_takes_back_the_last_reading(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    state = evening.double().result(5)
    assert (state.confirmed, state.announced, state.reading) == ((0, 0), (1, 0), 1)
    assert state.due.checkpoint is Checkpoint.TILED
    assert [line.status for line in state.history] == ["read", "read", "undone"]
    assert kitchen.events()[-1] == Undone()
    assert kitchen.sees(TILED).confirmed == (1, 0)


def test_what_is_told_after_a_useless_picture_is_of_the_next_one(kitchen):
    """The one that asked counts for nothing any more, and the reading before never asked."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, BoardNotFound("no board"))
    asking = replace(evening.state.report, status=Status.VIOLATION, asks=("broken",))
    evening.context.publish(lambda state: replace(state, report=asking))
    asked(evening, asks.Tell({"broken": [0, 1]}))
    assert evening.context.told == {"broken": (0, 1)}
    assert not any(isinstance(one, ToldCorrected) for one in kitchen.events())


def test_a_corrected_cell_changes_the_totals_after_it(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    cells = {"line/0/0": None}
    state = asked(evening, asks.Correct(0, cells, was={"line/0/0": "red"}))
    assert kitchen.events()[-1] == CellCorrected(1, 0, "line/0/0", None)
    assert state.boards[0] == {"line/1/0": "blue"}
    assert (state.announced, state.report.status) == ((0, 0), "read")


def test_cells_that_belong_together_are_corrected_together(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    cells = {"line/0/0": None, "line/2/0": "red", "line/2/1": "red"}
    state = asked(evening, asks.Correct(0, cells))
    assert kitchen.events()[-1] == CellsCorrected(1, 0, cells)
    assert (state.announced, state.changed) == ((0, 0), ())


def test_a_correction_that_cannot_be_changes_nothing(kitchen):
    evening = kitchen.start()
    before = kitchen.sees(EMPTY, OFFER)
    for seat, cells, word in [
        (0, {"line/1/1": "red"}, "not be legal"),
        (0, {"line/9/9": "red"}, "no cell"),
        (0, {"track/900": "red"}, "no cell"),
        (0, {"line/1/1": "purple"}, "cannot lie"),
        (0, {"line/1/1": ("red",)}, "cannot lie"),
        (3, {"line/1/1": "red"}, "nobody sits"),
    ]:
        with pytest.raises(CorrectionRefused, match=word):
            asked(evening, asks.Correct(seat, cells))
    with pytest.raises(CorrectionRefused, match="no longer holds"):
        asked(evening, asks.Correct(0, {"line/1/1": "blue"}, reading=7))
    assert evening.state is before


def test_two_phones_that_correct_the_same_cell(kitchen):
    """The second one saw what the first had changed already, and is told so."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    was = {"line/0/0": "red"}
    asked(evening, asks.Correct(0, {"line/0/0": "black"}, was=was))
    with pytest.raises(CorrectionRefused, match="somebody else has just corrected line/0/0"):
        asked(evening, asks.Correct(0, {"line/0/0": "white"}, was=was))
    count = len(kitchen.events())
    agreed = asked(evening, asks.Correct(0, {"line/0/0": "black"}, was=was))
    assert agreed.boards[0]["line/0/0"] == "black"
    assert len(kitchen.events()) == count, "both said the same: nothing more to write"


def test_a_corrected_total(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    state = asked(evening, asks.CorrectScore(1, 9))
    assert (state.confirmed, kitchen.events()[-1]) == ((1, 9), ScoreCorrected(2, 1, 9))
    assert [(c.seat, c.was, c.now) for c in state.changed] == [(1, 0, 9)]
    assert state.history[-1].scores == state.report.scores == (1, 9)


def test_after_the_end_a_total_is_said_with_the_bonuses_that_screens_show(kitchen):
    evening = kitchen.start()
    shown = kitchen.plays_to_the_end().confirmed
    assert shown == (17, 0), "15 points for five tiles, 2 for the row"
    assert asked(evening, asks.CorrectScore(0, 17)).confirmed == shown
    state = asked(evening, asks.CorrectScore(0, 30))
    assert (state.confirmed, kitchen.events()[-1]) == ((30, 0), ScoreCorrected(10, 0, 28))
    assert [(c.seat, c.was, c.now) for c in state.changed] == [(0, 17, 30)]
    with pytest.raises(CorrectionRefused, match="alone brings 2 points"):
        asked(evening, asks.CorrectScore(0, 1))
    client = create_app(evening).test_client()
    assert 'value="30"' in client.get("/table/0").text.split('id="total"')[1].split(">")[0]
    home = {"Origin": "http://localhost", "X-Requested-With": "fetch"}
    for lang, said in (("pl", "Samo zakończenie gry daje 2 pkt"), ("cs", "jen za konec hry: 2;")):
        form = {"seat": "0", "score": "1"}
        refused = client.post(f"/score?lang={lang}", data=form, headers=home)
        assert said in refused.json["error"]


def test_a_total_that_is_put_right_is_what_the_coming_tiling_adds_to(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    state = asked(evening, asks.CorrectScore(0, 5))
    assert (state.confirmed, state.announced, state.history[-1].scores) == ((5, 0), (6, 0), (6, 0))
    assert kitchen.sees(TILED).confirmed == state.announced


def test_told_in_advance_goes_with_the_next_picture(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    asked(evening, asks.Tell({"broken": [1, 2]}))
    kitchen.sees(OFFER)
    assert kitchen.events()[-1].moment.told == {"broken": [1, 2]}
    kitchen.sees(TILED)
    assert kitchen.events()[-1].moment.told == {}


@pytest.mark.parametrize("useless", ["waiting", MIXED, PictureError("black")])
def test_what_was_told_outlives_a_picture_that_counts_for_nothing(kitchen, useless):
    """A hold is for what is due: nothing is left of the picture before."""
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    asked(evening, asks.Tell({"marker": {"seat": 1, "tiles": 1}}))
    kitchen.sees(useless, OFFER, hold=True)
    assert "marker" in evening.sitting.history[-1].entry.moment.told
    kitchen.sees(TILED)
    assert not evening.sitting.history[-1].entry.moment.told


def test_told_numbers_are_checked(kitchen):
    evening = kitchen.start()
    for told in ({"broken": [1]}, {"marker": 3}, {"nonsense": 1}, {"discarded": "x"},
                 {"chips": [-1, 0]}, {"order": [1]}, {"order": {"0": [1]}},
                 {"cubes": None}, {"broken": [10**9, 0]}):  # fmt: skip
        with pytest.raises(CorrectionRefused):
            asked(evening, asks.Tell(told))


def test_the_starting_player_marker_never_comes_without_tiles(kitchen):
    """SP-R15: a form that was sent without the number would cost nothing."""
    evening = kitchen.start()
    with pytest.raises(CorrectionRefused, match="comes with tiles"):
        asked(evening, asks.Tell({"marker": {"seat": 1, "tiles": 0}}))
    asked(evening, asks.Tell({"marker": None}))  # nobody took it


def test_what_takes_a_while_is_told_step_by_step(kitchen, monkeypatch):
    monkeypatch.setattr(look, "PROGRESS_S", -1.0)
    evening = kitchen.start()
    done = []
    follow = evening.bulletin.follow(1)
    next(follow)
    kitchen.sees(EMPTY)
    for _ in range(3):
        done.append(next(follow).doing)
    assert done == ["taking", "reading", ""]


def test_two_phones_that_tap_the_same_cell_on_their_pages(kitchen):
    """A form tells what its page showed on the cell: the slower phone is told what holds now."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    client = create_app(evening).test_client()

    def tap(content):
        form = {"seat": "0", "cell": "line/0/0", "content": content, "was": '"red"'}
        return client.post("/correct", data=form, headers=HOME)

    assert tap("black").status_code == 303
    slower = tap("white")
    assert slower.status_code == 409
    assert (
        "Somebody else has just corrected pattern line 1, space 1: it holds black now"
        in slower.text
    )
    assert evening.state.boards[0]["line/0/0"] == "black"


def test_a_picture_that_puts_an_earlier_one_right_changes_its_line_of_the_history(kitchen):
    kitchen.start()
    state = kitchen.sees(EMPTY, OFFER)
    assert state.history[1].scores == (1, 0)
    state = kitchen.sees(Anew(CellCorrected(1, 0, "line/0/0", None), TILED_WITHOUT))
    assert state.history[1].scores == (0, 0), "what was announced then is told as it is now"
    assert (state.stage, state.happened) == (Stage.PLAYING, "read")
    assert [line.status for line in state.history] == ["read"] * 3
    assert state.boards[0] == TILED_WITHOUT[0]
    assert [type(event) for event in kitchen.events()[-2:]] == [CellCorrected, Confirmed]
