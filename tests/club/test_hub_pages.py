"""The hub's pages: a wall, a tournament, and who may do what."""

import csv
import io
import re
from dataclasses import replace

import pytest
from hub_visitors import PLAYERS, begin, says

from companion.club.message import Finished, Wrong


def finish(hub, match, scores=(50, 40), names=None):
    says(hub, match.table)
    done = Finished(f"s-{match.table}", "azul", names or match.players, scores, (0, 0), (0,))
    says(hub, match.table, stage="over", finished=(done,))


def test_who_has_waited_longest_for_a_judge_is_called_first(hub, spectator):
    for table in ("t02", "t03", "t01"):
        says(hub, table, needs="violation")
    says(hub, "t03", online=False, needs="question")
    says(hub, "t03", needs="question")  # away for a moment, and still without a judge
    assert hub.hall.calling == ("t02", "t03", "t01")
    assert spectator.get("/api/state").json["calling"] == ["t02", "t03", "t01"]
    says(hub, "t02")
    says(hub, "t02", needs="question")
    assert hub.hall.calling == ("t03", "t01", "t02"), "the judge was there; this is a new call"
    page = spectator.get("/").text
    places = [page.index(f"<strong>{table}</strong>") for table in hub.hall.calling]
    assert places == sorted(places)
    heard = re.search(r'aria-live="polite"[^>]*>([^<]*)<', page)[1]
    assert heard == "A judge is needed at: t03, t01, t02"


def test_the_wall_has_every_table_and_who_calls(hub, spectator):
    says(hub, "t01")
    says(hub, "t02", needs="violation", wrong=(Wrong(0, "AZ-R15"),))
    says(hub, "t03", online=False)
    page = spectator.get("/").text
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "A judge is needed at:" in page
    assert "<strong>t02</strong> not legal" in page
    assert "AZ-R15" in page
    assert page.count("not there") == 1
    assert "Ronda" not in spectator.get("/?lang=pl").text
    assert "Sędzia potrzebny" in spectator.get("/?lang=pl").text
    assert "Rozhodčího potřebují" in spectator.get("/?lang=cs").text


@pytest.mark.parametrize("path", ["/", "/pair", "/nowhere"])
def test_every_page_has_one_switch_of_language(spectator, path):
    page = spectator.get(f"{path}?lang=cs").text
    assert page.count('class="languages"') == 1
    assert 'href="?lang=pl" lang="pl"' in page


def test_what_was_not_understood_is_said_in_every_language(hub, judge, spectator):
    hub._take([("azul/club/t01/state", b'{"schema": 9}')])
    assert "A message of schema 9 was skipped" in judge.get("/").text
    assert "9" in judge.get("/?lang=cs").text
    assert "A message of schema 9" not in judge.get("/?lang=cs").text
    assert "A message of schema 9" not in spectator.get("/").text, "no matter of the big screen's"


def test_many_calls_are_named_as_far_as_there_is_room(hub, spectator):
    for number in range(35):
        says(hub, f"t{number:02}", needs="question")
    page = spectator.get("/").text
    assert page.count('class="call"') == 31
    assert "and 5 more" in page


def test_a_result_is_entered_on_a_page_of_its_own(hub, organiser, judge, spectator):
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    assert 'href="/result/1/t01"' in judge.get("/tournament").text
    assert "/result/" not in spectator.get("/tournament").text
    page = judge.get("/result/1/t01").text
    assert page.count('name="score"') == page.count('name="tie"') == 2
    assert "Complete rows" in page
    form = {"round": 1, "table": "t01", "score": ["61", "58"], "tie": ["1", "0"]}
    assert judge.post("/decide", data=form).status_code == 303
    assert 'value="61"' in judge.get("/result/1/t01").text
    assert judge.get("/result/2/t01").status_code == 404
    assert spectator.get("/result/1/t01").status_code == 401


