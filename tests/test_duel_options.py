"""The open questions of the rules file (section 9): every option, its default and its effect."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from duel_tables import GOALS, acquiring, board, offer, tiles, tiling

from companion.games import game, play
from companion.games.azul_duel.actions import EndTiling, LeaveLine, PlaceTile, SpendChips, TakeSun
from companion.games.azul_duel.board import EMPTY_BOARD, Line, with_line
from companion.games.azul_duel.catalogue import TURNED
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.goals import final_steps, goal_steps
from companion.games.azul_duel.rules.scoring import place_tile, total
from companion.games.base import Checkpoint, Moment, Setup, Step

RULES_FILE = Path(__file__).parents[1] / "docs" / "rules" / "azul-duel.md"


def test_every_option_and_its_default_stand_in_the_rules_file():
    (table,) = re.findall(r"## 11\..*", RULES_FILE.read_text(encoding="utf-8"), re.DOTALL)
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)`", table, re.MULTILINE))
    defaults = Options()
    assert set(rows) == {field.name for field in fields(Options)}
    for name, default in rows.items():
        value = getattr(defaults, name)
        value = list(value) if isinstance(value, tuple) else value
        assert default == str(value).lower() or default == f'"{value}"', name


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"house_rule": 1}, "no option 'house_rule'"),
        ({"chips_partial": "yes"}, "choose from false, true"),
        ({"goals_clamp": "never"}, "choose from 'once', 'each'"),
        ({"special_points_by_row": [1, 2, 3]}, "six numbers"),
        ({"special_points_by_row": "123456"}, "six numbers"),
        ({"first_game_goals": [1, 2, 3]}, "names of goals"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        game(Setup("azul-duel", options=given))


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("azul-duel", players=3), "for 2 players, not 3"),
        (Setup("azul-duel", "grey"), "no side 'grey'"),
        (Setup("azul-duel", first_player=2), "no seat 2"),
        (Setup("azul-duel", scores=(3, -1)), "A score cannot be -1"),
        (Setup("azul-duel", goals=("G1", "G6", "G2")), "share a goal tile"),
        (Setup("azul-duel", goals=("G1", "G2")), "choose 3"),
        (Setup("azul-duel", goals=("G1", "G2", "G9")), "no scoring goal 'G9'"),
    ],
)
def test_setups_that_do_not_fit_are_refused_with_a_sentence(setup, sentence):
    for bind in (game, play):
        with pytest.raises(ValueError, match=sentence):
            bind(setup)


def test_goals_come_from_the_setup_the_option_or_chance():
    chosen = ("G4", "G5", "G6")
    assert play(Setup("azul-duel", goals=GOALS)).start(1).goals == GOALS
    options = {"first_game_goals": list(chosen)}
    assert play(Setup("azul-duel", options=options)).start(1).goals == chosen
    drawn = {play(Setup("azul-duel")).start(seed).goals for seed in range(40)}
    assert len(drawn) > 10


def test_special_tiles_count_as_one_colour_of_goal_6():
    four = with_row(("blue", "yellow", "red", "black", "special", "special"))
    assert total(goal_steps(four, "G6", Options())) == 4
    assert not goal_steps(four, "G6", Options(goal_five_colours_special_counts=False))
    three = with_row(("blue", "yellow", "red", "red", "special", "special"))
    assert not goal_steps(three, "G6", Options())


def with_row(contents):
    return EMPTY_BOARD._replace(dome=(*contents, *(None,) * 30))


def test_goals_are_clamped_once_or_after_each():
    mine = with_row(tiles("BYRKTB"))._replace(places=(None,) * 6 + (TURNED[1][0],) + (None,) * 2)
    clamped = final_steps(mine, ("G8", "G5"), 1, Options(goals_clamp="each"))
    assert 1 + total(clamped) == 0 + 6
    assert 1 + total(final_steps(mine, ("G8", "G5"), 1, Options())) == 1 - 3 + 6
    assert 2 + total(final_steps(mine, ("G8",), 2, Options())) == 0  # a single point too few


def test_special_tiles_score_what_their_row_prints():
    mine = EMPTY_BOARD._replace(places=(TURNED[1][0], *(None,) * 8))
    mine = mine._replace(dome=(None, "turquoise", "", "", "", "", "black", *(None,) * 29))
    _, steps = place_tile(mine, 7, "yellow", Options(special_points_by_row=(9, 0, 0, 0, 0, 0)))
    assert steps[-1] == Step("dome/0/0", 9, "DU-R44")


def test_some_tiles_may_be_dropped_only_where_the_table_allows_it():
    table = offer(smalls=["RRRR"] * 2)
    rules, position = acquiring(table, {"allow_partial_floor": True})
    position = rules.apply(position, TakeSun(0, "red", 5, 3))
    assert position.players[0].board.lines[5] == Line("red", 1)
    assert position.players[0].board.broken == tiles("RRR")
    rules, position = acquiring(table)
    assert TakeSun(0, "red", 5, 3) not in rules.legal_actions(position)


ONE_RED = board(
    """
        . | .. .. ..
       .R | .. .. ..
      ..R | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
    """,
    "1/0=3.0",
)


def test_chips_are_refused_on_a_line_without_a_space():
    rules, position = tiling(ONE_RED, chips=("red",) * 2 + ("yellow",) * 3)
    assert position.handled[:2] == (True, True)  # row 2 has no dome tile: nothing to decide
    rules, position = tiling(ONE_RED, {"chips_need_space": False}, ("red", "red"))
    position = rules.apply(position, SpendChips(1, ("red", "red")))
    assert position.players[0].board.lines[1] == Line("red", 1, paid=1)


def test_chips_may_fill_a_line_partly_only_where_the_table_allows_it():
    rules, position = tiling(ONE_RED, chips=("red", "red"))
    assert position.round == 2  # two chips pay for one of two missing tiles: nothing to decide
    rules, position = tiling(ONE_RED, {"chips_partial": True}, ("red", "red"))
    assert rules.legal_actions(position) == [SpendChips(2, ("red", "red")), LeaveLine(2)]
    position = rules.apply(position, SpendChips(2, ("red", "red")))
    assert position.players[0].board.lines[2] == Line("red", 1, paid=1)


def test_a_line_with_paid_spaces_takes_fewer_tiles():
    paid = with_line(EMPTY_BOARD, 2, Line("red", 1, paid=1))
    rules, position = acquiring(offer(smalls=["RRRR"] * 2), {"chips_partial": True}, paid)
    position = rules.apply(position, TakeSun(0, "red", 2))
    assert position.players[0].board.lines[2] == Line("red", 2, paid=1)
    assert position.players[0].board.broken == tiles("RRR")


TWO_LINES = board(
    """
        . | .. .. ..
       .. | .. .. ..
      .RR | .. .. ..
     BBBB | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
    """,
    "1/0=3.2",
)


@pytest.mark.parametrize("strict", [True, False])
def test_a_line_above_may_be_reopened_only_without_strict_order(strict):
    rules, position = tiling(TWO_LINES, {"chips_strict_order": strict}, ("red", "red"))
    position = rules.apply(position, LeaveLine(2))
    again = SpendChips(2, ("red", "red"))
    assert (again in rules.legal_actions(position)) is not strict
    position = rules.apply(position, PlaceTile(3, 1))
    if strict:
        assert position.round == 2
        return
    assert set(rules.legal_actions(position)) == {again, EndTiling()}
    reopened = rules.apply(position, again)
    position = rules.apply(reopened, rules.legal_actions(reopened)[0])
    assert position.round == 2
    # The upper tile came after the lower one and has it as a neighbour.
    assert position.players[0].sheet == (
        Step("dome/3/1", 1, "DU-R42"),
        Step("dome/2/1", 2, "DU-R43"),
    )


def test_scores_beyond_the_markers_are_kept_and_said():
    rules = game(Setup("azul-duel", goals=GOALS, scores=(120, 5)))
    table = rules.empty_table()
    outcome = rules.advance(table, Moment(Checkpoint.OFFER_END, 3), ({}, {}))
    assert outcome.table.scores == (120, 5)
    ((seat, notice),) = outcome.notices
    assert (seat, notice.message) == (0, "The markers end at 99; the score is 120.")
