"""Sittings of Azul Duel in which nobody pressed at the end of phase 1, or after phase 2."""

import pytest
from test_duel_problems import ACQUIRED, AFTER, RULES, SETUP, but

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import FIRST, Checkpoint, Moment, Table

LAID, OTHER = {"place/0/0": TURNED[1][0]}, {"place/0/0": TURNED[2][0]}


def test_a_line_cleared_without_a_tile_on_the_dome_is_told_so_after_an_unseen_phase_2():
    """In the next phase 1 nothing lies in it, so no cell of it is named (R34)."""
    before = Table(SETUP, 1, Checkpoint.OFFER_END, (ACQUIRED, {}), (5, 5), 0)
    after = but(AFTER, "dome/1/0", "dome/1/1", "start")
    for new in ({}, {"line/1/0": "red"}):
        now = after | new
        wrong = RULES.problems_at(before, Moment(Checkpoint.TURN, 2), 0, now, (now, {}))
        assert [(p.rule, p.cells, p.message[:18]) for p in wrong] == [
            ("DU-R34", (), "Line 2 was cleared")
        ]


def test_chips_of_the_new_round_are_not_asked_for_to_explain_an_unseen_phase_2():
    """What is told at a turn was taken since, so it makes no tile of the old round legal."""
    moved = but(AFTER, "line/2/0", "start") | {"dome/2/2": "red"}
    before = Table(SETUP, 1, Checkpoint.OFFER_END, (ACQUIRED, {}), (5, 5), 0)
    for told in ({}, {"chips": [4, 0]}):
        moment = Moment(Checkpoint.TURN, 2, 0, told)
        (wrong,) = RULES.problems_at(before, moment, 0, moved, (moved, {}))
        assert (wrong.rule, wrong.cells, wrong.asks) == ("DU-R34", ("dome/2/2",), ())


@pytest.mark.parametrize(
    ("score", "before", "drawn", "sheet"),
    [
        (5, 0, 2, [-2, -2]),
        (5, 2, 2, [-2]),
        (5, 1, 2, [-1, -2]),
        (1, 0, 1, [-1, -2, 2]),
        (0, 0, 2, [-2, 2, -2, 2]),
    ],
    ids=["not told before", "all paid", "one paid", "none is left", "nobody falls below 0"],
)
def test_draws_told_with_the_tiling_cost_what_was_not_paid_after_a_turn(
    score, before, drawn, sheet
):
    """Nobody pressed at the end of phase 1 (R16); then the starting player tile costs 2 (R48)."""
    boards = ({**LAID, "start": FIRST}, OTHER)
    facts = {"carried": 0, "drawn": (before, 0)}
    last = Table(SETUP, 1, Checkpoint.TURN, boards, (score, 5), 0, facts=facts)
    outcome = RULES.advance(last, Moment(Checkpoint.TILED, 1, told={"drawn": (drawn, 0)}), boards)
    assert [step.points for step in outcome.steps[0]] == sheet
    assert outcome.table.scores[0] == score + sum(sheet)