def hidden(page):
    """What a page's form sends without being asked."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def test_a_page_left_open_enters_no_result_in_the_next_tournament(hub, organiser, judge):
    """Of the same round at the same table, where others sit by then."""
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    form = {"score": ["61", "58"], "tie": ["1", ""]}
    stale = hidden(judge.get("/result/1/t01").text) | form
    organiser.post("/end")
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    refused = judge.post("/decide", data=stale)
    assert (refused.status_code, "of another tournament" in refused.text) == (409, True)
    assert not hub.hall.books.tournament.outcomes
    fresh = hidden(judge.get("/result/1/t01").text) | form
    assert judge.post("/decide", data=fresh).status_code == 303
    assert hub.hall.books.tournament.outcomes[1, "t01"].ties == (1, 0)


def test_organisers_bring_tables_for_those_who_come_late(hub, organiser, judge):
    begin(organiser)
    for player in ("Eve", "Fay"):
        organiser.post("/join", data={"player": player})
    refused = organiser.post("/draw", data={"after": 0})
    assert (refused.status_code, "add some" in refused.text) == (409, True)
    assert ">t01\nt02</textarea>" in organiser.get("/tournament").text
    assert 'name="tables"' not in judge.get("/tournament").text
    form = {"were": "t01 t02", "tables": "t01\r\nt02\r\nt03\r\n"}
    assert organiser.post("/tables", data=form).status_code == 303
    assert organiser.post("/draw", data={"after": 0}).status_code == 303
    assert len(hub.hall.books.tournament.open_matches) == 3


@pytest.mark.parametrize(
    ("game", "asked"),
    [("azul-duel", "Has the starting player tile: 1"), ("summer-pavilion", "")],
)
def test_what_decides_between_equals_is_asked_as_the_game_has_it(organiser, game, asked):
    begin(organiser, game=game)
    organiser.post("/draw", data={"after": 0})
    for page in ("/result/1/t01", "/slips/1"):
        text = organiser.get(page).text
        assert (asked in text) if asked else "Complete rows" not in text
    assert organiser.get("/result/1/t01").text.count('name="tie"') == 2


def test_a_tournament_from_the_first_draw_to_the_last_result(hub, organiser, judge, spectator):
    assert begin(organiser).status_code == 303
    assert organiser.post("/draw", data={"after": 0}).status_code == 303
    organiser.post("/draw", data={"after": 0})
    assert len(hub.hall.books.tournament.rounds) == 1, "pressed twice, drawn once"
    one, other = hub.hall.books.tournament.rounds[0].matches
    finish(hub, one)
    refused = organiser.post("/draw", data={"after": 1})
    assert refused.status_code == 409
    assert other.table in refused.text
    finish(hub, other, names=("", ""))
    assert "This is the match" in judge.get("/tournament").text
    assert "This is the match" not in spectator.get("/tournament").text
    sitting = {"round": 1, "table": other.table, "sitting": f"s-{other.table}"}
    assert judge.post("/accept", data=sitting).status_code == 303
    assert organiser.post("/draw", data={"after": 1}).status_code == 303
    assert organiser.post("/end").status_code == 303
    assert "Begin a tournament" in organiser.get("/tournament").text
    assert "Begin a tournament" not in judge.get("/tournament").text


def test_a_table_that_was_there_from_the_start_brings_nothing_old(hub, organiser):
    """Its next word may have the match already, where its line was away meanwhile."""
    says(hub, "t01")
    begin(organiser, tables="t01", players="Ada\nBěla")
    organiser.post("/draw", data={"after": 0})
    done = Finished("s1", "azul", ("Ada", "Běla"), (50, 40), (0, 0), (0,))
    says(hub, "t01", stage="over", finished=(done,))
    assert (1, "t01") in hub.hall.books.tournament.outcomes


def test_what_a_table_played_before_it_came_is_asked_and_not_counted(hub, organiser, judge):
    begin(organiser, tables="t01", players="Ada\nBěla")
    organiser.post("/draw", data={"after": 0})
    done = Finished("s1", "azul", ("Ada", "Běla"), (50, 40), (0, 0), (0,))
    says(hub, "t01", finished=(done,))
    assert hub.hall.books.tournament.outcomes == {}
    assert "This is the match" in judge.get("/tournament").text


def test_the_wall_says_where_everybody_is_to_sit_until_they_do(hub, organiser, judge):
    says(hub, "t01", stage="over")
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    page = judge.get("/").text
    assert page.count("sit down here") == 1
    assert page.count("to-begin") == 2, "the table that never spoke too"
    assert all(player in page for player in PLAYERS)
    assert judge.get("/tournament").text.count("the table does not know yet") == 2
    match = hub.hall.books.tournament.rounds[0].matches[0]
    draw = hub.hall.books.tournament.draw_name(1)
    says(hub, match.table, names=match.players, seating=draw)
    assert judge.get("/").text.count("to-begin") == 1
    assert judge.get("/tournament").text.count("the table knows") == 1


def test_results_can_be_had_as_csv_and_json(hub, organiser, spectator):
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    for match in hub.hall.books.tournament.rounds[0].matches:
        finish(hub, match)
    lines = list(csv.DictReader(io.StringIO(spectator.get("/results.csv").text)))
    assert {line["player"] for line in lines} == {"Ada", "Běla", "Cyd", "'=Dan"}
    assert [line["points"] for line in lines] == ["50", "40", "50", "40"]
    standings = list(csv.DictReader(io.StringIO(spectator.get("/standings.csv").text)))
    assert [line["match_points"] for line in standings] == ["1.0", "1.0", "0.0", "0.0"]
    whole = spectator.get("/tournament.json").json
    assert whole["rounds"][0]["matches"][0]["outcome"]["scores"] == [50, 40]
    assert spectator.get("/api/state").json["games"] == 2


def test_the_slips_of_a_round_can_be_printed(hub, organiser, spectator):
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    page = spectator.get("/slips/1").text
    assert page.count('class="slip"') == 2
    assert all(player in page for player in PLAYERS)
    assert spectator.get("/slips/2").status_code == 404


def test_without_a_tournament_there_is_nothing_to_export(spectator):
    for path in ("/standings.csv", "/results.csv", "/tournament.json", "/slips/1"):
        assert spectator.get(path).status_code == 404


def test_looking_changes_nothing(app, hub, organiser):
    begin(organiser)
    before = hub.hall
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and not rule.arguments and rule.rule != "/events":
            organiser.get(rule.rule)
    assert hub.hall is before


def test_a_ledger_that_was_mended_is_told_to_those_who_answer_for_it(hub, judge, spectator):
    hub.board.change(lambda hall: replace(hall, notice="The hub's journal was damaged."))
    for page in ("/", "/tournament"):
        assert "journal was damaged" in judge.get(page).text
        assert "journal was damaged" not in spectator.get(page).text


def test_a_guessed_code_waits(spectator):
    answers = [spectator.post("/pair", data={"code": "000000"}).status_code for _ in range(7)]
    assert answers[0] == 403
    assert answers[-1] == 429


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/decide", {"round": "x"}),
        ("/decide", {"round": "1", "table": "t01", "score": ["1", "9" * 50]}),
        ("/decide", {"round": "1", "table": "t01", "score": ["50", ""], "tie": ["", ""]}),
        ("/decide", {"round": "1", "table": "t09", "score": ["1", "2"], "tie": ["0", "0"]}),
        ("/accept", {"round": "1", "table": "t01", "sitting": "?"}),
        ("/begin", {"size": "many"}),
        ("/begin", {"name": "Cup", "game": "azul", "size": "2", "tables": "", "players": ""}),
        ("/leave", {"player": "Nobody"}),
        ("/tables", {"tables": "t01 t02 t03"}),
        ("/tables", {"were": "t01 t02", "tables": "Table 3"}),
        ("/join", {"player": ""}),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(organiser, path, form):
    begin(organiser)
    organiser.post("/draw", data={"after": 0})
    answer = organiser.post(path, data=form, headers={"X-Requested-With": "fetch"})
    assert answer.status_code in (400, 409)
    assert answer.json["error"]


def test_pages_are_told_of_news(hub, spectator):
    from web.club.spectators import stream

    news = stream(hub.board, lambda: False)
    assert next(news).startswith("retry")
    assert f'{{"version": {hub.hall.version}}}' in next(news)
    says(hub, "t01")
    assert f'{{"version": {hub.hall.version}}}' in next(news)


def test_no_proxy_keeps_the_stream_of_news(spectator):
    with spectator.get("/events") as answer:
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_mistake_of_ours_is_said_in_the_readers_language(app, spectator, monkeypatch):
    monkeypatch.setitem(app.view_functions, "looking.wall", lambda: 1 // 0)
    answer = spectator.get("/?lang=pl")
    assert answer.status_code == 500
    assert "popełnił tu błąd" in answer.text


def test_where_there_is_nothing_yet_it_is_said_how_it_begins(spectator, organiser):
    assert "Each table appears here by itself" in spectator.get("/").text
    assert "the page Role" in spectator.get("/tournament").text
    assert "the page Role" not in organiser.get("/tournament").text
    assert "na stronie Rola" in spectator.get("/tournament?lang=pl").text
    assert "na stránce Role" in spectator.get("/tournament?lang=cs").text
