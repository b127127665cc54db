"""Past evenings: the charts as shapes, who won how often, and the page they stand on."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from evening import Evening
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import History
from companion.journal.statistics import Evening as Played
from companion.journal.statistics import standings
from web.routes import reference
from web.views.points import charts, past

pytestmark = pytest.mark.usefixtures("english")

TOTALS = st.integers(1, 4).flatmap(
    lambda players: st.lists(
        st.lists(st.integers(0, 240), min_size=players, max_size=players), min_size=1, max_size=12
    )
)


def played(number, game, rounds, names=("Ania", "Tomek"), complete=True):
    """An evening with these totals after each round."""
    scores = rounds[-1]
    winners = tuple(seat for seat, total in enumerate(scores) if total == max(scores))
    at = f"2026-11-{number:02}T20:15:00+01:00"
    return Played(
        number, f"u{number}", at, game, "coloured", tuple(names), scores,
        winners if complete else (), complete, False, tuple(rounds),
    )  # fmt: skip


EVENINGS = (
    played(1, "azul", [(10, 12), (30, 25), (51, 44)]),
    played(2, "azul", [(8, 9), (40, 38), (60, 72)]),
    played(3, "azul-duel", [(5, 7), (20, 18)], complete=False),
)
HISTORY = History(EVENINGS, standings(EVENINGS))


@given(TOTALS)
def test_lines_stay_inside_the_chart_and_their_totals_apart(rounds):
    chart = charts.scores_by_round(rounds)
    assert len(chart.lines) == len(rounds[0])
    for line in chart.lines:
        spots = [tuple(map(float, pair.split(","))) for pair in line.points.split()]
        assert len(spots) == len(rounds) + 1
        assert all(charts.LEFT <= x <= charts.WIDTH - charts.RIGHT for x, _ in spots)
        assert all(charts.TOP <= y <= charts.HEIGHT - charts.BOTTOM for _, y in spots)
        assert spots[-1] == (line.x, line.y)
    places = sorted(line.label_y for line in chart.lines)
    assert all(b - a >= charts.GAP - 1e-6 for a, b in pairwise(places))


@given(TOTALS)
def test_more_points_stand_higher(rounds):
    chart = charts.scores_by_round(rounds)
    for one in chart.lines:
        for other in chart.lines:
            if one.total > other.total:
                assert one.y <= other.y


@given(st.integers(1, 1000))
def test_levels_are_few_and_round(highest):
    step = charts.nice(highest)
    assert 1 <= -(-highest // step) <= 6
    assert step in (1, 2, 5, 10, 20, 25, 50, 100, 500)


@pytest.mark.parametrize("totals", [(5, 0, 0, 0), (0, 0, 0, 0), (60, 1, 0, 1), (2, 2, 2, 2)])
def test_every_total_is_written_within_the_drawing_however_many_have_nothing(totals):
    """After a bad first round three may have 0: the last of them stood below the drawing."""
    chart = charts.scores_by_round((totals,))
    written = sorted(line.label_y for line in chart.lines)
    assert written[0] >= charts.TOP
    assert written[-1] <= charts.HEIGHT - charts.BOTTOM
    assert all(below - above >= charts.GAP - 0.01 for above, below in pairwise(written))


def test_without_a_scored_round_there_is_no_chart():
    assert charts.scores_by_round(()) is None


def test_evenings_come_newest_first_with_names_and_winners():
    duel, second, first = past.evenings(HISTORY)
    assert (duel.game, duel.complete) == ("Azul Duel", False)
    assert [(one.name, one.total, one.won) for one in second.players] == [
        ("Ania", 60, False), ("Tomek", 72, True),
    ]  # fmt: skip
    assert first.players[0].won


def test_the_chart_of_an_evening_that_was_joined_begins_with_its_round_and_its_totals():
    whole = played(4, "azul", [(40, 31), (52, 44)])
    one = past.past(replace(whole, start=(30, 25), first_round=4))
    assert [mark.text for mark in one.chart.rounds] == ["4", "5"]
    assert one.chart.lines == charts.scores_by_round(whole.rounds, (30, 25)).lines
    assert one.chart.lines != past.past(whole).chart.lines


def test_rankings_count_finished_games_only():
    (azul,) = past.rankings(HISTORY.standings)
    assert azul.game == "Azul"
    assert azul.record == "Tomek with 72 points"
    assert {bar.name: (bar.games, bar.wins, bar.record) for bar in azul.bars} == {
        "Ania": (2, 1, 60), "Tomek": (2, 1, 72),
    }  # fmt: skip


def test_a_name_written_otherwise_is_the_same_player_called_as_last():
    later = played(4, "azul", [(50, 61)], names=("TOMEK", "ania"))
    found = standings([*EVENINGS, later])
    assert {one.name: (one.games, one.wins, one.record) for one in found} == {
        "ania": (3, 2, 61), "TOMEK": (3, 1, 72),
    }  # fmt: skip


def test_whoever_gave_no_name_has_a_number():
    one = played(4, "azul", [(3, 4)], names=())
    assert [player.name for player in past.past(one).players] == ["Player 1", "Player 2"]


def test_a_time_that_is_none_is_shown_as_it_was_written():
    assert past.moment("yesterday") == "yesterday"
    assert "2026" in past.moment("2026-11-01T20:15:00+01:00")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Nov 1, 2026, 8:05\N{NARROW NO-BREAK SPACE}PM"),
        ("pl", "1 lis 2026, 20:05"),
        ("cs", "1. 11. 2026 20:05"),
    ],
)
def test_an_evening_is_told_to_the_minute_as_people_write_it(clock_of, evening, code, said):
    clock_of("CET-1CEST,M3.5.0,M10.5.0/3")
    with evening.app.test_request_context(f"/?lang={code}"):
        assert past.moment("2026-11-01T20:05:44+01:00") == said


def test_an_evening_is_told_by_the_clock_of_this_place(clock_of):
    clock_of("CET-1CEST,M3.5.0,M10.5.0/3")
    assert "7:30" in past.moment("2026-06-01T17:30:00+00:00"), "in summer"
    assert "6:30" in past.moment("2026-12-01T17:30:00+00:00"), "in winter"


def test_a_time_before_all_calendars_is_shown_as_it_was_kept(clock_of):
    clock_of("EST5")
    assert past.moment("0001-01-01T00:00:00+00:00") == "0001-01-01T00:00:00+00:00"


def test_the_page_draws_every_evening(monkeypatch):
    monkeypatch.setattr(reference, "kept_history", lambda: HISTORY)
    one = Evening()
    html = one.app.test_client().get("/history").text
    one.live.stop()
    assert html.count('class="chart"') == 3
    assert len(re.findall(r"<polyline", html)) == 6
    assert "not finished" in html


def test_before_the_first_evening_the_page_says_so(client):
    assert "No evening has been kept yet." in client.get("/history").text


@pytest.mark.parametrize("path", ["/history", "/new-game", "/api/history", "/api/history/1"])
def test_a_sitting_that_cannot_be_read_costs_no_page(client, evening, path):
    journal = evening.live.journal
    journal._file.db.execute(
        "INSERT INTO event (sitting, at, body) VALUES (1, '', '{\"event\": \"danced\"}')"
    )
    answer = client.get(path)
    assert answer.status_code == (404 if path.endswith("1") else 200)
    if path != "/new-game":
        assert "newer companion" in answer.text
