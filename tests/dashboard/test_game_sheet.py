"""The whole game on one sheet: every point is there, and they add up to what is announced."""

import re
from dataclasses import replace
from html import unescape

import pytest
from evening import Evening as Photographed
from gallery import GAMES, SCENES, setup_of, shown
from test_past_evenings import EVENINGS

from companion import sitting
from companion.events import Confirmed, Opened, ScoreCorrected
from companion.games.base import Checkpoint, Moment, Result, Setup
from hardware.table import simulated_sitting
from web.views.points import leaders
from web.views.points.charts import scores_by_round
from web.views.points.course import course, ranking
from web.views.points.game_sheet import game_sheet
from web.views.wording import words

WALLS = ("azul", "azul-mini")
"""Games of which another one of walls has all rows."""

BY_NAME = {scene.name: scene for scene in SCENES}


def played(game, players=2, seed=5, steps=None):
    setup = setup_of(game, players)
    found = simulated_sitting(setup, seed).steps[:steps]
    return sitting.fold(
        [Opened(setup), *(Confirmed(one.moment, tuple(one.boards)) for one in found)]
    )


@pytest.fixture(autouse=True)
def english():
    evening = Photographed()
    with evening.app.test_request_context("/?lang=en"):
        yield
    evening.live.stop()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_every_point_is_on_the_sheet_and_they_add_up(game, seed):
    whole = played(game, seed=seed)
    result = whole.game.result(whole.table)
    rounds = course(whole)
    for seat, score in enumerate(result.scores):
        steps = [step.points for one in rounds for step in one.parts[seat].steps]
        otherwise = sum(one.parts[seat].otherwise for one in rounds)
        ends = sum(step.points for step in result.steps[seat])
        assert whole.history[0].outcome.table.scores[seat] + sum(steps) + otherwise + ends == score
        assert all(part.otherwise >= 0 for one in rounds for part in one.parts), "only the limit 0"
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize("game", ["azul", "azul-duel"])
def test_what_no_rule_explains_is_a_line_of_its_own(game):
    whole = played(game)
    tiled = [p for p in whole.history if p.entry.moment.checkpoint is Checkpoint.TILED]
    total = tiled[1].outcome.table.scores[0]
    put_right = sitting.apply(whole, ScoreCorrected(tiled[1].entry.number, 0, total + 3))
    part = course(put_right)[1].parts[0]
    assert (part.otherwise, part.total) == (3, total + 3)
    assert game_sheet(put_right, 2, 0).points.other == "+3"


def test_a_round_whose_tiling_is_still_to_come_says_so():
    steps = simulated_sitting(setup_of("azul", 2), 5).steps
    upto = next(n for n, one in enumerate(steps) if one.moment.round == 3
                and one.moment.checkpoint is Checkpoint.OFFER_END)  # fmt: skip
    rounds = course(played("azul", steps=upto + 1))
    assert [one.coming for one in rounds] == [False, False, True]
    done = course(played("azul", steps=upto + 2))
    assert [one.parts for one in done][-1][0].total == rounds[-1].parts[0].total


@pytest.mark.parametrize("game", ["azul", "azul-mini", "master-chocolatier"])
def test_a_round_is_over_though_nobody_pressed_after_its_tiling(game):
    """It stood there as still to come, and its points were counted in the next one again."""
    setup = setup_of(game, 2)
    steps = simulated_sitting(setup, 5).steps
    tiled = Moment(Checkpoint.TILED, 2)
    forgotten = [one for one in steps if not sitting.same_moment(one.moment, tiled)]
    assert len(forgotten) == len(steps) - 1
    whole, without = (
        course(sitting.fold([Opened(setup), *(Confirmed(o.moment, tuple(o.boards)) for o in each)]))
        for each in (steps, forgotten)
    )
    assert [(one.number, one.coming) for one in without] == [(r.number, False) for r in whole]
    totals, due = (
        [[part.total for part in one.parts] for one in rounds] for rounds in (without, whole)
    )
    assert totals == due


def test_what_a_choice_in_the_tiling_will_bring_is_not_told_as_nothing():
    steps = simulated_sitting(setup_of("azul-duel", 2), 5).steps
    upto = [n for n, one in enumerate(steps) if one.moment.checkpoint is Checkpoint.OFFER_END]
    seen = set()
    for whole in (played("azul-duel", steps=n + 1) for n in upto):
        known = whole.history[-1].outcome.announced
        *_, last = game_sheet(whole).rows or (None,)
        if last is None or not last.coming:
            continue
        assert [cell.gained == "?" for cell in last.cells] == [one is None for one in known]
        assert [part.otherwise for part in course(whole)[-1].parts if part.open] == [0] * sum(
            one is None for one in known
        )
        seen |= set(known)
    assert None in seen


def test_the_chart_grows_with_the_game():
    lengths = [
        len(game_sheet(played("azul", steps=count)).chart.rounds)
        for count in (3, 5, 7, 9)
    ]  # fmt: skip
    assert lengths == [1, 2, 3, 4]


