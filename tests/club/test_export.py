"""What is exported says all there is: read back, it is the same tournament."""

import csv
import io
import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from test_long_tournaments import Evening
from test_whole_tournament import worked_out

from companion.club.hub import wishes
from companion.club.hub.tournament_export import (
    decimal,
    results_csv,
    standings_csv,
    tournament_json,
)
from companion.club.tournament import Match, Outcome, Plan, Round, Tournament, standings
from companion.journal.player_names import letters, plain

NAMES = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=20
).map(lambda text: " ".join(text.split())).filter(letters)  # fmt: skip
AWKWARD = (
    "=1+1",
    "'=1+1",
    "''t Hooft",
    "-5",
    "@home",
    'a "b", c;d',
    "أحمد",
    "👩‍👩‍👧‍👦",
    "+49 1",
    "x'",
)


def played(names, size, seed):
    """A tournament in its third round, in which somebody has left and somebody came late."""
    evening = Evening(len(names), size, seed, names)
    evening.round()
    evening.come_and_go()
    evening.round()
    evening.happens(wishes.next_round(evening.books))
    return evening.tournament


def read_json(text):
    """The tournament that a file tells of."""
    told = json.loads(text)
    plan = Plan(**{key: tuple(value) if isinstance(value, list) else value
                   for key, value in told["plan"].items()})  # fmt: skip
    rounds, outcomes = [], {}
    for one in told["rounds"]:
        matches = []
        for match in one["matches"]:
            matches.append(Match(match["table"], tuple(match["players"])))
            if match["outcome"]:
                values = {key: tuple(value) if isinstance(value, list) else value
                          for key, value in match["outcome"].items()}  # fmt: skip
                outcomes[one["round"], match["table"]] = Outcome(**values)
        rounds.append(Round(one["round"], tuple(matches), tuple(one["byes"])))
    return Tournament(plan, tuple(told["players"]), frozenset(told["gone"]), tuple(rounds),
                      outcomes, told["over"])  # fmt: skip


def read_csv(text):
    """The lines of a file, its texts as they were before they were kept from being formulas."""
    return [
        {key: value[1:] if re.match("'+[=+@-]", value) else value
         for key, value in line.items()}
        for line in csv.DictReader(io.StringIO(text, newline=""))
    ]  # fmt: skip


@settings(max_examples=10, deadline=None)
@given(st.lists(NAMES, min_size=5, max_size=9, unique_by=plain), st.integers(2, 4), st.integers(0))
def test_everything_comes_back_from_json(names, size, seed):
    one = played(tuple(names), size, seed)
    again = read_json(json.dumps(tournament_json(one)))
    assert again == one
    assert standings(again) == standings(one)


@settings(max_examples=25, deadline=None)
@given(st.lists(NAMES, min_size=5, max_size=9, unique_by=plain), st.integers(2, 4), st.integers(0))
def test_the_standings_can_be_worked_out_from_the_results(names, size, seed):
    check_csv(played(tuple(names), size, seed))


def test_names_that_look_like_formulas_are_no_formulas_and_come_back():
    one = played(AWKWARD, 2, 3)
    check_csv(one)
    cells = [cell for row in csv.reader(io.StringIO(results_csv(one))) for cell in row]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@") and not number(cell)]


def number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def check_csv(one):
    """Work the standings out from the results' file alone, and hold them against their own."""
    games, byes = {}, []
    for line in read_csv(results_csv(one)):
        if not line["table"]:
            byes.append([(line["player"], 0, 0)])
        elif line["points"]:
            entry = (line["player"], int(line["points"]), int(line["tie_break"]))
            games.setdefault((line["round"], line["table"]), []).append(entry)
    told = read_csv(standings_csv(one))
    assert {line["player"] for line in told} == set(one.players)
    expected = worked_out(one.players, [*games.values(), *byes])
    columns = ("match_points", "opponents", "points", "tie_break")
    assert sorted(
        (int(line["place"]), line["player"], tuple(float(line[name]) for name in columns))
        for line in told
    ) == sorted((place, player, tuple(map(decimal, key))) for place, player, key in expected)