def result_of(scores, winners):
    return Result(scores, ({},) * len(scores), ((),) * len(scores), winners, True)


def test_everybody_has_a_rank_and_equals_share_it():
    assert ranking(result_of((64, 75, 73, 64), (1,))) == ((1, 1), (2, 2), (3, 0), (3, 3))
    assert ranking(result_of((50, 50), (1,))) == ((1, 1), (2, 0)), "a tie the rules have broken"
    assert ranking(result_of((50, 50), (0, 1))) == ((1, 0), (1, 1))


def test_the_winners_card_ranks_everyone_with_what_the_end_brought():
    evening = shown("azul", 4, BY_NAME["over"])
    html = evening.app.test_client().get("/").text
    story = unescape(
        re.sub(r"<[^>]+>", " ", re.search(r'<section class="story.*?</section>', html, re.S)[0])
    )
    result = evening.evening.state.result
    for rank, seat in ranking(result):
        ends = sum(step.points for step in result.steps[seat])
        total = f"{result.scores[seat]} points, of these +{ends} at the end"
        assert f"{rank}. {evening.evening.state.names[seat]}: {total}" in story
    evening.end()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game in WALLS)) for game in GAMES]
)
def test_the_page_has_every_round_and_every_point_when_pressed(game):
    evening = shown(game, 2, BY_NAME["over"])
    client = evening.app.test_client()
    html = client.get("/game").text
    table = re.search(r'<table class="rounds">.*?</table>', html, re.S)[0]
    links = [unescape(one) for one in re.findall(r'<a href="([^"]*)"', table)]
    rounds = course(evening.evening.sitting)
    assert len(links) == 2 * (len(rounds) + 1)
    for number, one in enumerate(rounds):
        points = client.get(links[2 * number].split("#")[0]).text
        sheet = re.search(r'id="points".*?</section>', points, re.S)[0]
        assert sheet.count('class="sheet-points"') == len(one.parts[0].steps) + bool(
            one.parts[0].otherwise
        )
    assert client.get("/game?round=99&seat=7").status_code == 200
    evening.end()


def in_words(html):
    table = re.search(r'<table class="rounds">.*?</table>', html, re.DOTALL)[0]
    return re.sub(r"<[^>]+>", " ", table).split()


def test_a_game_that_was_played_before_has_the_same_sheet():
    evening = shown("azul", 2, BY_NAME["over"])
    client = evening.app.test_client()
    now, then = client.get("/game").text, client.get("/history/1").text
    assert in_words(now) == in_words(then)
    assert "Ada" in then
    assert client.get("/history/99").status_code == 404
    assert 'href="/history/1' in client.get("/history").text
    evening.end()


def test_before_the_first_round_there_is_nothing_to_show():
    evening = shown("azul", 2, BY_NAME["begun"])
    assert "No round has been scored yet." in evening.app.test_client().get("/game").text
    evening.end()


def test_who_leads_in_what():
    whole = played("azul")
    found = {one.what: (one.who, one.much) for one in
             leaders.leaders(course(whole), whole.game.result(whole.table))}  # fmt: skip
    assert found["Best round"] == ("Player 1", "+26 (Round 5)")
    assert "Most points at once" in found
    assert "Complete rows" not in found, "both have two"


def test_records_broken_tonight():
    words.use(("Tomek", "Ewa"))
    assert leaders.records("azul", ("Tomek", "Ewa"), (73, 20), EVENINGS) == (
        "Tomek: 73 points, the most this table has seen; so far it was 72.",
        "Tomek has never had so many: 73, so far 72.",
    )
    assert len(leaders.records("azul", ("TOMEK", "Ewa"), (73, 20), EVENINGS)) == 2, "the same Tomek"
    assert leaders.records("azul", ("Tomek", "Ewa"), (72, 20), EVENINGS) == ()
    assert leaders.records("azul-duel", ("Tomek", "Ewa"), (99, 99), EVENINGS) == (), "unfinished"
    unnamed = [replace(one, names=()) for one in EVENINGS]
    assert len(leaders.records("azul", ("Tomek", "Ewa"), (73, 20), unnamed)) == 1


def test_the_chart_of_a_game_that_was_joined_begins_with_its_round_and_its_totals():
    setup = Setup("azul", first_player=0, scores=(12, 9), round=5)
    boards = ({"line/0/0": "red"}, {}), ({"wall/0/2": "red"}, {})
    moments = Moment(Checkpoint.OFFER_END, 5), Moment(Checkpoint.TILED, 5)
    whole = sitting.fold([Opened(setup), *map(Confirmed, moments, boards)])
    chart = game_sheet(whole).chart
    assert [mark.text for mark in chart.rounds] == ["5"]
    assert chart.lines == scores_by_round([(13, 9)], (12, 9)).lines
